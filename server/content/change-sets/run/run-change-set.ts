import type { JobError } from '@quartermaster/contract/endpoints/jobs.ts';
import type { Deps } from '../../../core/app/deps.ts';
import { defineJob } from '../../../core/app/module.ts';
import type { Unit } from '../../../core/app/unit.ts';
import { AppError } from '../../../core/base/errors.ts';
import { isDeadlock } from '../../../core/database/sql-states.ts';
import { advance, beginAttempt, type JobAttempt, recordErrors, Superseded } from '../../../core/jobs/progress.ts';
import type { AskDeps } from '../../checks/ask-checks.ts';
import { enqueueChanges } from '../../documents/value-changes/change-values.ts';
import { applyStaged, type OnApplied } from '../apply/apply-change-set.ts';
import { buildLocalUndo, buildUndo } from '../build-undo.ts';
import { type ChangeSet, conflictsRevision, isEmptyChangeSet } from '../change-set.ts';
import { ChangeSetFailure } from '../change-set-failure.ts';
import { failChangeSet, getStoredChangeSet, jobOf, pairOf, type StoredChangeSet } from '../change-set-repository.ts';
import { checkChangeSet, isOpen, isWhole } from '../check-change-set.ts';
import { stageChangeSet } from '../stage/stage-change-set.ts';
import { countOpenChanges } from '../template-repository.ts';
import { clearAttempts, clearEnded } from './clear-staged.ts';

/** What a job is sent. Its key stays as it is: a job that was sent before an upgrade runs after it. */
export interface ChangeSetPayload {
  sync_id: number;
}

/** The job of an origin's change sets, and of their undo. */
interface ChangeSetOrigin {
  /** Name of the job. */
  name: string;
  /**
   * Builds a stored change set again, from what was requested; throws a {@link ChangeSetFailure} if that cannot be applied
   * any more. Not called for an undo.
   */
  build: (deps: Deps, stored: StoredChangeSet) => Promise<ChangeSet>;
  /** Built again, it would be the same: what it fails for is final. */
  buildsOnce?: true;
  /** Runs in the transaction that applies a change set. */
  onApplied?: (stored: StoredChangeSet) => OnApplied;
  /** Runs in the transaction that ends a change set as failed. */
  onFailed?: (transaction: Unit & { at: Date }, failed: { id: number; error: string }) => Promise<void>;
  /** A failure as text for the user; its `message` if omitted. */
  describe?: (failure: ChangeSetFailure) => string;
  /** The error if the job is given up. */
  givenUp: string;
}

/**
 * Declares the job that prepares and applies the change sets of an origin. Nothing in the target is changed until the end,
 * so a run that died is simply repeated.
 */
export const changeSetJob = (origin: ChangeSetOrigin) =>
  defineJob<ChangeSetPayload>({
    name: origin.name,
    concurrency: 2,
    run: (deps, { sync_id: id }, signal) => runChangeSet(deps, origin, id, signal),
    onGivenUp: async (deps, { sync_id: id }) => {
      const attempt = await beginAttempt(deps.database.query, jobOf(id));
      if (attempt !== undefined) await fail(deps, origin, { ...jobOf(id), attempt }, origin.givenUp);
      await clearEnded(deps, id);
    },
  });

async function runChangeSet(
  deps: Deps,
  origin: ChangeSetOrigin,
  changeSetId: number,
  signal: AbortSignal,
): Promise<void> {
  const number = await beginAttempt(deps.database.query, jobOf(changeSetId));
  const attempt = number === undefined ? undefined : { ...jobOf(changeSetId), attempt: number };
  try {
    if (attempt) await prepareAndApply(deps, origin, attempt, signal);
  } catch (error) {
    // The later attempt ends the change set, unless it was cancelled.
    if (error instanceof Superseded) return clearEnded(deps, changeSetId);
    const reason = reasonOf(error, origin);
    if (reason === undefined || !attempt) throw error;
    await fail(deps, origin, attempt, reason, error instanceof ChangeSetFailure ? error.rows : []);
  }
  await clearEnded(deps, changeSetId);
  if (attempt) await enqueueChanges(deps);
}

/** Ends the change set as failed, with the items that it failed for. */
const fail = (
  { unit, clock }: Deps,
  { onFailed }: ChangeSetOrigin,
  attempt: JobAttempt,
  reason: string,
  rows: readonly JobError[] = [],
) =>
  unit(async (inside) => {
    const at = clock.now();
    await recordErrors(inside.query, attempt, rows);
    const hasFailed = await failChangeSet(inside.query, attempt, reason, at);
    if (hasFailed) await onFailed?.({ ...inside, at }, { id: attempt.id, error: reason });
  });

