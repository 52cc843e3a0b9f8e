import { defaultValues } from '@quartermaster/contract/content/default-values.ts';
import { isShown, shownRulesOf } from '@quartermaster/contract/content/field-visibility.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { createUuid } from '../../../../shared/http/event-id.ts';
import type { CellPlace } from '../../../../shared/table/keys/next-cell.ts';
import {
  type CellContent,
  contentOf,
  emptyContent,
  isBlank,
  readText,
  reasonOf,
  type SheetColumn,
  textOf,
} from './cell-content.ts';
import type { CellRange } from './selection.ts';
import type { CellChange, Sheet, SheetRow } from './sheet.ts';

/** A sheet as it is shown: its columns in their order, and whether rows can be added. */
export interface SheetView {
  sheet: Sheet;
  columns: readonly SheetColumn[];
  tree: readonly TreeNode[];
  canAdd: boolean;
}

/** What an action does to a sheet. */
export interface SheetEdit {
  cells: CellChange[];
  added: SheetRow[];
  /** The cells that the action is about. */
  range: CellRange;
  /** Cells that cannot be edited, which the action leaves as they are. */
  lockedCells: number;
  /** Rows that would have to be added, and cannot be. */
  missingRows: number;
}

/** The content of the cell at a place. */
export function contentAt({ sheet, columns }: SheetView, { row, column }: CellPlace): CellContent {
  const key = sheet.rows()[row]?.key;
  const id = columns[column]?.id;
  return key === undefined || id === undefined ? emptyContent : sheet.content(key, id);
}

/** True if the cell at a place holds nothing. */
export const isBlankAt = (view: SheetView, position: CellPlace): boolean => isBlank(contentAt(view, position));

/** A new item with its defaults. */
const newRow = (tree: readonly TreeNode[]): SheetRow => ({
  key: `n${createUuid()}`,
  id: null,
  version: 0,
  label: '',
  values: { ...defaultValues(tree) },
});

/** The values of a row with its edits; of an invalid cell, the text. */
export function valuesOf(sheet: Sheet, row: SheetRow): ItemValues {
  const edits = sheet.edits().get(row.key);
  if (!edits) return row.values;
  const edited = [...edits].map(([id, content]) => [id, 'text' in content ? content.text : content.value] as const);
  return { ...row.values, ...Object.fromEntries(edited) };
}

/** The changes of an action; the content of a cell is decided by `decide`, undefined for no change. */
function editOf(
  view: SheetView,
  range: CellRange,
  decide: (position: CellPlace, column: SheetColumn, current: CellContent) => CellContent | undefined,
): SheetEdit {
  const { sheet, columns, tree, canAdd } = view;
  const rows = sheet.rows();
  const beyond = Math.max(0, range.bottom + 1 - rows.length);
  const added = canAdd ? Array.from({ length: beyond }, () => newRow(tree)) : [];
  const edit: SheetEdit = { cells: [], added, range, lockedCells: 0, missingRows: beyond - added.length };
  for (let row = range.top; row <= range.bottom; row++) {
    const sheetRow = rows[row] ?? added[row - rows.length];
    if (!sheetRow) break;
    for (let index = range.left; index <= range.right; index++) {
      const column = columns[index];
      if (!column) continue;
      const current =
        sheetRow.id === null && !rows[row] ? startOf(sheetRow, column) : sheet.content(sheetRow.key, column.id);
      const content = decide({ row, column: index }, column, current);
      if (!content) continue;
      if (column.locked !== undefined) edit.lockedCells += 1;
      else edit.cells.push({ row: sheetRow.key, column: column.id, content });
    }
  }
  edit.range = { ...range, bottom: Math.max(range.top, Math.min(range.bottom, rows.length + added.length - 1)) };
  return withShown(view, withRequired(view, edit));
}

const startOf = (row: SheetRow, { id }: SheetColumn): CellContent => ({
  value: id === 'label' ? row.label : (row.values[id] ?? null),
});

/** Required cells of new rows that the action leaves empty are invalid from the start. */
function withRequired({ columns }: SheetView, edit: SheetEdit): SheetEdit {
  if (edit.added.length === 0) return edit;
  const cellsByRow = Map.groupBy(edit.cells, (cell) => cell.row);
  for (const row of edit.added) {
    const written = cellsByRow.get(row.key) ?? [];
    for (const column of columns) {
      if (column.locked !== undefined || written.some((cell) => cell.column === column.id)) continue;
      if (!isBlank(startOf(row, column))) continue;
      const content = contentOf(column, null);
      if (reasonOf(content) !== undefined) edit.cells.push({ row: row.key, column: column.id, content });
    }
  }
  return edit;
}

/**
 * Nobody has to enter a value that is hidden: what an action hides is no longer missing, and what it shows is, in all rows that
 * it changes.
 */
