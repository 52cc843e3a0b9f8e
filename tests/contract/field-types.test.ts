import { storedValueOf } from '@quartermaster/contract/content/item-fields.ts';
import { type Bound, brokenBound, implies } from '@quartermaster/contract/field-types/bounds.ts';
import { readOptionsAs } from '@quartermaster/contract/field-types/choice.ts';
import { isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { type FilterOp, filterOps, limitsOf } from '@quartermaster/contract/field-types/filters.ts';
import {
  type FieldSettings,
  type FieldType,
  fieldTypeOf,
  fieldTypes,
} from '@quartermaster/contract/field-types/registry.ts';
import { inexactIntegerSentence, keepsDigits } from '@quartermaster/contract/field-types/whole-number.ts';
import { ItemField } from '@quartermaster/contract/shapes/items.ts';
import { Settings } from '@quartermaster/contract/shapes/templates.ts';
import { Check } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { shows } from '../specification/shows.ts';
import { someValue as generate, sampleOptions, fieldValues as values } from '../support/field-values.ts';
import { randomNumbers } from '../support/sample-template.ts';

const notMoment = 'should be a date and time with a zone, such as 2026-11-25T03:00:00Z';

const names = Object.keys(fieldTypes) as FieldType[];
const settings = (type: FieldType, over: object = {}) => ({
  name: 'power',
  label: 'Power',
  ...fieldTypes[type].defaultSettings,
  ...('options' in fieldTypes[type].settings && { options: sampleOptions }),
  ...('templateIds' in fieldTypes[type].settings && { templateIds: ['thing', 'image'] }),
  ...over,
});
const check = (type: FieldType, value: unknown, over: object = {}) =>
  fieldTypeOf(type).check(value, settings(type, over));

describe.each(names)('the field type %s', (type) => {
  const contract = fieldTypeOf(type);
  const { right = [], wrong = [] } = values[type] ?? {};

  it('says what its values are in exported files, if it has any', () => {
    expect(contract.exported !== undefined).toBe(contract.holds === 'value');
  });

  it('has shapes that accept its settings and its values', () => {
    const ofType = { type, ...settings(type) };
    // A row is not part of a template, and a group has no value.
    expect(Check(Settings, ofType)).toBe(type !== 'dynamic-group-row');
    expect(Check(Settings, { ...ofType, unheard_of: 1 })).toBe(false);
    for (const [name, { isOptional }] of Object.entries(contract.settings))
      expect([name, name in contract.defaultSettings]).toEqual([name, !isOptional]);
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
      const sent = contract.wire.write(one, ofType);
      expect(storedValueOf(sent, ofType)).toEqual(one);
      expect(storedValueOf(one, ofType)).toEqual(one);
    }
  });

  it('reads each valid value from the text that it writes', () => {
    shows('4.types.text-form');
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
      // A row has to have a shape.
      expect(check(type, nothing)).toBe(contract.rows?.is === 'shapeName' ? 'required field' : undefined);
    }
    if ('required' in contract.defaultSettings) {
      expect(contract.defaultSettings.required).toBe(false);
      expect(check(type, null, { required: true })).toBe(
        contract.family === 'text' ? 'power is required field' : 'required field',
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
      const { numbers = [], texts = [], links = [] } = contract.index.entries(value, settings(type));
      for (const op of contract.filter.conditions) {
        expect(filterOps[op]).toBeGreaterThan(0);
        const typed = contract.format(Array.isArray(value) ? value.slice(0, 1) : value, settings(type));
        expect(contract.filter.check(typed, settings(type))).toBeUndefined();
        const sought = contract.filter.sought(typed, settings(type));
        if (!sought) throw new Error(`${type} has conditions and reads no value.`);
        if ('number' in sought) expect(numbers).toContain(sought.number);
        else if ('link' in sought) expect(links.map(({ id }) => id)).toContain(sought.link);
        else expect(texts).toContain(sought.text);
      }
      if (contract.filter.conditions.length === 0) expect([...numbers, ...texts, ...links]).toEqual([]);
      if (contract.index.sortsBy === 'number') expect(numbers).toHaveLength(1);
      if (contract.index.sortsBy === 'text' || contract.index.sortsBy === 'rank') expect(texts).toHaveLength(1);
      if (contract.index.sortsBy === 'rank') expect(contract.index.ranks?.(settings(type))).toContain(texts[0]);
    }
  });
});

