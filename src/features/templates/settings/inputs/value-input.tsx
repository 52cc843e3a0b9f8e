import { TextInput } from '@mantine/core';
import { type FieldValue, isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { fieldInputOf } from '../../../../shared/field-types/inputs.ts';
import type { SettingInput } from './setting-input.ts';

/** A value of the field, in the input of its type. */
export const ValueInput: SettingInput = ({ setting, settings, value, onChange, onBlur, error, isReadOnly }) => {
  const { label, description } = setting;
  const Input = fieldInputOf(settings.type);
  // The draft holds a value of the field, or the text typed in its place.
  const typed = value as FieldValue;
  if (!Input || isReadOnly) {
    const text = isEmpty(typed) ? '' : fieldTypeOf(settings.type).format(typed, settings);
    return <TextInput label={label} description={description} value={text} readOnly />;
  }
  return (
    <Input
      settings={'required' in settings ? { ...settings, required: false } : settings}
      label={label}
      help={{ description }}
      value={typed}
      onChange={onChange}
      onBlur={onBlur}
      error={error}
    />
  );
};
