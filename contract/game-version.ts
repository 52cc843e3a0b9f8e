/** The form of a game's version: one to four numbers. */
export const gameVersionPattern = '^[0-9]{1,6}(\\.[0-9]{1,6}){0,3}$';

/** A version without leading zeros of its numbers, and without zeros at its end: `1.04.0` is `1.4`. */
export function plainGameVersion(version: string): string {
  const numbers = version.split('.').map(Number);
  while (numbers.length > 1 && numbers.at(-1) === 0) numbers.pop();
  return numbers.join('.');
}

/** Error message for a text that is no version. */
export const wrongGameVersion = 'Must be one to four numbers, such as 1.4.2';
