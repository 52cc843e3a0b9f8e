import type { ExtensionField } from '@quartermaster/contract/extensions/extension-api.ts';
import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';

const limitOf = (name: 'minimum' | 'maximum', settings: FieldSettings) => {
  const limit: unknown = name in settings ? Reflect.get(settings, name) : null;
  return typeof limit === 'number' ? { [name]: limit } : {};
};

/** What an extension is told about a field. */
export const extensionField = (settings: FieldSettings): ExtensionField => ({
  name: settings.name,
  label: settings.label || settings.name,
  type: settings.type,
  isRequired: 'required' in settings && settings.required === true,
  ...(settings.unit !== undefined && { unit: settings.unit }),
  ...limitOf('minimum', settings),
  ...limitOf('maximum', settings),
  ...('options' in settings && {
    options: settings.options.map(({ id, label }) => ({ value: id, label: label || id })),
  }),
});
