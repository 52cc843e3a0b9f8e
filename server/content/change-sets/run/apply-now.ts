import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import type { Deps } from '../../../core/app/deps.ts';
import type { Query } from '../../../core/database/database.ts';
import { refuseBeyondLimit } from '../../documents/item-limit.ts';
import { projectOf } from '../../documents/item-repository.ts';
import { areLinksWhole } from '../apply/apply-index-repository.ts';
import { type LocalWrite, writeLocal } from '../apply/write-local.ts';
import type { ChangeSet } from '../change-set.ts';
import { assignKeys, type PreparedItems, prepareItems } from '../stage/stage-change-set.ts';
import { SyncFailure } from '../sync-failure.ts';
import type { NewChangeSet } from '../sync-repository.ts';
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
  const batches: PreparedItems[] = [];
  for await (const batch of prepareItems(database.query, changeSet, keys)) batches.push(batch);
  const items = batches.flatMap((batch) => batch.items);
  const count = (kind: 'added' | 'updated' | 'removed') =>
    items.filter(({ change, version }) => change === kind && version !== null).length;
  const counts = { added: count('added'), updated: count('updated'), removed: count('removed') };
  // Even if nothing changes, a repeated request must not edit what was changed since.
  if (items.length === 0 && !created.repeatable) return { id: null, counts };
  const rows = batches.flatMap((batch) => batch.rows);
  const id = await retryDeadlocks(undefined, () =>
    unit(({ query }) => write(query, { changeSet, created: { ...created, counts }, items, rows, at: clock.now() })),
  );
  return id === null ? undefined : { id: items.length === 0 ? null : id, counts };
}

/** Writes a change set and returns its id; null if a request with the same key was stored. */
async function write(query: Query, local: LocalWrite): Promise<number | null> {
  const { changeSet, created, items } = local;
  const { id: instanceId } = changeSet.pair.target;
  const { added, removed } = created.counts;
  if (added > 0 && changeSet.expected) {
    const projectId = await projectOf(query, instanceId);
    const { itemLimit: limit } = changeSet.expected;
    await refuseBeyondLimit(query, { projectId, instanceId }, { more: added - removed, limit });
  }
  const written = await writeLocal(query, local);
  if (!written.fits_template) throw new SyncFailure('changed');
  if (!written.fits_links) throw new SyncFailure('links');
  if (written.id === null) return null;
  if (written.items !== items.length) throw new SyncFailure('changed');
  const mayBreakLinks = removed > 0;
  if (mayBreakLinks && !(await areLinksWhole(query, written.id, { targetId: instanceId, copiedKeys: [] })))
    throw new SyncFailure('links');
  return written.id;
}
