import type { Database } from '../../../core/database/database.ts';

/** How long the parts of a step took, in milliseconds. */
export interface StepTimes {
  /** Finding the change and storing its progress, which do not depend on the number of items. */
  bookkeeping: number;
  /** Changing the items. */
  changing: number;
}

export const initialStepSize = 20;
const maxStepSize = 2000;

/** The pace of a job that changes items, in milliseconds of work on them, and the share of a step's time that it pauses after it. */
interface Pace {
  step: number;
  pause: number;
}

const paces: Record<Database['kind'], Pace> = {
  // One connection: all calls wait for a step, and those of several statements are answered in the pauses.
  pglite: { step: 15, pause: 1 },
  // A save waits for a step only if its own item is in it. Shorter steps would mostly commit.
  postgres: { step: 30, pause: 0.1 },
};

/** How long the job leaves the database to other work after a step that took so long, in milliseconds. */
export const pauseAfter = (kind: Database['kind'], step: number): number => step * paces[kind].pause;

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
export function nextStepSize(size: number, { bookkeeping, changing }: StepTimes, kind: Database['kind']): number {
  const target = paces[kind].step + 2 * fixedCost * bookkeeping;
  const within = (milliseconds: number) => (size * milliseconds) / changing;
  const items = Math.max(within(target), Math.min(fewItems, within(fewMilliseconds)));
  return Math.max(1, Math.floor(Math.min(maxStepSize, 2 * size, items)));
}
