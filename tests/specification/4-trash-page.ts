// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.trash-page.list', where: 'trash', says: 'deleted items and templates, newest first, with template, who and when, and until when they are kept; filtered by name or id, and template' },
  { id: '4.trash-page.empty', where: 'trash', says: 'an empty trash says what it is for' },
  { id: '4.trash-page.restore', where: 'trash', says: 'what can come back whole is restored at once, and the toast leads to it' },
  { id: '4.trash-page.clashes', where: 'trash', says: 'what would clash is named before anything is restored, and the others can be restored without it' },
  { id: '4.trash-page.all-matching', where: 'trash', says: 'rows are selected as in lists of items, also all that match except some' },
  { id: '4.trash-page.undo', where: 'item', says: 'the toast after deleting has "Undo"; if it is refused, the trash opens with the reason' },
  { id: '4.trash-page.undo-template', where: 'template editor', says: 'the toast after deleting a template has "Undo", which brings back its items, too' },
  { id: '4.trash-page.typed-id', where: 'template editor', says: 'deleting a template with items asks for its exact id to be typed' },
  { id: '4.trash-page.access', where: 'trash', says: 'whoever may read sees the trash; only whoever may create items in Dev can restore' },
];
