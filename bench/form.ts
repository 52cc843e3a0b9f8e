import type { Bench } from './support/bench.ts';
import { openForm } from './support/pages/browser.ts';
import { openings } from './support/pages/openings.ts';
import type { Figure } from './support/report.ts';

/** From the navigation to an item’s form that accepts input. */
export const form = (bench: Bench): Promise<Figure[]> =>
  openings(bench, { goal: 'form', name: 'an interactive form', open: openForm });
