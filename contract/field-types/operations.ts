import { numberText } from '../number-text.ts';
import type { FieldOperation, FieldOperations, FieldValue, OperationInput, Parsed } from './field-type.ts';
import { longestText } from './longest-text.ts';

/**
 * A number to 15 significant digits, which every double has: the product of 3 and 1.1 is 3.3, and not
 * 3.3000000000000003. A whole number is exact already.
 */
export const rounded = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(15)));

/** The nearest whole number; halves are rounded away from zero. Whole numbers beyond 15 digits stay exact. */
const toInteger = (value: number): number =>
  Number.isInteger(value) ? value : Math.sign(value) * Math.round(Math.abs(rounded(value)));

const notFinite = 'the result is too large';

const result = (value: number): Parsed => (Number.isFinite(value) ? { value } : { reason: notFinite });

const checkNumber =
  (isWhole: boolean) =>
  ({ value }: OperationInput) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return 'should be a number';
    return isWhole && !Number.isInteger(value) ? 'should be integer' : undefined;
  };

/** Adding to a number and multiplying it; an empty value stays empty. Products of whole numbers are rounded. */
export const numberOperations = (isWhole: boolean): FieldOperations => ({
  add: {
    label: 'Add',
    takes: 'number',
    check: checkNumber(isWhole),
    apply: (value, input) =>
      value === null || input.value === 0
        ? { value }
        : result(isWhole ? Number(value) + Number(input.value) : rounded(Number(value) + Number(input.value))),
  },
  multiply: {
    label: 'Multiply by',
    takes: 'number',
    check: checkNumber(false),
    apply: (value, input) => {
      // Rounding would change a value of more digits.
      if (value === null || input.value === 1) return { value };
      const product = Number(value) * Number(input.value);
      return result(isWhole ? toInteger(product) : rounded(product));
    },
  },
});

const tooLong = `must be at most ${numberText(longestText)} characters`;

/** Refuses a text by its length before it is created: repeated replacements could make it larger than the memory. */
const bounded = (before: string, length: number, create: () => string): Parsed =>
  length > Math.max(longestText, before.length) ? { reason: tooLong } : { value: create() };

const inWord = '[\\p{L}\\p{M}\\p{N}_]';
const partOfWord = new RegExp(inWord, 'u');

/** Accents, points and vowel signs, and the later parts of a Hangul syllable: a letter without them is another one. */
const noMark = '(?![\\p{M}\\u1160-\\u11ff])';

/** A text with its letters and their accents as one character, as several, or as typed. */
const formsOf = (text: string): string[] => [...new Set([text, text.normalize('NFC'), text.normalize('NFD')])];

/** The length of what is found, at least. */
export const shortestForm = (text: string): number => Math.min(...formsOf(text).map(({ length }) => length));

/** Finds a text in others, as it is written or in upper and lower case alike, anywhere or only as whole words. */
function finderOf({ find, wholeWords = false, ignoresCase = false }: OperationInput): RegExp {
  const written = formsOf(find).map((form) => form.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  const [first = '', last = ''] = [[...find][0], [...find].at(-1)];
  const before = wholeWords && partOfWord.test(first) ? `(?<!${inWord})` : '';
  const after = wholeWords && partOfWord.test(last) ? `(?!${inWord})` : '';
  return new RegExp(`${before}(?:${written.join('|')})${noMark}${after}`, ignoresCase ? 'giu' : 'gu');
}

/** Replaces a part of a text; without one, the text is returned as it is. */
function replaced(before: string, input: OperationInput): Parsed {
  const text = String(input.value ?? '');
  const finder = finderOf(input);
  const isWhole = wholeEmojiIn(before);
  const found = [...before.matchAll(finder)].filter(({ 0: one, index }) => isWhole(index, index + one.length));
  const length = found.reduce((sum, [one]) => sum + text.length - one.length, before.length);
  return bounded(before, length, () =>
    before.replaceAll(finder, (one: string, ...rest: unknown[]) => {
      const index = rest.find((part) => typeof part === 'number') ?? 0;
      return isWhole(index, index + one.length) ? text : one;
    }),
  );
}

const joinable = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

/** Whether a part of a text, by its bounds, takes no emoji apart: a family, a flag or a keycap is one of several characters. */
function wholeEmojiIn(text: string): (start: number, end: number) => boolean {
  if (!joinable.test(text)) return () => true;
  const segments = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text);
  const isBound = (at: number): boolean => {
    const cluster = segments.containing(at);
    return cluster === undefined || cluster.index === at || !joinable.test(cluster.segment);
  };
  return (start, end) => isBound(start) && isBound(end);
}

/** The same in several texts, of which the first that becomes too long is refused. */
export function replacedIn<K>(
  texts: readonly (readonly [K, string])[],
  input: OperationInput,
): [K, string][] | { reason: string } {
  const results: [K, string][] = [];
  for (const [key, text] of texts) {
    const parsed = replaced(text, input);
    if ('reason' in parsed) return parsed;
    results.push([key, String(parsed.value)]);
  }
  return results;
}

const checkReplacement = ({ value, find }: OperationInput): string | undefined => {
  if (find === '') return 'enter the text to replace';
  return value === null || typeof value === 'string' ? undefined : 'should be a text';
};

/** Replacing a part of the texts of a value. */
export const replaceOperation = (apply: FieldOperation['apply']): FieldOperation => ({
  label: 'Replace text',
  takes: 'replacement',
  check: checkReplacement,
  apply: (value, input, settings) => (value === null ? { value } : apply(value, input, settings)),
});

/** Replacing a part of a text, and appending to it. */
export const textOperations: FieldOperations = {
  replace: replaceOperation((value, input) => replaced(String(value), input)),
  append: {
    label: 'Append',
    takes: 'text',
    check: ({ value }) => (typeof value === 'string' && value !== '' ? undefined : 'enter the text to append'),
    apply: (value, input) => {
      const before = String(value ?? '');
      const text = String(input.value);
      return bounded(before, before.length + text.length, () => before + text);
    },
  },
};

const listOf = (value: FieldValue): (string | number)[] => (Array.isArray(value) ? value : []);

/** Lists of one type have entries of the same type. */
const asList = (entries: readonly (string | number)[]): Parsed => ({ value: entries as number[] | string[] });

/** Appending entries that a list lacks, and removing entries. */
export const listOperations: FieldOperations = {
  append: {
    label: 'Append',
    takes: 'list',
    check: checkEntries,
    apply: (value, input) => {
      const before = listOf(value);
      const known = new Set(before);
      return asList([...before, ...new Set(listOf(input.value).filter((entry) => !known.has(entry)))]);
    },
  },
  remove: {
    label: 'Remove',
    takes: 'list',
    check: checkEntries,
    apply: (value, input) => {
      const removed = new Set(listOf(input.value));
      return asList(listOf(value).filter((entry) => !removed.has(entry)));
    },
  },
};

function checkEntries({ value }: OperationInput): string | undefined {
  return listOf(value).length > 0 ? undefined : 'choose at least one';
}
