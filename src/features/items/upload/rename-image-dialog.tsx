import { TextInput } from '@mantine/core';
import { imageNameRule } from '@quartermaster/contract/rules/image.ts';
import { useRuleForm } from '../../../shared/form/use-rule-form.ts';
import { DialogForm, FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';

interface RenameImageDialogProps {
  opened: boolean;
  onClose: () => void;
  name: string;
  onRename: (name: string) => void;
}

/** Changes the name that an image will be created with. */
export const RenameImageDialog = ({ opened, ...form }: RenameImageDialogProps) => (
  <FormDialog opened={opened} onClose={form.onClose} title="Rename image">
    <RenameImageForm {...form} />
  </FormDialog>
);

function RenameImageForm({ onClose, name, onRename }: Omit<RenameImageDialogProps, 'opened'>) {
  const { register, submit, errors, isSubmitting } = useRuleForm(imageNameRule, {
    defaultValues: { name },
    onSubmit: async (values) => onRename(values.name),
    onSaved: onClose,
  });
  return (
    <DialogForm onSubmit={submit} onCancel={onClose} submitLabel="Rename" isSubmitting={isSubmitting}>
      <TextInput label="Name" withAsterisk data-autofocus error={errors.name?.message} {...register('name')} />
    </DialogForm>
  );
}
