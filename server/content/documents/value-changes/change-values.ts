import { setTimeout as pause } from 'node:timers/promises';
import { computeValues } from '@quartermaster/contract/conditions/compute-values.ts';
import { isComputedType } from '@quartermaster/contract/field-types/registry.ts';
import type { Deps } from '../../../core/app/deps.ts';
import { defineJob } from '../../../core/app/module.ts';
import { AppError } from '../../../core/base/errors.ts';
import type { Query } from '../../../core/database/database.ts';
import { isDeadlock } from '../../../core/database/sql-states.ts';
import { convertIn, indexedLeaves } from '../../model/converted-values.ts';
import type { FieldConversion, Leaf, TemplateModel } from '../../model/template-model.ts';
import { findTemplate, noSuchTemplate } from '../../model/template-models.ts';
import { releaseReserved } from '../item-keys.ts';
import * as repository from './change-repository.ts';
import type { ItemRange } from './item-range.ts';
import { removeValues } from './item-values-repository.ts';
import { countRemoved, deleteOrphanedValues } from './removals-repository.ts';
import { lockNextReplaced, replaceValues } from './replaced-repository.ts';
import { lockTargets, restoreValues } from './restore-repository.ts';
import { type Rewrite, rewriteValues } from './rewrite-repository.ts';
import { initialStepSize, nextStepSize, pauseAfter, type StepTimes } from './step-size.ts';

/**
 * Completes outstanding template changes; also runs periodically, because a server may stop before it has enqueued the
 * job.
 */
export const changesJob = defineJob({
  name: 'template-changes',
  everySeconds: 60,
  isNeeded: async ({ database }) => (await repository.listChanges(database.query)).length > 0,
  run: (deps, _data, signal) => runChanges(deps, signal),
});

/** Limits up to which saving a template changes its items in the same transaction. */
const immediateLimits = { items: 1000, bytes: 4 * 1024 * 1024 };

/**
 * True if a template's items, or those of its items that change, are few and small enough to be changed in the
 * transaction that saves it.
 */
export const isWithinImmediateLimits = async (
  query: Query,
  templateKey: number,
  items: number,
  bytes?: number,
): Promise<boolean> =>
  items <= immediateLimits.items &&
  (bytes ?? (await repository.sumStoredBytes(query, templateKey))) <= immediateLimits.bytes;

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
    ...(open.replaced.length > 0 && { replaces: true }),
    ...(open.converted.length > 0 && { converts: true }),
    ...(open.recomputes && { recomputes: true }),
    items: open.items,
    done: Math.min(open.done, open.items),
  };
}

/** A change of items, and the template whose fields they have after it, which only computing needs. */
export type Change = Omit<repository.OpenChange, 'template_id' | 'done' | 'items'> & {
  model?: TemplateModel;
  /** True to emit no events, for items that are deleted in the same transaction. */
  isSilent?: boolean;
};

/**
 * Removes, restores, replaces, converts and computes values in a locked range of items. Items that are already done are
 * unchanged.
 */
export async function changeRange(
  query: Query,
  change: Change,
  range: ItemRange,
  restored: readonly Leaf[],
): Promise<void> {
  const {
    template_key,
    instance_id,
    version,
    removed,
    replaced,
    converted,
    recomputes,
    model,
    isSilent = false,
  } = change;
  const template = { templateKey: template_key, instanceId: instance_id, isSilent };
  if (replaced.length > 0) await replaceValues(query, { ...template, replaced }, range);
  if (converted.length > 0) await rewriteValues(query, template, converted.map(rewriteOf), range);
  if (removed.length > 0) await removeValues(query, { ...template, version, removed }, range);
  if (restored.length > 0) {
    const restoring = { ...template, leaves: restored };
    await lockTargets(query, restoring, range);
    await restoreValues(query, restoring, range);
  }
  // Formulas read what the item has after all of this.
  if (recomputes && model) await rewriteValues(query, template, [computing(model)], range);
}

