import { fieldType } from './field-type.ts';

/** What all types have in common that hold fields and no value of their own. */
export const grouping = {
  settings: {},
  wrongKind: () => undefined,
  conditions: [],
  checkFilter: () => undefined,
  indexed: undefined,
  index: () => ({}),
  filterValue: () => undefined,
  sortsBy: undefined,
} as const;

/** Fields that belong together: an object in the export. */
export const group = fieldType({ ...grouping, label: 'Group', holds: 'group', inPalette: true });
