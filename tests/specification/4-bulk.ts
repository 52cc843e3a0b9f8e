// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.bulk.operations', where: 'POST bulk-edits', says: 'set, clear, add, multiply, replace text, append and remove change a field, or the label, of every selected item' },
  { id: '4.bulk.rows', where: 'POST bulk-edits', says: 'a field in rows is changed in each row, or in the rows that meet a condition' },
  { id: '4.bulk.preview', where: 'POST bulk-edits/check', says: 'before and after of every item, page by page; what a rule refuses is named, and nothing is changed' },
  { id: '4.bulk.leave-out', where: 'POST bulk-edits', says: 'what a rule refuses can be left out, and without that nothing is changed' },
  { id: '4.bulk.at-once', where: 'POST bulk-edits', says: 'up to 1,000 items are applied in the call, more by a job with progress' },
  { id: '4.bulk.nothing-means-everything', where: 'POST bulk-edits', says: 'a call that names neither ids nor a filter is refused with 422' },
  { id: '4.bulk.count', where: 'POST bulk-edits', says: '"All that match" carries the number that was shown; another number answers 409' },
  { id: '4.bulk.fingerprint', where: 'POST bulk-edits', says: 'an edit is refused with 409 if an item was saved after its check' },
  { id: '4.bulk.whole', where: 'POST bulk-edits', says: 'an edit is applied whole or not at all, whatever happens meanwhile: a save, another edit, the death of the server' },
  { id: '4.bulk.duplicate', where: 'POST bulk-edits', says: 'copies get their number by a pattern for label and fields, and share nothing with their original' },
  { id: '4.bulk.delete', where: 'POST bulk-edits', says: 'a deletion lists the links that it would break, and is refused while there are some' },
  { id: '4.bulk.dev-only', where: 'POST bulk-edits', says: 'copies and deletions are made in Dev only' },
  { id: '4.bulk.undo', where: 'POST change-sets/:id/undo', says: 'an edit is undone whole, with ids and links of what was deleted' },
  { id: '4.bulk.undo-conflict', where: 'POST change-sets/:id/undo', says: 'what was changed since is a conflict, which is decided by item' },
  { id: '4.bulk.history', where: 'GET change-sets', says: 'syncs and edits are listed newest first with what they do, by whom and when, and each item before and after' },
  { id: '4.bulk.cancel', where: 'POST jobs/change-set/:id/cancel', says: 'a running edit can be cancelled, and changes nothing then' },
  { id: '4.bulk.as-by-hand', where: 'POST bulk-edits', says: 'documents, index rows, links, counts and revisions are as saves by hand leave them' },
];
