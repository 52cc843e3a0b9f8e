// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '5.replace.everywhere', where: 'POST …/replacements', says: 'replaces a text in the labels and texts of all items of an environment, after a check of each item' },
  { id: '5.replace.options', where: 'POST …/replacements', says: 'finds it with or without case, anywhere or as whole words, in all templates or some' },
  { id: '5.replace.refused', where: 'POST …/replacements', says: 'names items that a rule refuses, which can be left out, and is refused if they were edited since the check' },
  { id: '5.replace.emoji', where: 'POST …/replacements', says: 'never replaces a part of a joined emoji, such as one person of a family, half of a flag or the digit of a keycap, nor a letter without the signs that belong to it' },
  { id: '5.replace.job', where: 'POST …/replacements', says: 'changes more than 1,000 items by a job, all or none' },
  { id: '5.replace.undo', where: 'POST …/change-sets/{id}/undo', says: 'is undone as one change set' },
  { id: '5.replace.page', where: '/find-and-replace', says: 'is a page of the palette and of the menu of a list, with a preview of each item' },
];
