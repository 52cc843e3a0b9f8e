import type { Page } from '@playwright/test';
import { itemsPath } from '../support/pages/items-list.ts';
import { consoleRoot } from '../support/pages/portal.ts';
import { devHostUrl, expect, test } from '../support/test.ts';

/** Opens the list of heroes in the portal, and its panel of situations. */
async function openPanel(page: Page, instanceId: number) {
  await page.goto(`${devHostUrl}/content${itemsPath(instanceId, 'hero')}`);
  await expect(consoleRoot(page).getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('button', { name: 'Situations' }).click();
  return page.getByRole('complementary', { name: 'Situations' });
}

test('the dev host changes its page: direction, root font size, slot and styles; the console keeps its own', async ({
  page,
  demo,
}) => {
  const panel = await openPanel(page, demo.dev);
  const title = consoleRoot(page).getByRole('heading', { level: 1 });
  const look = () =>
    title.evaluate((element) => {
      const { fontSize, direction, letterSpacing, textTransform } = getComputedStyle(element);
      return { fontSize, direction, letterSpacing, textTransform };
    });
  const before = await look();

  await panel.getByLabel('Direction of the page').selectOption('rtl');
  await expect(page.locator('html')).toHaveCSS('direction', 'rtl');
  await panel.getByLabel('Font size of the root').selectOption('150%');
  await expect(page.locator('html')).toHaveCSS('font-size', '24px');
  await panel.getByLabel('Hostile styles').check();
  await expect(page.getByRole('button', { name: 'Unmount' })).toHaveCSS('border-top-width', '0px');
  await panel.getByLabel('Narrow slot').check();
  await expect.poll(() => page.locator('#slot').evaluate((slot) => slot.clientWidth)).toBe(390);
  expect(await look()).toEqual(before);
});

test('the dev host lets calls fail, and what has failed is repeated afterwards', async ({ page, demo, guard }) => {
  guard.allow(/Failed to fetch|status of/);
  const panel = await openPanel(page, demo.dev);
  const refresh = consoleRoot(page).getByRole('button', { name: 'Refresh' });
  await panel.getByLabel('Calls of the page').selectOption('gateway');
  await consoleRoot(page).getByRole('link', { name: 'Items' }).first().click();
  await expect(consoleRoot(page).getByRole('heading', { level: 1, name: 'Oops!' })).toBeVisible({ timeout: 20_000 });
  await panel.getByLabel('Calls of the page').selectOption('');
  await consoleRoot(page).getByRole('button', { name: 'Try again' }).click();
  await expect(refresh).toBeVisible();
  await expect(consoleRoot(page).getByRole('row').nth(1)).toBeVisible();
});

test('the dev host mounts and updates the console with written props, and measures it', async ({ page, demo }) => {
  const panel = await openPanel(page, demo.dev);
  const status = panel.getByRole('status');
  const props = panel.getByLabel('Props, as JSON');
  await props.fill('routing: memory');
  await panel.getByRole('button', { name: 'Mount with them' }).click();
  await expect(status).toContainText('as a JSON object');

  await props.fill('{ "routing": "memory", "colorScheme": "dark" }');
  await panel.getByRole('button', { name: 'Mount with them' }).click();
  await expect(status).toHaveText('Mounted.');
  await expect(consoleRoot(page)).toHaveAttribute('data-mantine-color-scheme', 'dark');
  // With its own routing the console begins at its home, whatever the address is.
  await expect(consoleRoot(page).getByRole('heading', { level: 1, name: 'Ancient Works' })).toBeVisible();

  await props.fill('{ "colorScheme": "light" }');
  await panel.getByRole('button', { name: 'Update' }).click();
  await expect(status).toHaveText('Updated.');
  await expect(consoleRoot(page)).toHaveAttribute('data-mantine-color-scheme', 'light');

  const meters = panel.locator('dl');
  await expect(meters).toContainText(/Elements\d{3,}/);
  await expect(meters).toContainText(/Requests\d+/);
  await expect(meters).toContainText(/Heap\d+\.\d MB/);
  await expect(meters).toContainText(/Mount\d+ ms/);
  await expect(meters).toContainText(/Shown after\d+ ms/);
  await expect(meters).toContainText(/Unmount\d+ ms/);
});
