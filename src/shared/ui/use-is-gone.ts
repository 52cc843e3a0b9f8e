import { type RefObject, useEffect, useRef } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router-dom';

/** True once the component has gone, for what goes on after a call that may outlive it. */
export function useIsGone(): RefObject<boolean> {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return isGone;
}

/**
 * Leads on after a save, as long as the component is there: whoever has left it meanwhile, perhaps for another instance,
 * is not taken away from where they are.
 */
export function useNavigateOn(): NavigateFunction {
  const navigate = useNavigate();
  const isGone = useIsGone();
  return ((...where: Parameters<NavigateFunction>) =>
    isGone.current ? undefined : navigate(...where)) as NavigateFunction;
}
