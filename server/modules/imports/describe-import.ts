import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { sameSetting } from '@quartermaster/contract/content/template-tree.ts';
import type { Import, ImportedRow, ImportOutcome } from '@quartermaster/contract/endpoints/imports.ts';
import { isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { labelField } from '@quartermaster/contract/rules/bulk-edits/operations.ts';
import { batchesBySize } from '../../content/change-sets/batches.ts';
import type { CheckedRow, Part } from '../../content/change-sets/imports/import-row.ts';
import { withoutIds } from '../../content/change-sets/imports/provisional-ids.ts';
import { readVersionsNow } from '../../content/change-sets/imports/revision-repository.ts';
import { readItems } from '../../content/history/content-repository.ts';
import { pageBytes } from '../../content/lists/page-sql.ts';
import type { TemplateModel } from '../../content/model/template-model.ts';
import type { Query } from '../../core/database/database.ts';
import type { ImportRow } from './repository.ts';

/** How many changed fields of a row are listed. */
const listedFields = 100;

export const toImport = (row: ImportRow): Import => ({
  id: row.id,
  template_id: row.template_id,
  // One that is being received is not found.
  state: row.state === 'receiving' ? 'checking' : row.state,
  progress: progressOf(row),
  rows: row.rows,
  counts: {
    added: row.added,
    changed: row.changed,
    unchanged: row.unchanged,
    conflict: row.conflict,
    refused: row.refused,
  },
  ignored_columns: row.ignored_columns,
  error: row.error,
  change_set_id: row.state === 'applied' && row.written === 0 ? null : row.change_set_id,
  created_at: row.created_at.toISOString(),
});

function progressOf({ state, rows, done, ...row }: ImportRow): Import['progress'] {
  if (state === 'checking' || row.change_set_id === null) return { done: Math.min(done, rows), total: rows };
  const total = row.added + row.changed + row.conflict;
  return { done: state === 'applied' ? total : Math.min(row.prepared ?? 0, total), total };
}

/** Where the next page of rows begins: a part, and a row in it. */
export interface RowPlace {
  part: number;
  row: number;
}

export interface RowPage {
  rows: ImportedRow[];
  next: RowPlace | undefined;
}

type Placed = { row: CheckedRow; place: RowPlace };

/** A page of rows from a place on: as many as requested, fewer if they are large. */
export async function describeRows(
  query: Query,
  model: TemplateModel,
  parts: AsyncIterable<Part<CheckedRow>>,
  { from, limit, wants }: { from: RowPlace; limit: number; wants: (outcome: ImportOutcome) => boolean },
): Promise<RowPage> {
  const rows: ImportedRow[] = [];
  let bytes = 0;
  for await (const part of parts) {
    const placed = part.rows.flatMap((row, at): Placed[] => {
      const isBefore = part.part < from.part || (part.part === from.part && at < from.row);
      return isBefore || !wants(row.outcome) ? [] : [{ row, place: { part: part.part, row: at } }];
    });
    for await (const batch of inBatches(query, model, placed)) {
      const ids = batch.flatMap(({ row }) => row.id ?? []);
      const targets = await readItems(query, model.key, ids);
      for (const { row, place } of batch) {
        if (rows.length === limit || (bytes > pageBytes && rows.length > 0)) return { rows, next: place };
        const described = describe(model, row, targets.get(row.id ?? 0));
        bytes += Buffer.byteLength(JSON.stringify(described));
        rows.push(described);
      }
    }
  }
  return { rows, next: undefined };
}

/** The number of rows whose items are read at a time. */
const readAtOnce = 100;

const inBatches = (query: Query, { key }: TemplateModel, rows: readonly Placed[]) =>
  batchesBySize(rows, readAtOnce, async (measured) => {
    const states = await readVersionsNow(
      query,
      key,
      measured.flatMap(({ row }) => row.id ?? []),
    );
    return ({ row }) => states.get(row.id ?? 0)?.bytes ?? 0;
  });

type Current = { label: string; version: number; values: ItemValues } | undefined;

function describe(model: TemplateModel, row: CheckedRow, current: Current): ImportedRow {
  const { line, outcome, id, refusal } = row;
  return {
    line,
    outcome,
    item_id: id,
    label: row.label,
    version: current?.version ?? null,
    fields: changedFields(model, row, current),
    refusal: refusal
      ? {
          field_id: refusal.field_id === 'fields' ? null : refusal.field_id,
          path: refusal.path ? [...refusal.path] : null,
          reason: refusal.reason,
        }
      : null,
  };
}

function changedFields(model: TemplateModel, row: CheckedRow, current: Current): ImportedRow['fields'] {
  if (!row.values) return [];
  const conflicts = new Set(row.conflicts);
  const after = withoutIds(model, row.values);
  const before = current?.values ?? {};
  const fields: ImportedRow['fields'] = [];
  const add = (field_id: string, was: unknown, is: unknown) => {
    if (sameSetting(was, is) || (isEmpty(was) && isEmpty(is)) || fields.length === listedFields) return;
    fields.push({ field_id, before: was ?? null, after: is ?? null, is_conflict: conflicts.has(field_id) });
  };
  add(labelField, current?.label, row.label);
  for (const id of model.leaves.keys()) if (id in after || id in before) add(id, before[id], after[id]);
  return fields;
}
