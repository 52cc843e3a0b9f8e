import type { ChangeSetCheck, ChangeSetResolution } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { StartedSync, SyncSelection } from '@quartermaster/contract/endpoints/sync.ts';
import { buildUndo } from '../../../content/change-sets/build-undo.ts';
import { type ChangeSet, conflictsRevision, isEmptyChangeSet } from '../../../content/change-sets/change-set.ts';
import {
  progressOf,
  type StoredChangeSet,
  storeChangeSet,
} from '../../../content/change-sets/change-set-repository.ts';
import { checkChangeSet, isOpen, isWhole } from '../../../content/change-sets/check-change-set.ts';
import { untilEnded } from '../../../content/change-sets/run/until-ended.ts';
import { countOpenChanges } from '../../../content/change-sets/template-repository.ts';
import type { Pair } from '../../../content/model/instance-pair.ts';
import type { Deps } from '../../../core/app/deps.ts';
import { AppError } from '../../../core/base/errors.ts';
import type { Query } from '../../../core/database/database.ts';
import type { InstanceCaller } from '../../../core/session/access.ts';
import { listChanges } from '../differences/list-service.ts';
import { buildChangeSet } from '../pairs/build-change-set.ts';
import { findPair } from '../pairs/pair.ts';
import { syncJob } from './sync-job-service.ts';

/** Sync options: note, decisions, expected revision. */
export interface SyncOptions extends ChangeSetResolution {
  note?: string;
  seen?: string;
  reviewId?: number;
  /** Of a release: the conflicts that were there when its content was chosen. With others it is refused. */
  checked?: string;
  /** Runs in the transaction that stores the sync; if it throws, there is none. */
  onStored?: (query: Query, syncId: number) => Promise<void>;
}

/** A checked sync, to be stored. */
interface CheckedSync {
  changeSet: ChangeSet;
  request: StoredChangeSet['request'];
}

/** Syncs a selection, or everything; returns once it is applied or after some seconds. */
export async function startSync(
  deps: Deps,
  caller: InstanceCaller,
  selection: SyncSelection | null,
  options: SyncOptions,
): Promise<StartedSync> {
  return waitFor(deps, caller.instanceId, await beginSync(deps, caller, selection, options));
}

/** Starts a sync and returns its id, or `null` if there is nothing to sync. */
export async function beginSync(
  deps: Deps,
  caller: InstanceCaller,
  selection: SyncSelection | null,
  options: SyncOptions,
): Promise<number | null> {
  const at = deps.clock.now();
  return begin(deps, caller, await checkSync(deps, caller.instanceId, selection, options), { ...options, at });
}

/** Checks a sync, and throws what prevents it; changes nothing. */
export async function checkSync(
  deps: Deps,
  instanceId: number,
  selection: SyncSelection | null,
  { decisions, conflicts, menu_conflict, seen, checked }: SyncOptions,
): Promise<CheckedSync> {
  const { query } = deps.database;
  const pair = await findPair(query, instanceId);
  await refuseWhileChanging(query, pair);
  const request = {
    selection,
    ...(decisions && { decisions }),
    ...(conflicts && { conflicts }),
    ...(menu_conflict && { menu_conflict }),
  };
  const changeSet = await buildChangeSet(query, pair, request);
  if ((seen !== undefined && seen !== changeSet.revision) || hasOtherRevisions(selection, changeSet))
    throw await changed(deps, instanceId);
  const check = await checkChangeSet(deps, changeSet);
  refuse(check);
  // The decisions are about other content: everything is to be decided again.
  if (checked !== undefined && checked !== conflictsRevision(changeSet)) {
    const undecided = await buildChangeSet(query, pair, { selection });
    throw new AppError('conflict', { message: decidedOtherwise, details: await checkChangeSet(deps, undecided) });
  }
  return { changeSet, request };
}

/** Restores the target's state before a sync. */
export async function startUndo(
  deps: Deps,
  caller: InstanceCaller,
  undone: StoredChangeSet,
  options: SyncOptions,
): Promise<StartedSync> {
  const { query } = deps.database;
  const at = deps.clock.now();
  const { decisions, conflicts, menu_conflict, seen } = options;
  const request = {
    selection: null,
    ...(decisions && { decisions }),
    ...(conflicts && { conflicts }),
    ...(menu_conflict && { menu_conflict }),
  };
  const changeSet = await buildUndo(query, undone, request);
  await refuseWhileChanging(query, changeSet.pair);
  if (seen !== undefined && seen !== changeSet.revision) throw await changed(deps, changeSet.pair.source.id);
  refuse(await checkChangeSet(deps, changeSet));
  const id = await begin(deps, caller, { changeSet, request }, { ...options, at });
  return waitFor(deps, changeSet.pair.source.id, id);
}

