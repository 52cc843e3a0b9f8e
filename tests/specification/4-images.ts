// biome-ignore-all format: one line per row, so that the rows can be compared with the specification
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.images.engines', where: 'POST items', says: 'an image in CMYK, or that its metadata turns, is drawn again by the console, else refused with a sentence' },
  { id: '4.images.alpha', where: 'GET image', says: 'a small picture averages colours with their alpha, so that invisible pixels leave no rim' },
  { id: '4.images.metadata', where: 'POST items', says: 'an image is stored without its metadata, such as places, but with its colour profile' },
];
