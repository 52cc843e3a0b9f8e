// biome-ignore-all format: one line per row, so that the rows can be compared with the specification
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '5.names.folded', where: 'search', says: 'search folds ı, œ, æ, ß, þ, ð, kana and vowel points as readers do, in the database and the console alike; an upgrade builds the indexes again' },
  { id: '5.names.columns', where: 'sheet', says: 'a column is the path of a field in names; ids are accepted where they are no name of another field; groups can be left out if one field remains' },
  { id: '5.names.doors', where: 'calls', says: 'CSV, cells, records, upserts, proposals, filters, sorting, chosen fields and addresses of sheets name fields by names, there and back' },
  { id: '5.names.unknown', where: 'calls', says: 'an unknown column is 422 and names it and the nearest field, unless `ignore_unknown=true`' },
  { id: '5.names.files', where: 'quartermaster pull | diff | push', says: 'files name fields by names; files with ids are read' },
  { id: '5.names.assistants', where: '/mcp', says: 'assistants read, find, check and propose fields by names' },
  { id: '5.names.mapping', where: 'import of items', says: 'a column of a file is the field of that name or label; one at the top level before those in groups; what was chosen stays with its field' },
  { id: '5.names.new-ids', where: 'template editor', says: 'a new field gets an id of its name when the template is saved first, never one that a field of the template has or had in any instance; it stays' },
  { id: '5.names.mending', where: 'import of items', says: 'refusals are grouped with the values that are refused and what is allowed, lead back to the column, and are corrected in the check; a column can be the label and a field; options are matched without case and outer blanks, which is said' },
];
