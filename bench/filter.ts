import type { Bench } from './support/bench.ts';
import { categories } from './support/content/content.ts';
import { alternate } from './support/load.ts';
import { filterList, freshContext, openList, type Site } from './support/pages/browser.ts';
import { withSites } from './support/pages/sites.ts';
import type { Figure } from './support/report.ts';
import { median } from './support/statistics.ts';

const rounds = 15;

/** From the last keystroke of a filter on the label to 25 painted rows that match it. */
export function filter(bench: Bench): Promise<Figure[]> {
  return withSites(bench, async ({ browser, product, floor }) => {
    const typing = async (site: Site) => {
      const context = await freshContext(browser, site);
      const page = await context.newPage();
      return async (round: number) => {
        await openList(page, site);
        return filterList(page, site, categories[round % categories.length] ?? '');
      };
    };
    const sides = await Promise.all([product, floor].map(typing));
    await alternate(2, sides);
    const [ours = [], floors = []] = await alternate(rounds, sides);
    return [
      {
        goal: 'filter',
        name: 'filter typed to rows painted',
        unit: 'ms',
        product: median(ours),
        floor: median(floors),
      },
    ];
  });
}