/** The error for stale changes, with the current ones. */
const changed = async (deps: Deps, instanceId: number, message?: string): Promise<AppError> =>
  new AppError('changed', {
    ...(message !== undefined && { message }),
    details: { changes: await listChanges(deps, instanceId, { limit: 50 }) },
  });

/** Values that an earlier change of a template still has to remove or restore would be synced inconsistently. */
async function refuseWhileChanging(query: Query, { source, target }: Pair): Promise<void> {
  if ((await countOpenChanges(query, [source.id, target.id])) > 0)
    throw new AppError('running', {
      message:
        'Values of an earlier change of a template are still being removed or brought back. Sync once that has finished.',
    });
}

function hasOtherRevisions(selection: SyncSelection | null, { items, templates }: ChangeSet): boolean {
  const ofItems = new Map(items.map(({ id, revision }) => [id, revision]));
  const ofTemplates = new Map(templates.map(({ templateId, revision }) => [templateId, revision]));
  return (selection?.changes ?? []).some(
    ({ template_id, is_update_template, items: ids, revisions, revision }) =>
      (is_update_template && revision !== undefined && ofTemplates.get(template_id) !== revision) ||
      (revisions !== undefined &&
        (revisions.length !== ids.length || ids.some((id, index) => ofItems.get(id) !== revisions[index]))),
  );
}

async function begin(
  deps: Deps,
  { actor }: InstanceCaller,
  { changeSet, request }: CheckedSync,
  { note = '', reviewId, onStored, at }: SyncOptions & { at: Date },
): Promise<number | null> {
  if (isEmptyChangeSet(changeSet)) return null;
  const id = await deps.unit(async ({ send, query }) => {
    const created = await storeChangeSet(query, changeSet, { actor, note, request, reviewId: reviewId ?? null, at });
    if (created === undefined) return undefined;
    await onStored?.(query, created);
    await send(syncJob, { sync_id: created });
    return created;
  });
  if (id === undefined)
    throw new AppError('running', {
      message: `A sync into ${changeSet.pair.target.env} is running already. Wait until it has finished.`,
    });
  return id;
}

/** Throws all problems that prevent a sync, if any. */
function refuse(check: ChangeSetCheck): void {
  const { conflicts } = check;
  const message = reasons.find(({ applies }) => applies(check))?.message;
  if (message && !isWhole(check)) throw new AppError('invalid', { message, details: check });
  if (!isOpen(check)) return;
  const removed = new Set(check.removed_templates.map(({ template_id }) => template_id));
  const isTemplateRemoved = conflicts.sample.some(({ template_id }) => removed.has(template_id));
  throw new AppError('conflict', { ...(isTemplateRemoved && { message: goesWithTemplate }), details: check });
}

const decidedOtherwise =
  'Items that were edited in the target have changed since it was decided which content to keep. Publish it by hand to decide again, or make a new release.';

const goesWithTemplate =
  'Items were edited in the target whose template is removed. They go with it: take the source for them, or leave the template out.';

const reasons: { applies: (check: ChangeSetCheck) => boolean; message: string }[] = [
  {
    applies: ({ missing_templates }) => missing_templates.length > 0,
    message: 'Some templates have to be synced too. Select them, and try again.',
  },
  {
    applies: ({ missing }) => missing.count > 0,
    message: 'Some items link to items that the target does not have. Select them too, and try again.',
  },
  {
    applies: ({ still_linked }) => still_linked.count > 0,
    message: 'Some items cannot be removed, as other items of the target still link to them.',
  },
  { applies: () => true, message: 'Some items do not fit the template that the target would have, or are refused.' },
];

/** How long a call waits for its sync, in milliseconds. */
const longestWait = 10_000;

/** Returns once a sync is applied, or after some seconds. */
export async function waitFor(deps: Deps, instanceId: number, id: number | null): Promise<StartedSync> {
  if (id === null) return { id, state: 'applied', progress: { done: 0, total: 0 } };
  const sync = await untilEnded(deps.database.query, id, longestWait);
  const { state, error } = sync;
  if (state === 'failed' || state === 'cancelled') throw await changed(deps, instanceId, error ?? undefined);
  return { id, state, progress: progressOf(sync) };
}
