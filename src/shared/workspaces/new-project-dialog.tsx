import { Select, TextInput } from '@mantine/core';
import { newProjectRule } from '@quartermaster/contract/rules/project.ts';
import type { InferType } from 'yup';
import { useWorkspacesWithRole } from '../access/workspaces-with-role.ts';
import { useRuleForm } from '../form/use-rule-form.ts';
import { DialogForm, FormDialog } from '../ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../ui/error-callout.tsx';
import { texts } from '../ui/texts.ts';
import { useCreateProject } from './create-project.ts';
import { useNewProject } from './use-new-project.ts';

interface NewProjectDialogProps {
  opened: boolean;
  onClose: () => void;
  /** The initially selected workspace; by default the only one, if there is just one. */
  workspaceId?: number | undefined;
}

/** Creates a project in one of the workspaces that have room for it. */
export const NewProjectDialog = ({ opened, onClose, workspaceId }: NewProjectDialogProps) => (
  <FormDialog opened={opened} onClose={onClose} title={texts.newProject}>
    <NewProjectForm onClose={onClose} workspaceId={workspaceId} />
  </FormDialog>
);

function NewProjectForm({ onClose, workspaceId }: Omit<NewProjectDialogProps, 'opened'>) {
  const { open } = useNewProject(useWorkspacesWithRole());
  const create = useCreateProject();
  const only = open.length === 1 ? open[0]?.id : undefined;
  const first = workspaceId ?? only;
  const form = useRuleForm<InferType<typeof newProjectRule>>(newProjectRule, {
    defaultValues: first === undefined ? { project_name: '' } : { project_name: '', workspace_id: first },
    onSubmit: (values) => create.mutateAsync(values),
    onSaved: onClose,
  });
  const chosen = form.watch('workspace_id') as number | undefined;
  return (
    <DialogForm
      onSubmit={form.submit}
      onCancel={onClose}
      submitLabel={texts.createProject}
      isSubmitting={form.isSubmitting}
    >
      <ErrorCallout error={form.error} />
      <TextInput
        label={texts.projectName}
        withAsterisk
        data-autofocus
        error={form.errors.project_name?.message}
        {...form.register('project_name')}
      />
      <Select
        label="Workspace"
        withAsterisk
        allowDeselect={false}
        data={open.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={chosen === undefined ? null : String(chosen)}
        onChange={(id) => form.setValue('workspace_id', Number(id), { shouldDirty: true, shouldValidate: true })}
        placeholder="Select"
        error={form.errors.workspace_id?.message}
      />
    </DialogForm>
  );
}
