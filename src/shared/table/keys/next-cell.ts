/** A cell by its place, from 0. */
export interface CellPlace {
  row: number;
  column: number;
}

/** The size of a table, and how many rows Page Up and Page Down move. */
interface TableExtent {
  rows: number;
  columns: number;
  page: number;
}

/** A key and its modifiers; `isCommand` is Ctrl or, on a Mac, Cmd. */
interface PressedKey {
  key: string;
  isCommand: boolean;
}

/** What each arrow key adds to a place. */
export const arrowSteps: Readonly<Record<string, CellPlace>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

/** The nearest cell in a table. */
export const nearestCell = (
  position: CellPlace,
  { rows, columns }: Pick<TableExtent, 'rows' | 'columns'>,
): CellPlace => ({
  row: Math.max(0, Math.min(rows - 1, position.row)),
  column: Math.max(0, Math.min(columns - 1, position.column)),
});

/** The cell that a key moves to in any table; undefined for a key that moves nothing. */
export function nextCell(from: CellPlace, { key, isCommand }: PressedKey, extent: TableExtent): CellPlace | undefined {
  const to = target(from, { key, isCommand }, extent);
  return to && nearestCell(to, extent);
}

function target(from: CellPlace, { key, isCommand }: PressedKey, extent: TableExtent): CellPlace | undefined {
  const step = isCommand ? undefined : arrowSteps[key];
  if (step) return { row: from.row + step.row, column: from.column + step.column };
  switch (key) {
    case 'Home':
      return { row: isCommand ? 0 : from.row, column: 0 };
    case 'End':
      return { row: isCommand ? extent.rows - 1 : from.row, column: extent.columns - 1 };
    case 'PageUp':
      return { ...from, row: from.row - extent.page };
    case 'PageDown':
      return { ...from, row: from.row + extent.page };
    default:
      return undefined;
  }
}
