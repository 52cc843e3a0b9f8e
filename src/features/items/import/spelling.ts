import { editDistance } from '@quartermaster/contract/content/near-names.ts';

/** Shorter words are not corrected: with one other letter, they are often words of their own. */
const shortest = 4;

/** The option that a refused value is a spelling of: in another case, or with one other, missing or further letter; undefined if several are. */
export function spellingOf(value: string, options: readonly string[]): string | undefined {
  const typed = value.trim().toLowerCase();
  const same = options.filter((option) => option.toLowerCase() === typed);
  const near = same.length > 0 ? same : options.filter((option) => isOneLetterOff(typed, option.toLowerCase()));
  return near.length === 1 ? near[0] : undefined;
}

const isOneLetterOff = (a: string, b: string): boolean =>
  Math.min(a.length, b.length) >= shortest && Math.abs(a.length - b.length) <= 1 && editDistance(a, b) === 1;
