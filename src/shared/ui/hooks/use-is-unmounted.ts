import { type RefObject, useEffect, useRef } from 'react';

/** True once the component is unmounted, for code that continues after a call. */
export function useIsUnmounted(): RefObject<boolean> {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return isGone;
}
