import type { Browser } from '@playwright/test';
import type { Bench } from './support/bench.ts';
import { type Answers, openHost, type Screen } from './support/host/host-page.ts';
import { inHost } from './support/host/in-host.ts';
import { alternate } from './support/load.ts';
import { freshContext } from './support/pages/browser.ts';
import type { Figure } from './support/report.ts';
import { median } from './support/statistics.ts';

const rounds = 7;

/**
 * The longest task of the main thread while the list is mounted in a host’s page with an empty cache: at worst, typing in the
 * page is delayed by that long. Compared with a plugin that shows the same rows in a plain table; the processor is throttled to a quarter.
 */
export function hostTask(bench: Bench): Promise<Figure[]> {
  return inHost(bench, async ({ browser, url, answers, path, rows }) => {
    const list = { module: '/plugin/quartermaster.js', path, selector: rows.product, count: 25 };
    const table = { module: '/hello/quartermaster.js', path, selector: rows.floor, count: 25 };
    const sides = [list, table].map((screen) => () => longestTask(browser, url, answers, screen));
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
  });
}

async function longestTask(browser: Browser, url: string, answers: Answers, screen: Screen): Promise<number> {
  const context = await freshContext(browser, { state: async () => undefined });
  const page = await openHost(context, url, answers);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const longest = await page.evaluate(async (given) => {
    let longest = 0;
    let end = Number.POSITIVE_INFINITY;
    const ended = new Promise<void>((resolve) => {
      const observer = new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries()) {
          if (startTime < end) longest = Math.max(longest, duration);
          else resolve();
        }
      });
      observer.observe({ type: 'longtask' });
    });
    await window.host.mount(given);
    end = performance.now();
    // Long tasks are reported in order, with a delay: once a later one is reported, so are all of the mount.
    setTimeout(() => {
      const start = performance.now();
      while (performance.now() < start + 100);
    });
    await ended;
    return longest;
  }, screen);
  await context.close();
  return longest;
}
