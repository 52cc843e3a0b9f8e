import { useEffect, useState } from 'react';

/** How often the time is read, in milliseconds. */
const interval = 30_000;

/** The current time in milliseconds since 1970, for texts that count down; rerenders while it passes. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, []);
  return now;
}
