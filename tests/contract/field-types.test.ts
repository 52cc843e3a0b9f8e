import { storedValueOf } from '@quartermaster/contract/content/item-fields.ts';
import { type FieldValue, isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { type FilterOp, filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { type FieldType, fieldTypeOf, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { ItemField } from '@quartermaster/contract/shapes/items.ts';
import { Settings } from '@quartermaster/contract/shapes/templates.ts';
import { Check } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { shows } from '../specification/shows.ts';

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
      const sent = contract.toWire?.(one) ?? one;
      expect(storedValueOf({ template_field_type: type, value: sent })).toEqual(one);
      expect(storedValueOf({ template_field_type: type, value: one })).toEqual(one);
    }
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
      const { numbers = [], texts = [], links = [] } = contract.index(value as never);
      for (const op of contract.conditions) {
        expect(filterOps[op]).toBeGreaterThan(0);
        const typed = String(Array.isArray(value) ? value[0] : value);
        expect(contract.checkFilter(typed)).toBeUndefined();
        const sought = contract.filterValue(typed);
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
  it('are those of the specification, with what excludes items, is empty or not, or lies between behind them', () => {
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
    expect(fieldTypeOf(type).checkFilter(typed)).toBe(expected);
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
