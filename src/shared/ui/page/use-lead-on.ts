import { useNavigate } from 'react-router-dom';
import { useIsGone } from '../use-is-gone.ts';

/** Leads to another page once the server has answered, unless this one was left while the answer was on its way. */
export function useLeadOn(): (to: string) => void {
  const navigate = useNavigate();
  const isGone = useIsGone();
  return (to) => {
    if (!isGone.current) void navigate(to);
  };
}
