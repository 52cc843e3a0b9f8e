import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import { markOf } from '@quartermaster/contract/field-types/localised.ts';
import type { Option } from '@quartermaster/contract/field-types/options.ts';
import { field, inOrder } from './sample-template.ts';

/** A mistake in an item, made of its valid values. */
export interface Mistake {
  values: ItemValues;
  /** The field at which it has to be refused. */
  fieldId: string;
  /** The value of a field that makes the same mistake in a bulk edit; in rows, that of each. */
  edit: { field_id: string; op?: 'clear'; value?: string | number | (string | number)[] };
}

/** Rarities that can be chosen, and one that cannot. */
const options: Option[] = ['common', 'rare', 'epic'].map((id) => ({ id, label: id }));
const removed: Option = { id: 'mythic', label: 'mythic' };

const fieldsOf = (isStrict: boolean): SaveTemplateField[] => {
  const only = (settings: Record<string, unknown>) => (isStrict ? settings : {});
  const choosable = { options: isStrict ? options : [...options, removed] };
  return inOrder([
    field('sku', 'text', only({ required: true, unique: true })),
    field('code', 'text', only({ pattern: '[a-z]+_[0-9]{2}', patternMessage: 'should be like sword_01' })),
    field('rarity', 'choice', choosable),
    field('sources', 'choices', choosable),
    field(
      'min',
      'integer',
      only({ rules: [{ name: 'Range', condition: 'min <= max', message: 'must not be above Max' }] }),
    ),
    field('max', 'integer'),
    field(
      'price',
      'integer',
      only({
        rules: [{ name: 'Worth', condition: 'price >= 10 * max || price == 0', message: 'must be 10 times Max' }],
      }),
    ),
    field('name', 'localised-text', only({ required: true })),
    field('parent', 'item-link', { templateId: 'loot' }),
    field('parts', 'item-link-list', { templateId: 'loot' }),
    field('gift', 'mixed-item-link', { templateIds: ['loot', 'gear'] }),
    field('drops', 'dynamic-group'),
    field('item', 'item-link', { parentId: 'drops', templateId: 'loot' }),
    field('chance', 'weight', { parentId: 'drops', ...only({ requiredSum: 100 }) }),
    field('effects', 'dynamic-group'),
    field('amount', 'integer', {
      parentId: 'effects',
      ...only({ rules: [{ name: 'Amount', condition: 'amount <= item.max', message: 'must not be above Max' }] }),
    }),
    field('kind', 'row-type', { parentId: 'effects' }),
    ...['damage', 'heal', ...(isStrict ? [] : ['dance'])].map((shape) =>
      field(shape, 'shape', { parentId: 'effects' }),
    ),
    field('harm', 'integer', { parentId: 'damage', ...only({ required: true }) }),
    field('share', 'float', { parentId: 'heal', ...only({ maximum: 1 }) }),
  ]);
};

/** The fields of the template `loot`, whose rules refuse each of the {@link mistakes}. */
export const strictFields = fieldsOf(true);
/** The same fields with fewer rules. */
export const laxFields = fieldsOf(false);

/** A text in two languages. */
const translated = (n: number) => ({
  en: { text: `Loot ${n}` },
  de: { text: `Beute ${n}`, from: markOf(`Loot ${n}`) },
});

/** The valid values of an item, by its number. */
export const validLoot = (n: number): ItemValues => ({
  sku: `loot-${n}`,
  code: `loot_${10 + (n % 90)}`,
  rarity: options[n % 3]?.id ?? '',
  sources: ['epic', 'common'].slice(n % 2),
  min: n,
  max: n + (n % 5),
  price: 10 * (n + (n % 5)) + n,
  name: translated(n),
  effects: [
    { kind: 'damage', harm: n },
    { kind: 'heal', share: n / 100 },
  ],
  drops: [{ chance: 50 - n / 10 }, { chance: 30 }, { chance: 20 + n / 10 }],
});

/** Values that the mistakes need of the other items. */
interface Others {
  /** An item that exists where the mistake is. */
  known: number;
  /** One that does not exist there. */
  unknown: number;
  /** The key of another item. */
  usedKey: string;
}

