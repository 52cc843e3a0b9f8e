import type { CDPSession, Page } from '@playwright/test';

/**
 * Work of a page’s main thread, in milliseconds of processor time, so that other load on the machine does not count.
 */
interface Work {
  script: number;
  /** Script, style and layout together. */
  all: number;
}

/** A page with a meter of its work. */
export interface CountedPage {
  page: Page;
  /** The page’s work during an action, until all its effects are on the screen. */
  during: (work: () => Promise<unknown>) => Promise<Work>;
}

/** Measures with the browser’s own clocks: processor time for script, style and layout of the main thread only. */
export async function countWork(page: Page): Promise<CountedPage> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return {
    page,
    during: async (work) => {
      const before = await workOf(devtools);
      await work();
      const after = await workOf(devtools);
      return { script: after.script - before.script, all: after.all - before.all };
    },
  };
}

async function workOf(devtools: CDPSession): Promise<Work> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  const of = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN) * 1000;
  const script = of('ScriptDuration');
  return { script, all: script + of('LayoutDuration') + of('RecalcStyleDuration') };
}

/** Waits until the next frame has been painted. */
export const nextPaint = (page: Page) => page.evaluate(() => window.painted(() => true));

const lines = '[role="treeitem"]';

/** Opens a template within the open console, through its history; ends when its tree was painted. */
export async function showEditor(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await treePainted(page);
}

/** Ends when the tree of a template was painted. */
export const treePainted = (page: Page) =>
  page.evaluate((selector) => window.painted(() => document.querySelectorAll(selector).length >= 15), lines);

/** Fetches and parses a response like the console, and nothing else. */
export const readBytes = (page: Page, url: string) =>
  page.evaluate(async (address) => void (await (await fetch(address)).json()), url);

/** Elements and text nodes of the page. */
export const countNodes = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
    let count = 1;
    while (walker.nextNode()) count += 1;
    return count;
  });

/** Drags a row over the whole tree and back, with a pause at the lower end; returns the number of late frames. */
export async function dragAcross(page: Page, line: number): Promise<number> {
  const box = await page.locator(lines).nth(line).boundingBox();
  const tree = await page.getByRole('tree').boundingBox();
  if (!box || !tree) throw new Error('There is no line to drag.');
  const x = box.x + box.width / 2;
  const start = box.y + box.height / 2;
  const bottom = tree.y + tree.height - 12;
  await page.mouse.move(x, start);
  await page.mouse.down();
  await page.mouse.move(x, start + 8);
  await page.evaluate(watchFrames);
  const steps = 60;
  const go = async (from: number, to: number) => {
    for (let step = 1; step <= steps; step += 1)
      await page.mouse.move(x + (step % 20), from + ((to - from) * step) / steps);
  };
  await go(start, bottom);
  // A tree that is larger than the screen scrolls during this.
  for (let hold = 0; hold < steps; hold += 1) await page.mouse.move(x + (hold % 20), bottom - (hold % 2));
  await go(bottom, start);
  const late = await page.evaluate(() => window.lateFrames());
  await page.keyboard.press('Escape');
  await page.mouse.up();
  return late;
}

declare global {
  interface Window {
    /** Ends the recording; returns the number of frames missing from those that a 60 Hz screen would have shown. */
    lateFrames: () => number;
  }
}

/** Runs in the page: records late frames until `lateFrames` is called. */
export function watchFrames(): void {
  const frame = 1000 / 60;
  let late = 0;
  let last = performance.now();
  let isOn = true;
  const look = (now: number) => {
    late += Math.max(0, Math.round((now - last) / frame) - 1);
    last = now;
    if (isOn) requestAnimationFrame(look);
  };
  requestAnimationFrame((now) => {
    last = now;
    requestAnimationFrame(look);
  });
  window.lateFrames = () => {
    isOn = false;
    return late;
  };
}
