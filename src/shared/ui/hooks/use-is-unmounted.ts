import { type RefObject, useEffect, useRef } from 'react';

/** True once the component has gone, for what goes on after a call that may outlive it. */
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
