import { diffItemFields } from '@quartermaster/contract/content/diff-item-fields.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { items, type SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import type { TestServer } from './server.ts';

type Settings = SaveTemplateField['settings'];
const noLimits = { required: false, minimum: null, maximum: null };

let order = 0;
const field = (id: string, settings: Settings, parentId: string | null = null): SaveTemplateField => ({
  id,
  settings,
  parentId,
  order: order++,
});

/** The template of the weapons' materials, with one text. */
export const materialFields: SaveTemplateField[] = [
  field('origin', { type: 'text', name: 'origin', label: 'Origin', ...noLimits }),
];

/** A template with a field of every type, a group, and dynamic groups inside each other. */
export const weaponFields: SaveTemplateField[] = [
  field('notes', { type: 'text', name: 'notes', label: 'Notes', ...noLimits, maximum: 40 }),
  field('cost', { type: 'integer', name: 'cost', label: 'Cost', required: true, minimum: 0, maximum: 9999 }),
  field('weight', { type: 'float', name: 'weight', label: 'Weight', ...noLimits }),
  field('magic', { type: 'boolean', name: 'magic', label: 'Magic' }),
  field('material', {
    type: 'item-link',
    name: 'material',
    label: 'Material',
    required: false,
    templateId: 'material',
  }),
  field('parts', { type: 'item-link-list', name: 'parts', label: 'Parts', required: false, templateId: 'material' }),
  field('combat', { type: 'group', name: 'combat', label: 'Combat' }),
  field('damage', { type: 'integer', name: 'damage', label: 'Damage', ...noLimits }, 'combat'),
  field('attrib', { type: 'dynamic-group', name: 'attrib', label: 'Attributes' }),
  field('key', { type: 'text', name: 'key', label: 'Key', ...noLimits, required: true }, 'attrib'),
  field('levels', { type: 'dynamic-group', name: 'levels', label: 'Levels' }, 'attrib'),
  field('amount', { type: 'integer', name: 'amount', label: 'Amount', ...noLimits }, 'levels'),
];

const weaponTree = buildTree(weaponFields);

/** A new weapon as a save sends it. */
export const weapon = (label: string, values: ItemValues): SaveItem => ({
  template_id: 'weapon',
  internal_label: label,
  fields: diffItemFields(weaponTree, {}, values) as SaveItem['fields'],
});

type Weapons = [label: string, values: ItemValues][];

/**
 * Saves the two templates, the materials Iron and Steel, and weapons made of them in Dev, through the API; returns the
 * ids.
 */
export async function saveWeapons(
  { call, studio }: TestServer,
  weapons: Weapons | ((iron: number, steel: number) => Weapons),
): Promise<{ iron: number; steel: number; weapons: number[] }> {
  const params = { instanceId: studio.dev };
  const as = { as: 'owner' } as const;
  const save = async (list: SaveItem[]) => {
    if (list.length === 0) return [];
    return (await call(items.saveMany, { params, body: { items: list } }, as)).items.map(({ id }) => id);
  };
  const material = { label: 'Material', version: 0, id: 'material', fields: materialFields };
  await call(templates.save, { params, body: material }, as);
  await call(
    templates.save,
    { params, body: { ...material, label: 'Weapon', id: 'weapon', fields: weaponFields } },
    as,
  );
  const [iron = 0, steel = 0] = await save(
    ['Iron', 'Steel'].map((label) => ({ template_id: 'material', internal_label: label, fields: [] })),
  );
  const list = typeof weapons === 'function' ? weapons(iron, steel) : weapons;
  return { iron, steel, weapons: await save(list.map(([label, values]) => weapon(label, values))) };
}
