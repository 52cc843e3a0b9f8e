import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { sharesOf } from './drop-chances.ts';
import { type DropTables, sortTables } from './drop-nest.ts';
import { triesUntil } from './drop-tries.ts';

/** What is rolled: the same input gives the same result everywhere. */
export interface RollInput {
  tables: DropTables;
  /** Any text. */
  seed: string;
  /** The indexes of results, and of tables that a try passes through. */
  targets: readonly number[];
  /** After so many tries less one without a target, the next one is drawn among those with one; `null` for never. */
  guarantee: number | null;
  /** The range of tries until the target that each entry of `waits` counts. */
  waitsBy: number;
}

/** What was rolled so far. */
export interface Rolled {
  tries: number;
  /** How often each node was the result of a try. */
  counts: number[];
  /** How often the target came, and the tries until it did. */
  hits: number;
  /** How often it took 1 to `waitsBy` tries, so many more, and so on; the last entry has all beyond. */
  waits: number[];
}

/** How many ranges of tries until the target are counted. */
const mostRanges = 40;

/** The ranges in which tries until a target are counted: up to the guarantee, or to what 999 of 1,000 players need. */
export const waitsBy = (target: number, guarantee: number | null): number =>
  Math.ceil(triesUntil(target, guarantee).within(0.999) / mostRanges);

/** A 32-bit number from a text (FNV-1a), so that any text can be a seed. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** A table as it is drawn from. */
interface Wheel {
  /** The sum of the weights up to each row. */
  ends: Float64Array;
  to: Int32Array;
}

/** The rolls of a seed, which go on with each call of `roll`. */
export function startRolls(input: RollInput): { roll: (tries: number) => void; result: Rolled } {
  const { tables } = input;
  const targets = new Set(input.targets);
  const guarantee = targets.size > 0 ? input.guarantee : null;
  const random = xoroshiro128plus(hashOf(input.seed));
  // Otherwise the first numbers of similar seeds would be similar.
  random.jump();
  const wheels = tables.map((rows) => rows && wheelOf(rows));
  // Drawn from until a target is reached, if the guarantee is due.
  const due = guarantee === null ? [] : wheelsToTargets(tables, targets);
  const isTarget = Uint8Array.from(tables, (_, index) => Number(targets.has(index)));
  const result: Rolled = {
    tries: 0,
    counts: tables.map(() => 0),
    hits: 0,
    waits: Array.from({ length: mostRanges + 1 }, () => 0),
  };
  let wait = 0;
  const draw = (isDue: boolean): boolean => {
    let index = 0;
    let hasTarget = false;
    for (;;) {
      const wheel = (isDue && !hasTarget ? due : wheels)[index];
      if (!wheel) break;
      const { ends, to } = wheel;
      index = to[rowAt(ends, uniformFloat64(random) * (ends[ends.length - 1] ?? 0))] ?? 0;
      hasTarget ||= isTarget[index] === 1;
    }
    result.counts[index] = (result.counts[index] ?? 0) + 1;
    return hasTarget;
  };
  const roll = (tries: number) => {
    for (let count = 0; count < tries; count++) {
      wait++;
      if (!draw(wait === guarantee)) continue;
      const range = Math.min(Math.floor((wait - 1) / input.waitsBy), mostRanges);
      result.waits[range] = (result.waits[range] ?? 0) + 1;
      result.hits++;
      wait = 0;
    }
    result.tries += tries;
  };
  return { roll, result };
}

/** The result of so many rolls at once. */
export function rollDrops(input: RollInput, tries: number): Rolled {
  const rolls = startRolls(input);
  rolls.roll(tries);
  return rolls.result;
}

function wheelOf(rows: readonly { weight: number; to: number }[]): Wheel {
  const ends = new Float64Array(rows.length);
  let sum = 0;
  for (const [index, { weight }] of rows.entries()) {
    sum += weight;
    ends[index] = sum;
  }
  return { ends, to: Int32Array.from(rows, ({ to }) => to) };
}

/** The tables with the weights of the draws that reach a target; no row without one is drawn. */
function wheelsToTargets(tables: DropTables, targets: ReadonlySet<number>): (Wheel | null)[] {
  const sorted = sortTables(tables);
  const reach = new Float64Array(tables.length);
  const wheels: (Wheel | null)[] = tables.map(() => null);
  for (const index of 'order' in sorted ? sorted.order.toReversed() : []) {
    const rows = tables[index];
    if (!rows) {
      reach[index] = targets.has(index) ? 1 : 0;
      continue;
    }
    const shares = sharesOf(rows);
    const wheel = wheelOf(rows.map(({ to }, row) => ({ weight: (shares[row] ?? 0) * (reach[to] ?? 0), to })));
    wheels[index] = wheel;
    reach[index] = targets.has(index) ? 1 : (wheel.ends.at(-1) ?? 0);
  }
  return wheels;
}

/** The first row whose end is above a number; ends ascend, and a weight of zero has the end of the one before it. */
function rowAt(ends: Float64Array, number: number): number {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) > number) high = middle;
    else low = middle + 1;
  }
  return low;
}
