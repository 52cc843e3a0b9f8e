import { pipeline, Readable } from 'node:stream';
import { type Separator, separatorLine, separatorOfHeader } from '@quartermaster/contract/sheets/separators.ts';
import { AppError } from '../base/errors.ts';
import type { ChunkReader } from './chunk-reader.ts';
import {
  atLine,
  type Lines,
  lineError,
  mostRecordBytes,
  newline,
  type PlacedRecord,
  readLines,
  tooLargeRecord,
} from './record-lines.ts';
import { refuseUnstorableTexts } from './validation.ts';

/** Why the parser refuses a record, by its codes. */
const reasons: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'has text after a closing quote; a quote in a quoted value is written twice',
  INVALID_OPENING_QUOTE: 'has a quote in a value that is not quoted',
};

interface Row {
  record: string[];
  /** `bytes`: the end of the row. */
  info: { bytes: number };
}

/**
 * Reads CSV (RFC 4180) in UTF-8, also with the other separators that sheet programs write: each row as an object of texts by the names in the
 * first row. Empty lines are skipped.
 */
export async function* readCsv(chunks: ChunkReader): AsyncGenerator<PlacedRecord> {
  const { parse } = await import('csv-parse');
  const lines = readLines(chunks);
  const { head, separator } = await readHead(lines);
  const places = createPlaces(head[0]?.line ?? 1);
  const parser = parse({
    delimiter: separator,
    info: true,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: mostRecordBytes,
  });
  const source = Readable.from(fed(head, lines, places), { objectMode: false });
  // The parser throws what the source does.
  pipeline(source, parser, () => {});
  let names: string[] | undefined;
  try {
    for await (const { record, info } of parser as AsyncIterable<Row>) {
      const { line, end } = places.pass(info.bytes);
      if (!names) names = readHeader(record, line);
      else yield { line, end, value: toObject(names, record, line) };
    }
  } catch (error) {
    throw toAppError(error, places);
  }
}

function toAppError(error: unknown, places: Places): unknown {
  if (error instanceof AppError) return error;
  const { code = '', bytes = 0 } = error as { code?: string; bytes?: number };
  if (code === 'CSV_MAX_RECORD_SIZE') return tooLargeRecord(places.lineAt(bytes));
  const reason = reasons[code];
  return reason === undefined ? error : lineError('malformed', places.lineAt(bytes), reason);
}

function readHeader(names: readonly string[], line: number): string[] {
  const seen = new Set<string>();
  names.forEach((name, index) => {
    if (name === '') throw lineError('invalid', line, `has no name for column ${index + 1}`);
    if (seen.has(name)) throw lineError('invalid', line, `names the column "${name}" twice`);
    seen.add(name);
  });
  atLine(line, () =>
    refuseUnstorableTexts(Object.fromEntries(names.map((name, index) => [`column ${index + 1}`, name]))),
  );
  return [...names];
}

function toObject(names: readonly string[], values: readonly string[], line: number): Record<string, unknown> {
  if (values.length !== names.length)
    throw lineError('invalid', line, `has ${values.length} columns, and the first line has ${names.length}`);
  const object = Object.fromEntries(names.map((name, index) => [name, values[index]]));
  atLine(line, () => refuseUnstorableTexts(object));
  return object;
}

/** Where rows begin, in the lines that were fed to the parser and are not passed yet. */
interface Places {
  add: (lines: Lines) => void;
  /** The line on which the next row begins, and its end in the body; the parser counts from the first line that it gets. */
  pass: (end: number) => { line: number; end: number };
  /** The line of a position at which a value or a row ends. */
  lineAt: (end: number) => number;
}

function createPlaces(firstLine: number): Places {
  const fedLines: Buffer[] = [];
  let offset: number | undefined;
  let [line, passed] = [firstLine, 0];
  /** Passes bytes while they have the form of an empty line, or up to a position. */
  const skip = (until: number | undefined) => {
    for (let bytes = fedLines[0]; bytes; bytes = fedLines[0]) {
      const left = until === undefined ? lengthOfEmptyLines(bytes) : Math.min(bytes.length, until - passed);
      if (left === 0) return;
      line += countLines(bytes.subarray(0, left));
      passed += left;
      if (left < bytes.length) fedLines[0] = bytes.subarray(left);
      else fedLines.shift();
    }
  };
  return {
    add: ({ start, bytes }) => {
      offset ??= start;
      fedLines.push(bytes);
    },
    pass: (end) => {
      skip(undefined);
      const began = line;
      skip(end);
      return { line: began, end: (offset ?? 0) + end };
    },
    lineAt: (end) => {
      skip(end);
      skip(undefined);
      return line;
    },
  };
}

function lengthOfEmptyLines(bytes: Buffer): number {
  let length = 0;
  for (;;) {
    if (bytes[length] === newline) length += 1;
    else if (bytes[length] === 0x0d && bytes[length + 1] === newline) length += 2;
    else return length;
  }
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) count += 1;
  return count;
}

async function* fed(head: readonly Lines[], rest: AsyncGenerator<Lines>, places: Places): AsyncGenerator<Buffer> {
  for (const lines of head) {
    places.add(lines);
    yield lines.bytes;
  }
  for await (const lines of rest) {
    places.add(lines);
    yield lines.bytes;
  }
}

/** More bytes than a header has. */
const headBytes = 256 * 1024;

/** Reads up to the header, which tells the separator unless the line before it does, as Excel writes it; that line is left out. */
async function readHead(lines: AsyncGenerator<Lines>): Promise<{ head: Lines[]; separator: Separator }> {
  const head: Lines[] = [];
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    const { line, start, bytes } = next.value;
    const text = bytes.toString('utf8', 0, headBytes);
    const named = head.length === 0 ? separatorLine(text) : undefined;
    if (named?.separator) {
      const { length } = named.line;
      const rest = { line: line + 1, start: start + length, bytes: bytes.subarray(length) };
      return { head: [rest], separator: named.separator };
    }
    head.push(next.value);
    if (text.trim() !== '') return { head, separator: separatorOfHeader(text) };
  }
  return { head, separator: ',' };
}
