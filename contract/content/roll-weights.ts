import { drawnWeight } from './drop-rows.ts';
import { rollDrops } from './roll-drops.ts';

/**
 * How often each of the weights is drawn in a number of rolls; the same for the same weights and seed. Without any
 * weight above zero, nothing is drawn.
 */
export function rollWeights(weights: readonly unknown[], rolls: number, seed: string): number[] {
  const rows = weights.flatMap((value, index) => {
    const weight = drawnWeight(value);
    return weight > 0 ? [{ weight, to: index + 1 }] : [];
  });
  if (rows.length === 0) return weights.map(() => 0);
  const tables = [rows, ...weights.map(() => null)];
  return rollDrops({ tables, seed, targets: [], guarantee: null, waitsBy: 1 }, rolls).counts.slice(1);
}
