import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import type { Bench } from './support/bench.ts';
import { editorFields } from './support/content/editor-template.ts';
import { alternate } from './support/load.ts';
import { freshContext, openBrowser, signedInState } from './support/pages/browser.ts';
import {
  type CountedPage,
  countNodes,
  countWork,
  dragAcross,
  nextPaint,
  readBytes,
  showEditor,
  treePainted,
} from './support/pages/editor-page.ts';
import type { Figure } from './support/report.ts';
import { median, percentile } from './support/statistics.ts';

const rounds = 9;
const keys = 60;
const sizes = { few: 20, some: 100, many: 2000 };
const against = `${sizes.few} fields`;

/** A template of 2,000 fields in its editor, compared with one of 20 in the same browser. */
export async function editor({ content, product, session }: Bench): Promise<Figure[]> {
  const { instanceId } = content;
  const templateOf = (fields: number) => `bench_fields_${fields}`;
  for (const size of Object.values(sizes)) {
    const id = templateOf(size);
    const body = { id, label: id, version: 0, fields: editorFields(size) };
    await session.call(templates.save.method, templates.save.path.replace(':instanceId', String(instanceId)), body);
  }
  const origin = `http://127.0.0.1:${product.port}`;
  const pathOf = (size: number) => `/instance/${instanceId}/templates/${templateOf(size)}/edit`;
  const answerOf = (size: number) => `${origin}/v1/editor/${instanceId}/templates/${templateOf(size)}`;
  const browser = await openBrowser();
  const state = signedInState(browser, origin);
  const fresh = async (): Promise<CountedPage> => {
    const context = await freshContext(browser, { state });
    return countWork(await context.newPage());
  };
  const close = ({ page }: CountedPage) => page.context().close();

  /** The code of the editor is already loaded: another template was open before. */
  const opening = (size: number) => async () => {
    const counted = await fresh();
    const { page, during } = counted;
    await page.goto(origin + pathOf(sizes.some));
    await treePainted(page);
    await page.goBack();
    await page.goto(origin);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await nextPaint(page);
    const bytes = await during(() => readBytes(page, answerOf(size)));
    const { all } = await during(() => showEditor(page, pathOf(size)));
    await close(counted);
    return all - bytes.all;
  };
  const typing = (size: number) => async () => {
    const counted = await fresh();
    const { page, during } = counted;
    await page.goto(origin + pathOf(size));
    await treePainted(page);
    await page.getByRole('treeitem').nth(3).click();
    const label = page.getByRole('textbox', { name: 'Label' });
    await label.press('End');
    const costs: number[] = [];
    // The cost of reading the clocks and waiting for a frame is not part of a keystroke.
    const idle: number[] = [];
    for (let key = 0; key < keys; key += 1) {
      idle.push((await during(() => nextPaint(page))).script);
      const press = async () => {
        await page.keyboard.press(key % 8 === 7 ? 'Backspace' : 'x');
        await nextPaint(page);
      };
      costs.push((await during(press)).script);
    }
    await close(counted);
    const base = median(idle);
    return costs.map((cost) => cost - base);
  };
  const dragging = (size: number) => async () => {
    const counted = await fresh();
    const { page } = counted;
    await page.goto(origin + pathOf(size));
    await treePainted(page);
    const late = await dragAcross(page, 3);
    await close(counted);
    return late;
  };
  const nodes = async (size: number) => {
    const counted = await fresh();
    await counted.page.goto(origin + pathOf(size));
    await treePainted(counted.page);
    await nextPaint(counted.page);
    const count = await countNodes(counted.page);
    await close(counted);
    return count;
  };

  try {
    const both = <T>(measure: (size: number) => () => Promise<T>) => [measure(sizes.many), measure(sizes.few)];
    await alternate(1, both(opening));
    const [openMany = [], openFew = []] = await alternate(rounds, both(opening));
    const [typeMany = [], typeFew = []] = await alternate(5, both(typing));
    const slowest = (costs: number[][]) =>
      percentile(
        costs.flat().toSorted((a, b) => a - b),
        0.95,
      );
    const [dragMany = [], dragFew = []] = await alternate(rounds, both(dragging));
    return [
      {
        goal: 'editorOpen',
        name: 'opening a template of 2,000 fields, without its download',
        unit: 'ms',
        product: median(openMany),
        floor: median(openFew),
        against,
      },
      {
        goal: 'editorKey',
        name: 'scripting time of a keystroke in its settings, 95th percentile',
        unit: 'ms',
        product: slowest(typeMany),
        floor: slowest(typeFew),
        against,
      },
      {
        goal: 'editorDrag',
        name: 'frames dropped by a drag across its tree',
        unit: 'frames',
        product: median(dragMany),
        floor: median(dragFew),
        against,
      },
      {
        goal: 'editorNodes',
        name: 'DOM nodes of its page',
        unit: 'nodes',
        product: await nodes(sizes.many),
        floor: await nodes(sizes.some),
        against: `${sizes.some} fields`,
      },
    ];
  } finally {
    await browser.close();
  }
}
