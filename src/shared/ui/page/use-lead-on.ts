import { useNavigate } from 'react-router-dom';
import { useIsUnmounted } from '../hooks/use-is-unmounted.ts';

/** Leads to another page once the server has answered, unless this one was left while the answer was on its way. */
export function useLeadOn(): (to: string) => Promise<void> {
  const navigate = useNavigate();
  const isGone = useIsUnmounted();
  return async (to) => {
    if (!isGone.current) await navigate(to);
  };
}
