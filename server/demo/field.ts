import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import type { OptionalSettings } from '@quartermaster/contract/field-types/common-settings.ts';
import type { Option } from '@quartermaster/contract/field-types/options.ts';
import { type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { labels } from './labels.ts';

type Settings = OptionalSettings & {
  required?: boolean;
  templateId?: string;
  options?: readonly Option[];
  formula?: string;
  requiredSum?: number;
};

/** A field, or a group with its fields. */
export interface DemoField {
  name: string;
  type: FieldType;
  settings?: Settings | undefined;
  fields?: DemoField[];
}

const of =
  (type: FieldType) =>
  (name: string, settings?: Settings): DemoField => ({ name, type, settings });

export const text = of('text');
export const longText = of('long-text');
export const textList = of('text-list');
export const numberList = of('number-list');
export const integer = of('integer');
export const float = of('float');
export const boolean = of('boolean');
export const weight = of('weight');
export const computedNumber = of('computed-number');

/** A field that names an item for people and games: no two items have the same value. */
export const key = (create: typeof text, name: string, settings?: Settings): DemoField =>
  create(name, { required: true, unique: true, ...settings });
export const choice = (name: string, options: readonly Option[], settings?: Settings): DemoField =>
  of('choice')(name, { options, ...settings });
export const choices = (name: string, options: readonly Option[], settings?: Settings): DemoField =>
  of('choices')(name, { options, ...settings });
export const link = (name: string, templateId: string, settings?: Settings): DemoField =>
  of('item-link')(name, { templateId, ...settings });
export const links = (name: string, templateId: string, settings?: Settings): DemoField =>
  of('item-link-list')(name, { templateId, ...settings });
export const group = (name: string, fields: DemoField[]): DemoField => ({ name, type: 'group', fields });
export const rows = (name: string, fields: DemoField[], settings?: Settings): DemoField => ({
  name,
  type: 'dynamic-group',
  settings,
  fields,
});

/** The id of the option with this label: it has no spaces. */
export const optionId = (label: string): string => label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
export const optionsOf = (...labels: string[]): Option[] => labels.map((label) => ({ id: optionId(label), label }));

/** The fields as in a save. An id is the path of names, so that a mapping can be compared with its template. */
export function templateFields(fields: readonly DemoField[], parentId: string | null = null): SaveTemplateField[] {
  return fields.flatMap(({ name, type, settings, fields: inner }, order) => {
    const id = parentId === null ? name : `${parentId}-${name}`;
    const field = {
      id,
      parentId,
      order,
      settings: { ...fieldTypes[type].defaultSettings, type, name, label: labelOf(name), ...settings },
    };
    // The settings are those of the type: its defaults and the demo's overrides.
    return [field as SaveTemplateField, ...templateFields(inner ?? [], id)];
  });
}

const labelOf = (name: string): string => labels[name] ?? inWords(name);

const inWords = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
