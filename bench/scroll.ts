import { diffItemFields } from '@quartermaster/contract/content/diff-item-fields.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import type { Bench } from './support/bench.ts';
import { manyFields } from './support/content/wide-template.ts';
import { alternate } from './support/load.ts';
import { freshContext, openBrowser, openList, signedInState } from './support/pages/browser.ts';
import { countWork, nextPaint, watchFrames } from './support/pages/editor-page.ts';
import type { Figure } from './support/report.ts';
import { median, percentile } from './support/statistics.ts';

const rounds = 5;
const steps = 60;
/** Pixels of one step: more than a column, half of it some five rows. */
const distance = 400;
const rows = 100;
const row = 'tbody tr[aria-rowindex]';
const columns = { many: 2000, some: 100 };

/** Scrolling a list of 2,000 columns, and one of as many items as the longest list has. */
export async function scroll({ content, product, session }: Bench): Promise<Figure[]> {
  const { instanceId } = content;
  const at = (path: string) => path.replace(':instanceId', String(instanceId));
  const wideOf = (count: number) => `bench_columns_${count}`;
  for (const count of Object.values(columns)) {
    const id = wideOf(count);
    const fields = manyFields(count, 'text');
    await session.call(templates.save.method, at(templates.save.path), { id, label: id, version: 0, fields });
    const tree = buildTree(fields);
    for (let item = 0; item < rows; item += 1) {
      const values = Object.fromEntries(fields.map((field) => [field.id, `${field.id} of ${item}`]));
      await session.call(items.save.method, at(items.save.path), {
        template_id: id,
        internal_label: `Item ${item}`,
        fields: diffItemFields(tree, {}, values),
      });
    }
  }
  const origin = `http://127.0.0.1:${product.port}`;
  const pathOf = (templateId: string, page = '') =>
    `${origin}/instance/${instanceId}/templates/${templateId}/items?size=${rows}${page}`;
  const lastPage = `&last=${rows}`;
  const [short, long] = [content.lists[0], content.lists.at(-1)];
  if (!short || !long || short === long) throw new Error('A longer list is needed.');
  const browser = await openBrowser();
  const state = signedInState(browser, origin);

  /** Costs of the steps across or down a page of rows, and the frames that were dropped meanwhile. */
  const scrolling = (list: string, direction: 'across' | 'down') => async () => {
    const { page, during } = await countWork(await (await freshContext(browser, { state })).newPage());
    await openList(page, { list, row }, 25);
    await page.locator(row).nth(3).hover();
    const [x, y] = direction === 'across' ? [distance, 0] : [0, distance / 2];
    const costs: number[] = [];
    for (let step = 0; step < steps; step += 1) {
      const { all } = await during(async () => {
        // Back and forth, as the shorter of the two ends earlier.
        const sign = Math.floor(step / 15) % 2 === 0 ? 1 : -1;
        await page.mouse.wheel(sign * x, sign * y);
        await nextPaint(page);
        await nextPaint(page);
      });
      costs.push(all);
    }
    await page.evaluate(watchFrames);
    for (let step = 0; step < steps; step += 1) {
      const sign = Math.floor(step / 15) % 2 === 0 ? 1 : -1;
      await page.mouse.wheel(sign * x, sign * y);
    }
    await nextPaint(page);
    const late = await page.evaluate(() => window.lateFrames());
    await page.context().close();
    return {
      late,
      cost: percentile(
        costs.toSorted((a, b) => a - b),
        0.95,
      ),
    };
  };

  try {
    const sides = [
      scrolling(pathOf(wideOf(columns.many)), 'across'),
      scrolling(pathOf(wideOf(columns.some)), 'across'),
      scrolling(pathOf(long.templateId, lastPage), 'down'),
      scrolling(pathOf(short.templateId, lastPage), 'down'),
    ];
    await alternate(1, sides);
    const [many = [], some = [], longRuns = [], shortRuns = []] = await alternate(rounds, sides);
    const cost = (runs: typeof many) => median(runs.map((run) => run.cost));
    const late = (runs: typeof many) => median(runs.map((run) => run.late));
    const wide = {
      name: `across ${rows} rows of ${columns.many.toLocaleString('en-US')} columns`,
      against: `${columns.some} columns`,
    };
    const down = {
      name: `down the last ${rows} of ${long.items.toLocaleString('en-US')} items`,
      against: `${short.items.toLocaleString('en-US')} items`,
    };
    return [
      {
        ...wide,
        name: `work of a step ${wide.name}, 95th percentile`,
        goal: 'scrollStep',
        unit: 'ms',
        product: cost(many),
        floor: cost(some),
      },
      {
        ...wide,
        name: `frames dropped ${wide.name}`,
        goal: 'scrollFrames',
        unit: 'frames',
        product: late(many),
        floor: late(some),
      },
      {
        ...down,
        name: `work of a step ${down.name}, 95th percentile`,
        goal: 'scrollStep',
        unit: 'ms',
        product: cost(longRuns),
        floor: cost(shortRuns),
      },
      {
        ...down,
        name: `frames dropped ${down.name}`,
        goal: 'scrollFrames',
        unit: 'frames',
        product: late(longRuns),
        floor: late(shortRuns),
      },
    ];
  } finally {
    await browser.close();
  }
}
