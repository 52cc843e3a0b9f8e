/** What a comma means in the numbers of a column: `1,250` is 1250, or 1.25. */
export type CommaReading = 'thousands' | 'decimal';

const patterns: Readonly<Record<CommaReading, RegExp>> = {
  thousands: /^[+-]?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/,
  decimal: /^[+-]?(\d+|\d{1,3}(\.\d{3})+)(,\d+)?$/,
};

/** The readings in which a text is a number. */
export const commaReadings = (text: string): CommaReading[] =>
  (['thousands', 'decimal'] as const).filter((reading) => patterns[reading].test(text));

/** A number as fields read it: `1250`. Other texts stay as they are. */
export function readCommas(text: string, reading: CommaReading): string {
  const typed = text.trim();
  if (!patterns[reading].test(typed)) return text;
  if (reading === 'thousands') return typed.replaceAll(',', '');
  return typed.replaceAll('.', '').replace(',', '.');
}
