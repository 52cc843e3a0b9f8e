import { Text } from '@mantine/core';
import type { ProjectMember } from '@quartermaster/contract/endpoints/people/project-members.ts';
import { useProject } from '../../../../shared/access/require-role.tsx';
import { useRemoveFromProject } from '../../../../shared/data/people/project-members.ts';
import { ConfirmDialog } from '../../../../shared/ui/dialog/confirm-dialog.tsx';
import { environmentLabel } from '../../../../shared/ui/env-badge.tsx';
import { useProjectScope } from './use-project-scope.ts';

interface RemoveFromProjectDialogProps {
  opened: boolean;
  onClose: () => void;
  member: ProjectMember;
  onClosed: () => void;
}

/** Asks for confirmation before a member loses all roles in the project. */
export function RemoveFromProjectDialog({ opened, onClose, member, onClosed }: RemoveFromProjectDialogProps) {
  const { mutateAsync } = useRemoveFromProject(useProjectScope());
  const { name } = useProject();
  const remove = async () => {
    await mutateAsync(member.id);
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      title="Remove from project"
      message={
        <Text size="sm">
          {member.name} ({member.email}) loses all roles in <strong>{name}</strong> at once:{' '}
          {member.environments.map(environmentLabel).join(', ')}. They stay in the workspace, and what they have made
          stays.
        </Text>
      }
      confirmLabel="Yes, remove from project"
      cancelLabel="No, keep member"
      danger
      onClosed={onClosed}
      onCancel={onClose}
      onConfirm={remove}
    />
  );
}
