import { Type } from 'typebox';
import { contentLimits } from '../content/content-limits.ts';
import { operationNames } from '../field-types/field-type.ts';
import {
  ChangeKind,
  Exact,
  FieldId,
  Id,
  IdempotencyKey,
  InstanceParams,
  Nullable,
  TemplateId,
  Version,
} from './common.ts';
import { Filter, RowPath, Value } from './items.ts';
import { Progress, sampleOf } from './sync.ts';

const Count = Type.Integer({ minimum: 0 });
const Search = Type.String({ minLength: 1, maxLength: 256, description: 'Part of the label, or the id' });
const Filters = Type.Array(Filter, { maxItems: 20 });
const Pattern = Type.String({
  minLength: 1,
  maxLength: contentLimits.labelLength,
  description:
    'Text with {n}, the number of the copy, {n:02}, the same with at least two digits, {i}, its number among all copies, {i+100}, that number plus 100, and {label}',
});
const Ids = Type.Array(Id, { maxItems: contentLimits.bulkItems });

/**
 * The items of a template that a bulk edit changes: those with these `ids`, or all that match `filters` and `search`, of
 * which there must be `count`. Without ids and without filters and their count it is refused: nothing ever means
 * everything.
 */
export const Selection = Exact({
  template_id: TemplateId,
  ids: Type.Optional(Ids),
  filters: Type.Optional(Filters),
  search: Type.Optional(Search),
  /** The number of matching items that the user has seen; 409 if another number matches. */
  count: Type.Optional(Count),
});

/** An operation on a field, or on the `label` of the items. A field in rows is changed in each row. */
export const Operation = Exact({
  field_id: FieldId,
  op: Type.Enum(operationNames),
  value: Type.Optional(Value),
  /** The text that `replace` replaces by `value`. */
  find: Type.Optional(Type.String({ maxLength: 1000 })),
  /** For a field in rows: only the rows that meet this condition, on a field of the same row or of one around it. */
  where: Type.Optional(Filter),
});

/** Exactly one of these: operations on the items, copies of them, or their deletion. */
export const Action = Exact({
  operations: Type.Optional(Type.Array(Operation, { minItems: 1, maxItems: contentLimits.bulkOperations })),
  /** Creates this many copies of each item; Dev only. */
  duplicate: Type.Optional(
    Exact({
      times: Type.Integer({ minimum: 1, maximum: 1000 }),
      label: Pattern,
      /** Values that differ from the original's, as text. */
      fields: Type.Optional(
        Type.Array(Exact({ field_id: FieldId, pattern: Pattern }), { maxItems: contentLimits.bulkOperations }),
      ),
    }),
  ),
  /** Deletes the items; Dev only. */
  delete: Type.Optional(Type.Literal(true)),
});

/** Why an item is refused, worded as in a save. */
const Refusal = Exact({
  /** The field, or `label`; `null` for the item as a whole. */
  field_id: Nullable(FieldId),
  /** The row of the field. */
  path: RowPath,
  reason: Type.String(),
});

/** What happens to an item. */
const EditedItem = Exact({
  /** Of the item; of a copy, that of its original. */
  id: Id,
  /** The label afterwards; of a deleted item, its last one. */
  label: Type.String(),
  version: Version,
  /** Numbers the copies of an item from 1. */
  copy: Nullable(Type.Integer({ minimum: 1 })),
  /** `null` if nothing changes. */
  change: Nullable(ChangeKind),
  /**
   * The values that change, at most 100 of them; `label` is the field of the label. Of a copy, those that differ from its
   * original's.
   */
  fields: Type.Array(Exact({ field_id: FieldId, path: RowPath, before: Value, after: Value }), { maxItems: 100 }),
  refusal: Nullable(Refusal),
});

/** Numbers of items; `changed` are those that would be changed, created or deleted. */
const counts = { selected: Count, left_out: Count, changed: Count, unchanged: Count };

const NamedItem = { id: Id, label: Type.String() };

/** What a bulk edit would do, and what prevents it. Nothing was changed. */
export const EditCheck = Exact({
  ...counts,
  /** Items whose new state a rule refuses: they have to be left out. The sample is empty on further pages. */
  refused: sampleOf(Exact({ ...NamedItem, ...Refusal.properties })),
  /** Items that cannot be deleted, as `linked_by`, which is not deleted, links to them; likewise. */
  linked: sampleOf(Exact({ ...NamedItem, linked_by: Exact({ template_id: TemplateId, ...NamedItem }) })),
  /** A page of the selected items that are not left out, by id. The numbers above are always those of all pages. */
  rows: Type.Array(EditedItem),
  next_cursor: Nullable(Type.String()),
  /** Identifies the selected items in their state: 409 if it is sent with a bulk edit and has changed. */
  fingerprint: Type.String(),
});

const Fingerprint = Type.String({ pattern: '^[0-9a-f]{1,32}$', description: 'Of the check' });

const edit = { selection: Selection, action: Action, leave_out: Type.Optional(Ids) };

/** Shapes of the calls for bulk edits. */
export const bulkEditShapes = {
  count: {
    params: InstanceParams,
    body: Exact({ template_id: TemplateId, filters: Type.Optional(Filters), search: Type.Optional(Search) }),
    response: Exact({ count: Count }),
  },
  check: {
    params: InstanceParams,
    body: Exact({
      ...edit,
      cursor: Type.Optional(Type.String({ maxLength: 200 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    response: EditCheck,
  },
  apply: {
    params: InstanceParams,
    body: Exact({
      ...edit,
      fingerprint: Type.Optional(Fingerprint),
      idempotency_key: Type.Optional(IdempotencyKey),
    }),
    response: Exact({
      /** `null` if nothing changed. */
      id: Nullable(Id),
      state: Type.Union([Type.Literal('running'), Type.Literal('applied')]),
      progress: Progress,
      counts: Exact({ added: Count, updated: Count, removed: Count }),
    }),
  },
} as const;
