import { plans, refusalOf } from '@quartermaster/contract/access.ts';
import { copiesAndDeletes } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import type { ChangeSet, ChangeSetCheck, ChangeSetResolution } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Applied } from '@quartermaster/contract/endpoints/door.ts';
import { type ChartedField, mayEditReadOnly } from '@quartermaster/contract/endpoints/items.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { buildLocalUndo, buildUndo } from '../../content/change-sets/build-undo.ts';
import { isEmptyChangeSet, isWritten } from '../../content/change-sets/change-set.ts';
import { ChangeSetFailure, failureError } from '../../content/change-sets/change-set-failure.ts';
import {
  countsOf,
  describeSet,
  getStoredChangeSet,
  type NewChangeSet,
  type StoredChangeSet,
  storeChangeSet,
} from '../../content/change-sets/change-set-repository.ts';
import { checkChangeSet, isOpen, isWhole } from '../../content/change-sets/check-change-set.ts';
import { describeItem, listItemsPage } from '../../content/change-sets/describe-change-set.ts';
import { stillChanging, waitForChanges } from '../../content/change-sets/door/wait.ts';
import { applyNow, immediateLimits } from '../../content/change-sets/run/apply-now.ts';
import { countOpenChanges } from '../../content/change-sets/template-repository.ts';
import type { AskDeps } from '../../content/checks/ask-checks.ts';
import { refuseBeyondLimit } from '../../content/documents/item-limit.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import { cutPage, type PageRequest, toPageQuery } from '../../core/base/newest-first.ts';
import type { Query } from '../../core/database/database.ts';
import type { Period } from '../../core/database/period.ts';
import { demand, type InstanceCaller } from '../../core/session/access.ts';
import { editJob } from './edit-job-service.ts';
import { type ChangeSetRow, findChangeSet, listChangeSets, sumBytes } from './repository.ts';

export async function listHistory(
  query: Query,
  { instanceId, grants }: InstanceCaller,
  filters: PageRequest & Period & { origin?: string },
) {
  const hasOutgoing = refusalOf(sync.list, grants) === null;
  const rows = await listChangeSets(query, { instanceId, hasOutgoing, ...toPageQuery(filters) });
  const { page, next_cursor } = cutPage(rows, filters);
  return { change_sets: page.map(toChangeSet), next_cursor };
}

async function find(query: Query, instanceId: number, id: number): Promise<ChangeSetRow> {
  const row = await findChangeSet(query, instanceId, id);
  if (!row) throw new AppError('not_found');
  return row;
}

export const readChangeSet = async (query: Query, instanceId: number, id: number) => ({
  change_set: toChangeSet(await find(query, instanceId, id)),
});

const toChangeSet = (row: ChangeSetRow): ChangeSet => ({
  ...describeSet(row),
  origin: row.origin,
  state: row.state,
  source: row.source_id === null || row.source_env === null ? null : { id: row.source_id, env: row.source_env },
  target: { id: row.target_id, env: row.target_env },
  template:
    row.template_id === null ? null : { template_id: row.template_id, name: row.template_label ?? row.template_id },
  action: row.action,
  can_undo: row.source_id === null && row.state === 'applied' && row.undone_by === null && row.templates === 0,
});

export async function listChanged(
  query: Query,
  instanceId: number,
  id: number,
  page: { cursor?: string; limit?: number },
) {
  await find(query, instanceId, id);
  const { items, next_cursor } = await listItemsPage(query, instanceId, id, page);
  return { items: items.map(({ is_newer: _, ...item }) => item), next_cursor };
}

export const readChanged = async (
  query: Query,
  instanceId: number,
  id: number,
  item: { templateId: string; itemId: number },
) => describeItem(query, await find(query, instanceId, id), item);

