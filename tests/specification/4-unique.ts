// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.unique.setting', where: 'template editor', says: 'a text or an integer outside of rows can be unique; with "Required" it is a key field' },
  { id: '4.unique.absent', where: 'POST templates', says: 'a template without unique fields is stored as before there were any' },
  { id: '4.unique.save', where: 'POST items', says: 'a value that another item has is refused with 422 at the field, and the item that has it is named' },
  { id: '4.unique.empty', where: 'POST items', says: 'empty values are not compared, others exactly' },
  { id: '4.unique.swap', where: 'POST items/many', says: 'items of one save can exchange their values' },
  { id: '4.unique.records', where: 'POST records', says: 'a repeated value is named by line and column' },
  { id: '4.unique.dry-run', where: 'POST templates/dry-run', says: 'the dry run counts the items with repeated values and names some; the save is refused while there are any' },
  { id: '4.unique.restore', where: 'POST templates', says: 'values of a removed unique field come back, and nothing can take them meanwhile' },
  { id: '4.unique.bulk', where: 'POST bulk-edits', says: 'a bulk edit names each item whose value would be repeated; items can exchange values' },
  { id: '4.unique.copy', where: 'POST bulk-edits', says: 'a copy leaves unique fields empty, unless a pattern gives it a value of its own' },
  { id: '4.unique.sync', where: 'POST sync/check', says: 'a value that would be repeated in the target is shown before a sync, and refuses it' },
  { id: '4.unique.undo', where: 'POST undo', says: 'an undo does not bring back a value that another item has by now' },
  { id: '4.unique.races', where: 'database', says: 'of two that give the same value at the same time, one is refused' },
];
