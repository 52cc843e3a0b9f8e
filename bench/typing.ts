import { diffItemFields } from '@quartermaster/contract/content/diff-item-fields.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { items, type SavedItem, type SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import type { Bench } from './support/bench.ts';
import { longItem, oneField, wideItem } from './support/content/form-content.ts';
import { alternate } from './support/load.ts';
import { freshContext, openBrowser, signedInState } from './support/pages/browser.ts';
import { countWork, nextPaint } from './support/pages/editor-page.ts';
import { lookAtWholeForm, timeKeys } from './support/pages/form-page.ts';
import type { Figure } from './support/report.ts';
import { median, percentile } from './support/statistics.ts';

const rounds = 5;
const keys = 40;

/** Letters typed into the widest forms, fully scrolled, compared with a form of one field. */
export async function typing({ content, product, session }: Bench): Promise<Figure[]> {
  const { instanceId } = content;
  const origin = `http://127.0.0.1:${product.port}`;
  const pathOf = (path: string) => path.replace(':instanceId', String(instanceId));

  /** The address of the form of a new item with this content. */
  const create = async (id: string, fields: SaveTemplateField[], values: ItemValues): Promise<string> => {
    await session.call(templates.save.method, pathOf(templates.save.path), { id, label: id, version: 0, fields });
    const changes = diffItemFields(buildTree(fields), {}, values) as SaveItem['fields'];
    const body: SaveItem = { template_id: id, internal_label: id, fields: changes };
    const saved = await session.call<SavedItem>(items.save.method, pathOf(items.save.path), body);
    return `${origin}/instance/${instanceId}/templates/${id}/items/${saved.id}/edit`;
  };
  const small = await create('bench_form_small', ...oneField());
  const wide = await create('bench_form_wide', ...wideItem());
  const long = await create('bench_form_long', ...longItem());

  const browser = await openBrowser();
  const state = signedInState(browser, origin);
  const type = (address: string) => async () => {
    const context = await freshContext(browser, { state });
    const { page, during } = await countWork(await context.newPage());
    await page.goto(address);
    await lookAtWholeForm(page);
    const input = page.locator('form textarea').first();
    await input.press('End');
    await timeKeys(page);
    const works: number[] = [];
    // The cost of reading the clocks and waiting for a frame is not part of a keystroke.
    const idle: number[] = [];
    for (let key = 0; key < keys; key += 1) {
      idle.push((await during(() => nextPaint(page))).all);
      const press = async () => {
        await page.keyboard.press(key % 8 === 7 ? 'Backspace' : 'x');
        await nextPaint(page);
      };
      works.push((await during(press)).all);
    }
    const painted = await page.evaluate(() => window.keyTimes());
    await context.close();
    const base = median(idle);
    return { works: works.map((work) => work - base), painted };
  };
  const slowest = (measured: number[][]) =>
    percentile(
      measured.flat().toSorted((a, b) => a - b),
      0.95,
    );
  try {
    const sides = [wide, long, small].map(type);
    await alternate(1, sides);
    const [ofWide = [], ofLong = [], ofSmall = []] = await alternate(rounds, sides);
    const work = (measured: typeof ofWide) => slowest(measured.map(({ works }) => works));
    const painted = (measured: typeof ofWide) => slowest(measured.map((round) => round.painted));
    const figures = (measured: typeof ofWide, name: string): Figure[] => [
      {
        goal: 'typingWork',
        name: `work of a keystroke in the form of ${name}, 95th percentile`,
        unit: 'ms',
        product: work(measured),
        floor: work(ofSmall),
        against: '1 field',
      },
      {
        goal: 'typingPainted',
        name: `from the key until it is painted in the form of ${name}, 95th percentile`,
        unit: 'ms',
        product: painted(measured),
        floor: painted(ofSmall),
        against: '1 field',
      },
    ];
    return [...figures(ofWide, '2,000 fields'), ...figures(ofLong, '10,285 values')];
  } finally {
    await browser.close();
  }
}
