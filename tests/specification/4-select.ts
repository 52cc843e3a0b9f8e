// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.select.boxes', where: 'list of items', says: 'a checkbox a row, and a head box for the page, indeterminate while some of its rows are selected' },
  { id: '4.select.range', where: 'list of items', says: 'Shift selects a range, by pointer and with the arrow keys; Space selects the focused row' },
  { id: '4.select.kept', where: 'list of items', says: 'the selection stays on other pages; another filter or sort order and Escape drop it' },
  { id: '4.select.all-matching', where: 'list of items', says: '"Select all 1,240 that match" is offered once the page is selected, with the exact number' },
  { id: '4.select.bar', where: 'list of items', says: 'a bar says how many are selected, with Edit, Duplicate and Delete; the number is announced' },
  { id: '4.select.access', where: 'list of items', says: 'users who may not edit items have no checkboxes; Duplicate and Delete are offered in Dev only' },
  { id: '4.select.edit', where: '"Edit 20 items"', says: 'one line an operation: field, operation, value; a preview shows each item before and after, page by page' },
  { id: '4.select.rows', where: '"Edit 20 items"', says: 'a field in rows is changed in all rows, or in those that meet a condition' },
  { id: '4.select.leave-out', where: '"Edit 20 items"', says: 'what a rule refuses is named with field and reason, and can be left out' },
  { id: '4.select.undo', where: 'list of items', says: 'the toast after an edit has "Undo"; a conflict opens the changes, where it is decided' },
  { id: '4.select.changed', where: '"Edit 20 items"', says: 'if the items were changed meanwhile, it says so and loads the preview again' },
  { id: '4.select.failure', where: '"Edit 20 items"', says: 'after a failed call everything that was entered is still there' },
  { id: '4.select.progress', where: '"Edit 20 items"', says: 'a large edit shows its progress, and can be cancelled' },
  { id: '4.select.duplicate', where: '"Duplicate 2 items"', says: 'a number of copies, and patterns for label and fields, with a preview of the names' },
  { id: '4.select.delete', where: '"Delete 2 items"', says: 'names the items and what links to them; after it the selection is empty' },
  { id: '4.select.history', where: 'changes', says: 'lists what was changed, by whom, how much and its state, with "Undo"; each opens its items field by field' },
];
