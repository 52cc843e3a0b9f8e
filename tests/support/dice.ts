import { randomNumbers } from './sample-template.ts';

/** Reproducible random choices for a test. */
export interface Dice {
  /** True in this percentage of cases. */
  percent: (share: number) => boolean;
  /** An integer from 0 up to, but not including, the limit. */
  below: (limit: number) => number;
  /** One element of a non-empty list. */
  oneOf: <T>(things: readonly T[]) => T;
  /** At least one element of a list, without repetition. */
  someOf: <T>(things: readonly T[], atMost: number) => T[];
}

/** Dice from a seed; neighbouring seeds are independent. */
export function diceOf(seed: number): Dice {
  const next = randomNumbers(Math.imul(seed + 1, 0x9e3779b1));
  next();
  const below = (limit: number) => Math.floor(next() * limit);
  const oneOf = <T>(things: readonly T[]): T => {
    const at = below(things.length);
    if (at >= things.length) throw new Error('There is nothing to choose from');
    return things[at] as T;
  };
  return {
    below,
    oneOf,
    percent: (share) => next() * 100 < share,
    someOf: (things, atMost) => [...new Set(Array.from({ length: 1 + below(atMost) }, () => oneOf(things)))],
  };
}
