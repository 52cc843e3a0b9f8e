import type { ChangeSetResolution } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { AlsoPlanned, DecidedConflicts, Release } from '@quartermaster/contract/endpoints/releases.ts';
import type { StartedSync, SyncSelection } from '@quartermaster/contract/endpoints/sync.ts';
import { mostOpenReleases, plannedDays } from '@quartermaster/contract/release-limits.ts';
import { releaseRule } from '@quartermaster/contract/rules/releases.ts';
import { isTimeZone } from '@quartermaster/contract/time-zone.ts';
import { conflictsRevision, isEmptyChangeSet } from '../../content/change-sets/change-set.ts';
import type { Deps } from '../../core/app/deps.ts';
import { accountOf, personOf } from '../../core/base/actor.ts';
import { AppError } from '../../core/base/errors.ts';
import { cutPage, type PageRequest, toPageQuery } from '../../core/base/newest-first.ts';
import type { Period } from '../../core/database/period.ts';
import { checkRule } from '../../core/http/check-rule.ts';
import type { InstanceCaller } from '../../core/session/access.ts';
import { buildChangeSet } from './pairs/build-change-set.ts';
import { findPair } from './pairs/pair.ts';
import { toSeen } from './pairs/seen-changes.ts';
import { notWaiting, publishRelease } from './publish-release-service.ts';
import { isDueSoon, releasesJob } from './release-job-service.ts';
import { findOverlaps } from './releases/overlaps.ts';
import { readPublisher } from './releases/planner.ts';
import * as repository from './releases/repository.ts';
import { checkSync, waitFor } from './run/start-service.ts';

/** A time as it is chosen. */
interface ChosenTime {
  publish_at: string | null;
  time_zone: string | null;
}

/** A release as it is planned; without a selection it publishes everything. */
interface NewRelease extends ChangeSetResolution, ChosenTime {
  name: string;
  notes?: string;
  selection: SyncSelection | null;
  seen?: string;
  exports_after: boolean;
}

/** Creates a release of content that can be synced now. */
export async function createRelease(deps: Deps, caller: InstanceCaller, release: NewRelease): Promise<number> {
  const { instanceId, actor } = caller;
  const { selection, exports_after: exportsAfter } = release;
  const { name, notes } = await checkRule(releaseRule, { name: release.name, notes: release.notes ?? '' });
  const now = deps.clock.now();
  const time = readTime(release, now);
  const pair = await findPair(deps.database.query, instanceId);
  await demandPublishing(deps, caller, { targetId: pair.target.id, exportsAfter });
  const { changeSet, request } = await checkSync(deps, instanceId, selection, release);
  // Everything may differ by then; a selection that is synced already has nothing to publish.
  if (selection && isEmptyChangeSet(changeSet))
    throw new AppError('invalid', { message: 'There is nothing left to publish: these changes were synced already.' });
  const { items, templates, menu } = changeSet;
  return deps.unit(async ({ query, send }) => {
    if ((await repository.countOpen(query, instanceId)) >= mostOpenReleases)
      throw new AppError('invalid', {
        message: `At most ${mostOpenReleases} releases of an instance can wait. Publish or cancel one first.`,
      });
    const id = await repository.insertRelease(query, {
      ...time,
      sourceId: pair.source.id,
      targetId: pair.target.id,
      actor,
      name,
      notes,
      request: {
        ...request,
        selection: selection && withoutRevisions(selection),
        checked: conflictsRevision(changeSet),
      },
      seen: toSeen(changeSet),
      items: items.length,
      templates: templates.filter(({ change }) => change).length,
      hasMenu: menu !== null,
      exportsAfter,
      at: now,
    });
    if (isDueSoon(time.publishAt, now)) await send(releasesJob, {});
    return id;
  });
}

/** Removes the expected revisions: edits of selected items until the release's time are published, too. */
const withoutRevisions = ({ changes, ...rest }: SyncSelection): SyncSelection => ({
  ...rest,
  changes: changes.map(({ revision: _, revisions: _each, ...change }) => change),
});

/** A chosen time as it is stored; throws if it is not a moment in the future, in a zone that exists. */
function readTime({ publish_at: at, time_zone: timeZone }: ChosenTime, now: Date): repository.Time {
  if (at === null) return { publishAt: null, timeZone: null };
  const publishAt = new Date(at);
  const latest = now.getTime() + plannedDays * 24 * 60 * 60 * 1000;
  const fields = {
    ...(!(publishAt > now) && { publish_at: 'Must be in the future' }),
    ...(publishAt.getTime() > latest && { publish_at: 'Must be within two years' }),
    ...((timeZone === null || !isTimeZone(timeZone)) && { time_zone: 'Must be a time zone, such as Europe/Berlin' }),
  };
  if (Object.keys(fields).length > 0) throw new AppError('invalid', { fields });
  return { publishAt, timeZone };
}

/** Throws if the caller may not do everything that the release does at its time. */
async function demandPublishing(
  deps: Deps,
  { instanceId, actor }: InstanceCaller,
  demanded: { targetId: number; exportsAfter: boolean },
): Promise<void> {
  await readPublisher(deps, accountOf(actor) ?? 0, { sourceId: instanceId, ...demanded }).catch((error: unknown) => {
    // The call itself has its permission, so it is the export that has none.
    if (!(error instanceof AppError) || (error.status !== 403 && error.status !== 404)) throw error;
    throw new AppError('forbidden', { message: 'You may not export the target, so no export can follow.' });
  });
}

