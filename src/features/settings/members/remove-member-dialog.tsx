import { Text } from '@mantine/core';
import type { Member } from '@quartermaster/contract/endpoints/people/members.ts';
import { useWorkspace } from '../../../shared/access/require-role.tsx';
import { useRemoveMember } from '../../../shared/data/people/members.ts';
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';
import type { LeaveWorkspace } from './use-leave-workspace.ts';

interface RemoveMemberDialogProps {
  opened: boolean;
  onClose: () => void;
  member: Member;
  /** True if the member is the signed-in user. */
  isSelf: boolean;
  leave: LeaveWorkspace;
  onClosed: () => void;
}

/** Asks for confirmation before a member is removed from the workspace. */
export function RemoveMemberDialog({ opened, onClose, member, isSelf, leave, onClosed }: RemoveMemberDialogProps) {
  const workspace = useWorkspace();
  const { mutateAsync, forget } = useRemoveMember(workspace.id, member.name);
  const remove = async () => {
    await mutateAsync(member.id);
    onClose();
    if (isSelf) leave(() => void forget('left'));
    else void forget('other');
  };
  return (
    <ConfirmDialog
      opened={opened}
      title="Remove member"
      message={
        <Text size="sm">
          {isSelf ? (
            'You are '
          ) : (
            <>
              <strong>{member.name}</strong> ({member.email}) is{' '}
            </>
          )}
          removed from <strong>{workspace.name}</strong>, and {isSelf ? 'lose your' : 'loses all'} roles in its projects
          at once. What {isSelf ? 'you have' : 'they have'} made stays.
        </Text>
      }
      confirmLabel="Yes, remove member"
      cancelLabel="No, keep member"
      danger
      onClosed={onClosed}
      onCancel={onClose}
      onConfirm={remove}
    />
  );
}
