import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs work once for all requests that arrive before it begins, and never twice at a time: returns the function that requests it. `work`
 * runs again if it was requested since it began, or if it resolves to true; after an error only at the next request.
 */
export function coalesceWork(
  work: () => Promise<boolean>,
  {
    signal,
    onError,
    pause = () => 0,
  }: {
    signal: AbortSignal;
    onError: (error: unknown) => void;
    /** Milliseconds between two runs. */
    pause?: () => number;
  },
): () => void {
  let isBusy = false;
  let isRequested = false;
  const run = async () => {
    isBusy = true;
    try {
      while (isRequested && !signal.aborted) {
        isRequested = false;
        isRequested = (await work()) || isRequested;
        await sleep(pause(), undefined, { ref: false });
      }
    } catch (error) {
      onError(error);
    }
    isBusy = false;
  };
  return () => {
    isRequested = true;
    if (!isBusy) void run();
  };
}
