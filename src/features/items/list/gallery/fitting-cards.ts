import { largestPageSize } from '../../../../shared/table/page-sizes.ts';
import { expectedWidth } from '../../../../shared/table/use-viewport-size.ts';

/** Pixels of a card at least, between cards, and beside them: as in gallery.module.css. */
const card = 136;
const gap = 12;
const padding = 20;

/** How many cards a page has where as many rows of a table fit: its last row of cards is complete. */
export function fittingCards(rows: number, width = expectedWidth()): number {
  if (width === 0) return rows;
  const across = Math.max(1, Math.floor((width - 2 * padding + gap) / (card + gap)));
  const complete = Math.ceil(rows / across) * across;
  return complete > largestPageSize ? complete - across : complete;
}
