import { useNavigate } from 'react-router-dom';
import { useIsUnmounted } from '../hooks/use-is-unmounted.ts';

/** Leads to another page once the server has answered, unless this one was left while the answer was on its way. */
export function useLeadOn(): (to: string) => void {
  const navigate = useNavigate();
  const isGone = useIsUnmounted();
  return (to) => {
    if (!isGone.current) void navigate(to);
  };
}
