import { Textarea, TextInput } from '@mantine/core';
import classes from '../settings.module.css';
import type { SettingInput } from './setting-input.ts';

/** A text of one or more lines. */
export const TextSettingInput: SettingInput = ({ setting, value, onChange, onBlur, error, isReadOnly }) => {
  const input = {
    label: setting.label,
    description: setting.description,
    autoComplete: 'off',
    value: String(value),
    onBlur,
    error,
    readOnly: isReadOnly,
  };
  return setting.isLong ? (
    <Textarea
      {...input}
      rows={2}
      classNames={{ input: classes.text ?? '' }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ) : (
    <TextInput {...input} onChange={(event) => onChange(event.currentTarget.value)} />
  );
};
