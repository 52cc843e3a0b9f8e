import { TextInput } from '@mantine/core';
import { useController } from 'react-hook-form';
import { useFieldsForm } from '../../../shared/item-form/form-context.ts';

/** The input of the label, which every item has. */
export function LabelField() {
  const { field, fieldState } = useController({ control: useFieldsForm().control, name: 'label' });
  return (
    <div data-wrong={fieldState.invalid || undefined}>
      <TextInput
        {...field}
        label="Label"
        description="The name of the item in this console; it is not exported."
        withAsterisk
        maxLength={255}
        autoComplete="off"
        error={fieldState.error?.message}
      />
    </div>
  );
}
