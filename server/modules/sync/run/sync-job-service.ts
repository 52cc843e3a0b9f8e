import { applyStaged, type OnApplied } from '../../../content/change-sets/apply/apply-change-set.ts';
import { buildUndo } from '../../../content/change-sets/build-undo.ts';
import { type ChangeSet, conflictsRevision, isEmptyChangeSet } from '../../../content/change-sets/change-set.ts';
import { checkChangeSet, isOpen, isWhole } from '../../../content/change-sets/check-change-set.ts';
import { stageChangeSet } from '../../../content/change-sets/stage/stage-change-set.ts';
import { deleteIndexRows, deleteItems, findIndexBlocks } from '../../../content/change-sets/stage/stage-repository.ts';
import { SyncFailure } from '../../../content/change-sets/sync-failure.ts';
import {
  type Attempt,
  beginAttempt,
  failSync,
  getSync,
  getWholeSync,
  lockAttempt,
  Superseded,
  type WholeSync,
} from '../../../content/change-sets/sync-repository.ts';
import { countOpenChanges } from '../../../content/change-sets/template-repository.ts';
import { enqueueChanges } from '../../../content/documents/value-changes/change-values.ts';
import type { Deps } from '../../../core/app/deps.ts';
import { defineJob } from '../../../core/app/module.ts';
import type { Query } from '../../../core/database/database.ts';
import { isDeadlock } from '../../../core/database/sql-states.ts';
import { buildChangeSet } from '../pairs/build-change-set.ts';
import { giveAnswer } from '../reviews/give-answer.ts';

/** Prepares and applies a sync. Nothing in the target is changed until the end, so a run that died is simply repeated. */
export const syncJob = defineJob<{ sync_id: number }>({
  name: 'sync',
  concurrency: 2,
  run: (deps, { sync_id }, signal) => runSync(deps, sync_id, signal),
  onGivenUp: async (deps, { sync_id }) => {
    const attempt = await beginAttempt(deps.database.query, sync_id);
    const error = 'The sync could not be made. Nothing was synced. Try again later.';
    if (attempt !== undefined)
      await failSync(deps.database.query, { syncId: sync_id, attempt }, error, deps.clock.now());
    await clearEnded(deps, sync_id);
  },
});

export async function runSync(deps: Deps, syncId: number, signal: AbortSignal): Promise<void> {
  const { query } = deps.database;
  const attempt = await beginAttempt(query, syncId);
  try {
    if (attempt !== undefined) await prepareAndApply(deps, { syncId, attempt }, signal);
  } catch (error) {
    // The later attempt ends the sync.
    if (error instanceof Superseded) return;
    if (!(error instanceof SyncFailure) || attempt === undefined) throw error;
    await failSync(query, { syncId, attempt }, error.message, deps.clock.now());
  }
  await clearEnded(deps, syncId);
  if (attempt !== undefined) await enqueueChanges(deps);
}

/** Prepares a sync again if the content has changed meanwhile, and gives up after some rounds. */
async function prepareAndApply(deps: Deps, attempt: Attempt, signal: AbortSignal): Promise<void> {
  const sync = await getWholeSync(deps.database.query, attempt.syncId);
  if (!sync) return;
  for (let round = 1; ; round += 1) {
    try {
      await clearAttempts(deps, attempt);
      return await prepareOnce(deps, sync, attempt, signal);
    } catch (error) {
      if (!(error instanceof SyncFailure) || isFinal(error) || round === rounds) throw error;
    }
  }
}

const isFinal = ({ reason }: SyncFailure): boolean => reason === 'conflict' || reason === 'nothing';

