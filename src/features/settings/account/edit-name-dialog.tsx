import { TextInput } from '@mantine/core';
import { accountNameRule } from '@quartermaster/contract/rules/people/account.ts';
import { useChangeName } from '../../../shared/data/accounts.ts';
import { useRuleForm } from '../../../shared/form/use-rule-form.ts';
import { DialogForm, FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../../../shared/ui/error-callout.tsx';

interface EditNameDialogProps {
  opened: boolean;
  onClose: () => void;
  name: string;
}

/** Changes the display name. */
export const EditNameDialog = ({ opened, ...form }: EditNameDialogProps) => (
  <FormDialog opened={opened} onClose={form.onClose} title="Edit name">
    <EditNameForm {...form} />
  </FormDialog>
);

function EditNameForm({ onClose, name }: Omit<EditNameDialogProps, 'opened'>) {
  const change = useChangeName();
  const { register, submit, errors, error, isSubmitting } = useRuleForm(accountNameRule, {
    defaultValues: { name },
    onSubmit: (values) => change.mutateAsync(values.name),
    onSaved: onClose,
  });
  return (
    <DialogForm onSubmit={submit} onCancel={onClose} submitLabel="Save" isSubmitting={isSubmitting}>
      <ErrorCallout error={error} />
      <TextInput
        label="Name"
        withAsterisk
        autoComplete="name"
        data-autofocus
        error={errors.name?.message}
        {...register('name')}
      />
    </DialogForm>
  );
}
