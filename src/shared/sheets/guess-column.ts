import { dateTime } from '@quartermaster/contract/field-types/date-time.ts';
import { float } from '@quartermaster/contract/field-types/float.ts';
import { integer } from '@quartermaster/contract/field-types/integer.ts';
import { optionLimits } from '@quartermaster/contract/field-types/options.ts';
import type { Cell } from '@quartermaster/contract/sheets/csv-text.ts';
import { comparedText } from '@quartermaster/contract/typed-text.ts';
import { allReadings, hasThousandsPoint, readingsOf, readWritten, type WrittenReading } from './written-numbers.ts';

/** The types that values of a column can be recognised as. */
export type GuessedType = 'integer' | 'float' | 'boolean' | 'date-time' | 'choice' | 'long-text' | 'text';

/** What the values of a column have in common. */
export interface Guess {
  type: GuessedType;
  /** The different values, in the order of the column, if they are few and can be options of a choice. */
  options: string[];
  /** True if every row has a value, and no two the same. */
  isUnique: boolean;
  filled: number;
  /** Numbers that can be read in several ways, in `integers` those that an integer field takes; the example shows why. */
  written?: { readings: WrittenReading[]; integers: WrittenReading[]; example: string };
}

/** A column with fewer values is no choice: they would not be known to repeat. */
const fewestOfChoice = 8;
const mostOptions = 20;
const longText = 200;

/** True for a text of which the import of a field makes a value. */
const isRead = (type: typeof integer | typeof float | typeof dateTime, text: string): boolean => {
  const settings = { name: '', label: '', ...type.defaultSettings } as never;
  const parsed = type.parse(text, settings);
  return 'value' in parsed && type.wrongKind(parsed.value, settings) === undefined;
};
/** `007` is a name and no number: the zeros would be lost, as would the last digits of a number that is too long. */
const isLossless = (text: string): boolean =>
  !/^[+-]?0\d/.test(text) && (!/^[+-]?\d+$/.test(text) || Number.isSafeInteger(Number(text)));

interface Readings {
  readings: readonly WrittenReading[];
  integers: readonly WrittenReading[];
}

const ofCommas: readonly WrittenReading[] = ['thousands', 'decimal'];

/** The readings in which a value is a number, and those in which it is an integer. A cell that is a number stays as it is. */
function readingsIn(value: Cell, text: string): Readings {
  const stays = typeof value === 'number' && value !== 0 ? ofCommas : allReadings;
  if (typeof value === 'number') return { readings: stays, integers: isRead(integer, text) ? stays : [] };
  const readings = readingsOf(text);
  return { readings, integers: readings.filter((reading) => isRead(integer, readWritten(text, reading))) };
}

/** A cell's value, and the text that it shows. */
export interface GuessedCell {
  value: Cell;
  display: Cell;
}

const isInteger = (text: string): boolean => isLossless(text) && isRead(integer, text);
const isFloat = (text: string): boolean => isLossless(text) && isRead(float, text);
const isBoolean = (text: string): boolean => /^(true|false)$/i.test(text);
const isMoment = (text: string): boolean => /^\d{4}-/.test(text) && isRead(dateTime, text);

/** The type, options and uniqueness of a column's values. */
export function guessColumn(cells: Iterable<GuessedCell>, { asksAboutPoints = false } = {}): Guess {
  const seen = new Map<string, number>();
  let [rows, filled, longest] = [0, 0, 0];
  let isLong = false;
  const written = { readings: [...allReadings], integers: [...allReadings], example: '' };
  const fits = { boolean: true, integer: true, float: true, 'date-time': true };
  for (const { value, display } of cells) {
    rows += 1;
    const text = value === null ? '' : comparedText(String(value));
    if (text === '') continue;
    filled += 1;
    const visible = comparedText(String(display));
    longest = Math.max(longest, visible.length);
    isLong ||= visible.length > longText || visible.includes('\n');
    seen.set(visible, (seen.get(visible) ?? 0) + 1);
    if (written.readings.length > 0) {
      const found = readingsIn(value, text);
      written.readings = written.readings.filter((reading) => found.readings.includes(reading));
      written.integers = written.integers.filter((reading) => found.integers.includes(reading));
      const isUnclear =
        /[,%％٪]/.test(text) || (asksAboutPoints && typeof value === 'string' && hasThousandsPoint(text));
      if (written.example === '' && isUnclear) written.example = text;
    }
    fits.boolean &&= isBoolean(text);
    fits.integer &&= isInteger(text);
    fits.float &&= isFloat(text);
    fits['date-time'] &&= isMoment(text);
  }
  const canBeChoice = filled > 0 && seen.size <= mostOptions && longest <= optionLimits.labelLength && !isLong;
  const about = {
    options: canBeChoice ? [...seen.keys()] : [],
    isUnique: filled > 0 && filled === rows && seen.size === filled,
    filled,
    ...(written.readings.length > 0 && written.example !== '' && { written }),
  };
  const type = (['boolean', 'integer', 'float', 'date-time'] as const).find((name) => filled > 0 && fits[name]);
  if (type) return { type, ...about };
  if (isLong) return { type: 'long-text', ...about };
  const isChoice = canBeChoice && filled >= fewestOfChoice && seen.size <= filled / 2;
  return { type: isChoice ? 'choice' : 'text', ...about };
}
