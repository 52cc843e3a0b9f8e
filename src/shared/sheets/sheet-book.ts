import { numberText } from '@quartermaster/contract/number-text.ts';
import { type Cell, unescapeFormula } from '@quartermaster/contract/sheets/csv-text.ts';
import { type Guess, guessColumn } from './guess-column.ts';
import { readCsv } from './read-csv.ts';
import { isArchive, readWorkbook, type Workbook } from './read-workbook.ts';
import type { Separator } from './separators.ts';
import { sheetLimits, sizeText } from './sheet-limits.ts';
import { SheetProblem } from './sheet-problem.ts';
import { columnLetters, isBlank } from './sheet-table.ts';
import { decodeText, type Encoding, encodingOf } from './text-encoding.ts';

/** How a file is read; what is not chosen is recognised. */
export interface SheetChoice {
  encoding?: Encoding;
  separator?: Separator;
  /** The name of the sheet. */
  sheet?: string;
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

/** A sheet as it was read. */
export interface OpenSheet {
  /** `null` for a workbook. */
  text: { encoding: Encoding; separator: Separator } | null;
  /** The names of the sheets in a workbook. */
  sheets: string[];
  sheet: string | null;
  columns: SheetColumn[];
  /** Rows with values, without the header. */
  rows: number;
  /** What the user should know, as sentences. */
  notes: string[];
}

/** What each column is sent as; `null` or nothing for one that is left out. */
export type ColumnNames = readonly (string | null | readonly string[])[];

/** A file that is read and written where it is, so that a page stays free of its rows. */
export interface SheetBook {
  /** Reads the file, or the one before in another way. */
  open: (file: Blob | undefined, choice: SheetChoice) => Promise<OpenSheet>;
  /** The rows as JSON lines by these names of the columns. A row has the line of its number. */
  write: (names: ColumnNames) => Promise<Blob>;
}

interface Table {
  /** The index of the header among the rows. */
  header: number;
  columns: number;
  rows: Cell[][];
  /** Texts of a text file may be escaped so that no sheet program calculates them. */
  isText: boolean;
}

const shownExamples = 3;

/** Creates the reader of one file. */
export function createSheetBook(): SheetBook {
  let bytes: Uint8Array<ArrayBuffer> | undefined;
  let workbook: Workbook[] | undefined;
  let table: Table | undefined;

  const read = async (file: Blob | undefined) => {
    if (file) {
      [bytes, workbook] = [undefined, undefined];
      checkSize(file);
      bytes = new Uint8Array(await file.arrayBuffer());
    }
    if (!bytes) throw new Error('No file is open.');
    return bytes;
  };

  return {
    open: async (file, choice) => {
      table = undefined;
      const content = await read(file);
      if (isArchive(content)) {
        workbook ??= await readWorkbook(content);
        const sheets = workbook.map(({ name }) => name);
        const shown =
          workbook.find(({ name }) => name === choice.sheet) ?? workbook.find(({ rows }) => rows.length > 0);
        table = tableOf(shown?.rows ?? [], false);
        return { text: null, sheets, sheet: shown?.name ?? null, ...describeTable(table) };
      }
      if (content[0] === 0xd0 && content[1] === 0xcf)
        throw new SheetProblem('This is a workbook in the old format (XLS). Save it as XLSX.');
      const encoding = choice.encoding ?? encodingOf(content);
      const { rows, separator } = readCsv(decodeText(content, encoding), choice.separator);
      table = tableOf(rows, true);
      return { text: { encoding, separator }, sheets: [], sheet: null, ...describeTable(table) };
    },
    write: async (names) => {
      if (!table) throw new Error('No sheet is open.');
      return writeLines(table, names);
    },
  };
}

function checkSize(file: Blob): void {
  const isWorkbook = file instanceof File && /\.xls[xm]?$/i.test(file.name);
  const most = isWorkbook ? sheetLimits.workbookBytes : sheetLimits.textBytes;
  if (file.size === 0) throw new SheetProblem('The file is empty.');
  if (file.size > most)
    throw new SheetProblem(
      `The file has ${sizeText(file.size)}, and at most ${sizeText(most)} are read here. Split it, or send it with the import call.`,
    );
}

/** The rows of a sheet below its header, the first row with values. */
function tableOf(rows: Cell[][], isText: boolean): Table {
  const header = rows.findIndex((row) => !row.every(isBlank));
  if (header < 0) throw new SheetProblem('The sheet is empty.');
  let columns = 0;
  for (const row of rows) columns = Math.max(columns, lengthOf(row));
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
  return { header, columns, rows, isText };
}

/** The number of cells up to the last one with a value. */
const lengthOf = (row: readonly Cell[]): number => row.findLastIndex((cell) => !isBlank(cell)) + 1;

function describeTable({ header, columns, rows, isText }: Table): Pick<OpenSheet, 'columns' | 'rows' | 'notes'> {
  const below = rows.slice(header + 1).filter((row) => !row.every(isBlank));
  if (below.length === 0) throw new SheetProblem('The sheet has a header, but no rows below it.');
  const described = Array.from({ length: columns }, (_, index): SheetColumn => {
    const text = String(rows[header]?.[index] ?? '').trim();
    const letters = columnLetters(index);
    return {
      name: (isText ? unescapeFormula(text) : text) || letters,
      letters,
      examples: examplesOf(below, index),
      guess: guessColumn(below.map((row) => row[index] ?? null)),
    };
  });
  return { columns: described, rows: below.length, notes: notesOf(described, rows, header) };
}

function examplesOf(rows: readonly Cell[][], index: number): string[] {
  const found = new Set<string>();
  for (const row of rows) {
    const cell = row[index] ?? null;
    if (!isBlank(cell)) found.add(String(cell).slice(0, 200));
    if (found.size === shownExamples) break;
  }
  return [...found];
}

function notesOf(columns: readonly SheetColumn[], rows: readonly Cell[][], header: number): string[] {
  const notes: string[] = [];
  for (const [name, alike] of Map.groupBy(columns, (column) => column.name))
    if (alike.length > 1)
      notes.push(`The columns ${alike.map(({ letters }) => letters).join(', ')} are all called "${name}".`);
  const width = columns.length;
  const short = rows.flatMap((row, index) =>
    index > header && row.length < width && !row.every(isBlank) ? [index + 1] : [],
  );
  if (short.length > 0)
    notes.push(
      `${short.length === 1 ? 'Row' : 'Rows'} ${short.slice(0, 5).map(numberText).join(', ')}${short.length > 5 ? ` and ${numberText(short.length - 5)} more` : ''} ${short.length === 1 ? 'ends' : 'end'} before the last column. The missing cells change nothing.`,
    );
  return notes;
}

/** How many rows become one part of the file that is sent. */
const rowsPerPart = 5000;

async function writeLines({ header, rows, isText }: Table, names: ColumnNames): Promise<Blob> {
  const parts: string[] = ['\n'.repeat(header + 1)];
  for (let start = header + 1; start < rows.length; start += rowsPerPart) {
    const lines = rows
      .slice(start, start + rowsPerPart)
      .map((row) => (row.every(isBlank) ? '' : JSON.stringify(recordOf(row, names, isText))));
    parts.push(`${lines.join('\n')}\n`);
    // Without a worker, the page answers in between.
    await new Promise((resolve) => setTimeout(resolve));
  }
  return new Blob(parts, { type: 'application/jsonl' });
}

function recordOf(row: readonly Cell[], names: ColumnNames, isText: boolean): Record<string, Cell> {
  // A field can be named `__proto__`.
  const record = new Map<string, Cell>();
  names.forEach((name, index) => {
    const cell = row[index];
    if (cell === undefined) return;
    const value = isText && typeof cell === 'string' ? unescapeFormula(cell) : cell;
    for (const one of [name ?? []].flat()) record.set(one, value);
  });
  return Object.fromEntries(record);
}
