import { type FieldSettings, fieldTypeOf } from '../field-types/registry.ts';
import { keepsDigits } from '../field-types/whole-number.ts';
import { systemColumns } from './system-columns.ts';

/** By object of parsed JSON: the digits of numbers that JavaScript writes differently, such as `1.10`, by their names. */
const sent = new WeakMap<object, Map<string, string>>();

/** Remembers the digits that a number was sent with, unless JavaScript writes the same. */
function rememberDigits(holder: object, name: string, number: number, digits: string | undefined): void {
  if (digits === undefined || String(number) === digits) return;
  const known = sent.get(holder) ?? new Map<string, string>();
  sent.set(holder, known.set(name, digits));
}

/** `JSON.parse`, which passes each number with its digits; slower. */
export function parseWithDigits(
  text: string,
  read: (number: number, digits: string | undefined) => unknown = (number) => number,
): unknown {
  // Not yet known to TypeScript.
  const parse = JSON.parse as (
    text: string,
    read: (this: object, key: string, value: unknown, context?: { source?: string }) => unknown,
  ) => unknown;
  return parse(text, function (key, value, context) {
    if (typeof value !== 'number') return value;
    rememberDigits(this, key, value, context?.source);
    return read(value, context?.source);
  });
}

/** A number that JSON has with these digits. Not yet known to TypeScript. */
const rawJson = (digits: string): unknown =>
  (JSON as unknown as { rawJSON: (digits: string) => unknown }).rawJSON(digits);

/** `JSON.stringify`, with the digits of numbers as {@link parseWithDigits} has read them. */
export const writeWithDigits = (value: unknown): string =>
  JSON.stringify(value, function (this: object, name, part: unknown) {
    const digits = typeof part === 'number' ? sent.get(this)?.get(name) : undefined;
    return digits === undefined ? part : rawJson(digits);
  });

const takesText = ({ type }: FieldSettings): boolean => {
  const { holdsText, localised } = fieldTypeOf(type);
  return holdsText === true || localised !== undefined;
};

/**
 * A value of a record as its column takes it: a number in a text, or one that a double would round, has the digits that were sent, if the
 * record was parsed with them.
 */
export function asSent(record: object, column: string, settings: FieldSettings | undefined): unknown {
  const value: unknown = Reflect.get(record, column);
  const digits = typeof value === 'number' ? sent.get(record)?.get(column) : undefined;
  // An exponent is no digit.
  if (digits === undefined || /e/i.test(digits)) return value;
  const isText = settings ? takesText(settings) : column === systemColumns.label;
  return isText || !keepsDigits(digits) ? digits : value;
}
