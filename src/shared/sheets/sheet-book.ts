import { numberText } from '@quartermaster/contract/number-text.ts';
import { type Cell, csvLine, unescapeFormula } from '@quartermaster/contract/sheets/csv-text.ts';
import type { Separator } from '@quartermaster/contract/sheets/separators.ts';
import { unreadColumn } from '@quartermaster/contract/sheets/system-columns.ts';
import { type Encoding, encodings } from './encodings.ts';
import { type Guess, guessColumn } from './guess-column.ts';
import { readCsv } from './read-csv.ts';
import { isArchive, openWorkbook, type Workbook } from './read-workbook.ts';
import { sheetLimits, sizeText } from './sheet-limits.ts';
import { SheetProblem } from './sheet-problem.ts';
import { columnLetters, isBlank, isUnread, type SheetCell, unread } from './sheet-table.ts';
import { decodeText, encodingOf } from './text-encoding.ts';
import type { MergedRows } from './xlsx/merged-cells.ts';
import type { WorkbookSheet } from './xlsx/read-sheet.ts';

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
  /** The whole sheet as CSV as the server reads it. A row has the line of its number. */
  writeCsv: () => Promise<Blob>;
}

interface Table {
  /** The index of the header among the rows. */
  header: number;
  columns: number;
  rows: SheetCell[][];
  /** Texts of a text file may be escaped so that no sheet program calculates them. */
  isText: boolean;
}

const shownExamples = 3;

/** Creates the reader of one file. */
export function createSheetBook(): SheetBook {
  let bytes: Uint8Array<ArrayBuffer> | undefined;
  let workbook: Workbook | undefined;
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
        workbook ??= openWorkbook(content);
        const { name, sheet } = chooseSheet(workbook, choice.sheet);
        table = tableOf(sheet.rows, false, sheet.merged);
        const { notes, ...described } = describeTable(table);
        return {
          text: null,
          sheets: workbook.sheets,
          sheet: name,
          ...described,
          notes: [...notes, ...workbookNotes(table, sheet)],
        };
      }
      if (content[0] === 0xd0 && content[1] === 0xcf)
        throw new SheetProblem('This is a workbook in the old format (XLS). Save it as XLSX.');
      const { encoding, isGuess } = choice.encoding
        ? { encoding: choice.encoding, isGuess: false }
        : await encodingOf(content);
      const { text, isWhole } = decodeText(content, encoding);
      const { rows, separator } = readCsv(text, choice.separator);
      table = tableOf(isWhole ? rows : withoutBroken(rows, encoding), true);
      const { notes, ...described } = describeTable(table);
      const guess = isGuess && encoding !== 'utf-8' ? [notUnicode(encoding)] : [];
      return {
        text: { encoding, separator },
        sheets: [],
        sheet: null,
        ...described,
        notes: [...guess, ...(isWhole ? [] : [notWhole(encoding)]), ...notes],
      };
    },
    write: async (names) => {
      if (!table) throw new Error('No sheet is open.');
      return writeLines(table, names);
    },
    writeCsv: async () => {
      if (!table) throw new Error('No sheet is open.');
      return writeCsv(table);
    },
  };
}

const notUnicode = (encoding: Encoding): string =>
  `The file is not in Unicode. It is read as ${encodings[encoding]}; choose another encoding if letters look wrong.`;
const notWhole = (encoding: Encoding): string =>
  `Not all of the file is ${encodings[encoding]}. Rows with other letters are refused if their column is imported; or choose another encoding.`;

/** Cells whose letters are in another encoding than those of the others cannot be read. */
const withoutBroken = (rows: readonly Cell[][], encoding: Encoding): SheetCell[][] =>
  rows.map((row) =>
    row.map((cell) =>
      typeof cell === 'string' && cell.includes('\ufffd')
        ? unread(cell, `has letters that are not ${encodings[encoding]}`)
        : cell,
    ),
  );

