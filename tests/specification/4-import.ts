// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.import.match', where: 'POST imports', says: 'rows of JSON lines or CSV are matched by `_id`, by a key field, or made new' },
  { id: '4.import.dry-run', where: 'POST imports', says: 'a dry run lists added, changed, unchanged, conflicting and refused rows with their reasons, page by page, and changes nothing' },
  { id: '4.import.conflict', where: 'POST imports', says: 'an item that was changed after the `_version` of its row is a conflict, field by field; what the row has not changed is never overwritten' },
  { id: '4.import.decide', where: 'POST imports/:id/apply', says: 'a conflict is decided for all, by item or by field' },
  { id: '4.import.refused', where: 'POST imports', says: 'nothing is changed while a row is refused, unless the refused rows are left out, and with them those that need them' },
  { id: '4.import.links', where: 'POST imports', says: 'items of one import can link to each other by key, also in circles' },
  { id: '4.import.keys', where: 'POST imports', says: 'keys are unique in the file and in the template; items of one file can exchange theirs' },
  { id: '4.import.as-saved', where: 'POST imports', says: 'rules, computed and read-only fields hold as in a save; images are not imported; the items of the plan are' },
  { id: '4.import.undo', where: 'POST change-sets/:id/undo', says: 'an import is one change set of its origin, which is undone as one' },
  { id: '4.import.whole', where: 'POST imports', says: 'an import is applied whole or not at all, also if its server is killed, and a repeated request imports nothing twice' },
  { id: '4.import.bad-files', where: 'POST imports', says: 'a file that cannot be read is refused with its line, and takes little memory' },
  { id: '4.import.cancel', where: 'POST imports/:id/cancel', says: 'an import can be cancelled until it is applied; drafts are deleted after a day' },
  { id: '4.import.page', where: 'Import', says: 'a CSV, TSV or XLSX file or pasted rows are imported in three steps: read, map, check; the toast has "Undo"' },
  { id: '4.import.page-columns', where: 'Import', says: 'columns are shown with their values, mapped to fields by name or by hand, and the mapping is remembered for the template' },
  { id: '4.import.page-check', where: 'Import', says: 'the check lists the rows by what happens to them, with reasons that can be downloaded; refused ones are left out only if that is chosen' },
  { id: '4.import.page-conflicts', where: 'Import', says: 'conflicts are decided by field, by item and for all; a reload keeps the check' },
  { id: '4.import.refused-listed', where: 'POST imports', says: 'all refused rows are listed with their line, column and reason after they were left out, in the result and by the call' },
  { id: '4.import.totals-call', where: 'POST imports', says: 'the call names rows of CSV that sum others by their line, and leaves them out unless they are wanted; rows of JSON are imported as sent' },
  { id: '4.import.choices', where: 'Import', says: 'sheet, separator, encoding and the row of names can be chosen whatever was read, also if nothing could be' },
  { id: '4.import.points', where: 'Import', says: 'points before three digits are asked about like commas where numbers may be German, and are not pasted into the grid as decimals' },
  { id: '4.import.template', where: 'New template from a sheet', says: 'types, choices and the key are guessed from the values, and can be corrected before anything is made; the rows become items' },
  { id: '4.import.dev-only', where: 'POST imports', says: 'new items are created in Dev only' },
];
