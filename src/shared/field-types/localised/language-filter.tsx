import { Select } from '@mantine/core';
import type { SettingsOf } from '@quartermaster/contract/field-types/registry.ts';
import { useProjectLanguages } from '../../access/project-languages.ts';
import { languageName } from '../../ui/language-name.ts';
import type { FilterInputProps } from '../field-type-view.ts';

/** Selects a language of the project, other than the source. */
export function LanguageFilter({
  settings: { source },
  value,
  onChange,
  label,
  error,
}: FilterInputProps<SettingsOf<'localised-text'>>) {
  const languages = useProjectLanguages();
  // A filter from an address may name a language that the project no longer has.
  const offered = new Set([...languages, ...(value === '' ? [] : [value])]);
  offered.delete(source);
  return (
    <Select
      aria-label={label}
      placeholder="Language"
      data={[...offered].map((code) => ({ value: code, label: languageName(code) }))}
      value={value === '' ? null : value}
      onChange={(code) => onChange(code ?? '')}
      nothingFoundMessage="The project has no other language"
      error={error}
      searchable
    />
  );
}
