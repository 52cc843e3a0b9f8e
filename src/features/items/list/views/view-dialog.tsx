import { Checkbox, TextInput } from '@mantine/core';
import type { View, ViewList } from '@quartermaster/contract/endpoints/views.ts';
import { viewRule } from '@quartermaster/contract/rules/views.ts';
import { useNavigate } from 'react-router-dom';
import { useChangeView, useCreateView } from '../../../../shared/data/views.ts';
import { useRuleForm } from '../../../../shared/form/use-rule-form.ts';
import { DialogForm, FormDialog } from '../../../../shared/ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../../../../shared/ui/error-callout.tsx';
import { viewPath } from './view-path.ts';

interface ViewDialogProps {
  instanceId: number;
  templateId: string;
  /** The view to edit; `new` to save the list as it is shown. */
  edited: View | 'new';
  currentList: () => ViewList;
  /** May save and change views of the project. */
  mayShare: boolean;
  opened: boolean;
  onClose: () => void;
}

/** Saves the list as a view, or changes the name of a view and for whom it is. */
export function ViewDialog({ opened, onClose, ...form }: ViewDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={form.edited === 'new' ? 'Save view' : 'Edit view'}>
      <ViewForm {...form} onClose={onClose} />
    </FormDialog>
  );
}

const blank = { name: '', is_private: true, is_first: false };

function ViewForm({ instanceId, templateId, edited, currentList, mayShare, onClose }: Omit<ViewDialogProps, 'opened'>) {
  const navigate = useNavigate();
  const create = useCreateView(instanceId, templateId);
  const update = useChangeView(instanceId, templateId);
  const isNew = edited === 'new';
  const { name, is_private, is_first } = isNew ? blank : edited;
  const { register, watch, setValue, submit, errors, error, isSubmitting } = useRuleForm(viewRule, {
    defaultValues: { name, is_private, is_first },
    guard: false,
    onSubmit: (values) => {
      if (isNew) return create.mutateAsync({ ...values, list: currentList() });
      const changed = {
        ...(values.name !== name && { name: values.name }),
        ...(values.is_private !== is_private && { is_private: values.is_private }),
        ...(values.is_first !== is_first && { is_first: values.is_first }),
      };
      return update.mutateAsync({ id: edited.id, version: edited.version, ...changed });
    },
    onSaved: async ({ id }) => {
      onClose();
      if (isNew) await navigate(viewPath({ instanceId, templateId }, id));
    },
  });
  const isPrivate = watch('is_private');
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      submitLabel={isNew ? 'Save view' : 'Save'}
      isSubmitting={isSubmitting}
    >
      <ErrorCallout error={error} />
      <TextInput
        label="Name"
        placeholder="Rare swords by price"
        autoComplete="off"
        data-autofocus
        error={errors.name?.message}
        {...register('name')}
      />
      {mayShare && (
        <>
          <Checkbox
            label="For everyone in the project"
            description="In all of its instances"
            checked={!isPrivate}
            onChange={({ currentTarget: { checked } }) => {
              setValue('is_private', !checked);
              if (!checked) setValue('is_first', false);
            }}
          />
          <Checkbox
            label="First view"
            description="The list opens with it"
            disabled={isPrivate}
            error={errors.is_first?.message}
            {...register('is_first')}
          />
        </>
      )}
    </DialogForm>
  );
}
