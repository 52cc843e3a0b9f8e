import type { Option } from '@quartermaster/contract/field-types/options.ts';
import { type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import type { Setting } from '@quartermaster/contract/field-types/setting.ts';
import type { FieldPosition } from './template-changes.ts';

const commonText: Readonly<Record<string, string>> = { type: 'Type', name: 'Name', label: 'Label' };

const ownText = new Map(
  Object.values(fieldTypes).flatMap(({ settings }) =>
    Object.entries<Setting>(settings).map(([setting, { name }]) => [setting, name] as const),
  ),
);

/** The display name of a setting. */
export const settingLabel = (setting: string): string => commonText[setting] ?? ownText.get(setting) ?? setting;

/** The display text of a setting; `null` if the field's type does not have it. */
export function settingText(setting: string, value: unknown): string | null {
  if (value === undefined) return null;
  if (value === null) return 'No limit';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return (value as readonly Option[]).map(optionText).join(', ');
  return setting === 'type' ? fieldTypes[value as FieldType].label : String(value);
}

/** With the id, as one of the two may have changed alone. */
const optionText = ({ id, label, color }: Option): string => `${label} (${[id, color ?? []].flat().join(', ')})`;

/** The display text of a position. */
export const positionText = ({ parent, after }: FieldPosition): string =>
  `${parent ?? 'Top level'}, ${after === null ? 'at the start' : `after ${after}`}`;
