import { Type } from 'typebox';
import { contentLimits } from '../content/content-limits.ts';
import { BeforeAndAfter, ChartedField } from './charts.ts';
import { Exact, FieldId, FieldName, Id, IgnoreUnknown, Moment, Nullable, TemplateId, Uuid, Version } from './common.ts';
import { Picture, RowPath } from './items.ts';
import { Progress } from './sync.ts';

const Count = Type.Integer({ minimum: 0 });

/** The most refusals of a row after the first one. */
export const mostFurtherRefusals = 19;

/**
 * What an import does to a row's item. A `conflict` was changed after the `_version` of its row, and the row changes it, too;
 * `refused` rows change nothing.
 */
export const ImportOutcome = Type.Enum(['added', 'changed', 'unchanged', 'conflict', 'refused']);

/** How many rows of each outcome there are. */
export const OutcomeCounts = Exact({
  added: Count,
  changed: Count,
  unchanged: Count,
  conflict: Count,
  refused: Count,
});

/** `checking` and `applying` are done by a job; an `applied`, `failed` or `cancelled` import has ended. */
export const ImportState = Type.Enum(['checking', 'checked', 'applying', 'applied', 'failed', 'cancelled']);

/** A column that stands for the field which has its name now, and the fields that had it before, or have it as their id. */
export const ReusedName = Exact({
  column: Type.String({ maxLength: 400 }),
  field_id: FieldId,
  former_field_ids: Type.Array(FieldId, { maxItems: 20 }),
});

/** Rows of a file, read as items of a template and checked. Nothing is changed until it is applied; it is kept for a day. */
export const Import = Exact({
  id: Id,
  template_id: TemplateId,
  state: ImportState,
  progress: Progress,
  rows: Count,
  counts: OutcomeCounts,
  /** Columns of the file that belong to no field, and are not read. */
  ignored_columns: Type.Array(Type.String({ maxLength: 400 }), { maxItems: 100 }),
  /** Columns that could be meant for another field. */
  reused_names: Type.Array(ReusedName, { maxItems: 100 }),
  /** Texts that were understood as options, though these are written in another way. */
  read_as: Type.Array(Exact({ column: Type.String(), field_id: FieldId, text: Type.String(), as: Type.String() }), {
    maxItems: 100,
  }),
  /** Rows of CSV that were left out, as they sum others. */
  totals: Type.Array(Exact({ line: Type.Integer({ minimum: 1 }), label: Type.String({ maxLength: 100 }) }), {
    maxItems: 1000,
  }),
  /** Why it has failed; otherwise `null`. */
  error: Nullable(Type.String()),
  /** The change set that it has applied or is applying; `null` if there is none, or if nothing changed. */
  change_set_id: Nullable(Id),
  created_at: Moment,
});

/** The values of a field before and after; a dynamic group is one value. `label` is the field of the label. */
const ImportedField = Exact({
  field_id: FieldId,
  /** Its column. */
  name: Type.String(),
  /** Of the item as it is now; `null` if empty. */
  before: Type.Unknown(),
  after: Type.Unknown(),
  /** True if the item's value was changed after the `_version` of the row. */
  is_conflict: Type.Boolean(),
});

/** Why a value, or a row, is refused. */
const RowRefusal = Exact({
  field_id: Nullable(FieldId),
  /** Its column, with the numbers of rows; `null` if it is about the item. */
  name: Nullable(Type.String()),
  path: RowPath,
  reason: Type.String(),
  /** What is refused, as a text, shortened; `null` if it is empty, or no single value. */
  value: Nullable(Type.String()),
});

