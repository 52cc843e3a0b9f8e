import type { Locator, Page } from '@playwright/test';
import { items, type SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import type { Api } from './support/api.ts';
import { expectAccessible, expectAccessibleInBoth } from './support/axe.ts';
import { untilSettled } from './support/settled.ts';
import { shows } from './support/shows.ts';
import { expect, test } from './support/test.ts';

const templateId = 'wide_sheet';
const columns = 60;
const rows = 200;

const fields = Array.from({ length: columns }, (_, at) => ({
  id: `n${at}`,
  parentId: null,
  order: at,
  settings: { type: 'integer' as const, name: `n${at}`, label: `N ${at}`, required: false, minimum: 0, maximum: 9999 },
}));

/** An item with a number in each of some fields. */
const itemOf = (place: number, filled: number): SaveItem => ({
  template_id: templateId,
  internal_label: `Item ${place}`,
  fields: fields.slice(0, filled).map(({ id }, at) => ({
    id,
    template_field_id: id,
    template_field_type: 'integer',
    template_group_id: null,
    template_group_path: null,
    value: place + at,
    status: 1,
  })),
});

async function saveItems(api: Api, instanceId: number, amount: number, filled: number) {
  const params = { instanceId };
  await api.call(templates.save, { params, body: { id: templateId, label: 'Wide', version: 0, fields } });
  const list = Array.from({ length: amount }, (_, index) => itemOf(index + 1, filled));
  await api.call(items.saveMany, { params, body: { items: list } });
  return `/instance/${instanceId}/templates/${templateId}/items/grid`;
}

async function openGrid(page: Page, path: string): Promise<Locator> {
  await page.goto(path);
  const grid = page.locator('[role="grid"]:not([aria-readonly])');
  await expect(grid.getByRole('rowheader').first()).toHaveText('Item 1');
  return grid;
}

const cell = (grid: Locator, row: number, column: number) =>
  grid.locator(`[aria-rowindex="${row + 1}"] > [aria-colindex="${column}"]`);

/** Drags from the middle of a cell, or of a handle, to that of another cell. */
async function drag(page: Page, from: Locator, to: Locator) {
  await from.hover();
  await page.mouse.down();
  await to.hover();
  await page.mouse.up();
}

test.beforeEach(({ ownTemplate }) => ownTemplate(templateId));

test('a large grid renders only what is in view, in both directions, and is accessible', async ({
  page,
  api,
  demo,
}) => {
  shows('4.grid.size', '4.grid.keys');
  await page.setViewportSize({ width: 1440, height: 900 });
  const grid = await openGrid(page, await saveItems(api, demo.dev, rows, columns));
  const nodes = () =>
    grid.evaluate((root) => {
      const walker = document.createTreeWalker(root);
      let amount = 0;
      while (walker.nextNode()) amount += 1;
      return amount;
    });
  await untilSettled(page.context());
  expect(await nodes()).toBeLessThanOrEqual(1500);
  await expectAccessibleInBoth(page, 'the grid, wide');
  await cell(grid, 1, 1).click();
  await page.keyboard.press('Control+End');
  const last = cell(grid, rows + 1, columns + 2);
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport({ ratio: 1 });
  expect(await nodes()).toBeLessThanOrEqual(1500);
  // The label stays in view.
  await expect(cell(grid, rows, 1)).toBeInViewport({ ratio: 1 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 390, height: 844 });
  await untilSettled(page.context());
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  await expectAccessible(page, 'the grid, narrow');
});

test('ranges are selected and filled with the pointer, and copied through the clipboard', async ({
  page,
  api,
  demo,
  context,
}) => {
  shows('4.grid.clipboard', '4.grid.fill', '4.grid.typing');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const grid = await openGrid(page, await saveItems(api, demo.dev, 6, 2));
  await drag(page, cell(grid, 1, 3), cell(grid, 2, 4));
  await expect(grid.locator('[aria-selected="true"]')).toHaveCount(4);
  await expect(page.getByRole('status', { name: 'Selection' })).toHaveText(/Sum 8/);
  await drag(page, grid.locator('[data-fill]'), cell(grid, 6, 4));
  // The two rows repeat: 1, 2, 1, 2, 1, 2.
  await expect(cell(grid, 5, 3)).toHaveText('1');
  await expect(cell(grid, 6, 4)).toHaveText('3');
  await page.keyboard.press('Control+C');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('1\t2\n2\t3\n1\t2\n2\t3\n1\t2\n2\t3');
  await cell(grid, 1, 5).click();
  await page.keyboard.press('Control+V');
  await expect(cell(grid, 6, 6)).toHaveText('3');
  // Each character arrives, also the one that opens the editor.
  await cell(grid, 2, 3).click();
  await page.keyboard.type('1234');
  await page.keyboard.press('Enter');
  await expect(cell(grid, 2, 3)).toHaveText('1234');
  await expect(cell(grid, 3, 3)).toBeFocused();
  await page.keyboard.press('Control+S');
  await expect(page.getByText('6 items saved')).toBeVisible();
});

test('a double click opens the editor, and the first character arrives in a cell that is scrolled away', async ({
  page,
  api,
  demo,
}) => {
  shows('4.grid.typing');
  const grid = await openGrid(page, await saveItems(api, demo.dev, rows, columns));
  await cell(grid, 2, 3).dblclick();
  await expect(page.getByRole('textbox', { name: 'N 0, row 2' })).toBeFocused();
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await expect(cell(grid, 2, 3)).toHaveText('25');
  await expect(cell(grid, 3, 3)).toBeFocused();
  await grid.evaluate((element) => element.scrollTo({ top: element.scrollHeight, left: element.scrollWidth }));
  await expect(cell(grid, rows, columns + 2)).toBeInViewport();
  await expect(cell(grid, 3, 3)).toBeFocused();
  await page.keyboard.type('71');
  await expect(page.getByRole('textbox', { name: 'N 0, row 3' })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(cell(grid, 3, 3)).toHaveText('71');
});

test('two browsers in one grid, of which one cannot follow the other, lose nothing: the second save asks', async ({
  page,
  api,
  demo,
  open,
  guard,
}) => {
  shows('4.grid.conflict');
  guard.allow(/409 \(Conflict\)/);
  const path = await saveItems(api, demo.dev, 3, 2);
  const mine = await openGrid(page, path);
  const other = await open('owner');
  // Otherwise it would have been told of the first save before its own.
  await other.route('**/v1/live*', (route) => route.fulfill({ status: 503 }));
  guard.allow(/503 \(Service Unavailable\)/);
  const theirs = await openGrid(other, path);
  for (const [grid, texts] of [
    [mine, ['111', '222']],
    [theirs, ['333', '444']],
  ] as const) {
    await cell(grid, 1, 3).click();
    await grid.page().keyboard.type(texts[0]);
    await grid.page().keyboard.press('Enter');
    // Other cells are merged: one here, another one there.
    await cell(grid, 2, grid === mine ? 3 : 4).click();
    await grid.page().keyboard.type(texts[1]);
    await grid.page().keyboard.press('Enter');
  }
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('2 items saved')).toBeVisible();
  await other.getByRole('button', { name: 'Save changes' }).click();
  await other.getByRole('button', { name: 'Decide' }).click();
  await other.getByRole('button', { name: 'Save mine over theirs' }).click();
  await expect(other.getByText('2 items saved')).toBeVisible();
  await expect(cell(theirs, 1, 3)).toHaveText('333');
  await expect(cell(theirs, 2, 3)).toHaveText('222');
  await expect(cell(theirs, 2, 4)).toHaveText('444');
});
