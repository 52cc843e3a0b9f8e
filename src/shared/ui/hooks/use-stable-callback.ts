import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Returns the same function in every render, which calls the newest `handle`, so that memoized children that receive it are
 * not rendered again. Must not be called during render. Unlike Mantine's `useCallbackRef` it is up to date before the paint. An effect
 * calls a `useEffectEvent` instead, which React does not allow to be passed on.
 */
export function useStableCallback<A extends unknown[], R>(handle: (...args: A) => R): (...args: A) => R {
  const latest = useRef(handle);
  // Before the paint, because users can click as soon as they see the page.
  useLayoutEffect(() => {
    latest.current = handle;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
