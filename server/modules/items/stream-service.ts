import { Readable } from 'node:stream';
import type { Database, Query } from '../../core/database.ts';
import type { Cursor } from './cursor.ts';
import { type ListBody, readList, withTemplate } from './list-service.ts';
import type { RowForm } from './list-sql.ts';
import { type PageQuery, type PageRow, rangeStatement, walkStatement } from './list-statements.ts';

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
  const { list, first } = await withTemplate(query, instanceId, templateId, async (model) => {
    const asked = { model, ...readList(model, body), cursor: undefined, limit: firstBatch, row };
    const batch = await readBatch(query, asked);
    return batch && { list: asked, first: batch };
  });
  return Readable.from(batches(query, list, first), { objectMode: false, highWaterMark: bytesPerBatch });
}

async function* batches(query: Query, list: PageQuery, first: PageRow): AsyncGenerator<string> {
  yield '{"items":[';
  let { limit } = list;
  let row: PageRow | undefined = first;
  for (let isFirst = true; row?.rows; isFirst = false) {
    const rows: string = row.rows;
    const next: PageQuery | undefined =
      row.found > limit
        ? { ...list, cursor: cursorAfter(row), limit: sizeAfter(rows, limit), isContinued: true }
        : undefined;
    // Caught where it is awaited; whoever stops reading before never hears of it.
    const pending: Promise<PageRow | undefined> | undefined = next && readBatch(query, next);
    pending?.catch(() => {});
    yield isFirst ? rows : `,${rows}`;
    row = await pending;
    limit = next?.limit ?? limit;
  }
  yield ']}';
}

const cursorAfter = ({ last_id, last_sort }: PageRow): Cursor => ({
  id: last_id ?? 0,
  sort: last_sort,
  total: 0,
  isExact: false,
});

/** Batches of about the same number of bytes, whatever the size of the items; powers of two, so that few statements are prepared. */
function sizeAfter(rows: string, items: number): number {
  const fitting = (items * bytesPerBatch) / rows.length;
  return Math.min(largestBatch, 2 ** Math.max(0, Math.floor(Math.log2(fitting))));
}

async function readBatch(query: Query, list: PageQuery): Promise<PageRow | undefined> {
  const isPlain = list.conditions.length === 0 && list.sort.by === 'id' && !list.sort.isDescending;
  const { text, values } = isPlain
    ? rangeStatement(list)
    : walkStatement(list, { measured: [], few: 0, candidates: Number.POSITIVE_INFINITY });
  const [row] = await query<PageRow>(
    text,
    values,
    isPlain ? `items-range-${list.row}-${list.limit}-${Boolean(list.isContinued)}` : undefined,
  );
  return row;
}