/** An outstanding change with its template as stored, which is then known as changing for a while: others do without. */
async function withModel(query: Query, change: repository.OpenChange): Promise<Change> {
  if (!change.recomputes) return change;
  const model = await findTemplate(query, change.instance_id, change.template_id);
  if (!model) throw noSuchTemplate(change.template_id);
  return { ...change, model };
}

function computing({ tree, leaves }: TemplateModel): Rewrite {
  const computed = [...leaves.values()].filter(({ field }) => isComputedType(field.settings.type));
  return { rewrite: (values) => computeValues(tree, values).values, before: computed, after: computed };
}

const rewriteOf = (conversion: FieldConversion): Rewrite => ({
  rewrite: (values) => convertIn(values, conversion),
  ...indexedLeaves(conversion),
});

/** True for a change of items that an index finds; the others are not read. */
export const onlyReplaces = ({
  removed,
  restored,
  converted,
  recomputes,
  returned_keys,
}: Pick<repository.OpenChange, 'removed' | 'restored' | 'converted' | 'recomputes' | 'returned_keys'>): boolean =>
  removed.length + restored.length + converted.length + returned_keys.length === 0 && !recomputes;

/** Performs one step of a change in the caller's transaction; `isDone` if nothing was left to do. */
export async function applyChangeStep(
  query: Query,
  change: Change,
  limit: number,
): Promise<{ last: number; items: number; isDone: boolean }> {
  const { template_key, version, removed, returned_keys, after_id } = change;
  const next = { templateKey: template_key, after: after_id, limit };
  const { items, ...range } = onlyReplaces(change)
    ? await lockNextReplaced(query, { ...next, replaced: change.replaced })
    : await repository.lockNext(query, next);
  if (items > 0) {
    await changeRange(query, change, range, change.restored);
    if (removed.length > 0) await countRemoved(query, { templateKey: template_key, version }, range);
    return { last: range.last, items, isDone: false };
  }
  const isDone = !(await deleteOrphanedValues(query, template_key, returned_keys));
  if (isDone && returned_keys.length > 0) await releaseReserved(query, template_key, returned_keys);
  return { last: after_id, items, isDone };
}

/** Performs a whole change in the caller's transaction. */
export async function applyWholeChange(query: Query, change: Change): Promise<void> {
  let current = change;
  for (;;) {
    const result = await applyChangeStep(query, current, immediateLimits.items);
    if (result.isDone) return;
    current = { ...current, after_id: result.last };
  }
}

/** Completes all outstanding changes of an instance in the caller's transaction, before all of its items are read. */
export async function finishChanges(query: Query, instanceId: number): Promise<void> {
  for (const { template_key } of await repository.listChanges(query, instanceId))
    await finishChange(query, template_key);
}

/** Completes the outstanding change of a template, if there is one, in the caller's transaction. */
export async function finishChange(
  query: Query,
  templateKey: number,
  options: Pick<Change, 'isSilent'> = {},
): Promise<void> {
  await repository.lockChange(query, templateKey);
  const change = await repository.findChange(query, templateKey);
  if (!change) return;
  await applyWholeChange(query, { ...(await withModel(query, change)), ...options });
  await repository.deleteChange(query, templateKey);
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
      if (step !== 'retry') sizes.set(template_key, nextStepSize(size, step, deps.database.kind));
      await pause(pauseAfter(deps.database.kind, performance.now() - startedAt), undefined, { signal });
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
    const { last, items, isDone } = await applyChangeStep(query, await withModel(query, change), limit);
    const changedAt = performance.now();
    if (isDone) await repository.deleteChange(query, templateKey);
    else await repository.advanceChange(query, { templateKey, last, items });
    return {
      bookkeeping: foundAt - startedAt + performance.now() - changedAt,
      changing: changedAt - foundAt,
    };
  });
