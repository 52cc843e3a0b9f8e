import type { CDPSession, Page } from '@playwright/test';
import { Sentence } from '../scripts/terminal.mjs';
import type { Bench } from './support/bench.ts';
import { openHost, recordAnswers, type Screen } from './support/host/host-page.ts';
import { startHost } from './support/host/host-server.ts';
import { freshContext, openBrowser } from './support/pages/browser.ts';
import { withSites } from './support/pages/sites.ts';
import type { Figure } from './support/report.ts';

/** During the first cycles code is compiled and caches fill up. */
const cycles = { first: 40, all: 300 };
const module = '/plugin/quartermaster.js';

/** The state in which the console is unmounted: what is open or in progress. */
interface Scene {
  screen: Screen;
  begin: (page: Page) => Promise<unknown>;
  /** The user's actions afterwards. */
  end?: (page: Page) => Promise<unknown>;
}

/** Mounts and unmounts the console 300 times, with a dialog, a menu, a drag or a toast; compares what stays alive with 40 times. */
export function cyclesOfMounting(bench: Bench): Promise<Figure[]> {
  return withSites(bench, async ({ browser, product }) => {
    const { origin, pathname } = new URL(product.list);
    const template = pathname.replace(/\/items$/, '/edit');
    const item = new URL(product.form).pathname;
    const signedIn = await freshContext(browser, product);
    const pages = [template, item, '/'].map((path) => origin + path);
    const answers = await recordAnswers(signedIn, pages, async (page) => {
      const answered = page.waitForResponse((response) => response.url().endsWith('/reports/changes'));
      await openDialog(page);
      await answered;
    });
    await signedIn.close();
    const host = await startHost();
    // The compiler retains code and type feedback for the lifetime of the page, which is not a leak of the console.
    const interpreter = await openBrowser(['--js-flags=--jitless']);
    try {
      const context = await freshContext(interpreter, { state: async () => undefined });
      const page = await openHost(context, host.url, answers);
      const devtools = await context.newCDPSession(page);
      await devtools.send('Performance.enable');
      const scenes = scenesOf(template, item);
      const cycle = async (from: number, to: number) => {
        for (let turn = from; turn < to; turn += 1) {
          const scene = scenes[turn % scenes.length];
          if (scene) await play(page, scene);
        }
        return settled(page, devtools);
      };
      const first = await cycle(0, cycles.first);
      const last = await cycle(cycles.first, cycles.all);
      const unanswered = await page.evaluate(() => window.host.unanswered);
      if (unanswered.length > 0)
        throw new Sentence(`No answer is in memory for ${[...new Set(unanswered)].join(', ')}.`);
      const figure = (goal: Figure['goal'], of: keyof Alive, unit: string): Figure => ({
        goal,
        name: `${of === 'heap' ? 'JS heap' : of} after ${cycles.all} mounts and unmounts`,
        unit,
        product: last[of],
        floor: first[of],
        against: `after ${cycles.first}`,
      });
      return [
        figure('cyclesLeft', 'nodes', 'nodes'),
        figure('cyclesLeft', 'listeners', 'listeners'),
        figure('cyclesLeft', 'globals', 'names'),
        figure('cyclesLeft', 'stored', 'keys'),
        figure('cyclesHeap', 'heap', 'MB'),
      ];
    } finally {
      await interpreter.close();
      host.stop();
    }
  });
}

function scenesOf(template: string, item: string): Scene[] {
  const home = { module, path: '', selector: 'main li a', count: 5 };
  const editor = { module, path: template, selector: '[role="treeitem"]', count: 3 };
  const form = { module, path: item, selector: 'input', count: 10 };
  return [
    {
      screen: home,
      begin: openDialog,
    },
    {
      screen: home,
      begin: async (page) => {
        await page.getByRole('button', { name: 'Account' }).click();
        await page.getByRole('menu').waitFor();
      },
    },
    {
      screen: editor,
      begin: async (page) => {
        const box = await page.getByRole('treeitem').nth(1).boundingBox();
        if (!box) throw new Error('There is no line to drag.');
        await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
        await page.mouse.down();
        await page.mouse.move(box.x + box.width / 2, box.y + box.height * 2, { steps: 4 });
      },
      end: (page) => page.mouse.up(),
    },
    {
      screen: form,
      begin: async (page) => {
        await page.getByRole('button', { name: 'Save changes' }).click();
        await page.getByText('No changes to save').waitFor();
      },
    },
  ];
}

async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export', exact: true }).first().click();
  await page.getByRole('dialog').waitFor();
}

async function play(page: Page, { screen, begin, end }: Scene): Promise<void> {
  await page.evaluate((given) => window.host.mount(given), screen);
  await begin(page);
  await page.evaluate((address) => window.host.unmount(address), module);
  await end?.(page);
}

/** Counts of what is alive in the page after garbage collections. */
interface Alive {
  nodes: number;
  listeners: number;
  /** Names on `window`. */
  globals: number;
  /** Keys in storage. */
  stored: number;
  /** In megabytes. */
  heap: number;
}

/** Measures until nothing more is collected: removed nodes are not collected at once. */
async function settled(page: Page, devtools: CDPSession): Promise<Alive> {
  let last = await measure(page, devtools);
  for (let stable = 0; stable < 3; ) {
    await page.waitForTimeout(500);
    const now = await measure(page, devtools);
    stable = now.nodes === last.nodes && now.listeners === last.listeners ? stable + 1 : 0;
    last = now;
  }
  return last;
}

async function measure(page: Page, devtools: CDPSession): Promise<Alive> {
  for (let turn = 0; turn < 2; turn += 1) await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  const [globals = 0, stored = 0] = await page.evaluate(() => [
    Object.getOwnPropertyNames(window).length,
    localStorage.length + sessionStorage.length,
  ]);
  return { nodes: of('Nodes'), listeners: of('JSEventListeners'), globals, stored, heap: of('JSHeapUsedSize') / 1e6 };
}
