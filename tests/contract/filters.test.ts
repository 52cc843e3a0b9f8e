import { fitsImage } from '@quartermaster/contract/content/image-limits.ts';
import { numberConditions } from '@quartermaster/contract/field-types/filters.ts';
import { checkFilterDraft, checkFilterValue, pseudoFields, toFilter } from '@quartermaster/contract/rules/filter.ts';
import { describe, expect, it } from 'vitest';

describe('a filter', () => {
  const { id } = pseudoFields;
  const price = { ...id, conditions: numberConditions };

  it.each([
    ['nothing', { fieldId: '', condition: '', value: '' }, undefined, ['fieldId', 'condition', 'value']],
    ['no field', { fieldId: '', condition: 'equal', value: '1' }, undefined, ['fieldId']],
    ['no field, between two values', { fieldId: '', condition: 'between', value: '1..2' }, undefined, ['fieldId']],
    ['a removed field', { fieldId: 'gone', condition: 'equal', value: '1' }, undefined, ['fieldId']],
    ['no condition', { fieldId: 'id', condition: '', value: '7' }, id, ['condition']],
    ['a condition of other fields', { fieldId: 'id', condition: 'contains', value: '1' }, id, ['condition']],
    ['no value', { fieldId: 'id', condition: 'equal', value: ' ' }, id, ['value']],
    ['a wrong value', { fieldId: 'id', condition: 'equal', value: 'x' }, id, ['value']],
    ['all parts', { fieldId: 'id', condition: 'equal', value: ' 7 ' }, id, []],
    ['a condition without a value', { fieldId: 'price', condition: 'empty', value: '' }, price, []],
  ] as const)('with %s has errors at the affected parts', (_, draft, subject, parts) => {
    expect(Object.keys(checkFilterDraft(draft, subject))).toEqual(parts);
  });

  it.each([
    ['equal', '', 'Value is required'],
    ['equal', ' ', 'Value is required'],
    ['equal', '3', undefined],
    ['between', '3', 'both values are required'],
    ['between', '3..', 'both values are required'],
    ['between', '3..7', undefined],
    ['between', '7..7', undefined],
    ['between', '8..7', 'the first value must not be above the second one'],
    ['between', 'x..7', 'should be a number'],
    ['between', '3..7.5', 'should be integer'],
  ] as const)('of numbers, %s "%s", is checked', (condition, value, message) => {
    expect(checkFilterValue({ condition, value }, id)).toBe(message);
  });

  it('without a field or a condition has the messages of required fields', () => {
    const required = { fieldId: 'required field', condition: 'required field' };
    expect(checkFilterDraft({ fieldId: '', condition: '', value: '7' }, undefined)).toEqual(required);
    expect(checkFilterDraft({ fieldId: '', condition: 'equal', value: '7' }, id)).toEqual({
      fieldId: required.fieldId,
    });
  });

  it('is sent trimmed, and without a value if its condition has none', () => {
    expect(toFilter({ fieldId: 'id', condition: 'equal', value: ' 7 ' })).toMatchObject({ value: '7' });
    expect(toFilter({ fieldId: 'label', condition: 'empty', value: 'old' })).toMatchObject({ value: '' });
  });
});

it.each([
  [16_384, 3_906, true],
  [16_385, 1, false],
  [1, 16_385, false],
  [8_000, 8_000, true],
  [8_000, 8_001, false],
])('an image of %i by %i pixels is allowed: %s', (width, height, isAllowed) => {
  expect(fitsImage(width, height)).toBe(isAllowed);
});
