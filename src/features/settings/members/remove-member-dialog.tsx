import { Text } from '@mantine/core';
import type { Member } from '@quartermaster/contract/endpoints/members.ts';
import { useWorkspace } from '../../../shared/access/require-role.tsx';
import { useRemoveMember } from '../../../shared/data/members.ts';
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';
import type { LeaveWorkspace } from './use-leave-workspace.ts';

interface RemoveMemberDialogProps {
  opened: boolean;
  onClose: () => void;
  member: Member;
  /** True where the member is the caller. */
  isSelf: boolean;
  leave: LeaveWorkspace;
}

/** Asks before somebody is taken out of the workspace. */
export function RemoveMemberDialog({ opened, onClose, member, isSelf, leave }: RemoveMemberDialogProps) {
  const workspace = useWorkspace();
  const { mutateAsync, forget } = useRemoveMember(workspace.id);
  const remove = async () => {
    await mutateAsync(member.id);
    onClose();
    if (isSelf) leave(() => forget(true));
    else forget(false);
  };
  return (
    <ConfirmDialog
      opened={opened}
      title="Remove member"
      message={
        <Text size="sm">
          {isSelf ? 'You leave ' : `${member.name} (${member.email}) leaves `}
          <strong>{workspace.name}</strong>, and {isSelf ? 'lose your' : 'loses all'} roles in its projects at once.
          What {isSelf ? 'you have' : 'they have'} made stays.
        </Text>
      }
      confirmLabel="Yes, remove member"
      cancelLabel="No, keep member"
      danger
      onCancel={onClose}
      onConfirm={remove}
    />
  );
}
