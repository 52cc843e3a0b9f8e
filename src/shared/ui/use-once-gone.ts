import { useEffect, useRef } from 'react';
import { useIsGone } from './use-is-gone.ts';

/**
 * Puts something off until this part is gone, or does it at once where it is gone already: what is about to be left is still
 * drawn for a while, and must not learn that what it shows is no longer there.
 */
export function useOnceGone(): (act: () => void) => void {
  const isGone = useIsGone();
  const later = useRef<(() => void)[]>([]);
  useEffect(() => {
    const acts = later.current;
    return () => {
      for (const act of acts.splice(0)) act();
    };
  }, []);
  return (act) => {
    if (isGone.current) act();
    else later.current.push(act);
  };
}
