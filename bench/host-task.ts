import type { Browser } from '@playwright/test';
import type { Bench } from './support/bench.ts';
import { buildHello } from './support/host/hello-plugin.ts';
import { type Answers, openHost, recordAnswers, type Screen } from './support/host/host-page.ts';
import { startHost } from './support/host/host-server.ts';
import { alternate } from './support/load.ts';
import { freshContext } from './support/pages/browser.ts';
import { withSites } from './support/pages/sites.ts';
import type { Figure } from './support/report.ts';
import { median } from './support/statistics.ts';

const rounds = 7;

/**
 * The longest task of the main thread while the list is mounted in a host’s page that has loaded nothing of it before: what is typed into the
 * page waits so long at worst. Beside a plugin that shows the same rows in a plain table; the processor is slowed four times.
 */
export function hostTask(bench: Bench): Promise<Figure[]> {
  return withSites(bench, async ({ browser, product, floor }) => {
    await buildHello();
    const { origin, pathname, search } = new URL(product.list);
    const path = pathname + search;
    const signedIn = await freshContext(browser, product);
    const answers = await recordAnswers(signedIn, [`${origin}/`, product.list]);
    await signedIn.close();
    const host = await startHost();
    const list = { module: '/plugin/quartermaster.js', path, selector: product.row, count: 25 };
    const rows = { module: '/hello/quartermaster.js', path, selector: floor.row, count: 25 };
    try {
      const sides = [list, rows].map((screen) => () => longestTask(browser, host.url, answers, screen));
      await alternate(1, sides);
      const [ours = [], floors = []] = await alternate(rounds, sides);
      const of = (name: string, take: (of: readonly number[]) => number): Figure => ({
        goal: 'hostTask',
        name: `longest task while the list is mounted cold, ${name}, processor slowed 4x`,
        unit: 'ms',
        product: take(ours),
        floor: take(floors),
        against: 'plain table',
      });
      return [of('median', median), of('worst', (all) => Math.max(...all))];
    } finally {
      host.stop();
    }
  });
}

async function longestTask(browser: Browser, url: string, answers: Answers, screen: Screen): Promise<number> {
  const context = await freshContext(browser, { state: async () => undefined });
  const page = await openHost(context, url, answers);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const longest = await page.evaluate(async (given) => {
    let longest = 0;
    const look = (entries: PerformanceEntryList) => {
      for (const { duration } of entries) longest = Math.max(longest, duration);
    };
    const observer = new PerformanceObserver((list) => look(list.getEntries()));
    observer.observe({ type: 'longtask' });
    await window.host.mount(given);
    // An entry is listed only after its task.
    await new Promise((resolve) => setTimeout(resolve, 500));
    look(observer.takeRecords());
    return longest;
  }, screen);
  await context.close();
  return longest;
}
