import { arrowSteps, type CellPlace, nearestCell, nextCell } from '../../../../shared/table/keys/next-cell.ts';

/** The places of a selection while a key or a pointer changes it; what is stored is a {@link CellSelection}. */
export interface SheetSelection {
  active: CellPlace;
  head: CellPlace;
}

/** A rectangle of cells, inclusive. */
export interface CellRange {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** The size of a sheet, and what its cells hold. */
export interface SheetExtent {
  rows: number;
  columns: number;
  /** The number of rows in view. */
  page: number;
  isBlank: (position: CellPlace) => boolean;
}

/** A key that moves the selection. */
export interface MoveKey {
  key: string;
  isShift: boolean;
  /** Ctrl, or Cmd on a Mac. */
  isCommand: boolean;
}

/** The selection of a single cell. */
export const selectCell = (position: CellPlace): SheetSelection => ({ active: position, head: position });

/** The selection from its active cell to another one. */
export const extendTo = ({ active }: SheetSelection, head: CellPlace): SheetSelection => ({ active, head });

/** The cells of a selection. */
export const rangeOf = ({ active, head }: SheetSelection): CellRange => ({
  top: Math.min(active.row, head.row),
  bottom: Math.max(active.row, head.row),
  left: Math.min(active.column, head.column),
  right: Math.max(active.column, head.column),
});

/** The selection of all cells, with the active cell where it is. */
export const selectAll = ({ active }: SheetSelection, { rows, columns }: SheetExtent): SheetSelection =>
  rows === 0 ? selectCell(active) : { active: { row: 0, column: 0 }, head: { row: rows - 1, column: columns - 1 } };

/** The selection after a key; undefined for a key that moves nothing. */
export function move(selection: SheetSelection, pressed: MoveKey, extent: SheetExtent): SheetSelection | undefined {
  const { key, isShift } = pressed;
  if (key === 'Tab' || key === 'Enter')
    return selectCell(nearestCell(stepFrom(selection.active, key, isShift), extent));
  const from = isShift ? selection.head : selection.active;
  const to = target(from, pressed, extent);
  if (!to) return undefined;
  return isShift ? extendTo(selection, to) : selectCell(to);
}

const stepFrom = ({ row, column }: CellPlace, key: 'Tab' | 'Enter', isBack: boolean): CellPlace => {
  const by = isBack ? -1 : 1;
  return key === 'Tab' ? { row, column: column + by } : { row: row + by, column };
};

function target(from: CellPlace, { key, isCommand }: MoveKey, extent: SheetExtent): CellPlace | undefined {
  const by = isCommand ? arrowSteps[key] : undefined;
  return by ? edgeFrom(from, by, extent) : nextCell(from, { key, isCommand }, extent);
}

const add = (a: CellPlace, b: CellPlace): CellPlace => ({ row: a.row + b.row, column: a.column + b.column });

/** The last filled cell in a direction before a blank one, or the next filled one, or the last cell: as sheets do. */
function edgeFrom(from: CellPlace, by: CellPlace, extent: SheetExtent): CellPlace {
  const isInside = ({ row, column }: CellPlace) =>
    row >= 0 && row < extent.rows && column >= 0 && column < extent.columns;
  let position = from;
  let next = add(position, by);
  if (!isInside(next)) return position;
  const isRun = !extent.isBlank(position) && !extent.isBlank(next);
  while (isInside(next)) {
    if (isRun && extent.isBlank(next)) return position;
    position = next;
    if (!isRun && !extent.isBlank(position)) return position;
    next = add(position, by);
  }
  return position;
}
