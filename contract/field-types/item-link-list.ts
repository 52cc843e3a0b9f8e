import { exportedKinds } from './exported-kinds.ts';
import { type FieldValue, fieldType, type Parsed, requiredField } from './field-type.ts';
import { checkIntegerText } from './filters.ts';
import { isItemId, linkSettings, readItemId } from './item-link.ts';
import { parseInteger } from './number.ts';
import { listOperations } from './operations.ts';

/**
 * Links to any number of items of a template, in order; an item may occur more than once. The API returns the ids as
 * strings, and accepts numbers too.
 */
export const itemLinkList = fieldType({
  label: 'Item link list',
  holds: 'value',
  exported: { kind: exportedKinds.item, isList: true },
  inPalette: true,
  settings: linkSettings,
  links: { form: 'list', to: ({ templateId }) => [templateId] },
  wrongKind: (value) => (Array.isArray(value) && value.every(isItemId) ? undefined : 'should be a list of item ids'),
  missing: requiredField,
  wire: {
    write: (value) => (Array.isArray(value) ? value.map(String) : value),
    // An entry that is no id stays as it is, for the validation.
    read: (value) => (Array.isArray(value) ? (value.map(readItemId) as number[]) : (value as FieldValue)),
  },
  parse: parseItemIds,
  format: (value) => [value].flat().join(', '),
  filter: { conditions: ['contains', 'empty', 'notEmpty'], parse: parseInteger },
  index: {
    kind: 'link',
    entries: (value, { templateId }) => ({
      links: [...new Set([value].flat().map(Number))].map((id) => ({ templateId, id })),
    }),
    sortsBy: undefined,
  },
  operations: listOperations,
});

/** Ids between commas or white space. */
function parseItemIds(text: string): Parsed {
  const ids = text.split(/[\s,]+/).filter((part) => part !== '');
  const reason = ids.map(checkIntegerText).find((found) => found !== undefined);
  return reason === undefined ? { value: ids.map(Number) } : { reason };
}
