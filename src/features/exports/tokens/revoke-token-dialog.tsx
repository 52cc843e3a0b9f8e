import type { ProjectToken } from '@quartermaster/contract/endpoints/project-tokens.ts';
import { useRevokeProjectToken } from '../../../shared/data/project-tokens.ts';
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';

interface RevokeTokenDialogProps {
  opened: boolean;
  instanceId: number;
  token: ProjectToken;
  onClose: () => void;
  onRevoked: () => void;
  /** Called after closing, once focus is restored. */
  onClosed: () => void;
}

/** Confirms that a token is revoked. */
export function RevokeTokenDialog(props: RevokeTokenDialogProps) {
  const { opened, instanceId, token, onClose, onRevoked, onClosed } = props;
  const { mutateAsync } = useRevokeProjectToken(instanceId);
  const revoke = async () => {
    await mutateAsync(token.id);
    onRevoked();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      title="Revoke token"
      message={`Calls with ${token.name} are refused from now on, in ${token.environments.join(', ')}. Histories keep its name.`}
      confirmLabel="Yes, revoke token"
      cancelLabel="Cancel"
      danger
      onCancel={onClose}
      onConfirm={revoke}
      onClosed={onClosed}
    />
  );
}
