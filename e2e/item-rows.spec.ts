import type { Page } from '@playwright/test';
import { diffItemFields } from '@quartermaster/contract/content/diff-item-fields.ts';
import { toItemValues } from '@quartermaster/contract/content/item-values.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { items, type SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import type { Api } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

const templateId = 'rows_of_a_table';
const limits = { minimum: null, maximum: null };

const fieldsOf = (required: boolean) => [
  {
    id: 'stats',
    parentId: null,
    order: 0,
    settings: { type: 'dynamic-group' as const, name: 'stats', label: 'Stats' },
  },
  {
    id: 'stat',
    parentId: 'stats',
    order: 0,
    settings: { type: 'text' as const, name: 'stat', label: 'Stat', required, ...limits },
  },
  {
    id: 'amount',
    parentId: 'stats',
    order: 1,
    settings: { type: 'integer' as const, name: 'amount', label: 'Amount', required: false, ...limits },
  },
];
const tree = buildTree(fieldsOf(false));

interface Row {
  stat?: string;
  amount: number;
}

test.beforeEach(({ ownTemplate }) => ownTemplate(templateId));

/** Opens the form of an item with these rows; the returned function reads the saved item. */
async function openRows(page: Page, api: Api, instanceId: number, rows: Row[]) {
  const params = { instanceId };
  const save = (version: number) =>
    api.call(templates.save, {
      params,
      body: { id: templateId, label: 'Rows', version, fields: fieldsOf(version > 0) },
    });
  await save(0);
  const fields = diffItemFields(tree, {}, { stats: rows.map((row) => ({ ...row })) }) as SaveItem['fields'];
  const { id, version } = await api.call(items.save, {
    params,
    body: { template_id: templateId, internal_label: 'One', fields },
  });
  await save(1);
  await page.goto(`/instance/${instanceId}/templates/${templateId}/items/${id}/edit`);
  await expect(page.getByRole('listitem', { name: 'Stats row 1', exact: true })).toBeVisible();
  const saved = async () => {
    const { item } = await api.call(items.get, { params: { ...params, templateId, id } });
    return toItemValues(tree, item.fields).stats as unknown as Row[];
  };
  /** Saves the rows of another user. */
  const saveOthers = async (others: Row[]) => {
    const stats = (list: readonly Row[]) => ({ stats: list.map((row) => ({ ...row })) });
    const changed = diffItemFields(tree, stats(rows), stats(others)) as SaveItem['fields'];
    const body = { id, template_id: templateId, internal_label: 'One', version, fields: changed };
    await api.call(items.save, { params, body });
  };
  return Object.assign(saved, { saveOthers });
}

const row = (page: Page, place: number) => page.getByRole('listitem', { name: `Stats row ${place}`, exact: true });
const stat = (page: Page, place: number) => row(page, place).getByRole('textbox', { name: 'Stat' });
const handle = (page: Page, place: number) =>
  page.getByRole('button', { name: `Move Stats row ${place}`, exact: true });

test('rows of a flat group are lines of a table, and are dragged by the mouse; on a narrow screen they are cards', async ({
  page,
  api,
  demo,
}) => {
  const letters = ['a', 'b', 'c', 'd'];
  const saved = await openRows(
    page,
    api,
    demo.dev,
    letters.map((letter, amount) => ({ stat: letter, amount })),
  );
  const heights = () => row(page, 1).evaluate((line) => line.getBoundingClientRect().height);
  expect(await heights()).toBeLessThan(50);
  await expect(page.getByText('Amount', { exact: true }).first()).toBeVisible();
  await expectAccessible(page, 'the rows of a table');

  const boxes = await Promise.all([handle(page, 1), row(page, 3)].map((part) => part.boundingBox()));
  const [from, to] = boxes;
  if (!from || !to) throw new Error('There is no row to drag.');
  await page.mouse.move(from.x + 8, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y + 30, { steps: 3 });
  await page.mouse.move(from.x + 8, to.y + to.height - 4, { steps: 5 });
  await expect(row(page, 4)).toHaveAttribute('data-drop-before');
  await page.mouse.up();
  await expect(stat(page, 3)).toHaveValue('a');
  await expect(handle(page, 3)).toBeFocused();
  await expect(row(page, 4)).not.toHaveAttribute('data-drop-before');

  // Escape ends a drag without a move.
  await page.mouse.move(from.x + 8, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, to.y + to.height - 4, { steps: 5 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(stat(page, 1)).toHaveValue('b');
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await saved()).map((line) => line.stat)).toEqual(['b', 'c', 'a', 'd']);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(heights).toBeGreaterThan(150);
});

