// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.history.versions', where: 'history of an item', says: 'who changed an item, when, how and which fields, newest first; a version opens with its difference to the one before' },
  { id: '4.history.copies', where: 'history of an item', says: 'an item in a copy of an instance begins with the content that was copied, which can be restored' },
  { id: '4.history.compare', where: 'history of an item', says: 'any two versions are compared field by field' },
  { id: '4.history.rows', where: 'difference of an item', says: 'rows are paired and named by their first field, wherever rows before them were added or removed' },
  { id: '4.history.field', where: 'form of an item', says: 'a label leads to the history of its field, with the value before and after each change' },
  { id: '4.history.restore', where: 'history of an item', says: '"Restore" shows the difference to now and what cannot come back; the toast has "Undo"; an item changed meanwhile is checked again' },
  { id: '4.history.kept', where: 'server', says: 'history is kept for 30 days on Free, one year on Starter, for ever on Teams, with the version that was current before; another plan shortens it after 30 days' },
  { id: '4.history.template', where: 'history of a template', says: 'the versions of a template with their differences; one is restored with its effects on items' },
  { id: '4.history.menu', where: 'history of the navigation', says: 'the versions of the navigation with their differences; one is restored, without entries of templates that are gone' },
  { id: '4.history.model', where: 'POST history/items/:templateId/:id/restore', says: 'after random saves, bulk edits, deletions, restores, template changes, syncs and undos, any version reads as it was or names what is missing, and everything derived from items is as by hand' },
  { id: '4.history.sync', where: 'POST history/items/:templateId/:id/restore', says: 'a sync after a restored version, a restored version after a sync and the undo of both show no conflict that is none, and miss none' },
];