export async function listReleasePage(
  { database, clock }: Deps,
  instanceId: number,
  filters: PageRequest & Period & { state?: Release['state'] },
) {
  const rows = await repository.listReleases(database.query, {
    instanceId,
    now: clock.now(),
    ...toPageQuery(filters),
  });
  const { page, next_cursor } = cutPage(rows, filters);
  return { releases: page.map(toRelease), next_cursor };
}

export async function listPlanned({ database }: Deps, instanceId: number): Promise<Release[]> {
  return (await repository.listPlanned(database.query, instanceId, 2 * mostOpenReleases)).map(toRelease);
}

/** A release out of the instance or into it, with its selection. */
export async function readRelease(
  { database: { query } }: Deps,
  instanceId: number,
  id: number,
): Promise<{ release: Release; decided: DecidedConflicts } & SyncSelection> {
  const row = await repository.getRelease(query, instanceId, id);
  const content = row && (await repository.getSelection(query, row.source_id, id));
  if (!content) throw new AppError('not_found');
  const decided = await repository.getDecided(query, id);
  if (!decided) throw new AppError('not_found');
  return { release: toRelease(row), ...(content.selection ?? { changes: [] }), decided };
}

const toRelease = (row: repository.ReleaseRow): Release => ({
  id: row.id,
  name: row.name,
  notes: row.notes,
  state: row.state,
  source: { id: row.source_id, env: row.source_env },
  target: { id: row.target_id, env: row.target_env },
  by: personOf({ ...row, name: row.by }),
  created_at: row.created_at.toISOString(),
  is_all: row.is_all,
  counts: { items: row.items, templates: row.templates, menu: row.has_menu },
  publish_at: row.publish_at?.toISOString() ?? null,
  time_zone: row.time_zone,
  planned_by: row.planned_by === null ? null : { id: row.planned_by, name: row.planner ?? '' },
  exports_after: row.exports_after,
  ended_at: row.ended_at?.toISOString() ?? null,
  refusal: row.refusal,
  reason: row.reason,
  sync_id: row.change_set_id,
  undone_by: row.undone_by,
  report_id: row.report_id,
});

/** Planned releases that change the same content as a selection, everything (`null`), or a release of the instance. */
export async function readOverlaps(
  { database: { query } }: Deps,
  instanceId: number,
  { selection, release }: { selection: SyncSelection | null; release?: number },
): Promise<AlsoPlanned[]> {
  const pair = await findPair(query, instanceId);
  const current = release === undefined ? { selection } : await repository.getSelection(query, instanceId, release);
  if (!current) throw new AppError('not_found');
  const changeSet = await buildChangeSet(query, pair, { selection: current.selection });
  return findOverlaps(query, changeSet, release ?? null);
}

/** Changes or removes the time of an open release; checks a refused one, and opens it again. */
export async function scheduleRelease(
  deps: Deps,
  caller: InstanceCaller,
  id: number,
  chosen: ChosenTime,
): Promise<void> {
  const now = deps.clock.now();
  const time = readTime(chosen, now);
  const release = await findWaiting(deps, caller.instanceId, id);
  await demandPublishing(deps, caller, demandsOf(release));
  if (release.state === 'refused') {
    const { selection, ...options } = release.request;
    await checkSync(deps, caller.instanceId, selection, options);
  }
  await deps.unit(async ({ query, send }) => {
    if (!(await repository.writeTime(query, id, { ...time, plannedBy: accountOf(caller.actor) }))) throw notWaiting();
    if (isDueSoon(time.publishAt, now)) await send(releasesJob, {});
  });
}

/** Publishes a release now; returns once it is published, or after some seconds. */
export async function publishNow(
  deps: Deps,
  caller: InstanceCaller,
  id: number,
  { seen, ...decided }: ChangeSetResolution & { seen?: string },
): Promise<StartedSync> {
  const release = await findWaiting(deps, caller.instanceId, id);
  await demandPublishing(deps, caller, demandsOf(release));
  const options = { ...(Object.keys(decided).length > 0 && { decided }), ...(seen !== undefined && { seen }) };
  const how = { by: accountOf(caller.actor) };
  return waitFor(deps, caller.instanceId, await publishRelease(deps, caller, release, how, options));
}

export async function cancelRelease(deps: Deps, instanceId: number, id: number): Promise<void> {
  await findWaiting(deps, instanceId, id);
  if (!(await repository.cancelOpen(deps.database.query, id, deps.clock.now()))) throw notWaiting();
}

const demandsOf = ({ target_id: targetId, exports_after: exportsAfter }: repository.ReleaseRow) => ({
  targetId,
  exportsAfter,
});

/** A release out of the instance that can still be published. */
async function findWaiting({ database: { query } }: Deps, instanceId: number, id: number) {
  const release = await repository.getWholeRelease(query, id);
  if (!release || ![release.source_id, release.target_id].includes(instanceId)) throw new AppError('not_found');
  if (release.source_id !== instanceId)
    throw new AppError('invalid', { message: `Change this release in ${release.source_env}, where it comes from.` });
  if (release.state !== 'open' && release.state !== 'refused') throw notWaiting();
  return release;
}
