import { type FieldSettings, fieldTypeOf } from '../field-types/registry.ts';
import { checkInvisible, isBlankText } from '../typed-text.ts';

/** Maximum length of a field's exported key, in characters. */
export const fieldNameLength = 64;

/** Maximum length of a field's label, in characters. */
export const fieldLabelLength = 96;

/** Keys that no field can have, because every exported item has its own. */
export const reservedFieldNames: readonly string[] = ['id'];

/** Error message for an invalid template name; otherwise undefined. */
export function checkTemplateName(name: string): string | undefined {
  const length = name.trim().length;
  if (length === 0) return 'Name is a required field';
  if (length < 3) return 'Name must be at least 3 characters';
  if (length > 64) return 'Name must be at most 64 characters';
  const reason = checkInvisible(name);
  return reason && `Name ${reason}`;
}

/** Maximum length of a template id, in characters. */
export const templateIdLength = 64;

/** Requirements for a template id, except that it is unique: the checklist text and the error message of each. */
export const templateIdRules = {
  atLeast: {
    text: 'At least 3 characters',
    reason: 'ID must be at least 3 characters',
    isKept: (id: string) => id.length >= 3,
  },
  atMost: {
    text: `At most ${templateIdLength} characters`,
    reason: `ID must be at most ${templateIdLength} characters`,
    isKept: (id: string) => id.length <= templateIdLength,
  },
  characters: {
    text: 'Only Latin letters and numbers, or underscores',
    reason: 'Must include only Latin letters and numbers',
    isKept: (id: string) => /^[A-Za-z0-9_]+$/.test(id),
  },
} as const;

/** Error message for an id that another template has. */
export const templateIdTakenSentence = 'Template ID must be unique';

/** Error message for an invalid template id, otherwise undefined; the server checks that it is unique. */
export function checkTemplateId(id: string): string | undefined {
  if (id === '') return 'ID is a required field';
  const { atLeast, atMost, characters } = templateIdRules;
  return [characters, atLeast, atMost].find((rule) => !rule.isKept(id))?.reason;
}

/**
 * Error message for an invalid exported key, otherwise undefined; uniqueness among siblings is checked with the tree.
 */
export function checkFieldName(name: string): string | undefined {
  if (name === '') return 'required field';
  if (name.length > fieldNameLength) return `must be at most ${fieldNameLength} characters`;
  if (!/^[A-Za-z0-9_-]+$/.test(name)) {
    return 'name can only consist of Latin letters, numbers, underscores (_) and hyphens (-)';
  }
  return reservedFieldNames.includes(name) ? `please choose a different name, "${name}" is reserved` : undefined;
}

/** Settings as typed in a form: a limit that is not a number yet is a string. */
export type TypedSettings = Typed<FieldSettings>;
type Typed<S> = { [K in keyof S]: S[K] extends number | null ? S[K] | string : S[K] };

/** Validation errors of a field's settings, by setting; empty if there are none. */
export function checkFieldSettings(settings: TypedSettings): Record<string, string> {
  const wrong: Record<string, string> = {};
  const name = checkFieldName(settings.name);
  if (name) wrong.name = name;
  if (isBlankText(settings.label)) wrong.label = 'required field';
  else if (settings.label.length > fieldLabelLength) wrong.label = `must be at most ${fieldLabelLength} characters`;
  else {
    const reason = checkInvisible(settings.label);
    if (reason) wrong.label = reason;
  }
  return { ...wrong, ...fieldTypeOf(settings.type).checkSettings({ ...settings }) };
}
