// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '5.views.saved', where: 'Items list', says: 'filters, sort, columns, order, widths and size are saved as a named address, private or for the project' },
  { id: '5.views.update', where: 'Items list', says: '"Save view", "Update view" and the list of views come before the filters' },
  { id: '5.views.first', where: 'Items list', says: "one of them is the template's first view" },
  { id: '5.views.link', where: 'list of views', says: '"Copy link" copies the address of a view' },
];
