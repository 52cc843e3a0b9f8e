import { Type } from 'typebox';
import { contentLimits } from '../content/content-limits.ts';
import { Done, Exact, FieldId, FieldName, Id, IgnoreUnknown, Moment, Nullable, TemplateId } from './common.ts';
import { ImportMatch, ImportOutcome } from './imports.ts';
import { listParts, SheetFields } from './items.ts';

/** How many addresses a template has at most. */
export const mostSheetAddresses = 50;

/** How many rows a check of an address lists. */
export const mostCheckedOutcomes = 200;

const Name = Type.String({ minLength: 1, maxLength: 96, description: 'What it is used for' });

/** An address from which sheet programs read a list as CSV. Its secret part is not stored. */
export const SheetAddress = Exact({
  id: Id,
  name: Name,
  ...listParts,
  fields: Type.Optional(Type.Array(FieldId, { maxItems: contentLimits.templateFields })),
  may_propose: Type.Boolean({ description: 'It can also check rows, without changing anything' }),
  /** Who made it: it reads what this member may read. `null` for whoever has no name. */
  by: Nullable(Type.String()),
  created_at: Moment,
  /** Its last use, to the minute; `null` if there is none. */
  last_used_at: Nullable(Moment),
});

const TemplateParams = Exact({ instanceId: Id, templateId: TemplateId });
const Token = Type.String({ minLength: 1, maxLength: 200 });
const Count = Type.Integer({ minimum: 0 });

/** Shapes of the calls for addresses of sheets. */
export const sheetAddressShapes = {
  list: {
    params: TemplateParams,
    response: Exact({ addresses: Type.Array(SheetAddress, { maxItems: mostSheetAddresses }) }),
  },
  create: {
    params: TemplateParams,
    body: Exact({
      name: Name,
      ...listParts,
      fields: Type.Optional(SheetFields),
      may_propose: Type.Optional(Type.Boolean()),
    }),
    response: Exact({
      address: SheetAddress,
      url: Type.String({ description: 'With its secret part, which is not shown again' }),
    }),
  },
  delete: { params: Exact({ instanceId: Id, templateId: TemplateId, addressId: Id }), response: Done },
  read: { params: Exact({ instanceId: Id }), query: Exact({ token: Token }) },
  check: {
    params: Exact({ instanceId: Id }),
    query: Exact({
      token: Token,
      match: Type.Optional(ImportMatch),
      key: Type.Optional(FieldName),
      ignore_unknown: Type.Optional(IgnoreUnknown),
    }),
    records: Type.Record(Type.String({ maxLength: 400 }), Type.Unknown()),
    response: Exact({
      rows: Count,
      counts: Exact({ added: Count, changed: Count, unchanged: Count, conflict: Count, refused: Count }),
      /** Rows in conflict and refused ones first. */
      outcomes: Type.Array(
        Exact({ line: Type.Integer({ minimum: 1 }), outcome: ImportOutcome, reason: Nullable(Type.String()) }),
        { maxItems: mostCheckedOutcomes },
      ),
    }),
  },
} as const;
