import type { Page, Route } from '@playwright/test';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { long } from '../support/long.ts';
import { itemsPath } from '../support/pages/items-list.ts';
import { hostLooks, mantines } from '../support/pages/mantine.ts';
import {
  addSamples,
  consoleNodes,
  consoleRoot,
  differences,
  hostStyles,
  openContent,
  openDialog,
  openPortal,
} from '../support/pages/portal.ts';
import { shows } from '../support/shows.ts';
import { devHostUrl, expect, test } from '../support/test.ts';

const leave = (page: Page) =>
  page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Players' }).click();

test.describe('in a portal on another origin', () => {
  test.beforeEach(async ({ api, demo }) => {
    await api.call(instances.activate, { params: { instanceId: demo.dev } });
  });

  test('the host’s styles, also of a Mantine of its own, are the same before, while mounted with a dialog open, and after', async ({
    page,
  }) => {
    shows('4.host.styles.out');
    await openPortal(page);
    await addSamples(page);
    const plain = await hostStyles(page);
    expect(Object.keys(plain).length).toBeGreaterThan(10_000);
    const before = await hostLooks(page);

    await openContent(page);
    expect(differences(plain, await hostStyles(page))).toEqual([]);

    await openDialog(page);
    expect(differences(before, await hostLooks(page))).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();

    await leave(page);
    await expect(consoleNodes(page)).toHaveCount(0);
    expect(differences(plain, await hostStyles(page))).toEqual([]);

    // As if the console's own Mantine were not scoped.
    await page.addStyleTag({ url: '/vendor/mantine-9.css' });
    await page.addStyleTag({ content: '.mantine-Button-root { letter-spacing: 7px }' });
    const leaked = differences(before, await hostLooks(page));
    for (const version of [null, ...mantines]) {
      const start = new RegExp(`^Mantine ${version}: \\d+ button letter-spacing`);
      expect(leaked.some((sentence) => start.test(sentence))).toBe(true);
    }
  });

  test('exactly three nodes are added, and nothing is set on the page', async ({ page }) => {
    shows('3.start.address.plugin-es-module', '4.host.nodes.three', '4.host.nodes.page', '4.host.nodes.removed');
    await openPortal(page);
    const attributes = () =>
      page.evaluate(() =>
        [document.documentElement, document.body].map(({ attributes }) =>
          [...attributes].map(({ name, value }) => `${name}=${value}`),
        ),
      );
    const own = () =>
      page.evaluate(() => ({
        // Scripts of the console's code are removed once they have run.
        head: document.head.querySelectorAll(':scope > :not(script)').length,
        body: document.body.children.length,
        slot: document.getElementById('slot')?.children.length,
      }));
    const attributesBefore = await attributes();
    const before = await own();
    await openContent(page);
    await expect(consoleNodes(page)).toHaveCount(3);
    expect(await own()).toEqual({ head: before.head + 1, body: before.body + 1, slot: 1 });
    expect(await attributes()).toEqual(attributesBefore);
    await leave(page);
    await expect.poll(own).toEqual(before);
  });

  test('pushes are reported as pushes, the back button and the host’s menu work, and the page is never reloaded', async ({
    page,
  }) => {
    shows('3.names.console-single-spa', '3.start.address.dev-host-content', '3.start.address.dev-host-origin');
    shows('3.start.address.plugin', '3.start.start.serves-dev-host', '4.host.history.pushes', '4.host.history.back');
    await openPortal(page);
    await page.evaluate(() => Object.assign(window, { notReloaded: true }));
    await openContent(page);
    await consoleRoot(page).getByRole('link', { name: 'Exported data' }).click();
    await expect(page).toHaveURL(`${devHostUrl}/content/settings/exported-data`);
    await expect(consoleRoot(page).getByRole('heading', { level: 1, name: 'Exported data' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/content\/?$/);
    await page.goForward();
    await expect(consoleRoot(page).getByRole('heading', { level: 1, name: 'Exported data' })).toBeVisible();
    await leave(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Players' })).toBeVisible();
    await page.goBack();
    await expect(consoleRoot(page).getByRole('heading', { level: 1, name: 'Exported data' })).toBeVisible();
    expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
  });

  test('leaving with unsaved changes asks for confirmation, and stays if the user cancels', async ({ page, demo }) => {
    shows('4.host.history.leave');
    await page.goto(`${devHostUrl}/content/instance/${demo.dev}/templates/hero/items/new`);
    const label = consoleRoot(page).getByRole('textbox', { name: /Label/ });
    await label.fill('Not saved yet');

    const dismissed = page.waitForEvent('dialog').then((dialog) => dialog.dismiss());
    await leave(page);
    await dismissed;
    await expect(page).toHaveURL(/\/content\/instance/);
    await expect(label).toHaveValue('Not saved yet');

    page.once('dialog', (dialog) => dialog.accept());
    await leave(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Players' })).toBeVisible();
    await expect(consoleNodes(page)).toHaveCount(0);
  });

  test('the host’s navigation to another page of the console asks for confirmation, and loses nothing if the user stays', async ({
    page,
    demo,
  }) => {
    shows('4.host.history.inside');
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    await openPortal(page);
    await page.evaluate(() => Object.assign(window, { notReloaded: true }));
    await openContent(page);
    const path = `/content/instance/${demo.dev}/templates/hero/items/new`;
    // The address in the portal, as its own menu would open it.
    await page.evaluate((to) => history.pushState({ portal: 'own' }, '', to), path);
    const label = consoleRoot(page).getByRole('textbox', { name: /Label/ });
    await label.fill('Not saved yet');
    const length = await page.evaluate(() => history.length);

    const content = page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Content' });
    await content.click();
    await page.getByRole('button', { name: 'Stay on this page' }).click();
    await expect(page).toHaveURL(devHostUrl + path);
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(label).toHaveValue('Not saved yet');

    await page.goBack();
    await page.getByRole('button', { name: 'Stay on this page' }).click();
    await expect(page).toHaveURL(devHostUrl + path);
    await expect(label).toHaveValue('Not saved yet');

    await expect(page.getByRole('dialog')).toBeHidden();
    await content.click();
    await page.getByRole('button', { name: 'Leave without saving' }).click();
    await expect(consoleRoot(page).getByRole('heading', { level: 1, name: 'Ancient Works' })).toBeVisible();
    await expect(page).toHaveURL(/\/content\/?$/);
    expect(await page.evaluate(() => history.length)).toBe(length + 1);
    await page.goBack();
    await expect(label).toHaveValue('');
    expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
    expect(warnings).toEqual([]);
  });

  test('a linked item opens next to the form in the overlay, leaves the host unchanged, and restores the focus', async ({
    page,
    demo,
    sample,
  }) => {
    const path = `${itemsPath(demo.dev, sample.templateId)}/${sample.itemId}/edit`;
    await page.goto(`${devHostUrl}/content${path}`);
    const title = consoleRoot(page).getByRole('textbox', { name: 'Title', exact: true });
    await title.fill('Not saved yet');
    await addSamples(page);
    const before = await hostStyles(page);
    const opener = consoleRoot(page).getByRole('link', { name: `Open ${sample.heroes[0]?.label}` });
    await opener.click();
    const panel = page.getByRole('dialog', { name: `Heroes | # ${sample.heroes[0]?.id}` });
    await expect(panel.getByText('Attack type')).toBeVisible();
    await expect(page.locator('body > [data-qm-root]').getByRole('dialog')).toHaveCount(1);
    expect(differences(before, await hostStyles(page))).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(opener).toBeFocused();
    await expect(title).toHaveValue('Not saved yet');
    await expect(page).toHaveURL(`${devHostUrl}/content${path}`);
  });

  test('the host’s colour scheme applies to the console', async ({ page }) => {
    shows('4.host.styles.scheme');
    await openPortal(page);
    await openContent(page);
    await expect(consoleRoot(page)).toHaveAttribute('data-mantine-color-scheme', 'light');
    const ground = () => consoleRoot(page).evaluate((root) => getComputedStyle(root).backgroundColor);
    const light = await ground();
    await page.getByLabel('Colours').selectOption('dark');
    await expect(consoleRoot(page)).toHaveAttribute('data-mantine-color-scheme', 'dark');
    expect(await ground()).not.toBe(light);
    await page.getByRole('button', { name: /^Events/ }).click();
    await expect(page.getByRole('complementary', { name: 'Events' }).getByText('ready')).toBeVisible();
  });

  const stylesheet = '**/plugin/assets/quartermaster-*.css';

  test('the stylesheet is checked by its hash, and cached by the browser', async ({ page }) => {
    await openPortal(page);
    await openContent(page);
    const link = page.locator('link[data-qm-style]');
    await expect(link).toHaveAttribute('integrity', /^sha384-/);
    const answer = await page.request.get(String(await link.getAttribute('href')));
    expect(answer.headers()['cache-control']).toContain('immutable');
  });

  test('a stylesheet that fails to load, is an error page or was tampered with shows a panel; retrying loads the console', async ({
    page,
    guard,
  }) => {
    shows('4.host.files.stylesheet-missing', '4.host.files.stylesheet-tampered');
    guard.allow(/ERR_FAILED|MIME type|integrity/);
    const faults: ((route: Route) => Promise<void>)[] = [
      (route) => route.abort(),
      (route) => route.fulfill({ body: '<h1>Sign in to the proxy</h1>', contentType: 'text/html' }),
      (route) => route.fulfill({ body: 'body { margin: 0 }', contentType: 'text/css' }),
    ];
    for (const fault of faults) {
      await openPortal(page);
      await page.route(stylesheet, fault);
      await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Content' }).click();
      await expect(page.getByRole('alert')).toContainText('could not be loaded');
      await page.unroute(stylesheet);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(consoleRoot(page).getByRole('heading', { level: 1 })).toBeVisible();
    }
  });

  test('a stylesheet that hangs does not keep the portal from navigating', long, async ({ page }) => {
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    await openPortal(page);
    let answer: () => void = () => undefined;
    const hanging = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(stylesheet, async (route) => {
      await hanging;
      await route.continue().catch(() => undefined);
    });
    await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Content' }).click();
    await expect(page.getByText('The console is still loading …')).toBeVisible();
    await leave(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Players' })).toBeVisible();
    await expect(consoleNodes(page)).toHaveCount(0);
    // single-spa warns of a mount that takes a second.
    expect(warnings).toEqual([]);
    answer();
  });

  test('a chunk that fails to load shows a panel, and retrying loads the console', async ({ page, guard }) => {
    await openPortal(page);
    guard.allow(/ERR_FAILED/);
    await page.route('**/plugin/chunks/**', (route) => route.abort());
    await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Content' }).click();
    await expect(page.getByRole('alert')).toContainText('could not be loaded');
    await page.unroute('**/plugin/chunks/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(consoleRoot(page).getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('with the host’s React the console looks the same, and loads no React itself', long, async ({ page, demo }) => {
    const reacts: string[] = [];
    page.on('request', (request) => {
      if (/react-dom-client/.test(request.url())) reacts.push(new URL(request.url()).origin);
    });
    await page.goto(`${devHostUrl}/content/instance/${demo.dev}/templates/hero/items?react=shared`);
    await expect(consoleRoot(page).getByRole('row').nth(1)).toBeVisible();
    expect(reacts).toEqual([new URL(devHostUrl).origin]);
    await openDialog(page);
  });
});
