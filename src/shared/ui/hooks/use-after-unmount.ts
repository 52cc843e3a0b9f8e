import { useEffect, useRef } from 'react';
import { useIsUnmounted } from './use-is-unmounted.ts';

/**
 * Puts something off until this part is gone, or does it at once where it is gone already: what is about to be left is still
 * drawn for a while, and must not learn that what it shows is no longer there.
 */
export function useAfterUnmount(): (act: () => void) => void {
  const isGone = useIsUnmounted();
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
