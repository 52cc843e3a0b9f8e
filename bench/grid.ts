import type { Page } from '@playwright/test';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import type { Bench } from './support/bench.ts';
import { manyFields } from './support/content/wide-template.ts';
import { alternate } from './support/load.ts';
import { freshContext, openBrowser, signedInState } from './support/pages/browser.ts';
import { countWork, nextPaint, watchFrames } from './support/pages/editor-page.ts';
import type { Figure } from './support/report.ts';
import { median, percentile } from './support/statistics.ts';

const rounds = 5;
const keys = 40;
const steps = 60;
/** Pixels of one step of the wheel. */
const distance = 200;
/** Items that are saved in a call. */
const batch = 1000;
const sizes = { large: [Number(process.env.GRID_ROWS ?? 10_000), 100], small: [10, 10] } as const;

/** Cells typed in a grid of 10,000 rows of 100 columns, compared with one of 10 by 10, its nodes, and scrolling it. */
export async function grid({ content, product, session }: Bench): Promise<Figure[]> {
  const { instanceId } = content;
  const origin = `http://127.0.0.1:${product.port}`;
  const pathOf = (path: string, templateId = '') =>
    path.replace(':instanceId', String(instanceId)).replace(':templateId', templateId);

  /** The address of a grid of as many rows and columns. */
  const create = async ([rows, columns]: readonly [number, number]): Promise<string> => {
    const id = `bench_grid_${rows}`;
    const fields = manyFields(columns, 'integer');
    await session.call(templates.save.method, pathOf(templates.save.path), { id, label: id, version: 0, fields });
    for (let start = 0; start < rows; start += batch) {
      const lines = Array.from({ length: Math.min(batch, rows - start) }, (_, index) => {
        const values = fields.map((field, column) => [field.id, start + index + column]);
        return JSON.stringify({ _label: `Item ${start + index}`, ...Object.fromEntries(values) });
      });
      const response = await fetch(`${origin}/v1${pathOf(items.saveRecords.path, id)}`, {
        method: items.saveRecords.method,
        headers: { ...(await session.headers()), 'content-type': 'application/jsonl' },
        body: lines.join('\n'),
      });
      if (!response.ok) throw new Error(await response.text());
    }
    return `${origin}/instance/${instanceId}/templates/${id}/items/grid`;
  };
  const large = await create(sizes.large);
  const small = await create(sizes.small);

  const browser = await openBrowser();
  const state = signedInState(browser, origin);
  const measure = (address: string) => async () => {
    const { page, during } = await countWork(await (await freshContext(browser, { state })).newPage());
    await page.goto(address);
    await loadAll(page);
    // A blank column between numbers would be no less work.
    await page.locator('[aria-rowindex="3"] > [aria-colindex="3"]').click();
    const works: number[] = [];
    for (let key = 0; key < keys; key += 1) {
      const idle = await during(() => nextPaint(page));
      const { all } = await during(async () => {
        // Every second key ends the cell, and the next one begins another.
        await page.keyboard.press(key % 2 === 0 ? '7' : key % 4 === 1 ? 'Enter' : 'Shift+Enter');
        await nextPaint(page);
      });
      works.push(all - idle.all);
    }
    const nodes = await page.getByRole('grid').evaluate((root) => {
      const walker = document.createTreeWalker(root);
      let amount = 0;
      while (walker.nextNode()) amount += 1;
      return amount;
    });
    const late = await lateFrames(page);
    await page.context().close();
    return { work: slowest(works), nodes, late };
  };
  /** Frames that the machine drops by itself, on a page without content. */
  const measureEmpty = async () => {
    const page = await (await freshContext(browser, { state })).newPage();
    await page.goto(`${origin}/not-found`);
    const late = await lateFrames(page);
    await page.context().close();
    return { work: 0, nodes: 0, late };
  };
  try {
    const sides = [measure(large), measure(small), measureEmpty];
    await alternate(1, sides);
    const [ofLarge = [], ofSmall = [], ofEmpty = []] = await alternate(rounds, sides);
    const [rows, columns] = sizes.large;
    const name = `a grid of ${rows.toLocaleString('en-US')} rows by ${columns} columns`;
    const of = (runs: typeof ofLarge, figure: 'work' | 'nodes' | 'late') => median(runs.map((run) => run[figure]));
    return [
      {
        goal: 'gridKey',
        name: `from a key to the painted cell in ${name}, 95th percentile`,
        unit: 'ms',
        product: of(ofLarge, 'work'),
        floor: of(ofSmall, 'work'),
        against: '10 by 10',
      },
      { goal: 'gridNodes', name: `nodes of ${name}`, unit: 'nodes', product: of(ofLarge, 'nodes') },
      {
        goal: 'gridFrames',
        name: `frames dropped while scrolling ${name}`,
        unit: 'frames',
        product: of(ofLarge, 'late'),
        floor: of(ofEmpty, 'late'),
        against: 'an empty page',
      },
    ];
  } finally {
    await browser.close();
  }
}

/** Waits until all items are in the grid. */
async function loadAll(page: Page): Promise<void> {
  await page.getByRole('grid').getByRole('rowheader').first().waitFor();
  const more = page.getByRole('button', { name: 'Load all' });
  if (await more.isVisible()) await more.click();
  await more.waitFor({ state: 'detached' });
}

/** Scrolls down and across, and returns the frames that were dropped meanwhile. */
async function lateFrames(page: Page): Promise<number> {
  await page.mouse.move(700, 400);
  await page.evaluate(watchFrames);
  for (let step = 0; step < steps; step += 1) {
    const sign = Math.floor(step / 15) % 2 === 0 ? 1 : -1;
    await page.mouse.wheel(step % 3 === 0 ? sign * distance : 0, sign * distance);
  }
  await nextPaint(page);
  return page.evaluate(() => window.lateFrames());
}

const slowest = (measured: readonly number[]) =>
  percentile(
    measured.toSorted((a, b) => a - b),
    0.95,
  );
