// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.grid.opens', where: 'list of items', says: '"Edit as grid" opens the list with its filters, sort and columns as a sheet; without the permission to save items it is not offered' },
  { id: '4.grid.keys', where: 'grid', says: 'arrows, with Ctrl or Cmd and with Shift, Home, End, Page Up and Down, Tab and Enter move the selection' },
  { id: '4.grid.typing', where: 'grid', says: 'typing, F2 and a double click edit a cell; Enter and Tab take the text, Escape drops it, Delete clears' },
  { id: '4.grid.invalid', where: 'grid', says: 'what is invalid is marked with its reason and stays' },
  { id: '4.grid.clipboard', where: 'grid', says: 'ranges are copied, cut and pasted as tab-separated text of Excel, Google Sheets and LibreOffice' },
  { id: '4.grid.rows', where: 'grid', says: 'rows are added by paste at the end in Dev only; elsewhere the grid says what was left out' },
  { id: '4.grid.fill', where: 'grid', says: 'a range is filled down by its handle and by Ctrl or Cmd and D' },
  { id: '4.grid.history', where: 'grid', says: 'undo and redo over all edits, pastes, fills and clears' },
  { id: '4.grid.summary', where: 'grid', says: 'sum, average, count and distinct values of the selection' },
  { id: '4.grid.size', where: 'grid', says: 'up to 10,000 items, of which only the cells in view are rendered, in both directions' },
  { id: '4.grid.groups', where: 'grid', says: 'rows of groups of up to six fields open as a sheet of their own: item, row number, fields' },
  { id: '4.grid.locked', where: 'grid', says: 'values that the user may not edit are read-only cells' },
  { id: '4.grid.draft', where: 'grid', says: 'edits survive a reload; leaving with edits asks' },
  { id: '4.grid.save', where: 'grid', says: 'a save sends one change set of what has changed; its toast undoes it' },
  { id: '4.grid.refused', where: 'grid', says: 'what a save refuses is marked in its rows and cells, and everything typed stays' },
  { id: '4.grid.conflict', where: 'grid', says: 'what others have changed meanwhile is a conflict in its row, decided as in the form' },
  { id: '4.grid.selection', where: 'grid', says: 'a selection, an editor, a fill and a step belong to items and fields: what is deleted or hidden leaves them, and nothing that was not selected is written' },
];
