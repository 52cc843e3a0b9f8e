import { exportedKinds } from './exported-kinds.ts';
import { fieldType } from './field-type.ts';

const notBoolean = 'should be true or false';

/** Sheet programs write TRUE, and people yes or 1. */
const words: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', '1'].map((word) => [word, true] as const),
  ...['false', 'no', '0'].map((word) => [word, false] as const),
]);

/** A checkbox: yes, no, or unset. */
export const boolean = fieldType({
  label: 'Checkbox',
  holds: 'value',
  exported: { kind: exportedKinds.boolean },
  inPalette: true,
  canDecide: true,
  isGroupable: true,
  settings: {},
  wrongKind: (value) => (typeof value === 'boolean' ? undefined : notBoolean),
  parse: (text) => {
    const value = words.get(text.trim().toLowerCase());
    return value === undefined ? { reason: notBoolean } : { value };
  },
  filter: { conditions: ['equal', 'empty', 'notEmpty'] },
  index: { kind: 'number', entries: (value) => ({ numbers: [value ? 1 : 0] }), sortsBy: 'number' },
});
