import { createHash } from 'node:crypto';
import type { ChangeKind, ChangeSetResolution } from '@quartermaster/contract/endpoints/change-sets.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import type { StoredTemplateState } from '../../core/tables/change-sets.ts';
import { isContentGone } from '../history/expire-repository.ts';
import { fitValues } from '../history/fit-values.ts';
import { readMenus } from '../menu/menu-sql.ts';
import { loadTemplate } from '../model/template-models.ts';
import { listTemplatesWithOthers, readWrittenItems, type WrittenItem } from './applied-repository.ts';
import { measuredAtOnce } from './batches.ts';
import {
  type ChangeSet,
  type ChangeSetItem,
  type ChangeSetMenu,
  type ChangeSetTemplate,
  type ContentSource,
  deciderOf,
  isExcluded,
} from './change-set.ts';
import { ChangeSetFailure } from './change-set-failure.ts';
import { listTemplates, pairOf, type StoredChangeSet } from './change-set-repository.ts';
import { historySource } from './content-source.ts';
import { joinRevisions, menuRevision } from './revision.ts';
import type { StagedTemplate } from './stage/stage-repository.ts';
import { readTemplateKeys, readTemplateStates } from './template-repository.ts';
import { readReturned } from './trash/returned.ts';
import { findDeletedBy } from './trash/trash-repository.ts';

const opposite: Record<ChangeKind, ChangeKind> = { added: 'removed', updated: 'updated', removed: 'added' };

/**
 * Builds the change set that restores the target's state before another one. Items edited there afterwards are conflicts; a changed template
 * refuses the undo.
 */
export async function buildUndo(
  query: Query,
  applied: StoredChangeSet,
  resolution: ChangeSetResolution,
): Promise<ChangeSet> {
  if (await isContentGone(query, applied))
    throw new AppError('invalid', {
      message: 'This cannot be undone any more: the versions before it are older than the history that is kept.',
    });
  const pair = pairOf(applied);
  const stored = await listTemplates(query, applied.id);
  const keys = await readTemplateKeys(query, pair.target.id);
  const states = await readTemplateStates(
    query,
    pair.target.id,
    stored.map(({ templateId }) => templateId),
  );
  for (const template of stored)
    refuseChanged(template, keys.get(template.templateId), states.get(template.templateId));
  await refuseFilled(query, applied.id, stored);
  const byKey = new Map(stored.map((template) => [template.key, template]));
  const decided = deciderOf(resolution);
  const removed = new Set(stored.filter(({ change }) => change === 'added').map(({ key }) => key));
  const toItems = (state: WrittenItem): ChangeSetItem[] => {
    const template = byKey.get(state.template_key);
    if (!template) return [];
    const isThere = keys.get(template.templateId) === state.template_key;
    const item = undoneItem(state, template.templateId);
    if (!item || (!isThere && template.change !== 'removed')) return [];
    const decision =
      decided(item.id) ??
      (item.conflict && resolution.conflicts
        ? { template_id: item.templateId, id: item.id, take: resolution.conflicts }
        : undefined);
    // An item cannot remain without its template.
    const isUseless = decision?.take === 'target' && removed.has(state.template_key);
    return [{ ...item, decision: isUseless ? undefined : decision }];
  };
  const undone: ChangeSetItem[] = [];
  for await (const page of readWrittenItems(query, applied.id))
    for (const state of page) undone.push(...toItems(state));
  const items = undone.filter((item) => !isExcluded(item));
  const ofItems = new Set(items.map(({ templateId }) => templateId));
  const templates = stored
    .filter(({ change, templateId }) => change || ofItems.has(templateId))
    .map((template) => undoneTemplate(template, keys));
  const menu = await undoneMenu(query, applied, pair, resolution);
  const history = historySource(applied.id, measuredAtOnce);
  const revision = joinRevisions([
    ...undone.map((item) => item.revision),
    ...templates.filter(({ change }) => change).map((template) => template.revision),
    ...(menu ? [menu.revision] : []),
  ]);
  return {
    pair,
    source: pair.source.id === pair.target.id ? withReturned(history, applied.id, pair.target.id) : history,
    undoes: applied.id,
    templates,
    items,
    menu: menu ?? null,
    revision,
  };
}

/**
 * Builds the undo of a change set that comes from no other instance. Fails if a template of it has changed when the
 * undo is written: the former contents were checked against it. Fails if values of one are being removed or restored.
 */
export async function buildLocalUndo(
  query: Query,
  undone: StoredChangeSet,
  resolution: ChangeSetResolution,
  allowed: NonNullable<ChangeSet['expected']>,
): Promise<ChangeSet> {
  const changeSet = await buildUndo(query, undone, resolution);
  const templates: ChangeSetTemplate[] = [];
  for (const template of changeSet.templates) {
    const model = await loadTemplate(query, changeSet.pair.target.id, template.templateId);
    if (model?.key !== template.targetKey || model.change) throw new ChangeSetFailure('changed');
    templates.push({ ...template, model });
  }
  return { ...changeSet, templates, expected: allowed };
}

