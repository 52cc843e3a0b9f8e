import { useCallback, useEffect, useRef } from 'react';
import { useStableCallback } from '../../../../../shared/ui/hooks/use-stable-callback.ts';

/**
 * Returns a function that calls `handle` at once, and then at most once in `pause` milliseconds, with the newest value; values in between
 * are dropped.
 */
export function useNewest<T>(pause: number, handle: (value: T) => void): (value: T) => void {
  const newest = useRef<{ value: T }>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pass = useStableCallback(() => {
    timer.current = undefined;
    if (!newest.current) return;
    const { value } = newest.current;
    newest.current = undefined;
    timer.current = setTimeout(pass, pause);
    handle(value);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (value) => {
      newest.current = { value };
      if (timer.current === undefined) pass();
    },
    [pass],
  );
}
