import { useRef } from 'react';

/**
 * Work of which no second run begins before the first has ended: a button that is out of use while something is sent is so from
 * the next drawing on, and a second click or Enter may come before it. The work answers true where its page is being left, which
 * is drawn for a moment longer: then no run begins any more.
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
