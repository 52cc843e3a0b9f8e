// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.computed.value', where: 'computed field', says: 'a number, a text or a checkbox that a formula in CEL computes from the other fields of the item or the row, or from the whole item' },
  { id: '4.computed.read-only', where: 'computed field', says: 'a value that a client sends is ignored: by saves, batches, records, bulk edits, copies, syncs and undos alike' },
  { id: '4.computed.fails', where: 'computed field', says: 'a formula that cannot be evaluated, or needs an empty value, results in no value, and never refuses a save; the form says why' },
  { id: '4.computed.compiled', where: 'template', says: 'a formula with an error, or that reads a computed field, is refused with its reason and its place' },
  { id: '4.computed.again', where: 'template', says: 'a save that changes a formula, or the fields that it reads, computes the values of all items, in its call or by a job; the dry run lists the fields' },
  { id: '4.computed.sync', where: 'sync', says: 'a sync of the template computes the values of the items of its target' },
  { id: '4.computed.live', where: 'item form, preview', says: 'computed while typing, as the server does, and cannot be edited' },
  { id: '4.computed.editor', where: 'template editor', says: 'a formula is compiled while it is typed, and its error shown below it' },
];
