import type { ItemDiff, Sync, SyncCheck, SyncResolution } from '@quartermaster/contract/endpoints/sync.ts';
import { countByTemplate, findItem, findTemplate, listItems } from '../../../content/change-sets/applied-repository.ts';
import { buildUndo } from '../../../content/change-sets/build-undo.ts';
import { checkChangeSet } from '../../../content/change-sets/check-change-set.ts';
import {
  getSync,
  getWholeSync,
  listSyncs,
  progressOf,
  type SyncRow,
  type WholeSync,
} from '../../../content/change-sets/sync-repository.ts';
import { readBefore } from '../../../content/history/content-repository.ts';
import { describeSides, describeTemplate } from '../../../content/history/describe.ts';
import { compareNodes } from '../../../content/menu/compare-menus.ts';
import { loadTemplate } from '../../../content/model/template-models.ts';
import type { Deps } from '../../../core/app/deps.ts';
import { AppError } from '../../../core/base/errors.ts';
import { largestId } from '../../../core/base/largest-id.ts';
import { cutPage, type PageRequest, toPageQuery } from '../../../core/base/newest-first.ts';
import type { Period } from '../../../core/database/period.ts';
import type { StoredField } from '../../../core/tables/content.ts';

type Needs = Pick<Deps, 'database'>;

/** Syncs out of an instance and into it, those that were started in a period if one is given. */
export async function listHistory({ database }: Needs, instanceId: number, wanted: PageRequest & Period) {
  const rows = await listSyncs(database.query, { instanceId, ...toPageQuery(wanted) });
  const { page, next_cursor } = cutPage(rows, wanted);
  return { syncs: page.map(toSync), next_cursor };
}

/** A sync out of the instance or into it; throws 404 if there is none. */
export async function findSync({ database }: Needs, instanceId: number, syncId: number): Promise<SyncRow> {
  const sync = await getSync(database.query, syncId);
  if (!sync || (sync.source_id !== instanceId && sync.target_id !== instanceId)) throw new AppError('not_found');
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
  return { sync: toSync(sync), templates };
}

const toSync = (row: SyncRow): Sync => ({
  id: row.id,
  state: row.state,
  error: row.error,
  source: { id: row.source_id, env: row.source_env },
  target: { id: row.target_id, env: row.target_env },
  by: { id: row.account_id, name: row.name ?? '' },
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
  note: row.note,
  counts: {
    added: row.added,
    updated: row.updated,
    removed: row.removed,
    templates: row.templates,
    menu: row.has_menu,
  },
  progress: progressOf(row),
  undoes: row.undoes_id,
  undone_by: row.undone_by,
  review_id: row.review_id,
});

/** The items of a sync; the cursor is the position of the last item of the previous page. */
export async function listSyncItems(
  needs: Needs,
  instanceId: number,
  syncId: number,
  { template, cursor, limit = 100 }: { template?: string; cursor?: string; limit?: number },
) {
  await findSync(needs, instanceId, syncId);
  const after = readPlace(cursor);
  const rows = await listItems(needs.database.query, { syncId, templateId: template, after, limit: limit + 1 });
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next_cursor: rows.length > limit && last ? `${last.template_id}/${last.id}` : null };
}

function readPlace(cursor: string | undefined): [string, number] {
  if (cursor === undefined) return ['', 0];
  const [, templateId, id] = /^(\w{3,64})\/([1-9]\d{0,9})$/.exec(cursor) ?? [];
  if (templateId === undefined || Number(id) > largestId)
    throw new AppError('invalid', { fields: { cursor: 'is not the next_cursor of a page' } });
  return [templateId, Number(id)];
}

/** The change of a sync to an item: its content before and after. */
export async function readSyncedItem(
  needs: Needs,
  instanceId: number,
  syncId: number,
  { templateId, itemId }: { templateId: string; itemId: number },
): Promise<ItemDiff> {
  const { query } = needs.database;
  const sync = await findSync(needs, instanceId, syncId);
  const item = await findItem(query, { syncId, templateId, itemId });
  if (!item) throw new AppError('not_found');
  const { template_key: templateKey, change, label, values } = item;
  const before = (await readBefore(query, { syncId, templateKey, ids: [itemId] })).get(itemId);
  const after = change === 'removed' || label === null || values === null ? undefined : { label, values };
  const fields = await fieldsAt(needs, sync, templateId);
  // If the conflict was decided for the target, nothing was written.
  const source = item.version === null ? before : after && { ...after, version: item.version };
  return {
    id: itemId,
    template_id: templateId,
    change,
    conflict: false,
    revision: null,
    ...describeSides(
      {
        base: undefined,
        source,
        target: before && { ...before, ...(item.target_version && { version: item.target_version }) },
      },
      fields,
    ),
  };
}

/** The template's fields at the sync, or the current ones if the sync did not change them. */
async function fieldsAt({ database }: Needs, sync: SyncRow, templateId: string): Promise<readonly StoredField[]> {
  const stored = await findTemplate(database.query, sync.id, templateId);
  const own = stored?.after ?? stored?.before;
  return own?.fields ?? (await loadTemplate(database.query, sync.target_id, templateId))?.fields ?? [];
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
  const sync = await getWholeSync(needs.database.query, syncId);
  const { menu_before: target, menu_after: source } = sync ?? {};
  if (!source || !target) throw new AppError('not_found');
  return { conflict: false, source, target, nodes: compareNodes(target, source) };
}

/** A sync that can be undone; throws 422 if it cannot. */
export async function findUndoable(needs: Needs, instanceId: number, syncId: number): Promise<WholeSync> {
  const sync = await findSync(needs, instanceId, syncId);
  if (sync.source_id !== instanceId)
    throw new AppError('invalid', { message: 'Undo this sync in its source instance.' });
  if (sync.state !== 'applied')
    throw new AppError('invalid', { message: 'This sync was not applied, so there is nothing to undo.' });
  if (sync.undone_by !== null) throw new AppError('invalid', { message: 'This sync was undone already.' });
  const whole = await getWholeSync(needs.database.query, syncId);
  if (!whole) throw new AppError('not_found');
  return whole;
}

/** The conflicts of an undo. */
export const checkUndo = async (needs: Needs, undone: WholeSync, resolution: SyncResolution): Promise<SyncCheck> =>
  checkChangeSet(needs.database.query, await buildUndo(needs.database.query, undone, resolution));
