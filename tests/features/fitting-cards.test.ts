import { expect, test } from 'vitest';
import { fittingCards } from '../../src/features/items/list/gallery/fitting-cards.ts';

test('a page of a gallery fills its last row of cards, and is no larger than a page may be', () => {
  // Seven across, and two on a phone; without layout there is nothing to fill.
  expect([fittingCards(18, 1154), fittingCards(11, 390), fittingCards(18, 0)]).toEqual([21, 12, 18]);
  expect(fittingCards(100, 1154)).toBe(98);
});
