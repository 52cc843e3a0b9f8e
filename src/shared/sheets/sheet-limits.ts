import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';

const mebibyte = 1024 * 1024;

/** What is read in the browser; larger files are imported by the call. */
export const sheetLimits = {
  /** Bytes of a text file. */
  textBytes: 100 * mebibyte,
  /** Bytes of a workbook, as it is and unpacked. */
  workbookBytes: 50 * mebibyte,
  unpackedBytes: 300 * mebibyte,
  /** Columns and rows, without the header. */
  columns: contentLimits.templateFields,
  rows: contentLimits.importRows,
  /** Cells up to the last one with a value of each row. */
  cells: 20_000_000,
  /** Characters of all cells: a workbook can have one text in each of them, and stores it once. */
  characters: contentLimits.importBody,
} as const;

/** A size as text, such as `1.2 GB`. */
export function sizeText(bytes: number): string {
  const units = ['KB', 'MB', 'GB', 'TB'];
  let size = bytes / 1024;
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${size >= 100 ? Math.round(size) : Number(size.toFixed(1))} ${units[unit]}`;
}
