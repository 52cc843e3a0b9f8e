import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import type { Deps } from '../../../core/app/deps.ts';
import type { Unit } from '../../../core/app/unit.ts';
import type { Query } from '../../../core/database/database.ts';
import type { AskDeps } from '../../checks/ask-checks.ts';
import { isValueRepeated } from '../../documents/item-keys.ts';
import { refuseBeyondLimit } from '../../documents/item-limit.ts';
import { projectOf } from '../../documents/item-repository.ts';
import { areLinksWhole } from '../apply/apply-index-repository.ts';
import { deleteReturned } from '../apply/apply-repository.ts';
import { countWritten, type LocalWrite, writeLocal } from '../apply/write-local.ts';
import { type ChangeSet, templateKeyOf } from '../change-set.ts';
import { ChangeSetFailure } from '../change-set-failure.ts';
import type { NewChangeSet } from '../change-set-repository.ts';
import { assignKeys, type PreparedItems, prepareItems } from '../stage/stage-change-set.ts';
import { retryDeadlocks } from './run-change-set.ts';

/** Bounds up to which the call itself prepares and applies a change set: items, and bytes of their documents. */
export const immediateLimits = { items: contentLimits.bulkAtOnce, bytes: contentLimits.bulkBytesAtOnce };

/** A change set that was applied, with the numbers of its items; without an id if it changes nothing. */
export interface Applied {
  id: number | null;
  counts: { added: number; updated: number; removed: number };
}

/** What runs in the transaction that applies a change set: before it is written, and after that, with its id. */
export interface InTransaction {
  before?: (unit: Unit) => Promise<void>;
  after?: (unit: Unit, id: number) => Promise<void>;
}

/**
 * Prepares a small local change set and applies it in one transaction; undefined if a request with the same key was
 * stored. Throws a `ChangeSetFailure` like the job, and then nothing is stored. If nothing changes, there is no transaction.
 */
export async function applyNow(
  deps: AskDeps & Pick<Deps, 'unit'>,
  changeSet: ChangeSet,
  created: NewChangeSet,
  { before, after }: InTransaction = {},
): Promise<Applied | undefined> {
  const { database, unit, clock } = deps;
  const keys = await assignKeys(database.query, changeSet);
  const batches: PreparedItems[] = [];
  for await (const batch of prepareItems(deps, changeSet, keys)) if (batch.items.length > 0) batches.push(batch);
  const items = batches.flatMap((batch) => batch.items);
  const counts = {
    added: countWritten(items, 'added'),
    updated: countWritten(items, 'updated'),
    removed: countWritten(items, 'removed'),
  };
  // Even if nothing changes, a repeated request must not edit what was changed since.
  if (items.length === 0 && !created.repeatable) return { id: null, counts };
  const id = await retryDeadlocks(undefined, () =>
    unit(async (inside) => {
      const { query } = inside;
      await before?.(inside);
      const stored = await write(query, { changeSet, created: { ...created, counts }, at: clock.now() }, batches);
      if (stored !== null) await after?.(inside, stored);
      return stored;
    }),
  ).catch((error: unknown) => {
    throw isValueRepeated(error) ? new ChangeSetFailure('repeated') : error;
  });
  return id === null ? undefined : { id: items.length === 0 ? null : id, counts };
}

/** Writes a change set and returns its id; null if a request with the same key was stored. */
async function write(
  query: Query,
  local: Pick<LocalWrite, 'changeSet' | 'created' | 'at'>,
  batches: readonly PreparedItems[],
): Promise<number | null> {
  const { changeSet, created } = local;
  const { id: instanceId } = changeSet.pair.target;
  const { added, removed } = created.counts;
  if (added > 0 && changeSet.expected) {
    const projectId = await projectOf(query, instanceId);
    const { itemLimit: limit } = changeSet.expected;
    await refuseBeyondLimit(query, { projectId, instanceId }, { more: added - removed, limit });
  }
  const byKey = Map.groupBy(batches, ({ templateKey }) => templateKey);
  const allAdded = new Map(
    batches.flatMap(({ templateKey, items }) =>
      items.flatMap(({ id, change }): [number, number][] => (change === 'added' ? [[id, templateKey]] : [])),
    ),
  );
  let storedAs: number | null = null;
  const filled = changeSet.templates.filter((template) => byKey.has(templateKeyOf(template)));
  for (const template of filled.length > 0 ? filled : changeSet.templates.slice(0, 1)) {
    const prepared = byKey.get(templateKeyOf(template)) ?? [];
    const [items, rows] = [prepared.flatMap((batch) => batch.items), prepared.flatMap((batch) => batch.rows)];
    const written = await writeLocal(query, { ...local, template, storedAs, items, rows, added: allAdded });
    if (!written.fits_template) throw new ChangeSetFailure('changed');
    if (!written.fits_links) throw new ChangeSetFailure('links');
    if (written.id === null) return null;
    if (written.items !== items.length) throw new ChangeSetFailure('changed');
    storedAs = written.id;
  }
  const returns = added > 0 && (changeSet.undoes !== null || created.contentFrom === 'restore');
  if (returns && storedAs !== null) await deleteReturned(query, storedAs);
  const mayBreakLinks = removed > 0;
  if (
    mayBreakLinks &&
    storedAs !== null &&
    !(await areLinksWhole(query, storedAs, { targetId: instanceId, copiedKeys: [] }))
  )
    throw new ChangeSetFailure('links');
  return storedAs;
}
