import { paths } from '@quartermaster/contract/paths.ts';
import { useNavigate } from 'react-router-dom';
import { useLogout } from '../../../shared/data/accounts.ts';
import { useServices } from '../../../shared/services/services.ts';
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';

interface LogoutDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Asks for confirmation, signs out on the server, clears all data and navigates to sign-in. */
export function LogoutDialog({ opened, onClose }: LogoutDialogProps) {
  const { session, endSession } = useServices();
  const navigate = useNavigate();
  const logout = useLogout();
  const confirm = async () => {
    await logout.mutateAsync();
    // First, because sign-in redirects a signed-in user.
    session.end();
    await navigate(paths.signIn);
    endSession();
  };
  return (
    <ConfirmDialog
      opened={opened}
      title="Log out"
      message="Are you sure you want to log out?"
      confirmLabel="Yes, log out"
      cancelLabel="No, stay in the app"
      onCancel={onClose}
      onConfirm={confirm}
    />
  );
}
