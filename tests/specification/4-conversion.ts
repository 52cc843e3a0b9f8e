// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.conversion.declared', where: 'template editor', says: 'integer to text, checkbox to text, text to choice, item link to item link list, and rows of one text, integer, float or link to a list: no other pair' },
  { id: '4.conversion.lossless', where: 'every conversion', says: 'each value gets a form that the new type accepts, and from it its former one back' },
  { id: '4.conversion.choice', where: 'text to choice', says: 'the texts that items have become options, with their text as label, and as id where it can be one' },
  { id: '4.conversion.tried', where: 'POST conversion, POST dry-run', says: 'a conversion is tried on all items before it: how many there are, some values before and after it, and those that cannot be converted' },
  { id: '4.conversion.refused', where: 'POST templates', says: 'nothing is converted unless the save says so, nor while a value cannot be' },
  { id: '4.conversion.whole', where: 'POST templates', says: 'documents, index, links and unique values follow, in rows too; items keep their versions' },
  { id: '4.conversion.undone', where: 'POST templates', says: 'a conversion is reverted like the removal of a field: documents and hashes are what they were, and edits since are kept or reported' },
  { id: '4.conversion.job', where: 'POST templates', says: 'many items are converted by a job with progress; items are read converted before it gets to them, and a save of one converts it first' },
  { id: '4.conversion.resumed', where: 'POST templates', says: 'a job whose server was killed goes on where it stopped' },
  { id: '4.conversion.sync', where: 'POST sync', says: 'a sync converts the items of its target in the same way, and its undo gives them their former values back' },
  { id: '4.conversion.dialog', where: 'template editor', says: '"Convert to…" tries a conversion on all items, with values before and after it, what becomes options, and what cannot be converted' },
  { id: '4.conversion.back', where: 'template editor', says: 'a converted field is offered its former type, with its former settings' },
];
