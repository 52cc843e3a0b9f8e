import { useEffect, useRef } from 'react';
import { useIsUnmounted } from './use-is-unmounted.ts';

/**
 * Defers a callback until this component is unmounted, or runs it at once if it already is: a page that is about to be left
 * stays rendered for a moment and must not see that its data has been removed.
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
