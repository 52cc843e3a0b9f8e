import type { Locator } from '@playwright/test';
import { itemsPath, shownLabels } from './support/pages/items-list.ts';
import { shows } from './support/shows.ts';
import { expect, test } from './support/test.ts';

const box = async (part: Locator) => {
  const found = await part.boundingBox();
  if (!found) throw new Error('It is not visible.');
  return found;
};

test('the ID column stays in view while the others are scrolled', async ({ page, demo }) => {
  shows('2.2.items.column-id-sticky');
  await page.goto(itemsPath(demo.dev, 'hero'));
  await shownLabels(page);
  const table = page.getByRole('table', { name: 'Heroes' });
  const id = table.getByRole('rowheader').first();
  const label = table.getByRole('link', { name: 'Anti-Mage' });
  const before = { id: (await box(id)).x, label: (await box(label)).x };
  await table.evaluate((element) => {
    let scroller: Element | null = element;
    while (scroller && scroller.scrollLeft === 0) {
      scroller.scrollLeft = 300;
      if (scroller.scrollLeft === 0) scroller = scroller.parentElement;
    }
  });
  await expect.poll(async () => (await box(label)).x).toBe(before.label - 300);
  expect((await box(id)).x).toBe(before.id);
});

test('toasts are 14 px apart', async ({ page, demo, sample }) => {
  shows('1.9.toast.gap', '3.settled.toast.gap');
  await page.goto(`${itemsPath(demo.dev, sample.templateId)}/${sample.itemId}/edit`);
  const save = page.getByRole('button', { name: 'Save changes' });
  await save.click();
  await save.click();
  const toasts = page.getByRole('status').filter({ hasText: 'No changes to save' });
  await expect(toasts).toHaveCount(2);
  // They stay while the pointer is on one of them.
  await toasts.first().hover();
  const gap = async () => {
    const boxes = [await box(toasts.first()), await box(toasts.last())].sort((a, b) => a.y - b.y);
    return (boxes[1]?.y ?? 0) - (boxes[0]?.y ?? 0) - (boxes[0]?.height ?? 0);
  };
  await expect.poll(gap).toBe(14);
});

test('the list of a combobox is 10 px off its input', async ({ page, demo }) => {
  shows('2.9.combobox.offset');
  await page.goto(itemsPath(demo.dev, 'hero'));
  await shownLabels(page);
  const input = page.getByRole('combobox', { name: 'Filter field' });
  await input.click();
  const list = page.getByRole('listbox');
  await expect(list).toBeVisible();
  // The list is a box in a box: the outer one has the border.
  const distance = async () => {
    const outer = await box(list.locator('xpath=ancestor::*[@data-position][1]'));
    const { y, height } = await box(input);
    return outer.y - y - height;
  };
  await expect.poll(distance).toBe(10);
});
