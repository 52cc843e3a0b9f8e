/** What a comma means in the numbers of a column: `1,250` is 1250, or 1.25. A point means the other one. */
export type CommaReading = 'thousands' | 'decimal';

/** What a percentage means: `25%` is 25, or 0.25. */
export type PercentReading = 'percent' | 'fraction';

/** How numbers that can be read in several ways are read. */
export type WrittenReading = CommaReading | PercentReading;

const commas: readonly CommaReading[] = ['thousands', 'decimal'];
const percents: readonly PercentReading[] = ['percent', 'fraction'];

/** All, in the order in which they are offered. */
export const allReadings: readonly WrittenReading[] = [...commas, ...percents];

const patterns: Readonly<Record<CommaReading, RegExp>> = {
  thousands: /^[+-]?(\d+|[1-9]\d{0,2}(,\d{3})+)(\.\d+)?$/,
  decimal: /^[+-]?(\d+|[1-9]\d{0,2}(\.\d{3})+)(,\d+)?$/,
};

const percent = /^([+-]?[\d.,]+)\s*[%％٪]$|^[%％٪]\s*([+-]?[\d.,]+)$/;

/** The readings in which a text is a number. */
export function readingsOf(text: string): readonly WrittenReading[] {
  if (percentOf(text) !== undefined) return percents;
  const readings = commas.filter((reading) => patterns[reading].test(text));
  return text === '0' ? allReadings : readings;
}

/** The number before a percent sign as fields read it; undefined if it is none, or could be two. */
function percentOf(text: string): string | undefined {
  const [, before, after] = percent.exec(text.trim()) ?? [];
  const body = before ?? after;
  if (body === undefined) return undefined;
  const values = new Set(commas.filter((one) => patterns[one].test(body)).map((one) => plainNumber(body, one)));
  // Three digits after a point could be thousands; in percentages they are decimals.
  const [value] = values;
  return values.size === 1 ? value : body.includes(',') ? undefined : plainNumber(body, 'thousands');
}

const plainNumber = (text: string, reading: CommaReading): string =>
  reading === 'thousands' ? text.replaceAll(',', '') : text.replaceAll('.', '').replace(',', '.');

/** A number as fields read it: `1250`. Other texts stay as they are. */
export function readWritten(text: string, reading: WrittenReading): string {
  const typed = text.trim();
  if (reading === 'thousands' || reading === 'decimal')
    return patterns[reading].test(typed) ? plainNumber(typed, reading) : text;
  const value = percentOf(typed);
  if (value === undefined) return text;
  return reading === 'percent' ? value : String(Number((Number(value) / 100).toPrecision(15)));
}

/** True for a number whose comma can only be a decimal one. */
export const hasDecimalComma = (text: string): boolean =>
  text.includes(',') && patterns.decimal.test(text.trim()) && !patterns.thousands.test(text.trim());

/** True for a number with points that could be thousands: `1.250`. */
export const hasThousandsPoint = (text: string): boolean => /^[+-]?[1-9]\d{0,2}(\.\d{3})+$/.test(text);
