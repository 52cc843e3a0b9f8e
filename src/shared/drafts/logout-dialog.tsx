import { Text } from '@mantine/core';
import { paths } from '@quartermaster/contract/paths.ts';
import { useNavigate } from 'react-router-dom';
import { useLogout } from '../data/accounts.ts';
import { useServices } from '../services/services.ts';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { hasDrafts } from './stored-drafts.ts';

interface LogoutDialogProps {
  opened: boolean;
  onClose: () => void;
}

const warning = 'This browser has unsaved changes, here or in another tab. Logging out discards them.';

/** Asks for confirmation, with a warning if this or another tab has unsaved changes; signs out on the server, clears all data and navigates to sign-in. */
export function LogoutDialog({ opened, onClose }: LogoutDialogProps) {
  const { session, endSession, unsavedChanges } = useServices();
  const navigate = useNavigate();
  const logout = useLogout();
  const confirm = async () => {
    await logout.mutateAsync();
    // First, because sign-in redirects a signed-in user.
    session.end();
    await navigate(paths.signIn);
    endSession();
  };
  const isLosing = opened && (unsavedChanges.isDirty() || hasDrafts());
  return (
    <ConfirmDialog
      opened={opened}
      title="Log out"
      message="Are you sure you want to log out?"
      notice={
        isLosing && (
          <Text size="sm" fw={600}>
            {warning}
          </Text>
        )
      }
      startsOn={isLosing ? 'cancel' : 'confirm'}
      confirmLabel="Yes, log out"
      cancelLabel="No, stay in the app"
      onCancel={onClose}
      onConfirm={confirm}
    />
  );
}