/** Why a change set cannot be applied, as text for its user; undefined for an error that the job's retry may not meet. */
function reasonOf(error: unknown, { describe }: ChangeSetOrigin): string | undefined {
  if (error instanceof ChangeSetFailure) return describe?.(error) ?? error.message;
  // A limit of the plan, or a template that was changed again since.
  return error instanceof AppError && error.status < 500 ? error.message : undefined;
}

/** Prepares a change set again if the content has changed meanwhile, and gives up after some rounds. */
async function prepareAndApply(deps: Deps, origin: ChangeSetOrigin, attempt: JobAttempt, signal: AbortSignal) {
  const stored = await getStoredChangeSet(deps.database.query, attempt.id);
  if (!stored) return;
  for (let round = 1; ; round += 1) {
    try {
      await clearAttempts(deps, attempt);
      return await prepareOnce(deps, origin, { stored, attempt }, signal);
    } catch (error) {
      const isOnly = origin.buildsOnce && stored.undoes_id === null;
      if (!(error instanceof ChangeSetFailure) || isFinal(error) || isOnly || round === rounds) throw error;
    }
  }
}

const isFinal = ({ reason }: ChangeSetFailure): boolean =>
  reason === 'conflict' || reason === 'nothing' || reason === 'refused' || reason === 'repeated' || reason === 'check';

async function prepareOnce(
  deps: Deps,
  origin: ChangeSetOrigin,
  { stored, attempt }: { stored: StoredChangeSet; attempt: JobAttempt },
  signal: AbortSignal,
): Promise<void> {
  const changeSet = stored.undoes_id === null ? await origin.build(deps, stored) : await buildUndoOf(deps, stored);
  const running = { changeSetId: stored.id, attempt: attempt.attempt, at: stored.created_at };
  const staged = await stageChangeSet(deps, running, changeSet, signal);
  // Fresh tables have no statistics, and the last statements would be planned without them.
  if (stored.added + stored.updated + stored.removed > analyzedItems)
    await deps.database.query('analyze change_set_items, change_set_index', []);
  const onApplied = origin.onApplied?.(stored) ?? (async () => {});
  await advance(deps.database.query, attempt, { doing: 'Applying the changes' });
  await retryDeadlocks(signal, () => applyStaged(deps, stored, attempt, { changeSet, staged, onApplied }));
}

/** A save of several items may have locked them in another order. */
export async function retryDeadlocks<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round += 1) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!isDeadlock(error) || round === rounds) throw error;
    }
  }
}

const analyzedItems = 1000;
/** The maximum number of times that a change set is prepared, and a deadlock retried. */
const rounds = 5;

async function buildUndoOf(deps: Deps, stored: StoredChangeSet): Promise<ChangeSet> {
  const { query } = deps.database;
  const undone = await getStoredChangeSet(query, stored.undoes_id ?? 0);
  if (!undone) throw new ChangeSetFailure('nothing');
  const { request } = stored;
  const { itemLimit, mayEditReadOnly = false } = request;
  // Only that of a change set from no other instance has one, if only `null`.
  const build = () =>
    itemLimit === undefined
      ? buildUndo(query, undone, request)
      : buildLocalUndo(query, undone, request, { itemLimit, mayEditReadOnly });
  return buildAgain(deps, stored, build);
}

/**
 * Builds a checked change set again: later edits in the source are part of it in their current state, unless there is a
 * problem with them. Throws a {@link ChangeSetFailure} if nothing is left to change, or if there are other conflicts than
 * checked.
 */
export async function buildAgain(
  deps: AskDeps,
  stored: StoredChangeSet,
  build: () => Promise<ChangeSet>,
): Promise<ChangeSet> {
  const { query } = deps.database;
  const { source, target } = pairOf(stored);
  if ((await countOpenChanges(query, [source.id, target.id])) > 0) throw new ChangeSetFailure('changed');
  const changeSet = await build();
  if (changeSet.revision === stored.revision) return changeSet;
  if (isEmptyChangeSet(changeSet)) throw new ChangeSetFailure('nothing');
  if (conflictsRevision(changeSet) !== stored.request.checked) throw new ChangeSetFailure('conflict');
  const check = await checkChangeSet(deps, changeSet);
  if (isOpen(check)) throw new ChangeSetFailure('conflict');
  if (!isWhole(check)) throw new ChangeSetFailure('links');
  return changeSet;
}
