import type { Page } from '@playwright/test';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { views } from '@quartermaster/contract/endpoints/views.ts';
import { expectAccessibleInBoth } from './support/axe.ts';
import { exampleOf } from './support/documented-examples.ts';
import { openHostPage } from './support/pages/host-page.ts';
import { itemsPath } from './support/pages/items-list.ts';
import { untilSettled } from './support/settled.ts';
import { shows } from './support/shows.ts';
import { expect, test } from './support/test.ts';

test.use({ reducedMotion: 'reduce' });

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

/** The colours on the canvas of a chart, with the number of their pixels. */
const drawnColors = (page: Page) =>
  page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    const counts: Record<string, number> = {};
    for (let at = 0; at < data.length; at += 4) {
      const color = [data[at], data[at + 1], data[at + 2]].join();
      if (data[at + 3] === 255) counts[color] = (counts[color] ?? 0) + 1;
    }
    return counts;
  });

const costs = async (page: Page) => {
  const table = page.locator('table[aria-busy="false"][role="grid"]');
  await table.waitFor();
  const texts = await table.locator('tbody tr:not([aria-hidden]) > td:last-child').allInnerTexts();
  return texts.map((text) => Number(text.replace(/\D/g, '')));
};

/** Drags from one place of an element to another, both in shares of its size. */
async function drag(page: Page, name: string, from: readonly [number, number], to: readonly [number, number]) {
  const box = await page.getByRole('slider', { name }).boundingBox();
  if (!box) throw new Error('There is no chart.');
  const at = ([x, y]: readonly [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 6 });
  await page.mouse.up();
}

test('a brush by mouse and by keys filters the list next to a chart', async ({ page, api, demo }) => {
  shows('5.numbers.charts');
  await page.setViewportSize(wide);
  await page.goto(itemsPath(demo.dev, 'item'));
  await page.getByRole('button', { name: 'Chart', exact: true }).click();
  await page.goto(`${itemsPath(demo.dev, 'item')}?layout=chart&chart=distribution:cost`);
  const chart = page.getByRole('slider', { name: 'Cost, gold' });
  await expect(chart).toBeVisible();
  // Bars have one colour, and are more than lines.
  expect(Math.max(...Object.values(await drawnColors(page)))).toBeGreaterThan(1000);

  await drag(page, 'Cost, gold', [0.42, 0.5], [0.58, 0.6]);
  const brushed = page.getByText(/in the brush/);
  await expect(brushed).toBeVisible();
  const [, low = 0, high = 0] = (
    /between(?:%3A|:)(\d+)\D+(\d+)/.exec(decodeURIComponent(page.url()).replaceAll('+', ' ')) ?? []
  ).map(Number);
  expect(high).toBeGreaterThan(low);
  const listed = await costs(page);
  expect(listed.length).toBeGreaterThan(0);
  expect(listed.filter((cost) => cost < low || cost > high)).toEqual([]);
  const params = { instanceId: demo.dev, templateId: 'item' };
  const filters = [{ template_field_id: 'cost', op: 9 as const, value: `${low} .. ${high}` }];
  const { total } = await api.call(items.list, { params, body: { filters, limit: 10 } });
  await expect(brushed).toHaveText(`${total} in the brush`);

  await chart.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(brushed).not.toHaveText(`${total} in the brush`);
  await page.keyboard.press('Escape');
  await expect(brushed).toHaveCount(0);
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(brushed).toBeVisible();

  await page.getByRole('button', { name: /^Views: / }).click();
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Cheapest');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Views: Cheapest' })).toBeVisible();
  const { views: saved } = await api.call(views.list, { params });
  const view = saved.find(({ name }) => name === 'Cheapest');
  expect(view?.list).toMatchObject({ layout: 'chart', chart: 'distribution:cost' });
  await page.goto(`${itemsPath(demo.dev, 'item')}?view=${view?.id}`);
  await expect(chart).toBeVisible();
  await expect(brushed).toBeVisible();
  await api.call(views.delete, { params: { ...params, viewId: view?.id ?? 0 } });
});

test('a point opens its item, and says what it is under the mouse', async ({ page, demo, sample }) => {
  await page.setViewportSize(wide);
  await page.goto(`${itemsPath(demo.dev, sample.templateId)}?layout=chart&chart=points:weight,power`);
  const chart = page.getByRole('slider', { name: 'Power by Weight' });
  const box = await chart.boundingBox();
  if (!box) throw new Error('There is no chart.');
  // The only one is in the middle.
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await expect(page.getByText('A sample: Weight 1.5, Power 10')).toBeVisible();
  await page.mouse.click(x, y);
  await expect(page.getByRole('textbox', { name: /Label/ })).toHaveValue('A sample');
  await page.goBack();
  await expect(chart).toBeVisible();
});

test('axe reports nothing on charts, wide and narrow, in both schemes, and their colours follow', async ({
  page,
  context,
  demo,
}) => {
  for (const size of [wide, narrow]) {
    await page.setViewportSize(size);
    for (const chart of ['distribution:cost', 'points:tier,cost,qual', 'amounts:qual']) {
      await page.goto(`${itemsPath(demo.dev, 'item')}?layout=chart&chart=${chart}`);
      await expect(page.getByRole('region', { name: 'Chart' }).getByRole('heading')).toBeVisible();
      await untilSettled(context);
      await expectAccessibleInBoth(page, `${chart} at ${size.width}`);
      await page.getByRole('button', { name: 'Numbers' }).click();
      await expectAccessibleInBoth(page, `the numbers of ${chart} at ${size.width}`);
    }
  }
  await page.setViewportSize(wide);
  await page.goto(`${itemsPath(demo.dev, 'item')}?layout=chart&chart=distribution:cost`);
  await expect(page.getByRole('slider')).toBeVisible();
  const colorOf = async () => Object.entries(await drawnColors(page)).sort(([, a], [, b]) => b - a)[0]?.[0];
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await colorOf();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(colorOf).not.toBe(light);
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
  await expect.poll(colorOf).toBe('0,0,0');
});

test('in a portal with a strict policy, a chart adds nothing outside of the console', async ({ page, demo }) => {
  const documented = exampleOf('Content security policy', { language: '' }).trim().replaceAll('nonce-…', 'nonce-n1');
  const csp = `default-src 'none'; ${documented.replaceAll(/\s*\n\s*/g, ' ')}`;
  const host = await openHostPage(page, { csp, props: "nonce: 'n1'" });
  await host.open(`${itemsPath(demo.dev, 'item')}`);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const outside = () => page.evaluate(() => document.head.childElementCount + document.body.childElementCount);
  const before = await outside();
  await page.getByRole('button', { name: 'Chart', exact: true }).click();
  await expect(page.locator('canvas')).toBeVisible();
  expect(Math.max(...Object.values(await drawnColors(page)))).toBeGreaterThan(1000);
  expect(await outside()).toBe(before);
  expect(await host.violations()).toEqual([]);
});