/** A change set that can be undone; throws 422 if it cannot. */
export async function findUndoable(
  { database: { query } }: Deps,
  instanceId: number,
  id: number,
): Promise<StoredChangeSet> {
  const row = await find(query, instanceId, id);
  if (row.source_id !== null)
    throw new AppError('invalid', { message: 'Undo a sync in the list of changes of the instance that it came from.' });
  if (row.state !== 'applied')
    throw new AppError('invalid', { message: 'This was not applied, so there is nothing to undo.' });
  if (row.templates > 0)
    throw new AppError('invalid', {
      message: 'This has restored a template. Delete the template instead: it goes into the trash with its items.',
    });
  if (row.undone_by !== null) throw new AppError('invalid', { message: 'This was undone already.' });
  const changeSet = await getStoredChangeSet(query, id);
  if (!changeSet) throw new AppError('not_found');
  return changeSet;
}

export async function checkUndo(
  deps: AskDeps,
  undone: StoredChangeSet,
  { chart, ...resolution }: ChangeSetResolution & { chart?: ChartedField },
  access: { mayEditReadOnly: boolean },
): Promise<ChangeSetCheck> {
  const changeSet = await buildUndo(deps.database.query, undone, resolution);
  return checkChangeSet(deps, { ...changeSet, expected: { itemLimit: null, ...access } }, chart);
}

interface UndoOptions extends ChangeSetResolution {
  fingerprint?: string;
}

/** Restores the state before a change set, in the call or by a job. */
export async function startUndo(
  deps: Deps,
  { projectId, instanceId, actor, grants }: InstanceCaller,
  undone: StoredChangeSet,
  { fingerprint, ...resolution }: UndoOptions,
): Promise<Pick<Applied, 'id' | 'state' | 'progress'>> {
  const { query } = deps.database;
  const itemLimit = plans[grants.plan].itemsPerProject;
  const allowed = { itemLimit, mayEditReadOnly: mayEditReadOnly(grants) };
  const request = { selection: null, ...resolution, ...allowed };
  const at = deps.clock.now();
  if ((await countOpenChanges(query, [instanceId, instanceId])) > 0) throw stillChanging();
  const changeSet = await buildLocalUndo(query, undone, request, allowed).catch(throwChanged);
  if (fingerprint !== undefined && fingerprint !== changeSet.revision) throw new AppError('changed');
  refuse(await checkChangeSet(deps, changeSet));
  // An item that was removed since an edit would be created again.
  const createsOrDeletes = changeSet.items.some((item) => isWritten(item) && item.change !== 'updated');
  if (createsOrDeletes) demand(copiesAndDeletes, grants);
  if (isEmptyChangeSet(changeSet)) return { id: null, state: 'applied', progress: { done: 0, total: 0 } };
  const created: NewChangeSet = { actor, note: '', request, reviewId: null, at };
  const total = changeSet.items.length;
  const { added, removed } = countsOf(changeSet);
  const more = added - removed;
  if (total <= immediateLimits.items && (await sumBytes(query, undone.id)) <= immediateLimits.bytes) {
    const applied = await applyNow(deps, changeSet, created).catch(throwChanged);
    return { id: applied?.id ?? null, state: 'applied', progress: { done: total, total } };
  }
  const id = await deps.unit(async ({ send, query: inside }) => {
    if (more > 0) await refuseBeyondLimit(inside, { projectId, instanceId }, { more, limit: itemLimit });
    const stored = await storeChangeSet(inside, changeSet, created);
    if (stored !== undefined) await send(editJob, { sync_id: stored });
    return stored;
  });
  if (id === undefined) throw new AppError('changed');
  return waitForChanges(deps, id);
}

/** Throws 409 for content that was changed since the undo was built, 422 for what is refused. */
function throwChanged(error: unknown): never {
  if (!(error instanceof ChangeSetFailure)) throw error;
  throw failureError(error);
}

/** Throws what prevents an undo, with the check. */
function refuse(check: ChangeSetCheck): void {
  if (!isWhole(check)) throw new AppError('invalid', { message: messageOf(check), details: check });
  if (isOpen(check))
    throw new AppError('conflict', {
      message: 'Some items were changed since. Decide which content to keep.',
      details: check,
    });
}

const messageOf = ({ missing, still_linked }: ChangeSetCheck): string => {
  if (missing.count > 0) return 'Some items would link to items that no longer exist. Keep their current content.';
  if (still_linked.count > 0) return 'Some items cannot be removed, as others link to them by now.';
  return 'The former content of some items no longer fits the template, or is refused. Keep their current content.';
};
