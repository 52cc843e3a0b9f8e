import { takesLanguage } from '@quartermaster/contract/field-types/filters.ts';
import { isLocalised } from '@quartermaster/contract/field-types/localised.ts';
import { IconLanguage } from '../../ui/icons/language.ts';
import { languageName } from '../../ui/language-name.ts';
import type { FieldTypeView } from '../field-type-view.ts';
import { LocalisedFilterInput } from './localised-filter.tsx';
import { localisedTexts } from './localised-texts.tsx';

/** In lists the text in the source language, elsewhere the texts of all languages. */
export const localisedText: FieldTypeView<'localised-text'> = {
  icon: IconLanguage,
  color: 'blue',
  width: 240,
  isWide: 'always',
  cell: (value, { source }) => (isLocalised(value) ? (value[source]?.text ?? '') : ''),
  full: (value, { source }, other) => (isLocalised(value) ? localisedTexts(value, source, other) : ''),
  FilterInput: LocalisedFilterInput,
  filterText: (value, _, condition) => (takesLanguage(condition) ? languageName(value) : value),
};
