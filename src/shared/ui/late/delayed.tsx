import { type ReactNode, useEffect, useState } from 'react';

/** Milliseconds before anything is shown that says "loading": what is quicker needs no word. */
const patience = 200;

/** True once `isPending` has lasted long enough to be worth showing: 200 ms, or as many as are given. */
export function useDelayed(isPending: boolean, milliseconds = patience): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setLate(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isPending, milliseconds]);
  return isPending && isLate;
}

/** Shows its children (a skeleton) only when the wait is longer than 200 ms; keeps their place from the start. */
export function Delayed({ children }: { children: ReactNode }) {
  const isLate = useDelayed(true);
  return <div style={isLate ? undefined : { visibility: 'hidden' }}>{children}</div>;
}