function withShown({ sheet, columns, tree }: SheetView, edit: SheetEdit): SheetEdit {
  const rules = shownRulesOf(tree);
  if (!rules) return edit;
  const isNewRow = new Set(edit.added.map(({ key }) => key));
  const byRow = Map.groupBy(edit.cells, (cell) => cell.row);
  const added = new Map(edit.added.map((row) => [row.key, row]));
  for (const [key, cells] of byRow) {
    const row = sheet.row(key) ?? added.get(key);
    if (!row) continue;
    const before = valuesOf(sheet, row);
    const after = { ...before, ...valuesIn(cells) };
    for (const column of columns) {
      if (!rules.parts.has(column.id) || column.locked !== undefined) continue;
      const change = cells.find((cell) => cell.column === column.id);
      const content = change?.content ?? (isNewRow.has(key) ? startOf(row, column) : sheet.content(key, column.id));
      if (!isBlank(content)) continue;
      const isNowShown = isShown(rules, column.id, [after]);
      const isChanged = isNowShown !== isShown(rules, column.id, [before]);
      const isStillMissing = !isNowShown && reasonOf(content) !== undefined;
      if (!change && !isChanged && !isStillMissing) continue;
      const next = isNowShown ? contentOf(column, null) : emptyContent;
      if (reasonOf(next) === reasonOf(content)) continue;
      if (change) change.content = next;
      else edit.cells.push({ row: key, column: column.id, content: next });
    }
  }
  return edit;
}

const valuesIn = (cells: readonly CellChange[]): ItemValues =>
  Object.fromEntries(cells.map(({ column, content }) => [column, 'text' in content ? content.text : content.value]));

/** A text typed into a cell. */
export const typeInto = (view: SheetView, position: CellPlace, text: string): SheetEdit =>
  editOf(view, oneCell(position), (_, column, current) => readText(column, text, current));

/** A value chosen for a cell. */
export const chooseFor = (view: SheetView, position: CellPlace, value: Parameters<typeof contentOf>[1]): SheetEdit =>
  editOf(view, oneCell(position), (_, column) => contentOf(column, value));

const oneCell = ({ row, column }: CellPlace): CellRange => ({ top: row, bottom: row, left: column, right: column });

/** Rows are added by typing and pasting, not by emptying or filling the blank row at the end. */
const withoutNewRows = (view: SheetView): SheetView => ({ ...view, canAdd: false });

/** Empties cells; what must not be empty becomes invalid. */
export const clearRange = (view: SheetView, range: CellRange): SheetEdit =>
  editOf(withoutNewRows(view), range, (_, column, current) =>
    isBlank(current) && reasonOf(current) === undefined ? undefined : contentOf(column, null),
  );

/** What a paste does to a sheet. */
export interface PasteEdit extends SheetEdit {
  /** Columns of the texts beyond the last one of the sheet. */
  missingColumns: number;
}

/**
 * Pastes texts from the top left of a range on. A single text fills the whole range, and so does a block whose size the range
 * is a multiple of; otherwise the block is pasted once. Rows beyond the last one are added.
 */
export function paste(view: SheetView, range: CellRange, texts: readonly (readonly string[])[]): PasteEdit {
  const height = texts.length;
  const width = Math.max(1, ...texts.map((cells) => cells.length));
  const repeats = (size: number, block: number) => (size % block === 0 ? size : block);
  const rows = repeats(range.bottom - range.top + 1, height);
  const columns = repeats(range.right - range.left + 1, width);
  const target: CellRange = {
    top: range.top,
    bottom: range.top + rows - 1,
    left: range.left,
    right: Math.min(view.columns.length - 1, range.left + columns - 1),
  };
  const edit = editOf(view, target, ({ row, column }, of, current) => {
    const text = texts[(row - target.top) % height]?.[(column - target.left) % width];
    return text === undefined ? undefined : readText(of, text, current);
  });
  return { ...edit, missingColumns: range.left + columns - 1 - target.right };
}

/** Fills the rows of a range below its first `source` rows with copies of these. */
export function fillDown(view: SheetView, range: CellRange, source = 1): SheetEdit {
  const target = { ...range, top: range.top + source };
  if (target.top > range.bottom) return { ...editOf(withoutNewRows(view), range, () => undefined), range };
  const edit = editOf(
    withoutNewRows(view),
    { ...target, bottom: Math.min(target.bottom, view.sheet.rows().length - 1) },
    (position) => contentAt(view, { ...position, row: range.top + ((position.row - range.top) % source) }),
  );
  return { ...edit, range: { ...range, bottom: edit.range.bottom } };
}

/** The cells of a range as texts. */
export function textsOf(view: SheetView, { top, bottom, left, right }: CellRange): string[][] {
  const rows = view.sheet.rows().slice(top, bottom + 1);
  const columns = view.columns.slice(left, right + 1);
  return rows.map(({ key }) => columns.map((column) => textOf(column, view.sheet.content(key, column.id))));
}
