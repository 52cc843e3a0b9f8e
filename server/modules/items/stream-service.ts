import { Readable } from 'node:stream';
import type { Database, Query } from '../../core/database.ts';
import { type ListBody, readList, withTemplate } from './list-service.ts';
import type { RowForm } from './list-sql.ts';
import type { Statement } from './list-statements.ts';
import {
  type BatchRow,
  currentStatement,
  idsStatement,
  rangeStatement,
  rowsStatement,
  type WholeList,
} from './stream-statements.ts';

const firstBatch = 256;
const largestBatch = 2048;
const bytesPerBatch = 512 * 1024;

/** Id and label of every item of a template, in the order of ids, as one JSON text. */
export const streamHeaders = (database: Database, instanceId: number, templateId: string): Promise<Readable> =>
  streamItems(database, instanceId, templateId, {}, 'header');

/**
 * All items of a list as one JSON text, read in batches: the next one is on its way while one is written, never more, and
 * none once nobody reads. No connection is held between them.
 */
export async function streamItems(
  { query }: Database,
  instanceId: number,
  templateId: string,
  body: ListBody,
  row: RowForm = 'item',
): Promise<Readable> {
  const { reader, first } = await withTemplate(query, instanceId, templateId, async (model) => {
    const list: WholeList = { model, ...readList(model, body), row };
    const isPlain = list.conditions.length === 0 && list.sort.by === 'id' && !list.sort.isDescending;
    const read = isPlain ? await rangeReader(query, list) : await idsReader(query, list);
    return read && { reader: read, first: await read(firstBatch) };
  });
  return Readable.from(write(reader, first), { objectMode: false, highWaterMark: bytesPerBatch });
}

/** Reads the next batch of about so many items; `isLast` where nothing follows. */
type Reader = (items: number) => Promise<{ rows: string | null; isLast: boolean }>;

async function* write(read: Reader, first: Awaited<ReturnType<Reader>>): AsyncGenerator<string> {
  yield '{"items":[';
  let size = firstBatch;
  let batch = first;
  for (let isFirst = true; ; ) {
    const { rows, isLast } = batch;
    if (rows) size = sizeAfter(rows, size);
    const pending = isLast ? undefined : read(size);
    // Caught where it is awaited; whoever stops reading before never hears of it.
    pending?.catch(() => {});
    if (rows) {
      yield isFirst ? rows : `,${rows}`;
      isFirst = false;
    }
    if (!pending) break;
    batch = await pending;
  }
  yield ']}';
}

/** Batches of about the same number of bytes, whatever the size of the items; powers of two, so that few statements are prepared. */
function sizeAfter(rows: string, items: number): number {
  const fitting = (items * bytesPerBatch) / rows.length;
  return Math.min(largestBatch, 2 ** Math.max(0, Math.floor(Math.log2(fitting))));
}

async function rangeReader(query: Query, list: WholeList): Promise<Reader | undefined> {
  const [current] = await run(query, currentStatement(list), 'items-current');
  if (!current) return undefined;
  let after = 0;
  return async (items) => {
    const [row] = await run<BatchRow>(query, rangeStatement(list, after, items), `items-range-${list.row}-${items}`);
    after = row?.last_id ?? 0;
    return { rows: row?.rows ?? null, isLast: after === 0 };
  };
}

async function idsReader(query: Query, list: WholeList): Promise<Reader | undefined> {
  const [row] = await run<{ ids: string | null }>(query, idsStatement(list));
  if (!row) return undefined;
  const ids = Int32Array.from(row.ids ? row.ids.split(',') : [], Number);
  let at = 0;
  return async (items) => {
    const some = [...ids.subarray(at, at + items)];
    at += some.length;
    const [batch] =
      some.length > 0 ? await run<BatchRow>(query, rowsStatement(list, some), `items-rows-${list.row}`) : [];
    return { rows: batch?.rows ?? null, isLast: at >= ids.length };
  };
}

const run = <R>(query: Query, { text, values }: Statement, name?: string): Promise<R[]> => query<R>(text, values, name);
