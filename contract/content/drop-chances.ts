import { type DropTables, sortTables } from './drop-nest.ts';

/** How likely a try ends in a result. */
export interface DropChance {
  /** The index of its node. */
  index: number;
  chance: number;
  /** The part of it in which the try is, or passes through, a target. */
  ofTarget: number;
}

/** How likely a try ends in each result of a nest, exactly. */
export interface DropChances {
  /** The most likely ones first. */
  results: readonly DropChance[];
  /** How likely a try is, or passes through, one of the targets. */
  target: number;
}

/**
 * The probability of each result of one try, which draws a row of the first table by its weight, and goes on in the table
 * that the row leads to. A target is a result, or a table that is passed through. Throws for tables that lead to themselves.
 */
export function dropChances(tables: DropTables, targets: ReadonlySet<number>): DropChances {
  const sorted = sortTables(tables);
  if ('cycle' in sorted) throw new Error('The tables lead to themselves');
  // The probability of each node, by whether a target was passed on the way.
  const before = new Float64Array(tables.length);
  const after = new Float64Array(tables.length);
  before[0] = 1;
  const results: DropChance[] = [];
  let target = 0;
  for (const index of sorted.order) {
    const isTarget = targets.has(index);
    const missed = isTarget ? 0 : (before[index] ?? 0);
    const hit = (after[index] ?? 0) + (isTarget ? (before[index] ?? 0) : 0);
    const rows = tables[index];
    if (!rows) {
      // Sums of shares may miss 1 by a rounding.
      results.push({ index, chance: Math.min(missed + hit, 1), ofTarget: Math.min(hit, 1) });
      target += hit;
      continue;
    }
    for (const [row, share] of sharesOf(rows).entries()) {
      const to = rows[row]?.to ?? 0;
      before[to] = (before[to] ?? 0) + missed * share;
      after[to] = (after[to] ?? 0) + hit * share;
    }
  }
  return { results: results.toSorted((a, b) => b.chance - a.chance), target: Math.min(target, 1) };
}

/** The share of each row in the sum of their weights. */
export function sharesOf(rows: readonly { weight: number }[]): number[] {
  const sum = rows.reduce((total, { weight }) => total + weight, 0);
  return rows.map(({ weight }) => weight / sum);
}
