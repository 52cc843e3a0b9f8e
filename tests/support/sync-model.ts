import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';

/**
 * A simple model of a project's content in its three environments: what saves, syncs and undos should leave. Everything is compared by
 * content, and nothing is fast.
 */

export type Env = 'Dev' | 'Stage' | 'Prod';
export const targetOf = { Dev: 'Stage', Stage: 'Prod' } as const;
export type Source = keyof typeof targetOf;

export interface ModelItem {
  templateId: string;
  label: string;
  values: ItemValues;
}

export interface ModelTemplate {
  label: string;
  fields: string[];
}

interface Kept {
  source: string | null;
  target: string;
}

export interface ModelInstance {
  templates: Map<string, ModelTemplate>;
  items: Map<number, ModelItem>;
  /** Values of removed fields, by field and item. */
  aside: Map<string, Map<number, ItemValues[string]>>;
  /** What was last synced into an item. */
  base: Map<number, string>;
  kept: Map<number, Kept>;
}

/** A change of an item that a sync has made. */
interface Written {
  id: number;
  before: ModelItem | undefined;
  after: ModelItem | undefined;
  baseBefore: string | undefined;
}

export interface ModelSync {
  source: Source;
  written: Written[];
  templates: { id: string; before: ModelTemplate | undefined; after: ModelTemplate | undefined }[];
  isUndone: boolean;
}

/** The fields that link to items, by their id; all others are plain. */
export const linkFields: readonly string[] = ['link', 'links'];

export const contentOfItem = ({ label, values }: ModelItem): string =>
  JSON.stringify([label, Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1))]);

const contentOrNull = (item: ModelItem | undefined): string | null => (item ? contentOfItem(item) : null);

export const linksOfItem = ({ values }: ModelItem): number[] =>
  linkFields.flatMap((id) => (Array.isArray(values[id]) ? (values[id] as number[]) : ((values[id] as number) ?? [])));

const emptyInstance = (): ModelInstance => ({
  templates: new Map(),
  items: new Map(),
  aside: new Map(),
  base: new Map(),
  kept: new Map(),
});

export const emptyProject = (): Record<Env, ModelInstance> => ({
  Dev: emptyInstance(),
  Stage: emptyInstance(),
  Prod: emptyInstance(),
});

const copy = <T>(value: T): T => structuredClone(value);

/** Gives a template other fields, as a save of it does: values of removed fields are kept aside, and come back with them. */
export function changeTemplate(instance: ModelInstance, id: string, next: ModelTemplate | undefined): void {
  const before = instance.templates.get(id);
  if (!next) {
    instance.templates.delete(id);
    for (const key of instance.aside.keys()) if (key.startsWith(`${id}.`)) instance.aside.delete(key);
    return;
  }
  instance.templates.set(id, copy(next));
  if (!before) return;
  const own = [...instance.items].filter(([, { templateId }]) => templateId === id);
  const settle = (itemId: number, item: ModelItem, change: () => void) => {
    const was = contentOfItem(item);
    change();
    if (instance.base.get(itemId) === was) instance.base.set(itemId, contentOfItem(item));
  };
  for (const [itemId, item] of own) {
    settle(itemId, item, () => {
      for (const field of before.fields.filter((one) => !next.fields.includes(one))) {
        const value = item.values[field];
        delete item.values[field];
        const aside = instance.aside.get(`${id}.${field}`) ?? new Map<number, ItemValues[string]>();
        instance.aside.set(`${id}.${field}`, aside);
        if (value !== undefined) aside.set(itemId, value);
      }
      for (const field of next.fields.filter((one) => !before.fields.includes(one))) {
        const value = instance.aside.get(`${id}.${field}`)?.get(itemId);
        if (value === undefined || !leadSomewhere(instance, field, value)) continue;
        item.values[field] = value;
      }
    });
  }
  for (const field of next.fields) instance.aside.delete(`${id}.${field}`);
}

const leadSomewhere = (instance: ModelInstance, field: string, value: ItemValues[string]): boolean =>
  !linkFields.includes(field) || [value].flat().every((id) => instance.items.has(id as number));

/** A listed difference. */
export interface Listed {
  id: number;
  change: 'added' | 'updated' | 'removed';
  conflict: boolean;
}

/** The items that differ, without those that were decided to stay. */
export function listed(project: Record<Env, ModelInstance>, source: Source): Listed[] {
  const from = project[source];
  const into = project[targetOf[source]];
  const ids = [...new Set([...from.items.keys(), ...into.items.keys()])].toSorted((a, b) => a - b);
  return ids.flatMap((id): Listed[] => {
    const [a, b] = [contentOrNull(from.items.get(id)), contentOrNull(into.items.get(id))];
    const kept = into.kept.get(id);
    if (a === b || (kept && kept.source === a && kept.target === b)) return [];
    const change = b === null ? 'added' : a === null ? 'removed' : 'updated';
    return [{ id, change, conflict: b !== null && into.base.get(id) !== b }];
  });
}

export const changedTemplates = (project: Record<Env, ModelInstance>, source: Source): string[] => {
  const [from, into] = [project[source].templates, project[targetOf[source]].templates];
  return [...new Set([...from.keys(), ...into.keys()])]
    .filter((id) => JSON.stringify(from.get(id)) !== JSON.stringify(into.get(id)))
    .toSorted();
};

