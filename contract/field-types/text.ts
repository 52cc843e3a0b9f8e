import { type CommonSettings, fieldType, isEmpty } from './field-type.ts';

/** Lengths are counted in UTF-16 code units; `null` is no limit. */
export interface TextSettings extends CommonSettings {
  required: boolean;
  minimum: number | null;
  maximum: number | null;
}

/** A line or paragraph of text. */
export const text = fieldType<TextSettings>({
  label: 'Text',
  holds: 'value',
  inPalette: true,
  defaultSettings: { required: false, minimum: null, maximum: null },
  check: (value, { name, required, minimum, maximum }) => {
    if (isEmpty(value)) return required ? `${name} is required field` : undefined;
    if (typeof value !== 'string') return 'should be a text';
    if (minimum !== null && value.length < minimum) return `must be at least ${minimum} characters`;
    if (maximum !== null && value.length > maximum) return `must be at most ${maximum} characters`;
    return undefined;
  },
  conditions: ['contains', 'equal'],
  checkFilter: () => undefined,
  index: (value) => ({ texts: [String(value)] }),
  filterValue: (value) => ({ text: value }),
  sortsBy: 'text',
});
