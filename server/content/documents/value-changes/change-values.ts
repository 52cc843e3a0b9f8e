import { setTimeout as pause } from 'node:timers/promises';
import type { Deps } from '../../../core/app/deps.ts';
import { defineJob } from '../../../core/app/module.ts';
import { AppError } from '../../../core/base/errors.ts';
import type { Query } from '../../../core/database/database.ts';
import { isDeadlock } from '../../../core/database/sql-states.ts';
import type { Leaf, TemplateModel } from '../../model/template-model.ts';
import { findTemplate } from '../../model/template-models.ts';
import * as repository from './change-repository.ts';
import type { ItemRange } from './item-range.ts';
import { removeValues } from './item-values-repository.ts';
import { countRemoved, deleteOrphanedValues } from './removals-repository.ts';
import { lockTargets, restoreValues } from './restore-repository.ts';
import { initialStepSize, nextStepSize, type StepTimes } from './step-size.ts';

/**
 * Completes outstanding template changes; also runs periodically, because a server may stop before it has enqueued the
 * job.
 */
export const changesJob = defineJob({
  name: 'template-changes',
  everySeconds: 60,
  run: (deps, _data, signal) => runChanges(deps, signal),
});

/** Limits up to which saving a template changes its items in the same transaction. */
const immediateLimits = { items: 1000, bytes: 4 * 1024 * 1024 };

/** True if a template's items are few and small enough to be changed in the transaction that saves it. */
export const isWithinImmediateLimits = async (query: Query, templateKey: number, items: number): Promise<boolean> =>
  items <= immediateLimits.items && (await repository.sumStoredBytes(query, templateKey)) <= immediateLimits.bytes;

/** Enqueues the job. The template is already saved, so an unreachable queue only delays the change. */
export async function enqueueChanges({ jobs, log }: Pick<Deps, 'jobs' | 'log'>): Promise<void> {
  await jobs
    .send(changesJob, {})
    .catch((error: unknown) =>
      log.error({ err: error }, 'The job for a template change was not enqueued; the next periodic run will do it.'),
    );
}

/** Progress of a template's change; `null` if there is none. */
export async function readProgress(query: Query, instanceId: number, templateId: string) {
  const model = await findTemplate(query, instanceId, templateId);
  if (!model) throw new AppError('not_found');
  const open = await repository.findChange(query, model.key);
  if (!open) return null;
  return {
    removes: open.removed.length > 0,
    restores: open.restored.length > 0,
    items: open.items,
    done: Math.min(open.done, open.items),
  };
}

type Change = Pick<repository.OpenChange, 'template_key' | 'instance_id' | 'version' | 'removed' | 'restored'>;

/** Removes and restores values in a locked range of items. Items that are already done are unchanged. */
async function changeRange(query: Query, change: Change, range: ItemRange, restored: readonly Leaf[]): Promise<void> {
  const { template_key, instance_id, version, removed } = change;
  if (removed.length > 0) await removeValues(query, { templateKey: template_key, version, removed }, range);
  if (restored.length === 0) return;
  const restoring = { templateKey: template_key, instanceId: instance_id, leaves: restored };
  await lockTargets(query, restoring, range);
  await restoreValues(query, restoring, range);
}

/** Performs one step of a change in the caller's transaction; `isDone` if nothing was left to do. */
export async function applyChangeStep(
  query: Query,
  change: repository.OpenChange,
  limit: number,
): Promise<{ last: number; items: number; isDone: boolean }> {
  const { template_key, version, removed, restored, returned_keys, after_id } = change;
  const { items, ...range } = await repository.lockNext(query, { templateKey: template_key, after: after_id, limit });
  if (items > 0) {
    await changeRange(query, change, range, restored);
    if (removed.length > 0) await countRemoved(query, { templateKey: template_key, version }, range);
    return { last: range.last, items, isDone: false };
  }
  return { last: after_id, items, isDone: !(await deleteOrphanedValues(query, template_key, returned_keys)) };
}

/** Performs a whole change in the caller's transaction. */
export async function applyWholeChange(query: Query, change: repository.OpenChange): Promise<void> {
  let current = change;
  for (;;) {
    const result = await applyChangeStep(query, current, immediateLimits.items);
    if (result.isDone) return;
    current = { ...current, after_id: result.last };
  }
}

/** Completes all outstanding changes of an instance in the caller's transaction, before all of its items are read. */
export async function finishChanges(query: Query, instanceId: number): Promise<void> {
  for (const { template_key } of await repository.listChanges(query, instanceId)) {
    await repository.lockChange(query, template_key);
    const change = await repository.findChange(query, template_key);
    if (!change) continue;
    await applyWholeChange(query, change);
    await repository.deleteChange(query, template_key);
  }
}

