// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.trash.list', where: 'GET trash', says: 'what was deleted is listed, newest first, with who, when, from where and until when it can be restored' },
  { id: '4.trash.days', where: 'GET trash', says: 'it can be restored for 90 days, and is deleted for good after that' },
  { id: '4.trash.restore', where: 'POST restores', says: 'a deleted item comes back with its id, values and rows, as a change set that can be undone' },
  { id: '4.trash.selection', where: 'POST restores', says: 'exactly one selection is named; one that matches another number is refused with 409' },
  { id: '4.trash.links', where: 'POST restores', says: 'items that link to each other come back together' },
  { id: '4.trash.undo', where: 'POST restores', says: 'the undo of a deletion and a restore agree: nothing comes back twice' },
  { id: '4.trash.template', where: 'POST restores', says: 'a deleted template comes back with its items, its fields and their removed values, and its place in the menu; it needs the permission to create templates' },
  { id: '4.trash.clashes', where: 'POST restores/check', says: 'what would clash is named before: unique values, links, rules, ids of templates and the limit of items; the rest can be restored without it' },
  { id: '4.trash.partial', where: 'POST restores/check', says: 'values of fields that the template no longer has are named, and left out' },
  { id: '4.trash.whole', where: 'POST restores', says: 'many items come back whole or not at all, whatever happens meanwhile' },
  { id: '4.trash.sync', where: 'POST restores', says: 'a sync after a restore shows no conflict that is none, and misses none' },
  { id: '4.trash.model', where: 'POST restores', says: 'random deletions and restores leave what a simple model of them says' },
];
