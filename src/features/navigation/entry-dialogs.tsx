import { TextInput } from '@mantine/core';
import { menuLabelRule, menuLinkRule } from '@quartermaster/contract/rules/menu.ts';
import { useRuleForm } from '../../shared/form/use-rule-form.ts';
import { TemplateSelect } from '../../shared/links/template-select.tsx';
import { DialogForm, FormDialog } from '../../shared/ui/dialog/form-dialog.tsx';

interface EntryDialogProps {
  opened: boolean;
  onClose: () => void;
  /** Called with the name, or the id of the template. */
  onSubmit: (text: string) => void;
}

/** Asks for the name of a new group. */
export const AddGroupDialog = ({ opened, ...form }: EntryDialogProps) => (
  <FormDialog opened={opened} onClose={form.onClose} title="Add group">
    <NameForm {...form} submitLabel="Add group" name="" />
  </FormDialog>
);

/** Asks for the template of a new link, which gets its name. */
export const AddLinkDialog = ({ opened, ...form }: EntryDialogProps) => (
  <FormDialog opened={opened} onClose={form.onClose} title="Add link">
    <LinkForm {...form} />
  </FormDialog>
);

/** Asks for another name of a group or link. */
export const RenameDialog = ({ opened, name, ...form }: EntryDialogProps & { name: string }) => (
  <FormDialog opened={opened} onClose={form.onClose} title={`Rename ${name}`}>
    <NameForm {...form} submitLabel="Rename" name={name} />
  </FormDialog>
);

interface NameFormProps extends Omit<EntryDialogProps, 'opened'> {
  submitLabel: string;
  name: string;
}

function NameForm({ onClose, onSubmit, submitLabel, name }: NameFormProps) {
  const form = useRuleForm(menuLabelRule, {
    defaultValues: { label: name },
    onSubmit: async ({ label }) => onSubmit(label),
    onSaved: onClose,
    // The dialog is part of a page that has the guard.
    guard: false,
  });
  return (
    <DialogForm onSubmit={form.submit} onCancel={onClose} submitLabel={submitLabel} isSubmitting={form.isSubmitting}>
      <TextInput
        label="Name"
        withAsterisk
        data-autofocus
        error={form.errors.label?.message}
        {...form.register('label')}
      />
    </DialogForm>
  );
}

function LinkForm({ onClose, onSubmit }: Omit<EntryDialogProps, 'opened'>) {
  const form = useRuleForm(menuLinkRule, {
    defaultValues: { template_id: '' },
    onSubmit: async ({ template_id }) => onSubmit(template_id),
    onSaved: onClose,
    guard: false,
  });
  return (
    <DialogForm onSubmit={form.submit} onCancel={onClose} submitLabel="Add link" isSubmitting={form.isSubmitting}>
      <TemplateSelect
        label="Template"
        data-autofocus
        value={form.watch('template_id')}
        onChange={(id) => form.setValue('template_id', id, { shouldDirty: true, shouldValidate: true })}
        error={form.errors.template_id?.message}
        isReadOnly={false}
      />
    </DialogForm>
  );
}
