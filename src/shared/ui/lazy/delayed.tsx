import { type ReactNode, useEffect, useState } from 'react';

/** Milliseconds before anything is shown that says "loading": what is quicker needs no word. */
const timeout = 200;

/** True once `isPending` has lasted long enough to be worth showing: 200 ms, or as many as are given. */
export function useDelayed(isPending: boolean, milliseconds = timeout): boolean {
  const [isLate, setDelayed] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setDelayed(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setDelayed(false);
    };
  }, [isPending, milliseconds]);
  return isPending && isLate;
}

/** Shows its children (a skeleton) only when the wait is longer than 200 ms; keeps their place from the start. */
export function Delayed({ children }: { children: ReactNode }) {
  const isLate = useDelayed(true);
  return <div style={isLate ? undefined : { visibility: 'hidden' }}>{children}</div>;
}
