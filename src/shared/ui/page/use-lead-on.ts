import { useNavigate } from 'react-router-dom';
import { useIsUnmounted } from '../hooks/use-is-unmounted.ts';

/** Navigates to another page after a call, unless this page has been left in the meantime. */
export function useLeadOn(): (to: string) => void {
  const navigate = useNavigate();
  const isGone = useIsUnmounted();
  return (to) => {
    if (!isGone.current) void navigate(to);
  };
}