describe('filter conditions', () => {
  it('are those of the specification, followed by exclusion, empty or not, and ranges', () => {
    const conditions = Object.fromEntries(names.map((type) => [type, [...fieldTypeOf(type).filter.conditions]]));
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
      'computed-number': numeric,
      'computed-text': ['contains', 'equal', 'not', 'empty', 'notEmpty'],
      'computed-boolean': ['equal', 'empty', 'notEmpty'],
      'long-text': ['contains', 'equal', 'not', 'empty', 'notEmpty'],
      'localised-text': ['contains', 'empty', 'notEmpty', 'missingIn', 'outdatedIn'],
      integer: numeric,
      float: numeric,
      weight: numeric,
      boolean: ['equal', 'empty', 'notEmpty'],
      choice: ['equal', 'anyOf', 'not', 'empty', 'notEmpty'],
      choices: ['contains', 'anyOf', 'empty', 'notEmpty'],
      'date-time': numeric,
      'text-list': ['contains', 'empty', 'notEmpty'],
      'number-list': numeric,
      'item-link': ['equal', 'not', 'empty', 'notEmpty'],
      'item-link-list': ['contains', 'empty', 'notEmpty'],
      'mixed-item-link': ['equal', 'not', 'empty', 'notEmpty'],
      group: [],
      'dynamic-group': [],
      'dynamic-group-row': [],
      shape: [],
      'row-type': ['equal', 'anyOf', 'not', 'empty', 'notEmpty'],
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
    ['boolean', 'maybe', 'should be true or false'],
    ['boolean', 'true', undefined],
    ['choice', 'rare', undefined],
    ['choice', 'Rare, or so', undefined],
    ['choice', 'mythic', 'is not one of the options'],
    ['choices', 'rare', undefined],
    ['choices', 'rare, epic', 'is not one of the options'],
    ['item-link', 'Axe', 'should be a number'],
    ['text', 'anything', undefined],
    ['date-time', '2026-11-25 04:00+01:00', undefined],
    ['date-time', '2026-11-25', notMoment],
    ['text-list', 'a, b', undefined],
    ['number-list', '1, 2', "should be a number with '.' as a decimal separator"],
    ['number-list', '1.5', undefined],
  ] as const)('of %s answer for "%s": %s', (type, typed, expected) => {
    expect(fieldTypeOf(type).filter.check(typed, settings(type))).toBe(expected);
    expect(fieldTypeOf(type).filter.sought(typed, settings(type)) === undefined).toBe(expected !== undefined);
  });

  it('of a list of links keep an entry that is no id, for the check', () => {
    const ofType = { type: 'item-link-list', ...settings('item-link-list') } as FieldSettings;
    expect(storedValueOf(['5', 7], ofType)).toEqual([5, 7]);
    for (const entry of [' 5', '0x10', '1e3', '', 'Axe']) {
      const stored = storedValueOf([entry], ofType);
      expect(stored).toEqual([entry]);
      expect(check('item-link-list', stored)).toBe('should be a list of item ids');
    }
  });

  it('of a list of links take one id', () => {
    expect(fieldTypeOf('item-link-list').filter.check('3, 1', settings('item-link-list'))).toBe('should be a number');
    expect(fieldTypeOf('item-link-list').filter.sought('3', settings('item-link-list'))).toEqual({ link: 3 });
  });
});

const ambiguous =
  'can be one number or several: write numbers with a point, and a semicolon, or a comma and a space, between them';

describe('a long text', () => {
  // With expressions that take the square of its length, each would take hours.
  const long = (character: string) => character.repeat(2_000_000);

  it.each([
    ['commas in a list', () => parsed('number-list', `1${long(',')}1`), { value: [1, 1] }],
    ['blanks after an option', () => readOptionsAs(`Rare${long(' ')}`, ['o'], [{ id: 'o', label: 'Rare' }]), 'Rare'],
    ['zeros of no number', () => keepsDigits(`${long('0')}x`), true],
    ['blanks around no limits', () => limitsOf(long(' ')), undefined],
  ])('of %s is read in one pass', (_, read, expected) => {
    expect(read()).toEqual(expected);
  });

  const parsed = (type: FieldType, text: string) => fieldTypeOf(type).parse(text, settings(type));
});

