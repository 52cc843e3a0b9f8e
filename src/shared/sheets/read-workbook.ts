import type { Cell } from '@quartermaster/contract/sheets/csv-text.ts';
import { unzipSync, zipSync } from 'fflate';
import readWorkbookFile from 'read-excel-file/universal';
import { sheetLimits, sizeText } from './sheet-limits.ts';
import { SheetProblem } from './sheet-problem.ts';

/** A sheet of a workbook. */
export interface Workbook {
  name: string;
  rows: Cell[][];
}

/** True for the bytes of a ZIP archive, which a workbook is. */
export const isArchive = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;

/** Reads the sheets of an XLSX file; formulas have the values that the program has stored. */
export async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<Workbook[]> {
  try {
    const sheets = await readWorkbookFile(unpacked(bytes), { trim: false });
    return sheets.map(({ sheet, data }) => ({ name: sheet, rows: data.map((row) => row.map(toCell)) }));
  } catch (error) {
    if (error instanceof SheetProblem) throw error;
    throw new SheetProblem('The workbook is damaged or protected. Save it again as XLSX, or as CSV.', { cause: error });
  }
}

/**
 * The archive with its files uncompressed: the library would unpack large ones in workers of its own, which a content security
 * policy forbids, and whatever their size is. A file that is larger than it claims is cut off at its claimed size.
 */
function unpacked(bytes: Uint8Array): ArrayBuffer {
  let size = 0;
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/\.(xml|rels)$/i.test(name)) return false;
      size += originalSize;
      if (size > sheetLimits.unpackedBytes)
        throw new SheetProblem(
          `Unpacked, the workbook has ${sizeText(size)} or more, and at most ${sizeText(sheetLimits.unpackedBytes)} are read. Save the sheet as CSV.`,
        );
      return true;
    },
  });
  return zipSync(files, { level: 0 }).buffer as ArrayBuffer;
}

/** Excel stores moments without a zone, in fractions of a day: those of a second are errors of rounding. */
const toCell = (value: unknown): Cell =>
  value instanceof Date
    ? `${new Date(Math.round(value.getTime() / 1000) * 1000).toISOString().slice(0, 19)}Z`
    : (value as Cell);
