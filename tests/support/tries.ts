import { act, waitFor } from '@testing-library/react';
import { expect, onTestFinished, vi } from 'vitest';

/** How often a query is asked for before it has failed, the first time included. */
const allTries = 4;

/**
 * Gives a test a clock that it can put forward, from before its console is there. What it answers waits until a query has
 * been asked for as often as it ever is, and leaves out the pauses between: they get twice as long each time.
 */
export function startTries(): { untilLast: (tries: () => number) => Promise<void> } {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  return {
    untilLast: async (tries) => {
      for (let made = 1; made < allTries; made += 1) {
        await waitFor(() => expect(tries()).toBe(made));
        await act(() => vi.advanceTimersByTimeAsync(1000 * 2 ** (made - 1)));
      }
      await waitFor(() => expect(tries()).toBe(allTries));
    },
  };
}
