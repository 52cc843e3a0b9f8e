import type { Browser, Page } from '@playwright/test';
import { Sentence } from '../scripts/terminal.mjs';
import type { Bench } from './support/bench.ts';
import { type Answers, openHost, type Screen } from './support/host/host-page.ts';
import { inHost } from './support/host/in-host.ts';
import { countScript } from './support/host/script-time.ts';
import { alternate } from './support/load.ts';
import { freshContext } from './support/pages/browser.ts';
import { nextPaint } from './support/pages/editor-page.ts';
import type { Figure } from './support/report.ts';
import { median } from './support/statistics.ts';

const pages = 3;
const roundsOfPage = 4;
const hosts = [
  { folder: '', where: '' },
  { folder: 'shared/', where: ', host shares React' },
];

/** Mounts the plugin in a host, compared with a trivial plugin and one that only shows rows; calls are answered from memory. */
export function mount(bench: Bench): Promise<Figure[]> {
  return inHost(bench, async ({ browser, url, answers, path, rows }) => {
    const figures: Figure[] = [];
    for (const { folder, where } of hosts) {
      const [ours, hello] = ['plugin', 'hello'].map((name) => `/${name}/${folder}quartermaster.js`) as [string, string];
      const measured = await measure(browser, url, answers, {
        home: { module: ours, path: '', selector: 'main li a', count: 5 },
        list: { module: ours, path, selector: rows.product, count: 25 },
        hello: { module: hello, path: '', selector: 'h1', count: 1 },
        rows: { module: hello, path, selector: rows.floor, count: 25 },
      });
      figures.push(...figuresOf(measured, where));
    }
    return figures;
  });
}

type Name = 'home' | 'list' | 'hello' | 'rows';

/** In milliseconds. */
interface Measured {
  /** From entering a new page, with all files cached, to the painted screen. */
  first: number;
  /** The same if the console was mounted before. */
  again: number;
  /** The same if it showed this screen last, half a second before. */
  left: number;
  mountScript: number;
  unmountScript: number;
}

function figuresOf(measured: Record<Name, Measured>, where: string): Figure[] {
  const figureOf = (name: 'home' | 'list', of: keyof Measured, title: string, goal: Figure['goal']): Figure => ({
    goal,
    name: `${title}${where}`,
    unit: 'ms',
    product: measured[name][of],
    floor: measured.hello[of],
  });
  const screens = [
    ['home', 'home'],
    ['list', 'the list'],
  ] as const;
  return [
    ...screens.flatMap(([name, screen]) => [
      figureOf(name, 'again', `mount again to painted ${screen}`, 'mountPainted'),
      figureOf(name, 'left', `mount of ${screen} that was just left, to painted`, 'mountPainted'),
      figureOf(name, 'first', `first mount of a page to painted ${screen}`, 'mountPainted'),
      figureOf(name, 'mountScript', `script of mounting ${screen} again`, 'mountScript'),
      figureOf(name, 'unmountScript', `script of unmounting ${screen}`, 'mountScript'),
    ]),
    ...(['again', 'left', 'first'] as const).map(
      (of): Figure => ({
        goal: 'mountRows',
        name: `${titles[of]} to painted rows${where}`,
        unit: 'ms',
        product: measured.list[of],
        floor: measured.rows[of],
        against: 'plain table',
      }),
    ),
  ];
}

const titles = { again: 'mount again', left: 'mount of what was just left', first: 'first mount of a page' };

/** How long a screen is looked at before it is left, in milliseconds: until it has all its data. */
const stay = 500;

async function measure(browser: Browser, url: string, answers: Answers, screens: Record<Name, Screen>) {
  const context = await freshContext(browser, { state: async () => undefined });
  const names = Object.keys(screens) as Name[];
  const times = Object.fromEntries(
    names.map((name) => [name, { first: [], again: [], left: [], mountScript: [], unmountScript: [] }]),
  ) as unknown as Record<Name, Record<keyof Measured, number[]>>;
  const onPage = async <T>(work: (page: Page) => Promise<T>): Promise<T> => {
    const page = await openHost(context, url, answers);
    const done = await work(page);
    const unanswered = await page.evaluate(() => window.host.unanswered);
    if (unanswered.length > 0) throw new Sentence(`No answer is in memory for ${unanswered.join(', ')}.`);
    await page.close();
    return done;
  };
  const first = (name: Name) => () => onPage((page) => show(page, screens[name]));
  const sides = names.map(first);
  // The browser stores compiled code with the files only after they have been used twice.
  await alternate(2, sides);
  const firsts = await alternate(pages + roundsOfPage, sides);
  for (const [index, name] of names.entries()) times[name].first = firsts[index] ?? [];

  for (let number = 0; number < pages; number += 1) {
    await onPage(async (page) => {
      const scriptOf = await countScript(page);
      const timed = (name: Name) => async () => {
        times[name].again.push(await show(page, screens[name]));
        await hide(page, screens[name]);
      };
      const returned = (name: Name) => async () => {
        await show(page, screens[name]);
        await page.waitForTimeout(stay);
        await hide(page, screens[name]);
        times[name].left.push(await show(page, screens[name]));
        await hide(page, screens[name]);
      };
      const profiled = (name: Name) => async () => {
        times[name].mountScript.push(await scriptOf(() => show(page, screens[name])));
        await nextPaint(page);
        await page.requestGC();
        times[name].unmountScript.push(await scriptOf(() => hide(page, screens[name])));
      };
      for (const name of names) {
        await show(page, screens[name]);
        await hide(page, screens[name]);
      }
      await alternate(roundsOfPage, names.map(timed));
      await alternate(roundsOfPage, names.map(returned));
      await alternate(roundsOfPage, names.map(profiled));
    });
  }
  await context.close();
  return Object.fromEntries(
    names.map((name) => {
      const { first, again, left, mountScript, unmountScript } = times[name];
      const middles: Measured = {
        first: median(first),
        again: median(again),
        left: median(left),
        mountScript: median(mountScript),
        unmountScript: median(unmountScript),
      };
      return [name, middles];
    }),
  ) as Record<Name, Measured>;
}

async function show(page: Page, screen: Screen): Promise<number> {
  await page.requestGC();
  return page.evaluate((given) => window.host.mount(given), screen);
}

async function hide(page: Page, { module }: Screen): Promise<void> {
  await page.evaluate((address) => window.host.unmount(address), module);
  await nextPaint(page);
}
