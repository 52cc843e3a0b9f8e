import type { Page } from '@playwright/test';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { handOf } from './support/hand.ts';
import { long } from './support/long.ts';
import { shows } from './support/shows.ts';
import { expect, test } from './support/test.ts';

const templateId = 'sheet_tasks';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const settings = { required: false, minimum: null, maximum: null } as const;
const fields = [
  {
    id: 'sku',
    parentId: null,
    order: 0,
    settings: {
      ...settings,
      type: 'text' as const,
      name: 'sku',
      label: 'Article',
      required: true,
      unique: true as const,
    },
  },
  {
    id: 'price',
    parentId: null,
    order: 1,
    settings: { ...settings, type: 'integer' as const, name: 'price', label: 'Price' },
  },
];

const own = (id: string, type: 'text' | 'integer', value: string | number) => ({
  id,
  template_field_id: id,
  template_field_type: type,
  template_group_id: null,
  template_group_path: null,
  value,
  status: 1 as const,
});

test('replace twenty prices by those of a sheet: 10', async ({ page, api, demo, ownTemplate, context }) => {
  shows('4.grid.clipboard');
  ownTemplate(templateId);
  const params = { instanceId: demo.dev };
  await api.call(templates.save, { params, body: { id: templateId, label: 'Wares', version: 0, fields } });
  const wares = Array.from({ length: 20 }, (_, at) => ({
    template_id: templateId,
    internal_label: `Ware ${at}`,
    fields: [own('sku', 'text', `w${at}`), own('price', 'integer', 1)],
  }));
  await api.call(items.saveMany, { params, body: { items: wares } });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/instance/${demo.dev}/templates/${templateId}/items`);
  await expect(page.getByRole('link', { name: 'Ware 0', exact: true })).toBeVisible();
  // Copied in a sheet program.
  const prices = Array.from({ length: 20 }, (_, at) => 100 + at);
  await page.evaluate((text) => navigator.clipboard.writeText(text), prices.join('\r\n'));
  const hand = handOf(page);
  await hand.click(page.getByRole('link', { name: 'Edit as grid' }));
  const grid = page.locator('[role="grid"]:not([aria-readonly])');
  await hand.click(grid.locator('[aria-rowindex="2"] > [aria-colindex="4"]'));
  await hand.press('Control+V');
  await expect(grid.locator('[aria-rowindex="21"] > [aria-colindex="4"]')).toHaveText('119');
  await hand.press('Control+S');
  const stored = async () =>
    (await api.call(items.list, { params: { ...params, templateId }, body: { limit: 25 } })).items.map(
      ({ values }) => values.price,
    );
  await expect.poll(stored).toEqual(prices);
  hand.expectAtMost(10);
});

test('create 48 variants of a weapon: 12', long, async ({ page, api, demo, ownTemplate }) => {
  ownTemplate(templateId);
  const params = { instanceId: demo.dev };
  await api.call(templates.save, { params, body: { id: templateId, label: 'Weapons', version: 0, fields } });
  const sword = {
    template_id: templateId,
    internal_label: 'Sword',
    fields: [own('sku', 'text', 'sword'), own('price', 'integer', 10)],
  };
  await api.call(items.save, { params, body: sword });
  await page.goto(`/instance/${demo.dev}/templates/${templateId}/items`);
  const hand = handOf(page);
  await hand.click(page.getByRole('checkbox', { name: /^Select Sword #/ }));
  await hand.click(button(page, 'Duplicate'));
  const dialog = page.getByRole('dialog', { name: 'Duplicate 1 item' });
  await expect(dialog.getByRole('textbox', { name: 'Copies of each' })).toBeFocused();
  await hand.press('Control+A');
  await hand.type('48');
  await hand.click(dialog.getByRole('textbox', { name: 'Pattern' }));
  await hand.press('Control+A');
  await hand.type('sword_{n:02}');
  await expect(dialog.getByText('sword_01')).toBeVisible();
  await hand.press('Enter');
  const stored = async () =>
    (await api.call(items.list, { params: { ...params, templateId }, body: { limit: 100 } })).items.map(
      ({ internal_label, values }) => `${internal_label} ${values.sku} ${values.price}`,
    );
  const copies = Array.from({ length: 48 }, (_, at) => `Sword (${at + 1}) sword_${String(at + 1).padStart(2, '0')} 10`);
  await expect.poll(stored).toEqual(['Sword sword 10', ...copies]);
  hand.expectAtMost(12);
});

test('turn a sheet of 5,000 rows into a template with items: 5', async ({ page, api, demo, ownTemplate }) => {
  ownTemplate('wares');
  const rows = Array.from({ length: 5000 }, (_, at) => `Ware ${at};w${at};${at % 1000};${at % 2 ? 'rare' : 'common'}`);
  const sheet = Buffer.from(`Name;Article;Price;Rarity\n${rows.join('\n')}\n`);
  await page.goto(`/instance/${demo.dev}/templates/from-sheet`);
  const hand = handOf(page);
  const begun = performance.now();
  await hand.choose(page.getByLabel('File with rows'), [{ name: 'wares.csv', mimeType: 'text/csv', buffer: sheet }]);
  await hand.click(button(page, 'Continue'));
  await hand.click(button(page, 'Create the template and check the rows'));
  await expect(page.getByRole('tab', { name: 'Added 5,000' })).toBeVisible({ timeout: 60_000 });
  await hand.click(button(page, 'Import'));
  await expect(page.getByRole('heading', { name: 'The rows are imported' })).toBeVisible({ timeout: 60_000 });
  test.info().annotations.push({ type: 'seconds', description: ((performance.now() - begun) / 1000).toFixed(1) });
  const params = { instanceId: demo.dev, templateId: 'wares' };
  const { items: found, total } = await api.call(items.list, { params, body: { search: 'Ware 4999', limit: 1 } });
  expect([total, found[0]?.values]).toEqual([1, { Name: 'Ware 4999', Article: 'w4999', Price: 999, Rarity: 'rare' }]);
  hand.expectAtMost(5);
});
