import { inDoubles } from '@quartermaster/contract/content/chart-bins.ts';

/** A range of values on an axis. */
export interface PlotRange {
  min: number;
  max: number;
}

/** The share of a range that is below a value; outside of the range, below 0 or above 1. Halves, as the difference of two numbers can be infinite. */
export const shareOf = ({ min, max }: PlotRange, value: number): number => (value / 2 - min / 2) / (max / 2 - min / 2);

/** The value at a share of a range. */
export const valueAt = ({ min, max }: PlotRange, share: number): number => min * (1 - share) + max * share;

/** A range with room at both ends, so that what is drawn at them is complete; a single value is in its middle. */
export function withRoom({ min, max }: PlotRange, by = 0.04): PlotRange {
  const room = min === max ? Math.abs(min) / 10 || 1 : max * by - min * by || 1;
  return { min: inDoubles(min - room), max: inDoubles(max + room) };
}
