import {
  ambiguousOption,
  type ConvertedField,
  type ConvertedValue,
  conversions,
  conversionsOf,
  convertedSettings,
  convertValue,
  optionsOfTexts,
} from '@quartermaster/contract/field-types/conversions.ts';
import { checkOptions } from '@quartermaster/contract/field-types/options.ts';
import {
  type FieldSettings,
  type FieldType,
  fieldTypeOf,
  fieldTypes,
} from '@quartermaster/contract/field-types/registry.ts';
import { describe, expect, it } from 'vitest';
import { shows } from '../specification/shows.ts';
import { fieldOf, nameOf, someConvertible } from '../support/conversions.ts';
import { randomNumbers } from '../support/sample-template.ts';

describe.each(conversions.map((conversion) => [nameOf(conversion), conversion] as const))('%s', (_, conversion) => {
  const from = fieldOf(conversion);
  const random = randomNumbers(28);
  const values = Array.from({ length: 300 }, () => someConvertible(conversion, random));
  const found = conversion.usesFound ? (values as string[]) : [];
  const settings = convertedSettings(conversion, from, found);
  const sides = { from, to: { field: { id: from.field.id, settings }, only: null } };
  const check = fieldTypeOf(settings.type).check;

  it('is offered for its type only', () => {
    shows('4.conversion.declared');
    expect(conversionsOf(from)).toContain(conversion);
    expect(fieldTypes[conversion.to].inPalette).toBe(true);
  });

  it('gives each value a form that the new settings accept, and its own one back', () => {
    shows('4.conversion.lossless');
    expect(fieldTypeOf(settings.type).checkSettings({ ...settings })).toEqual({});
    let converted = 0;
    for (const value of values) {
      const next = convertValue(conversion, sides, value, false);
      // Labels of options are short.
      if ('reason' in next) continue;
      converted += 1;
      expect(check(next.value, settings)).toBeUndefined();
      expect(convertValue(conversion, sides, next.value, true)).toEqual({ value });
      // Both can be done twice.
      expect(convertValue(conversion, sides, next.value, false)).toEqual(next);
      expect(convertValue(conversion, sides, value, true)).toEqual({ value });
    }
    expect(converted).toBeGreaterThan(values.length / 2);
  });

  it('keeps the name, the label, help and what is required, and has no setting of the former type alone', () => {
    const { name, label, help } = from.field.settings;
    expect(settings).toMatchObject({ type: conversion.to, name, label, help });
    expect('required' in settings && settings.required).toBe('required' in from.field.settings);
    const own = ['type', 'name', 'label', ...Object.keys(fieldTypes[conversion.to].settings)];
    expect(Object.keys(settings).filter((setting) => !own.includes(setting))).toEqual([]);
  });
});

it('converts no type that is not declared', () => {
  const declared = new Set(conversions.map(nameOf));
  expect([...declared]).toEqual([
    'integer to text',
    'boolean to text',
    'text to choice',
    'item-link to item-link-list',
    'dynamic-group of text to text-list',
    'dynamic-group of integer to number-list',
    'dynamic-group of float to number-list',
    'dynamic-group of item-link to item-link-list',
  ]);
});

const [integerToText, booleanToText, textToChoice, linkToList, textRows] = conversions;
if (!integerToText || !booleanToText || !textToChoice || !linkToList || !textRows) throw new Error('As above');
const withSettings = (type: FieldType, settings: object): ConvertedField => ({
  field: {
    id: 'a',
    settings: { type, name: 'a', label: 'A', ...fieldTypes[type].defaultSettings, ...settings } as FieldSettings,
  },
  only: null,
});

it('a limit of numbers is none of texts', () => {
  const from = withSettings('integer', { minimum: 1, maximum: 5 });
  expect(convertedSettings(integerToText, from, [])).toMatchObject({ type: 'text', minimum: null, maximum: null });
});

describe('values that have no other form', () => {
  const back = (conversion: typeof integerToText, from: ConvertedField, value: ConvertedValue) =>
    convertValue(conversion, { from, to: withSettings(conversion.to, {}) }, value, true);

  it.each(['', 'x', '1.5', '007', '+1', ' 1', '1e3', '9007199254740992', '-0'])('"%s" becomes no integer', (text) => {
    expect(back(integerToText, withSettings('integer', {}), text)).toHaveProperty('reason');
  });

  it('a text is no checkbox, several links are no link, and a limit holds', () => {
    expect(back(booleanToText, withSettings('boolean', {}), 'True')).toHaveProperty('reason');
    expect(back(linkToList, withSettings('item-link', {}), [1, 2])).toEqual({ reason: 'has several links' });
    expect(back(integerToText, withSettings('integer', { maximum: 5 }), '6')).toEqual({
      reason: 'should be no more than 5',
    });
    const short = { from: withSettings('integer', {}), to: withSettings('text', { maximum: 1 }) };
    expect(convertValue(integerToText, short, 10, false)).toEqual({ reason: 'must be at most 1 characters' });
  });

  it('a row without a value, or with a text of two lines, becomes no list', () => {
    const sides = { from: fieldOf(textRows), to: withSettings('text-list', {}) };
    const rows = (...texts: (string | undefined)[]) =>
      convertValue(textRows, sides, texts.map((text) => (text === undefined ? {} : { only: text })) as never, false);
    expect(rows('a', undefined)).toEqual({ reason: 'has no value in row 2' });
    expect(rows('a\nb')).toEqual({ reason: 'entry 1 has more than one line' });
    expect(rows('a', 'a')).toEqual({ value: ['a', 'a'] });
  });
});

describe('texts that become options', () => {
  const idsOf = (...texts: string[]) => optionsOfTexts(texts).map(({ id, label }) => `${id} ${label}`);

  it('keep their text as label, and as id where it can be one', () => {
    shows('4.conversion.choice');
    expect(idsOf('melee', 'Rare, or so', '剣', 'Größe', 'rare_or_so')).toEqual([
      'gro_e Größe',
      'melee melee',
      'rare_or_so rare_or_so',
      'rare_or_so_2 Rare, or so',
      'option 剣',
    ]);
    // The index of values ignores case.
    expect(idsOf('Fire', 'fire', 'fire_2')).toEqual(['fire fire', 'fire_3 Fire', 'fire_2 fire_2']);
    expect(idsOf('a10', 'a9', ' ', 'x'.repeat(97), 'a9 ')).toEqual(['a9 a9', 'a10 a10']);
  });

  it('are valid options that cannot be mistaken for one another', () => {
    const random = randomNumbers(7);
    for (let round = 0; round < 200; round += 1) {
      const texts = Array.from({ length: 1 + random() * 30 }, () => String(someConvertible(textToChoice, random)));
      const options = optionsOfTexts([...new Set(texts)]);
      if (options.length > 0) expect(checkOptions(options)).toBeUndefined();
      expect(ambiguousOption({ to: withSettings('choice', { options }) })).toBeUndefined();
    }
    const mixed = [
      { id: 'a', label: 'b' },
      { id: 'b', label: 'c' },
    ];
    expect(ambiguousOption({ to: withSettings('choice', { options: mixed }) })).toBe(
      'the id of c is the label of another option: rename one of them',
    );
  });

  it('are given back as they were, though their option has got another label', () => {
    const from = withSettings('text', {});
    const recorded = { from, to: withSettings('choice', { options: [{ id: 'fire', label: 'Fire!' }] }) };
    expect(convertValue(textToChoice, recorded, 'fire', true)).toEqual({ value: 'Fire!' });
  });
});
