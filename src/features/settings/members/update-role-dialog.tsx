import { Text } from '@mantine/core';
import { type WorkspaceRole, workspaceRoleOf } from '@quartermaster/contract/access.ts';
import type { Member } from '@quartermaster/contract/endpoints/people/members.ts';
import { updateRoleRule } from '@quartermaster/contract/rules/people/member.ts';
import type { InferType } from 'yup';
import { useWorkspace } from '../../../shared/access/require-role.tsx';
import { useUpdateRole } from '../../../shared/data/people/members.ts';
import { useRuleForm } from '../../../shared/form/use-rule-form.ts';
import { DialogForm, FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { RoleChoice } from './role-choice.tsx';
import type { LeaveWorkspace } from './use-leave-workspace.ts';
import { useAssignableRoles } from './use-powers.ts';

interface UpdateRoleDialogProps {
  opened: boolean;
  onClose: () => void;
  member: Member | null;
  /** True if the member is the signed-in user. */
  isSelf: boolean;
  leave: LeaveWorkspace;
  onClosed: () => void;
}

/** Changes a member's role in the workspace. */
export const UpdateRoleDialog = ({ opened, member, onClosed, ...form }: UpdateRoleDialogProps) => (
  <FormDialog opened={opened} onClose={form.onClose} title="Update role" onClosed={onClosed}>
    {member && <UpdateRoleForm member={member} {...form} />}
  </FormDialog>
);

function UpdateRoleForm({
  member,
  isSelf,
  leave,
  onClose,
}: Omit<UpdateRoleDialogProps, 'opened' | 'onClosed'> & { member: Member }) {
  const { mutateAsync, forgetLeft } = useUpdateRole(useWorkspace().id, member.name);
  const assignable = useAssignableRoles();
  const role = workspaceRoleOf(member.role_id);
  // A role that the user cannot give, such as owner on Starter, has to be chosen again.
  const current = assignable.includes(role) ? { role_id: member.role_id } : {};
  const form = useRuleForm<InferType<typeof updateRoleRule>, WorkspaceRole>(updateRoleRule, {
    defaultValues: current,
    onSubmit: async ({ role_id }) => {
      await mutateAsync({ member_id: member.id, role_id });
      return workspaceRoleOf(role_id);
    },
    onSaved: (next) => {
      onClose();
      if (isSelf && next === 'member') leave(forgetLeft);
    },
  });
  return (
    <DialogForm onSubmit={form.submit} onCancel={onClose} submitLabel="Update role" isSubmitting={form.isSubmitting}>
      <ErrorCallout error={form.error} />
      <Text size="sm">
        <strong>{member.name}</strong> ({member.email}){isSelf && '. This is you: your own rights change at once.'}
      </Text>
      <RoleChoice
        isFirst
        roles={assignable}
        value={form.watch('role_id') as number | undefined}
        onChange={(next) => form.setValue('role_id', next, { shouldDirty: true, shouldValidate: true })}
        error={form.errors.role_id?.message}
      />
    </DialogForm>
  );
}
