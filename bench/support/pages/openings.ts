import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Bench } from '../bench.ts';
import type { GoalName } from '../goals.ts';
import { alternate } from '../load.ts';
import type { Figure } from '../report.ts';
import { median } from '../statistics.ts';
import { freshContext, leave, type Site } from './browser.ts';
import { withSites } from './sites.ts';

/** A page of both sides that is opened by its address. */
interface Opening {
  goal: GoalName;
  /** The timed event, such as "painted rows". */
  name: string;
  /** Opens the page; returns the milliseconds from the navigation until it was painted. */
  open: (page: Page, site: Site, itemLabel: string) => Promise<number>;
}

/** A machine or line on which pages are opened. */
interface Condition {
  name: string;
  rounds: number;
  slow: (page: Page) => Promise<unknown>;
}

const bytesPerSecond = 10_000_000 / 8;

const conditions: readonly Condition[] = [
  { name: '', rounds: 9, slow: async () => undefined },
  {
    name: ', processor slowed 4x',
    rounds: 5,
    slow: async (page) => (await devtools(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 }),
  },
  {
    name: ', on a line of 40 ms and 10 Mbit/s',
    rounds: 5,
    slow: async (page) =>
      (await devtools(page)).send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 40,
        downloadThroughput: bytesPerSecond,
        uploadThroughput: bytesPerSecond,
      }),
  },
];

const devtools = (page: Page) => page.context().newCDPSession(page);

/**
 * Opens a page in a browser with an empty cache, and in one with a full cache: on this machine, with a slowed processor and on a
 * slow line. Then counts the work of React and the main thread, in separate runs that are not timed.
 */
export function openings(bench: Bench, { goal, name, open }: Opening): Promise<Figure[]> {
  return withSites(bench, async ({ browser, product, floor, itemLabel }) => {
    const figures: Figure[] = [];
    for (const condition of conditions) {
      const both = async (site: Site) => {
        const { page, context } = await newPage(browser, site);
        await condition.slow(page);
        const cold = await open(page, site, itemLabel);
        await leave(page, site);
        const warm = await open(page, site, itemLabel);
        await context.close();
        return { cold, warm };
      };
      const sides = [product, floor].map((site) => () => both(site));
      await alternate(1, sides);
      const [ours = [], floors = []] = await alternate(condition.rounds, sides);
      for (const cache of ['cold', 'warm'] as const) {
        const middle = (measured: typeof ours) => median(measured.map((round) => round[cache]));
        const title = `navigation to ${name}, ${cache}${condition.name}`;
        figures.push({ goal, name: title, unit: 'ms', product: middle(ours), floor: middle(floors) });
      }
    }
    const count = async (site: Site) => {
      const { page, context } = await newPage(browser, site);
      await open(page, site, itemLabel);
      await context.addInitScript(countWork);
      await leave(page, site);
      await open(page, site, itemLabel);
      const counted = await page.evaluate(() => window.counted());
      await context.close();
      return counted;
    };
    const [ours, floors] = [await count(product), await count(floor)];
    const counted = (goal: GoalName, name: string, of: keyof Counted): Figure => ({
      goal,
      name,
      unit: of === 'commits' ? 'commits' : 'tasks',
      product: ours[of],
      floor: floors[of],
    });
    figures.push(counted('commits', `commits of React until ${name}, warm`, 'commits'));
    figures.push(counted('longTasks', `tasks of 50 ms or more until ${name}, warm`, 'longTasks'));
    return figures;
  });
}

async function newPage(browser: Browser, site: Site): Promise<{ context: BrowserContext; page: Page }> {
  const context = await freshContext(browser, site);
  return { context, page: await context.newPage() };
}

interface Counted {
  commits: number;
  longTasks: number;
}

declare global {
  interface Window {
    counted: () => Counted;
  }
}

/** Runs in the page before its own scripts: React reports each commit to the hook of its developer tools, also in production. */
function countWork(): void {
  let commits = 0;
  let longTasks = 0;
  Object.assign(window, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      renderers: new Map(),
      inject: () => 1,
      onCommitFiberRoot: () => {
        commits += 1;
      },
      onCommitFiberUnmount: () => undefined,
      checkDCE: () => undefined,
    },
  });
  const observer = new PerformanceObserver((list) => {
    longTasks += list.getEntries().length;
  });
  observer.observe({ type: 'longtask', buffered: true });
  window.counted = () => {
    longTasks += observer.takeRecords().length;
    return { commits, longTasks };
  };
}
