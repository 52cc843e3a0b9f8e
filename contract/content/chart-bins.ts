import { localMoment, type OffsetAt } from '../time-zone.ts';

/** Limits of a chart. */
export const chartLimits = {
  /** Items that a list may have. */
  items: 100_000,
  /** Bins of numbers. */
  bins: 60,
  /** Bins of dates and times. */
  moments: 400,
  /** Points of a sample. */
  points: 2000,
  /** Listed items with the largest changes. */
  movers: 10,
  /** Numbers that a change set may give a field. */
  changed: 1_000_000,
} as const;

/** The widths of bins within a power of ten: 1, 2, 2.5 and 5, in tenths. */
const tenths = [10n, 20n, 25n, 50n] as const;

/** Digits between the largest number and the width of a bin: a double has 15, so edges stay different and exact. */
const significantDigits = 12;
/** The power of ten of the narrowest bins: an edge far below would be rounded to 0, as doubles end at 5e-324. */
const leastExponent = -300;

/**
 * The edges of bins of equal width that hold all numbers from `min` to `max`, at most `most` bins. Bins of whole numbers have a whole
 * width. The last bin includes its end.
 */
export function edgesOf(min: number, max: number, most: number, isWhole = false): number[] {
  const largest = exponentOf(Math.max(Math.abs(min), Math.abs(max)));
  // A single number is in a bin as wide as its first digit, at least 1. Divided first, as the difference can be infinite.
  const width = min === max ? Math.max(largest, 0) : exponentOf(max / most - min / most);
  const least = isWhole ? 0 : Math.max(leastExponent, largest - significantDigits);
  for (let exponent = Math.max(least, isWhole && min === max ? 0 : width); ; exponent += 1) {
    for (const tenth of tenths) {
      if (isWhole && exponent === 0 && tenth === 25n) continue;
      const edges = edgesBy({ tenth, exponent }, { min, max, isPast: isWhole || min === max }, most);
      if (edges) return edges;
    }
  }
}

/** The power of ten of a number's first digit. */
const exponentOf = (value: number): number => (value > 0 ? Math.floor(Math.log10(value)) : leastExponent);

interface Width {
  tenth: bigint;
  exponent: number;
}

/** The edges by a width; undefined if these are too many bins. With `isPast`, the last edge is not `max` itself. */
function edgesBy(
  { tenth, exponent }: Width,
  { min, max, isPast }: { min: number; max: number; isPast: boolean },
  most: number,
): number[] | undefined {
  // Read from its decimal digits, an edge is 0.3 and not 0.30000000000000004.
  const edgeAt = (index: bigint): number => Number(`${index * tenth}e${exponent - 1}`);
  const binOf = (value: number): bigint => {
    let index = BigInt(Math.floor(value / edgeAt(1n)));
    while (edgeAt(index) > value) index -= 1n;
    while (edgeAt(index + 1n) <= value) index += 1n;
    return index;
  };
  const [first, last] = [binOf(min), binOf(max)];
  const end = isPast || edgeAt(last) < max ? last + 1n : last;
  const bins = Number(end - first);
  if (bins > most) return undefined;
  return Array.from({ length: bins + 1 }, (_, index) => inDoubles(edgeAt(first + BigInt(index))));
}

/** The nearest number that is finite. */
export const inDoubles = (value: number): number => Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE);

/** The units of bins of moments. */
export const momentUnits = ['hour', 'day', 'month', 'year'] as const;
export type MomentUnit = (typeof momentUnits)[number];

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const yearSteps = [1, 5, 50] as const;

/** The first and the last moment that a value can be, in milliseconds since 1970. */
const bounds = { first: Date.parse('0001-01-01T00:00:00Z'), last: Date.parse('9999-12-31T23:59:59Z') };
/** Between them, time zones have offsets that can be computed. */
const zoned = { first: Date.parse('0101-01-01T00:00:00Z'), last: bounds.last - 2 * day };

/**
 * The edges of bins of moments, in milliseconds since 1970: hours, days, months or years of the clocks that `offsetAt` describes, the
 * shortest of which at most `most` hold all moments from `min` to `max`. The last edge is after `max`, unless no moment is.
 */
export function momentEdgesOf(
  min: number,
  max: number,
  most: number,
  offsetAt: OffsetAt,
): { unit: MomentUnit; edges: number[] } {
  const clock: OffsetAt = (moment) => offsetAt(Math.min(Math.max(moment, zoned.first), zoned.last));
  for (const { unit, step } of steps) {
    const edges = edgesFrom(max, most, unit === 'hour' ? hourEdges(min, clock) : dateEdges(min, unit, step, clock));
    if (edges) return { unit, edges };
  }
  throw new Error(`No ${most} bins have all moments from ${min} to ${max}.`);
}

const steps: readonly { unit: MomentUnit; step: number }[] = [
  { unit: 'hour', step: 1 },
  { unit: 'day', step: 1 },
  { unit: 'month', step: 1 },
  ...yearSteps.map((step) => ({ unit: 'year' as const, step })),
];

/** The edges up to the first one after `max`; undefined if there are more than `most` bins. */
function edgesFrom(max: number, most: number, edgeAt: (index: number) => number): number[] | undefined {
  const edges = [Math.max(edgeAt(0), bounds.first)];
  while (edges.length <= most) {
    const edge = edgeAt(edges.length);
    edges.push(Math.min(edge, bounds.last));
    if (edge > max || edge >= bounds.last) return edges;
  }
  return undefined;
}

/** The hours from that of a moment on: each as long as an hour, also where clocks are changed. */
function hourEdges(moment: number, clock: OffsetAt): (index: number) => number {
  const local = moment + clock(moment) * minute;
  const start = moment - (local - Math.floor(local / hour) * hour);
  return (index) => start + index * hour;
}

/** The first moments of days, months or years from those of a moment on. */
function dateEdges(moment: number, unit: MomentUnit, step: number, clock: OffsetAt): (index: number) => number {
  const local = new Date(moment + clock(moment) * minute);
  const [year, month, date] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  const dateAt = (index: number): [year: number, month: number, date: number] => {
    if (unit === 'day') return [year, month, date + index];
    if (unit === 'month') return [year, month + index, 1];
    return [(Math.floor(year / step) + index) * step, 0, 1];
  };
  // `Date.UTC` reads the years 0 to 99 as those from 1900 on.
  return (index) => localMoment(new Date(0).setUTCFullYear(...dateAt(index)), clock);
}
