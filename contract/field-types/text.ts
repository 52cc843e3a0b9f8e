import { type CommonSettings, fieldType, limits } from './field-type.ts';

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
  wrongKind: (value) => (typeof value === 'string' ? undefined : 'should be a text'),
  missing: ({ name, required }) => (required ? `${name} is required field` : undefined),
  bounds: (settings) =>
    limits('length', settings, {
      atLeast: (limit) => `must be at least ${limit} characters`,
      atMost: (limit) => `must be at most ${limit} characters`,
    }),
  conditions: ['contains', 'equal'],
  checkFilter: () => undefined,
  indexed: 'text',
  index: (value) => ({ texts: [String(value)] }),
  filterValue: (value) => ({ text: value }),
  sortsBy: 'text',
});
