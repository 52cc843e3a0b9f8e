import { asText, fieldType, limits } from './field-type.ts';
import { textOperations } from './operations.ts';
import { checkLimitOrder, limitSettings, required } from './setting.ts';

const lengths = limitSettings({
  labels: { minimum: 'Minimum length', maximum: 'Maximum length' },
  isWhole: true,
  least: 0,
});

/** A line or paragraph of text; lengths are counted in UTF-16 code units. */
export const text = fieldType({
  label: 'Text',
  holds: 'value',
  inPalette: true,
  settings: { required, ...lengths },
  checkTogether: checkLimitOrder,
  wrongKind: (value) => (typeof value === 'string' ? undefined : 'should be a text'),
  missing: ({ name, required }) => (required ? `${name} is required field` : undefined),
  bounds: (settings) =>
    limits('length', settings, {
      atLeast: (limit) => `must be at least ${limit} characters`,
      atMost: (limit) => `must be at most ${limit} characters`,
    }),
  parse: asText,
  conditions: ['contains', 'equal', 'not', 'empty', 'notEmpty'],
  indexed: 'text',
  index: (value) => ({ texts: [String(value)] }),
  sortsBy: 'text',
  operations: textOperations,
});
