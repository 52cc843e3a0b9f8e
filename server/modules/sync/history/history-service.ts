import type { ChangeSetCheck, ChangeSetResolution, ItemDiff } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { ChartedField } from '@quartermaster/contract/endpoints/items.ts';
import type { Sync } from '@quartermaster/contract/endpoints/sync.ts';
import { countByTemplate, findTemplate } from '../../../content/change-sets/applied-repository.ts';
import { buildUndo } from '../../../content/change-sets/build-undo.ts';
import {
  type ChangeSetSummary,
  describeSet,
  getChangeSet,
  getStoredChangeSet,
  listSyncs,
  pairOf,
  type StoredChangeSet,
} from '../../../content/change-sets/change-set-repository.ts';
import { checkChangeSet } from '../../../content/change-sets/check-change-set.ts';
import { describeItem, listItemsPage } from '../../../content/change-sets/describe-change-set.ts';
import type { AskDeps } from '../../../content/checks/ask-checks.ts';
import { describeTemplate } from '../../../content/history/describe.ts';
import { compareNodes } from '../../../content/menu/compare-menus.ts';
import type { Deps } from '../../../core/app/deps.ts';
import { AppError } from '../../../core/base/errors.ts';
import { cutPage, type PageRequest, toPageQuery } from '../../../core/base/newest-first.ts';
import type { Period } from '../../../core/database/period.ts';
import { findReleaseOf } from './release-repository.ts';

type Needs = Pick<Deps, 'database'>;

/** Syncs out of an instance and into it, those that were started in a period if one is given. */
export async function listHistory({ database }: Needs, instanceId: number, pageRequest: PageRequest & Period) {
  const rows = await listSyncs(database.query, { instanceId, ...toPageQuery(pageRequest) });
  const { page, next_cursor } = cutPage(rows, pageRequest);
  return { syncs: page.map(toSync), next_cursor };
}

/** A sync out of the instance or into it; throws 404 if there is none. */
export async function findSync({ database }: Needs, instanceId: number, syncId: number): Promise<ChangeSetSummary> {
  const sync = await getChangeSet(database.query, syncId);
  const isOwn = sync && sync.source_id !== null && [sync.source_id, sync.target_id].includes(instanceId);
  if (!isOwn) throw new AppError('not_found');
  return sync;
}

/** A sync with its changes to each template. */
export async function readSync(needs: Needs, instanceId: number, syncId: number) {
  const sync = await findSync(needs, instanceId, syncId);
  // Nothing has changed yet, and a page that shows the progress polls.
  const rows = sync.state === 'applied' ? await countByTemplate(needs.database.query, syncId) : [];
  const templates = rows.map(({ added, updated, removed, ...row }) => ({
    ...row,
    counts: { added, updated, removed },
  }));
  return { sync: toSync(sync), templates, release_id: await findReleaseOf(needs.database.query, syncId) };
}

const toSync = (row: ChangeSetSummary): Sync => ({
  ...describeSet(row),
  // Only bulk edits can be cancelled.
  state: row.state === 'cancelled' ? 'failed' : row.state,
  ...pairOf(row),
  review_id: row.review_id,
});

/** A page of the items of a sync. */
export async function listSyncItems(
  needs: Needs,
  instanceId: number,
  syncId: number,
  filters: { template?: string; cursor?: string; limit?: number },
) {
  await findSync(needs, instanceId, syncId);
  return listItemsPage(needs.database.query, instanceId, syncId, filters);
}

/** The change of a sync to an item: its content before and after. */
export async function readSyncedItem(
  needs: Needs,
  instanceId: number,
  syncId: number,
  item: { templateId: string; itemId: number },
): Promise<ItemDiff> {
  return describeItem(needs.database.query, await findSync(needs, instanceId, syncId), item);
}

/** The change of a sync to a template itself; throws 404 if there is none. */
export async function readSyncedTemplate(needs: Needs, instanceId: number, syncId: number, templateId: string) {
  await findSync(needs, instanceId, syncId);
  const template = await findTemplate(needs.database.query, syncId, templateId);
  if (!template?.change) throw new AppError('not_found');
  return describeTemplate(templateId, { source: template.after ?? undefined, target: template.before ?? undefined });
}

/** The change of a sync to the menu; throws 404 if there is none. */
export async function readSyncedMenu(needs: Needs, instanceId: number, syncId: number) {
  await findSync(needs, instanceId, syncId);
  const sync = await getStoredChangeSet(needs.database.query, syncId);
  const { menu_before: target, menu_after: source } = sync ?? {};
  if (!source || !target) throw new AppError('not_found');
  return { conflict: false, source, target, nodes: compareNodes(target, source) };
}

/** A sync that can be undone; throws 422 if it cannot. */
export async function findUndoable(needs: Needs, instanceId: number, syncId: number): Promise<StoredChangeSet> {
  const sync = await findSync(needs, instanceId, syncId);
  if (sync.source_id !== instanceId)
    throw new AppError('invalid', { message: 'Undo this sync in its source instance.' });
  if (sync.state !== 'applied')
    throw new AppError('invalid', { message: 'This sync was not applied, so there is nothing to undo.' });
  if (sync.undone_by !== null) throw new AppError('invalid', { message: 'This sync was undone already.' });
  const changeSet = await getStoredChangeSet(needs.database.query, syncId);
  if (!changeSet) throw new AppError('not_found');
  return changeSet;
}

/** The conflicts of an undo. */
export const checkUndo = async (
  needs: AskDeps,
  undone: StoredChangeSet,
  { chart, ...resolution }: ChangeSetResolution & { chart?: ChartedField },
): Promise<ChangeSetCheck> => checkChangeSet(needs, await buildUndo(needs.database.query, undone, resolution), chart);
