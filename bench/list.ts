import type { Bench } from './support/bench.ts';
import { openList } from './support/pages/browser.ts';
import { openings } from './support/pages/openings.ts';
import type { Figure } from './support/report.ts';

/** From the navigation to 25 painted rows. */
export const list = (bench: Bench): Promise<Figure[]> =>
  openings(bench, { goal: 'list', name: 'painted rows', open: (page, site) => openList(page, site) });
