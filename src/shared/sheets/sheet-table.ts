import type { Cell } from '@quartermaster/contract/sheets/csv-text.ts';

/** A cell that is not empty, but has no value; the reason follows its name, such as `B2`. */
export interface UnreadCell {
  shows: string;
  reason: string;
}

/** A cell of a file as it was read. */
export type SheetCell = Cell | UnreadCell;

/** A cell without a value, what it shows, and why it has none. */
export const unread = (shows: string, reason: string): UnreadCell => ({ shows, reason });

/** True for a cell that has no value and is not empty. */
export const isUnread = (cell: SheetCell | undefined): cell is UnreadCell => typeof cell === 'object' && cell !== null;

/** True for a cell without a value. */
export const isBlank = (cell: SheetCell | undefined): boolean =>
  cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '');

/** The letters of a column, such as `AB`. */
export function columnLetters(index: number): string {
  let letters = '';
  for (let rest = index; rest >= 0; rest = Math.floor(rest / 26) - 1)
    letters = String.fromCharCode(65 + (rest % 26)) + letters;
  return letters;
}
