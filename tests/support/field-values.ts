import type { FieldValue } from '@quartermaster/contract/field-types/field-type.ts';
import { markOf } from '@quartermaster/contract/field-types/localised.ts';
import type { Option } from '@quartermaster/contract/field-types/options.ts';
import { type FieldType, fieldTypeOf, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { sampleFormulas } from './sample-template.ts';

/** True for a type whose fields are only in rows, next to others of such types. */
export const isOfRow = (type: FieldType): boolean => {
  const { rows } = fieldTypeOf(type);
  return rows?.is === 'shape' || rows?.is === 'shapeName';
};

/** Options of choices. */
export const sampleOptions: Option[] = [
  { id: 'common', label: 'Common' },
  { id: 'rare', label: 'Rare, or so', color: 'violet' },
  { id: 'epic', label: 'Epic' },
  { id: '0', label: 'common' },
];

/** Valid values of each type that has values, and values that no field of it accepts. */
export const fieldValues: Partial<Record<FieldType, { right: FieldValue[]; wrong: unknown[] }>> = {
  text: { right: ['x', ' ', 'Größe', '剣'.repeat(2000)], wrong: [1, true, [1], {}] },
  'long-text': { right: ['x', 'a\n\tb\r\n', '剣\n'.repeat(2000)], wrong: [1, true, [1], ['x'], {}] },
  'localised-text': {
    right: [
      { en: { text: 'Sword' } },
      { de: { text: 'Schwert', from: markOf('Sword') }, en: { text: 'Sword' } },
      { de: { text: 'Schwert', from: markOf('Blade') }, en: { text: 'Sword' }, 'pt-BR': { text: 'Espada', from: 'x' } },
      { en: { text: '{"en":"' } },
    ],
    wrong: [
      'Sword',
      1,
      ['Sword'],
      {},
      { en: 'Sword' },
      { de: { text: 'Schwert', from: '' } },
      { en: { text: '' } },
      { en: { text: 'Sword', from: 'x' } },
      { en: { text: 'Sword' }, de: { text: 'Schwert' } },
      { en: { text: 'Sword' }, DE: { text: 'Schwert', from: 'x' } },
      { en: { text: 'Sword' }, 'no language': { text: 'Schwert', from: 'x' } },
      { en: { text: 'x'.repeat(262_145) } },
    ],
  },
  integer: { right: [0, -1, 2 ** 53 - 1], wrong: [1.5, 2 ** 53, '1', true, Number.NaN, Number.POSITIVE_INFINITY, [1]] },
  float: { right: [0, 0.1, -1e300, 5e-324], wrong: ['1', Number.NaN, Number.POSITIVE_INFINITY, [1]] },
  boolean: { right: [true, false], wrong: [0, 1, 'true', [1]] },
  weight: { right: [0, 0.5, 100], wrong: ['1', -1, -0.001, Number.NaN, Number.POSITIVE_INFINITY, [1]] },
  choice: { right: ['common', '0'], wrong: [1, true, ['common'], 'Common', 'mythic', {}] },
  'row-type': { right: ['common', '0'], wrong: [1, true, ['common'], 'Common', 'mythic', {}] },
  choices: {
    right: [['common'], ['epic', '0', 'rare']],
    wrong: ['common', 1, [1], ['common', 'mythic'], ['common', 'common'], [['common']], [null]],
  },
  'date-time': {
    right: ['2026-11-25T03:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2024-02-29T12:34:56Z'],
    wrong: [
      0,
      1_700_000_000_000,
      true,
      '2026-11-25',
      '2026-11-25T03:00:00',
      '2026-11-25T03:00:00.000Z',
      '2026-11-25T04:00:00+01:00',
      '2026-02-30T03:00:00Z',
      '2026-11-25T24:00:00Z',
      '+012026-11-25T03:00:00Z',
      ['2026-11-25T03:00:00Z'],
    ],
  },
  'text-list': {
    right: [['x'], ['b', 'a', 'b'], [' spaced ', 'a, b', '"'], Array.from({ length: 1000 }, () => '剣')],
    wrong: [
      'x',
      1,
      [1],
      ['x', ''],
      ['x', ' '],
      ['a\nb'],
      ['a\r'],
      [['x']],
      [null],
      Array.from({ length: 1001 }, () => 'x'),
      ['x'.repeat(200_000), 'y'.repeat(62_145)],
    ],
  },
  'number-list': {
    right: [[1], [0.5, -1, 0.5], [1e300, 5e-324, 0], Array.from({ length: 1000 }, (_, place) => place)],
    wrong: ['1', 1, ['1'], [1, ''], [Number.NaN], [[1]], [null], Array.from({ length: 1001 }, () => 1)],
  },
  'computed-number': { right: [0, 0.1, -1e300, 5e-324], wrong: ['1', true, Number.NaN, [1]] },
  'computed-text': { right: ['x', ' ', 'Größe', '剣'.repeat(2000)], wrong: [1, true, [1], {}] },
  'computed-boolean': { right: [true, false], wrong: [0, 1, 'true', [1]] },
  'item-link': { right: [1, 2 ** 31 - 1], wrong: [0, -1, 1.5, 2 ** 31, '1', [1], true] },
  'item-link-list': { right: [[1], [3, 1, 3]], wrong: [1, '1', [0], [1.5], ['1'], [1, null]] },
  'mixed-item-link': {
    right: ['thing:1', 'image:2147483647'],
    wrong: [1, '1', 'thing', 'thing:0', 'thing:01', 'thing:2147483648', 'other:1', 'thing:1 ', ['thing:1'], {}],
  },
  image: { right: ['abc.png'], wrong: [1, [1], true] },
};

const pieces = [
  'a',
  'Z',
  '0',
  '007',
  ' ',
  '\n',
  '\r\n',
  '\t',
  ',',
  ';',
  '"',
  "'",
  '\\',
  '..',
  'null',
  'true',
  '🏹',
  'é',
  '剣',
];
const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)] as T;
const itemId = (random: () => number) => 1 + Math.floor(random() * 2 ** (random() * 31));
const double = (random: () => number) => {
  const bits = new Uint32Array([random() * 2 ** 32, random() * 2 ** 32]);
  const [value = 0] = new Float64Array(bits.buffer);
  // JSON has no negative zero.
  return Number.isFinite(value) ? value + 0 : 0;
};

