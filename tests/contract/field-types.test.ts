import { storedValueOf } from '@quartermaster/contract/content/item-fields.ts';
import {
  type Bound,
  brokenBound,
  type FieldValue,
  implies,
  isEmpty,
} from '@quartermaster/contract/field-types/field-type.ts';
import { type FilterOp, filterOps } from '@quartermaster/contract/field-types/filters.ts';
import {
  type FieldSettings,
  type FieldType,
  fieldTypeOf,
  fieldTypes,
} from '@quartermaster/contract/field-types/registry.ts';
import { ItemField } from '@quartermaster/contract/shapes/items.ts';
import { Settings } from '@quartermaster/contract/shapes/templates.ts';
import { Check } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { shows } from '../specification/shows.ts';
import { randomNumbers } from '../support/sample-template.ts';

const names = Object.keys(fieldTypes) as FieldType[];
const settings = (type: FieldType, over: object = {}) => ({
  name: 'power',
  label: 'Power',
  ...fieldTypes[type].defaultSettings,
  ...over,
});
const check = (type: FieldType, value: unknown, over: object = {}) =>
  fieldTypeOf(type).check(value, settings(type, over));

/** Valid values of each type that has values, and values that no field of it accepts. */
const values: Partial<Record<FieldType, { right: FieldValue[]; wrong: unknown[] }>> = {
  text: { right: ['x', ' ', 'Größe', '剣'.repeat(2000)], wrong: [1, true, [1], {}] },
  integer: { right: [0, -1, 2 ** 53 - 1], wrong: [1.5, 2 ** 53, '1', true, Number.NaN, Number.POSITIVE_INFINITY, [1]] },
  float: { right: [0, 0.1, -1e300, 5e-324], wrong: ['1', Number.NaN, Number.POSITIVE_INFINITY, [1]] },
  boolean: { right: [true, false], wrong: [0, 1, 'true', [1]] },
  'item-link': { right: [1, 2 ** 31 - 1], wrong: [0, -1, 1.5, 2 ** 31, '1', [1], true] },
  'item-link-list': { right: [[1], [3, 1, 3]], wrong: [1, '1', [0], [1.5], ['1'], [1, null]] },
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

/** A random valid value of each type that has values. */
const generate: Partial<Record<FieldType, (random: () => number) => FieldValue>> = {
  text: (random) => Array.from({ length: 1 + random() * 8 }, () => pick(pieces, random)).join(''),
  integer: (random) => Math.trunc((random() - 0.5) * 2 ** (random() * 54)) + 0,
  float: (random) => (random() < 0.5 ? double(random) : Math.round(random() * 1e6) / 1e3),
  boolean: (random) => random() < 0.5,
  'item-link': itemId,
  'item-link-list': (random) => Array.from({ length: 1 + random() * 5 }, () => itemId(random)),
  image: (random) => `${Array.from({ length: 64 }, () => pick([...'0123456789abcdef'], random)).join('')}.png`,
};

describe.each(names)('the field type %s', (type) => {
  const contract = fieldTypeOf(type);
  const { right = [], wrong = [] } = values[type] ?? {};

  it('has shapes that accept its settings and its values', () => {
    const ofType = { type, ...settings(type) };
    // A row is not part of a template, and a group has no value.
    expect(Check(Settings, ofType)).toBe(type !== 'dynamic-group-row');
    expect(Check(Settings, { ...ofType, unheard_of: 1 })).toBe(false);
    const value = {
      id: 'a',
      template_field_id: 'a',
      template_field_type: type,
      template_group_id: null,
      template_group_path: null,
    };
    for (const one of right) expect(Check(ItemField, { ...value, value: one })).toBe(true);
    expect(Check(ItemField, { ...value, value: null })).toBe(
      contract.holds === 'value' || type === 'dynamic-group-row',
    );
  });

  it('has values that survive the round trip through the API', () => {
    for (const one of right) {
      const ofType = { type, ...settings(type) } as FieldSettings;
      const sent = contract.toWire?.(one, ofType) ?? one;
      expect(storedValueOf(sent, ofType)).toEqual(one);
      expect(storedValueOf(one, ofType)).toEqual(one);
    }
  });

  it('reads each valid value from the text that it writes', () => {
    const random = randomNumbers(names.indexOf(type) + 1);
    const one = generate[type];
    expect(one !== undefined).toBe(contract.holds === 'value');
    const all = [...right, ...(one ? Array.from({ length: 1000 }, () => one(random)) : [])];
    for (const value of all) {
      expect([value, check(type, value)]).toEqual([value, undefined]);
      const text = contract.format(value, settings(type));
      expect(text).not.toBe('');
      expect([text, contract.parse(text, settings(type))]).toEqual([text, { value }]);
    }
    for (const nothing of [null, []]) expect(contract.format(nothing, settings(type))).toBe('');
    expect(contract.parse('', settings(type))).toEqual({ value: null });
  });

  it('accepts an empty value unless it is required', () => {
    for (const nothing of [null, undefined, '', []]) {
      expect(isEmpty(nothing)).toBe(true);
      expect(check(type, nothing)).toBeUndefined();
    }
    if ('required' in contract.defaultSettings) {
      expect(contract.defaultSettings.required).toBe(false);
      expect(check(type, null, { required: true })).toBe(
        type === 'text' ? 'power is required field' : 'required field',
      );
    }
  });

  it('accepts only its own values', () => {
    shows(
      '2.3.type.boolean',
      '2.3.type.dynamic-group',
      '2.3.type.dynamic-group-row',
      '2.3.type.float',
      '2.3.type.group',
      '2.3.type.image',
      '2.3.type.integer',
      '2.3.type.item-link',
      '2.3.type.item-link-list',
      '2.3.type.text',
    );
    for (const value of right) expect([value, check(type, value)]).toEqual([value, undefined]);
    for (const value of wrong) expect([value, typeof check(type, value)]).toEqual([value, 'string']);
    expect(right.length > 0).toBe(contract.holds === 'value');
  });

  it('indexes each valid value in the column that its filters query', () => {
    for (const value of right) {
      const { numbers = [], texts = [], links = [] } = contract.index(value, settings(type));
      for (const op of contract.conditions) {
        expect(filterOps[op]).toBeGreaterThan(0);
        const typed = contract.format(Array.isArray(value) ? value.slice(0, 1) : value, settings(type));
        expect(contract.checkFilter(typed, settings(type))).toBeUndefined();
        const sought = contract.filterValue(typed, settings(type));
        if (!sought) throw new Error(`${type} has conditions and reads no value.`);
        if ('number' in sought) expect(numbers).toContain(sought.number);
        else if ('link' in sought) expect(links).toContain(sought.link);
        else expect(texts).toContain(sought.text);
      }
      if (contract.conditions.length === 0) expect([...numbers, ...texts, ...links]).toEqual([]);
      if (contract.sortsBy === 'number') expect(numbers).toHaveLength(1);
      if (contract.sortsBy === 'text') expect(texts).toHaveLength(1);
    }
  });
});

describe('filter conditions', () => {
  it('are those of the specification, followed by exclusion, empty or not, and ranges', () => {
    const conditions = Object.fromEntries(names.map((type) => [type, [...fieldTypeOf(type).conditions]]));
    const numeric: FilterOp[] = [
      'equal',
      'less',
      'lessOrEqual',
      'more',
      'moreOrEqual',
      'between',
      'not',
      'empty',
      'notEmpty',
    ];
    expect(conditions).toEqual({
      text: ['contains', 'equal', 'not', 'empty', 'notEmpty'],
      integer: numeric,
      float: numeric,
      boolean: ['equal', 'empty', 'notEmpty'],
      'item-link': ['equal', 'not', 'empty', 'notEmpty'],
      'item-link-list': ['contains', 'empty', 'notEmpty'],
      group: [],
      'dynamic-group': [],
      'dynamic-group-row': [],
      image: [],
    });
    expect(filterOps).toMatchObject({ less: 1, lessOrEqual: 2, more: 3, moreOrEqual: 4, equal: 5, contains: 6 });
  });

  it.each([
    ['integer', '1.5', 'should be integer'],
    ['integer', 'x', 'should be a number'],
    ['integer', '-7', undefined],
    ['integer', ' 7 ', undefined],
    ['float', '1,5', "should be a number with '.' as a decimal separator"],
    ['float', '.5', undefined],
    ['float', '1e3', undefined],
    ['float', 'NaN', "should be a number with '.' as a decimal separator"],
    ['boolean', 'True', 'should be true or false'],
    ['boolean', 'true', undefined],
    ['item-link', 'Axe', 'should be a number'],
    ['text', 'anything', undefined],
  ] as const)('of %s answer for "%s": %s', (type, typed, expected) => {
    expect(fieldTypeOf(type).checkFilter(typed, settings(type))).toBe(expected);
    expect(fieldTypeOf(type).filterValue(typed, settings(type)) === undefined).toBe(expected !== undefined);
  });

  it('of a list of links take one id', () => {
    expect(fieldTypeOf('item-link-list').checkFilter('3, 1', settings('item-link-list'))).toBe('should be a number');
    expect(fieldTypeOf('item-link-list').filterValue('3', settings('item-link-list'))).toEqual({ link: 3 });
  });
});

describe('a text', () => {
  it.each([
    ['text', '007', '007'],
    ['text', ' ', ' '],
    ['text', 'a\r\nb', 'a\r\nb'],
    ['integer', '007', 7],
    ['integer', ' -7 ', -7],
    ['integer', ' ', null],
    ['integer', '9007199254740991', 2 ** 53 - 1],
    ['float', '0.1', 0.1],
    ['float', '.5', 0.5],
    ['float', '1e-3', 0.001],
    ['boolean', 'false', false],
    ['item-link', '12', 12],
    ['item-link-list', '3 1,3\n2', [3, 1, 3, 2]],
  ] as const)('of %s, %j, is read as %j', (type, text, value) => {
    expect(fieldTypeOf(type).parse(text, settings(type))).toEqual({ value });
  });

  it.each([
    ['integer', '12a', 'should be a number'],
    ['integer', '1.5', 'should be integer'],
    ['integer', '1e3', 'should be a number'],
    ['integer', '.5', 'should be a number'],
    ['integer', '1,5', 'should be a number'],
    ['float', '1,5', "should be a number with '.' as a decimal separator"],
    ['boolean', 'yes', 'should be true or false'],
    ['item-link', 'Axe', 'should be a number'],
    ['item-link-list', '1, Axe', 'should be a number'],
    ['group', 'x', 'has no value of its own'],
  ] as const)('of %s, %j, is refused: %s', (type, text, reason) => {
    expect(fieldTypeOf(type).parse(text, settings(type))).toEqual({ reason });
  });

  it.each([
    ['integer', '9007199254740993'],
    ['float', '1e999'],
    ['item-link', '0'],
  ] as const)('of %s, %s, is read as a value that violates a rule', (type, text) => {
    const parsed = fieldTypeOf(type).parse(text, settings(type));
    expect(typeof check(type, 'value' in parsed ? parsed.value : undefined)).toBe('string');
  });
});

describe('a constraint', () => {
  const limit = (rule: 'atLeast' | 'atMost', measure: 'number' | 'length', limit: number): Bound => ({
    ...{ rule, measure, limit },
    reason: `${rule} ${limit}`,
  });
  const among = (...values: string[]): Bound => ({ rule: 'oneOf', values, reason: values.join() });
  const whole: Bound = { rule: 'whole', reason: 'whole' };
  const ofNumbers = [whole, ...[1, 2].flatMap((to) => [limit('atLeast', 'number', to), limit('atMost', 'number', to)])];
  const ofTexts = [
    ...[1, 2].flatMap((to) => [limit('atLeast', 'length', to), limit('atMost', 'length', to)]),
    ...[among('a'), among('ab', 'a'), among('abc', 'ab')],
  ];

  it.each([
    [ofNumbers, [0, 0.5, 1, 1.5, 2, 3]],
    [ofTexts, ['', 'a', 'ab', 'abc', 'b']],
  ] as const)('implies another one of its kind only if no value violates that one alone', (bounds, candidates) => {
    const breaks = (value: unknown, bound: Bound) => brokenBound(value, [bound]) !== undefined;
    for (const held of bounds) {
      for (const bound of bounds.filter((other) => implies(held, other))) {
        const between = candidates.filter((value) => !breaks(value, held) && breaks(value, bound));
        expect([held.reason, bound.reason, between]).toEqual([held.reason, bound.reason, []]);
      }
    }
  });

  it('implies a wider one', () => {
    const implied = (bounds: readonly Bound[]) =>
      bounds.flatMap((held) =>
        bounds.filter((bound) => bound !== held && implies(held, bound)).map(({ reason }) => [held.reason, reason]),
      );
    expect(implied(ofNumbers)).toEqual([
      ['atMost 1', 'atMost 2'],
      ['atLeast 2', 'atLeast 1'],
    ]);
    expect(implied(ofTexts)).toEqual([
      ['atMost 1', 'atMost 2'],
      ['atLeast 2', 'atLeast 1'],
      ['a', 'ab,a'],
    ]);
  });

  it('of options accepts lists that contain only them', () => {
    expect(brokenBound(['a', 'ab'], [among('ab', 'a')])).toBeUndefined();
    expect(brokenBound(['a', 'b'], [among('ab', 'a')])).toBe('ab,a');
  });
});

describe('limits', () => {
  it.each([
    ['text', 'ab', { minimum: 3 }, 'must be at least 3 characters'],
    ['text', 'abcd', { maximum: 3 }, 'must be at most 3 characters'],
    ['text', 'abc', { minimum: 3, maximum: 3 }, undefined],
    ['integer', 2, { minimum: 3 }, 'should be at least 3'],
    ['integer', 4, { maximum: 3 }, 'should be no more than 3'],
    ['float', 3, { minimum: 3, maximum: 3 }, undefined],
    ['float', 3.01, { maximum: 3 }, 'should be no more than 3'],
    ['integer', 0, { minimum: null, maximum: null }, undefined],
  ] as const)('of %s: %s with %o', (type, value, limits, expected) => {
    expect(check(type, value, limits)).toBe(expected);
  });
});
