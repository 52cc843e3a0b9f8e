import { type FieldSettings, type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { settingsOf } from '../../../../shared/template-changes/template-state.ts';
import type { Draft } from '../draft.ts';
import { changeField } from './edits.ts';

/** Changes the type of a field: settings that both types have are preserved, the others get their defaults. */
export function changeType(draft: Draft, id: string, type: FieldType): Draft {
  const before: Readonly<Record<string, unknown>> = { ...settingsOf(draft, id) };
  if (before.type === type) return draft;
  const defaults = Object.entries<unknown>(fieldTypes[type].defaultSettings);
  const own = defaults.map(([setting, first]) => [setting, setting in before ? before[setting] : first] as const);
  const { name, label } = before;
  // A setting of a given name has the same kind of value in every type.
  return changeField(draft, id, { ...Object.fromEntries(own), type, name, label } as unknown as FieldSettings);
}
