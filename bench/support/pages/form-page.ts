import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** Returns the milliseconds from each key until it was painted, and clears them. */
    keyTimes: () => number[];
  }
}

/** Waits for the form of an item, scrolls to its end and back: fields that were rendered must not make it slower. */
export async function lookAtWholeForm(page: Page): Promise<void> {
  const first = page.locator('form textarea').first();
  await first.waitFor();
  await page.evaluate(async () => {
    const main = document.querySelector('main');
    if (!main) throw new Error('There is nothing to scroll.');
    for (let top = 0; top < main.scrollHeight; top += main.clientHeight / 2) {
      main.scrollTop = top;
      await window.painted(() => true);
    }
    main.scrollTop = 0;
    await window.painted(() => true);
  });
}

/** Records for each key the time until its effect is painted. */
export const timeKeys = (page: Page) =>
  page.evaluate(() => {
    let times: number[] = [];
    addEventListener(
      'keydown',
      ({ timeStamp }) => void window.painted(() => true).then((at) => times.push(at - timeStamp)),
      { capture: true },
    );
    window.keyTimes = () => {
      const noted = times;
      times = [];
      return noted;
    };
  });
