// biome-ignore-all format: one line per row, so that the rows can be compared with the specification
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '5.same.texts', where: 'keys, choices, names', says: 'texts are the same without outer blanks and in any form of Unicode' },
  { id: '5.same.invisible', where: 'keys, choices, names', says: 'an invisible character is refused with a sentence, but for joiners and variation selectors where a script or an emoji needs them' },
  { id: '5.same.upgrade', where: 'upgrade', says: 'values that become equal neither stop an upgrade nor change; they are listed, and refused when they change' },
  { id: '5.same.json', where: 'calls with JSON', says: 'a name that an object has twice is refused with its path' },
  { id: '5.same.rows', where: 'history', says: 'rows that come back with a field are a version in the history, by the change of the template' },
];
