import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { CellContent } from './cell-content.ts';
import type { GridState, UnansweredSave } from './grid-state.ts';
import type { CellChange, SentRow, SheetRow } from './sheet.ts';

/** The edits of a sheet in a serializable format, with the rows that they are based on. */
export interface StoredSheet {
  rows: SheetRow[];
  cells: CellChange[];
  unanswered: UnansweredSave | null;
}

/** A row with the edits of it that are sent. */
export function toSentRow(row: SheetRow, cells: SentRow['cells']): SentRow {
  const edited = [...cells].map(([column, content]) => [column, 'text' in content ? content.text : content.value]);
  const { label = row.label, ...values } = { ...row.values, label: row.label, ...Object.fromEntries(edited) };
  return { row, cells, label: String(label ?? '').trim(), values };
}

/** Of an item, only the values that edits are based on: a browser stores only a few megabytes. */
function toStoredRow(row: SheetRow, columns: Iterable<string>): SheetRow {
  const { key, id, version, label, values } = row;
  if (id === null) return row;
  const fields = [...columns].filter((column) => column !== 'label');
  const base = Object.fromEntries(fields.map((column) => [column, values[column] ?? null]));
  return { key, id, version, label, values: base, isPartial: true };
}

/** The edits of a grid, with the text in an open editor. */
export function toStoredSheet(state: GridState): unknown {
  const { sheet } = state;
  const edited = [...sheet.edits()].flatMap(([row, cells]) =>
    [...cells].map(([column, content]): CellChange => ({ row, column, content })),
  );
  const typing = state.typing();
  const isTyped = ({ row, column }: CellChange) => typing.some((one) => one.row === row && one.column === column);
  const cells = [...edited.filter((cell) => !isTyped(cell)), ...typing];
  const byRow = Map.groupBy(cells, ({ row }) => row);
  const edits = sheet.rows().filter(({ key, id }) => id === null || byRow.has(key));
  const rows = edits.map((row) =>
    toStoredRow(
      row,
      (byRow.get(row.key) ?? []).map(({ column }) => column),
    ),
  );
  const sent = state.unanswered?.rows.map((one) => ({
    row: toStoredRow(one.row, one.cells.keys()),
    cells: [...one.cells].map(([column, content]) => ({ row: one.row.key, column, content })),
  }));
  return { rows, cells, ...(state.unanswered && { unanswered: { save: state.unanswered.save, sent } }) };
}

/** Reads what {@link toStoredSheet} returned, without cells of columns that no longer exist; `null` if it is invalid. */
export function fromStoredSheet(stored: unknown, columns: ReadonlySet<string>): StoredSheet | null {
  if (!isObject(stored) || !Array.isArray(stored.rows) || !Array.isArray(stored.cells)) return null;
  if (!stored.rows.every(isRow) || !stored.cells.every(isCell)) return null;
  const keys = new Set(stored.rows.map(({ key }) => key));
  const cells = stored.cells.filter(({ row, column }) => columns.has(column) && keys.has(row));
  return { rows: stored.rows, cells, unanswered: toUnanswered(stored.unanswered) };
}

function toUnanswered(stored: unknown): UnansweredSave | null {
  if (!isObject(stored) || !isObject(stored.save) || !Array.isArray(stored.sent)) return null;
  const { lines, idempotencyKey } = stored.save;
  if (typeof lines !== 'string' || typeof idempotencyKey !== 'string' || !stored.sent.every(isSent)) return null;
  const rows = stored.sent.map(({ row, cells }) =>
    toSentRow(row, new Map(cells.map(({ column, content }) => [column, content]))),
  );
  return { rows, save: { lines, idempotencyKey } };
}

const isSent = (value: unknown): value is { row: SheetRow; cells: CellChange[] } =>
  isObject(value) && isRow(value.row) && Array.isArray(value.cells) && value.cells.every(isCell);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isRow(value: unknown): value is SheetRow {
  if (!isObject(value)) return false;
  const { key, id, version, label, values } = value;
  const isItem = id === null || Number.isInteger(id);
  return (
    typeof key === 'string' && isItem && Number.isInteger(version) && typeof label === 'string' && isValues(values)
  );
}

const isValues = (value: unknown): value is ItemValues => isObject(value);

const isCell = (value: unknown): value is CellChange =>
  isObject(value) && typeof value.row === 'string' && typeof value.column === 'string' && isContent(value.content);

const isContent = (value: unknown): value is CellContent =>
  isObject(value) && ('value' in value || (typeof value.text === 'string' && typeof value.reason === 'string'));
