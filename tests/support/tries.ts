import { act, waitFor } from '@testing-library/react';
import { expect, onTestFinished, vi } from 'vitest';

/** How many times a query is tried until it fails, including the first. */
const allTries = 4;

/**
 * Gives a test a clock that it can advance, installed before its console is mounted. The returned function waits
 * until a query has used all of its tries, and skips the delays between them, which double each time.
 */
export function startTries(): { untilLast: (tries: () => number) => Promise<void> } {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  return {
    untilLast: async (tries) => {
      for (let made = 1; made < allTries; made += 1) {
        // The clock also advances by itself: on a busy machine the next try may have begun.
        await waitFor(() => expect(tries()).toBeGreaterThanOrEqual(made));
        await act(() => vi.advanceTimersByTimeAsync(1000 * 2 ** (made - 1)));
      }
      await waitFor(() => expect(tries()).toBe(allTries));
    },
  };
}
