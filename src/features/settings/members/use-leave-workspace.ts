import { paths } from '@quartermaster/contract/paths.ts';
import { useNavigate } from 'react-router-dom';
import { useAfterUnmount } from '../../../shared/ui/hooks/use-after-unmount.ts';

/** Navigates home; `forget` is called once the page is left. */
export type LeaveWorkspace = (forget: () => void) => void;

/** Navigates home after access to the workspace's settings is lost. */
export function useLeaveWorkspace(): LeaveWorkspace {
  const navigate = useNavigate();
  const afterUnmount = useAfterUnmount();
  return (forget) => {
    afterUnmount(forget);
    void navigate(paths.home);
  };
}
