import { TextInput } from '@mantine/core';
import { useController } from 'react-hook-form';
import { useFieldsForm } from '../../../shared/item-form/form-context.ts';
import fields from '../../../shared/item-form/item-fields.module.css';
import { useIsUnsaved } from '../../../shared/item-form/saved-values.ts';
import { UnsavedMark } from '../../../shared/item-form/unsaved-mark.tsx';

/** The input of the label, which every item has; a new item begins with it. */
export function LabelField({ isNew }: { isNew: boolean }) {
  const { field, fieldState } = useController({ control: useFieldsForm().control, name: 'label' });
  const isUnsaved = useIsUnsaved('label', String(field.value).trim());
  return (
    <div className={fields.leaf} data-wrong={fieldState.invalid || undefined}>
      <TextInput
        {...field}
        // A new item begins here: an error for having left it empty would move what is just being clicked.
        onBlur={() => {
          if (!isNew || field.value !== '') field.onBlur();
        }}
        label="Label"
        autoFocus={isNew}
        description="The name of the item in this console; it is not exported."
        withAsterisk
        maxLength={255}
        autoComplete="off"
        error={fieldState.error?.message}
      />
      {isUnsaved && <UnsavedMark />}
    </div>
  );
}
