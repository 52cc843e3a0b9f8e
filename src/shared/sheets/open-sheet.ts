import type { Separator } from '@quartermaster/contract/sheets/separators.ts';
import type { Encoding } from './encodings.ts';
import type { Guess } from './guess-column.ts';
import type { NamedSheet } from './read-workbook.ts';

/** How a file is read; what is not chosen is recognised. */
export interface SheetChoice {
  encoding?: Encoding;
  separator?: Separator;
  /** The name of the sheet. */
  sheet?: string;
  /** The number of the row that names the columns. */
  header?: number;
  /** Reads hidden rows and columns, too. */
  withHidden?: boolean;
  /** Reads rows that sum others, too. */
  withTotals?: boolean;
}

/** A column of a sheet. */
export interface SheetColumn {
  /** The text in the header, or the letters of the column without one. */
  name: string;
  letters: string;
  /** The first different values. */
  examples: string[];
  guess: Guess;
}

/** A file as it was read. */
export interface OpenSheet {
  /** `null` for a workbook. */
  text: { encoding: Encoding; separator: Separator } | null;
  /** The sheets in a workbook. */
  sheets: NamedSheet[];
  sheet: string | null;
  /** The number of the row that names the columns. */
  header: number | null;
  columns: SheetColumn[];
  /** Rows with values that are read, without the header. */
  rows: number;
  /** What is left out unless it is wanted: hidden rows and columns, and rows that sum others. */
  leftOut: { hidden: number; totals: number };
  /** What the user should know, as sentences. */
  notes: string[];
  /** Why no rows could be read, as a sentence; another choice may help. */
  problem?: string;
}

/** What each column is sent as; `null` or nothing for one that is left out. */
export type ColumnNames = readonly (string | null | readonly string[])[];
