import { useRef } from 'react';

/**
 * Prevents concurrent runs of an async function: a button that is disabled during a call only is so from the next render on,
 * and a second click or Enter may come before it. If the function resolves to true, the page is being left, which stays
 * mounted for a moment longer: then no further run starts.
 */
export function useSingleRun<Args extends unknown[]>(work: (...args: Args) => Promise<boolean>) {
  const isClosed = useRef(false);
  const run = async (...args: Args): Promise<void> => {
    if (isClosed.current) return;
    isClosed.current = true;
    let isLeft = false;
    try {
      isLeft = await work(...args);
    } finally {
      isClosed.current = isLeft;
    }
  };
  return { run, isClosed: () => isClosed.current };
}
