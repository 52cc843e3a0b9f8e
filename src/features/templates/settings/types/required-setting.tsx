import { Checkbox, TextInput } from '@mantine/core';
import type { ImageSettings } from '@quartermaster/contract/field-types/image.ts';
import type { SettingsFormProps } from './settings-form.ts';

/** Whether an item must have a value in the field. */
export const RequiredSetting = (props: SettingsFormProps<ImageSettings>) => {
  const { settings, errors, isReadOnly, onChange, onBlur } = props;
  const asked = { label: 'Required', description: 'An item cannot be saved without a value' };
  if (isReadOnly) return <TextInput {...asked} value={settings.required ? 'Yes' : 'No'} readOnly />;
  return (
    <Checkbox
      {...asked}
      checked={settings.required}
      onChange={(event) => onChange('required', event.currentTarget.checked)}
      onBlur={() => onBlur('required')}
      error={errors.required}
    />
  );
};
