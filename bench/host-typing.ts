import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import type { Bench } from './support/bench.ts';
import { type Answers, openHost, type Screen } from './support/host/host-page.ts';
import { inHost } from './support/host/in-host.ts';
import { alternate } from './support/load.ts';
import { freshContext } from './support/pages/browser.ts';
import { timeKeys } from './support/pages/form-page.ts';
import type { Figure } from './support/report.ts';
import { percentile } from './support/statistics.ts';

const rounds = 5;
const keys = 60;
/** Milliseconds between two messages of the stream: as if many people worked in the list. */
const toldEvery = 100;

/** Letters typed into an input of the host, beside a list whose stream is busy, compared with one whose stream is silent. */
export function hostTyping(bench: Bench): Promise<Figure[]> {
  return inHost(bench, async ({ browser, url, answers, path, rows }) => {
    const screen = { module: '/plugin/quartermaster.js', path, selector: rows.product, count: 25 };
    const sides = [true, false].map((isBusy) => () => typeBeside(browser, url, answers, { screen, isBusy }));
    await alternate(1, sides);
    const [busy = [], silent = []] = await alternate(rounds, sides);
    const p95 = (measured: readonly number[][]) =>
      percentile(
        measured.flat().toSorted((one, other) => one - other),
        0.95,
      );
    return [
      {
        goal: 'hostTyping',
        name: 'from a key in the host until it is painted, ten messages of the stream a second, 95th percentile',
        unit: 'ms',
        product: p95(busy),
        floor: p95(silent),
        against: 'no message',
      },
    ];
  });
}

/** Milliseconds from each key until it was painted. */
async function typeBeside(
  browser: Browser,
  url: string,
  answers: Answers,
  { screen, isBusy }: { screen: Screen; isBusy: boolean },
): Promise<number[]> {
  const context = await freshContext(browser, { state: async () => undefined });
  const page = await openHost(context, url, answers);
  await page.evaluate((given) => window.host.mount(given), screen);
  await page.waitForFunction(() => window.host.tell({ type: 'change', instance_id: 0, topic: 'menu' }) > 0);
  const instanceId = Number(/\/instance\/(\d+)\//.exec(screen.path)?.[1] ?? 0);
  await page.evaluate(
    ([instance_id, every, isTelling]) => {
      const input = document.createElement('input');
      input.id = 'host-input';
      document.body.prepend(input);
      const change = { type: 'change', instance_id, topic: 'content' };
      if (isTelling) setInterval(() => window.host.tell(change), every);
    },
    [instanceId, toldEvery, isBusy] as const,
  );
  await page.locator('#host-input').focus();
  await timeKeys(page);
  for (let key = 0; key < keys; key += 1) {
    await page.keyboard.press('x');
    await sleep(50);
  }
  const times = await page.evaluate(() => window.keyTimes());
  await context.close();
  return times;
}
