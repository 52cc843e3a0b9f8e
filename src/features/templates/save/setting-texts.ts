import { type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import type { Setting } from '@quartermaster/contract/field-types/setting.ts';
import type { NamedPlace } from '../model/compare/changes.ts';

const commonWords: Readonly<Record<string, string>> = { type: 'Type', name: 'Name', label: 'Label' };

const ownWords = new Map(
  Object.values(fieldTypes).flatMap(({ settings }) =>
    Object.entries<Setting>(settings).map(([setting, { name }]) => [setting, name] as const),
  ),
);

/** What a setting is called where a change of it is told. */
export const settingLabel = (setting: string): string => commonWords[setting] ?? ownWords.get(setting) ?? setting;

/** What a setting is, as a person reads it; nothing where the field's type has no such setting. */
export function settingText(setting: string, value: unknown): string | null {
  if (value === undefined) return null;
  if (value === null) return 'No limit';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return setting === 'type' ? fieldTypes[value as FieldType].label : String(value);
}

/** Where a field is, as a person reads it. */
export const placeText = ({ parent, after }: NamedPlace): string =>
  `${parent ?? 'Top level'}, ${after === null ? 'at the start' : `after ${after}`}`;
