import type { Locator } from '@playwright/test';
import { itemsPath, labelLink, openFilter, shownLabels } from './support/pages/items-list.ts';
import { templatePath } from './support/pages/template-editor.ts';
import { shows } from './support/shows.ts';
import { expect, test } from './support/test.ts';

const box = async (part: Locator) => {
  const found = await part.boundingBox();
  if (!found) throw new Error('It is not visible.');
  return found;
};

test('the table of a list: its pinned columns, its headers, and the selects above it', async ({ page, demo }) => {
  await test.step('the ID and the label stay in view while the others are scrolled, on a phone without the checkbox', async () => {
    shows('2.2.items.column-id-sticky');
    await page.goto(itemsPath(demo.dev, 'hero'));
    await shownLabels(page);
    const table = page.getByRole('grid', { name: 'Heroes' });
    const parts = {
      id: table.getByRole('rowheader').first(),
      label: labelLink(page, 'Anti-Mage'),
      attack: table.getByRole('gridcell', { name: 'Melee' }).first(),
    };
    const places = async () => ({
      id: (await box(parts.id)).x,
      label: (await box(parts.label)).x,
      attack: (await box(parts.attack)).x,
    });
    const scroll = () =>
      table.evaluate((element) => {
        let scroller: Element | null = element;
        while (scroller && scroller.scrollLeft === 0) {
          scroller.scrollLeft = 300;
          if (scroller.scrollLeft === 0) scroller = scroller.parentElement;
        }
      });
    const wide = await places();
    // The number of rows that fit is known only after the first paint; the page with it starts at its left edge.
    const scrolled = async () => {
      await scroll();
      return places();
    };
    await expect.poll(scrolled).toEqual({ ...wide, attack: wide.attack - 300 });

    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await shownLabels(page);
    const narrow = await places();
    await expect.poll(scrolled).toEqual({ id: narrow.id - 40, label: narrow.label - 40, attack: narrow.attack - 300 });
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await test.step('a column is sorted by a click anywhere in its header', async () => {
    await page.goto(itemsPath(demo.dev, 'hero'));
    await shownLabels(page);
    const header = page.getByRole('columnheader', { name: 'Name', exact: true });
    const { width, height } = await box(header);
    await header.click({ position: { x: width - 20, y: height / 2 } });
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
  });
  await test.step('the list of a combobox is 10 px off its input', async () => {
    shows('2.9.combobox.offset');
    await page.goto(itemsPath(demo.dev, 'hero'));
    await shownLabels(page);
    await openFilter(page);
    const input = page.getByRole('combobox', { name: 'Filter field' });
    await input.click();
    const list = page.getByRole('listbox');
    await expect(list).toBeVisible();
    // The list is nested in a box, which has the border.
    const distance = async () => {
      const outer = await box(list.locator('xpath=ancestor::*[@data-position][1]'));
      const { y, height } = await box(input);
      return outer.y - y - height;
    };
    await expect.poll(distance).toBe(10);
  });
});

test('the filters of a list fit on one line on a desktop, with hidden columns and while a range is edited', async ({
  page,
  demo,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${itemsPath(demo.dev, 'item')}?filter=cost:between:100..200`);
  await shownLabels(page);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Hide all' }).click();
  await page.keyboard.press('Escape');
  const middleOf = async (part: Locator) => {
    const { y, height } = await box(part);
    return Math.round(y + height / 2);
  };
  const tools = await middleOf(page.getByRole('textbox', { name: 'Search label or id' }));
  const chip = page.getByRole('list', { name: 'Filters' }).getByRole('button').first();
  for (const part of [
    chip,
    page.getByRole('button', { name: 'Filter', exact: true }),
    page.getByRole('button', { name: 'Columns' }),
  ])
    expect(Math.abs((await middleOf(part)) - tools)).toBeLessThanOrEqual(1);
  await chip.click();
  const form = await middleOf(page.getByRole('button', { name: 'Apply', exact: true }));
  expect(form).toBeGreaterThan(tools);
  const remove = await middleOf(page.getByRole('button', { name: 'Remove', exact: true }));
  expect(Math.abs(remove - form)).toBeLessThanOrEqual(2);
});

test('narrow screens have room for titles, pictures and controls', async ({ page, demo, sample }) => {
  await test.step('a long title is shown as a whole on a narrow screen, next to the back link', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${itemsPath(demo.dev, 'image')}/upload`);
    const title = page.getByRole('heading', { level: 1, name: 'Upload and create images in bulk' });
    await expect(title).toBeVisible();
    expect(await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    const [{ y, height }, back] = [await box(title), await box(page.getByRole('link', { name: /^Back to/ }))];
    expect(back.y + back.height / 2).toBeCloseTo(y + height / 2, 0);
  });
  await test.step('a narrow list shows its images next to their labels', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(itemsPath(demo.dev, 'image'));
    const label = page.getByRole('link', { name: 'Axe', exact: true });
    const image = label.locator('img');
    await expect(image).toBeInViewport();
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
    // The views, the search and the tools take one line each above the table.
    const table = await box(page.getByRole('region', { name: 'Images' }));
    expect(table.y).toBeLessThan(250);
    expect((await box(page.getByRole('textbox', { name: 'Search label or id' }))).width).toBeGreaterThanOrEqual(180);
    await page.setViewportSize({ width: 1280, height: 844 });
    await expect(image).toBeHidden();
  });
  await test.step('a list keeps its title, actions, filters and pages apart in a small window', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`${itemsPath(demo.dev, 'ability')}?size=25`);
    await shownLabels(page);
    const [create, search, table, pages] = [
      await box(page.getByRole('link', { name: 'Create item' })),
      await box(page.getByRole('textbox', { name: 'Search label or id' })),
      await box(page.getByRole('region', { name: 'Abilities' })),
      await box(page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Next' })),
    ];
    const bottom = ({ y, height }: { y: number; height: number }) => y + height;
    expect(bottom(create)).toBeLessThanOrEqual(search.y);
    expect(bottom(search)).toBeLessThanOrEqual(table.y);
    expect(bottom(table)).toBeLessThanOrEqual(pages.y);
    expect(bottom(pages)).toBeLessThanOrEqual(640);
  });
  await test.step('the tabs of the template editor are on one line', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(templatePath(demo.dev, sample.templateId));
    const tabs = page.getByRole('tab');
    await expect(tabs).toHaveCount(4);
    const boxes = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect()));
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
    for (const tab of await tabs.all()) await expect(tab).toBeInViewport({ ratio: 1 });
  });
  await test.step('a long name in the sidebar of the settings is truncated, with its full text in a tooltip', async () => {
    const name = 'Wide'.repeat(16);
    await page.route('**/v1/workspaces', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace('"Ancient Works"', `"${name}"`) });
    });
    await page.setViewportSize({ width: 1280, height: 844 });
    await page.goto('/settings/account');
    const heading = page.getByRole('heading', { name });
    await expect(heading).toHaveAttribute('title', name);
    await expect(heading).toHaveCSS('overflow', 'hidden');
    await expect(heading).toHaveCSS('text-overflow', 'ellipsis');
  });
});

