import { setTimeout as pause } from 'node:timers/promises';
import type { Deps } from '../../../core/app/deps.ts';
import { defineJob } from '../../../core/app/module.ts';
import { AppError } from '../../../core/base/errors.ts';
import type { Slot, TemplateModel } from '../../../core/content/template-model.ts';
import { findTemplate } from '../../../core/content/template-models.ts';
import type { Query } from '../../../core/database/database.ts';
import type { Run } from '../effects/effects-repository.ts';
import { countTaken, deleteOrphanedValues } from '../restore/removals-repository.ts';
import { lockTargets, restoreValues } from '../restore/restore-repository.ts';
import * as repository from './change-repository.ts';
import { removeValues } from './item-values-repository.ts';

/**
 * Completes outstanding template changes; also runs periodically, because a server may stop before it has enqueued the
 * job.
 */
export const changesJob = defineJob({
  name: 'template-changes',
  everySeconds: 60,
  run: (deps, _data, signal) => runChanges(deps, signal),
});

/** Up to this number of items, and of stored bytes, a save changes the items itself. */
const withinSave = { items: 1000, bytes: 4 * 1024 * 1024 };

/** True if a template's items are few and small enough to be changed by the save itself. */
export const isWithinSave = async (query: Query, templateKey: number, items: number): Promise<boolean> =>
  items <= withinSave.items && (await repository.sumStoredBytes(query, templateKey)) <= withinSave.bytes;

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

/** Removes and restores values in locked items. Items that are already done stay unchanged. */
async function changeRun(query: Query, change: Change, run: Run, restored: readonly Slot[]): Promise<void> {
  const { template_key, instance_id, version, removed } = change;
  if (removed.length > 0) await removeValues(query, { templateKey: template_key, version, removed }, run);
  if (restored.length === 0) return;
  const restoring = { templateKey: template_key, instanceId: instance_id, slots: restored };
  await lockTargets(query, restoring, run);
  await restoreValues(query, restoring, run);
}

/** Performs one step of a change in the caller's transaction; `isDone` if nothing was left to do. */
export async function applyChangeStep(
  query: Query,
  change: repository.OpenChange,
  limit: number,
): Promise<{ last: number; items: number; isDone: boolean }> {
  const { template_key, version, removed, restored, returned_keys, after_id } = change;
  const { items, ...run } = await repository.lockNext(query, { templateKey: template_key, after: after_id, limit });
  if (items > 0) {
    await changeRun(query, change, run, restored);
    if (removed.length > 0) await countTaken(query, { templateKey: template_key, version }, run);
    return { last: run.last, items, isDone: false };
  }
  return { last: after_id, items, isDone: !(await deleteOrphanedValues(query, template_key, returned_keys)) };
}

/** Performs a whole change in the caller's transaction. */
export async function applyWholeChange(query: Query, change: repository.OpenChange): Promise<void> {
  for (let step = change, isDone = false; !isDone; ) {
    const some = await applyChangeStep(query, step, withinSave.items);
    isDone = some.isDone;
    step = { ...step, after_id: some.last };
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
 * Applies an outstanding change to items before they are saved: removed values are stored first, and restored values
 * are in place before a newer value overwrites them. Dynamic groups that the save itself fills are left out.
 */
export async function applyPendingChanges(
  { database }: Pick<Deps, 'database'>,
  { key, change: known }: TemplateModel,
  items: readonly { id: number; fields: ReadonlySet<string> }[],
): Promise<void> {
  if (!known || items.length === 0) return;
  const open = await repository.findChange(database.query, key);
  if (open?.version !== known.version) return;
  const left = items.filter(({ id }) => id > open.after_id).toSorted((a, b) => a.id - b.id);
  if (left.length === 0) return;
  const runs = runsOf(left, open.restored);
  for (let at = 0; at < runs.length; at += runsAtOnce) {
    await database.transaction(async (_tx, query) => {
      const change = await repository.lockChangeShared(query, { templateKey: key, version: known.version });
      if (!change) return;
      for (const { restored, ...run } of runs.slice(at, at + runsAtOnce)) {
        await repository.lockRun(query, key, run);
        await changeRun(query, change, run, restored);
      }
    });
  }
}

/**
 * Runs settled in one transaction: on the embedded database everything else waits meanwhile, and the items of a large
 * save may be far apart.
 */
const runsAtOnce = 10;

/** Nearby ids form one run: settling the items in between too costs less than a separate run. */
function runsOf(items: readonly { id: number; fields: ReadonlySet<string> }[], restored: readonly Slot[]) {
  const runs: (Run & { restored: readonly Slot[] })[] = [];
  for (const { id, fields } of items) {
    const own = withoutFilled(restored, fields);
    const before = runs.at(-1);
    const isClose =
      before &&
      id - before.last <= closeIds &&
      id - before.after <= longestRun &&
      before.restored.length + own.length === 2 * restored.length;
    if (isClose) before.last = id;
    else runs.push({ after: id - 1, last: id, restored: own });
  }
  return runs;
}

const [closeIds, longestRun] = [32, 400];

/** The restored fields, without dynamic groups that the save fills. */
function withoutFilled(restored: readonly Slot[], filled: ReadonlySet<string>): Slot[] {
  const groups = new Set(
    restored.filter(({ holdsRows, field }) => holdsRows && filled.has(field.id)).map(({ field }) => field.id),
  );
  return restored.filter(({ field, groups: around }) => !groups.has(field.id) && !around.some((id) => groups.has(id)));
}

const [firstItems, mostItems] = [20, 2000];

/**
 * Target duration of a step, in milliseconds: saves of its items, and on the embedded database all calls, wait that
 * long.
 */
const stepMilliseconds = 15;

/** Completes all outstanding changes, one step per template in turn; several servers share the work. */
export async function runChanges(deps: Pick<Deps, 'database'>, signal: AbortSignal): Promise<void> {
  const sizes = new Map<number, number>();
  for (;;) {
    const open = await repository.listChanges(deps.database.query);
    const failures: unknown[] = [];
    let worked = 0;
    for (const { template_key } of open) {
      signal.throwIfAborted();
      const size = sizes.get(template_key) ?? firstItems;
      const since = performance.now();
      // A failure must not block the others.
      const isOurs = await runStep(deps, template_key, size).catch((error: unknown) => {
        if ((error as { code?: string }).code === deadlock) return true;
        failures.push(error);
        return false;
      });
      if (!isOurs) continue;
      worked += 1;
      const took = performance.now() - since;
      sizes.set(template_key, nextSize(size, took));
      // Leaves the database to others for as long as the step took.
      await pause(took, undefined, { signal });
    }
    if (worked > 0) continue;
    if (failures.length > 0) throw failures[0];
    return;
  }
}

/**
 * PostgreSQL aborts one of two transactions that wait for each other: a save of many items may have locked them in
 * another order.
 */
const deadlock = '40P01';

const nextSize = (size: number, took: number): number =>
  Math.max(1, Math.floor(Math.min(mostItems, 2 * size, (size * stepMilliseconds) / took)));

/** Performs a step in its own transaction; false if another server is working on the change, or it is done. */
export const runStep = ({ database }: Pick<Deps, 'database'>, templateKey: number, limit: number): Promise<boolean> =>
  database.transaction(async (_tx, query) => {
    const change = await repository.lockForStep(query, templateKey);
    if (!change) return false;
    const { last, items, isDone } = await applyChangeStep(query, change, limit);
    if (isDone) await repository.deleteChange(query, templateKey);
    else await repository.advanceChange(query, { templateKey, last, items });
    return true;
  });
