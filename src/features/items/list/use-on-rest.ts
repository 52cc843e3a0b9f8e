import { useCallback, useEffect, useRef } from 'react';

/** Milliseconds for which a pointer rests on what its owner may be about to click. */
const rest = 80;

/** Calls `act` for the last thing that the pointer came to, once it rests there; what it only passes over costs nothing. */
export function useOnRest<T>(act: (thing: T) => void): (thing: T) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback((thing: T) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(thing), rest);
  }, []);
}