/** A source with the values that deleted items had lost before with fields that are back in their template. */
const withReturned = (source: ContentSource, undoneId: number, instanceId: number): ContentSource => ({
  ...source,
  read: async (query, template, ids, targets) => {
    const contents = new Map(await source.read(query, template, ids, targets));
    const { targetKey: key } = template;
    const missing = ids.filter((id) => !targets.has(id));
    if (key === null || missing.length === 0) return contents;
    const deleted = await findDeletedBy(query, undoneId, key, missing);
    const model = template.model ?? (await loadTemplate(query, instanceId, template.templateId));
    if (!model || deleted.length === 0) return contents;
    const returnedTo = await readReturned(query, { key, model }, deleted);
    for (const { id } of deleted) {
      const content = contents.get(id);
      if (!content) continue;
      const { values, fields } = returnedTo(id, content.values);
      const fitted = fitValues(model, values, [...fields.values()]).values;
      contents.set(id, { ...content, values: { ...fitted, ...content.values } });
    }
    return contents;
  },
});

const digest = (...parts: unknown[]): string =>
  createHash('md5').update(JSON.stringify(parts)).digest('hex').slice(0, 12);

/** Templates are only changed by syncs, so a different state comes from a later sync that was not undone. */
function refuseChanged(
  { templateId, label, change, key, after }: StagedTemplate,
  keyNow: number | undefined,
  now: StoredTemplateState | undefined,
) {
  if (change === null) return;
  if (change === 'removed' ? keyNow === undefined : keyNow === key && isSameTemplate(now, after)) return;
  throw new AppError('changed', {
    message: `The template ${label} was synced again since. Undo that sync first.`,
    details: { template_id: templateId },
  });
}

/** Documents come from the database, which stores equal ones identically. */
const isSameTemplate = (a: StoredTemplateState | undefined, b: StoredTemplateState | null): boolean =>
  a?.label === b?.label && JSON.stringify(a?.fields) === JSON.stringify(b?.fields);

/** A template that the change set added is removed, which would also remove items created later. */
async function refuseFilled(query: Query, changeSetId: number, stored: readonly StagedTemplate[]): Promise<void> {
  const added = stored.filter(({ change }) => change === 'added');
  const filled = await listTemplatesWithOthers(
    query,
    changeSetId,
    added.map(({ key }) => key),
  );
  const template = added.find(({ key }) => filled.includes(key));
  if (!template) return;
  throw new AppError('changed', {
    message: `Items of the template ${template.label} were synced since. Undo that sync first.`,
    details: { template_id: template.templateId },
  });
}

function undoneItem(state: WrittenItem, templateId: string): Omit<ChangeSetItem, 'decision'> | undefined {
  const { item_id: id, label, change: was, now_version, now_hash, is_as_written } = state;
  const isThere = now_hash !== null;
  // Already removed.
  if (was === 'added' && !isThere) return undefined;
  const change = was === 'updated' && !isThere ? 'added' : was === 'removed' && isThere ? 'updated' : opposite[was];
  return {
    templateId,
    id,
    label,
    change,
    conflict: was === 'removed' ? isThere : !is_as_written,
    sourceHash: null,
    targetHash: now_hash,
    targetVersion: now_version,
    revision: digest(templateId, id, now_hash, now_version),
  };
}

function undoneTemplate(
  { templateId, label, change, key, before, after }: StagedTemplate,
  keys: ReadonlyMap<string, number>,
): ChangeSetTemplate {
  const isThere = keys.get(templateId) === key;
  return {
    templateId,
    label: before?.label ?? label,
    change: change && opposite[change],
    sourceKey: null,
    targetKey: isThere ? key : null,
    after: change === 'added' ? null : change && before,
    formerKey: isThere ? null : key,
    revision: digest(templateId, after?.version ?? null),
  };
}

async function undoneMenu(
  query: Query,
  applied: StoredChangeSet,
  pair: ChangeSet['pair'],
  { menu_conflict: decided }: ChangeSetResolution,
): Promise<ChangeSetMenu | undefined> {
  if (!applied.menu_after || !applied.menu_before) return undefined;
  const menus = await readMenus(query, pair);
  const conflict = !sameNodes(menus.target, applied.menu_after);
  return {
    after: conflict && decided === 'target' ? null : applied.menu_before,
    before: menus.target,
    sourceHash: menus.source_hash,
    targetHash: menus.target_hash,
    conflict,
    isDecided: decided !== undefined,
    revision: menuRevision({ ...menus, source_hash: '' }),
  };
}

const sameNodes = (a: readonly { id: string }[], b: readonly { id: string }[]): boolean => {
  const inOrder = (nodes: readonly { id: string }[]) =>
    nodes.toSorted((x, y) => (x.id < y.id ? -1 : 1)).map((node) => Object.entries(node).toSorted());
  return JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b));
};
