import { fieldType } from './field-type.ts';

/** A checkbox: yes, no, or unset. */
export const boolean = fieldType({
  label: 'Checkbox',
  holds: 'value',
  inPalette: true,
  settings: {},
  wrongKind: (value) => (typeof value === 'boolean' ? undefined : 'should be true or false'),
  conditions: ['equal', 'empty', 'notEmpty'],
  checkFilter: (value) => (value === 'true' || value === 'false' ? undefined : 'should be true or false'),
  indexed: 'number',
  index: (value) => ({ numbers: [value ? 1 : 0] }),
  filterValue: (value) => ({ number: value === 'true' ? 1 : 0 }),
  sortsBy: 'number',
});
