/** How long the parts of a step took, in milliseconds. */
export interface StepTimes {
  /** Finding the change and storing its progress, which do not depend on the number of items. */
  bookkeeping: number;
  /** Changing the items. */
  changing: number;
}

export const initialStepSize = 20;
const maxStepSize = 2000;

/**
 * Target duration of the work on items in a step, in milliseconds: saves of its items, and on the embedded database all
 * calls, wait that long.
 */
const stepMilliseconds = 15;

/** The statements that change items have a fixed cost, too: at most this many times the cost of bookkeeping. */
const fixedCost = 3;

/**
 * A step does not get smaller than this while its items take less than `fewMilliseconds`: on a busy machine most of the
 * time of a small step is waiting for a processor, which no smaller step would shorten.
 */
const fewItems = 10;
const fewMilliseconds = 250;

/**
 * The number of items in the next step. The slower the database is at bookkeeping, the longer a step may take: if its
 * fixed cost alone exceeds the target, smaller steps would only multiply it.
 */
export function nextStepSize(size: number, { bookkeeping, changing }: StepTimes): number {
  const target = stepMilliseconds + 2 * fixedCost * bookkeeping;
  const within = (milliseconds: number) => (size * milliseconds) / changing;
  const items = Math.max(within(target), Math.min(fewItems, within(fewMilliseconds)));
  return Math.max(1, Math.floor(Math.min(maxStepSize, 2 * size, items)));
}
