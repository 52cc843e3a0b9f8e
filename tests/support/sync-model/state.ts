import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { MenuNode } from '@quartermaster/contract/endpoints/menu.ts';
import { expect } from 'vitest';
import { indexOf } from '../../../server/content/model/index-rows.ts';
import { templateModel } from '../../../server/content/model/template-model.ts';
import type { Query } from '../../../server/core/database/database.ts';
import type { StoredField } from '../../../server/core/tables/content.ts';

/** The content of an item; `version` is that of its instance and is not compared. */
export interface ItemState {
  template: string;
  label: string;
  values: ItemValues;
  version: number;
}

export interface TemplateState {
  key: number;
  label: string;
  fields: StoredField[];
  version: number;
}

/** The content of an instance. */
export interface InstanceState {
  templates: Map<string, TemplateState>;
  items: Map<number, ItemState>;
  menu: MenuNode[];
}

/** JSON in which equal values are equal, whatever the order of their keys. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/** The compared form of content; null for a missing item. */
export const contentOfItem = (item: Pick<ItemState, 'label' | 'values'> | undefined): string | null =>
  item ? canonical([item.label, item.values]) : null;
export const contentOfTemplate = (template: TemplateState | undefined): string | null =>
  template ? canonical([template.label, template.fields]) : null;
export const contentOfMenu = (nodes: readonly MenuNode[]): string =>
  canonical(nodes.toSorted((a, b) => (a.id < b.id ? -1 : 1)));

/** All compared content of an instance, as plain data. */
export const contentOfState = ({ templates, items, menu }: InstanceState) => ({
  templates: [...templates].map(([id, { label, fields }]) => [id, label, fields]).toSorted(byFirst),
  items: [...items].map(([id, { template, label, values }]) => [id, template, label, values]).toSorted(byFirst),
  menu: menu.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
});

const byFirst = ([a]: unknown[], [b]: unknown[]): number => ((a as string) < (b as string) ? -1 : 1);

export async function readState(query: Query, instanceId: number): Promise<InstanceState> {
  const [row] = await query<{
    templates: (TemplateState & { id: string })[];
    items: (ItemState & { id: number })[];
    menu: MenuNode[];
  }>(
    `select
      (select coalesce(json_agg(json_build_object('id', id, 'key', key, 'label', label, 'fields', fields, 'version', version)), '[]')
        from templates where instance_id = $1) as templates,
      (select coalesce(json_agg(json_build_object('id', i.id, 'template', t.id, 'label', i.label, 'values', i."values", 'version', i.version) order by i.id), '[]')
        from items i join templates t on t.key = i.template_key where t.instance_id = $1) as items,
      (select coalesce(json_agg(json_build_object('id', id, 'parent_id', parent_id, 'label', label, 'template_id', template_id, 'order', "order")), '[]')
        from menu_nodes where instance_id = $1) as menu`,
    [instanceId],
  );
  if (!row) throw new Error('There is always a row.');
  return {
    templates: new Map(row.templates.map(({ id, ...template }) => [id, template])),
    items: new Map(row.items.map(({ id, ...item }) => [id, item])),
    menu: row.menu,
  };
}

type IndexRow = [template: string, item: number, key: number, value: number | string];

/** What is derived from the documents. */
interface Found {
  values: IndexRow[];
  links: IndexRow[];
  /** The rows of unique fields, those of deleted templates included. */
  keys: IndexRow[];
  counts: [string, number][];
  wrong: unknown[];
}

/** Checks that everything derived from the documents of an instance equals the result of ordinary saves. */
export async function expectWhole(query: Query, instanceId: number, state: InstanceState): Promise<void> {
  const values: IndexRow[] = [];
  const links: IndexRow[] = [];
  const unique: IndexRow[] = [];
  const models = new Map(
    [...state.templates].map(([id, template]) => [id, templateModel({ ...template, instanceId, id, hash: '' })]),
  );
  for (const [id, item] of state.items) {
    const model = models.get(item.template);
    if (!model) throw new Error(`There is no template ${item.template}.`);
    for (const [key, entry] of indexOf(model, item.values)) {
      const isUnique = model.fields.some((field) => field.key === key && field.settings.unique);
      for (const value of [...entry.numbers, ...entry.texts]) {
        values.push([item.template, id, key, value]);
        if (isUnique) unique.push([item.template, id, key, value]);
      }
      for (const target of entry.links.keys()) links.push([item.template, id, key, target]);
    }
  }
  const [found] = await query<Found>(
    `select
      (select coalesce(json_agg(json_build_array(t.id, v.item_id, v.field_key, coalesce(to_json(v.number), to_json(v.text)))), '[]')
        from item_values v join templates t on t.key = v.template_key where t.instance_id = $1) as values,
      (select coalesce(json_agg(json_build_array(t.id, l.item_id, l.field_key, l.target_id)), '[]')
        from item_links l join templates t on t.key = l.template_key where t.instance_id = $1 and l.instance_id = $1) as links,
      (select coalesce(json_agg(json_build_array(t.id, k.item_id, k.field_key, coalesce(to_json(v.number), to_json(v.text)))), '[]')
        from item_keys k left join templates t on t.key = k.template_key
        left join item_values v on v.template_key = k.template_key and v.item_id = k.item_id and v.field_key = k.field_key
          and item_key_value(v.number, v.text) = k.value
        where t.instance_id = $1 or t.key is null) as keys,
      (select coalesce(json_agg(json_build_array(t.id, c.items)), '[]')
        from item_counts c join templates t on t.key = c.template_key where t.instance_id = $1) as counts,
      (select coalesce(json_agg(json_build_array(x.id, x.version, x.revisions)), '[]') from (
        select i.id, i.version, (select count(*) from item_revisions r left join change_sets y on y.id = r.change_set_id
            where r.template_key = i.template_key and r.item_id = i.id and r.version = i.version and (r.change_set_id is null or y.state = 'applied')) as revisions
          from items i join templates t on t.key = i.template_key where t.instance_id = $1
        ) x where x.revisions <> 1) as wrong`,
    [instanceId],
  );
  const sorted = (rows: readonly unknown[] | undefined) => rows?.map((row) => JSON.stringify(row)).toSorted();
  expect(sorted(found?.values), 'item_values').toEqual(sorted(values));
  expect(sorted(found?.links), 'item_links').toEqual(sorted(links));
  expect(sorted(found?.keys), 'item_keys').toEqual(sorted(unique));
  const counts = [...state.templates.keys()].map((id) => [
    id,
    [...state.items.values()].filter(({ template }) => template === id).length,
  ]);
  expect(sorted(found?.counts), 'item_counts').toEqual(sorted(counts));
  expect(found?.wrong, 'items without the revision of their version').toEqual([]);
  const [loose] = await query<{ links: number; images: number }>(
    `select
      (select count(*)::int from item_links l where l.instance_id = $1
        and not exists (select 1 from items i join templates t on t.key = i.template_key where t.instance_id = $1 and i.id = l.target_id)) as links,
      (select count(*)::int from items i join templates t on t.key = i.template_key
        where t.instance_id = $1 and t.id = 'image' and not exists (
          select 1 from images m where m.instance_id = $1 and m.path in (select jsonb_each_text.value from jsonb_each_text(i."values")))) as images`,
    [instanceId],
  );
  expect(loose, 'links and images that lead nowhere').toEqual({ links: 0, images: 0 });
}
