import { Text } from '@mantine/core';
import type { Invitation } from '@quartermaster/contract/endpoints/people/members.ts';
import { useWorkspace } from '../../../shared/access/require-role.tsx';
import { useWithdrawInvitation } from '../../../shared/data/people/members.ts';
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';

interface WithdrawDialogProps {
  opened: boolean;
  onClose: () => void;
  invitation: Invitation;
  onClosed: () => void;
}

/** Asks for confirmation before an invitation is withdrawn. */
export function WithdrawDialog({ opened, onClose, invitation, onClosed }: WithdrawDialogProps) {
  const { mutateAsync } = useWithdrawInvitation(useWorkspace().id);
  const withdraw = async () => {
    await mutateAsync(invitation.id);
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      title="Withdraw invitation"
      message={
        <Text size="sm">
          The link that <strong>{invitation.email}</strong> was mailed stops working
          {invitation.is_expired ? '.' : ', and the seat is free again.'}
        </Text>
      }
      confirmLabel="Yes, withdraw invitation"
      cancelLabel="No, keep invitation"
      danger
      onClosed={onClosed}
      onCancel={onClose}
      onConfirm={withdraw}
    />
  );
}
