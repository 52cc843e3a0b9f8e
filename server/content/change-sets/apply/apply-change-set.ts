import type { MenuNode } from '@quartermaster/contract/endpoints/menu.ts';
import { usedBySentence } from '@quartermaster/contract/rules/unique.ts';
import type { Deps } from '../../../core/app/deps.ts';
import type { Unit } from '../../../core/app/unit.ts';
import type { Query } from '../../../core/database/database.ts';
import { endProgress, type JobAttempt, lockAttempt } from '../../../core/jobs/progress.ts';
import { isValueRepeated } from '../../documents/item-keys.ts';
import { hasItems } from '../../documents/item-repository.ts';
import { insertMenuRevision, removeMenuLinks } from '../../menu/menu-repository.ts';
import { readMenus, recordMenu, writeMenu } from '../../menu/menu-sql.ts';
import { loadTemplate } from '../../model/template-models.ts';
import { changesValues, createReplaced, deleteEmptyTemplate, replaceTemplate } from '../../schema/replace-template.ts';
import { type ChangeSet, isLocal } from '../change-set.ts';
import { ChangeSetFailure, rowOf } from '../change-set-failure.ts';
import {
  type AuthorRow,
  authorOf,
  type ChangeSetSummary,
  completeChangeSet,
  completeCounted,
  listTemplates,
} from '../change-set-repository.ts';
import type { Staged } from '../stage/stage-change-set.ts';
import { findContent, type StagedTemplate, insertIndexRows as stageIndexRows } from '../stage/stage-repository.ts';
import { areLinksWhole, copyIndexRows, deleteIndexRows, insertIndexRows } from './apply-index-repository.ts';
import { applyLocal } from './apply-local.ts';
import * as repository from './apply-repository.ts';

type Needs = Pick<Deps, 'database' | 'unit' | 'clock'>;

/** Runs in the transaction that applies a change set, after its content is written. */
export type OnApplied = (transaction: Unit & { at: Date }) => Promise<void>;

/**
 * Applies the prepared changes in one transaction. Slow statements that lock nothing come first: the new index rows.
 * The items, whose saves have to wait, come last. Later changes in the source are left to the next sync. Throws a
 * {@link ChangeSetFailure} if the target has changed since it was prepared.
 */
export const applyStaged = (
  { database, unit, clock }: Needs,
  stored: ChangeSetSummary,
  attempt: JobAttempt,
  { changeSet, staged: { copies, done }, onApplied }: { changeSet: ChangeSet; staged: Staged; onApplied: OnApplied },
): Promise<void> =>
  unit(async (inside) => {
    const { query } = inside;
    await lockAttempt(query, attempt, done);
    const at = clock.now();
    const change = isLocal(changeSet) ? applyLocal : applyBetween;
    const menu = await change({ unit: inside, stored, at }, changeSet, copies);
    if (isLocal(changeSet)) await completeCounted(inside, stored.id, at);
    else await completeChangeSet(inside, stored.id, { at, ...menu });
    await endProgress(query, attempt, { state: 'completed', at });
    await onApplied({ ...inside, at });
  }).catch(async (error: unknown) => {
    throw isValueRepeated(error) ? await repeatedFailure(database.query, stored.id) : error;
  });

/** The failure of a change set that would give an item a value of another one, with the items if they still conflict. */
const repeatedFailure = async (query: Query, changeSetId: number): Promise<ChangeSetFailure> =>
  new ChangeSetFailure(
    'repeated',
    '',
    (await repository.listRepeated(query, changeSetId)).map(({ id, label, holder }) => ({
      row: rowOf(id, label),
      message: usedBySentence(holder),
    })),
  );

interface Within {
  unit: Unit;
  stored: Pick<ChangeSetSummary, 'id'> & AuthorRow;
  at: Date;
}

/** The changes of the menu, if there are any. */
interface MenuChange {
  menuBefore: MenuNode[] | null;
  menuAfter: MenuNode[] | null;
}

/** Applies the prepared changes of a change set, or of the undo of one. */
async function applyBetween(
  { unit, stored, at }: Within,
  changeSet: ChangeSet,
  copies: Staged['copies'],
): Promise<MenuChange> {
  const { query } = unit;
  const isUndo = changeSet.undoes !== null;
  const { id: sourceId } = changeSet.pair.source;
  const { id: targetId } = changeSet.pair.target;
  const menus = await readMenus(query, changeSet.pair);
  const templates = await listTemplates(query, stored.id);
  const locked = await changeTemplates({ unit, stored, sourceId, targetId, isUndo, at }, templates);
  await deleteIndexRows(query, stored.id, { templateKeys: locked, existing: 'delete' });
  await indexCopies(query, stored.id, targetId, copies);
  await insertIndexRows(query, stored.id, targetId);
  await writeItems(query, stored, { locked, isUndo, at });
  for (const { change, key, before, templateId } of templates) {
    if (change !== 'removed' || !before) continue;
    if (await hasItems(query, key)) throw new ChangeSetFailure('changed');
    const editor = { ...authorOf(stored), instanceId: targetId };
    await deleteEmptyTemplate(unit, editor, { key, id: templateId, ...before }, { at, changeSetId: stored.id });
    await removeMenuLinks(query, targetId, templateId);
  }
  if (!(await areLinksWhole(query, stored.id, { targetId, copiedKeys: [...copies.keys()] })))
    throw new ChangeSetFailure('links');
  await repository.countItems(query, stored.id);
  await repository.addImages(query, stored.id, { sourceId, targetId });
  const menu = await applyMenu(query, changeSet, menus);
  if (menu.menuAfter)
    await insertMenuRevision(unit, {
      instanceId: targetId,
      menu: menu.menuAfter,
      author: authorOf(stored),
      at,
      changeSetId: stored.id,
    });
  return menu;
}

