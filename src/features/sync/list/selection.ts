import type { ChangedItem, ChangeList, SyncSelection } from '@quartermaster/contract/endpoints/sync.ts';
import type { ChangeCountsValue, ChangeKind } from '../../../shared/ui/change/change-mark.tsx';

/** The selection within a template. */
interface TemplateSelection {
  /** True if the template itself is selected. */
  template: boolean;
  /** True: all items except those in `items`; false: only those in `items`. */
  all: boolean;
  /** Selected or excluded items, as listed at the time. */
  items: ReadonlyMap<number, SelectedItem>;
}

/** An item as listed when it was selected; one added as a dependency was not listed and has no revision. */
type SelectedItem = Pick<ChangedItem, 'id' | 'change'> & Partial<Pick<ChangedItem, 'revision'>>;

/** The selected changes. */
export interface Selection {
  templates: ReadonlyMap<string, TemplateSelection>;
  menu: boolean;
}

/** A selection without changes. */
export const emptySelection: Selection = { templates: new Map(), menu: false };

const noneOf: TemplateSelection = { template: false, all: false, items: new Map() };

const selectionIn = ({ templates }: Selection, templateId: string): TemplateSelection =>
  templates.get(templateId) ?? noneOf;

/** True for a selected item. */
export const isItemSelected = (selection: Selection, templateId: string, id: number): boolean => {
  const { all, items } = selectionIn(selection, templateId);
  return all !== items.has(id);
};

/** True if a template itself is selected. */
export const isTemplateSelected = (selection: Selection, templateId: string): boolean =>
  selectionIn(selection, templateId).template;

function withTemplate(selection: Selection, templateId: string, next: TemplateSelection): Selection {
  const templates = new Map(selection.templates);
  if (next.template || next.all || next.items.size > 0) templates.set(templateId, next);
  else templates.delete(templateId);
  return { ...selection, templates };
}

/** Selects or deselects items. */
export function selectItems(
  selection: Selection,
  templateId: string,
  chosen: readonly SelectedItem[],
  isOn: boolean,
): Selection {
  const before = selectionIn(selection, templateId);
  const items = new Map(before.items);
  for (const item of chosen) {
    if (before.all === isOn) items.delete(item.id);
    else items.set(item.id, item);
  }
  return withTemplate(selection, templateId, { ...before, items });
}

/** Selects or deselects a template itself. */
export const selectTemplate = (selection: Selection, templateId: string, isOn: boolean): Selection =>
  withTemplate(selection, templateId, { ...selectionIn(selection, templateId), template: isOn });

/** Selects or deselects all items of a template, listed or not. */
export const selectAllItems = (selection: Selection, templateId: string, isOn: boolean): Selection =>
  withTemplate(selection, templateId, { ...selectionIn(selection, templateId), all: isOn, items: new Map() });

type Template = Pick<ChangeList['templates'][number], 'template_id' | 'counts'>;

const totalOf = ({ added, updated, removed }: ChangeCountsValue): number => added + updated + removed;

/** How many of a template's items are selected. */
export function selectedItems(selection: Selection, { template_id, counts }: Template): number {
  const { all, items } = selectionIn(selection, template_id);
  return all ? Math.max(0, totalOf(counts) - items.size) : items.size;
}

/** How many of some items of a template are selected: `total`, of which `items` are loaded. */
export function selectedAmong(
  selection: Selection,
  templateId: string,
  items: readonly { id: number }[],
  total: number,
): number {
  const chosen = items.filter(({ id }) => isItemSelected(selection, templateId, id)).length;
  return selectionIn(selection, templateId).all ? total - (items.length - chosen) : chosen;
}

/** How many items are selected by kind of change, and how many templates. */
export function countsOf(
  selection: Selection,
  templates: readonly Template[],
): Record<ChangeKind, number> & { templates: number; menu: boolean } {
  const sum = { added: 0, updated: 0, removed: 0, templates: 0, menu: selection.menu };
  const counts = new Map(templates.map((template) => [template.template_id, template.counts]));
  for (const [templateId, { template, all, items }] of selection.templates) {
    if (template) sum.templates += 1;
    for (const kind of ['added', 'updated', 'removed'] as const) {
      const named = [...items.values()].filter(({ change }) => change === kind).length;
      sum[kind] += all ? Math.max(0, (counts.get(templateId)?.[kind] ?? 0) - named) : named;
    }
  }
  return sum;
}

