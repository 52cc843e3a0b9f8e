import type { Decision } from '@quartermaster/contract/endpoints/change-sets.ts';
import { nothingSelected, type SyncSelection } from '@quartermaster/contract/endpoints/sync.ts';
import { mostItems } from '../../../content/change-sets/batches.ts';
import {
  type ChangeSet,
  type ChangeSetItem,
  type ChangeSetMenu,
  type ChangeSetTemplate,
  deciderOf,
  isExcluded,
  isWritten,
} from '../../../content/change-sets/change-set.ts';
import { instanceSource } from '../../../content/change-sets/content-source.ts';
import { joinRevisions, menuRevision } from '../../../content/change-sets/revision.ts';
import { readTemplateStates } from '../../../content/change-sets/template-repository.ts';
import { compareMenus } from '../../../content/menu/compare-menus.ts';
import { type Menus, readMenus } from '../../../content/menu/menu-sql.ts';
import type { Pair } from '../../../content/model/instance-pair.ts';
import { AppError } from '../../../core/base/errors.ts';
import type { Query } from '../../../core/database/database.ts';
import type { ChangeSetRequest } from '../../../core/tables/change-sets.ts';
import { type ItemDifference, listDifferences, type TemplatePair } from './differences-sql.ts';

/** Determines the changes of a sync; throws 422 if nothing is selected. */
export async function buildChangeSet(query: Query, pair: Pair, request: ChangeSetRequest): Promise<ChangeSet> {
  const { selection } = request;
  if (selection && !selection.menu && selection.changes.every(isEmpty))
    throw new AppError('invalid', { message: nothingSelected, fields: { changes: nothingSelected } });
  const entries = selection && new Map(selection.changes.map((entry) => [entry.template_id, entry]));
  const differences = await listDifferences(query, pair, limitsOf(selection));
  const changedTemplates = differences.templates.filter(
    ({ template_id, change }) => change && (!entries || entries.get(template_id)?.is_update_template),
  );
  const removed = new Set(
    changedTemplates.filter(({ change }) => change === 'removed').map(({ template_id }) => template_id),
  );
  const chosen = chooserOf(selection);
  const decided = deciderOf(request);
  const selected = differences.items
    .filter(({ template_id, id }) => removed.has(template_id) || chosen(template_id, id))
    .map((item) => changeSetItem(item, decided(item.id), request))
    // An item cannot remain without its template.
    .map((item) => (removed.has(item.templateId) && !isWritten(item) ? { ...item, decision: undefined } : item));
  const items = selected.filter((item) => !isExcluded(item));
  const ofItems = new Set(items.map(({ templateId }) => templateId));
  const states = await readTemplateStates(
    query,
    pair.source.id,
    changedTemplates.map(({ template_id }) => template_id),
  );
  const changed = new Set(changedTemplates.map(({ template_id }) => template_id));
  const templates = differences.templates
    .filter(({ template_id }) => changed.has(template_id) || ofItems.has(template_id))
    .map((template) => changeSetTemplate(template, changed.has(template.template_id), states));
  const menu = !selection || selection.menu ? changeSetMenu(await readMenus(query, pair), request) : null;
  const revision = joinRevisions([
    ...selected.map((item) => item.revision),
    ...templates.filter(({ change }) => change).map((template) => template.revision),
    ...(menu ? [menu.revision] : []),
  ]);
  return {
    pair,
    source: instanceSource(pair.source, mostItems),
    undoes: null,
    templates,
    items,
    menu: menu ?? null,
    revision,
  };
}

const isEmpty = ({ is_update_template, items, all_items }: SyncSelection['changes'][number]): boolean =>
  !is_update_template && items.length === 0 && !all_items;

/** The templates and items that have to be compared. */
function limitsOf(selection: SyncSelection | null): { templateIds?: string[]; ids?: number[] } {
  if (!selection) return {};
  const templateIds = selection.changes.map(({ template_id }) => template_id);
  // A removed template takes all of its items with it.
  const isLimited = selection.changes.every(({ all_items, is_update_template }) => !all_items && !is_update_template);
  return { templateIds, ...(isLimited && { ids: selection.changes.flatMap(({ items }) => items) }) };
}

/** Whether a selection has an item; `null` selects every item. */
export function chooserOf(selection: SyncSelection | null): (templateId: string, id: number) => boolean {
  if (!selection) return () => true;
  const chosen = new Map(
    selection.changes.map(({ template_id, items, all_items }) => [template_id, all_items ? null : new Set(items)]),
  );
  return (templateId, id) => {
    const ids = chosen.get(templateId);
    return ids === null || (ids?.has(id) ?? false);
  };
}

function changeSetItem(
  item: ItemDifference,
  decided: Decision | undefined,
  { conflicts }: ChangeSetRequest,
): ChangeSetItem {
  const decision =
    decided ??
    (item.conflict && conflicts ? { template_id: item.template_id, id: item.id, take: conflicts } : undefined);
  return {
    templateId: item.template_id,
    id: item.id,
    label: item.label,
    change: item.change,
    conflict: item.conflict,
    decision,
    sourceHash: item.source_hash,
    targetHash: item.target_hash,
    targetVersion: item.target_version,
    revision: item.revision,
  };
}

function changeSetTemplate(
  { template_id, label, change, source_key, target_key, revision }: TemplatePair,
  isChanged: boolean,
  states: Awaited<ReturnType<typeof readTemplateStates>>,
): ChangeSetTemplate {
  return {
    templateId: template_id,
    label,
    change: isChanged ? change : null,
    sourceKey: source_key,
    targetKey: target_key,
    after: (isChanged && states.get(template_id)) || null,
    formerKey: null,
    revision,
  };
}

function changeSetMenu(menus: Menus, { menu_conflict: decided }: ChangeSetRequest): ChangeSetMenu | undefined {
  const { isChanged, conflict } = compareMenus(menus);
  if (!isChanged) return undefined;
  const { source, target, source_hash: sourceHash, target_hash: targetHash } = menus;
  return {
    after: conflict && decided === 'target' ? null : source,
    before: target,
    sourceHash,
    targetHash,
    conflict,
    isDecided: decided !== undefined,
    revision: menuRevision(menus),
  };
}
