import { Text } from '@mantine/core';
import type { FieldNode } from '../../../../../shared/data/templates.ts';
import { count } from '../../../../../shared/ui/count.ts';
import { DialogForm, FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { EditPreview } from '../check/edit-preview.tsx';
import { EditProblems } from '../check/edit-problems.tsx';
import { EditProgress } from '../check/edit-progress.tsx';
import { type EditRunOptions, useEditRun } from '../check/use-edit-run.ts';

interface DeleteFormProps extends EditRunOptions {
  tree: readonly FieldNode[];
}

interface DeleteDialogProps extends DeleteFormProps {
  /** How many items are selected. */
  amount: number;
}

/** Deletes all selected items; lists what links to them and would break. */
export function DeleteDialog({ amount, ...form }: DeleteDialogProps) {
  return (
    <FormDialog opened={form.isOpen} onClose={form.onClose} title={`Delete ${count(amount, 'item')}`} size="lg" isTall>
      <DeleteForm {...form} />
    </FormDialog>
  );
}

const action = { delete: true } as const;

function DeleteForm({ tree, ...options }: DeleteFormProps) {
  const run = useEditRun(options, action);
  const { checked, running, isApplying } = run;
  if (running) return <EditProgress instanceId={options.instanceId} started={running} onClose={options.onClose} />;

  const deleted = checked?.changed ?? 0;
  const isReady = deleted > 0 && checked?.refused.count === 0 && checked?.linked.count === 0;
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) run.run();
      }}
      onCancel={options.onClose}
      submitLabel={isReady ? `Delete ${count(deleted, 'item')}` : 'Delete'}
      isSubmitting={isApplying}
      isReady={isReady}
      danger
    >
      <EditProblems run={run} tree={tree} />
      <EditPreview run={run} tree={tree} hint="" verbs={['is deleted', 'are deleted']} />
      <Text size="sm" c="dimmed">
        Deleted items can be brought back with Undo, also later in the history of changes.
      </Text>
    </DialogForm>
  );
}
