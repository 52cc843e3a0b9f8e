// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.rules.condition', where: 'template', says: 'a condition in CEL reads the fields by their names, nested as in an export; whole numbers and decimals mix' },
  { id: '4.rules.decimals', where: 'template', says: 'conditions and formulas calculate decimals as they are written, to 15 digits: chances of 11.1 sum to 100' },
  { id: '4.rules.empty', where: 'template', says: 'an empty value is null; a condition that it leaves undecided holds' },
  { id: '4.rules.error', where: 'template', says: 'an expression that cannot be a condition is named with its reason and its place' },
  { id: '4.rules.cost', where: 'template', says: 'no condition throws or takes more than its steps, however it is written and whatever an item holds' },
  { id: '4.rules.same', where: 'template', says: 'the browser and the server come to the same answer' },
  { id: '4.rules.setting', where: 'template', says: 'a field has named conditions, each with the message that is shown at it; the template is saved only if all can be evaluated' },
  { id: '4.rules.level', where: 'template', says: 'a condition of a field in rows is evaluated in each row, and `item` is the whole item there' },
  { id: '4.rules.save', where: 'editor', says: 'an item that breaks a condition is refused at the field, with the message' },
  { id: '4.rules.warning', where: 'editor', says: 'a condition that only warns refuses nothing; the answer of a save has its message' },
  { id: '4.rules.doors', where: 'editor', says: 'records, bulk edits and the undo of either are refused for the same reasons' },
  { id: '4.rules.trial', where: 'template', says: 'a condition is tried on all items before it holds: the dry run names those that break it, and the save is refused until none does' },
  { id: '4.rules.trial-race', where: 'template', says: 'items that were changed during the trial are tried as well, without holding up saves' },
  { id: '4.rules.form', where: 'editor', says: 'the item form shows broken conditions and warnings at their fields while values are typed, and does not send an item that breaks one' },
  { id: '4.rules.editor', where: 'template', says: 'the template editor shows the error of a condition and the names that it can use while it is typed' },
  { id: '4.rules.sync', where: 'sync', says: "a sync is refused, and says so before, if an item breaks a condition of the target's template" },
  { id: '4.rules.mistakes', where: 'editor, sync', says: 'of 200 mistakes, 200 are refused at their field, by each door; those that only the target refuses are shown before a sync' },
];