/** The sheet of a name, or else the first with values that can be read. */
function chooseSheet(workbook: Workbook, chosen: string | undefined): { name: string; sheet: WorkbookSheet } {
  if (chosen !== undefined && workbook.sheets.includes(chosen)) return { name: chosen, sheet: workbook.read(chosen) };
  let problem: unknown = new SheetProblem('The sheet is empty.');
  let hasFailed = false;
  for (const name of workbook.sheets) {
    try {
      const sheet = workbook.read(name);
      if (sheet.rows.length > 0) return { name, sheet };
    } catch (error) {
      if (!hasFailed) problem = error;
      hasFailed = true;
    }
  }
  throw problem;
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

/** The index of the header: the first row with values, or the first of several columns if there are only titles above it. */
function headerOf(rows: readonly SheetCell[][], isText: boolean): number {
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
function lastLineOf(header: number, merged: readonly MergedRows[]): number {
  const ends = merged.filter(({ first }) => first === header).map(({ last }) => last);
  const [end = header] = ends;
  return end < header + headerLines && ends.every((other) => other === end) ? end : header;
}

/** The rows of a sheet below its header. */
function tableOf(rows: SheetCell[][], isText: boolean, merged: readonly MergedRows[] = []): Table {
  const header = lastLineOf(headerOf(rows, isText), merged);
  if (header < 0) throw new SheetProblem('The sheet is empty.');
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
  return { header, columns, rows, isText };
}

/** The number of cells up to the last one with a value. */
const lengthOf = (row: readonly SheetCell[]): number => row.findLastIndex((cell) => !isBlank(cell)) + 1;

function describeTable({ header, columns, rows, isText }: Table): Pick<OpenSheet, 'columns' | 'rows' | 'notes'> {
  const below = rows.slice(header + 1).filter((row) => !row.every(isBlank));
  if (below.length === 0) throw new SheetProblem('The sheet has a header, but no rows below it.');
  const described = Array.from({ length: columns }, (_, index): SheetColumn => {
    const name = rows[header]?.[index] ?? '';
    const text = isUnread(name) ? '' : String(name).trim();
    const letters = columnLetters(index);
    return {
      name: (isText ? unescapeFormula(text) : text) || letters,
      letters,
      examples: examplesOf(below, index),
      guess: guessColumn(below.map((row) => readOrNull(row[index]))),
    };
  });
  return { columns: described, rows: below.length, notes: notesOf(described, { header, columns, rows, isText }) };
}

const readOrNull = (cell: SheetCell | undefined) => (isUnread(cell) ? null : (cell ?? null));

function examplesOf(rows: readonly SheetCell[][], index: number): string[] {
  const found = new Set<string>();
  for (const row of rows) {
    const cell = row[index] ?? null;
    if (!isBlank(cell)) found.add(String(isUnread(cell) ? cell.shows : cell).slice(0, 200));
    if (found.size === shownExamples) break;
  }
  return [...found];
}

function notesOf(columns: readonly SheetColumn[], { rows, header, isText }: Table): string[] {
  const notes: string[] = [];
  if (rows.slice(0, header).some((row) => !row.every(isBlank)))
    notes.push(`The header is in row ${header + 1}. What is above it is not imported.`);
  for (const [name, alike] of Map.groupBy(columns, (column) => column.name))
    if (alike.length > 1)
      notes.push(`The columns ${alike.map(({ letters }) => letters).join(', ')} are all called "${name}".`);
  const width = columns.length;
  const short = rows.flatMap((row, index) =>
    isText && index > header && row.length < width && !row.every(isBlank) ? [index + 1] : [],
  );
  if (short.length > 0)
    notes.push(
      `${short.length === 1 ? 'Row' : 'Rows'} ${short.slice(0, 5).map(numberText).join(', ')}${short.length > 5 ? ` and ${numberText(short.length - 5)} more` : ''} ${short.length === 1 ? 'ends' : 'end'} before the last column. The missing cells change nothing.`,
    );
  return notes;
}

/** What a user should know of the values of a workbook. */
function workbookNotes({ header, rows }: Table, { dated, merged }: WorkbookSheet): string[] {
  const named = (columns: ReadonlySet<number>) =>
    [...columns]
      .toSorted((a, b) => a - b)
      .map(columnLetters)
      .join(', ');
  const unreadCells = rows.flatMap((row, index) =>
    index > header
      ? row.flatMap((cell, at) => (isUnread(cell) ? [`${columnLetters(at)}${index + 1} ${cell.reason}`] : []))
      : [],
  );
  const [first] = unreadCells;
  const filled = new Set(merged.flatMap(({ column, last }) => (last > header ? [column] : [])));
  return [
    ...(dated.size > 0 ? [`Dates have no zone in a workbook. Those of column ${named(dated)} are read as UTC.`] : []),
    ...(filled.size > 0 ? [`Merged cells of column ${named(filled)} give their value to each of their rows.`] : []),
    ...(first === undefined
      ? []
      : [
          `${unreadCells.length === 1 ? 'A cell has' : `${numberText(unreadCells.length)} cells have`} no value that can be imported: ${first}${unreadCells.length === 1 ? '' : ', for example'}. Their rows are refused if the column is imported.`,
        ]),
  ];
}

/** How many rows become one part of the file that is sent. */
const rowsPerPart = 5000;

async function writeLines({ header, rows, isText }: Table, names: ColumnNames): Promise<Blob> {
  const parts: string[] = ['\n'.repeat(header + 1)];
  for (let start = header + 1; start < rows.length; start += rowsPerPart) {
    const lines = rows
      .slice(start, start + rowsPerPart)
      .map((row, index) =>
        row.every(isBlank) ? '' : JSON.stringify(recordOf(row, names, { number: start + index + 1, isText })),
      );
    parts.push(`${lines.join('\n')}\n`);
    // Without a worker, the page answers in between.
    await new Promise((resolve) => setTimeout(resolve));
  }
  return new Blob(parts, { type: 'application/jsonl' });
}

function writeCsv({ header, columns, rows, isText }: Table): Blob {
  const lines = rows.slice(header).map((row, index) => {
    if (row.every(isBlank)) return '\r\n';
    const cells = Array.from({ length: columns }, (_, at) => {
      const cell = row[at] ?? '';
      if (isUnread(cell)) throw new SheetProblem(`${columnLetters(at)}${header + index + 1} ${cell.reason}.`);
      const text = isText ? unescapeFormula(String(cell)) : String(cell);
      return index === 0 ? text.trim() || columnLetters(at) : text;
    });
    return csvLine(cells);
  });
  return new Blob(['\n'.repeat(header), ...lines], { type: 'text/csv' });
}

function recordOf(
  row: readonly SheetCell[],
  names: ColumnNames,
  { number, isText }: { number: number; isText: boolean },
): Record<string, unknown> {
  // A field can be named `__proto__`.
  const record = new Map<string, unknown>();
  const unreadCells = new Map<string, string>();
  names.forEach((name, index) => {
    // A row of a workbook has all cells, though empty ones at its end are not stored.
    const cell = isText ? row[index] : (row[index] ?? null);
    if (cell === undefined) return;
    for (const one of [name ?? []].flat()) {
      if (isUnread(cell)) unreadCells.set(one, `${columnLetters(index)}${number} ${cell.reason}`);
      else record.set(one, isText && typeof cell === 'string' ? unescapeFormula(cell) : cell);
    }
  });
  if (unreadCells.size > 0) record.set(unreadColumn, Object.fromEntries(unreadCells));
  return Object.fromEntries(record);
}
