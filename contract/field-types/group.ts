import { type CommonSettings, fieldType } from './field-type.ts';

/** Fields that belong together: an object in the export. */
export const group = fieldType<CommonSettings>({
  label: 'Group',
  holds: 'group',
  inPalette: true,
  defaultSettings: {},
  check: () => undefined,
  conditions: [],
  checkFilter: () => undefined,
  index: () => ({}),
  filterValue: () => undefined,
  sortsBy: undefined,
});
