import type { Page } from '@playwright/test';
import { serveExample } from '../support/documented-examples.ts';
import { consoleNodes } from '../support/pages/portal.ts';
import { routerPortal, routers } from '../support/router-portals.ts';
import { shows } from '../support/shows.ts';
import { devHostUrl, expect, test } from '../support/test.ts';

const root = (page: Page) => page.locator('[data-qm-root]:not([data-qm-overlay])');
const heading = (page: Page, name: string) => root(page).getByRole('heading', { level: 1, name });
const link = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).first();

/** Expects that the address and the router of the portal agree. */
async function expectAt(page: Page, path: string) {
  await expect(page).toHaveURL(devHostUrl + path);
  await expect(page.locator('output')).toHaveText(path);
}

for (const router of routers) {
  const newHero = (dev: number) => `/content/instance/${dev}/templates/hero/items/new`;
  const open = async (page: Page, dev: number) => {
    const links = { Home: '/', Content: '/content', Exports: '/content/settings/exported-data', Hero: newHero(dev) };
    const { html, script } = await routerPortal(router, { ...links, Players: '/players' });
    await serveExample(page, html, { '/portal.js': script });
    await page.goto(devHostUrl);
    await page.evaluate(() => Object.assign(window, { notReloaded: true }));
  };
  const isNotReloaded = (page: Page) => page.evaluate(() => 'notReloaded' in window);

  test(`console and ${router} follow each other, by mouse, keyboard and "back", without entries of their own`, async ({
    page,
    demo,
  }) => {
    shows('4.host.history.router-pushes');
    await open(page, demo.dev);
    const first = await page.evaluate(() => history.length);
    await link(page, 'Content').click();
    await expect(heading(page, 'Ancient Works')).toBeVisible();
    const start = await page.evaluate(() => location.pathname);

    await link(page, 'Exports').click();
    await expect(heading(page, 'Exported data')).toBeVisible();
    await expectAt(page, '/content/settings/exported-data');
    const length = await page.evaluate(() => history.length);
    expect(length).toBe(first + 2);

    await root(page).getByRole('link', { name: 'Quartermaster, home' }).click();
    await expect(heading(page, 'Ancient Works')).toBeVisible();
    await expectAt(page, '/content');
    await root(page).getByRole('link', { name: 'Exported data' }).press('Enter');
    await expect(heading(page, 'Exported data')).toBeVisible();
    await expectAt(page, '/content/settings/exported-data');
    expect(await page.evaluate(() => history.length)).toBe(length + 2);

    await page.goBack();
    await expect(heading(page, 'Ancient Works')).toBeVisible();
    await expectAt(page, '/content');
    await page.goBack();
    await expect(heading(page, 'Exported data')).toBeVisible();
    await expectAt(page, '/content/settings/exported-data');
    await page.goBack();
    await expect(heading(page, 'Ancient Works')).toBeVisible();
    await expectAt(page, start);
    await link(page, 'Hero').press('Enter');
    await expect(root(page).getByRole('textbox', { name: /Label/ })).toBeVisible();
    await expectAt(page, newHero(demo.dev));

    await link(page, 'Players').press('Enter');
    await expectAt(page, '/players');
    await expect(consoleNodes(page)).toHaveCount(0);
    await page.goBack();
    await expect(root(page).getByRole('textbox', { name: /Label/ })).toBeVisible();
    await expectAt(page, newHero(demo.dev));
    expect(await isNotReloaded(page)).toBe(true);
  });

  test(`${router} asks before it leaves a form with unsaved changes, by a link and by "back"`, async ({
    page,
    demo,
  }) => {
    shows('4.host.history.router-leave');
    await open(page, demo.dev);
    await link(page, 'Players').click();
    await expectAt(page, '/players');
    await link(page, 'Hero').click();
    const label = root(page).getByRole('textbox', { name: /Label/ });
    await label.fill('Not saved yet');
    const length = await page.evaluate(() => history.length);
    const staysAfter = async (leave: () => Promise<unknown>, typed = 'Not saved yet') => {
      const asked = page.waitForEvent('dialog').then(async (dialog) => {
        expect(dialog.message()).toBe('Leave without saving?');
        await dialog.dismiss();
      });
      await leave();
      await asked;
      await expectAt(page, newHero(demo.dev));
      await expect(label).toHaveValue(typed);
    };
    await staysAfter(() => link(page, 'Home').click());
    await staysAfter(() => link(page, 'Home').press('Enter'));
    await staysAfter(() => page.evaluate(() => history.back()));

    // Within the console it is the console that asks.
    await link(page, 'Exports').click();
    await page.getByRole('button', { name: 'Stay on this page' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expectAt(page, newHero(demo.dev));
    await expect(label).toHaveValue('Not saved yet');
    await link(page, 'Exports').press('Enter');
    await page.getByRole('button', { name: 'Leave without saving' }).press('Enter');
    await expect(heading(page, 'Exported data')).toBeVisible();
    await expectAt(page, '/content/settings/exported-data');
    expect(await page.evaluate(() => history.length)).toBe(length + 1);
    await page.goBack();
    await label.fill('Not saved either');

    await staysAfter(() => page.evaluate(() => history.go(-2)), 'Not saved either');
    page.once('dialog', (dialog) => dialog.accept());
    await page.evaluate(() => history.back());
    await expectAt(page, '/players');
    await expect(consoleNodes(page)).toHaveCount(0);
    await link(page, 'Home').click();
    await expectAt(page, '/');
    expect(await isNotReloaded(page)).toBe(true);
  });

  test(`mounts and unmounts with ${router} leave no listeners to history entries`, async ({ page, demo }) => {
    shows('4.host.history.router-pushes');
    await page.addInitScript(countListeners);
    await open(page, demo.dev);
    const listeners = () => page.evaluate(() => [...(window as unknown as Counting).listening].sort());
    const cycle = async () => {
      await link(page, 'Content').click();
      await expect(heading(page, 'Ancient Works')).toBeVisible();
      await link(page, 'Exports').click();
      await expect(heading(page, 'Exported data')).toBeVisible();
      expect(await listeners()).toContain('Navigation currententrychange');
      await link(page, 'Home').click();
      await expect(consoleNodes(page)).toHaveCount(0);
    };
    await cycle();
    const first = await listeners();
    expect(first).not.toContain('Navigation currententrychange');
    for (let count = 0; count < 4; count++) await cycle();
    expect(await listeners()).toEqual(first);
  });
}

interface Counting {
  /** The listeners to history entries, each as the target and its type. */
  listening: string[];
}

function countListeners() {
  const listening: string[] = [];
  const names = new Map<unknown, string>([
    [window, 'Window'],
    [window.navigation, 'Navigation'],
  ]);
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const added = new Map<unknown, Set<string>>();
  EventTarget.prototype.addEventListener = function add(type: string, listener, options) {
    const name = names.get(this ?? window);
    const seen = added.get(listener) ?? new Set();
    const id = `${name} ${type}`;
    if (name && /popstate|entrychange/.test(type) && !seen.has(id)) listening.push(id);
    added.set(listener, seen.add(id));
    addEventListener.call(this ?? window, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function remove(type: string, listener, options) {
    const id = `${names.get(this ?? window)} ${type}`;
    if (added.get(listener)?.delete(id) && listening.includes(id)) listening.splice(listening.indexOf(id), 1);
    removeEventListener.call(this ?? window, type, listener, options);
  };
  Object.assign(window, { listening });
}
