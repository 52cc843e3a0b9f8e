import type { Page } from '@playwright/test';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import type { Figure } from '../report.ts';
import type { OwnServer } from '../servers/own-server.ts';
import { median } from '../statistics.ts';
import { freshContext, openBrowser, signedInState } from './browser.ts';
import { nextPaint, watchFrames } from './editor-page.ts';

const rounds = 7;
const steps = 60;

/** A chart of a long list in a browser: from its answer until it is painted, and a brush that is drawn over it. */
export async function chartPage(
  { product }: Pick<OwnServer, 'product'>,
  { instanceId, templateId }: { instanceId: number; templateId: string },
): Promise<Figure[]> {
  const browser = await openBrowser();
  try {
    const origin = `http://127.0.0.1:${product.port}`;
    const context = await freshContext(browser, { state: signedInState(browser, origin) });
    const list = origin + pathTo(paths.items, { instanceId, templateId });
    const times: number[] = [];
    const late: number[] = [];
    // The first one loads the code.
    for (let round = -1; round < rounds; round += 1) {
      const page = await context.newPage();
      await page.goto(`${list}?layout=chart&chart=points:price,power`);
      const painted = await untilPainted(page);
      const dropped = await drawBrush(page);
      await page.close();
      if (round < 0) continue;
      times.push(painted);
      late.push(dropped);
    }
    return [
      {
        goal: 'chartPainted',
        name: 'from the answer of a chart until it is painted',
        unit: 'ms',
        product: median(times),
      },
      { goal: 'chartFrames', name: 'frames dropped while a brush is drawn', unit: 'frames', product: median(late) },
    ];
  } finally {
    await browser.close();
  }
}

/** Milliseconds from the end of the answer until something is drawn. */
const untilPainted = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const isDrawn = () => {
      const canvas = document.querySelector('canvas');
      const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
      return pixels?.some((value) => value > 0) === true && document.querySelector('[role=slider]') !== null;
    };
    const at = await window.painted(isDrawn);
    const answer = performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => entry.name.endsWith('/chart'))
      .at(-1);
    if (!answer) throw new Error('The chart was not asked for.');
    return at - answer.responseEnd;
  });

/** Draws a brush over the chart; returns how many frames were dropped. */
async function drawBrush(page: Page): Promise<number> {
  const box = await page.getByRole('slider').boundingBox();
  if (!box) throw new Error('There is no chart.');
  const at = (share: number) => [box.x + box.width * share, box.y + box.height * share] as const;
  await page.mouse.move(...at(0.2));
  await page.mouse.down();
  await page.mouse.move(...at(0.22));
  await page.evaluate(watchFrames);
  for (let step = 0; step < steps; step += 1) {
    await page.mouse.move(...at(0.22 + (0.5 * step) / steps));
    await nextPaint(page);
  }
  const late = await page.evaluate(() => window.lateFrames());
  await page.mouse.up();
  return late;
}
