// biome-ignore-all format: one line per row, so that the rows can be compared with the specification
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.sheets.columns', where: 'sheet', says: 'columns are `_id`, `_version`, `_label` and the fields: groups as `group.field`, rows as numbered columns, a localised text per language' },
  { id: '4.sheets.round-trip', where: 'sheet', says: 'values of all types return from CSV, typed cells and JSON as they were' },
  { id: '4.sheets.demo', where: 'sheet', says: 'all items of the demo have no difference after an export and an import' },
  { id: '4.sheets.partial', where: 'sheet', says: 'a field without a column keeps its value, an empty cell clears it' },
  { id: '4.sheets.reasons', where: 'sheet', says: 'a cell that cannot be read is named by its column, with the reason' },
  { id: '4.sheets.digits', where: 'sheet', says: 'no number is stored with other digits than it was sent with: it keeps them as a text, or is refused' },
  { id: '4.sheets.unread', where: 'sheet', says: 'no cell of a file clears or changes a value unasked: merged cells, errors, formulas, times and dates have what the sheet shows, or are refused by row and column' },
  { id: '4.sheets.bounds', where: 'sheet', says: 'a file is refused before memory is taken for cells that it does not have' },
  { id: '4.sheets.encodings', where: 'sheet', says: 'the encoding of a text file of Japan, China, Korea, Russia, Poland or the West is recognised, and said as a guess' },
  { id: '4.sheets.safe', where: 'sheet', says: 'no text of a file is a formula' },
  { id: '4.sheets.export', where: 'POST items/:templateId/export', says: 'CSV and JSON of what is filtered or selected, in its order, links by key or id' },
  { id: '4.sheets.export-wide', where: 'POST items/:templateId/export', says: 'items with more columns than a sheet has are refused with a sentence that names JSON; no row is left out silently' },
  { id: '4.sheets.export-page', where: 'list of items', says: '"Export" of the list and of selected items as CSV, Excel or JSON' },
  { id: '4.sheets.xlsx', where: 'list of items', says: 'XLSX has typed cells; texts that are too long for one continue in further columns' },
  { id: '4.sheets.xlsx-elsewhere', where: 'list of items', says: 'an XLSX file of the console opens in other programs, with the same values' },
  { id: '4.sheets.address', where: 'GET sheets/:instanceId', says: 'the address of a list reads its items, order and fields as CSV, and nothing else' },
  { id: '4.sheets.address-secret', where: 'GET sheets/:instanceId', says: 'an address is shown once, stored hashed, in no log, and revoked at once; its last use is shown' },
  { id: '4.sheets.address-member', where: 'GET sheets/:instanceId', says: 'an address may what the member who made it may' },
  { id: '4.sheets.address-page', where: 'list of items', says: 'addresses are made, listed and revoked by members who may export' },
  { id: '4.sheets.propose', where: 'POST sheets/:instanceId/check', says: 'an address can check rows, if wanted, which changes nothing and tells no values' },
];
