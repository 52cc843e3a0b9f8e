import { Text, TextInput } from '@mantine/core';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { deleteProjectRule } from '@quartermaster/contract/rules/project.ts';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { useProject, useWorkspace } from '../../../shared/access/require-role.tsx';
import { useDeleteProject } from '../../../shared/data/projects.ts';
import { useRuleForm } from '../../../shared/form/use-rule-form.ts';
import { DialogForm, FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { environmentLabel } from '../../../shared/ui/env-badge.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';
import { useAfterUnmount } from '../../../shared/ui/hooks/use-after-unmount.ts';
import classes from '../settings.module.css';

interface DeleteProjectDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Shows what will be deleted, and requires the project's exact name as confirmation. */
export function DeleteProjectDialog({ opened, onClose }: DeleteProjectDialogProps) {
  const { remove, forget } = useDeleteProject(useProject().id);
  const afterUnmount = useAfterUnmount();
  const removeForGood = async () => {
    await remove();
    afterUnmount(forget);
  };
  return (
    <FormDialog opened={opened} onClose={onClose} title="Delete project">
      <DeleteProjectForm onClose={onClose} onDelete={removeForGood} />
    </FormDialog>
  );
}

function DeleteProjectForm({ onClose, onDelete }: { onClose: () => void; onDelete: () => Promise<void> }) {
  const workspace = useWorkspace();
  const { name, instances } = useProject();
  const rule = useMemo(() => deleteProjectRule(name), [name]);
  const navigate = useNavigate();
  const { register, submit, errors, error, isSubmitting } = useRuleForm(rule, {
    defaultValues: { name: '' },
    guard: false,
    onSubmit: async () => {
      await onDelete();
      // Also if the page has gone meanwhile, as the stream may tell of the deletion before its answer.
      void navigate(pathTo(paths.workspace, { workspaceId: workspace.id }));
    },
  });
  return (
    <DialogForm onSubmit={submit} onCancel={onClose} submitLabel="Delete project" isSubmitting={isSubmitting} danger>
      <ErrorCallout error={error} />
      <div>
        <Text size="sm">
          This deletes <strong>{name}</strong> with {instances.map(({ env }) => environmentLabel(env)).join(', ')}:
        </Text>
        <ul className={classes.destroyed}>
          <li>all templates, items and images</li>
          <li>all exported files, and the API tokens that read them</li>
        </ul>
        <Text size="sm">
          From now on nobody can open it, and games can no longer read it. The owners of the workspace get an email and
          have 3 days to cancel. After that it is deleted for good.
        </Text>
      </div>
      <TextInput
        label={
          <>
            Type <strong>{name}</strong> to confirm
          </>
        }
        aria-label={`Type ${name} to confirm`}
        autoComplete="off"
        data-autofocus
        error={errors.name?.message}
        {...register('name')}
      />
    </DialogForm>
  );
}
