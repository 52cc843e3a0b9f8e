import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { StoredField } from '../../../server/core/tables/content.ts';
import {
  canonical,
  contentOfItem,
  contentOfMenu,
  contentOfTemplate,
  type InstanceState,
  type ItemState,
} from './state.ts';

/** The state of a target besides its content. */
export interface Marks {
  /** The source's content at the last sync of each item. */
  synced: Map<number, string | null>;
  /** Differences kept by a decision. */
  kept: Map<number, { source: string | null; target: string | null }>;
  /** Items whose last synced state the model does not know. */
  unsure: Set<number>;
  menu: { synced: string | null; kept: string | null };
}

export const noMarks = (): Marks => ({
  synced: new Map(),
  kept: new Map(),
  unsure: new Set(),
  menu: { synced: null, kept: null },
});

export interface Difference {
  id: number;
  template: string;
  change: 'added' | 'updated' | 'removed';
  conflict: boolean;
}

export function differencesOf(source: InstanceState, target: InstanceState, marks: Marks) {
  const ids = [...new Set([...source.items.keys(), ...target.items.keys()])].toSorted((a, b) => a - b);
  const items = ids.flatMap((id): Difference[] => {
    const [from, to] = [source.items.get(id), target.items.get(id)];
    const [a, b] = [contentOfItem(from), contentOfItem(to)];
    const template = from?.template ?? to?.template ?? '';
    const kept = marks.kept.get(id);
    const isKept = kept?.source === a && kept.target === b && source.templates.has(template);
    if (a === b || isKept) return [];
    const change = !to ? 'added' : from ? 'updated' : 'removed';
    return [{ id, template, change, conflict: to !== undefined && marks.synced.get(id) !== b }];
  });
  const templateIds = [...new Set([...source.templates.keys(), ...target.templates.keys()])].toSorted();
  const templates = templateIds.filter(
    (id) => contentOfTemplate(source.templates.get(id)) !== contentOfTemplate(target.templates.get(id)),
  );
  const [a, b] = [contentOfMenu(source.menu), contentOfMenu(target.menu)];
  const { synced, kept } = marks.menu;
  const isMenuKept = kept === a && synced === b;
  const isMenuEdited =
    synced === null
      ? target.menu.some(({ template_id, label }) => template_id !== 'image' || label !== 'Images')
      : synced !== b || kept !== null;
  const isMenuChanged = a !== b && !isMenuKept;
  return { items, templates, menu: { changed: isMenuChanged, conflict: isMenuChanged && isMenuEdited } };
}

/** The action for an item, with its content if it is merged. */
export interface Move extends Difference {
  take: 'source' | 'target' | 'fields';
  merged?: Pick<ItemState, 'label' | 'values'>;
}

export interface Predicted {
  state: InstanceState;
  /** Added fields whose values may be restored, by template, in items that the sync does not write. */
  restorable: Map<string, Set<string>>;
  /** Items changed only by their template. */
  adapted: Set<number>;
  /** The reasons why it cannot be applied. */
  problems: string[];
}

/** The target after a sync of these templates, items and the menu. */
export function predict(
  source: InstanceState,
  target: InstanceState,
  { templates, items, menu }: { templates: ReadonlySet<string>; items: readonly Move[]; menu: boolean },
): Predicted {
  const state: InstanceState = {
    templates: new Map(target.templates),
    items: new Map(target.items),
    menu: menu ? source.menu : target.menu,
  };
  const origin = new Map<number, readonly StoredField[]>();
  for (const [id, item] of target.items) origin.set(id, target.templates.get(item.template)?.fields ?? []);
  for (const { id, template, take, merged } of items) {
    if (take === 'target') continue;
    const from = source.items.get(id);
    const is = take === 'fields' && merged ? { template, version: 0, ...merged } : from;
    if (is) state.items.set(id, is);
    else state.items.delete(id);
    const [own, other] = [source.templates.get(template)?.fields ?? [], target.templates.get(template)?.fields ?? []];
    const ids = new Set(own.map((field) => field.id));
    origin.set(id, take === 'fields' ? [...own, ...other.filter((field) => !ids.has(field.id))] : own);
  }
  const written = new Set(items.filter(({ take }) => take !== 'target').map(({ id }) => id));
  const restorable = new Map<string, Set<string>>();
  const adapted = new Set<number>();
  for (const id of templates) {
    const after = source.templates.get(id);
    const before = target.templates.get(id);
    if (!after) {
      state.templates.delete(id);
      if (!menu) state.menu = state.menu.filter((node) => node.template_id !== id);
      continue;
    }
    state.templates.set(id, { ...after, key: before?.key ?? 0, version: (before?.version ?? 0) + 1 });
    if (!before) continue;
    const had = new Set(before.fields.map((field) => field.id));
    restorable.set(id, new Set(after.fields.filter((field) => !had.has(field.id)).map((field) => field.id)));
    const has = new Set(after.fields.map((field) => field.id));
    for (const [itemId, item] of state.items) {
      if (item.template !== id || written.has(itemId)) continue;
      state.items.set(itemId, { ...item, values: onlyFields(item.values, has) });
      adapted.add(itemId);
    }
  }
  return { state, restorable, adapted, problems: problemsOf(state, origin) };
}

