import { defaultValues } from '@quartermaster/contract/content/default-values.ts';
import { isShown, shownRulesOf } from '@quartermaster/contract/content/field-visibility.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { createUuid } from '../../../../shared/http/event-id.ts';
import { hasDecimalComma, hasThousandsPoint, readWritten } from '../../../../shared/sheets/written-numbers.ts';
import type { CellPlace } from '../../../../shared/table/keys/next-cell.ts';
import { markOf } from '../../../../shared/table/row-marks.ts';
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
import { blankRow, type CellArea, type CellId } from './cell-selection.ts';
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
  area: CellArea;
  /** Cells that cannot be edited, such as those of deleted items, which the action leaves as they are. */
  lockedCells: number;
  /** Rows that would have to be added, and cannot be. */
  missingRows: number;
}

/** The content of a cell. */
export const contentAt = ({ sheet }: SheetView, { row, column }: CellId): CellContent =>
  row === blankRow || column === '' ? emptyContent : sheet.content(row, column);

/** True if the cell at a place holds nothing. */
export const isBlankAt = (view: SheetView, { row, column }: CellPlace): boolean =>
  isBlank(contentAt(view, { row: view.sheet.rows()[row]?.key ?? blankRow, column: view.columns[column]?.id ?? '' }));

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

/**
 * The changes of an action; the content of a cell is decided by `decide` by its place in the area, undefined for no change. Each blank
 * row of the area becomes a new one.
 */
function editOf(
  view: SheetView,
  area: CellArea,
  decide: (position: CellPlace, column: SheetColumn, current: CellContent) => CellContent | undefined,
): SheetEdit {
  const { sheet, tree, canAdd } = view;
  const columnsById = new Map(view.columns.map((column) => [column.id, column]));
  const edit: SheetEdit = { cells: [], added: [], area, lockedCells: 0, missingRows: 0 };
  const rows: string[] = [];
  for (const [index, key] of area.rows.entries()) {
    const known = sheet.row(key);
    if (!known && !(key === blankRow && canAdd)) {
      edit.missingRows += 1;
      continue;
    }
    const row = known ?? newRow(tree);
    rows.push(row.key);
    if (!known) edit.added.push(row);
    for (const [columnIndex, id] of area.columns.entries()) {
      const column = columnsById.get(id);
      if (!column) continue;
      const current = known ? sheet.content(row.key, column.id) : startOf(row, column);
      const content = decide({ row: index, column: columnIndex }, column, current);
      if (!content) continue;
      if (column.locked !== undefined || markOf(known)?.state === 'deleted') edit.lockedCells += 1;
      else edit.cells.push({ row: row.key, column: column.id, content });
    }
  }
  edit.area = { rows, columns: area.columns };
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
export const typeInto = (view: SheetView, cell: CellId, text: string): SheetEdit =>
  editOf(view, oneCell(cell), (_, column, current) => readText(column, text, current));

/** A value chosen for a cell. */
export const chooseFor = (view: SheetView, cell: CellId, value: Parameters<typeof contentOf>[1]): SheetEdit =>
  editOf(view, oneCell(cell), (_, column) => contentOf(column, value));

const oneCell = ({ row, column }: CellId): CellArea => ({ rows: [row], columns: [column] });

/** Rows are added by typing and pasting, not by emptying or filling the blank row at the end. */
const withoutBlankRow = ({ rows, columns }: CellArea): CellArea => ({
  rows: rows.filter((key) => key !== blankRow),
  columns,
});

/** Empties cells; what must not be empty becomes invalid. */
export const clearArea = (view: SheetView, area: CellArea): SheetEdit =>
  editOf(view, withoutBlankRow(area), (_, column, current) =>
    isBlank(current) && reasonOf(current) === undefined ? undefined : contentOf(column, null),
  );

/** What a paste does to a sheet. */
export interface PasteEdit extends SheetEdit {
  /** Columns of the texts beyond the last one of the sheet. */
  missingColumns: number;
}

/**
 * Pastes texts from the top left of an area on. A single text fills the whole area, and so does a block whose size the area
 * is a multiple of; otherwise the block is pasted once, beyond the area if it is larger. Rows beyond the last one are added.
 */
export function paste(
  view: SheetView,
  area: CellArea,
  texts: readonly (readonly string[])[],
  { hasDecimalCommas = false } = {},
): PasteEdit {
  const height = texts.length;
  const width = Math.max(1, ...texts.map((cells) => cells.length));
  const repeats = (size: number, block: number) => (size % block === 0 ? size : block);
  const rows = repeats(area.rows.length, height);
  const columns = repeats(area.columns.length, width);
  const all = { rows: view.sheet.rows().map(({ key }) => key), columns: view.columns.map(({ id }) => id) };
  const known = [...area.rows, ...after(all.rows, area.rows.at(-1))].slice(0, rows);
  const target: CellArea = {
    rows: [...known, ...Array.from({ length: rows - known.length }, () => blankRow)],
    columns: [...area.columns, ...after(all.columns, area.columns.at(-1))].slice(0, columns),
  };
  const isNumber = (id: string | undefined) => isNumeric(view.columns.find((column) => column.id === id));
  const arePointsUnclear =
    hasDecimalCommas ||
    texts.some((cells) => cells.some((text, at) => hasDecimalComma(text) && isNumber(target.columns[at])));
  const edit = editOf(view, target, ({ row, column }, of, current) => {
    const text = texts[row % height]?.[column % width];
    if (text === undefined) return undefined;
    return arePointsUnclear && isNumeric(of) && hasThousandsPoint(text.trim())
      ? { text, reason: unclearPoint(text) }
      : readText(of, text, current);
  });
  return { ...edit, missingColumns: columns - target.columns.length };
}

const isNumeric = (column: SheetColumn | undefined): boolean =>
  column?.settings !== undefined && fieldTypeOf(column.settings.type).family === 'number';

/** Sheets with decimal commas write thousands with points. */
const unclearPoint = (text: string): string =>
  `could be ${readWritten(text, 'decimal')} or ${readWritten(text, 'thousands')}, as other numbers have decimal commas; type the one that is right`;

/** What follows an entry of a list; nothing if it is not there. */
function after(all: readonly string[], one: string | undefined): readonly string[] {
  const index = one === undefined ? -1 : all.indexOf(one);
  return index === -1 ? [] : all.slice(index + 1);
}

/** Fills the rows of an area below some of its rows, the first one if omitted, with copies of these. */
export function fillDown(
  view: SheetView,
  area: CellArea,
  source: readonly string[] = area.rows.slice(0, 1),
): SheetEdit {
  const { rows, columns } = withoutBlankRow(area);
  const copied = new Set(source);
  const target = rows.filter((key) => !copied.has(key));
  const edit = editOf(view, { rows: target, columns }, ({ row, column }) =>
    contentAt(view, { row: source[row % source.length] ?? blankRow, column: columns[column] ?? '' }),
  );
  return { ...edit, area: { rows, columns } };
}

/** The cells of an area as texts. */
export function textsOf(view: SheetView, area: CellArea): string[][] {
  const chosen = new Set(area.columns);
  const columns = view.columns.filter(({ id }) => chosen.has(id));
  return withoutBlankRow(area).rows.map((key) =>
    columns.map((column) => textOf(column, view.sheet.content(key, column.id))),
  );
}
