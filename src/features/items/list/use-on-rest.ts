import { useCallback, useEffect, useRef } from 'react';

/** How long, in milliseconds, a pointer must rest on an element before a click seems likely. */
const rest = 80;

/** Calls `act` for the last element that the pointer entered, once it rests there; elements that it only passes over cost nothing. */
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
