import type { Conversion, ConvertedField, ConvertedValue } from '@quartermaster/contract/field-types/conversions.ts';
import { type FieldSettings, type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { ownSettings, someValue } from './field-values.ts';

/** A conversion as text. */
export const nameOf = ({ from, of, to }: Conversion): string => `${from}${of ? ` of ${of}` : ''} to ${to}`;

/** Settings with what fields of most types can have. */
const settingsOf = (type: FieldType, name: string): FieldSettings => {
  const { defaultSettings } = fieldTypes[type];
  const required = 'required' in defaultSettings ? { required: true } : {};
  const own = ownSettings(type, 'thing');
  return { type, name, label: `The ${name}`, help: 'Help', ...defaultSettings, ...own, ...required } as FieldSettings;
};

/** A field that can be converted, with the only field in it. */
export const fieldOf = ({ from, of }: Conversion): ConvertedField => ({
  field: { id: 'converted', settings: settingsOf(from, 'converted') },
  only: of ? { id: 'only', settings: settingsOf(of, 'only') } : null,
});

/** A random value of the field before a conversion. */
export function someConvertible({ from, of }: Conversion, random: () => number): ConvertedValue {
  const someOf = (type: FieldType) => {
    const value = someValue[type]?.(random) ?? null;
    // A list has one line for each text, and no blank one.
    return of && typeof value === 'string' ? `${value.replaceAll(/[\r\n]/g, '')}x` : value;
  };
  return of ? Array.from({ length: 1 + random() * 5 }, () => ({ only: someOf(of) })) : someOf(from);
}
