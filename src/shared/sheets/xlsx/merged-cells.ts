import { sheetLimits } from '../sheet-limits.ts';
import { tooManyCells } from '../sheet-problem.ts';
import { columnLetters, isBlank, type SheetCell, unread } from '../sheet-table.ts';
import { placeOf } from './cell-reference.ts';

/** Rows, by their indexes, whose cells of a column are merged. */
export interface MergedRows {
  column: number;
  first: number;
  last: number;
}

/**
 * Gives the value of merged cells to each of their rows, as the sheet shows it; only the first cell has it. Which columns it
 * belongs to is not known if they are merged, too: then the others cannot be read. Returns the rows that are merged.
 */
export function fillMerged(rows: SheetCell[][], ranges: readonly string[]): MergedRows[] {
  const filled: MergedRows[] = [];
  let cells = 0;
  for (const range of ranges) {
    const [from = '', to = from] = range.split(':');
    const [first, last] = [placeOf(from), placeOf(to)];
    const value = rows[first.row]?.[first.column] ?? null;
    if (isBlank(value)) continue;
    const end = Math.min(last.row, rows.length - 1);
    const right = Math.min(last.column, sheetLimits.columns - 1);
    cells += Math.max(0, end - first.row + 1) * (right - first.column + 1);
    if (cells > sheetLimits.cells) throw tooManyCells();
    const other = unread('merged', `is merged with ${columnLetters(first.column)}${first.row + 1}`);
    for (let row = first.row; row <= end; row += 1) {
      const merged = [...(rows[row] ?? [])];
      // A row without any other value is none.
      if (merged.length === 0) continue;
      while (merged.length <= right) merged.push(null);
      if (row > first.row) merged[first.column] = value;
      merged.fill(other, first.column + 1, right + 1);
      rows[row] = merged;
    }
    if (end > first.row) filled.push({ column: first.column, first: first.row, last: end });
  }
  return filled;
}
