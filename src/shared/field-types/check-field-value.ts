import { type FieldSettings, fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';

/** Why a value, or the text typed in its place, is invalid for its field; undefined if it is valid. */
export function checkFieldValue(settings: FieldSettings, value: unknown): string | undefined {
  const type = fieldTypeOf(settings.type);
  // A number field only holds text that is not a number; the message of the filters is more helpful for that.
  const isTypedText = typeof value === 'string' && value !== '' && type.isNumber;
  return (isTypedText ? type.checkFilter(value) : undefined) ?? type.check(value, settings);
}
