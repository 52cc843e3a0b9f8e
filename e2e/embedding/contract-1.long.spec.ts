import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { root } from '../../scripts/processes.mjs';
import { consoleUrl, devHostUrl, expect, test } from '../support/test.ts';

// The browser treats a page fulfilled by the test as public, and prompts before it calls localhost.
test.use({ permissions: ['local-network-access'] });

interface PortalEvent {
  type: string;
  [detail: string]: unknown;
}

const fixture = (name: string) => readFileSync(join(root, 'e2e/embedding/contract-1', name), 'utf8');
const singleSpa = join(root, 'node_modules/single-spa/lib/es2015/esm/single-spa.min.js');

/** The portal of the fixture, on an origin that the server allows. */
async function openPortal(page: Page, path = '/') {
  const html = fixture('index.html').replace('https://console.example.com', consoleUrl);
  await page.route(`${devHostUrl}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/single-spa.js') return route.fulfill({ path: singleSpa });
    if (pathname === '/host.js') return route.fulfill({ contentType: 'text/javascript', body: fixture('host.js') });
    if (route.request().isNavigationRequest()) return route.fulfill({ contentType: 'text/html', body: html });
    return route.fulfill({ status: 404 });
  });
  await page.goto(devHostUrl + path);
}

const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name }).click();
const content = (page: Page) => page.locator('#content');
const heading = (page: Page, name: string) => content(page).getByRole('heading', { level: 1, name });
const consoleNodes = (page: Page) => page.locator('[data-qm-root], [data-qm-style]');
const eventsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { portal: { events: PortalEvent[] } }).portal.events);
const typesOf = async (page: Page) => (await eventsOf(page)).map(({ type }) => type);

test.beforeEach(async ({ api, demo }) => {
  await api.call(instances.activate, { params: { instanceId: demo.dev } });
});

test('a portal on version 1 of the contract mounts the console, follows its events, navigates in it, and gets its page back', async ({
  page,
}) => {
  await openPortal(page);
  expect(await typesOf(page)).toEqual([]);
  await page.evaluate(() => Object.assign(window, { notReloaded: true }));
  const state = () =>
    page.evaluate(() => ({
      html: document.documentElement.outerHTML,
      globals: Object.keys(window).sort(),
    }));
  const before = await state();
  await menu(page, 'Content');
  await expect(heading(page, 'Ancient Works')).toBeVisible();
  await expect(page).toHaveTitle('Ancient Works · Portal');
  await expect(page.locator('#place')).toHaveText('Ancient Works');
  await expect.poll(() => typesOf(page)).toContain('ready');

  const rootNode = content(page).locator('[data-qm-root]');
  await expect(rootNode).toHaveAttribute('data-mantine-color-scheme', 'light');
  await page.getByLabel('Colours').selectOption('dark');
  await expect(rootNode).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await content(page).getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitemradio', { name: 'Light' }).click();
  await expect(page.getByLabel('Colours')).toHaveValue('light');
  await expect(rootNode).toHaveAttribute('data-mantine-color-scheme', 'light');
  expect(await eventsOf(page)).toContainEqual({ type: 'scheme', colorScheme: 'light' });

  await menu(page, 'Exports');
  await expect(heading(page, 'Exported data')).toBeVisible();
  await content(page).getByRole('link', { name: 'Quartermaster, home' }).click();
  await expect(heading(page, 'Ancient Works')).toBeVisible();
  await expect(page).toHaveURL(/\/content\/?$/);
  expect(await eventsOf(page)).toContainEqual({ type: 'navigate', to: '/settings/exported-data' });
  await page.goBack();
  await expect(heading(page, 'Exported data')).toBeVisible();
  await page.goBack();
  await expect(heading(page, 'Ancient Works')).toBeVisible();
  await page.goBack();
  await expect(consoleNodes(page)).toHaveCount(0);
  await expect.poll(() => typesOf(page)).toContain('disposed');
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);

  await page.getByLabel('Colours').selectOption('light');
  const after = await state();
  expect(after.html).toBe(before.html);
  expect(after.globals.filter((name) => !before.globals.includes(name))).toEqual(['__reactRouterVersion']);
  await menu(page, 'Content');
  await expect(heading(page, 'Ancient Works')).toBeVisible();
  expect((await typesOf(page)).filter((type) => type === 'error')).toEqual([]);
});

test('the host confirms before leaving unsaved changes', async ({ page, demo }) => {
  await openPortal(page, `/content/instance/${demo.dev}/templates/hero/items/new`);
  const label = content(page).getByRole('textbox', { name: /Label/ });
  await label.fill('Not saved yet');
  await expect.poll(() => eventsOf(page)).toContainEqual({ type: 'dirty', isDirty: true });
  const dismissed = page.waitForEvent('dialog', { timeout: 20_000 }).then((dialog) => dialog.dismiss());
  await menu(page, 'Start');
  await dismissed;
  await expect(page).toHaveURL(/\/content\/instance/);
  await expect(label).toHaveValue('Not saved yet');
  page.once('dialog', (dialog) => dialog.accept());
  await menu(page, 'Start');
  await expect(consoleNodes(page)).toHaveCount(0);
  await expect(page).toHaveURL(`${devHostUrl}/`);
});
