import type { Cell } from '@quartermaster/contract/sheets/csv-text.ts';
import { decodeText } from './decode-text.ts';
import { describeTable, workbookNotes } from './describe-table.ts';
import { type Encoding, encodings } from './encodings.ts';
import { refuseOtherFile } from './file-kinds.ts';
import type { ColumnNames, OpenSheet, SheetChoice } from './open-sheet.ts';
import { findSeparator, readCsv } from './read-csv.ts';
import { isArchive, type NamedSheet, openWorkbook, type Workbook } from './read-workbook.ts';
import { sheetLimits, sizeText } from './sheet-limits.ts';
import { SheetProblem } from './sheet-problem.ts';
import { type SheetCell, unread } from './sheet-table.ts';
import { encodingOf } from './text-encoding.ts';
import { type Table, toTable } from './to-table.ts';
import { writeLines, writeTableCsv } from './write-table.ts';

/** A file that is read and written where it is, so that a page stays free of its rows. */
export interface SheetBook {
  /** Reads the file, or the one before in another way. */
  open: (file: Blob | undefined, choice: SheetChoice) => Promise<OpenSheet>;
  /**
   * The rows as JSON lines by these names of the columns; those in `asShown` get numbers as the sheet shows them. A row has the
   * line of its number.
   */
  write: (names: ColumnNames, asShown?: ReadonlySet<string>) => Promise<Blob>;
  /** The whole sheet as CSV as the server reads it. A row has the line of its number. */
  writeCsv: () => Promise<Blob>;
}

/** A table, with what is known of its file. */
interface Read {
  sheet: OpenSheet;
  table?: Table;
}

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
  const openTable = () => {
    if (!table) throw new Error('No sheet is open.');
    return table;
  };

  return {
    open: async (file, choice) => {
      table = undefined;
      const content = await read(file);
      refuseOtherFile(content, file instanceof File ? file.name : '');
      if (isArchive(content)) workbook ??= openWorkbook(content);
      const { sheet, table: opened } = workbook ? openSheet(workbook, choice) : await openText(content, choice);
      table = opened;
      return sheet;
    },
    write: async (names, asShown = new Set()) => writeLines(openTable(), names, asShown),
    writeCsv: async () => writeTableCsv(openTable()),
  };
}

type About = Pick<OpenSheet, 'text' | 'sheets' | 'sheet'>;

/** Reads a table; what keeps it from being read becomes a part of the answer, so that it can be read in another way. */
function describe(about: About, read: () => Table, notesOf: (table: Table) => string[]): Read {
  let table: Table | undefined;
  const rest = () => ({
    header: table ? table.header + 1 : null,
    leftOut: {
      hidden: (table?.hidden.rows.size ?? 0) + (table?.hidden.columns.size ?? 0),
      totals: table?.totals.length ?? 0,
    },
  });
  try {
    table = read();
    const { notes, ...described } = describeTable(table, about.text?.separator === ';');
    return { table, sheet: { ...about, ...rest(), ...described, notes: [...notes, ...notesOf(table)] } };
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error;
    return { sheet: { ...about, ...rest(), columns: [], rows: 0, notes: [], problem: error.message } };
  }
}

async function openText(content: Uint8Array<ArrayBuffer>, choice: SheetChoice): Promise<Read> {
  const { encoding, isGuess } = choice.encoding
    ? { encoding: choice.encoding, isGuess: false }
    : await encodingOf(content);
  const { text, isWhole } = decodeText(content, encoding);
  const separator = findSeparator(text, choice.separator);
  const toRows = () => {
    const rows = readCsv(text, separator);
    return toTable(isWhole ? rows : withoutBroken(rows, encoding), { isText: true, choice });
  };
  const read = describe({ text: { encoding, separator }, sheets: [], sheet: null }, toRows, () => []);
  const guess = isGuess && encoding !== 'utf-8' ? [notUnicode(encoding)] : [];
  return {
    ...read,
    sheet: { ...read.sheet, notes: [...guess, ...(isWhole ? [] : [notWhole(encoding)]), ...read.sheet.notes] },
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

/** The chosen sheet, or else the first one with rows that can be read. Hidden ones are read only if they are chosen. */
function openSheet(workbook: Workbook, choice: SheetChoice): Read {
  const { sheets } = workbook;
  const [first = sheets[0], ...others] = sheets.filter(({ isHidden }) => !isHidden);
  if (!first) throw new SheetProblem('The workbook has no sheet with cells.');
  const open = ({ name }: NamedSheet): Read => {
    const about = { text: null, sheets, sheet: name };
    let notes: string[] = [];
    const toRows = () => {
      const sheet = workbook.read(name);
      const table = toTable(sheet.rows, { isText: false, choice, sheet });
      notes = workbookNotes(table, sheet);
      return table;
    };
    return describe(about, toRows, () => notes);
  };
  const chosen = sheets.find(({ name }) => name === choice.sheet);
  const preferred = open(chosen ?? first);
  if (chosen || preferred.sheet.problem === undefined) return preferred;
  const skipped = `The sheet ${first.name} is not read: ${preferred.sheet.problem}`;
  for (const other of others) {
    const read = open(other);
    if (read.sheet.problem === undefined)
      return { ...read, sheet: { ...read.sheet, notes: [skipped, ...read.sheet.notes] } };
  }
  return preferred;
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
