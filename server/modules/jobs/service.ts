import { type GuardedEndpoint, refusalOf } from '@quartermaster/contract/access.ts';
import { type Job, type JobKind, jobAccess } from '@quartermaster/contract/endpoints/jobs.ts';
import { sync as syncs } from '@quartermaster/contract/endpoints/sync.ts';
import { getChangeSet } from '../../content/change-sets/change-set-repository.ts';
import { cancelChangeSet } from '../../content/change-sets/run/cancel-change-set.ts';
import { findTemplate } from '../../content/model/template-models.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import { type JobProgress, type JobSubject, readProgress } from '../../core/jobs/progress.ts';
import { demand, type InstanceCaller, readId } from '../../core/session/access.ts';
import { cancelExport } from '../reports/service.ts';

/** A job as it is addressed in a call. */
interface Addressed {
  kind: JobKind;
  id: string;
}

/** How many rows with errors are returned if the call does not say. */
const shownErrors = 20;

/** What cancels a job of a kind; the others cannot be cancelled. */
const cancels: Partial<Record<JobKind, (deps: Deps, id: number) => Promise<void>>> = {
  export: cancelExport,
  'change-set': cancelChangeSet,
};

/** Why jobs of a kind that cannot be cancelled cannot. */
const neverCancelled: Record<JobKind, string> = {
  export: 'This export cannot be cancelled.',
  'change-set': 'A sync cannot be cancelled.',
  'template-change': 'A change of a template cannot be cancelled: some of its items are changed already.',
};

export async function readJob(
  { database }: Pick<Deps, 'database'>,
  caller: InstanceCaller,
  addressed: Addressed,
  errors = shownErrors,
): Promise<Job> {
  const { progress } = await find(database.query, caller, addressed, errors);
  const { instance_id: instanceId, started_at, finished_at, can_cancel, ...rest } = progress;
  const isOpen = can_cancel && rest.state === 'running' && instanceId === caller.instanceId;
  return {
    ...addressed,
    ...rest,
    can_cancel: isOpen && refusalOf(jobAccess[addressed.kind].cancel, caller.grants) === null,
    started_at: started_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
  };
}

/** Cancels a running job; throws 409 if it has ended, 422 if it cannot be cancelled. */
export async function cancelJob(deps: Deps, caller: InstanceCaller, addressed: Addressed): Promise<void> {
  const { kind } = addressed;
  const { subject, progress } = await find(deps.database.query, caller, addressed);
  demand(jobAccess[kind].cancel, caller.grants);
  const cancel = cancels[kind];
  if (!cancel || !progress.can_cancel) throw new AppError('invalid', { message: neverCancelled[kind] });
  await cancel(deps, subject.id);
}

/** The job of the caller's instance, or of a sync from it; throws 404 if there is none. */
async function find(
  query: Query,
  caller: InstanceCaller,
  addressed: Addressed,
  errors = 0,
): Promise<{ subject: JobSubject; progress: JobProgress }> {
  const { id, instanceId, access } = await locate(query, caller, addressed);
  demand(access, caller.grants);
  const subject = id === undefined ? undefined : { kind: addressed.kind, id };
  const progress = subject && (await readProgress(query, subject, errors));
  if (!progress || progress.instance_id !== instanceId) throw new AppError('not_found');
  return { subject, progress };
}

/** The number of what a job is about, the instance that it changes, and the access to it. */
async function locate(query: Query, { instanceId }: InstanceCaller, { kind, id }: Addressed): Promise<Located> {
  const { get: access } = jobAccess[kind];
  if (kind === 'template-change') return { id: (await findTemplate(query, instanceId, id))?.key, instanceId, access };
  if (kind === 'export') return { id: readId(id), instanceId, access };
  const changeSet = await getChangeSet(query, readId(id));
  const isFromHere = changeSet !== undefined && changeSet.source_id === instanceId;
  return isFromHere
    ? { id: changeSet.id, instanceId: changeSet.target_id, access: syncs.get }
    : { id: changeSet?.id, instanceId, access };
}

interface Located {
  id: number | undefined;
  instanceId: number;
  access: GuardedEndpoint;
}
