import { TextInput } from '@mantine/core';
import { newWorkspaceRule } from '@quartermaster/contract/rules/workspace.ts';
import { useState } from 'react';
import { useWorkspacesWithRole } from '../access/workspaces-with-role.ts';
import { useCreateWorkspace } from '../data/workspaces.ts';
import { useRuleForm } from '../form/use-rule-form.ts';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { DialogForm, FormDialog } from '../ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../ui/error-callout.tsx';
import { texts } from '../ui/texts.ts';

interface NewWorkspaceDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Creates a workspace; for users who already own one, it first explains that each workspace is billed separately. */
export function NewWorkspaceDialog({ opened, onClose }: NewWorkspaceDialogProps) {
  const ownsSome = useWorkspacesWithRole()?.some(({ role }) => role === 'owner') ?? false;
  const [isConfirmed, setConfirmed] = useState(false);
  if (isConfirmed && !opened) setConfirmed(false);
  const isAsking = ownsSome && !isConfirmed;
  return (
    <>
      <ConfirmDialog
        opened={opened && isAsking}
        title="Create another workspace?"
        message="It has its own members, projects and plan, and is billed separately. It starts on Free."
        confirmLabel="Continue"
        cancelLabel="Cancel"
        onCancel={onClose}
        onConfirm={() => setConfirmed(true)}
      />
      <FormDialog opened={opened && !isAsking} onClose={onClose} title={texts.newWorkspace}>
        <NewWorkspaceForm onClose={onClose} />
      </FormDialog>
    </>
  );
}

function NewWorkspaceForm({ onClose }: { onClose: () => void }) {
  const create = useCreateWorkspace();
  const form = useRuleForm(newWorkspaceRule, {
    defaultValues: { name: '' },
    onSubmit: ({ name }) => create.mutateAsync(name),
    onSaved: onClose,
  });
  return (
    <DialogForm
      onSubmit={form.submit}
      onCancel={onClose}
      submitLabel={texts.createWorkspace}
      isSubmitting={form.isSubmitting}
    >
      <ErrorCallout error={form.error} />
      <TextInput
        label={texts.workspaceName}
        withAsterisk
        data-autofocus
        error={form.errors.name?.message}
        {...form.register('name')}
      />
    </DialogForm>
  );
}
