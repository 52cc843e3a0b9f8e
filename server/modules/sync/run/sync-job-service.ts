import type { Deps } from '../../../core/app/deps.ts';
import { defineJob } from '../../../core/app/module.ts';
import { enqueueChanges } from '../../templates/changes/change-service.ts';
import { planUndo } from '../history/plan-undo.ts';
import type { Plan } from '../plan/plan.ts';
import { planSync } from '../plan/plan-sync.ts';
import { applyStaged } from './apply-service.ts';
import { deleteStaged } from './stage-repository.ts';
import { stagePlan } from './stage-service.ts';
import { SyncFailure } from './sync-failure.ts';
import { failSync, getSync, type SyncRow } from './sync-repository.ts';
import { countOpenChanges } from './template-repository.ts';

/** Prepares and applies a sync. Until the end nothing in the target is changed, so a run that died is simply made again. */
export const syncJob = defineJob<{ sync_id: number }>({
  name: 'sync',
  concurrency: 2,
  run: (deps, { sync_id }, signal) => runSync(deps, sync_id, signal),
  onGivenUp: async (deps, { sync_id }) => {
    await endFailed(deps, sync_id, 'The sync could not be made. Nothing was synced. Try again later.');
  },
});

export async function runSync(deps: Deps, syncId: number, signal: AbortSignal): Promise<void> {
  const { query } = deps.database;
  const sync = await getSync(query, syncId);
  if (!sync) return;
  try {
    if (sync.state === 'running') await prepareAndApply(deps, sync, signal);
  } catch (error) {
    if (!(error instanceof SyncFailure)) throw error;
    await endFailed(deps, syncId, error.message);
    return;
  }
  const ended = await getSync(query, syncId);
  await clear(deps, syncId, ended?.state === 'applied');
  if (sync.state === 'running') await enqueueChanges(deps);
}

async function prepareAndApply(deps: Deps, sync: SyncRow, signal: AbortSignal): Promise<void> {
  const { query } = deps.database;
  await clear(deps, sync.id, false);
  const plan = await planAgain(deps, sync);
  await stagePlan(deps, { syncId: sync.id, accountId: sync.account_id, at: sync.created_at }, plan, signal);
  // Fresh tables have no statistics, which the last statements would be planned without.
  if (plan.items.length > analyzedItems) await query('analyze sync_items, sync_index', []);
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      await applyStaged(deps, sync, plan);
      break;
    } catch (error) {
      // A save of several items may have locked them in another order.
      if (!isDeadlock(error) || attempt === attempts) throw error;
    }
  }
}

const analyzedItems = 1000;
const attempts = 5;

const isDeadlock = (error: unknown): boolean => (error as { code?: string }).code === '40P01';

/** The plan that was checked; fails if it has become another one. */
async function planAgain({ database }: Deps, sync: SyncRow): Promise<Plan> {
  const { query } = database;
  const pair = {
    source: { id: sync.source_id, env: sync.source_env },
    target: { id: sync.target_id, env: sync.target_env },
  };
  if ((await countOpenChanges(query, [pair.source.id, pair.target.id])) > 0) throw new SyncFailure('changed');
  const undone = sync.undoes_id === null ? undefined : await getSync(query, sync.undoes_id);
  const plan = undone ? await planUndo(query, undone, sync.request) : await planSync(query, pair, sync.request);
  if (plan.revision !== sync.revision) throw new SyncFailure('changed');
  return plan;
}

async function endFailed(deps: Deps, syncId: number, error: string): Promise<void> {
  await failSync(deps.database.query, syncId, error, deps.clock.now());
  await clear(deps, syncId, false);
}

/** Deletes what was prepared and is not needed any more, in short steps. */
async function clear({ database }: Pick<Deps, 'database'>, syncId: number, isApplied: boolean): Promise<void> {
  while (await deleteStaged(database.query, syncId, isApplied));
}