/**
 * Applies an outstanding template change to items before they are saved: removed values are stored first, and restored
 * values are in place before a newer value overwrites them. Dynamic groups that the save itself fills are skipped.
 */
export async function applyPendingChanges(
  { database, unit }: Pick<Deps, 'database' | 'unit'>,
  { key, change: known }: TemplateModel,
  items: readonly { id: number; fields: ReadonlySet<string> }[],
): Promise<void> {
  if (!known || items.length === 0) return;
  const open = await repository.findChange(database.query, key);
  if (open?.version !== known.version) return;
  const remaining = items.filter(({ id }) => id > open.after_id).toSorted((a, b) => a.id - b.id);
  if (remaining.length === 0) return;
  const ranges = rangesOf(remaining, open.restored);
  for (let at = 0; at < ranges.length; at += rangesPerTransaction) {
    await unit(async ({ query }) => {
      const change = await repository.lockChangeShared(query, { templateKey: key, version: known.version });
      if (!change) return;
      for (const { restored, ...range } of ranges.slice(at, at + rangesPerTransaction)) {
        await repository.lockRange(query, key, range);
        await changeRange(query, change, range, restored);
      }
    });
  }
}

/**
 * How many id ranges are changed in one transaction: on the embedded database everything else waits meanwhile, and the
 * items of a large save may be far apart.
 */
const rangesPerTransaction = 10;

/** The largest distance of neighbouring ids in a range, and the largest distance of its ends. */
const maxGap = 32;
const maxRangeLength = 400;

/**
 * Nearby ids form one range, unless the save fills a restored group of one of them: changing the items in between too
 * costs less than a separate range.
 */
function rangesOf(items: readonly { id: number; fields: ReadonlySet<string> }[], restored: readonly Leaf[]) {
  const ranges: (ItemRange & { restored: readonly Leaf[] })[] = [];
  for (const { id, fields } of items) {
    const own = withoutSavedGroups(restored, fields);
    const before = ranges.at(-1);
    const isClose = before && id - before.last <= maxGap && id - before.after <= maxRangeLength;
    const restoresAll = before?.restored.length === restored.length && own.length === restored.length;
    if (isClose && restoresAll) before.last = id;
    else ranges.push({ after: id - 1, last: id, restored: own });
  }
  return ranges;
}

/** The restored fields, without dynamic groups that the save fills and the fields in them. */
function withoutSavedGroups(restored: readonly Leaf[], savedFieldIds: ReadonlySet<string>): Leaf[] {
  const savedGroups = new Set(
    restored.filter(({ holdsRows, field }) => holdsRows && savedFieldIds.has(field.id)).map(({ field }) => field.id),
  );
  return restored.filter(
    ({ field, groups: outerGroups }) => !savedGroups.has(field.id) && !outerGroups.some((id) => savedGroups.has(id)),
  );
}

/** Completes all outstanding changes, one step per template in turn; several servers share the work. */
export async function runChanges(deps: Pick<Deps, 'database' | 'unit'>, signal: AbortSignal): Promise<void> {
  const sizes = new Map<number, number>();
  for (;;) {
    const open = await repository.listChanges(deps.database.query);
    const failures: unknown[] = [];
    let steps = 0;
    for (const { template_key } of open) {
      signal.throwIfAborted();
      const size = sizes.get(template_key) ?? initialStepSize;
      const startedAt = performance.now();
      // A failure must not block the others.
      const step = await runStep(deps, template_key, size).catch((error: unknown) => {
        // A save of many items may have locked them in another order: retried in the next round.
        if (isDeadlock(error)) return 'retry';
        failures.push(error);
        return null;
      });
      if (!step) continue;
      steps += 1;
      if (step !== 'retry') sizes.set(template_key, nextStepSize(size, step));
      // Leaves the database to other work for as long as the step took.
      await pause(performance.now() - startedAt, undefined, { signal });
    }
    if (steps > 0) continue;
    if (failures.length > 0) throw failures[0];
    return;
  }
}

/**
 * Performs a step in its own transaction and returns how long its parts took; `null` if another server is working on the
 * change, or it is done.
 */
export const runStep = ({ unit }: Pick<Deps, 'unit'>, templateKey: number, limit: number): Promise<StepTimes | null> =>
  unit(async ({ query }) => {
    const startedAt = performance.now();
    const change = await repository.lockForStep(query, templateKey);
    if (!change) return null;
    const foundAt = performance.now();
    const { last, items, isDone } = await applyChangeStep(query, change, limit);
    const changedAt = performance.now();
    if (isDone) await repository.deleteChange(query, templateKey);
    else await repository.advanceChange(query, { templateKey, last, items });
    return {
      bookkeeping: foundAt - startedAt + performance.now() - changedAt,
      changing: changedAt - foundAt,
    };
  });
