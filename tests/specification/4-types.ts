// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.types.everywhere', where: 'every field type', says: 'saved, read, filtered, sorted, exported, synced, edited in bulk, duplicated, and set by JSON lines and CSV as its contract says' },
  { id: '4.types.text-form', where: 'every field type', says: 'a value is read from the text that it is written as' },
  { id: '4.types.long-text', where: 'long text', says: 'several lines in a box that grows, in a monospace font if wanted; on one line in lists; a text can become a long one and back' },
  { id: '4.types.date-time', where: 'date and time', says: 'stored and exported in UTC as 2026-11-25T03:00:00Z; other zones are accepted, a text without a zone and days that do not exist are refused' },
  { id: '4.types.date-time-zone', where: 'date and time', says: 'shown in the time zone of the user, which is named, with UTC in the tooltip; times that clocks skip or repeat are explained' },
  { id: '4.types.lists', where: 'text list, number list', says: 'values without rows, moved by buttons and keys, pasted by line; blank lines are dropped, an empty entry is refused; exported as arrays' },
  { id: '4.types.lists-limits', where: 'text list, number list', says: 'at most 1,000 entries and 262,144 characters' },
  { id: '4.types.lists-bulk', where: 'text list, number list', says: 'bulk edits append and remove entries' },
  { id: '4.types.mixed-link', where: 'mixed item link', says: 'a link to an item of one of several templates, stored as `template:id`; an item of another template, or that is not there, is refused' },
  { id: '4.types.mixed-link-export', where: 'mixed item link', says: 'exported as `{ "template": …, "id": … }`, as conditions read it, too' },
  { id: '4.types.mixed-link-form', where: 'mixed item link', says: 'the form and the filter ask for the template first; another template clears the link; a cell shows the item and its template' },
  { id: '4.types.mixed-link-setting', where: 'mixed item link', says: '2 to 20 templates; one is added freely, and removed only without links to its items, which are told' },
  { id: '4.types.mixed-link-uses', where: 'mixed item link', says: 'linked items list the items that use them, are found by filters, and cannot be deleted, nor their templates' },
  { id: '4.types.mixed-link-sync', where: 'mixed item link', says: 'a sync needs the linked items and all templates of the setting' },
  { id: '4.types.shapes', where: 'rows of several shapes', says: 'a dynamic group has named shapes with fields of their own, next to fields of all rows; a row says its shape in its row type' },
  { id: '4.types.shapes-export', where: 'rows of several shapes', says: 'a row is exported with its "type", the fields of all rows and those of its shape, and no others' },
  { id: '4.types.shapes-rules', where: 'rows of several shapes', says: 'only the fields of its shape are required, checked and stored in a row' },
  { id: '4.types.shapes-form', where: 'rows of several shapes', says: 'a new row asks for its shape in a menu, by keyboard; another shape keeps the values of fields with the same name' },
  { id: '4.types.shapes-setting', where: 'rows of several shapes', says: 'shapes are added, renamed, moved and removed in the tree of fields; the removal of one tells how many items have rows of it, and asks what they get' },
  { id: '4.types.shapes-everywhere', where: 'rows of several shapes', says: 'filtered, edited in bulk, copied, synced and undone as other rows' },
  { id: '4.types.weight-share', where: 'weight', says: 'each row shows its share of the sum in percent, live' },
  { id: '4.types.weight-sum', where: 'weight', says: 'a field can require a sum, which the form and the server check, and a millionth of it is tolerated' },
  { id: '4.types.weight-roll', where: 'weight', says: '"Roll 10,000" shows how often each drop is drawn; the same seed gives the same result' },
  { id: '4.types.games', where: 'every field type', says: 'the data of three published games is expressed by the types that it needs, and comes back equal from lists and exports' },
];
