import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import type { Deps } from '../../../core/app/deps.ts';
import { applyLocal } from '../apply/apply-local.ts';
import type { ChangeSet } from '../change-set.ts';
import { assignKeys, type PreparedItems, prepareItems, stageTemplates, storeItems } from '../stage/stage-change-set.ts';
import { deleteIndexRowsOf } from '../stage/stage-repository.ts';
import { completeCounted, createSync, type NewChangeSet } from '../sync-repository.ts';
import { retryDeadlocks } from './run-change-set.ts';

/** Bounds up to which the call itself prepares and applies a change set: items, and bytes of their documents. */
export const immediateLimits = { items: contentLimits.bulkAtOnce, bytes: contentLimits.bulkBytesAtOnce };

/** A change set that was applied, with the numbers of its items; without an id if it changes nothing. */
export interface Applied {
  id: number | null;
  counts: { added: number; updated: number; removed: number };
}

/**
 * Prepares a small local change set and applies it in one transaction; undefined if a request with the same key was
 * stored. Throws a `SyncFailure` like the job, and then nothing is stored.
 */
export async function applyNow(
  { database, unit, clock }: Pick<Deps, 'database' | 'unit' | 'clock'>,
  changeSet: ChangeSet,
  created: NewChangeSet,
): Promise<Applied | undefined> {
  const keys = await assignKeys(database.query, changeSet);
  const prepared: PreparedItems[] = [];
  for await (const batch of prepareItems(database.query, changeSet, keys)) prepared.push(batch);
  const items = prepared.flatMap((batch) => batch.items);
  const count = (kind: 'added' | 'updated' | 'removed') =>
    items.filter(({ change, version }) => change === kind && version !== null).length;
  const counts = { added: count('added'), updated: count('updated'), removed: count('removed') };
  // Even if nothing changes, a repeated request must not edit what was changed since.
  if (items.length === 0 && !created.repeatable) return { id: null, counts };
  let id: number | undefined;
  await retryDeadlocks(undefined, () =>
    unit(async (inside) => {
      const { query } = inside;
      const at = clock.now();
      id = await createSync(query, changeSet, { ...created, counts });
      if (id === undefined) return;
      const running = { syncId: id, attempt: 0, at };
      await stageTemplates(query, id, changeSet, keys);
      for (const batch of prepared) await storeItems(query, running, batch);
      await applyLocal({ unit: inside, sync: { id }, at }, changeSet);
      await deleteIndexRowsOf(query, id);
      await completeCounted(inside, id, at);
    }),
  );
  return id === undefined ? undefined : { id: items.length === 0 ? null : id, counts };
}
