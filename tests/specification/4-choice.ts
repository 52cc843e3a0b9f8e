// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.choice.ids', where: 'POST items', says: 'a choice is the id of one option, choices are a list of ids without repeats, and both are exported so' },
  { id: '4.choice.records', where: 'POST records', says: 'a cell of CSV names options by their ids or labels' },
  { id: '4.choice.sorted-by-hand', where: 'POST items/list', says: 'the order of the options, which is made by hand, is the order of sorting' },
  { id: '4.choice.keeps-items', where: 'POST templates', says: 'another label, colour or order of options keeps all items, their versions included' },
  { id: '4.choice.filter-several', where: 'POST items/list', says: 'choices are filtered by one and by several options' },
  { id: '4.choice.bulk', where: 'POST bulk-edits', says: 'choices are set, cleared, added and removed in many items' },
  { id: '4.choice.removed-count', where: 'POST templates/dry-run', says: 'a dry run tells how many items have each removed option' },
  { id: '4.choice.removed-refused', where: 'POST templates', says: 'an option that items have is not removed unless the save says what they get' },
  { id: '4.choice.replaced', where: 'POST templates', says: 'items get another option, or no value, in place of a removed one, in the save if they are few, by a job if they are many' },
  { id: '4.choice.replaced-required', where: 'POST templates', says: 'a required field does not lose its value' },
  { id: '4.choice.sync', where: 'POST sync', says: 'a sync is refused while items of its target have an option that its template removes' },
  { id: '4.choice.form', where: 'item form', says: 'options are chosen by typing or with arrow keys, and shown with their labels and colours' },
  { id: '4.choice.filter-bar', where: 'items list', says: 'the filter offers the options of a field, one or several of them' },
  { id: '4.choice.settings', where: 'template editor', says: 'options are added, renamed, coloured, moved and removed' },
  { id: '4.choice.asks', where: 'template editor', says: 'the dialog of a save shows how many items have a removed option, and asks what they get' },
];
