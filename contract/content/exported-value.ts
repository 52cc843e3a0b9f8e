import { type FieldValue, isEmpty } from '../field-types/field-type.ts';
import { type FieldSettings, fieldTypeOf } from '../field-types/registry.ts';

/** What an export contains for a value of a field; with a language, what the file of that language contains. */
export function exportedValue(settings: FieldSettings, value: FieldValue | undefined, language?: string): unknown {
  const { exported, localised } = fieldTypeOf(settings.type);
  if (isEmpty(value)) return exported?.isList ? [] : null;
  if (language !== undefined && localised) return localised.textIn(value, language, settings);
  return exported?.value ? exported.value(value) : value;
}