test('the asterisk of a required field is on the line of its label', async ({ page, demo }) => {
  await page.goto(`${itemsPath(demo.dev, 'item')}/new`);
  const label = page.locator('label').filter({ hasText: 'Key' });
  const heightOf = (text: string) =>
    label.evaluate((element, text) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      while (walker.nextNode())
        if (walker.currentNode.textContent?.trim() === text) range.selectNode(walker.currentNode);
      return range.getBoundingClientRect().bottom;
    }, text);
  expect(await heightOf('*')).toBeCloseTo(await heightOf('Key'), 0);
});

test('toasts do not cover the pager of a list, and are 14 px apart', async ({ page, demo, sample }) => {
  shows('1.9.toast.gap', '3.settled.toast.gap');
  const { templateId, itemId } = sample;
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${itemsPath(demo.dev, templateId)}/${itemId}/edit`);
    const title = page.getByRole('textbox', { name: 'Title', exact: true });
    await title.fill(`Width ${width}`);
    await page.getByRole('button', { name: 'Save changes' }).click({ modifiers: ['Control'] });
    await expect(page).toHaveURL(itemsPath(demo.dev, templateId));
    const toast = page.getByRole('status').filter({ hasText: 'Item saved' });
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await expect
      .poll(async () => {
        const { y, height } = await box(toast);
        return y + height;
      })
      .toBeLessThanOrEqual((await box(pages)).y);
  }
  await page.goto(`${itemsPath(demo.dev, templateId)}/${itemId}/edit`);
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
