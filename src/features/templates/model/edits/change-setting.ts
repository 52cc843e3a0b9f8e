import { sameSettings } from '@quartermaster/contract/content/template-tree.ts';
import { storedSettings } from '@quartermaster/contract/field-types/common-settings.ts';
import { type FieldSettings, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { settingsOf } from '../../../../shared/template-changes/template-state.ts';
import type { Draft } from '../draft.ts';
import { changeField } from './edits.ts';
import { labelField } from './labels.ts';

/** Sets or clears one setting of a field; returns the same draft if it has that value already. */
export function changeSetting(draft: Draft, id: string, setting: string, value: unknown, isNew: boolean): Draft {
  const settings = settingsOf(draft, id);
  if (Object.is(settings[setting as keyof FieldSettings], value)) return draft;
  if (setting === 'label') return labelField(draft, id, String(value), isNew);
  // The form of a type only changes settings of that type, to values of the right kind.
  const next = storedSettings({ ...settings, [setting]: value } as FieldSettings, fieldTypes[settings.type].settings);
  return sameSettings(settings, next) ? draft : changeField(draft, id, next);
}
