import { Text, TextInput } from '@mantine/core';
import { deleteTemplateRule } from '@quartermaster/contract/rules/delete-template.ts';
import { useMemo } from 'react';
import { useRuleForm } from '../../../shared/form/use-rule-form.ts';
import { LinkedPlaces } from '../../../shared/links/linked-places.tsx';
import { count } from '../../../shared/ui/count.ts';
import { DialogForm, FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';

interface DeleteWithItemsProps {
  onClose: () => void;
  template: { id: string; label: string };
  /** How many items the template has; undefined if that is not known. */
  items: number | undefined;
  onDelete: () => Promise<void>;
  /** What happens to them. */
  note: string;
}

/** Says how many items are deleted with a template, and requires its exact id as confirmation. */
export const DeleteWithItemsDialog = ({ opened, ...form }: DeleteWithItemsProps & { opened: boolean }) => (
  <FormDialog opened={opened} onClose={form.onClose} title="Delete template">
    <DeleteWithItems {...form} />
  </FormDialog>
);

function DeleteWithItems({ onClose, template: { id, label }, items, onDelete, note }: DeleteWithItemsProps) {
  const rule = useMemo(() => deleteTemplateRule(id), [id]);
  const { register, submit, errors, error, isSubmitting } = useRuleForm(rule, {
    defaultValues: { id: '' },
    guard: false,
    onSubmit: onDelete,
  });
  return (
    <DialogForm onSubmit={submit} onCancel={onClose} submitLabel="Delete template" isSubmitting={isSubmitting} danger>
      <ErrorCallout error={error} />
      <LinkedPlaces error={error} />
      <Text size="sm">
        This deletes <strong>{label}</strong> with{' '}
        {items === undefined ? 'all its items' : `its ${count(items, 'item')}`}. {note}
      </Text>
      <TextInput
        label={
          <>
            Type <strong>{id}</strong> to confirm
          </>
        }
        aria-label={`Type ${id} to confirm`}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        error={errors.id?.message}
        {...register('id')}
      />
    </DialogForm>
  );
}
