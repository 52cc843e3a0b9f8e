import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import { type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';

/** A field, or a group with its fields. */
export interface DemoField {
  name: string;
  type: FieldType;
  settings?: { required?: boolean; templateId?: string };
  fields?: DemoField[];
}

export const text = (name: string, settings?: DemoField['settings']): DemoField => ({
  name,
  type: 'text',
  ...(settings && { settings }),
});
export const integer = (name: string): DemoField => ({ name, type: 'integer' });
export const float = (name: string): DemoField => ({ name, type: 'float' });
export const boolean = (name: string): DemoField => ({ name, type: 'boolean' });
export const link = (name: string, templateId: string): DemoField => ({
  name,
  type: 'item-link',
  settings: { templateId },
});
export const links = (name: string, templateId: string): DemoField => ({
  name,
  type: 'item-link-list',
  settings: { templateId },
});
export const group = (name: string, fields: DemoField[]): DemoField => ({ name, type: 'group', fields });
export const rows = (name: string, fields: DemoField[]): DemoField => ({ name, type: 'dynamic-group', fields });

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

const labelOf = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
