import { Readable } from 'node:stream';
import type { Database } from '../../../core/database/database.ts';
import { type ListBody, readList, withTemplate } from './list-service.ts';
import type { RowForm } from './list-sql.ts';
import {
  currentStatement,
  idDigits,
  idsStatement,
  rangeStatement,
  rowsStatement,
  type WholeList,
} from './stream-sql.ts';

const firstBatch = 128;
const largestBatch = 2048;
// Larger database rows are assembled from chunks of this size, which decodes and encodes them again and creates garbage
// of many times their size.
const bytesPerBatch = 64 * 1024;
const bytesPerPiece = 2 * bytesPerBatch;

/** Id and label of every item of a template, ordered by id, as one JSON text. */
export const streamHeaders = (database: Database, instanceId: number, templateId: string): Promise<Readable> =>
  streamItems(database, instanceId, templateId, {}, 'header');

/**
 * All items of a list as one JSON text, read in batches: while a small one is written the next is fetched, never more, and none
 * if nobody reads. No connection is held between batches.
 */
export async function streamItems(
  database: Database,
  instanceId: number,
  templateId: string,
  body: ListBody,
  row: RowForm = 'item',
): Promise<Readable> {
  const { reader, first } = await withTemplate(database.query, instanceId, templateId, async (model) => {
    const list: WholeList = { model, ...(await readList(database.query, model, body)), row };
    const isPlain = list.conditions.length === 0 && list.sort.by === 'id' && !list.sort.isDescending;
    const read = isPlain ? await rangeReader(database, list) : await idsReader(database, list);
    return read && { reader: read, first: await read(firstBatch) };
  });
  // One batch fills it, so that it does not wait for a second one.
  return Readable.from(write(reader, first), { objectMode: false, highWaterMark: bytesPerBatch / 4 });
}

/** Reads the next batch of about that many items; `isLast` if nothing follows. */
type Reader = (items: number) => Promise<{ rows: Buffer | undefined; isLast: boolean }>;

const comma = Buffer.from(',');

async function* write(read: Reader, first: Awaited<ReturnType<Reader>>): AsyncGenerator<Buffer> {
  yield Buffer.from('{"items":[');
  let size = firstBatch;
  let batch = first;
  for (let isFirst = true; ; ) {
    const { rows, isLast } = batch;
    if (rows) size = sizeAfter(rows, size);
    // Two batches of large items at once would be megabytes for each reader.
    const isAhead = !isLast && (rows?.length ?? 0) <= bytesPerPiece;
    const pending = isAhead ? read(size) : undefined;
    // Handled when awaited; if the consumer stops reading before, the error is ignored.
    pending?.catch(() => {});
    if (rows) {
      if (!isFirst) yield comma;
      yield* piecesOf(rows);
      isFirst = false;
    }
    if (isLast) break;
    batch = await (pending ?? read(size));
  }
  yield Buffer.from(']}');
}

/** So that the stream asks for the next batch when the last piece of a large one is written, not when the first is. */
function* piecesOf(rows: Buffer): Generator<Buffer> {
  for (let at = 0; at < rows.length; at += bytesPerPiece) yield rows.subarray(at, at + bytesPerPiece);
}

/**
 * Keeps batches at about the same number of bytes, whatever the size of the items; powers of two, so that few
 * statements are prepared.
 */
function sizeAfter(rows: Buffer, items: number): number {
  const fitting = (items * bytesPerBatch) / rows.length;
  return Math.min(largestBatch, 2 ** Math.max(0, Math.floor(Math.log2(fitting))));
}

async function rangeReader({ query, bytes }: Database, list: WholeList): Promise<Reader | undefined> {
  const current = currentStatement(list);
  if ((await query(current.text, current.values, 'items-current')).length === 0) return undefined;
  let after = 0;
  return async (items) => {
    const { text, values } = rangeStatement(list, { after, limit: items });
    const batch = await bytes(text, values, nameOf(list, `items-range-${list.row}-${items}`));
    after = Number(batch?.toString('latin1', 0, idDigits) ?? 0);
    const rows = batch?.subarray(idDigits);
    return { rows: rows?.length ? rows : undefined, isLast: after === 0 };
  };
}

/** A name must always have the same text, which differs while a template change is in progress. */
const nameOf = ({ model }: WholeList, name: string): string | undefined => (model.change ? undefined : name);

async function idsReader({ query, bytes }: Database, list: WholeList): Promise<Reader | undefined> {
  const matching = idsStatement(list);
  const [row] = await query<{ ids: string | null }>(matching.text, matching.values);
  if (!row) return undefined;
  const ids = Int32Array.from(row.ids ? row.ids.split(',') : [], Number);
  let at = 0;
  return async (items) => {
    const { text, values } = rowsStatement(list, [...ids.subarray(at, at + items)]);
    const batch = await bytes(text, values, nameOf(list, `items-rows-${list.row}`));
    at += Number(batch?.toString('latin1', 0, idDigits) ?? 0);
    const rows = batch?.subarray(idDigits);
    return { rows: rows?.length ? rows : undefined, isLast: at >= ids.length };
  };
}
