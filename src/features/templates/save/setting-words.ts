import { type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import type { NamedPlace, SettingName } from '../model/changes.ts';

/** What each setting is called where a change of it is told. */
const words: Record<SettingName, string> = {
  type: 'Type',
  name: 'Name',
  label: 'Label',
  required: 'Required',
  minimum: 'Minimum',
  maximum: 'Maximum',
  templateId: 'Template',
};

/** What a setting is called. */
export const settingWord = (setting: SettingName): string => words[setting];

/** What a setting is, as a person reads it; nothing where the field's type has no such setting. */
export function settingText(setting: SettingName, value: unknown): string | null {
  if (value === undefined) return null;
  if (value === null) return 'No limit';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return setting === 'type' ? fieldTypes[value as FieldType].label : String(value);
}

/** Where a field is, as a person reads it. */
export const placeText = ({ parent, after }: NamedPlace): string =>
  `${parent ?? 'Top level'}, ${after === null ? 'at the start' : `after ${after}`}`;
