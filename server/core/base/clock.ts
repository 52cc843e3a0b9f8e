/** The time, so that a test can move it. */
export interface Clock {
  now: () => Date;
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => new Date() };
