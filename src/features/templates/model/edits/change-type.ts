import { type FieldSettings, type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { type Draft, settingsOf } from '../draft.ts';
import { changeField } from './edits.ts';

/** Makes a field one of another type: settings that both types have stay, the others begin as in a new field. */
export function changeType(draft: Draft, id: string, type: FieldType): Draft {
  const before: Readonly<Record<string, unknown>> = { ...settingsOf(draft, id) };
  if (before.type === type) return draft;
  const defaults = Object.entries<unknown>(fieldTypes[type].defaultSettings);
  const own = defaults.map(([setting, first]) => [setting, setting in before ? before[setting] : first] as const);
  const { name, label } = before;
  // Settings of the same name hold the same kind of value in every type that has them.
  return changeField(draft, id, { ...Object.fromEntries(own), type, name, label } as unknown as FieldSettings);
}
