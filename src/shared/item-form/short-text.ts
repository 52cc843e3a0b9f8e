import type { FieldValue } from '@quartermaster/contract/field-types/field-type.ts';
import { type FieldSettings, fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';

/** The longest value, in characters, that is shown next to the name of its field. */
const longestValue = 24;

/** A value as text, as the form shows it; undefined for those that it does not show as a text. */
function textOf(settings: FieldSettings, value: FieldValue): string | undefined {
  const { holds, links, index, exported, format } = fieldTypeOf(settings.type);
  if (holds !== 'value' || links || index.isMoment) return undefined;
  if (!('options' in settings)) return format(value, settings);
  return exported?.isList ? undefined : settings.options.find(({ id }) => id === value)?.label;
}

/** A value next to the name of its field; undefined if it has no short text. */
export function shortText(settings: FieldSettings | undefined, value: unknown): string | undefined {
  const isEmpty = value === undefined || value === null || value === '';
  const text = isEmpty ? 'empty' : settings ? textOf(settings, value as FieldValue) : String(value);
  return text === undefined || text.length > longestValue || text.includes('\n') ? undefined : text;
}
