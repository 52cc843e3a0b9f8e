import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from './support/bench.ts';
import { alternate } from './support/load.ts';
import { freshContext, openList, type Site } from './support/pages/browser.ts';
import { withSites } from './support/pages/sites.ts';
import type { Figure } from './support/report.ts';
import { median } from './support/statistics.ts';

/** The JavaScript heap on the list after garbage collection. */
export function heap(bench: Bench): Promise<Figure[]> {
  return withSites(bench, async ({ browser, product, floor }) => {
    const measure = async (site: Site) => {
      const context = await freshContext(browser, site);
      const page = await context.newPage();
      await openList(page, site);
      await sleep(1000);
      const devtools = await context.newCDPSession(page);
      await devtools.send('HeapProfiler.collectGarbage');
      await devtools.send('HeapProfiler.collectGarbage');
      const { usedSize } = await devtools.send('Runtime.getHeapUsage');
      await context.close();
      return usedSize / 1e6;
    };
    const [ours = [], floors = []] = await alternate(
      3,
      [product, floor].map((site) => () => measure(site)),
    );
    return [{ goal: 'heap', name: 'JS heap on the list', unit: 'MB', product: median(ours), floor: median(floors) }];
  });
}
