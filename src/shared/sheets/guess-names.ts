import { fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import type { GuessedType } from './guess-column.ts';

/** The names of recognised types. */
export const guessNames: Readonly<Record<GuessedType, string>> = {
  integer: fieldTypes.integer.label,
  float: fieldTypes.float.label,
  boolean: fieldTypes.boolean.label,
  'date-time': fieldTypes['date-time'].label,
  choice: fieldTypes.choice.label,
  'long-text': fieldTypes['long-text'].label,
  text: fieldTypes.text.label,
};
