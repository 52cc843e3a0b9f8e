import type { Option } from '@quartermaster/contract/field-types/options.ts';
import { type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import type { Rule } from '@quartermaster/contract/field-types/rules.ts';
import type { Setting } from '@quartermaster/contract/field-types/setting.ts';
import type { ShownWhen } from '@quartermaster/contract/field-types/shown-when.ts';
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
  if (Array.isArray(value)) return (value as readonly Entry[]).map(entryText).join(', ');
  if (typeof value === 'object') return shownWhenText(value as ShownWhen);
  return setting === 'type' ? fieldTypes[value as FieldType].label : String(value);
}

type Entry = Option | Rule | string | number;

const entryText = (entry: Entry): string => {
  if (typeof entry !== 'object') return String(entry);
  return 'condition' in entry ? ruleText(entry) : optionText(entry);
};

const ruleText = ({ name, condition, message, warning }: Rule): string =>
  `${name}: ${condition} (${warning ? 'warning' : 'error'}: ${message})`;

const shownWhenText = ({ field, is }: ShownWhen): string => `${field} is ${is.join(' or ')}`;

/** With the id, as one of the two may have changed alone. */
const optionText = ({ id, label, color }: Option): string => `${label} (${[id, color ?? []].flat().join(', ')})`;

/** The display text of a position. */
export const positionText = ({ parent, after }: FieldPosition): string =>
  `${parent ?? 'Top level'}, ${after === null ? 'at the start' : `after ${after}`}`;
