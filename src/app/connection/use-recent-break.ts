import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Breaks } from '../context/breaks.ts';

/** How long a break is told, in milliseconds. */
const toldFor = 10_000;

/** True for a while after everything was loaded again because of a break. */
export function useRecentBreak({ subscribe, count }: Breaks): boolean {
  const breaks = useSyncExternalStore(subscribe, count);
  // A console that is mounted later shows what was loaded after it.
  const [told, setTold] = useState(breaks);
  useEffect(() => {
    const timer = setTimeout(() => setTold(breaks), toldFor);
    return () => clearTimeout(timer);
  }, [breaks]);
  return told !== breaks;
}
