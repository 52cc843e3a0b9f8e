import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { sumOf } from '../field-types/weight.ts';

/** A 32-bit number from a text (FNV-1a), so that any text can be a seed. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/**
 * How often each of the weights is drawn in a number of rolls; the same for the same weights and seed. Without any
 * weight above zero, nothing is drawn.
 */
export function rollWeights(weights: readonly unknown[], rolls: number, seed: string): number[] {
  const counts = weights.map(() => 0);
  const total = sumOf(weights);
  if (!(total > 0) || !Number.isFinite(total)) return counts;
  let sum = 0;
  const ends = weights.map((weight) => {
    sum += sumOf([weight]);
    return sum;
  });
  const random = xoroshiro128plus(hashOf(seed));
  // Otherwise the first numbers of similar seeds would be similar.
  random.jump();
  for (let roll = 0; roll < rolls; roll++) {
    const drawn = placeOf(ends, uniformFloat64(random) * total);
    counts[drawn] = (counts[drawn] ?? 0) + 1;
  }
  return counts;
}

/** The first place whose end is above a number; ends ascend, and a weight of zero has the end of the one before it. */
function placeOf(ends: readonly number[], number: number): number {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) > number) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The share of a weight in the sum of all: `33.3%`; empty without a sum or a weight. */
export function shareText(weight: unknown, sum: number): string {
  if (typeof weight !== 'number' || !(sum > 0)) return '';
  const percent = (100 * weight) / sum;
  const digits = percent !== 0 && percent < 0.1 ? String(Number(percent.toPrecision(2))) : percent.toFixed(1);
  return `${digits.replace(/\.0$/, '')}%`;
}
