import type { Readable } from 'node:stream';
import {
  type Batch,
  joinBatches,
  type ReadBatch,
  readFirst,
  streamOf,
  takeApart,
} from '../../core/database/batches.ts';
import type { Database } from '../../core/database/database.ts';
import { type ListBody, readList, withTemplate } from './list-items.ts';
import type { RowForm } from './list-sql.ts';
import { currentStatement, idsStatement, rangeStatement, rowsStatement, type WholeList } from './stream-sql.ts';

/** Id and label of every item of a template, ordered by id, as one JSON text. */
export const streamHeaders = (database: Database, instanceId: number, templateId: string): Promise<Readable> =>
  streamItems(database, instanceId, templateId, {}, 'header');

/** All items of a list as one JSON text, read in batches. No connection is held between them. */
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
    return read && { reader: read, first: await readFirst(read) };
  });
  return streamOf(write(reader, first));
}

async function* write(read: ReadBatch, first: Batch): AsyncGenerator<Buffer> {
  yield Buffer.from('{"items":[');
  yield* joinBatches(read, first);
  yield Buffer.from(']}');
}

async function rangeReader({ query, bytes }: Database, list: WholeList): Promise<ReadBatch | undefined> {
  const current = currentStatement(list);
  if ((await query(current.text, current.values, 'items-current')).length === 0) return undefined;
  let after = 0;
  return async (items) => {
    const { text, values } = rangeStatement(list, { after, limit: items });
    const { place, rows } = takeApart(await bytes(text, values, nameOf(list, `items-range-${list.row}-${items}`)));
    after = place;
    return { rows, isLast: after === 0 };
  };
}

/** A name must always have the same text, which differs while a template change is in progress. */
const nameOf = ({ model }: WholeList, name: string): string | undefined => (model.change ? undefined : name);

async function idsReader({ query, bytes }: Database, list: WholeList): Promise<ReadBatch | undefined> {
  const matching = idsStatement(list);
  const [row] = await query<{ ids: string | null }>(matching.text, matching.values);
  if (!row) return undefined;
  const ids = Int32Array.from(row.ids ? row.ids.split(',') : [], Number);
  let at = 0;
  return async (items) => {
    const { text, values } = rowsStatement(list, [...ids.subarray(at, at + items)]);
    const { place, rows } = takeApart(await bytes(text, values, nameOf(list, `items-rows-${list.row}`)));
    at += place;
    return { rows, isLast: at >= ids.length };
  };
}
