import { createHash } from 'node:crypto';
import type { Applied, Checked } from '@quartermaster/contract/endpoints/door.ts';
import type { Deps } from '../../../core/app/deps.ts';
import { AppError } from '../../../core/base/errors.ts';
import type { Job } from '../../../core/jobs/define-job.ts';
import type { InstanceCaller } from '../../../core/session/access.ts';
import { refuseBeyondLimit } from '../../documents/item-limit.ts';
import { ChangeSetFailure, editFailure, failureError } from '../change-set-failure.ts';
import { findRepeated, type NewChangeSet, storeChangeSet } from '../change-set-repository.ts';
import { type Applied as AppliedNow, applyNow, immediateLimits } from '../run/apply-now.ts';
import type { ChangeSetPayload } from '../run/run-change-set.ts';
import type { ChangeSource, ReadChanges } from './change-source.ts';
import type { Changes } from './changes.ts';
import { checkChanges } from './check-changes.ts';
import { readChanges } from './read-changes.ts';
import { waitForChanges } from './wait.ts';

/** A request to apply changes, besides what they are about. */
interface ApplyOptions {
  fingerprint?: string;
  idempotency_key?: string;
}

/** Applies changes in the call, or starts their job and waits for some seconds. */
export async function applyRequested<Input extends object>(
  deps: Deps,
  caller: InstanceCaller,
  source: ChangeSource<Input>,
  { fingerprint, idempotency_key: key, ...rest }: Input & ApplyOptions,
): Promise<Applied> {
  const { query } = deps.database;
  // What is left is the input.
  const input = rest as unknown as Input;
  const repeatable = key === undefined ? null : { key, bodyHash: hashOf(input) };
  const findSame = async () =>
    repeatable && (await findRepeated(query, { targetId: caller.instanceId, ...repeatable }));
  // Both at once. A repeated request is answered even if its items have changed since.
  const reading = readChanges(deps, caller, source, input);
  reading.catch(() => {});
  const repeated = await findSame();
  if (repeated) return answerRepeated(deps, repeated);
  try {
    return await applyRead(deps, caller, source, { changes: await reading, fingerprint, repeatable });
  } catch (error) {
    // The same request, made at the same time, has perhaps done it.
    const same = error instanceof AppError ? await findSame() : null;
    if (!same) throw error;
    return answerRepeated(deps, same);
  }
}

interface ReadRequest {
  changes: ReadChanges;
  fingerprint: string | undefined;
  repeatable: NonNullable<NewChangeSet['repeatable']> | null;
}

/** Applies changes that were read; throws 409 if others were checked, or the same request is being made. */
async function applyRead(
  deps: Deps,
  caller: InstanceCaller,
  source: Pick<ChangeSource<never>, 'job' | 'refusalText' | 'failureText'>,
  { changes, fingerprint, repeatable }: ReadRequest,
): Promise<Applied> {
  if (fingerprint !== undefined && fingerprint !== changes.fingerprint)
    throw new AppError('changed', {
      message: 'The items or their template were changed since the check. Look at them, and try again.',
    });
  const created: NewChangeSet = {
    ...{ actor: caller.actor, note: '', repeatable, at: deps.clock.now() },
    ...{ request: { selection: null }, reviewId: null },
    ...changes.storing,
  };
  if (changes.isBeyondLimit) throw new AppError('item_limit');
  const { total, bytes, needsJob = false } = changes;
  const isSmall = !needsJob && total <= immediateLimits.items && bytes <= immediateLimits.bytes;
  // Ids are only taken for new items that nothing prevents. Of many items, the job finds out.
  if (changes.beside || (isSmall && changes.toApply)) await refuse(deps, changes, source);
  // Not stored: neither its items nor its templates have anything to do.
  if (changes.changeSet.templates.length === 0)
    return { id: null, state: 'applied', progress: { done: 0, total: 0 }, counts: nothingChanged };
  const applied = isSmall ? await applySmall(deps, changes, created, source) : undefined;
  if (applied) {
    const counts = { ...applied.counts, templates: 0 };
    return { id: applied.id, counts, state: 'applied', progress: { done: total, total } };
  }
  const id = isSmall ? undefined : await start(deps, caller, changes, created, source.job);
  if (id === undefined) throw new AppError('changed');
  return waitForChanges(deps, id);
}

const nothingChanged = { added: 0, updated: 0, removed: 0, templates: 0 };

async function answerRepeated(deps: Deps, { id, is_same }: { id: number; is_same: boolean }): Promise<Applied> {
  if (is_same) return waitForChanges(deps, id);
  throw new AppError('invalid', { fields: { idempotency_key: 'this key was used with another body' } });
}

const hashOf = (input: object): string => createHash('md5').update(JSON.stringify(input)).digest('hex');

/** How a source words what prevents its changes. */
type Words = Pick<ChangeSource<never>, 'refusalText' | 'failureText'>;

/** Throws 422 with the check if something is refused. */
async function refuse(deps: Deps, changes: Changes, { refusalText = editRefusal }: Words): Promise<void> {
  const check = await checkChanges(deps, changes, { limit: 100 });
  if (check.refusals.count > 0) throw new AppError('invalid', { message: refusalText(check), details: check });
}

/** Applies few changes; throws 422 with the check if something prevents it. */
async function applySmall(
  deps: Deps,
  changes: ReadChanges,
  created: NewChangeSet,
  source: Words,
): Promise<AppliedNow | undefined> {
  const changeSet = changes.toApply ? await changes.toApply() : changes.changeSet;
  try {
    return await applyNow(deps, changeSet, created);
  } catch (error) {
    if (!(error instanceof ChangeSetFailure)) throw error;
    if (error.reason !== 'changed') await refuse(deps, changes, source);
    const { failureText = editFailure } = source;
    throw failureError(error, failureText(error));
  }
}

const editRefusal = ({ refusals }: Checked): string =>
  refusals.sample.some(({ linked_by }) => linked_by !== null)
    ? 'Some items cannot be deleted, as others link to them. Leave them out, or delete those too.'
    : 'Some of the items are refused. Correct the edit, or leave them out.';

/** Stores changes and enqueues their job; throws 402 for more new items than the plan allows. */
const start = (
  deps: Deps,
  { projectId, instanceId }: InstanceCaller,
  changes: ReadChanges,
  created: NewChangeSet,
  job: Job<ChangeSetPayload, Deps>,
): Promise<number | undefined> =>
  deps.unit(async ({ send, query }) => {
    const { changeSet, kind, total, storeInputs } = changes;
    const limit = changeSet.expected?.itemLimit ?? null;
    if (kind === 'added') await refuseBeyondLimit(query, { projectId, instanceId }, { more: total, limit });
    const counts = { added: 0, updated: 0, removed: 0, [kind]: total };
    const id = await storeChangeSet(query, changeSet, { ...created, counts });
    if (id === undefined) return undefined;
    await storeInputs?.(query, id);
    await send(job, { sync_id: id });
    return id;
  });
