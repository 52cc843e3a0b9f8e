import { Text, TextInput } from '@mantine/core';
import { invitationDays } from '@quartermaster/contract/endpoints/people/members.ts';
import { inviteRule } from '@quartermaster/contract/rules/people/member.ts';
import type { InferType } from 'yup';
import { useWorkspace } from '../../../shared/access/require-role.tsx';
import { useInviteMember } from '../../../shared/data/people/members.ts';
import { useRuleForm } from '../../../shared/form/use-rule-form.ts';
import { DialogForm, FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { RoleChoice } from './role-choice.tsx';
import { useAssignableRoles } from './use-powers.ts';

interface InviteDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Invites a person to the workspace by email. */
export const InviteDialog = ({ opened, onClose }: InviteDialogProps) => (
  <FormDialog opened={opened} onClose={onClose} title="Invite member">
    <InviteForm onClose={onClose} />
  </FormDialog>
);

function InviteForm({ onClose }: { onClose: () => void }) {
  const invite = useInviteMember(useWorkspace().id);
  const form = useRuleForm<InferType<typeof inviteRule>>(inviteRule, {
    defaultValues: { email: '' },
    onSubmit: (values) => invite.mutateAsync(values),
    onSaved: onClose,
  });
  const { register, submit, errors, error, isSubmitting } = form;
  return (
    <DialogForm onSubmit={submit} onCancel={onClose} submitLabel="Send invitation" isSubmitting={isSubmitting}>
      <ErrorCallout error={error} />
      <TextInput
        label="Email"
        type="email"
        withAsterisk
        autoComplete="off"
        data-autofocus
        error={errors.email?.message}
        {...register('email')}
      />
      <RoleChoice
        roles={useAssignableRoles()}
        value={form.watch('role_id') as number | undefined}
        onChange={(role) => form.setValue('role_id', role, { shouldDirty: true, shouldValidate: true })}
        error={errors.role_id?.message}
      />
      <Text size="sm" c="dimmed">
        The email has a link that works for {invitationDays} days. Until then the invitation takes a seat.
      </Text>
    </DialogForm>
  );
}