/** True if no change is selected. */
export const isEmptySelection = (selection: Selection): boolean => !selection.menu && selection.templates.size === 0;

/** Templates with deselected items: their other items have to be loaded before the selection can be sent. */
export const incompleteTemplates = ({ templates }: Selection): string[] =>
  [...templates].flatMap(([templateId, { all, items }]) => (all && items.size > 0 ? [templateId] : []));

/** Templates with selected items that are not loaded, so that it is unknown whether they still differ. */
export const unlistedTemplates = ({ templates }: Selection, list: ChangeList): string[] =>
  list.templates.flatMap(({ template_id, items, next_cursor }) => {
    if (next_cursor === null) return [];
    const listed = new Set(items.map(({ id }) => id));
    return [...(templates.get(template_id)?.items.keys() ?? [])].every((id) => listed.has(id)) ? [] : [template_id];
  });

/** The selection without changes that no longer exist: synced in another way, or reverted. */
export function withoutStale(selection: Selection, list: ChangeList): Selection {
  const listed = new Map(list.templates.map((template) => [template.template_id, template]));
  let next: Selection = { ...selection, menu: selection.menu && list.menu.is_changed };
  for (const [templateId, { template, all, items }] of selection.templates) {
    const { change = null, items: known = [], next_cursor = null } = listed.get(templateId) ?? {};
    const isKnown = new Set(known.map(({ id }) => id));
    const remaining = next_cursor === null ? [...items].filter(([id]) => isKnown.has(id)) : items;
    next = withTemplate(next, templateId, {
      template: template && change !== null,
      all: all && listed.has(templateId),
      items: new Map(remaining),
    });
  }
  return next;
}

/** The selection as the sync API receives it; items and templates with their listed revisions, or those at the time of selection. */
export function toRequest(selection: Selection, list: ChangeList): SyncSelection {
  const listed = new Map(list.templates.map((template) => [template.template_id, template]));
  const changes = [...selection.templates].map(([templateId, { template, all, items }]) => {
    const entry = listed.get(templateId);
    const known = new Map(entry?.items.map((item): [number, SelectedItem] => [item.id, item]));
    const named = all
      ? [...known.values()].filter(({ id }) => items.size > 0 && !items.has(id))
      : [...items.values()].map((item) => known.get(item.id) ?? item);
    const revision = template ? entry?.revision : undefined;
    const revisions = named.flatMap((item) => item.revision ?? []);
    return {
      template_id: templateId,
      is_update_template: template,
      items: named.map(({ id }) => id),
      ...(all && items.size === 0 && { all_items: true }),
      // The API matches `revisions` to `items` by their order, so a missing one would shift the others.
      ...(revisions.length > 0 && revisions.length === named.length && { revisions }),
      ...(revision && { revision }),
    };
  });
  return { changes, ...(selection.menu && { menu: true }) };
}

interface ItemName {
  template_id: string;
  id: number;
}

/** Selects the items and templates that selected ones depend on. */
export function withDependencies(
  selection: Selection,
  items: readonly ItemName[],
  templates: readonly { template_id: string }[],
  list: ChangeList,
): Selection {
  let next = selection;
  // What is not listed is usually missing in the target.
  for (const [templateId, chosen] of asListed(items, list, 'added')) next = selectItems(next, templateId, chosen, true);
  for (const { template_id } of templates) next = selectTemplate(next, template_id, true);
  return next;
}

/** Deselects items. */
export function withoutItems(selection: Selection, items: readonly ItemName[], list: ChangeList): Selection {
  let next = selection;
  for (const [templateId, chosen] of asListed(items, list, 'updated'))
    next = selectItems(next, templateId, chosen, false);
  return next;
}

/** Items by template, as they are listed; those that are not get a kind of change, without which they would not be counted. */
function asListed(items: readonly ItemName[], list: ChangeList, change: ChangeKind): Map<string, SelectedItem[]> {
  const byTemplate = new Map<string, SelectedItem[]>();
  for (const [templateId, named] of Map.groupBy(items, ({ template_id }) => template_id)) {
    const template = list.templates.find(({ template_id }) => template_id === templateId);
    const listed = new Map(template?.items.map((item) => [item.id, item]));
    byTemplate.set(
      templateId,
      named.map(({ id }) => listed.get(id) ?? { id, change }),
    );
  }
  return byTemplate;
}