const someText = (random: () => number) =>
  Array.from({ length: 1 + random() * 8 }, () => pick(pieces, random)).join('');

/** A random valid value of each type that has values. */
export const someValue: Partial<Record<FieldType, (random: () => number) => FieldValue>> = {
  text: someText,
  'long-text': someText,
  'localised-text': (random) => ({
    en: { text: someText(random) },
    ...(random() < 0.5 && { de: { text: someText(random), from: markOf(someText(random)) } }),
  }),
  integer: (random) => Math.trunc((random() - 0.5) * 2 ** (random() * 54)) + 0,
  float: (random) => (random() < 0.5 ? double(random) : Math.round(random() * 1e6) / 1e3),
  weight: (random) => Math.abs(random() < 0.5 ? double(random) : Math.round(random() * 1e6) / 1e3),
  boolean: (random) => random() < 0.5,
  choice: (random) => pick(sampleOptions, random).id,
  'row-type': (random) => pick(sampleOptions, random).id,
  choices: (random) => [...new Set(Array.from({ length: 1 + random() * 5 }, () => pick(sampleOptions, random).id))],
  'date-time': (random) =>
    `${new Date(-62_135_596_800_000 + Math.floor(random() * 315_537_897_599) * 1000).toISOString().slice(0, 19)}Z`,
  'text-list': (random) =>
    Array.from({ length: 1 + random() * 5 }, () => `${someText(random).replaceAll(/[\r\n]/g, '')}x`),
  'number-list': (random) => Array.from({ length: 1 + random() * 5 }, () => double(random)),
  'computed-number': double,
  'computed-text': someText,
  'computed-boolean': (random) => random() < 0.5,
  'item-link': itemId,
  'item-link-list': (random) => Array.from({ length: 1 + random() * 5 }, () => itemId(random)),
  'mixed-item-link': (random) => `${pick(['thing', 'image'], random)}:${itemId(random)}`,
  image: (random) => `${Array.from({ length: 64 }, () => pick([...'0123456789abcdef'], random)).join('')}.png`,
};

const linkValues: Partial<Record<FieldType, FieldValue[]>> = {
  'item-link': [1, 2],
  'item-link-list': [[1], [2, 1, 2]],
  'mixed-item-link': ['thing:1', 'thing:2'],
};

/** Two or more valid values of a type that are small, and links to the first items. */
export const sampleValues = (type: FieldType): FieldValue[] =>
  linkValues[type] ?? (fieldValues[type]?.right ?? []).filter((value) => JSON.stringify(value).length < 100);

/** The settings without which a field of a type is invalid. */
export function ownSettings(type: FieldType, templateId: string): Record<string, unknown> {
  const { defaultSettings } = fieldTypes[type];
  return {
    ...('templateId' in defaultSettings && { templateId }),
    ...('templateIds' in defaultSettings && { templateIds: [templateId, 'image'] }),
    ...('options' in defaultSettings && { options: sampleOptions }),
    ...('formula' in defaultSettings && { formula: sampleFormulas[fieldTypeOf(type).computes ?? 'number'] }),
  };
}
