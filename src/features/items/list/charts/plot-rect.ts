import { type PlotRange, shareOf, valueAt } from '../../../../shared/charts/plot-range.ts';

/** A part of a plot; without `y`, it has its full height. */
export interface PlotRect {
  x: PlotRange;
  y?: PlotRange | undefined;
}

/** A place in a plot, in shares of its width and height, from the lower left. */
export interface PlotSpot {
  x: number;
  y: number;
}

/** The least share of an axis that arrow keys move by. */
const step = 1 / 20;

/** The rectangle between two places. */
export const rectBetween = (one: PlotSpot, other: PlotSpot, within: PlotRect): PlotRect => ({
  x: rangeBetween(one.x, other.x, within.x),
  ...(within.y && { y: rangeBetween(one.y, other.y, within.y) }),
});

const rangeBetween = (one: number, other: number, range: PlotRange): PlotRange => {
  const [low, high] = [one, other].map((share) => Math.min(1, Math.max(0, share))).sort((a, b) => a - b);
  return { min: valueAt(range, low ?? 0), max: valueAt(range, high ?? 1) };
};

/** A rectangle at another place, as large as it is. */
export const rectMoved = (rect: PlotRect, by: PlotSpot, within: PlotRect): PlotRect => ({
  x: rangeMoved(rect.x, by.x, within.x),
  ...(rect.y && within.y && { y: rangeMoved(rect.y, by.y, within.y) }),
});

function rangeMoved(range: PlotRange, by: number, within: PlotRange): PlotRange {
  const [low, high] = [shareOf(within, range.min), shareOf(within, range.max)];
  const bounded = Math.min(Math.max(by, Math.min(0, -low)), Math.max(0, 1 - high));
  return { min: valueAt(within, low + bounded), max: valueAt(within, high + bounded) };
}

/** A rectangle that is larger at one side. */
export const rectWidened = (rect: PlotRect, by: PlotSpot, within: PlotRect): PlotRect => ({
  x: rangeWidened(rect.x, by.x, within.x),
  ...(rect.y && within.y && { y: rangeWidened(rect.y, by.y, within.y) }),
});

function rangeWidened({ min, max }: PlotRange, by: number, within: PlotRange): PlotRange {
  if (by < 0) return { min: valueAt(within, Math.max(0, shareOf(within, min) + by)), max };
  return { min, max: valueAt(within, Math.min(1, shareOf(within, max) + by)) };
}

/** The rectangle around what is at one place. */
export const rectAround = (rect: PlotRect, within: PlotRect): PlotRect => ({
  x: rangeAround(rect.x, within.x),
  ...(rect.y && within.y && { y: rangeAround(rect.y, within.y) }),
});

const rangeAround = (range: PlotRange, within: PlotRange): PlotRange =>
  range.min < range.max ? range : rangeWidened(rangeWidened(range, -step / 2, within), step / 2, within);

/** How far an arrow key goes; undefined for other keys and, where there is no height to move in, for up and down. */
export function stepOf(key: string, hasHeight: boolean, width = step): PlotSpot | undefined {
  const x = { ArrowLeft: -width, ArrowRight: width }[key];
  if (x !== undefined) return { x, y: 0 };
  const y = { ArrowUp: step, ArrowDown: -step }[key];
  return y !== undefined && hasHeight ? { x: 0, y } : undefined;
}

/** True if a rectangle contains a place, edges included. */
export const isInRect = ({ x, y }: PlotRect, at: { x: number; y: number }): boolean =>
  at.x >= x.min && at.x <= x.max && (!y || (at.y >= y.min && at.y <= y.max));

/** A rectangle as the insets of an element, in percent. */
export function insetOf(rect: PlotRect, within: PlotRect): string {
  const percent = (share: number) => `${Math.min(100, Math.max(0, share * 100))}%`;
  const side = (range: PlotRange | undefined, around: PlotRange | undefined) =>
    range && around ? [shareOf(around, range.min), 1 - shareOf(around, range.max)] : [0, 0];
  const [left = 0, right = 0] = side(rect.x, within.x);
  const [bottom = 0, top = 0] = side(rect.y, within.y);
  return [top, right, bottom, left].map(percent).join(' ');
}
