import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Work that is done once for all who ask for it while it has not begun: returns the function that asks. `work` runs again if somebody has
 * asked since it began, or it resolves to true; after an error only once somebody asks again.
 */
export function askedWork(
  work: () => Promise<boolean>,
  {
    signal,
    onError,
    pause = () => 0,
  }: {
    signal: AbortSignal;
    onError: (error: unknown) => void;
    /** Milliseconds until it may begin again. */
    pause?: () => number;
  },
): () => void {
  let isBusy = false;
  let isAsked = false;
  const run = async () => {
    isBusy = true;
    try {
      while (isAsked && !signal.aborted) {
        isAsked = false;
        isAsked = (await work()) || isAsked;
        await sleep(pause(), undefined, { ref: false });
      }
    } catch (error) {
      onError(error);
    }
    isBusy = false;
  };
  return () => {
    isAsked = true;
    if (!isBusy) void run();
  };
}
