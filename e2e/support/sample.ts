import { diffItemFields } from '@quartermaster/contract/content/diff-item-fields.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { type Item, items, type SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import type { Api } from './api.ts';

type Settings = SaveTemplateField['settings'];
type Unnamed<S> = S extends Settings ? Omit<S, 'name' | 'label'> : never;

const field = (id: string, settings: Unnamed<Settings>, parentId: string | null = null) =>
  ({ id, parentId, settings: { name: id, label: labelOf(id), ...settings } }) as Omit<SaveTemplateField, 'order'>;
const labelOf = (id: string) => id.charAt(0).toUpperCase() + id.slice(1);
const noLimits = { required: false, minimum: null, maximum: null };

/** A template with a field of every type that a template can have; its links are to heroes. */
const fields: SaveTemplateField[] = [
  field('title', { type: 'text', required: true, minimum: 3, maximum: 40 }),
  field('power', { type: 'integer', ...noLimits, minimum: 0, maximum: 100 }),
  field('weight', { type: 'float', ...noLimits }),
  field('magic', { type: 'boolean' }),
  field('carrier', { type: 'item-link', required: true, templateId: 'hero' }),
  field('foes', { type: 'item-link-list', required: false, templateId: 'hero' }),
  field('looks', { type: 'group' }),
  field('colour', { type: 'text', ...noLimits }, 'looks'),
  field('bonuses', { type: 'dynamic-group' }),
  field('stat', { type: 'text', ...noLimits, required: true }, 'bonuses'),
  field('amount', { type: 'integer', ...noLimits }, 'bonuses'),
].map((entry, order) => ({ ...entry, order }));
const tree = buildTree(fields);

/** A separate template in Dev, with one item. */
export interface Sample {
  templateId: string;
  /** Two heroes to link to. */
  heroes: { id: number; label: string }[];
  itemId: number;
  /** The item as stored on the server. */
  read: () => Promise<Item>;
  /** The value of a field of the item, as stored on the server; `undefined` if there is none. */
  valueOf: (fieldId: string) => Promise<unknown>;
  /** Saves other values of non-empty fields, as another user. */
  change: (values: Record<string, string | number>) => Promise<void>;
  /** Renames the template, as another user. */
  relabel: (label: string) => Promise<void>;
}

/** Creates a template with one item through the API. */
export async function createSample(api: Api, instanceId: number, templateId: string): Promise<Sample> {
  const params = { instanceId };
  const found = await api.call(items.list, { params: { instanceId, templateId: 'hero' }, body: { limit: 2 } });
  const heroes = found.items.map(({ id, internal_label: label }) => ({ id, label }));
  await api.call(templates.save, { params, body: { id: templateId, label: 'Samples', version: 0, fields } });
  const values: ItemValues = {
    title: 'First',
    power: 10,
    weight: 1.5,
    magic: true,
    carrier: heroes[0]?.id ?? 0,
    colour: 'red',
    bonuses: [
      { stat: 'health', amount: 1 },
      { stat: 'mana', amount: 2 },
    ],
  };
  const changes = diffItemFields(tree, {}, values) as SaveItem['fields'];
  const body = { template_id: templateId, internal_label: 'A sample', fields: changes };
  const { id: itemId } = await api.call(items.save, { params, body });

  const read = async () => (await api.call(items.get, { params: { instanceId, templateId, id: itemId } })).item;
  return {
    templateId,
    heroes,
    itemId,
    read,
    valueOf: async (fieldId) => (await read()).fields.find(({ id }) => id === fieldId)?.value,
    change: async (changes) => {
      const { version, header, fields: known } = await read();
      const changed = known.flatMap((entry) => {
        const value = changes[entry.id];
        return value === undefined ? [] : [{ ...entry, value, status: 2 as const }];
      });
      const { internal_label } = header;
      const save = { id: itemId, version, template_id: templateId, internal_label, fields: changed };
      await api.call(items.save, { params, body: save });
    },
    relabel: async (label) => {
      const { header } = await api.call(templates.get, { params: { instanceId, templateId } });
      await api.call(templates.save, { params, body: { id: templateId, label, version: header.version, fields } });
    },
  };
}
