import { columnLetters } from './sheet-table.ts';
import { fromTabSeparated, toTabSeparated } from './tab-separated.ts';

/** Cells that were pasted, or the reason why they cannot be read as a sentence. */
export type PastedCells = { rows: string[][] } | { problem: string };

const merged = /\b(?:row|col)span\s*=\s*["']?(?!1\b)\d/i;

/**
 * Reads cells of a sheet program from the clipboard. Its text has the value of merged cells only once, so that the others
 * would be cleared: each row gets it. Which column it belongs to is not known if columns are merged, too.
 */
export function readPastedCells(clipboard: Pick<DataTransfer, 'getData'>): PastedCells {
  const rows = fromTabSeparated(clipboard.getData('text/plain'));
  const html = clipboard.getData('text/html');
  if (!merged.test(html)) return { rows };
  const table = new DOMParser().parseFromString(html, 'text/html').querySelector('table');
  // Another form of the same content, such as a part of a web page.
  if (table?.rows.length !== rows.length) return { rows };
  for (const { row, column, rowSpan, colSpan } of mergedCells(table)) {
    const text = rows[row]?.[column] ?? '';
    if (text === '') continue;
    if (colSpan > 1)
      return {
        problem: `Nothing was pasted: "${text.slice(0, 40)}" is in cells of the columns ${columnLetters(column)} to ${columnLetters(column + colSpan - 1)} of the copied range, which are merged. Unmerge them, then copy again.`,
      };
    for (let below = row + 1; below < Math.min(row + rowSpan, rows.length); below += 1) {
      const cells = rows[below];
      if (cells && column < cells.length) cells[column] = text;
    }
  }
  return { rows };
}

/**
 * True if numbers of the clipboard are likely to have decimal commas: those of a sheet program, which writes HTML, too, in a
 * language that has them. The console copies texts alone.
 */
export const writesDecimalCommas = (clipboard: Pick<DataTransfer, 'getData'>): boolean =>
  clipboard.getData('text/html') !== '' && new Intl.NumberFormat(navigator.language).format(0.5).includes(',');

/** The same as tab-separated text. */
export const pastedText = (clipboard: Pick<DataTransfer, 'getData'>): { text: string } | { problem: string } => {
  const text = clipboard.getData('text/plain');
  if (!merged.test(clipboard.getData('text/html'))) return { text };
  const read = readPastedCells(clipboard);
  return 'problem' in read ? read : { text: toTabSeparated(read.rows) };
};

interface MergedCell {
  row: number;
  column: number;
  rowSpan: number;
  colSpan: number;
}

function mergedCells(table: HTMLTableElement): MergedCell[] {
  const found: MergedCell[] = [];
  /** Until which row each column is covered by a cell above. */
  const covered: number[] = [];
  for (const [row, { cells }] of [...table.rows].entries()) {
    let column = 0;
    for (const { rowSpan, colSpan } of cells) {
      while ((covered[column] ?? 0) > row) column += 1;
      for (let at = column; at < column + colSpan; at += 1) covered[at] = row + rowSpan;
      if (rowSpan > 1 || colSpan > 1) found.push({ row, column, rowSpan, colSpan });
      column += colSpan;
    }
  }
  return found;
}
