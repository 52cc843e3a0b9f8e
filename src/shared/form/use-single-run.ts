import { useRef } from 'react';

/**
 * The same work, of which no second run begins before the first has ended. A button that is out of use while something is sent
 * is so from the next drawing on; a second click or Enter may come before it.
 */
export function useSingleRun<Args extends unknown[]>(work: (...args: Args) => Promise<void>) {
  const isRunning = useRef(false);
  return async (...args: Args): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await work(...args);
    } finally {
      isRunning.current = false;
    }
  };
}
