import { numberText } from '@quartermaster/contract/number-text.ts';
import { findHeader, lastLineOf } from './find-header.ts';
import { findTotals } from './find-totals.ts';
import type { SheetChoice } from './open-sheet.ts';
import { sheetLimits } from './sheet-limits.ts';
import { SheetProblem } from './sheet-problem.ts';
import { columnLetters, isBlank, type SheetCell, shownOf } from './sheet-table.ts';
import type { WorkbookSheet } from './xlsx/read-sheet.ts';

/** The rows of a file, and which of them are read. */
export interface Table {
  /** The index of the header among the rows. */
  header: number;
  /** The indexes of the columns that are read. */
  indexes: readonly number[];
  /** A row that is left out is empty. */
  rows: SheetCell[][];
  /** Texts of a text file may be escaped so that no sheet program calculates them. */
  isText: boolean;
  /** By their indexes: what the sheet hides below its header, whether it is left out or not. */
  hidden: WorkbookSheet['hidden'];
  /** The indexes of the rows that are totals, and what their first cells show. */
  totals: readonly number[];
  labels: readonly string[];
}

/** What a workbook has besides the rows of a sheet, and what of it is wanted. */
interface TableOptions {
  isText: boolean;
  choice: Pick<SheetChoice, 'header' | 'withHidden' | 'withTotals'>;
  sheet?: Pick<WorkbookSheet, 'merged' | 'hidden' | 'sums'>;
}

const nothingHidden = { rows: new Set<number>(), columns: new Set<number>() };

/** The rows of a sheet below its header, without those that are hidden, and without totals unless they are wanted. */
export function toTable(all: readonly SheetCell[][], { isText, choice, sheet }: TableOptions): Table {
  const header =
    choice.header === undefined ? lastLineOf(findHeader(all, isText), sheet?.merged ?? []) : choice.header - 1;
  if (header < 0) throw new SheetProblem('The sheet is empty.');
  if ((all[header] ?? []).every(isBlank))
    throw new SheetProblem(`Row ${numberText(header + 1)} is empty. Choose the row that names the columns.`);
  const hidden = leftOut(all, header, sheet?.hidden ?? nothingHidden);
  const isLeftOut = (row: number) => row > header && hidden.rows.has(row);
  const visible = choice.withHidden ? [...all] : all.map((row, index) => (isLeftOut(index) ? [] : row));
  const totals = findTotals(visible, header, sheet?.sums ?? new Set());
  const isTotal = new Set(totals);
  const rows = choice.withTotals ? visible : visible.map((row, index) => (isTotal.has(index) ? [] : row));
  let [columns, characters] = [0, 0];
  for (const row of rows) {
    columns = Math.max(columns, lengthOf(row));
    for (const cell of row) if (typeof cell === 'string') characters += cell.length;
  }
  if (characters > sheetLimits.characters)
    throw new SheetProblem(
      `The texts of the sheet have more than ${numberText(sheetLimits.characters)} characters in all. Split it, or delete the columns that are not needed.`,
    );
  if (columns > sheetLimits.columns)
    throw new SheetProblem(
      `The sheet has ${numberText(columns)} columns, and at most ${numberText(sheetLimits.columns)} are read. Delete those that are not needed.`,
    );
  if (rows.length - header - 1 > sheetLimits.rows)
    throw new SheetProblem(
      `The sheet has ${numberText(rows.length - header - 1)} rows, and at most ${numberText(sheetLimits.rows)} are imported at once. Split it.`,
    );
  const named = lengthOf(rows[header] ?? []);
  const longer = rows.findIndex((row, index) => index > header && isText && lengthOf(row) > named);
  if (longer >= 0)
    throw new SheetProblem(
      `Row ${numberText(longer + 1)} has a value in column ${columnLetters(named)}, but the header in row ${header + 1} ends before it. Check the separator and the quotes, or name the column.`,
    );
  const indexes = Array.from({ length: columns }, (_, index) => index).filter(
    (index) => choice.withHidden || !hidden.columns.has(index),
  );
  return { header, indexes, rows, isText, hidden, totals, labels: totals.map((row) => firstText(all[row] ?? [])) };
}

/** The hidden rows below the header, and the hidden columns, which have a value. */
function leftOut(all: readonly SheetCell[][], header: number, { rows, columns }: WorkbookSheet['hidden']) {
  const filled = [...columns].filter((at) => all.some((row, index) => index >= header && !isBlank(row[at])));
  return {
    rows: new Set([...rows].filter((row) => row > header && !(all[row] ?? []).every(isBlank))),
    columns: new Set(filled),
  };
}

const firstText = (row: readonly SheetCell[]): string => String(shownOf(row.find((cell) => !isBlank(cell))) ?? '');

/** The number of cells up to the last one with a value. */
const lengthOf = (row: readonly SheetCell[]): number => row.findLastIndex((cell) => !isBlank(cell)) + 1;
