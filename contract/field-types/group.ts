import { type CommonSettings, fieldType } from './field-type.ts';

/** Fields that belong together: an object in the export. */
export const group = fieldType<CommonSettings>({
  label: 'Group',
  holds: 'group',
  inPalette: true,
  defaultSettings: {},
  wrongKind: () => undefined,
  conditions: [],
  checkFilter: () => undefined,
  indexed: undefined,
  index: () => ({}),
  filterValue: () => undefined,
  sortsBy: undefined,
});
