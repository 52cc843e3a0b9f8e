import type { Bench } from './support/bench.ts';
import { openings } from './support/pages/openings.ts';
import { formVisit } from './support/pages/visits.ts';
import type { Figure } from './support/report.ts';

/** From the navigation to an item’s form that accepts input, to that of the present answer, and to the first key that it handles. */
export const form = (bench: Bench): Promise<Figure[]> =>
  openings(bench, {
    visit: formVisit,
    name: 'form',
    goals: { cold: 'formCold', sameTab: 'formSameTab', newTab: 'formNewTab', isTrue: 'formTrue' },
  });