test('a row that is dragged while others change the rows stays where it is', async ({ page, api, demo }) => {
  const letters = ['a', 'b', 'c', 'd'].map((stat, amount) => ({ stat, amount }));
  const saved = await openRows(page, api, demo.dev, letters);
  const [from, to] = await Promise.all([handle(page, 1), row(page, 3)].map((part) => part.boundingBox()));
  if (!from || !to) throw new Error('There is no row to drag.');
  await page.mouse.move(from.x + 8, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, to.y + to.height - 4, { steps: 5 });
  await expect(row(page, 4)).toHaveAttribute('data-drop-before');
  await saved.saveOthers([{ stat: 'z', amount: 9 }, ...letters]);
  await expect(stat(page, 1)).toHaveValue('z');
  await page.mouse.up();
  const shown = () => Promise.all([1, 2, 3, 4, 5].map((place) => stat(page, place).inputValue()));
  expect(await shown()).toEqual(['z', 'a', 'b', 'c', 'd']);
  await expect(page.locator('[data-drop-before], [data-dragged]')).toHaveCount(0);
});

test('all 500 rows can be reached by scrolling, Tab and the first error, and nothing shifts', async ({
  page,
  api,
  demo,
}) => {
  const rows = Array.from({ length: 500 }, (_, place) => ({
    ...(place === 400 ? {} : { stat: `stat ${place + 1}` }),
    amount: place,
  }));
  const saved = await openRows(page, api, demo.dev, rows);
  const drawn = page.locator('section ol > li');
  expect(await drawn.count()).toBeLessThan(60);
  await page.evaluate(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift' });
  });
  await row(page, 1).hover();
  for (let turn = 0; turn < 30; turn++) await page.mouse.wheel(0, 400);
  await expect(row(page, 1)).toHaveCount(0);
  await page.evaluate(() => document.querySelector('main')?.scrollTo({ top: 1e6 }));
  await expect(stat(page, 500)).toBeInViewport();
  expect(await drawn.count()).toBeLessThan(60);

  // From input to input by keyboard, faster than rendering; the row in use stays wherever the view is.
  await stat(page, 495).focus();
  for (let at = 0; at < 7 * 4; at++) await page.keyboard.press('Shift+Tab');
  await expect(stat(page, 491)).toBeFocused();
  await page.keyboard.type('!');
  await page.evaluate(() => document.querySelector('main')?.scrollTo({ top: 0 }));
  await expect(stat(page, 1)).toBeInViewport();
  await expect(stat(page, 491)).toBeFocused();

  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(stat(page, 401)).toBeFocused();
  await expect(stat(page, 401)).toBeInViewport({ ratio: 1 });
  await expect(stat(page, 401)).toHaveAccessibleDescription('stat is required field');
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((a, b) => a + b, 0))).toBe(
    0,
  );
  await page.keyboard.type('mended');

  // A removed row can be restored in place, although the group ends far below.
  await page.getByRole('button', { name: 'Delete Stats row 402' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeInViewport();
  await expect(stat(page, 401)).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Delete Stats row 402' })).toBeFocused();

  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await saved())[400]?.stat).toBe('mended');
  expect((await saved()).map((line) => line.amount)).toEqual(rows.map((line) => line.amount));
});
