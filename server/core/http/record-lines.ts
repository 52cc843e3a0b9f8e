import { isUtf8 } from 'node:buffer';
import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import type { ErrorName } from '@quartermaster/contract/errors.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { findNotUtf8 } from '@quartermaster/contract/utf8-text.ts';
import { AppError } from '../base/errors.ts';
import type { ChunkReader } from './chunk-reader.ts';
import { parseJson } from './parse-json.ts';

/** A record of a body: an object, and the line on which it begins. */
export interface BodyRecord<T = Record<string, unknown>> {
  line: number;
  value: T;
}

/** A record, and its end as a position in the body. */
export interface PlacedRecord extends BodyRecord {
  end: number;
}

/** The bytes of a record: as many as an item may have. */
export const mostRecordBytes = contentLimits.itemBytes;

/** The refusal of a line. */
export const lineError = (name: ErrorName, line: number, reason: string): AppError =>
  new AppError(name, { message: `Line ${numberText(line)} ${reason}.`, fields: { [`lines.${line}`]: reason } });

/** The refusal of a record that is larger than an item may be. */
export const tooLargeRecord = (line: number): AppError =>
  lineError('too_large', line, `has a record of more than ${mostRecordBytes / 1024 / 1024} MiB`);

/** Runs a check of a record; its validation errors name the line. */
export function atLine<T>(line: number, check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw error instanceof AppError && error.body.fields ? withLine(line, error.body.fields) : error;
  }
}

function withLine(line: number, fields: Readonly<Record<string, string>>): AppError {
  const named = Object.entries(fields).map(([path, reason]) => [
    ['lines', line, ...(path === '' ? [] : [path])].join('.'),
    reason,
  ]);
  return new AppError('invalid', { fields: Object.fromEntries(named) });
}

/** Whole lines of a body, in UTF-8 and with their ends. */
export interface Lines {
  /** The number of the first line. */
  line: number;
  /** Its position in the body. */
  start: number;
  bytes: Buffer;
}

export const newline = 0x0a;
const byteOrderMark = Buffer.from('\ufeff');

/** Reads whole lines, as many as a chunk completes; throws 413 for a line that is larger than a record may be. */
export async function* readLines(chunks: ChunkReader): AsyncGenerator<Lines> {
  let [line, start] = [1, 0];
  let open: Buffer[] = [];
  let size = 0;
  const close = (last: Buffer): Lines => {
    let bytes = Buffer.concat([...open, last]);
    if (start === 0 && bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark)) {
      start = byteOrderMark.length;
      bytes = bytes.subarray(start);
    }
    const lines = { line, start, bytes };
    const count = checkLines(lines);
    line += count;
    start += bytes.length;
    [open, size] = [[], 0];
    return lines;
  };
  for (let chunk = await chunks.next(); chunk; chunk = await chunks.next()) {
    const end = chunk.lastIndexOf(newline) + 1;
    if (end > 0) yield close(chunk.subarray(0, end));
    if (end < chunk.length) open.push(chunk.subarray(end));
    size += chunk.length - end;
    if (size > mostRecordBytes) throw tooLargeRecord(line);
  }
  if (size > 0) yield close(Buffer.alloc(0));
}

/** Throws for the first line that is too large or not UTF-8; returns the number of lines that end here. */
function checkLines({ line, bytes }: Lines): number {
  const isText = isUtf8(bytes);
  let count = 0;
  for (let at = 0; at < bytes.length; count += 1) {
    const next = bytes.indexOf(newline, at) + 1;
    const end = next === 0 ? bytes.length : next;
    if (end - at > mostRecordBytes + 2) throw tooLargeRecord(line + count);
    const isFirst = line + count === 1;
    const reason = isText && !isFirst ? undefined : findNotUtf8(bytes.subarray(at, end));
    if (reason !== undefined) throw lineError('malformed', line + count, reason);
    at = end;
  }
  return count;
}

const blank = /^[ \t\r\n]*$/;

/** Reads JSON lines: an object per line; empty lines are skipped. */
export async function* readJsonLines(chunks: ChunkReader): AsyncGenerator<PlacedRecord> {
  for await (const { line: first, start, bytes } of readLines(chunks)) {
    let line = first;
    for (let at = 0; at < bytes.length; line += 1) {
      const next = bytes.indexOf(newline, at) + 1;
      const end = next === 0 ? bytes.length : next;
      const text = bytes.subarray(at, end);
      at = end;
      // A long line is not blank, and is not converted twice.
      if (text.length > 1000 || !blank.test(text.toString('latin1')))
        yield { line, value: parseLine(text, line), end: start + end };
    }
  }
}

function parseLine(text: Buffer, line: number): Record<string, unknown> {
  let value: unknown;
  try {
    value = atLine(line, () => parseJson(text, 'text'));
  } catch (error) {
    if (!(error instanceof AppError) || error.body.fields) throw error;
    const isTooLarge = error.body.error === 'too_large';
    throw isTooLarge
      ? lineError('too_large', line, 'has too many objects and lists')
      : lineError('malformed', line, 'is not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw lineError('invalid', line, 'is not a JSON object');
  return value as Record<string, unknown>;
}