interface Applying extends Within {
  sourceId: number;
  targetId: number;
  isUndo: boolean;
}

/** Adds and updates templates; returns the keys of those whose items it has locked, because their values change. */
async function changeTemplates(
  { unit, stored, sourceId, targetId, isUndo, at }: Applying,
  templates: readonly StagedTemplate[],
): Promise<number[]> {
  const { query } = unit;
  const editor = { ...authorOf(stored), instanceId: targetId };
  const locked: number[] = [];
  for (const { templateId, key, change, after } of templates) {
    if (change === 'added' && after)
      await createReplaced(unit, editor, { key, id: templateId, ...after }, { at, changeSetId: stored.id });
    if (change !== 'updated' || !after) continue;
    await query('select 1 from templates where key = $1 for update', [key]);
    const model = await loadTemplate(query, targetId, templateId);
    if (model?.key !== key || model.version + 1 !== after.version) throw new ChangeSetFailure('changed');
    // Without items in the change set, a job can change the template's items afterwards, as after a save.
    const isStaged = await repository.hasStaged(query, stored.id, key);
    const atOnce = isStaged && (await changesValues(query, model, after.fields));
    if (atOnce && !(await repository.lockItems(query, stored.id, key))) throw new ChangeSetFailure('changed');
    if (atOnce) locked.push(key);
    // Items that are not locked have to stay as they were prepared; the change set computes the values of those that it writes.
    const by = atOnce ? 'call' : isStaged ? 'job' : undefined;
    const known = new Set(model.fields.map(({ id }) => id));
    const restored = after.fields.flatMap(({ id }) => (known.has(id) ? [] : [id]));
    if (!isUndo && restored.length > 0)
      await repository.forgetRemovedValues(query, { templateKey: key, sourceId, templateId }, restored);
    await replaceTemplate(unit, editor, model, after, { at, changeSetId: stored.id, by });
  }
  return locked;
}

/** The maximum number of items indexed one by one while saves wait. */
const mostIndexed = 100;

/** Copies index rows of the source, or creates them if the source was edited since. */
async function indexCopies(
  query: Query,
  changeSetId: number,
  targetId: number,
  copies: Staged['copies'],
): Promise<void> {
  const changed = await copyIndexRows(query, changeSetId, { targetId, templateKeys: [...copies.keys()] });
  if (changed.length > mostIndexed) throw new ChangeSetFailure('changed');
  for (const { template_key: templateKey, item_id: itemId } of changed) {
    const content = await findContent(query, { changeSetId, templateKey, itemId });
    const rows = content && copies.get(templateKey)?.(itemId, content);
    if (rows) await stageIndexRows(query, { changeSetId, templateKey }, rows);
  }
}

async function writeItems(
  query: Query,
  { id }: Pick<ChangeSetSummary, 'id'>,
  { locked, isUndo, at }: { locked: readonly number[]; isUndo: boolean; at: Date },
): Promise<void> {
  const expected = await repository.countWritten(query, id);
  // First, as no request waits for items that do not exist yet.
  const added = await repository.addItems(query, id, at);
  const removed = await repository.removeItems(query, id, locked);
  const updated = await repository.updateItems(query, id, at, locked);
  await deleteIndexRows(query, id, { templateKeys: locked, existing: 'keep' });
  const unwritten = await repository.storeDecisions(query, id, { isUndo, locked });
  if (
    removed !== expected.removed ||
    updated !== expected.updated ||
    added !== expected.added ||
    unwritten !== expected.kept
  )
    throw new ChangeSetFailure('changed');
}

async function applyMenu(
  query: Query,
  { menu, pair, undoes }: ChangeSet,
  before: Awaited<ReturnType<typeof readMenus>>,
) {
  const { id } = pair.target;
  const now = await readMenus(query, pair);
  const noMenu = { menuBefore: null, menuAfter: null };
  if (!menu) {
    // A removed template has taken its links with it.
    if (now.target_hash !== before.target_hash && before.synced_hash === before.target_hash)
      await recordMenu(query, id, before.kept_hash);
    return noMenu;
  }
  if (menu.targetHash !== before.target_hash || (undoes === null && menu.sourceHash !== before.source_hash))
    throw new ChangeSetFailure('changed');
  if (menu.after) await writeMenu(query, id, menu.after);
  await recordMenu(query, id, menu.after || undoes !== null ? null : menu.sourceHash);
  return menu.after ? { menuBefore: menu.before, menuAfter: menu.after } : noMenu;
}
