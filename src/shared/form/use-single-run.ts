import { useRef } from 'react';

/**
 * Prevents concurrent runs of an async function: a button that is disabled during a call only is so from the next render on,
 * and a second click or Enter may come before it. If the function resolves to true, the page is being left, which stays
 * mounted for a moment longer: then no further run starts. A call during a run returns the promise of that run.
 */
export function useSingleRun<Args extends unknown[]>(work: (...args: Args) => Promise<boolean>) {
  const current = useRef<Promise<void>>(undefined);
  const start = async (...args: Args): Promise<void> => {
    let isLeaving = false;
    try {
      isLeaving = await work(...args);
    } finally {
      if (!isLeaving) current.current = undefined;
    }
  };
  const run = (...args: Args): Promise<void> => {
    current.current ??= start(...args);
    return current.current;
  };
  return {
    run,
    isClosed: () => current.current !== undefined,
    /** Resolves once the current run has ended, however it ends. */
    settled: () => Promise.allSettled([current.current]),
  };
}