type Make = (values: ItemValues, n: number, others: Others) => Mistake;
const changed = (values: ItemValues, fieldId: string, value: string | number | (string | number)[]): Mistake => ({
  values: { ...values, [fieldId]: value as string },
  fieldId,
  edit: { field_id: fieldId, value },
});
const weighing = (values: ItemValues, ...chances: number[]): Mistake => ({
  values: { ...values, drops: chances.map((chance) => ({ chance })) },
  fieldId: 'chance',
  edit: { field_id: 'chance', value: chances[0] ?? 0 },
});

const ofShapes = (values: ItemValues, fieldId: string, value: string | number, ...effects: ItemValues[]): Mistake => ({
  values: { ...values, effects },
  fieldId,
  edit: { field_id: fieldId, value },
});

/** Each kind of mistake in several forms. */
export const mistakes: Record<string, readonly Make[]> = {
  'weights that do not sum': [
    (values, n) => weighing(values, 50, 49 - n / 100),
    (values, n) => weighing(values, 100, n + 1),
    (values) => weighing(values, 0, 0),
    (values) => weighing(values, 99.999),
  ],
  'a missing target': [
    (values, _, { unknown }) => changed(values, 'parent', unknown),
    (values, _, { known, unknown }) => changed(values, 'parts', [known, unknown].map(String)),
    (values, _, { unknown }) => changed(values, 'gift', `loot:${unknown}`),
    (values, _, { unknown }) => ({
      values: { ...values, drops: [{ chance: 50 }, { chance: 50, item: unknown }] },
      fieldId: 'item',
      edit: { field_id: 'item', value: unknown },
    }),
  ],
  'a minimum above the maximum': [
    (values, n) => changed(values, 'min', Number(values.max) + 1 + n),
    (values) => changed(values, 'min', Number(values.max) + 1),
    (values, n) => ({ ...changed(values, 'max', Number(values.min) - 1 - n), fieldId: 'min' }),
    (values) => ({ ...changed(values, 'max', Number(values.min) - 1), fieldId: 'min' }),
  ],
  'a value that is not a choice': [
    (values) => changed(values, 'rarity', removed.id),
    (values) => changed(values, 'sources', [removed.id]),
    (values) => changed(values, 'sources', ['common', removed.id]),
    (values) => changed(values, 'sources', ['common', 'rare', removed.id]),
  ],
  'a text that does not match its pattern': [
    (values) => changed(values, 'code', `${values.code} `),
    (values) => changed(values, 'code', String(values.code).toUpperCase()),
    (values, n) => changed(values, 'code', `${values.code}${n}`),
    (values) => changed(values, 'code', String(values.code).replace('_', '-')),
  ],
  'an item against a condition': [
    (values, n) => changed(values, 'price', -1 - n),
    (values) => changed(values, 'price', 10 * Number(values.max) - 1),
    (values, n) => ({
      values: { ...values, effects: [{ kind: 'heal', amount: Number(values.max) + 1 + n }] },
      fieldId: 'amount',
      edit: { field_id: 'amount', value: Number(values.max) + 1 + n },
    }),
  ],
  'a row of a shape that its group lacks': [
    (values) => ofShapes(values, 'kind', 'dance', { kind: 'dance' }),
    (values, n) => ofShapes(values, 'kind', 'dance', { kind: 'damage', harm: n }, { kind: 'dance' }),
  ],
  'a row without what its shape requires': [
    (values, n) => ofShapes(values, 'share', 1.5 + n, { kind: 'heal', share: 1.5 + n }),
    (values) => ({
      ...ofShapes(values, 'harm', '', { kind: 'heal' }, { kind: 'damage' }),
      edit: { field_id: 'harm', op: 'clear' },
    }),
  ],
  'a text without its source': [
    ({ name: _, ...values }) => ({ values, fieldId: 'name', edit: { field_id: 'name', op: 'clear' } }),
  ],
  'a key of another item': [(values, _, { usedKey }) => changed(values, 'sku', usedKey)],
};
