import { Select, TextInput } from '@mantine/core';
import { useProjectLanguages } from '../../../../shared/access/project-languages.ts';
import { languageName } from '../../../../shared/ui/language-name.ts';
import type { SettingInput } from './setting-input.ts';

/** Selects one of the project's languages. */
export const LanguageInput: SettingInput = ({ setting, value, onChange, onBlur, error, isReadOnly }) => {
  const languages = useProjectLanguages();
  const code = String(value);
  const { label, description } = setting;
  if (isReadOnly) return <TextInput label={label} description={description} value={languageName(code)} readOnly />;
  const offered = [...new Set([...languages, code])];
  return (
    <Select
      label={label}
      description={description}
      data={offered.map((language) => ({ value: language, label: languageName(language) }))}
      value={code}
      onChange={(language) => onChange(language ?? code)}
      onBlur={onBlur}
      error={error}
      allowDeselect={false}
    />
  );
};
