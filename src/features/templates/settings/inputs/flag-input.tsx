import { Checkbox, TextInput } from '@mantine/core';
import type { SettingInput } from './setting-input.ts';

export const FlagInput: SettingInput = ({ setting, value, onChange, onBlur, error, isReadOnly }) => {
  const { label, description } = setting;
  if (isReadOnly) {
    return <TextInput label={label} description={description} value={value === true ? 'Yes' : 'No'} readOnly />;
  }
  return (
    <Checkbox
      label={label}
      description={description}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
      onBlur={onBlur}
      error={error}
    />
  );
};
