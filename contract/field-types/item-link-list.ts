import { fieldType, requiredField } from './field-type.ts';
import { checkIntegerText } from './filters.ts';
import { isItemId, linkSettings, readItemId } from './item-link.ts';

/**
 * Links to any number of items of a template, in order; an item may occur more than once. The API returns the ids as
 * strings, and accepts numbers too.
 */
export const itemLinkList = fieldType({
  label: 'Item link list',
  holds: 'value',
  inPalette: true,
  settings: linkSettings,
  linksTo: ({ templateId }) => templateId,
  wrongKind: (value) => (Array.isArray(value) && value.every(isItemId) ? undefined : 'should be a list of item ids'),
  missing: requiredField,
  toWire: (value) => (Array.isArray(value) ? value.map(String) : value),
  fromWire: (value) => (Array.isArray(value) ? value.map((entry) => Number(readItemId(entry))) : value),
  conditions: ['contains', 'empty', 'notEmpty'],
  checkFilter: checkIntegerText,
  indexed: 'link',
  index: (value) => ({ links: Array.isArray(value) ? [...new Set(value)] : [] }),
  filterValue: (value) => ({ link: Number(value) }),
  sortsBy: undefined,
  emptyExport: [],
});
