import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { Bench } from '../bench.ts';
import type { GoalName } from '../goals.ts';
import { alternate } from '../load.ts';
import { type Figure, figureOfRounds } from '../report.ts';
import { leave, type Site, withVisitor } from './browser.ts';
import { withSites } from './sites.ts';
import type { Shown, Visit } from './visits.ts';

/** A page of both sides, and the goals of its figures. */
interface Opening {
  visit: Visit;
  /** What is shown, such as "rows". */
  name: string;
  goals: Record<'cold' | 'sameTab' | 'newTab' | 'isTrue', GoalName>;
}

/** A machine or line on which pages are opened. */
interface Condition {
  name: string;
  rounds: number;
  slow: (page: Page) => Promise<unknown>;
}

const bytesPerSecond = 10_000_000 / 8;

/** Milliseconds until the browser has stored compiled code; with a slowed processor, too. */
const storeDelay = 6000;

const rounds = Number(process.env.OPEN_ROUNDS ?? 10);

const conditions: readonly Condition[] = [
  { name: '', rounds, slow: async () => undefined },
  {
    name: ', processor slowed 4x',
    rounds,
    slow: async (page) => (await devtools(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 }),
  },
  { name: ', on a line of 40 ms and 10 Mbit/s', rounds: Math.ceil(rounds / 2), slow: slowLine },
];

/** A line of 40 ms and 10 Mbit/s. */
export async function slowLine(page: Page): Promise<void> {
  const session = await devtools(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 40,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}

const devtools = (page: Page) => page.context().newCDPSession(page);

/** One side in one round, in milliseconds from the navigation. */
interface Opened {
  cold: number;
  sameTab: Shown & { responding: number };
  newTab: Shown & { responding: number };
}

/**
 * Opens a page in a browser with an empty cache, and then with everything cached: from another page in the same tab, and
 * in a new tab. Before each of these visits the item is saved with another text, so that what an earlier visit has left
 * can be told from the present answer. On this machine, with a slowed processor and on a slow line. Then counts the work
 * of React and the main thread, in separate runs that are not timed.
 */
export function openings(bench: Bench, { visit, name, goals }: Opening): Promise<Figure[]> {
  return withSites(bench, async ({ product, floor, itemLabel, mark }) => {
    const open = async (page: Page, site: Site, text = '') => {
      await page.goto(visit.address(site), { waitUntil: 'commit' });
      return visit.shown(page, site, itemLabel, text);
    };
    const respond = async (page: Page, site: Site) => {
      await page.goto(visit.address(site), { waitUntil: 'commit' });
      return visit.responding(page, site);
    };
    const measure = (site: Site, slow: Condition['slow']): Promise<Opened> =>
      withVisitor(site, async (context) => {
        const newTab = async <T>(visiting: (page: Page) => Promise<T>): Promise<T> => {
          const page = await context.newPage();
          await slow(page);
          const at = await visiting(page);
          await page.close();
          return at;
        };
        const first = await newTab(async (page) => {
          const cold = (await open(page, site)).painted;
          // The compiled code is stored some time after the second visit, and used by all later ones.
          await leave(page, site);
          await open(page, site);
          await sleep(storeDelay);
          await leave(page, site);
          const text = await mark();
          const sameTab = await open(page, site, text);
          await leave(page, site);
          return { cold, sameTab: { ...sameTab, responding: await respond(page, site) } };
        });
        const text = await mark();
        const shown = await newTab((page) => open(page, site, text));
        const responding = await newTab((page) => respond(page, site));
        return { ...first, newTab: { ...shown, responding } };
      });
    const figures: Figure[] = [];
    for (const condition of conditions) {
      const sides = [product, floor].map((site) => () => measure(site, condition.slow));
      await alternate(1, sides);
      const [ours = [], floors = []] = await alternate(condition.rounds, sides);
      const figure = (goal: GoalName, title: string, of: (opened: Opened) => number) =>
        figures.push(
          figureOfRounds({ goal, name: `${title}${condition.name}`, unit: 'ms' }, ours.map(of), floors.map(of)),
        );
      figure(goals.cold, `${name} painted, cold`, ({ cold }) => cold);
      for (const [tab, title] of Object.entries(tabs) as [keyof typeof tabs, string][]) {
        figure(goals[tab], `${name} painted, ${title}`, (opened) => opened[tab].painted);
        figure(goals[tab], `${name} responding, ${title}`, (opened) => opened[tab].responding);
        figure(goals.isTrue, `true ${name}, ${title}`, (opened) => opened[tab].isTrue);
      }
    }
    const count = (site: Site) =>
      withVisitor(site, async (context) => {
        const page = await context.newPage();
        await open(page, site);
        await leave(page, site);
        await open(page, site);
        await sleep(storeDelay);
        await context.addInitScript(countWork);
        await leave(page, site);
        const { painted } = await open(page, site);
        return page.evaluate((until) => window.counted(until), painted);
      });
    const [ours, floors] = [await count(product), await count(floor)];
    const counted = (goal: GoalName, title: string, of: keyof Counted): Figure => ({
      goal,
      name: title,
      unit: of === 'commits' ? 'commits' : 'tasks',
      product: ours[of],
      floor: floors[of],
    });
    figures.push(counted('commits', `commits of React until ${name} painted, same tab`, 'commits'));
    figures.push(counted('longTasks', `tasks of 50 ms or more until ${name} painted, same tab`, 'longTasks'));
    return figures;
  });
}

const tabs = { sameTab: 'same tab', newTab: 'new tab' } as const;

interface Counted {
  commits: number;
  longTasks: number;
}

declare global {
  interface Window {
    /** The work until a time in milliseconds from the navigation. */
    counted: (until: number) => Counted;
  }
}

/** Runs in the page before its own scripts: React reports each commit to the hook of its developer tools, also in production. */
function countWork(): void {
  const commits: number[] = [];
  const longTasks: number[] = [];
  Object.assign(window, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      renderers: new Map(),
      inject: () => 1,
      onCommitFiberRoot: () => {
        commits.push(performance.now());
      },
      onCommitFiberUnmount: () => undefined,
      checkDCE: () => undefined,
    },
  });
  const note = (entries: PerformanceEntryList) => longTasks.push(...entries.map(({ startTime }) => startTime));
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'longtask', buffered: true });
  window.counted = (until) => {
    note(observer.takeRecords());
    const countUntil = (times: readonly number[]) => times.filter((at) => at <= until).length;
    return { commits: countUntil(commits), longTasks: countUntil(longTasks) };
  };
}