/** Values without those of other fields. */
export const onlyFields = (values: ItemValues, ids: ReadonlySet<string>): ItemValues =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([id]) => ids.has(id))
      .map(([id, value]) => [
        id,
        isRows(value) ? (value.map((row) => onlyFields(row, ids)) as ItemValues[string]) : value,
      ]),
  );

const isRows = (value: unknown): value is ItemValues[] =>
  Array.isArray(value) && value.some((entry) => entry !== null && typeof entry === 'object');

interface Place {
  groups: string;
  kind: string;
  isInteger: boolean;
}

/** The path of each field's values in a template, and their kind. */
function placesOf(fields: readonly StoredField[]): Map<string, Place> {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const groupsOf = (parentId: string | null): string[] => {
    const parent = parentId === null ? undefined : byId.get(parentId);
    if (!parent) return [];
    return [...groupsOf(parent.parentId), ...(parent.settings.type === 'dynamic-group' ? [parent.id] : [])];
  };
  return new Map(
    fields.map(({ id, parentId, settings }) => {
      const linked = 'templateId' in settings ? settings.templateId : '';
      const isNumber = settings.type === 'integer' || settings.type === 'float';
      return [
        id,
        {
          groups: groupsOf(parentId).join(),
          kind: isNumber ? 'number' : `${settings.type} ${linked}`,
          isInteger: settings.type === 'integer',
        },
      ];
    }),
  );
}

export const linkedTemplatesOf = (fields: readonly StoredField[]): string[] =>
  fields.flatMap(({ settings }) => ('templateId' in settings ? [settings.templateId] : []));

/** The errors of a state: dangling links, and values that violate their fields. */
function problemsOf(
  { templates, items, menu }: InstanceState,
  origin: ReadonlyMap<number, readonly StoredField[]>,
): string[] {
  const problems: string[] = [];
  for (const [id, { fields }] of templates)
    for (const linked of linkedTemplatesOf(fields))
      if (!templates.has(linked)) problems.push(`template ${id} links to the template ${linked}`);
  for (const { id, template_id } of menu)
    if (template_id !== '' && !templates.has(template_id)) problems.push(`menu node ${id} leads to ${template_id}`);
  const places = new Map([...templates].map(([id, { fields }]) => [id, placesOf(fields)]));
  for (const [id, item] of items) {
    const here = places.get(item.template);
    if (!here) problems.push(`item ${id} has no template`);
    else
      problems.push(
        ...incompatibilitiesOf(item.values, here, placesOf(origin.get(id) ?? []), '', items).map(
          (why) => `item ${id}: ${why}`,
        ),
      );
  }
  return problems;
}

function incompatibilitiesOf(
  values: ItemValues,
  here: ReadonlyMap<string, Place>,
  origin: ReadonlyMap<string, Place>,
  groups: string,
  items: ReadonlyMap<number, ItemState>,
): string[] {
  return Object.entries(values).flatMap(([id, value]): string[] => {
    const place = here.get(id);
    if (!place || place.groups !== groups) return [`no field ${id} in (${groups})`];
    const was = origin.get(id);
    if (was && was.kind !== place.kind) return [`${id} is ${place.kind} and was ${was.kind}`];
    if (place.kind.startsWith('item-link')) {
      const linked = place.kind.split(' ')[1];
      const targets = Array.isArray(value) ? value : [value];
      return targets.flatMap((target) =>
        items.get(target as number)?.template === linked ? [] : [`${id} links to ${target}`],
      );
    }
    if (place.isInteger && !Number.isInteger(value)) return [`${id} is ${value}`];
    if (!isRows(value)) return [];
    const inner = [groups, id].filter(Boolean).join();
    return value.flatMap((row) => incompatibilitiesOf(row, here, origin, inner, items));
  });
}

/** The sides that changed each top-level value that differs. */
export function changedIn(base: string | null | undefined, source: ItemState, target: ItemState) {
  const [, from] = base ? (JSON.parse(base) as [string, ItemValues]) : [];
  const same = (a: unknown, b: unknown) => canonical(a) === canonical(b);
  const ids = new Set([...Object.keys(source.values), ...Object.keys(target.values)]);
  return new Map(
    [...ids]
      .filter((id) => !same(source.values[id], target.values[id]))
      .map((id) => {
        const who = !from
          ? 'unknown'
          : same(from[id], target.values[id])
            ? 'source'
            : same(from[id], source.values[id])
              ? 'target'
              : 'both';
        return [id, who] as const;
      }),
  );
}
