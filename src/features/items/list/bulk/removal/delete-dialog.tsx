import { Text } from '@mantine/core';
import { ChangeSetForm } from '../../../../../shared/change-set/change-set-form.tsx';
import type { FieldNode } from '../../../../../shared/data/templates.ts';
import { count } from '../../../../../shared/ui/count.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { type ItemsOptions, useItemsEdit } from '../use-items-edit.ts';

interface DeleteFormProps extends ItemsOptions {
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
  const run = useItemsEdit(options, action);
  return (
    <ChangeSetForm
      {...options}
      run={run}
      submit="Delete"
      hint=""
      verbs={['is deleted', 'are deleted']}
      danger
      note={
        <Text size="sm" c="dimmed">
          Deleted items can be brought back with Undo, also later in the history of changes.
        </Text>
      }
    />
  );
}
