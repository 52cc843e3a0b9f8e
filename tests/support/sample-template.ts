import { diffItemFields } from '@quartermaster/contract/content/diff-item-fields.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { items, type SavedItem, type SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import type { ComputedKind } from '@quartermaster/contract/field-types/field-type.ts';
import { type FieldType, fieldTypeOf, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import type { TestServer } from './server.ts';
import type { Person } from './server-studio.ts';

/** A template’s field as a save sends it, at the top unless a parent is given; its name is its id. */
export const field = (
  id: string,
  type: FieldType,
  {
    parentId = null,
    order = 0,
    ...settings
  }: { parentId?: string | null; order?: number; [setting: string]: unknown } = {},
): SaveTemplateField => ({
  id,
  parentId,
  order,
  settings: {
    type,
    name: id,
    label: `The ${id}`,
    ...fieldTypes[type].defaultSettings,
    ...settings,
  } as SaveTemplateField['settings'],
});

/** A formula of each kind that reads no field. */
export const sampleFormulas: Record<ComputedKind, string> = { number: '1 + 1', text: '"a" + "b"', boolean: '1 < 2' };

/** The settings without which a field of a type cannot be saved. */
export const neededSettings = (type: FieldType): Record<string, unknown> => {
  const { defaultSettings } = fieldTypes[type];
  if ('formula' in defaultSettings) return { formula: sampleFormulas[fieldTypeOf(type).computes ?? 'number'] };
  if ('templateId' in defaultSettings) return { templateId: 'image' };
  if ('templateIds' in defaultSettings) return { templateIds: ['image', 'thing'] };
  return 'options' in defaultSettings ? { options: [{ id: 'common', label: 'Common' }] } : {};
};

/** Fields ordered as in the list. */
export const inOrder = (fields: SaveTemplateField[]): SaveTemplateField[] =>
  fields.map((entry, order) => ({ ...entry, order }));

/** A template with every field type of the palette, a group in a group, and a dynamic group in a dynamic group. It links to itself. */
export const sampleFields = (templateId: string): SaveTemplateField[] =>
  inOrder([
    field('title', 'text'),
    field('looks', 'group'),
    field('rarity', 'text', { parentId: 'looks' }),
    field('inner', 'group', { parentId: 'looks' }),
    field('glow', 'boolean', { parentId: 'inner' }),
    field('price', 'integer'),
    field('weight', 'float'),
    field('parent', 'item-link', { templateId }),
    field('parts', 'item-link-list', { templateId }),
    field('bonuses', 'dynamic-group'),
    field('stat', 'text', { parentId: 'bonuses' }),
    field('amount', 'integer', { parentId: 'bonuses' }),
    field('source', 'item-link', { parentId: 'bonuses', templateId }),
    field('levels', 'dynamic-group', { parentId: 'bonuses' }),
    field('step', 'float', { parentId: 'levels' }),
  ]);

/** Saves a template in Dev as the owner and returns its version. */
export const saveTemplate = async (
  server: TestServer,
  id: string,
  fields: SaveTemplateField[],
  { version = 0, label = `The ${id}`, as = 'owner' as Person, instanceId = server.studio.dev } = {},
): Promise<number> =>
  (await server.call(templates.save, { params: { instanceId }, body: { id, label, version, fields } }, { as })).version;

/** The body that creates an item with these values, or changes one state of it into another. */
export function saveBody(
  templateId: string,
  fields: SaveTemplateField[],
  values: ItemValues,
  {
    label = 'An item',
    before = {},
    ...rest
  }: { label?: string; before?: ItemValues; id?: number; version?: number } = {},
): SaveItem {
  const changes = diffItemFields(buildTree(fields), before, values) as SaveItem['fields'];
  return { template_id: templateId, internal_label: label, fields: changes, ...rest };
}

export const saveOne = (
  server: TestServer,
  body: SaveItem,
  as: Person = 'owner',
  instanceId = server.studio.dev,
): Promise<SavedItem> => server.call(items.save, { params: { instanceId }, body }, { as });

export const saveAll = async (
  server: TestServer,
  bodies: SaveItem[],
  as: Person = 'owner',
  instanceId = server.studio.dev,
): Promise<SavedItem[]> =>
  (await server.call(items.saveMany, { params: { instanceId }, body: { items: bodies } }, { as })).items;

/** Numbers in [0, 1), the same in every run. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
