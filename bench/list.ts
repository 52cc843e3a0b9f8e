import { watchRequests } from '../scripts/testing/watch-requests.mjs';
import type { Bench } from './support/bench.ts';
import { freshContext, openList, type Site } from './support/pages/browser.ts';
import { openings } from './support/pages/openings.ts';
import { withSites } from './support/pages/sites.ts';
import { listVisit } from './support/pages/visits.ts';
import type { Figure } from './support/report.ts';

/** From the navigation to 25 painted rows, to those of the present answer, and to a row that can be clicked; and the elements of the document. */
export const list = async (bench: Bench): Promise<Figure[]> => [
  ...(await openings(bench, {
    visit: listVisit,
    name: 'rows',
    goals: { cold: 'listCold', sameTab: 'listSameTab', newTab: 'listNewTab', isTrue: 'listTrue' },
  })),
  ...(await elements(bench)),
];

/** The elements of the document with 25 rows, once everything is loaded. */
function elements(bench: Bench): Promise<Figure[]> {
  return withSites(bench, async ({ browser, product, floor }) => {
    const count = async (site: Site) => {
      const context = await freshContext(browser, site);
      const page = await context.newPage();
      const untilIdle = watchRequests(page);
      await openList(page, site);
      await untilIdle();
      const counted = await page.evaluate(() => document.querySelectorAll('*').length);
      await context.close();
      return counted;
    };
    const figure = { goal: 'listElements', name: 'elements of a list of 25 rows', unit: 'elements' } as const;
    return [{ ...figure, product: await count(product), floor: await count(floor) }];
  });
}
