/** The current time; tests can replace it. */
export interface Clock {
  now: () => Date;
}

/** The system clock. */
export const systemClock: Clock = { now: () => new Date() };
