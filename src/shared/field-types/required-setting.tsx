import { Checkbox } from '@mantine/core';
import type { ImageSettings } from '@quartermaster/contract/field-types/image.ts';
import type { SettingsFormProps } from './settings-form.ts';

/** Whether an item must have a value in the field. */
export const RequiredSetting = (props: SettingsFormProps<ImageSettings>) => {
  const { settings, errors, isReadOnly, onChange, onBlur } = props;
  return (
    <Checkbox
      label="Required"
      description="An item cannot be saved without a value"
      checked={settings.required}
      disabled={isReadOnly}
      onChange={(event) => onChange('required', event.currentTarget.checked)}
      onBlur={() => onBlur('required')}
      error={errors.required}
    />
  );
};
