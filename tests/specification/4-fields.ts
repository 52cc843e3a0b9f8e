// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  // Every field
  { id: '4.field.optional', where: 'POST templates', says: 'a setting that is not set is absent from the stored template; clearing one removes it, and the template is the same as before' },
  { id: '4.field.upgrade', where: 'upgrade', says: 'a template of the release before, and its exports, are byte for byte what they were' },
  { id: '4.field.groups', where: 'template editor', says: 'the settings are in the groups Basics, Rules and Help, which can be folded; an error opens its group' },
  { id: '4.field.help', where: 'item form, preview', says: 'the help of a field describes its input, also in rows, and the group if it is that of a group' },
  { id: '4.field.help-length', where: 'template editor, POST templates', says: 'a help has at most 500 characters' },
  { id: '4.field.placeholder', where: 'item form, preview', says: 'the placeholder of a field whose values are typed is shown while its input is empty' },
  { id: '4.field.unit', where: 'item form, preview, list, filters', says: 'the unit of a number is shown after it and read with its label; it is not in the value and not in exports' },
  { id: '4.field.default', where: 'item form, preview, POST items, records', says: 'a new item has the defaults of its fields, a new row in the form those of its own; what was cleared stays empty' },
  { id: '4.field.default-new-only', where: 'POST templates, items, bulk edit', says: 'a default changes no existing item, and no copy of one' },
  { id: '4.field.default-fits', where: 'template editor, POST templates', says: 'a default that its field does not accept, also after its rules have changed, is refused at the setting' },
  { id: '4.field.read-only', where: 'POST items, records', says: 'only who can edit templates changes a value of a field that is read-only for members; one that stays as it is passes, and a new item has the default' },
  { id: '4.field.read-only-rows', where: 'POST items', says: 'rows with read-only values can be moved, added without them and removed, and each keeps those that it had' },
  { id: '4.field.read-only-bulk', where: 'POST bulk-edits, undo', says: 'a bulk edit by others cannot name a read-only field, its copies have the defaults, and an undo that would change one is refused' },
  { id: '4.field.read-only-sync', where: 'POST sync', says: 'a sync carries read-only values as they are, whoever starts it' },
  { id: '4.field.read-only-form', where: 'item form, preview, "Edit 20 items"', says: 'others see a value instead of an input, also while permissions load; a lock says so to everybody' },
  { id: '4.field.pattern', where: 'POST items, records, bulk edit, sync', says: 'a text, each text of a list, and those in rows match the pattern of their field as a whole, or are refused with its message' },
  { id: '4.field.pattern-valid', where: 'POST templates', says: 'what is no pattern, takes too many steps, or does not match the default is refused at the setting; every pattern is compared in linear time' },
  { id: '4.field.pattern-existing', where: 'POST templates, dry run', says: 'a new pattern is tried on all texts of existing items, which are counted and listed as with other changes of fields' },
  { id: '4.field.pattern-form', where: 'template editor, preview, item form', says: 'a pattern is checked while it is typed, and tried on an example; the form says what does not match. Its code is loaded only for templates with a pattern' },
  { id: '4.field.shown-when', where: 'item form, preview, item page', says: 'a field is shown only while another one of its row, or of one around it, has one of some values; so are groups, and what depends on a hidden field' },
  { id: '4.field.shown-when-hidden', where: 'item form, POST items', says: 'hidden values are kept, and named below the field that hides them; an empty one is not required' },
  { id: '4.field.shown-when-export', where: 'exports, JSON preview', says: 'hidden values are exported, or left out if the field says so' },
  { id: '4.field.shown-when-valid', where: 'template editor, POST templates', says: 'a field that is missing, in other rows, of an unsuitable type, or dependent on the field itself cannot decide, nor can values that it cannot have' },
  { id: '4.field.read-only-panel', where: 'item panel', says: 'the help of a field is shown below its value where it cannot be edited, too' },
];
