import { findField, notField } from '@quartermaster/contract/content/field-names.ts';
import { fieldStatus } from '@quartermaster/contract/content/item-fields.ts';
import type { RecordKind } from '@quartermaster/contract/endpoints/body-kinds.ts';
import type { ItemRecord, SavedItem, SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import type { ErrorName } from '@quartermaster/contract/errors.ts';
import {
  type FieldValue,
  isEmpty,
  type Parsed,
  type WireValue,
} from '@quartermaster/contract/field-types/field-type.ts';
import { isItemId, readItemId } from '@quartermaster/contract/field-types/item-link.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { checkLabel } from '@quartermaster/contract/rules/bulk-edits/operations.ts';
import { type ResolvedColumn, resolveColumn } from '@quartermaster/contract/sheets/resolve-column.ts';
import { columnOf, isSystemColumn } from '@quartermaster/contract/sheets/system-columns.ts';
import { listHeadersByIds } from '../../content/documents/item-repository.ts';
import { type SaveContext, saveItems } from '../../content/documents/save/save-items.ts';
import type { TemplateModel } from '../../content/model/template-model.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import { largestId } from '../../core/base/largest-id.ts';
import type { BodyRecord } from '../../core/http/record-lines.ts';

/** The columns of a record that are not fields. */
const columns = { id: '_id', version: '_version', internal_label: '_label' } as const;

type ItemLine = BodyRecord<ItemRecord>;

export const isNewRecord = ({ value }: ItemLine): boolean => isEmpty(value[columns.id]);

/** Saves records as items of a template, all or none; errors are by line and column. */
export async function saveRecords(
  deps: Deps,
  saver: SaveContext,
  model: TemplateModel,
  { kind, records, ignoresUnknown }: { kind: RecordKind; records: readonly ItemLine[]; ignoresUnknown: boolean },
): Promise<SavedItem[]> {
  if (records.length === 0) throw new AppError('invalid', { message: 'Send at least one record.' });
  const read = records.map((record) => readRecord(model, record, { kind, ignoresUnknown }));
  refuseWrong(read);
  const bodies = await withLabels(deps, model, read);
  try {
    return await saveItems(deps, saver, bodies);
  } catch (error) {
    throw error instanceof AppError ? byLine(model, error, read) : error;
  }
}

/** A record as a save; without a label, it keeps that of its item. */
interface ReadRecord {
  line: number;
  body: Omit<SaveItem, 'internal_label'> & { internal_label: string | undefined };
  wrong: [column: string, reason: string][];
  /** The columns that were sent, by the ids of their fields. */
  sent: Map<string, string>;
}

interface Reading {
  kind: RecordKind;
  ignoresUnknown: boolean;
}

function readRecord(model: TemplateModel, record: ItemLine, { kind, ignoresUnknown }: Reading): ReadRecord {
  const { line, value } = record;
  const wrong: ReadRecord['wrong'] = [];
  const unlessWrong = <T>(column: string, parsed: { value: T } | { reason: string }): T | undefined => {
    if (!('reason' in parsed)) return parsed.value;
    wrong.push([column, parsed.reason]);
    return undefined;
  };
  const id = unlessWrong(columns.id, readId(value[columns.id]));
  const version = unlessWrong(columns.version, readVersion(value[columns.version]));
  const label = unlessWrong(columns.internal_label, readLabel(value[columns.internal_label], isNewRecord(record)));
  const fields: SaveItem['fields'] = [];
  const sent: ReadRecord['sent'] = new Map();
  for (const [column, cell] of Object.entries(value)) {
    if (isSystemColumn(column)) continue;
    const resolved = resolveColumn(model.tree, column);
    if (!resolved && ignoresUnknown) continue;
    const field = unlessWrong(
      column,
      resolved ? readField(resolved, kind, cell) : { reason: reasonUnknown(model, column) },
    );
    if (!field) continue;
    fields.push(field);
    sent.set(field.id, column);
  }
  const body = { template_id: model.id, internal_label: label, fields, ...(id && { id }), ...(version && { version }) };
  return { line, body, wrong, sent };
}

const inRows = 'a field in rows cannot be set by a record';

const reasonUnknown = ({ tree }: TemplateModel, column: string): string =>
  findField(tree, column) ? inRows : notField(tree, column);

type Cell = ItemRecord[string] | undefined;
type Read<T> = { value: T | undefined } | { reason: string };

function readId(cell: Cell): Read<number> {
  if (isEmpty(cell)) return { value: undefined };
  const id = readItemId(cell);
  return isItemId(id) ? { value: id } : { reason: 'should be the id of an item' };
}

function readVersion(cell: Cell): Read<number> {
  if (isEmpty(cell)) return { value: undefined };
  const version = typeof cell === 'string' && /^[1-9]\d{0,9}$/.test(cell) ? Number(cell) : cell;
  const isVersion = typeof version === 'number' && Number.isInteger(version) && version > 0 && version <= largestId;
  return isVersion ? { value: version } : { reason: 'should be the version of the item' };
}

function readLabel(cell: Cell, isNew: boolean): Read<string> {
  if (cell === undefined) return isNew ? { reason: 'required field' } : { value: undefined };
  const reason = typeof cell === 'string' || cell === null ? checkLabel(cell ?? '') : 'should be a string';
  return reason === undefined ? { value: String(cell) } : { reason };
}

function readField(
  resolved: ResolvedColumn,
  kind: RecordKind,
  cell: ItemRecord[string],
): Read<SaveItem['fields'][number]> {
  if ('reason' in resolved) return resolved;
  const { node, rows, part } = resolved.target;
  const { id, settings } = node.field;
  const type = fieldTypeOf(settings.type);
  if (type.holds === 'rows' || rows.length > 0) return { reason: inRows };
  if (part.is !== 'value') return { reason: 'a text in one language cannot be set by a record' };
  if (type.computes) return { value: undefined };
  if (type.file) return { reason: 'an image cannot be set by a record' };
  const parsed: Parsed | { value: WireValue } = kind === 'csv' ? type.parse(String(cell), settings) : { value: cell };
  if ('reason' in parsed) return parsed;
  const value = kind === 'csv' ? type.wire.write(parsed.value as FieldValue, settings) : parsed.value;
  return {
    value: {
      id,
      template_field_id: id,
      // A field outside of rows has a type with a value.
      template_field_type: settings.type as SaveItem['fields'][number]['template_field_type'],
      template_group_id: null,
      template_group_path: null,
      value,
      status: isEmpty(value) ? fieldStatus.removed : fieldStatus.updated,
    },
  };
}

/** The maximum number of errors named per line, and of lines. */
const named = { perLine: 20, lines: 100 };

function refuseWrong(read: readonly ReadRecord[]): void {
  const lines = read.filter(({ wrong }) => wrong.length > 0).slice(0, named.lines);
  if (lines.length === 0) return;
  const fields = lines.flatMap(({ line, wrong }) =>
    wrong.slice(0, named.perLine).map(([column, reason]) => [`lines.${line}.${column}`, reason]),
  );
  throw new AppError('invalid', { fields: Object.fromEntries(fields) });
}

/** The saves; a record without a label gets the current one of its item, whose version the save compares. */
async function withLabels(
  { database: { query } }: Deps,
  { instanceId, id: templateId }: TemplateModel,
  read: readonly ReadRecord[],
): Promise<SaveItem[]> {
  const ids = read.flatMap(({ body: { id, internal_label: label } }) => (id && label === undefined ? [id] : []));
  const headers = ids.length > 0 ? await listHeadersByIds(query, { instanceId, templateId, ids }) : [];
  const labels = new Map(headers.map(({ id, internal_label }) => [id, internal_label]));
  return read.map(({ body }) => ({
    ...body,
    // The save refuses an item that does not exist.
    internal_label: body.internal_label ?? labels.get(body.id ?? 0) ?? '-',
  }));
}

/** The refusal of a batch with its items named by line, and their parts by the columns that were sent; another error is unchanged. */
function byLine({ tree }: TemplateModel, error: AppError, records: readonly ReadRecord[]): AppError {
  const { fields, details } = error.body;
  if (!fields) return error;
  const lineOf = (index: number) => records[index]?.line ?? 0;
  const renamed = Object.entries(fields).map(([path, reason]) => {
    const [, index = 0, part = ''] = /^items\.(\d+)\.(.*)$/.exec(path) ?? [];
    const id = part.replace(/^fields\.?/, '');
    const named = records[Number(index)]?.sent.get(id) ?? (id === '' ? '' : columnOf(tree, id));
    const column: string = columns[part as keyof typeof columns] ?? named;
    return [['lines', lineOf(Number(index)), ...(column === '' ? [] : [column])].join('.'), reason];
  });
  const { stale } = (details ?? {}) as { stale?: { index: number; version: number }[] };
  return new AppError(error.name as ErrorName, {
    message: error.message,
    fields: Object.fromEntries(renamed),
    ...(stale && { details: { stale: stale.map(({ index, version }) => ({ line: lineOf(index), version })) } }),
  });
}
