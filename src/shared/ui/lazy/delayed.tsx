import { type ReactNode, useEffect, useState } from 'react';

/** Milliseconds before a loading state is shown; anything faster needs none. */
const timeout = 200;

/** True once `isPending` has lasted for 200 ms or the given time. */
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

/** Shows its children (a skeleton) after 200 ms; reserves their space from the start. */
export function Delayed({ children }: { children: ReactNode }) {
  const isLate = useDelayed(true);
  return <div style={isLate ? undefined : { visibility: 'hidden' }}>{children}</div>;
}
