import { type FieldSettings, fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';

/** Why a value, or what was typed instead of one, breaks the rules of its field; nothing where it keeps them. */
export function checkFieldValue(settings: FieldSettings, value: unknown): string | undefined {
  const type = fieldTypeOf(settings.type);
  // A number field holds text only where that text says no number; the filters have the more helpful words for it.
  const isTypedText = typeof value === 'string' && value !== '' && type.isNumber;
  return (isTypedText ? type.checkFilter(value) : undefined) ?? type.check(value, settings);
}
