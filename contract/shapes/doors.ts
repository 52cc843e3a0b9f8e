import { type TProperties, Type } from 'typebox';
import { contentLimits } from '../content/content-limits.ts';
import { BeforeAndAfter, ChartedField } from './charts.ts';
import {
  ChangeKind,
  Exact,
  FieldId,
  Fingerprint,
  Id,
  InstanceParams,
  Nullable,
  TemplateId,
  Uuid,
  Version,
} from './common.ts';
import { Picture, RowPath, Value } from './items.ts';
import { Progress, sampleOf } from './sync.ts';

const Count = Type.Integer({ minimum: 0 });

/** Why an item is refused, worded as in a save. */
const Refusal = Exact({
  /** The field, or `label`; `null` for the item as a whole. */
  field_id: Nullable(FieldId),
  /** The row of the field. */
  path: RowPath,
  reason: Type.String(),
  /** Of an item that cannot be deleted: the item that links to it, and is not deleted. */
  linked_by: Nullable(Exact({ template_id: TemplateId, id: Id, label: Type.String() })),
});

/** What happens to an item. */
export const CheckedItem = Exact({
  template_id: TemplateId,
  /** Of the item; of a copy, that of its original. */
  id: Id,
  /** The label afterwards; of a deleted item, its last one. */
  label: Type.String(),
  /** As the item is now, or was last. */
  image: Picture,
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

/** Something that is refused: an item, or a template as a whole. */
const Refused = Exact({
  template_id: TemplateId,
  /** `null` for a template. */
  id: Nullable(Id),
  label: Type.String(),
  ...Refusal.properties,
});

/** An item that comes back only in part. */
const Partial = Exact({
  template_id: TemplateId,
  id: Id,
  label: Type.String(),
  /** Labels of the fields that its template no longer has, or their ids if no version of it names them any more. */
  fields: Type.Array(Type.String(), { maxItems: 100 }),
});

/** What changes would do, and what prevents them. Nothing was changed. */
export const Checked = Exact({
  /** Numbers of items; refused ones have to be left out. */
  counts: Exact({
    added: Count,
    updated: Count,
    removed: Count,
    unchanged: Count,
    refused: Count,
    left_out: Count,
    /** Templates that change. */
    templates: Count,
  }),
  /** The first that are refused; empty on further pages. */
  refusals: sampleOf(Refused),
  /** The first items whose content comes back only in part; empty on further pages. */
  partial: sampleOf(Partial),
  /** A page of the items that are not left out, by template and id. The numbers above are always those of all pages. */
  rows: Type.Array(CheckedItem),
  next_cursor: Nullable(Type.String()),
  /** Identifies the items in their state: 409 if it is sent with the changes and has changed. */
  fingerprint: Type.String(),
  /** With `chart`. */
  chart: Type.Optional(BeforeAndAfter),
});

/** Changes that are applied, or that a job applies. */
export const Applied = Exact({
  /** The change set; `null` if nothing changed. */
  id: Nullable(Id),
  state: Type.Union([Type.Literal('running'), Type.Literal('applied')]),
  progress: Progress,
  counts: Exact({ added: Count, updated: Count, removed: Count, templates: Count }),
});

/** Ids of items. */
export const Ids = Type.Array(Id, { maxItems: contentLimits.bulkItems });

/** The shapes of a door: what its changes are about, and what all doors share. */
export function doorShapes<P extends TProperties>(input: P) {
  const changes = {
    ...input,
    leave_out: Type.Optional(Ids),
    /** Changes the others if some are refused. */
    leave_out_refused: Type.Optional(Type.Boolean()),
  };
  return {
    check: {
      params: InstanceParams,
      body: Exact({
        ...changes,
        cursor: Type.Optional(Type.String({ maxLength: 200 })),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
        chart: Type.Optional(ChartedField),
      }),
      response: Checked,
    },
    apply: {
      params: InstanceParams,
      body: Exact({
        ...changes,
        fingerprint: Type.Optional(Fingerprint),
        idempotency_key: Type.Optional(Uuid),
      }),
      response: Applied,
    },
  } as const;
}
