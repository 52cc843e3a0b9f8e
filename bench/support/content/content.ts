import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';

/** The linked template, small and always present. */
export const partsTemplate = 'bench_parts';
export const partsCount = 500;

export const categories = [
  'sword',
  'axe',
  'bow',
  'staff',
  'shield',
  'helmet',
  'armor',
  'boots',
  'gloves',
  'ring',
  'amulet',
  'potion',
  'scroll',
  'gem',
  'ore',
  'hide',
  'herb',
  'rune',
  'key',
  'relic',
] as const;
export const rarities = ['common', 'uncommon', 'rare', 'epic', 'legendary'] as const;
export const largestPrice = 1_000_000;
export const largestLevel = 100;

/** A field without its order, which is its position in the list. */
type Field = Omit<SaveTemplateField, 'order'>;

const named = (id: string) => ({ name: id, label: `${id[0]?.toUpperCase()}${id.slice(1).replace('_', ' ')}` });
const free = { required: false, minimum: null, maximum: null };
const text = (id: string, parentId: string | null = null): Field => ({
  id,
  parentId,
  settings: { type: 'text', ...named(id), ...free },
});
const float = (id: string, parentId: string | null = null): Field => ({
  id,
  parentId,
  settings: { type: 'float', ...named(id), ...free },
});
const integer = (id: string, maximum: number): Field => ({
  id,
  parentId: null,
  settings: { type: 'integer', ...named(id), required: true, minimum: 0, maximum },
});

/** 13 fields, one of them a link and one a dynamic group of two. */
const fields: Field[] = [
  { id: 'name', parentId: null, settings: { type: 'text', ...named('name'), required: true, minimum: 1, maximum: 64 } },
  text('description'),
  text('category'),
  text('rarity'),
  integer('level', largestLevel),
  integer('price', largestPrice),
  float('power'),
  float('weight'),
  { id: 'tradable', parentId: null, settings: { type: 'boolean', ...named('tradable') } },
  {
    id: 'made_of',
    parentId: null,
    settings: { type: 'item-link', ...named('made_of'), required: false, templateId: partsTemplate },
  },
  { id: 'bonuses', parentId: null, settings: { type: 'dynamic-group', ...named('bonuses') } },
  text('stat', 'bonuses'),
  float('amount', 'bonuses'),
];

export const itemTemplateFields: SaveTemplateField[] = fields.map((field, order) => ({ ...field, order }));
export const partsTemplateFields: SaveTemplateField[] = [{ ...text('material'), order: 0 }];

/** Rows of the dynamic group in each item. */
export const bonusRows = 3;

/** The id of a template with this many items; the last one receives the saves, so that the others stay unchanged. */
export const templateOf = (items: number) => `bench_${items}`;
export const writesTemplate = 'bench_writes';
