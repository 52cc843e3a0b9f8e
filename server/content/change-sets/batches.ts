import type { Query } from '../../core/database/database.ts';
import { readSizes, readSizesOfBases } from '../history/content-repository.ts';
import type { Batch, ChangeSet, ChangeSetItem, ChangeSetTemplate } from './change-set.ts';

/** The number of items read and written at a time: the embedded database serves no other request in the meantime. */
export const mostItems = 500;

/** The total bytes of their documents, on all sides; a larger item is a batch of its own. */
const mostBytes = 4 * 1024 * 1024;

/** The number of items whose former content is measured at a time, for which the database has to read it. */
export const measuredAtOnce = 50;

/** Splits items of a template of the change set into batches that fit into memory. */
export const inBatches = (
  query: Query,
  changeSet: ChangeSet,
  template: ChangeSetTemplate,
  items: readonly ChangeSetItem[],
): AsyncGenerator<ChangeSetItem[]> =>
  batchesBySize(items, changeSet.source.sizes?.atOnce ?? mostItems, async (measured) => {
    const sizes = await sizesOf(query, changeSet, template, measured);
    return ({ id }) => sizes.get(id) ?? 0;
  });

/** The items of a template in the batches of the change set itself, or in such that fit into memory. */
export async function* batchesOf(
  query: Query,
  changeSet: ChangeSet,
  template: ChangeSetTemplate,
  items: readonly ChangeSetItem[],
): AsyncGenerator<Pick<Batch, 'items'> & Partial<Batch>> {
  if (changeSet.batches) return yield* changeSet.batches();
  for await (const batch of inBatches(query, changeSet, template, items)) yield { items: batch };
}

/** Splits items into batches that fit into memory; `measure` returns a function for the bytes of each of the given items. */
export async function* batchesBySize<T>(
  items: readonly T[],
  atOnce: number,
  measure: (items: readonly T[]) => Promise<(item: T) => number>,
): AsyncGenerator<T[]> {
  let batch: T[] = [];
  let bytes = 0;
  for (let at = 0; at < items.length; at += atOnce) {
    const measured = items.slice(at, at + atOnce);
    const sizeOf = await measure(measured);
    for (const item of measured) {
      const size = sizeOf(item);
      if (batch.length === mostItems || (batch.length > 0 && bytes + size > mostBytes)) {
        yield batch;
        batch = [];
        bytes = 0;
      }
      batch.push(item);
      bytes += size;
    }
  }
  if (batch.length > 0) yield batch;
}

/** The bytes of everything that is read to determine the result for an item, by its id. */
async function sizesOf(
  query: Query,
  { source }: ChangeSet,
  template: ChangeSetTemplate,
  items: readonly ChangeSetItem[],
): Promise<Map<number, number>> {
  const ids = items.map(({ id }) => id);
  const sizes = new Map<number, number>();
  const add = (rows: readonly { id: number; bytes: number }[]) => {
    for (const { id, bytes } of rows) sizes.set(id, (sizes.get(id) ?? 0) + bytes);
  };
  const { targetKey } = template;
  add(await readSizes(query, [targetKey], ids));
  add((await source.sizes?.read(query, template, ids)) ?? []);
  if (source.instance && targetKey !== null) {
    const merged = items.flatMap(({ id, decision }) => (decision?.take === 'fields' ? [id] : []));
    for (let at = 0; at < merged.length; at += measuredAtOnce)
      add(await readSizesOfBases(query, targetKey, merged.slice(at, at + measuredAtOnce)));
  }
  return sizes;
}
