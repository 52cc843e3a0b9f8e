import type { Bench } from './support/bench.ts';
import { alternate } from './support/load.ts';
import { freshContext, leave, openList, type Site } from './support/pages/browser.ts';
import { withSites } from './support/pages/sites.ts';
import type { Figure } from './support/report.ts';
import { median } from './support/statistics.ts';

const rounds = 9;

/** From the navigation to 25 painted rows: in a browser with an empty cache, and in one with a full cache. */
export function list(bench: Bench): Promise<Figure[]> {
  return withSites(bench, async ({ browser, product, floor }) => {
    const open = async (site: Site) => {
      const context = await freshContext(browser, site);
      const page = await context.newPage();
      const cold = await openList(page, site);
      await leave(page, site);
      const warm = await openList(page, site);
      await context.close();
      return { cold, warm };
    };
    const sides = [product, floor].map((site) => () => open(site));
    await alternate(2, sides);
    const [ours = [], floors = []] = await alternate(rounds, sides);
    const figure = (name: string, cache: 'cold' | 'warm'): Figure => {
      const middle = (measured: typeof ours) => median(measured.map((round) => round[cache]));
      return { goal: 'list', name, unit: 'ms', product: middle(ours), floor: middle(floors) };
    };
    return [figure('navigation to painted rows, cold', 'cold'), figure('navigation to painted rows, warm', 'warm')];
  });
}
