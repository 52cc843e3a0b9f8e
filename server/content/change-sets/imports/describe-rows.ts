import { placedName } from '@quartermaster/contract/content/field-names.ts';
import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { sameSetting } from '@quartermaster/contract/content/template-tree.ts';
import type { ImportedRow, ImportOutcome } from '@quartermaster/contract/endpoints/imports.ts';
import { isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { labelField } from '@quartermaster/contract/rules/bulk-edits/operations.ts';
import { shownCell } from '@quartermaster/contract/sheets/sheet-row.ts';
import { systemColumns, topColumn } from '@quartermaster/contract/sheets/system-columns.ts';
import type { Query } from '../../../core/database/database.ts';
import { findPictures } from '../../documents/pictures-repository.ts';
import { readItems } from '../../history/content-repository.ts';
import { pageBytes } from '../../lists/page-sql.ts';
import type { TemplateModel } from '../../model/template-model.ts';
import { batchesBySize } from '../batches.ts';
import type { Incompatibility } from '../incompatibility.ts';
import type { CheckedRow, Part } from './import-row.ts';
import { type NewLabels, withoutIds } from './provisional-ids.ts';
import { readVersionsNow } from './revision-repository.ts';

/** Where the next page of rows begins: a part, and a row in it. */
export interface RowPlace {
  part: number;
  row: number;
}

/** A page of rows, and where the next one begins. */
export interface RowPage {
  rows: ImportedRow[];
  next: RowPlace | undefined;
}

type Placed = { row: CheckedRow; position: RowPlace };

interface Wanted {
  from: RowPlace;
  limit: number;
  wants: (outcome: ImportOutcome) => boolean;
  /** The labels of new items by their place among them, as far as they are known. */
  newLabels?: NewLabels;
}

/** A page of rows from a place on: as many as requested, fewer if they are large. Each row lists all its changed fields, as it is what people review. */
export async function describeRows(
  query: Query,
  model: TemplateModel,
  parts: AsyncIterable<Part<CheckedRow>>,
  { from, limit, wants, newLabels = new Map() }: Wanted,
): Promise<RowPage> {
  const rows: ImportedRow[] = [];
  let bytes = 0;
  for await (const part of parts) {
    const placed = part.rows.flatMap((row, at): Placed[] => {
      const isBefore = part.part < from.part || (part.part === from.part && at < from.row);
      return isBefore || !wants(row.outcome) ? [] : [{ row, position: { part: part.part, row: at } }];
    });
    for await (const batch of inBatches(query, model, placed)) {
      const ids = batch.flatMap(({ row }) => row.id ?? []);
      const targets = await readItems(query, model.key, ids);
      for (const { row, position } of batch) {
        if (rows.length === limit || (bytes > pageBytes && rows.length > 0))
          return { rows: await withImages(query, model, rows), next: position };
        const described = describe(model, row, targets.get(row.id ?? 0), newLabels);
        bytes += Buffer.byteLength(JSON.stringify(described));
        rows.push(described);
      }
    }
  }
  return { rows: await withImages(query, model, rows), next: undefined };
}

async function withImages(
  query: Query,
  { instanceId, id }: TemplateModel,
  rows: ImportedRow[],
): Promise<ImportedRow[]> {
  const existing = rows.flatMap(({ item_id }) => (item_id === null ? [] : [{ template_id: id, id: item_id }]));
  const images = await findPictures(query, instanceId, existing);
  return rows.map((row) => {
    const image = images.get(row.item_id ?? 0);
    return image === undefined ? row : { ...row, image };
  });
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

function describe(model: TemplateModel, row: CheckedRow, current: Current, newLabels: NewLabels): ImportedRow {
  const { line, outcome, id, refusal, further = [] } = row;
  return {
    line,
    outcome,
    item_id: id,
    label: row.label,
    version: current?.version ?? null,
    fields: changedFields(model, row, current, newLabels),
    refusal: refusal ? describeRefusal(model, row, refusal) : null,
    ...(further.length > 0 && { further_refusals: further.map((one) => describeRefusal(model, row, one)) }),
  };
}

const describeRefusal = (model: TemplateModel, row: CheckedRow, refusal: Incompatibility) => ({
  field_id: refusal.field_id === 'fields' ? null : refusal.field_id,
  name: refusal.field_id === 'fields' ? null : columnAt(model, refusal.field_id, refusal.path ?? null),
  path: refusal.path ? [...refusal.path] : null,
  reason: refusal.reason,
  value: refusal.value ?? valueAt(row, refusal),
});

/** A value that a rule refuses, as a text; `null` if it is empty, or no single value. */
function valueAt({ label, values = {} }: CheckedRow, { field_id, path = [] }: Incompatibility): string | null {
  if (field_id === labelField) return label || null;
  let row: ItemValues = values;
  for (const index of path) {
    const inner = Object.values(row)
      .map(rowsOf)
      .find((rows) => rows[index] && field_id in rows[index]);
    if (!inner) break;
    row = inner[index] ?? {};
  }
  const value = row[field_id];
  if (value === undefined || value === null || typeof value === 'object') return null;
  return shownCell(String(value));
}

const columnAt = ({ tree }: TemplateModel, fieldId: string, rows: readonly number[] | null): string =>
  fieldId === labelField ? systemColumns.label : topColumn(placedName(tree, fieldId, rows));

function changedFields(
  model: TemplateModel,
  row: CheckedRow,
  current: Current,
  newLabels: NewLabels,
): ImportedRow['fields'] {
  if (!row.values) return [];
  const conflicts = new Set(row.conflicts);
  const after = withoutIds(model, row.values, newLabels);
  const before = current?.values ?? {};
  const fields: ImportedRow['fields'] = [];
  const add = (field_id: string, was: unknown, is: unknown) => {
    if (sameSetting(was, is) || (isEmpty(was) && isEmpty(is))) return;
    const name = columnAt(model, field_id, null);
    fields.push({ field_id, name, before: was ?? null, after: is ?? null, is_conflict: conflicts.has(field_id) });
  };
  add(labelField, current?.label, row.label);
  for (const id of model.leaves.keys()) if (id in after || id in before) add(id, before[id], after[id]);
  return fields;
}
