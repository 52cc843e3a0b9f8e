import { checkFloatText, numberConditions } from './filters.ts';
import { listType, tooManyEntries } from './list.ts';
import { listLimits } from './list-limits.ts';
import { parseNumber } from './number.ts';

/** Numbers in order. As text, they are between commas, semicolons or white space. */
export const numberList = listType({
  label: 'Number list',
  checkEntry: (entry) => (typeof entry === 'number' && Number.isFinite(entry) ? undefined : 'should be a number'),
  notList: 'should be a list of numbers',
  parse: (text) => {
    const parts = partsOf(text);
    // A file can have a cell of a million.
    if (parts.length > listLimits.entries) return { reason: tooManyEntries };
    if (groupedByBlanks.test(text)) return { reason: ambiguousSentence };
    const numbers = parts.map((part) => readPart(part, text.includes(';')));
    if (numbers.includes(undefined)) return { reason: ambiguousSentence };
    const texts = numbers.flatMap((found) => found ?? []);
    const reason = texts.map(checkFloatText).find((found) => found !== undefined);
    return reason === undefined ? { value: texts.map(Number) } : { reason };
  },
  format: (entries) => entries.join(', '),
  parseEntry: parseNumber,
  conditions: numberConditions,
  entries: 'number',
});

const ambiguousSentence =
  'can be one number or several: write numbers with a point, and a semicolon, or a comma and a space, between them';

/** The parts of a text between what separates numbers in any case: semicolons, white space, and commas next to it. */
const partsOf = (text: string): string[] => text.split(/[;\s]+/).flatMap((part) => withoutOuterCommas(part) || []);

/** In one pass: an expression for commas at the end takes the square of their number if they are not. */
function withoutOuterCommas(part: string): string {
  let [start, end] = [0, part.length];
  while (part[start] === ',') start += 1;
  while (end > start && part[end - 1] === ',') end -= 1;
  return part.slice(start, end);
}

/** `1 000` as French sheets write a thousand. */
const groupedByBlanks = /(?<![\d.,])[1-9]\d{0,2}(?:[ \u00a0\u2009\u202f]\d{3})+(?!\d)/;
const decimalComma = /^[+-]?\d+,\d+(?:e[+-]?\d+)?$/i;
const pointGroups = /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+,\d+$/;
const commaGroups = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;

/**
 * The numbers of a part, in which a comma can stand between numbers, digits, or before decimals; undefined if it is not clear
 * which. Between semicolons, there is one number.
 */
function readPart(part: string, isOne: boolean): string[] | undefined {
  if (!part.includes(',')) return [part];
  if (isOne) {
    if (pointGroups.test(part)) return [part.replaceAll('.', '').replace(',', '.')];
    if (commaGroups.test(part)) return part.includes('.') ? [part.replaceAll(',', '')] : undefined;
    return decimalComma.test(part) ? [part.replace(',', '.')] : undefined;
  }
  if (decimalComma.test(part) || pointGroups.test(part) || commaGroups.test(part)) return undefined;
  const numbers = part.split(',').filter((number) => number !== '');
  return numbers.some((number) => /^[+-]?0\d/.test(number)) ? undefined : numbers;
}
