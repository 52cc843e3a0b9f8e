import { randomNumbers } from './sample-template.ts';

/** Chance that falls the same in every run of a test. */
export interface Dice {
  /** True in so many of a hundred cases. */
  percent: (share: number) => boolean;
  /** A whole number from 0 on, less than the limit. */
  below: (limit: number) => number;
  /** One of some things; there has to be one. */
  oneOf: <T>(things: readonly T[]) => T;
  /** Some of some things, one at least, none twice. */
  someOf: <T>(things: readonly T[], atMost: number) => T[];
}

/** Dice of a seed; neighbouring seeds have nothing in common. */
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
