import { TextInput } from '@mantine/core';
import { takesLanguage } from '@quartermaster/contract/field-types/filters.ts';
import type { SettingsOf } from '@quartermaster/contract/field-types/registry.ts';
import { lazyPart } from '../../ui/lazy/lazy-part.tsx';
import type { FilterInputProps } from '../field-type-view.ts';

const LanguageFilter = lazyPart(() => import('./language-filter.tsx').then((m) => m.LanguageFilter));

/** A part of the source text, or a language of the project. */
export function LocalisedFilterInput(props: FilterInputProps<SettingsOf<'localised-text'>>) {
  const { condition, value, onChange, label, error } = props;
  if (takesLanguage(condition)) return <LanguageFilter {...props} />;
  return (
    <TextInput
      aria-label={label}
      placeholder="Value"
      maxLength={1000}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value, true)}
      error={error}
    />
  );
}