describe('a number', () => {
  it('of more digits than the largest double has is refused', () => {
    shows('4.sheets.digits');
    const digits = '9'.repeat(400);
    expect([digits, `-${digits}.5`, `00${digits}`].map(keepsDigits)).toEqual([false, false, false]);
    expect(keepsDigits(`${'0'.repeat(400)}7`)).toBe(true);
    expect(fieldTypeOf('float').parse(digits, settings('float'))).toEqual({ reason: inexactIntegerSentence });
  });
});

describe('a text', () => {
  it('is a date only with a zone and a day of the calendar', () => {
    shows('4.types.date-time');
    for (const typed of ['2026-02-30T03:00Z', '2026-11-25T03:00:00']) {
      expect(fieldTypeOf('date-time').parse(typed, settings('date-time'))).toHaveProperty('reason');
    }
  });

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
    ['choice', ' common ', 'common'],
    ['choice', 'Common', 'common'],
    ['choice', 'Rare, or so', 'rare'],
    ['choices', 'Rare, or so', ['rare']],
    ['choices', 'Epic, rare\ncommon,epic', ['epic', 'rare', 'common']],
    ['choices', 'epic; RARE', ['epic', 'rare']],
    ['choices', 'epic, common;rare', ['epic', 'common', 'rare']],
    ['choices', 'Rare, or so; epic', ['rare', 'epic']],
    ['choices', ' ; ', []],
    ['choices', ' , ', []],
    ['item-link', '12', 12],
    ['item-link-list', '3 1,3\n2', [3, 1, 3, 2]],
    ['mixed-item-link', ' thing:12 ', 'thing:12'],
    ['date-time', ' 2026-11-25t03:00z ', '2026-11-25T03:00:00Z'],
    ['date-time', '2026-11-25 04:00:30.000+01:00', '2026-11-25T03:00:30Z'],
    ['date-time', '2026-01-01T00:30:00+0100', '2025-12-31T23:30:00Z'],
    ['date-time', '2026-01-01T12:00+14:00', '2025-12-31T22:00:00Z'],
    ['date-time', '2026-12-31T20:00:00-05:30', '2027-01-01T01:30:00Z'],
    ['text-list', 'b\r\n\n a\n \nb\n', ['b', ' a', 'b']],
    ['text-list', '\n \n', []],
    ['number-list', '1.5, 2;3\n.5\t1e3', [1.5, 2, 3, 0.5, 1000]],
    // As sheets in German and French write them, where that is certain.
    ['number-list', '1,5;2,5', [1.5, 2.5]],
    ['number-list', '1.234,56; -2,5', [1234.56, -2.5]],
    ['number-list', '1,234.56;1', [1234.56, 1]],
    ['number-list', '1,2,3', [1, 2, 3]],
    ['number-list', '1.5,2.5', [1.5, 2.5]],
    ['number-list', '0.125,3', [0.125, 3]],
    ['number-list', '100; 200 0.5 1000', [100, 200, 0.5, 1000]],
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
    ['boolean', 'maybe', 'should be true or false'],
    ['choice', 'COMMON', 'is not one of the options'],
    ['choices', 'epic, mythic', 'has an entry that is not one of the options'],
    ['item-link', 'Axe', 'should be a number'],
    ['item-link-list', '1, Axe', 'should be a number'],
    ['mixed-item-link', '12', 'should be a template and the id of an item, such as hero:12'],
    ['date-time', 'tomorrow', notMoment],
    ['date-time', '2026-11-25', notMoment],
    ['date-time', '2026-11-25T03:00:00', 'add a zone, such as Z for UTC or +01:00'],
    ['date-time', '2026-02-30T03:00Z', '2026-02-30 03:00:00 is not a date and time of the calendar'],
    ['date-time', '2025-02-29T03:00Z', '2025-02-29 03:00:00 is not a date and time of the calendar'],
    ['date-time', '2026-11-25T24:00Z', '2026-11-25 24:00:00 is not a date and time of the calendar'],
    ['date-time', '2026-11-25T23:59:60Z', '2026-11-25 23:59:60 is not a date and time of the calendar'],
    ['date-time', '2026-11-25T03:00:00.5Z', 'should have no fraction of a second'],
    ['date-time', '2026-11-25T03:00+14:01', '+14:01 is not a zone'],
    ['date-time', '0001-01-01T00:00+01:00', 'should be a moment of the years 1 to 9999'],
    ['number-list', '1, 2 x', "should be a number with '.' as a decimal separator"],
    ['number-list', '1,5', ambiguous],
    ['number-list', '1,000', ambiguous],
    ['number-list', '1 000; 2', ambiguous],
    ['number-list', '1\u00a0000\u202f000', ambiguous],
    ['number-list', '1,000,2', ambiguous],
    ['number-list', '1,5e3', ambiguous],
    ['number-list', '1;'.repeat(1001), 'must have at most 1,000 entries'],
    ['number-list', '1.234,56', ambiguous],
    ['number-list', '1,234.56', ambiguous],
    ['number-list', '1,234,567', ambiguous],
    ['number-list', '1,5 2,5', ambiguous],
    ['number-list', '1,000;2', ambiguous],
    ['number-list', '2;1,2,3', ambiguous],
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

describe('a list', () => {
  it.each([
    ['text-list', ['x', ''], 'entry 2 is empty'],
    ['text-list', ['a\nb'], 'entry 1 has more than one line'],
    ['text-list', ['x', 1], 'entry 2 should be a text'],
    ['text-list', Array.from({ length: 1001 }, () => 'x'), 'must have at most 1,000 entries'],
    ['text-list', ['x'.repeat(262_144)], undefined],
    ['text-list', ['x'.repeat(262_144), 'y'], 'must be at most 262,144 characters in all'],
    ['number-list', [1, '2'], 'entry 2 should be a number'],
    ['number-list', 1, 'should be a list of numbers'],
  ] as const)('of %s is checked entry by entry: %#', (type, value, reason) => {
    expect(check(type, value)).toBe(reason);
  });

  it('is filtered by any of its entries', () => {
    expect(fieldTypeOf('text-list').index.entries(['b', 'a', 'b'], settings('text-list'))).toEqual({
      texts: ['b', 'a'],
    });
    expect(fieldTypeOf('number-list').index.entries([2, 1, 2], settings('number-list'))).toEqual({ numbers: [2, 1] });
  });

  it('loses the entries of which a replacement leaves nothing', () => {
    const replace = fieldTypeOf('text-list').operations.replace;
    const input = { find: 'ice', value: '', wholeWords: false, ignoresCase: false };
    expect(replace?.apply(['ice', 'fire and ice'], input, settings('text-list'))).toEqual({ value: ['fire and '] });
  });
});

describe('a replacement', () => {
  const replaced = (text: string, find: string, value = 'X') => {
    const input = { find, value, wholeWords: false, ignoresCase: false };
    return fieldTypeOf('text').operations.replace?.apply(text, input, settings('text'));
  };

  it.each([
    ['a part of a family', '👨‍👩‍👧 and 👩', '👩', '👨‍👩‍👧 and X'],
    ['a person with a skin', '👍🏽 👍', '👍', '👍🏽 X'],
    ['the skin', '👍🏽', '🏽', '👍🏽'],
    ['half of a flag', '🇩🇪🇫🇷', '🇪🇫', '🇩🇪🇫🇷'],
    ['a letter of a flag', '🇩🇪 🇩', '🇩', '🇩🇪 X'],
    ['the digit of a keycap', '1️⃣ 1', '1', '1️⃣ X'],
    ['a sign that is drawn as an emoji', '❤️ ❤', '❤', '❤️ X'],
    ['a joiner', '👩‍🚀', '‍', '👩‍🚀'],
  ])('never takes %s', (_, text, find, value) => {
    shows('5.replace.emoji');
    expect(replaced(text, find)).toEqual({ value });
  });

  it.each([
    ['its point', 'שׁ ש', 'ש', 'שׁ X'],
    ['its vowel', 'كِ ك', 'ك', 'كِ X'],
    ['its vowel sign', 'कि क', 'क', 'कि X'],
    ['its accent of an older block', 'a\u1dc4 a', 'a', 'a\u1dc4 X'],
    ['the end of its syllable', '각 가'.normalize('NFD'), '가', '각 X'.normalize('NFD')],
  ])('never takes a letter without %s', (_, text, find, value) => {
    shows('5.replace.emoji');
    expect(replaced(text, find)).toEqual({ value });
  });

  it('takes whole emoji, and what is next to them', () => {
    shows('5.replace.emoji');
    expect(replaced('a👨‍👩‍👧b', '👨‍👩‍👧')).toEqual({ value: 'aXb' });
    expect(replaced('ice👍🏽ice', 'ice')).toEqual({ value: 'X👍🏽X' });
    expect(replaced('🇩🇪🇫🇷', '🇫🇷')).toEqual({ value: '🇩🇪X' });
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
    ['long-text', 'a\nb', { maximum: 2 }, 'must be at most 2 characters'],
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
