import type { BrowserContext, Page } from '@playwright/test';
import type { Bench } from './support/bench.ts';
import { freshContext, openList } from './support/pages/browser.ts';
import { withSites } from './support/pages/sites.ts';
import { formVisit } from './support/pages/visits.ts';
import type { Figure } from './support/report.ts';
import { percentile } from './support/statistics.ts';

const rounds = 3;
const keys = 50;
const clicks = 15;
/** Event Timing reports no shorter events. */
const shortest = 16;

declare global {
  interface Window {
    /** The interactions since the last call, in milliseconds to the next paint; those below 16 ms are missing. */
    interactions: () => number[];
  }
}

/** Runs in each page before its own scripts; an interaction such as a key has several events. */
function watchInteractions(threshold: number): void {
  let longest = new Map<number, number>();
  const add = (entries: PerformanceEntryList) => {
    for (const { interactionId, duration } of entries as PerformanceEventTiming[]) {
      if (interactionId) longest.set(interactionId, Math.max(duration, longest.get(interactionId) ?? 0));
    }
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  // TypeScript does not know the threshold yet.
  observer.observe({ type: 'event', durationThreshold: threshold, buffered: true } as PerformanceObserverInit);
  window.interactions = () => {
    add(observer.takeRecords());
    const all = [...longest.values()];
    longest = new Map();
    return all;
  };
}

/** Interaction to next paint, 98th percentile, with the processor slowed four times: keys in a form, sorting, turning pages. */
export function interactions(bench: Bench): Promise<Figure[]> {
  return withSites(bench, async ({ browser, product, itemLabel }) => {
    const slowPage = async (context: BrowserContext): Promise<Page> => {
      const page = await context.newPage();
      await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 });
      return page;
    };
    /** All interactions of a page; those too short to be reported count as the shortest that is. */
    const measured = async (page: Page, count: number) => {
      await page.evaluate(() => window.painted(() => true));
      const reported = await page.evaluate(() => window.interactions());
      return [...reported, ...Array.from({ length: Math.max(0, count - reported.length) }, () => shortest)];
    };
    const typing = async (context: BrowserContext) => {
      const page = await slowPage(context);
      await page.goto(product.form, { waitUntil: 'commit' });
      await formVisit.shown(page, product, itemLabel, '');
      await page.locator('input[name="label"]').focus();
      await page.evaluate(() => window.interactions());
      for (let key = 0; key < keys; key += 1) await page.keyboard.press(key % 10 === 9 ? 'Backspace' : 'x');
      return measured(page, keys);
    };
    const clicking = async (context: BrowserContext, name: RegExp) => {
      const page = await slowPage(context);
      await openList(page, product);
      await page.evaluate(() => window.interactions());
      for (let click = 0; click < clicks; click += 1) {
        const before = await page.locator(product.row).first().textContent();
        await page.getByRole('button', { name }).first().click();
        await page.evaluate(
          ({ selector, text }) =>
            window.painted(() => {
              const first = document.querySelector(selector)?.textContent;
              return typeof first === 'string' && first !== text;
            }),
          { selector: product.row, text: before },
        );
      }
      return measured(page, clicks);
    };
    const kinds = {
      'typing in the form': typing,
      'sorting the list': (context: BrowserContext) => clicking(context, /^Price/),
      'turning pages of the list': (context: BrowserContext) => clicking(context, /^Next/),
    };
    const figures: Figure[] = [];
    for (const [name, run] of Object.entries(kinds)) {
      const all: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const context = await freshContext(browser, product);
        await context.addInitScript(watchInteractions, shortest);
        all.push(...(await run(context)));
        await context.close();
      }
      const slowest = percentile(
        all.toSorted((a, b) => a - b),
        0.98,
      );
      figures.push({
        goal: 'interaction',
        name: `${name}, processor slowed 4x, p98`,
        unit: 'ms',
        product: slowest,
      });
    }
    return figures;
  });
}