async function prepareOnce(deps: Deps, sync: WholeSync, attempt: Attempt, signal: AbortSignal): Promise<void> {
  const changeSet = await rebuildChangeSet(deps, sync);
  const running = { ...attempt, accountId: sync.account_id, at: sync.created_at };
  const staged = await stageChangeSet(deps, running, changeSet, signal);
  // Fresh tables have no statistics, and the last statements would be planned without them.
  if (changeSet.items.length > analyzedItems) await deps.database.query('analyze sync_items, sync_index', []);
  for (let round = 1; ; round += 1) {
    signal.throwIfAborted();
    try {
      await applyStaged(deps, sync, attempt.attempt, { changeSet, staged, onApplied: answerReview(sync) });
      break;
    } catch (error) {
      // A save of several items may have locked them in another order.
      if (!isDeadlock(error) || round === rounds) throw error;
    }
  }
}

/** Answers the review that the sync was started from, if there is one. */
const answerReview =
  ({ id, review_id, source_id, account_id, note }: WholeSync): OnApplied =>
  async ({ query, post, at }) => {
    if (review_id === null) return;
    const answer = { state: 'applied', accountId: account_id, note, syncId: id, at } as const;
    await giveAnswer(query, post, { reviewId: review_id, instanceId: source_id }, answer);
  };

const analyzedItems = 1000;
/** The maximum number of times that a sync is prepared, and a deadlock retried. */
const rounds = 5;

/**
 * The checked change set, updated: later edits in the source are synced in their current state unless there is a problem with
 * them. Fails if nothing is left to sync, or if there are other conflicts than checked.
 */
async function rebuildChangeSet({ database }: Deps, sync: WholeSync): Promise<ChangeSet> {
  const { query } = database;
  const pair = {
    source: { id: sync.source_id, env: sync.source_env },
    target: { id: sync.target_id, env: sync.target_env },
  };
  if ((await countOpenChanges(query, [pair.source.id, pair.target.id])) > 0) throw new SyncFailure('changed');
  const undone = sync.undoes_id === null ? undefined : await getWholeSync(query, sync.undoes_id);
  const changeSet = undone
    ? await buildUndo(query, undone, sync.request)
    : await buildChangeSet(query, pair, sync.request);
  if (changeSet.revision === sync.revision) return changeSet;
  if (isEmptyChangeSet(changeSet)) throw new SyncFailure('nothing');
  if (conflictsRevision(changeSet) !== sync.request.checked) throw new SyncFailure('conflict');
  const check = await checkChangeSet(query, changeSet);
  if (isOpen(check)) throw new SyncFailure('conflict');
  if (!isWhole(check)) throw new SyncFailure('links');
  return changeSet;
}

type Clearing = Pick<Deps, 'database' | 'unit'>;

/** Deletes the data prepared by earlier attempts, in short steps. */
const clearAttempts = (deps: Clearing, attempt: Attempt): Promise<void> =>
  clear(deps, attempt.syncId, false, (work) =>
    deps.unit(async ({ query }) => {
      await lockAttempt(query, attempt);
      return work(query);
    }),
  );

/** Deletes the prepared data of an ended sync that is not needed any more. */
async function clearEnded(deps: Clearing, syncId: number): Promise<void> {
  const { query } = deps.database;
  const sync = await getSync(query, syncId);
  if (sync && sync.state !== 'running') await clear(deps, syncId, sync.state === 'applied', (work) => work(query));
}

/** The number of blocks of prepared index rows deleted at a time. */
const blocksAtOnce = 100;

/** Deletes the prepared data of a sync; the history of an applied one stays. */
async function clear(
  { database }: Clearing,
  syncId: number,
  isApplied: boolean,
  inStep: <T>(work: (query: Query) => Promise<T>) => Promise<T>,
): Promise<void> {
  const blocks = await findIndexBlocks(database.query, syncId);
  for (let at = blocks?.first ?? 0; blocks && at <= blocks.last; at += blocksAtOnce)
    await inStep((query) => deleteIndexRows(query, syncId, at, at + blocksAtOnce));
  if (isApplied) return;
  while (await inStep((query) => deleteItems(query, syncId)));
}
