// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '5.merge.fields', where: 'POST /editor/{instanceId}/items', says: 'with "merge", a save from an older version keeps what others have changed in other fields, and names it' },
  { id: '5.merge.both', where: 'POST /editor/{instanceId}/items', says: 'with "merge", a field that both have changed is refused with 409; the label is a field, and so is a dynamic group' },
  { id: '5.merge.request', where: 'POST /editor/{instanceId}/items', says: 'without "merge", a save from an older version is refused with 409' },
  { id: '5.merge.rules', where: 'POST /editor/{instanceId}/items', says: 'a merged item that breaks a rule of its template is a conflict, which a person decides' },
  { id: '5.merge.template', where: 'template editor', says: 'what only one side changed is merged without a question, before the save is confirmed and while it is; a toast says what others have changed' },
  { id: '5.merge.menu', where: 'Navigation setup', says: 'changes to different entries are merged without a question, and a toast says what others have changed' },
  { id: '5.merge.form', where: 'Item edit', says: 'what only one side changed is merged without a question, and a toast says what others have changed' },
];
