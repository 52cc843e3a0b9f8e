import type { Readable } from 'node:stream';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { AppError } from '../../core/base/errors.ts';
import {
  type Batch,
  joinBatches,
  type ReadBatch,
  readFirst,
  streamOf,
  takeApart,
} from '../../core/database/batches.ts';
import type { Database, Query } from '../../core/database/database.ts';
import type { TemplateModel } from '../model/template-model.ts';
import { currentBytes } from './current-rows.ts';
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
    const read = await readerOf(database, list, {});
    return read && { reader: read, first: await readFirst(read) };
  });
  return streamOf(write(reader, first));
}

async function* write(read: ReadBatch, first: Batch): AsyncGenerator<Buffer> {
  yield Buffer.from('{"items":[');
  yield* joinBatches(read, first);
  yield Buffer.from(']}');
}

/** An item of a list as it is streamed. */
export interface StreamedItem {
  id: number;
  internal_label: string;
  version: number;
  values: ItemValues;
}

/** How many items are read at a time, unless they are large. */
const readAtOnce = 256;

/** The items that are read: those of a list in its order, or these in theirs. */
export interface WantedItems {
  list?: Pick<ListBody, 'filters' | 'search' | 'sort'>;
  ids?: readonly number[];
  /** Items of the list that are left out. */
  excluded?: readonly number[];
}

/** Items in batches, with their model. */
interface ReadItems {
  model: TemplateModel;
  batches: AsyncGenerator<StreamedItem[]>;
}

/** All items of a template by id, in batches, with its model. No connection is held between them. */
export const readAllItems = (database: Database, instanceId: number, templateId: string): Promise<ReadItems> =>
  readItems(database, instanceId, templateId, {}, async () => null);

/**
 * Items of a template, in batches, with its model, and the result of a statement on the same items, which is undefined if
 * the model is outdated. No connection is held between them.
 */
export async function readItems<T>(
  database: Database,
  instanceId: number,
  templateId: string,
  items: WantedItems,
  measure: (list: WholeList, items: WantedItems) => Promise<T | undefined>,
): Promise<ReadItems & { measured: T }> {
  return withTemplate(database.query, instanceId, templateId, async (model) => {
    const list: WholeList = { model, ...(await readList(database.query, model, items.list ?? {})), row: 'item' };
    const measured = await measure(list, items);
    const read = measured !== undefined && (await readerOf(database, list, items));
    return read ? { model, batches: parsed(read), measured } : undefined;
  });
}

async function readerOf(
  database: Database,
  list: WholeList,
  { ids, excluded = [] }: WantedItems,
): Promise<ReadBatch | undefined> {
  if (ids)
    return (await isCurrent(database, list)) ? rowsReader(database, list, Int32Array.from(new Set(ids))) : undefined;
  return isPlain(list) && excluded.length === 0 ? rangeReader(database, list) : idsReader(database, list, excluded);
}

/** True for all items by id. */
const isPlain = ({ conditions, sort }: WholeList): boolean =>
  conditions.length === 0 && sort.by === 'id' && !sort.isDescending;

async function* parsed(read: ReadBatch): AsyncGenerator<StreamedItem[]> {
  for (;;) {
    const { rows, isLast } = await read(readAtOnce);
    if (rows) yield JSON.parse(`[${rows.toString()}]`) as StreamedItem[];
    if (isLast) return;
  }
}

const isCurrent = async ({ query }: Database, list: WholeList): Promise<boolean> => {
  const current = currentStatement(list);
  return (await query(current.text, current.values, 'items-current')).length > 0;
};

async function rangeReader(database: Database, list: WholeList): Promise<ReadBatch | undefined> {
  if (!(await isCurrent(database, list))) return undefined;
  let after = 0;
  return async (items) => {
    const { text, values } = rangeStatement(list, { after, limit: items });
    const batch = await database.bytes(text, values, nameOf(list, `items-range-${list.row}-${items}`));
    const { index, rows } = takeApart(batch);
    after = index;
    return { rows: currentBytes(list.model, rows), isLast: after === 0 };
  };
}

/** A name must always have the same text, which differs while a template change is in progress. */
const nameOf = ({ model }: WholeList, name: string): string | undefined => (model.change ? undefined : name);

async function idsReader(
  database: Database,
  list: WholeList,
  excluded: readonly number[],
): Promise<ReadBatch | undefined> {
  const ids = await readIds(database.query, list);
  if (!ids) return undefined;
  const others = new Set(excluded);
  return rowsReader(database, list, others.size > 0 ? ids.filter((id) => !others.has(id)) : ids);
}

/** The items of a list; undefined if the model is outdated. */
async function readIds(query: Query, list: WholeList): Promise<Int32Array | undefined> {
  const { text, values } = idsStatement(list);
  const [row] = await query<{ ids: string | null }>(text, values);
  return row && Int32Array.from(row.ids ? row.ids.split(',') : [], Number);
}

/** The items that match the conditions of a list; undefined if it has none, and so all items. */
export async function readMatching(
  query: Query,
  model: TemplateModel,
  body: Pick<ListBody, 'filters' | 'search'>,
): Promise<ReadonlySet<number> | undefined> {
  const list = await readList(query, model, body);
  if (list.conditions.length === 0) return undefined;
  const ids = await readIds(query, { model, ...list, row: 'item' });
  if (!ids) throw new AppError('changed');
  return new Set(ids);
}

function rowsReader({ bytes }: Database, list: WholeList, ids: Int32Array): ReadBatch {
  let at = 0;
  return async (items) => {
    const { text, values } = rowsStatement(list, [...ids.subarray(at, at + items)]);
    const { index, rows } = takeApart(await bytes(text, values, nameOf(list, `items-rows-${list.row}`)));
    at += index;
    return { rows: currentBytes(list.model, rows), isLast: at >= ids.length };
  };
}
