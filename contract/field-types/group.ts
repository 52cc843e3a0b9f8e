import { fieldType } from './field-type.ts';

/** Common properties of the types that contain fields and have no value themselves. */
export const grouping = {
  settings: {},
  wrongKind: () => undefined,
  parse: () => ({ reason: 'has no value of its own' }),
  format: () => '',
  filter: { conditions: [] },
  index: { kind: undefined, entries: () => ({}), sortsBy: undefined },
} as const;

/** Related fields: an object in the export. */
export const group = fieldType({ ...grouping, label: 'Group', holds: 'group', inPalette: true });
