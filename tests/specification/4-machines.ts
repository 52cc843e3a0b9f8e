// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.machines.fields', where: 'POST …/imports', says: 'changes the named fields of items, whose values can be sent as a list answers them' },
  { id: '4.machines.key', where: 'POST …/imports', says: 'creates or changes items by their key, with links among new ones' },
  { id: '4.machines.errors', where: 'POST …/imports, …/batch', says: 'name all refused and stale items at once, and then change nothing' },
  { id: '4.machines.twice', where: 'POST …/imports, …/batch', says: 'refuse a field that is named twice' },
  { id: '4.machines.delete', where: 'POST …/bulk-edits', says: 'deletes named items as one change, which is undone by one call' },
  { id: '4.machines.fuzz', where: 'every call', says: 'answers bad values with an error that is no failure of the server; tokens change nothing beyond their scopes' },
  { id: '4.machines.client', where: '/openapi.json', says: 'a typed client can be generated from it' },
];
