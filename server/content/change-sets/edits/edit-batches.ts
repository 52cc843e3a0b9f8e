import type { Query } from '../../../core/database/database.ts';
import { readItems, readSizes } from '../../history/content-repository.ts';
import { batchesBySize } from '../batches.ts';
import type { Batch, ChangeSetItem } from '../change-set.ts';
import { ChangeSetFailure, outdatedRow } from '../change-set-failure.ts';
import type { EditParts } from './edit.ts';

/** Items that are measured at a time. */
const measuredItems = 2000;

const plain = { conflict: false, decision: undefined, sourceHash: null, revision: '0' };

/** The items that an edit changes or deletes; fails if one of them is no longer in the version that was selected. */
export async function* stateBatches(
  query: Query,
  { model, edit, items: { ids, versions, contents } }: EditParts,
): AsyncGenerator<Batch> {
  const { id: templateId, key } = model;
  const change = edit.kind === 'delete' ? 'removed' : 'updated';
  const growthOf = (bytes: number) => (edit.kind === 'update' ? edit.growth({ items: 1, bytes }) : 0);
  for (let from = 0; from < ids.length; from += measuredItems) {
    const part = [...ids.subarray(from, from + measuredItems)].map((id, index) => ({
      id,
      version: versions[from + index] ?? 0,
    }));
    const measure = async () => {
      const bytesOf = await sizesOf(query, { key, contents }, part);
      return ({ id }: { id: number }) => bytesOf(id) + growthOf(bytesOf(id));
    };
    for await (const batch of batchesBySize(part, measuredItems, measure)) {
      const targets =
        contents ??
        (await readItems(
          query,
          key,
          batch.map(({ id }) => id),
        ));
      const items = batch.map(({ id, version }): ChangeSetItem => {
        const target = targets.get(id);
        if (target?.version !== version) throw new ChangeSetFailure('changed', '', outdatedIn(batch, targets));
        const { label, hash: targetHash } = target;
        return { ...plain, templateId, id, label, change, targetHash, targetVersion: version };
      });
      yield { items, targets };
    }
  }
}

/** The items of a batch that are no longer as they were when the edit was requested. */
const outdatedIn = (
  batch: readonly { id: number; version: number }[],
  targets: ReadonlyMap<number, { label: string; version: number }>,
) =>
  batch.flatMap(({ id, version }) => {
    const target = targets.get(id);
    return target?.version === version ? [] : [outdatedRow(id, target?.label)];
  });

/** The copies of all originals, with ids from `firstId` on. */
export async function* copyBatches(
  query: Query,
  { model, items: { ids, contents }, firstId }: EditParts,
  times: number,
): AsyncGenerator<Batch> {
  const { id: templateId, key } = model;
  const count = ids.length * times;
  for (let from = 0; from < count; from += measuredItems) {
    const part = Array.from({ length: Math.min(measuredItems, count - from) }, (_, index) => ({
      id: ids[Math.floor((from + index) / times)] ?? 0,
      copyId: firstId + from + index,
    }));
    const measure = async () => {
      const bytesOf = await sizesOf(query, { key, contents }, part);
      return ({ id }: { id: number }) => bytesOf(id);
    };
    for await (const batch of batchesBySize(part, measuredItems, measure)) {
      const items = batch.map(
        ({ copyId: id }): ChangeSetItem => ({
          ...plain,
          ...{ templateId, id, label: '', change: 'added', targetHash: null, targetVersion: null },
        }),
      );
      yield { items, targets: new Map() };
    }
  }
}

/** The bytes of the documents of items, by id. */
async function sizesOf(
  query: Query,
  { key, contents }: { key: number; contents: EditParts['items']['contents'] },
  items: readonly { id: number }[],
): Promise<(id: number) => number> {
  if (contents) return (id) => contents.get(id)?.bytes ?? 0;
  const sizes = await readSizes(query, [key], [...new Set(items.map(({ id }) => id))]);
  const byId = new Map(sizes.map(({ id, bytes }) => [id, bytes]));
  return (id) => byId.get(id) ?? 0;
}
