import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import { type Draft, settingsOf } from '../draft.ts';
import { changeField } from './edits.ts';
import { labelField } from './labels.ts';

/** Gives one setting of a field another value; the same draft where it has it already. */
export function changeSetting(draft: Draft, id: string, setting: string, value: unknown, isNew: boolean): Draft {
  const settings = settingsOf(draft, id);
  if (Object.is(settings[setting as keyof FieldSettings], value)) return draft;
  if (setting === 'label') return labelField(draft, id, String(value), isNew);
  // The form of a type changes settings of that type only, to values of their kind.
  return changeField(draft, id, { ...settings, [setting]: value } as FieldSettings);
}
