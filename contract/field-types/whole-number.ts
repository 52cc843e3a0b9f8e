/** The largest whole number that JSON represents exactly (2^53 - 1). */
export const largestWholeNumber = Number.MAX_SAFE_INTEGER;

/** Error message for a whole number that JSON does not represent exactly. */
export const inexactIntegerSentence = `should be between ${-largestWholeNumber} and ${largestWholeNumber}, as larger numbers are not stored exactly`;

/** Error message for a value of an integer that is no number, or one with a fraction. */
export const notWholeSentence = 'should be integer';

/**
 * False for a number of so many digits that a double would change them, such as `9007199254740993`. The digits that
 * JavaScript writes for a double are unchanged, as are exponents.
 */
export function keepsDigits(text: string): boolean {
  const [, all = '', fraction = ''] = /^[+-]?(\d{16,})(?:\.(\d*))?$/.exec(text.trim()) ?? [];
  const digits = all.replace(/^0+/, '');
  const number = Number(digits);
  if (number <= largestWholeNumber) return true;
  if (!Number.isFinite(number)) return false;
  return !/[1-9]/.test(fraction) && (String(number) === digits || BigInt(number) === BigInt(digits));
}

/** True for a whole number beyond those that doubles have all of, or beyond all doubles: it may have been another one. */
export const isInexact = (number: number): boolean =>
  !Number.isFinite(number) || (Number.isInteger(number) && !Number.isSafeInteger(number));
