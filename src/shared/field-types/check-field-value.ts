import { type FieldSettings, fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';

/** Why a value, or the text typed in its place, is invalid for its field; undefined if it is valid. */
export function checkFieldValue(settings: FieldSettings, value: unknown): string | undefined {
  const type = fieldTypeOf(settings.type);
  // A number field only holds text that is not a number; the reason of the parser is more helpful for that.
  const parsed = typeof value === 'string' && type.family === 'number' ? type.parse(value, settings) : undefined;
  return parsed && 'reason' in parsed ? parsed.reason : type.check(value, settings);
}
