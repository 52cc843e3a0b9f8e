import { type FieldSettings, fieldTypeOf } from '../field-types/registry.ts';

/** Longest exported key of a field, in characters. */
export const fieldNameLength = 64;

/** Longest label of a field, in characters. */
export const fieldLabelLength = 96;

/** Keys that no field can have, because every exported item has one of its own. */
export const reservedFieldNames: readonly string[] = ['id'];

/** Why a template's name cannot be taken, or nothing. */
export function checkTemplateName(name: string): string | undefined {
  const length = name.trim().length;
  if (length === 0) return 'Name is a required field';
  if (length < 3) return 'Name must be at least 3 characters';
  return length > 64 ? 'Name must be at most 64 characters' : undefined;
}

/** Longest id of a template, in characters. */
export const templateIdLength = 64;

/** What an id of a template has to be, apart from free: as a checklist says it, and what is said where it is not. */
export const templateIdRules = {
  atLeast: {
    says: 'At least 3 characters',
    reason: 'ID must be at least 3 characters',
    isKept: (id: string) => id.length >= 3,
  },
  atMost: {
    says: `At most ${templateIdLength} characters`,
    reason: `ID must be at most ${templateIdLength} characters`,
    isKept: (id: string) => id.length <= templateIdLength,
  },
  characters: {
    says: 'Only Latin letters and numbers, or underscores',
    reason: 'Must include only Latin letters and numbers',
    isKept: (id: string) => /^[A-Za-z0-9_]+$/.test(id),
  },
} as const;

/** What is said of an id that another template has. */
export const templateIdTakenSentence = 'Template ID must be unique';

/** Why a template's id cannot be taken, or nothing; whether it is free is the server's to say. */
export function checkTemplateId(id: string): string | undefined {
  if (id === '') return 'ID is a required field';
  const { atLeast, atMost, characters } = templateIdRules;
  return [characters, atLeast, atMost].find((rule) => !rule.isKept(id))?.reason;
}

/** Why a field's exported key cannot be taken, or nothing; whether a sibling has it too is the tree's rule. */
export function checkFieldName(name: string): string | undefined {
  if (name === '') return 'required field';
  if (name.length > fieldNameLength) return `must be at most ${fieldNameLength} characters`;
  if (!/^[A-Za-z0-9_-]+$/.test(name)) {
    return 'name can only consist of Latin letters, numbers, underscores (_) and hyphens (-)';
  }
  return reservedFieldNames.includes(name) ? `please choose a different name, "${name}" is reserved` : undefined;
}

/** Settings as somebody types them: a limit that is no number yet is the text. */
export type TypedSettings = Typed<FieldSettings>;
type Typed<S> = { [K in keyof S]: S[K] extends number | null ? S[K] | string : S[K] };

/** What is wrong with a field's settings, by setting; empty where nothing is. */
export function checkFieldSettings(settings: TypedSettings): Record<string, string> {
  const wrong: Record<string, string> = {};
  const name = checkFieldName(settings.name);
  if (name) wrong.name = name;
  if (settings.label.trim() === '') wrong.label = 'required field';
  else if (settings.label.length > fieldLabelLength) wrong.label = `must be at most ${fieldLabelLength} characters`;
  return { ...wrong, ...fieldTypeOf(settings.type).checkSettings({ ...settings }) };
}
