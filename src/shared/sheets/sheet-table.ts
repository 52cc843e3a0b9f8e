import type { Cell } from '@quartermaster/contract/sheets/csv-text.ts';
import { format } from 'numfmt';

/** A cell that is not empty, but has no value; the reason follows its name, such as `B2`. */
export interface UnreadCell {
  shows: string;
  reason: string;
}

/** A number of a workbook that its cell shows in a format. */
export interface NumberCell {
  /** The number, or a text such as `12.5%` for a percentage. */
  value: number | string;
  /** The number that is stored, and its format. */
  stored: number;
  code: string;
}

/** A cell of a file as it was read. */
export type SheetCell = Cell | NumberCell | UnreadCell;

/** A cell without a value, what it shows, and why it has none. */
export const unread = (shows: string, reason: string): UnreadCell => ({ shows, reason });

/** True for a cell that has no value and is not empty. */
export const isUnread = (cell: SheetCell | undefined): cell is UnreadCell =>
  typeof cell === 'object' && cell !== null && 'reason' in cell;

const isNumberCell = (cell: SheetCell | undefined): cell is NumberCell =>
  typeof cell === 'object' && cell !== null && 'code' in cell;

/** The value of a cell, for a field of numbers and the like; one that could not be read has none. */
export const cellValue = (cell: SheetCell | undefined): Cell =>
  isNumberCell(cell) ? cell.value : isUnread(cell) ? null : (cell ?? null);

/** What a cell shows, for a field of texts: `1.10` for the number 1.1 in the format `0.00`. */
export function shownOf(cell: SheetCell | undefined): Cell {
  if (!isNumberCell(cell)) return cellValue(cell);
  try {
    return format(cell.code, cell.stored).trim();
  } catch {
    // A format that no program knows shows the number.
    return cell.value;
  }
}

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
