import { isBlank, isUnread, type SheetCell } from './sheet-table.ts';
import type { MergedRows } from './xlsx/merged-cells.ts';

/** The index of the header: the first row with values, or the first of several columns if there are only titles above it. */
export function findHeader(rows: readonly SheetCell[][], isText: boolean): number {
  const first = rows.findIndex((row) => !row.every(isBlank));
  const isTitle = (row: readonly SheetCell[]) =>
    row.filter((cell) => !isBlank(cell) && !isUnread(cell)).length < 2 &&
    (!isText || row.length > 1 || row.every(isBlank));
  let header = first;
  while (header >= 0 && header < first + mostTitles && header < rows.length && isTitle(rows[header] ?? [])) header += 1;
  return header >= 0 && header < rows.length && !isTitle(rows[header] ?? []) ? header : first;
}

const mostTitles = 10;

/** The most lines of a header. */
const headerLines = 3;

/** The last line of a header whose cells are merged down: it has the names of all columns. */
export function lastLineOf(header: number, merged: readonly MergedRows[]): number {
  const ends = merged.filter(({ first }) => first === header).map(({ last }) => last);
  const [end = header] = ends;
  return end < header + headerLines && ends.every((other) => other === end) ? end : header;
}
