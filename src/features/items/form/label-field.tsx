import { TextInput } from '@mantine/core';
import { EditedBy } from '../../../shared/item-form/field-editors.tsx';
import { inputWrapperOrder } from '../../../shared/item-form/field-help.tsx';
import fields from '../../../shared/item-form/item-fields.module.css';
import { OthersChangeNote } from '../../../shared/item-form/others-change.tsx';
import { useIsUnsaved, useSavedText } from '../../../shared/item-form/saved-values.ts';
import { SavedText, UnsavedMark } from '../../../shared/item-form/unsaved-mark.tsx';
import { useField } from '../../../shared/item-form/use-field.ts';

/** The input of the label, which every item has; focused for a new item. */
export function LabelField({ isNew }: { isNew: boolean }) {
  const { value, error, onChange, onBlur } = useField<string>('label');
  const isUnsaved = useIsUnsaved('label', value.trim());
  const saved = useSavedText('label');
  return (
    <div className={fields.leaf} data-field="label" data-wrong={error !== undefined || undefined}>
      <TextInput
        name="label"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        // Focus starts here in a new item: an error on blur would move the element being clicked.
        onBlur={() => {
          if (!isNew || value !== '') onBlur();
        }}
        label="Label"
        autoFocus={isNew}
        inputWrapperOrder={inputWrapperOrder}
        description="The name of the item in this console; it is not exported."
        withAsterisk
        maxLength={255}
        autoComplete="off"
        error={error?.message}
      />
      <OthersChangeNote name="label" />
      <EditedBy name="label" />
      {isUnsaved && <UnsavedMark />}
      {isUnsaved && saved !== undefined && <SavedText text={saved} />}
    </div>
  );
}
