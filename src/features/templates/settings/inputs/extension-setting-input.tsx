import { Select, TextInput } from '@mantine/core';
import { useExtensions } from '../../../../shared/extensions/extension.ts';
import type { SettingInput } from './setting-input.ts';

/** Chooses one of the extensions for fields of this type. Where there are none, and none is named, there is nothing to choose. */
export const ExtensionSettingInput: SettingInput = ({
  setting,
  settings,
  value,
  onChange,
  onBlur,
  error,
  isReadOnly,
}) => {
  const { extensions } = useExtensions();
  const name = String(value);
  const { label, description } = setting;
  const offered = extensions
    .filter(
      ({ editorTypes, hasCells }) => editorTypes.includes(settings.type) || (hasCells && editorTypes.length === 0),
    )
    .map((extension) => ({ value: extension.name, label: `${extension.title} (${extension.name})` }));
  const isOffered = offered.some((option) => option.value === name);
  if (offered.length === 0 && name === '') return null;
  if (isReadOnly) return <TextInput label={label} description={description} value={name} readOnly />;
  return (
    <Select
      label={label}
      description={description}
      placeholder="None"
      data={name === '' || isOffered ? offered : [{ value: name, label: `${name} (not available)` }, ...offered]}
      value={name === '' ? null : name}
      onChange={(chosen) => onChange(chosen ?? '')}
      onBlur={onBlur}
      error={error}
      clearable
      clearButtonProps={{ 'aria-label': 'No extension' }}
    />
  );
};
