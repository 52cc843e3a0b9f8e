/** What a comma means in the numbers of a column: `1,250` is 1250, or 1.25. */
export type CommaReading = 'thousands' | 'decimal';

/** Both, in the order in which they are offered. */
export const allReadings: readonly CommaReading[] = ['thousands', 'decimal'];

const patterns: Readonly<Record<CommaReading, RegExp>> = {
  thousands: /^[+-]?(\d+|[1-9]\d{0,2}(,\d{3})+)(\.\d+)?$/,
  decimal: /^[+-]?(\d+|[1-9]\d{0,2}(\.\d{3})+)(,\d+)?$/,
};

/** The readings in which a text is a number. */
export const commaReadings = (text: string): CommaReading[] =>
  allReadings.filter((reading) => patterns[reading].test(text));

/** A number as fields read it: `1250`. Other texts stay as they are. */
export function readCommas(text: string, reading: CommaReading): string {
  const typed = text.trim();
  if (!patterns[reading].test(typed)) return text;
  if (reading === 'thousands') return typed.replaceAll(',', '');
  return typed.replaceAll('.', '').replace(',', '.');
}