/** What was found for a row, besides its place. */
export const checkedRowProperties = {
  outcome: ImportOutcome,
  /** `null` for a new item, and if the row names none that exists. */
  item_id: Nullable(Id),
  label: Type.String(),
  /** Of the item now. */
  image: Picture,
  /** Of the item now; `null` for a new one. */
  version: Nullable(Version),
  /** All fields that change. */
  fields: Type.Array(ImportedField, { maxItems: contentLimits.templateFields + 1 }),
  /** Why it is refused, worded as in a save. */
  refusal: Nullable(RowRefusal),
  /** What else is wrong with it; omitted if nothing is. */
  further_refusals: Type.Optional(Type.Array(RowRefusal, { maxItems: mostFurtherRefusals })),
};

/** A row of a file, and what an import does with it. */
export const ImportedRow = Exact({
  /** The line of the file on which it begins, from 1. */
  line: Type.Integer({ minimum: 1 }),
  ...checkedRowProperties,
});

const Side = Type.Enum(['new', 'current']);

/**
 * Which values an item in conflict gets where both sides have changed a field. Fields that only one side has changed keep
 * that change, whatever is decided.
 */
export const ImportDecision = Exact({
  id: Id,
  take: Type.Enum(['new', 'current', 'fields']),
  /** With `fields`: all fields that both have changed. */
  fields: Type.Optional(
    Type.Array(Exact({ field_id: FieldId, take: Side }), { maxItems: contentLimits.templateFields }),
  ),
});

/** How conflicts are decided that have no decision of their own, and what happens if rows are refused. */
export const rowResolution = {
  /** For conflicts without a decision of their own. */
  conflicts: Type.Optional(Side),
  /** Changes the others if some rows are refused. */
  leave_out_refused: Type.Optional(Type.Boolean()),
};

const decided = {
  ...rowResolution,
  decisions: Type.Optional(Type.Array(ImportDecision, { maxItems: 10_000 })),
};

/** How an import is applied. */
export const ImportDecisions = Exact(decided);

/**
 * How rows find their items: `id` by `_id` only, `key` by a key field only, `new` not at all. If omitted, by `_id`, or by
 * the key field in rows without one.
 */
export const ImportMatch = Type.Enum(['id', 'key', 'new']);

const ImportParams = Exact({ instanceId: Id, importId: Id });

/** Shapes of the calls for imports. */
export const importShapes = {
  upload: {
    params: Exact({ instanceId: Id, templateId: TemplateId }),
    query: Exact({
      /** Only checks. */
      dry_run: Type.Optional(Type.Boolean()),
      match: Type.Optional(ImportMatch),
      /** The unique field to match by, as a column; the template's key field if omitted. */
      key: Type.Optional(FieldName),
      ignore_unknown: Type.Optional(IgnoreUnknown),
      /** Imports rows of CSV that sum others, too, such as TOTAL after the last item. */
      with_totals: Type.Optional(Type.Boolean()),
      /** `grid` for a save of the console's grid. */
      origin: Type.Optional(Type.Enum(['import', 'grid'])),
      ...rowResolution,
      idempotency_key: Type.Optional(Uuid),
    }),
    records: Type.Record(Type.String({ maxLength: 400 }), Type.Unknown()),
    /** `rows`: the first 200 rows, those in conflict and refused first. */
    response: Exact({ import: Import, rows: Type.Array(ImportedRow, { maxItems: 200 }) }),
  },
  get: { params: ImportParams, response: Exact({ import: Import }) },
  listRows: {
    params: ImportParams,
    query: Exact({
      outcome: Type.Optional(ImportOutcome),
      cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    }),
    response: Exact({ rows: Type.Array(ImportedRow, { maxItems: 1000 }), next_cursor: Nullable(Type.String()) }),
  },
  chart: {
    params: ImportParams,
    /** Conflicts without a decision are drawn as the file has them. */
    body: Exact({ chart: ChartedField, ...decided }),
    response: Exact({ chart: BeforeAndAfter }),
  },
  apply: {
    params: ImportParams,
    body: ImportDecisions,
    response: Exact({ import: Import }),
  },
  cancel: { params: ImportParams, response: Exact({ import: Import }) },
} as const;
