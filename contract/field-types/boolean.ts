import { fieldType } from './field-type.ts';

const notBoolean = 'should be true or false';

/** A checkbox: yes, no, or unset. */
export const boolean = fieldType({
  label: 'Checkbox',
  holds: 'value',
  exportsAs: 'boolean',
  inPalette: true,
  canDecide: true,
  settings: {},
  wrongKind: (value) => (typeof value === 'boolean' ? undefined : notBoolean),
  parse: (text) => (text === 'true' || text === 'false' ? { value: text === 'true' } : { reason: notBoolean }),
  conditions: ['equal', 'empty', 'notEmpty'],
  indexed: 'number',
  index: (value) => ({ numbers: [value ? 1 : 0] }),
  sortsBy: 'number',
});
