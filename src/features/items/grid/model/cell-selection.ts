import type { CellPlace } from '../../../../shared/table/keys/next-cell.ts';
import { rangeOf, type SheetSelection } from './selection.ts';

/** The key of the blank row at the end. */
export const blankRow = '';

/** A cell by the key of its row and the id of its column. */
export interface CellId {
  row: string;
  column: string;
}

/** Cells by the keys of their rows and the ids of their columns, both in the order of the sheet. */
export interface CellArea {
  rows: readonly string[];
  columns: readonly string[];
}

/**
 * The selected cells, from the active one, which keys act on, to the head, which Shift moves. They belong to items and fields:
 * deleted rows and hidden columns leave the selection, and neighbours never enter it. When it is empty, `active` is the focus only.
 */
export interface CellSelection extends CellArea {
  active: CellId;
  head: CellId;
  /** False once some of what was selected is gone: texts and copies have no longer the shape that they were meant for. */
  isWhole: boolean;
}

const nowhere: CellId = { row: blankRow, column: '' };

/** The selection of a sheet without cells. */
export const noCells: CellSelection = { active: nowhere, head: nowhere, rows: [], columns: [], isWhole: true };

/** True if no cell is selected. */
export const isEmptyArea = ({ rows, columns }: CellArea): boolean => rows.length === 0 || columns.length === 0;

/** The selection of the cells that are at places of a sheet now. */
export function selectPlaces({ active, head }: SheetSelection, sheet: CellArea): CellSelection {
  const { top, bottom, left, right } = rangeOf({ active, head });
  const idAt = ({ row, column }: CellPlace): CellId => ({
    row: sheet.rows[row] ?? blankRow,
    column: sheet.columns[column] ?? '',
  });
  return {
    active: idAt(active),
    head: idAt(head),
    rows: sheet.rows.slice(top, bottom + 1),
    columns: sheet.columns.slice(left, right + 1),
    isWhole: true,
  };
}

/** The selection of an area. */
export const selectArea = ({ rows, columns }: CellArea): CellSelection => ({
  active: { row: rows[0] ?? blankRow, column: columns[0] ?? '' },
  head: { row: rows.at(-1) ?? blankRow, column: columns.at(-1) ?? '' },
  rows,
  columns,
  isWhole: true,
});

/** What is left of a selection in a sheet that had other rows and columns before. */
export function followSheetOrder(selection: CellSelection, before: CellArea, sheet: CellArea): CellSelection {
  const rows = common(sheet.rows, selection.rows);
  const columns = common(sheet.columns, selection.columns);
  const left = rows.length === 0 || columns.length === 0 ? { rows: [], columns: [] } : { rows, columns };
  const around = isEmptyArea(left) ? sheet : left;
  const follow = ({ row, column }: CellId): CellId => ({
    row: nearest(row, before.rows, around.rows),
    column: nearest(column, before.columns, around.columns),
  });
  const isLess = rows.length < selection.rows.length || columns.length < selection.columns.length;
  return {
    ...left,
    active: follow(selection.active),
    head: follow(selection.head),
    isWhole: selection.isWhole && !isLess,
  };
}

/** Those of a list that are also in another one, in its order. */
export function common(all: readonly string[], some: readonly string[]): string[] {
  const chosen = new Set(some);
  return all.filter((one) => chosen.has(one));
}

/** The same one, or what followed it, or what preceded it. */
function nearest(one: string, before: readonly string[], now: readonly string[]): string {
  const left = new Set(now);
  if (left.has(one)) return one;
  const index = before.indexOf(one);
  const isLeft = (other: string) => left.has(other);
  return before.slice(index + 1).find(isLeft) ?? before.slice(0, Math.max(0, index)).findLast(isLeft) ?? now[0] ?? '';
}
