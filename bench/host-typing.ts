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

/** Letters typed into an input of the host, beside a list that follows a busy stream, compared with a plain table. */
export function hostTyping(bench: Bench): Promise<Figure[]> {
  return inHost(bench, async ({ browser, url, answers, path, rows }) => {
    const list = { module: '/plugin/quartermaster.js', path, selector: rows.product, count: 25 };
    const table = { module: '/hello/quartermaster.js', path, selector: rows.floor, count: 25 };
    const sides = [list, table].map((screen) => () => typeBeside(browser, url, answers, screen));
    await alternate(1, sides);
    const [ours = [], floors = []] = await alternate(rounds, sides);
    const p95 = (rounds: readonly number[][]) =>
      percentile(
        rounds.flat().toSorted((one, other) => one - other),
        0.95,
      );
    return [
      {
        goal: 'hostTyping',
        name: `from a key in the host until it is painted, ten messages of the stream a second, 95th percentile`,
        unit: 'ms',
        product: p95(ours),
        floor: p95(floors),
        against: 'plain table',
      },
    ];
  });
}

/** Milliseconds from each key until it was painted. */
async function typeBeside(browser: Browser, url: string, answers: Answers, screen: Screen): Promise<number[]> {
  const context = await freshContext(browser, { state: async () => undefined });
  const page = await openHost(context, url, answers);
  await page.evaluate((given) => window.host.mount(given), screen);
  const isProduct = screen.module.includes('/plugin/');
  if (isProduct)
    await page.waitForFunction(() => window.host.tell({ type: 'change', instance_id: 0, topic: 'menu' }) > 0);
  const instanceId = Number(/\/instance\/(\d+)\//.exec(screen.path)?.[1] ?? 0);
  await page.evaluate(
    ([instance_id, every]) => {
      const input = document.createElement('input');
      input.id = 'host-input';
      document.body.prepend(input);
      const change = { type: 'change', instance_id, topic: 'content' };
      setInterval(() => window.host.tell(change), every);
    },
    [instanceId, toldEvery] as const,
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
