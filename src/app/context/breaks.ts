import type { LiveMessage } from '@quartermaster/contract/endpoints/live.ts';

/** Counts the breaks of a stream after which everything was loaded again. */
export interface Breaks {
  subscribe: (listener: () => void) => () => void;
  count: () => number;
}

/** A stream that never began has no break, and one that is blocked has only one, however often one asks instead. */
export function createBreaks() {
  const listeners = new Set<() => void>();
  let count = 0;
  let hasBegun = false;
  let isBroken = false;
  let isLoading = false;
  return {
    /** Called with each message of the stream. */
    note: ({ type }: LiveMessage) => {
      if (type === 'reset' && hasBegun && !isBroken) isLoading = true;
      isBroken = type === 'reset';
      hasBegun ||= type === 'hello';
    },
    /** Called once everything was loaded again. */
    loaded: () => {
      if (!isLoading) return;
      isLoading = false;
      count += 1;
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    count: () => count,
  };
}
