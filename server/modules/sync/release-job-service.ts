import { setTimeout as pause } from 'node:timers/promises';
import type { ChangeSetCheck } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Release } from '@quartermaster/contract/endpoints/releases.ts';
import { lateHours } from '@quartermaster/contract/release-limits.ts';
import { findRunning } from '../../content/change-sets/change-set-repository.ts';
import type { Deps } from '../../core/app/deps.ts';
import { defineJob } from '../../core/app/module.ts';
import { AppError } from '../../core/base/errors.ts';
import type { InstanceCaller } from '../../core/session/access.ts';
import { publishRelease } from './publish-release-service.ts';
import { announceRefusal, exportTarget } from './releases/end-release-service.ts';
import { readPublisher } from './releases/planner.ts';
import {
  getWholeRelease,
  listDue,
  listWithoutExport,
  lockWithoutExport,
  refuseDue,
  type WholeRelease,
} from './releases/repository.ts';

/** How far ahead the job looks, in milliseconds: longer than until its next run, which may be enqueued late. */
const ahead = 25_000;
const soon = (now: Date) => new Date(now.getTime() + ahead);
/** How often it looks for releases that were planned, or moved, in the meantime. */
const step = 250;
/** How long a release waits for another sync, in milliseconds, before the next run of the job tries again. */
const longestWait = 10_000;

/** True for a time that the next regular run of {@link releasesJob} might miss. */
export const isDueSoon = (at: Date | null, now: Date): boolean => at !== null && at.getTime() - now.getTime() <= ahead;

/** Publishes a release whose time has come; one that cannot be published yet is left to the next run of {@link releasesJob}. */
export const publishReleaseJob = defineJob<{ release_id: number }>({
  name: 'publish-release',
  concurrency: 4,
  run: (deps, { release_id }, signal) => publishDue(deps, release_id, signal),
  onGivenUp: async (deps, { release_id }) => {
    const release = await findDue(deps, release_id);
    if (release) await refuse(deps, release, 'failed', 'The server could not apply it. Nothing was published.');
  },
});

/** Sends a job for each release that is due, and waits for those that are due soon, so that they are published in time. */
export const releasesJob = defineJob({
  name: 'releases',
  everySeconds: 10,
  isNeeded: async ({ database: { query }, clock }) =>
    (await listWithoutExport(query)).length > 0 || (await listDue(query, soon(clock.now()))).length > 0,
  run: async (deps, _data, signal) => {
    await startExports(deps);
    await watchReleases(deps, signal);
  },
});

async function watchReleases({ database, clock, jobs }: Deps, signal: AbortSignal): Promise<void> {
  const sent = new Set<string>();
  for (;;) {
    signal.throwIfAborted();
    const now = clock.now();
    const due = await listDue(database.query, soon(now));
    for (const { id, publish_at } of due) {
      const key = `${id} ${publish_at.toISOString()}`;
      if (publish_at > now || sent.has(key)) continue;
      sent.add(key);
      await jobs.send(publishReleaseJob, { release_id: id });
    }
    const next = due.find(({ publish_at }) => publish_at > now);
    if (!next) return;
    await pause(Math.min(next.publish_at.getTime() - now.getTime(), step), undefined, { signal });
  }
}

/** Starts the exports after releases that had to wait for another export of their target. */
async function startExports({ database, unit, clock }: Deps): Promise<void> {
  for (const id of await listWithoutExport(database.query))
    await unit(async ({ query, send }) => {
      const release = await lockWithoutExport(query, id);
      if (release) await exportTarget({ query, send, at: clock.now() }, release);
    });
}

/** A release whose time has come. */
type DueRelease = WholeRelease & { publish_at: Date };

async function findDue({ database, clock }: Deps, id: number): Promise<DueRelease | undefined> {
  const release = await getWholeRelease(database.query, id);
  if (release?.state !== 'open' || release.publish_at === null || release.publish_at > clock.now()) return undefined;
  return { ...release, publish_at: release.publish_at };
}

/** Publishes an open release whose time has come, or refuses it; does nothing for any other one. */
export async function publishDue(deps: Deps, id: number, signal?: AbortSignal): Promise<void> {
  const until = performance.now() + longestWait;
  while ((await publishOnce(deps, id)) === 'running' && performance.now() < until)
    await pause(step, undefined, { signal });
}

/** Returns `running` while another sync into the target, or a change of a template, is running. */
async function publishOnce(deps: Deps, id: number): Promise<'running' | undefined> {
  const release = await findDue(deps, id);
  if (!release) return undefined;
  if (deps.clock.now().getTime() - release.publish_at.getTime() > lateHours * 60 * 60 * 1000)
    return refuse(deps, release, 'late', `No server could publish it within ${lateHours} hours after its time.`);
  const publisher = await findPublisher(deps, release);
  if (typeof publisher === 'string') return refuse(deps, release, 'access', publisher);
  if (await findRunning(deps.database.query, release.target_id)) return 'running';
  try {
    await publishRelease(deps, publisher, release, { at: release.publish_at });
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    if (error.name === 'running') return 'running';
    // It was published, rescheduled or cancelled in the meantime.
    if (error.name === 'changed') return undefined;
    await refuse(deps, release, error.name === 'conflict' ? 'conflict' : 'invalid', reasonOf(error));
  }
  return undefined;
}

/** The person who planned a release, with the permissions of now; the reason if they are not enough. */
async function findPublisher(deps: Deps, release: DueRelease): Promise<InstanceCaller | string> {
  const { planned_by: accountId, planner, source_env, target_env, exports_after } = release;
  const message = `${planner ?? 'The person'}, who planned it, may not ${exports_after ? `sync from ${source_env} to ${target_env} and export ${target_env}` : `sync from ${source_env} to ${target_env}`} any more.`;
  if (accountId === null) return message;
  try {
    return await readPublisher(deps, accountId, {
      sourceId: release.source_id,
      targetId: release.target_id,
      exportsAfter: exports_after,
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    // What the plan, the seats or the subscription forbid has a message of its own.
    return error.status === 402 ? error.message : message;
  }
}

/** Refuses a release, unless it is not due any more, and tells its people. */
async function refuse(
  { unit, clock }: Deps,
  { id, publish_at: publishAt }: DueRelease,
  refusal: NonNullable<Release['refusal']>,
  reason: string,
): Promise<undefined> {
  await unit(async (inside) => {
    const refused = await refuseDue(inside.query, { id, publishAt }, { refusal, reason, at: clock.now() });
    if (refused) await announceRefusal(inside, refused);
  });
  return undefined;
}

/** How many items a reason names. */
const namedItems = 3;

/** An error of a sync with the first items that it is about. */
function reasonOf({ message, body: { details } }: AppError): string {
  if (!isCheck(details)) return message;
  const { conflicts, missing, still_linked, incompatible } = details;
  const { count, sample } = [conflicts, missing, still_linked, incompatible].find((one) => one.count > 0) ?? conflicts;
  if (count === 0) return message;
  const names = sample.slice(0, namedItems).map(({ name, id }) => `${name} #${id}`);
  return `${message} ${names.join(', ')}${count > names.length ? ` and ${count - names.length} more` : ''}.`;
}

const isCheck = (details: unknown): details is ChangeSetCheck =>
  typeof details === 'object' && details !== null && 'conflicts' in details && 'incompatible' in details;