/** What a sync is asked for. */
export interface Asked {
  templates: string[];
  items: number[];
  /** What happens to conflicts; without a word they refuse the sync. */
  conflicts: 'source' | 'target' | undefined;
}

/** Whether it is refused, and for whatever reason; otherwise what it does. */
export type Outcome = { refused: 'conflict' | 'invalid' } | { sync: ModelSync };

/** A change of the target: templates, then items, `undefined` for what is removed. */
interface Step {
  templates: Map<string, ModelTemplate | undefined>;
  items: Map<number, ModelItem | undefined>;
  /** Items whose difference is kept. */
  kept: number[];
  conflicts: number[];
  /** What written items have as last synced, if that is not their content. */
  bases?: Map<number, string | undefined>;
  isUndo: boolean;
}

export function syncModel(project: Record<Env, ModelInstance>, source: Source, asked: Asked): Outcome {
  const from = project[source];
  const all = listed(project, source);
  const changed = new Set(changedTemplates(project, source).filter((id) => asked.templates.includes(id)));
  const into = project[targetOf[source]];
  const isGone = (id: number) => {
    const templateId = (from.items.get(id) ?? into.items.get(id))?.templateId ?? '';
    return changed.has(templateId) && !from.templates.has(templateId);
  };
  const chosen = all.filter(({ id }) => asked.items.includes(id) || isGone(id));
  const conflicts = chosen.filter(
    ({ conflict, id }) => conflict && (!asked.conflicts || (asked.conflicts === 'target' && isGone(id))),
  );
  const kept = chosen
    .filter(({ conflict, id }) => conflict && asked.conflicts === 'target' && !isGone(id))
    .map(({ id }) => id);
  const items = new Map(
    chosen.filter(({ id }) => !kept.includes(id)).map(({ id }) => [id, copy(from.items.get(id))] as const),
  );
  const templates = new Map([...changed].map((id) => [id, copy(from.templates.get(id))] as const));
  return apply(project, source, { templates, items, kept, conflicts: conflicts.map(({ id }) => id), isUndo: false });
}

/** Brings the target back to how it was before; conflicts keep what there is now. */
export function undoModel(project: Record<Env, ModelInstance>, done: ModelSync): Outcome | 'changed' {
  const into = project[targetOf[done.source]];
  for (const { id, after } of done.templates)
    if (JSON.stringify(into.templates.get(id)) !== JSON.stringify(after)) return 'changed';
  const items = new Map<number, ModelItem | undefined>();
  const bases = new Map<number, string | undefined>();
  for (const { id, before, baseBefore } of done.written) {
    items.set(id, copy(before));
    bases.set(id, baseBefore);
  }
  const templates = new Map(done.templates.map(({ id, before }) => [id, copy(before)] as const));
  return apply(project, done.source, { templates, items, kept: [], conflicts: [], bases, isUndo: true });
}

function apply(project: Record<Env, ModelInstance>, source: Source, step: Step): Outcome {
  const from = project[source];
  const env = targetOf[source];
  const next = copy(project[env]);
  const before = project[env];
  for (const [id, template] of step.templates) if (template) changeTemplate(next, id, template);
  for (const [id, item] of step.items) {
    if (item) next.items.set(id, item);
    else next.items.delete(id);
  }
  for (const [id, template] of step.templates) if (!template) changeTemplate(next, id, undefined);
  if (!isWhole(next, step)) return { refused: 'invalid' };
  if (step.conflicts.length > 0) return { refused: 'conflict' };
  for (const [id, item] of step.items) {
    next.kept.delete(id);
    const base = step.bases ? step.bases.get(id) : item && contentOfItem(item);
    if (item && base !== undefined) next.base.set(id, base);
    else next.base.delete(id);
    if (!item) for (const aside of next.aside.values()) aside.delete(id);
  }
  for (const id of step.kept) {
    const item = next.items.get(id);
    if (!item) continue;
    const theirs = contentOrNull(from.items.get(id));
    next.kept.set(id, { source: theirs, target: contentOfItem(item) });
    if (theirs !== null) next.base.set(id, theirs);
  }
  project[env] = next;
  const written = [...step.items].map(([id, after]) => ({
    id,
    before: before.items.get(id),
    after,
    baseBefore: before.base.get(id),
  }));
  const templates = [...step.templates].map(([id, after]) => ({ id, before: before.templates.get(id), after }));
  return { sync: { source, written, templates, isUndone: false } };
}

/** Everything that is linked to is there, and every item that is written fits its template. */
function isWhole(next: ModelInstance, step: Step): boolean {
  for (const [id, item] of next.items) {
    const template = next.templates.get(item.templateId);
    if (!template) return false;
    const isWritten = step.items.has(id);
    if (isWritten && Object.keys(item.values).some((field) => !template.fields.includes(field))) return false;
    if (linksOfItem(item).some((target) => !next.items.has(target))) return false;
  }
  return [...next.templates.values()].every(
    ({ fields }) => !fields.some((id) => linkFields.includes(id)) || next.templates.has('alpha'),
  );
}
