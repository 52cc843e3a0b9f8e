import type { Cell } from '@quartermaster/contract/sheets/csv-text.ts';
import { Zip, ZipDeflate } from 'fflate';
import { columnLetters } from '../../../../../shared/sheets/sheet-table.ts';
import { partsOf, rowXml, sheetEnd, sheetPath, sheetStart, workbookParts, xlsxLimits } from './xlsx-parts.ts';

/**
 * Converts a sheet of JSON lines, the names of the columns and then the cells of each item, to XLSX. The lines are read
 * twice, so that neither they nor the file are in memory. Throws if the sheet is larger than Excel's.
 */
export async function writeXlsx(cells: Blob): Promise<Blob> {
  const { names, lengths } = await measure(cells);
  const counts = lengths.map((length) => Math.max(1, length));
  const columns = counts.reduce((sum, count) => sum + count, 0);
  if (columns > xlsxLimits.columns)
    throw new Error('With its long texts, the sheet has more columns than Excel can open. Export it as CSV or JSON.');
  const head = names.flatMap((name, index) =>
    Array.from({ length: counts[index] ?? 1 }, (_, part) => (part === 0 ? name : `${name}~${part + 1}`)),
  );
  const letters = Array.from({ length: columns }, (_, index) => columnLetters(index));
  const zip = openZip();
  for (const [path, text] of Object.entries(workbookParts)) zip.add(path)(text, true);
  const write = zip.add(sheetPath);
  write(sheetStart + rowXml(head, 1, letters));
  let row = 1;
  for await (const line of linesOf(cells)) {
    if (row > 1) write(rowXml(spread(line, counts), row, letters));
    row += 1;
  }
  write(sheetEnd, true);
  return zip.end();
}

/** The names of the columns, and in how many cells the longest text of each is. */
async function measure(cells: Blob): Promise<{ names: string[]; lengths: number[] }> {
  let names: string[] | undefined;
  let lengths: number[] = [];
  let rows = 0;
  for await (const line of linesOf(cells)) {
    rows += 1;
    if (rows > xlsxLimits.rows)
      throw new Error('Excel can open at most 1,048,575 items. Filter the list, or export it as CSV or JSON.');
    if (names) {
      for (const [index, cell] of line.entries()) {
        if (typeof cell === 'string' && cell.length > xlsxLimits.cellLength)
          lengths[index] = Math.max(lengths[index] ?? 0, partsOf(cell).length);
      }
    } else {
      names = line.map(String);
      lengths = names.map(() => 1);
    }
  }
  return { names: names ?? [], lengths };
}

/** The cells of a line, in as many as their columns have. */
function spread(line: readonly Cell[], counts: readonly number[]): Cell[] {
  if (counts.every((count) => count === 1)) return [...line];
  return line.flatMap((cell, index): Cell[] => {
    const count = counts[index] ?? 1;
    if (count === 1) return [cell];
    const parts: Cell[] = typeof cell === 'string' ? partsOf(cell) : [cell];
    return [...parts, ...Array.from({ length: count - parts.length }, () => null)];
  });
}

/** Bytes that are read at a time. */
const chunkSize = 1024 * 1024;

async function* linesOf(cells: Blob): AsyncGenerator<Cell[]> {
  const decoder = new TextDecoder();
  let open = '';
  for (let at = 0; at < cells.size; at += chunkSize) {
    const bytes = await cells.slice(at, at + chunkSize).arrayBuffer();
    const lines = (open + decoder.decode(bytes, { stream: true })).split('\n');
    open = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as Cell[];
  }
}

/** The size of the texts that are compressed at a time. */
const bufferLength = 64 * 1024;

/** An archive that is compressed as its files are written. */
function openZip() {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const zip = new Zip((error, chunk, isLast) => {
    if (error) return reject(error);
    chunks.push(chunk);
    if (isLast) resolve(new Blob(chunks, { type }));
  });
  const encoder = new TextEncoder();
  return {
    /** Adds a file; returns the function that writes its text. */
    add: (path: string) => {
      const file = new ZipDeflate(path, { level: 6 });
      zip.add(file);
      let open = '';
      return (text: string, isLast = false) => {
        open += text;
        if (!isLast && open.length < bufferLength) return;
        file.push(encoder.encode(open), isLast);
        open = '';
      };
    },
    end: () => {
      zip.end();
      return promise;
    },
  };
}
