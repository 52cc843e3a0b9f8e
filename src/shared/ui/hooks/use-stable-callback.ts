import { useCallback, useLayoutEffect, useRef } from 'react';

/** The same function in every rendering, which calls the newest `handle`: what gets it is not drawn again. Not to be called while rendering. */
export function useStableCallback<A extends unknown[]>(handle: (...args: A) => void): (...args: A) => void {
  const latest = useRef(handle);
  // Before the painting: who sees the page may click at once.
  useLayoutEffect(() => {
    latest.current = handle;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
