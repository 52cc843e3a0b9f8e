import { useNavigate } from 'react-router-dom';
import { useAfterUnmount } from '../../../shared/ui/hooks/use-after-unmount.ts';

/** Leads home; `forget` is called once the page is left. */
export type LeaveWorkspace = (forget: () => void) => void;

/** For the page itself, which is left: leads home whoever has no place on the settings of the workspace any more. */
export function useLeaveWorkspace(): LeaveWorkspace {
  const navigate = useNavigate();
  const afterUnmount = useAfterUnmount();
  return (forget) => {
    afterUnmount(forget);
    void navigate('/');
  };
}
