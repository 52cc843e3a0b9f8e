import { useNavigate } from 'react-router-dom';
import { useIsUnmounted } from '../hooks/use-is-unmounted.ts';

/** Navigates to another page after a call, unless this page has been left in the meantime. */
export function useNavigateIfMounted(): (to: string) => Promise<void> {
  const navigate = useNavigate();
  const isGone = useIsUnmounted();
  return async (to) => {
    if (!isGone.current) await navigate(to);
  };
}
