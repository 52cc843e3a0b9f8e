import type { Locator } from '@playwright/test';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { itemsPath } from '../support/pages/items-list.ts';
import { rowsOf, templatePath } from '../support/pages/template-editor.ts';
import { expect, test } from '../support/test.ts';

/** The visible style of a selected element in forced colors. */
const styleOf = (element: Locator) =>
  element.evaluate((one) => {
    const { backgroundColor, borderBottomColor, borderBottomWidth, outlineStyle } = getComputedStyle(one);
    // Backgrounds keep only their opacity, which is invisible: they get the color of the page.
    const ground = backgroundColor.replace(/^rgba\(.*, 0\)$/, 'rgb(255, 255, 255)');
    return { ground, borderBottomColor, borderBottomWidth, outlineStyle };
  });

test('in forced colors, current and selected elements differ from the others', async ({ page, api, demo }) => {
  await api.call(instances.activate, { params: { instanceId: demo.dev } });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(itemsPath(demo.dev, 'hero'));
  const link = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
  await expect(link('Heroes')).toHaveAttribute('aria-current');
  expect.soft(await styleOf(link('Heroes'))).not.toEqual(await styleOf(link('Items')));
  const environment = (name: string) =>
    page.getByRole('navigation', { name: 'Environments' }).getByRole('button', { name });
  await expect(environment('dev')).toHaveAttribute('aria-current', 'true');
  expect.soft(await styleOf(environment('dev'))).not.toEqual(await styleOf(environment('stage')));

  await page.goto(templatePath(demo.dev, 'hero'));
  const selected = page.getByRole('tab', { name: 'Fields' });
  await expect(selected).toHaveAttribute('aria-selected', 'true');
  expect.soft(await styleOf(selected)).not.toEqual(await styleOf(page.getByRole('tab', { name: 'Details' })));
  const row = rowsOf(page).first();
  await row.click();
  await expect(row).toHaveAttribute('aria-selected', 'true');
  expect.soft(await styleOf(row)).not.toEqual(await styleOf(rowsOf(page).nth(1)));
});
