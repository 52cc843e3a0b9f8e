import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { build } from 'rolldown';
import { addSamples, consoleNodes, differences, hostStyles } from '../support/pages/portal.ts';
import { consoleUrl, devHostUrl, expect, test } from '../support/test.ts';

const document = readFileSync(join(import.meta.dirname, '../../docs/embedding.md'), 'utf8');
const singleSpaLayout = join(
  import.meta.dirname,
  '../../node_modules/single-spa-layout/dist/esm/single-spa-layout.min.js',
);

/** qiankun as a module of the portal; it is published for bundlers only. */
async function qiankun(): Promise<string> {
  const { output } = await build({
    input: 'qiankun',
    cwd: import.meta.dirname,
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    logLevel: 'silent',
    write: false,
    output: { codeSplitting: false },
  });
  return output[0].code;
}

/** The example below a heading of the document, and the entry of it that qiankun loads. */
function exampleOf(heading: string): { page: string; entry: string | undefined } {
  const [, below = ''] = document.split(`# ${heading}\n`);
  const [section = ''] = below.split('\n#');
  const [page, entry] = [...section.matchAll(/```html\n([\s\S]+?)```/g)].map(([, code]) => code);
  if (!page) throw new Error(`docs/embedding.md has no example below "${heading}".`);
  return { page, entry };
}

/** Serves an example at the portal's addresses, with the portal's copies of what it imports. */
async function serve(page: Page, example: ReturnType<typeof exampleOf>) {
  const atServer = (code: string) => code.replaceAll('https://console.example.com', consoleUrl);
  const own = atServer(example.page).replaceAll(/"\/((?:single-spa|react|react-dom-client)\.js)"/g, '"/vendor/$1"');
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Portal</title></head><body>${own}</body></html>`;
  // Chromium does not know the origin of a page that a test fulfils.
  await page.context().grantPermissions(['local-network-access']);
  await page.route(`${devHostUrl}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const isDocument = route.request().resourceType() === 'document';
    if (isDocument) await route.fulfill({ body, contentType: 'text/html' });
    else if (pathname === '/quartermaster.html' && example.entry)
      await route.fulfill({ body: atServer(example.entry), contentType: 'text/html' });
    else if (pathname === '/single-spa-layout.js') await route.fulfill({ path: singleSpaLayout });
    else if (pathname === '/qiankun.js') await route.fulfill({ body: await qiankun(), contentType: 'text/javascript' });
    else await route.fallback();
  });
}

/** Goes to a path as a link of the portal does, also in an example without links. */
async function goTo(page: Page, label: string, path: string) {
  const link = page.getByRole('navigation').getByRole('link', { name: label, exact: true });
  if ((await link.count()) > 0) await link.first().click();
  else await page.evaluate((to) => history.pushState(null, '', to), path);
}

const root = (page: Page) => page.locator('[data-qm-root]:not([data-qm-overlay])');
const heading = (page: Page, name: string) => root(page).getByRole('heading', { level: 1, name });

for (const example of [
  'Ten lines',
  'A page without a framework',
  'single-spa-layout',
  'React, through the parcel API',
  'qiankun',
]) {
  test(`the example "${example}" mounts, navigates, unmounts and mounts again`, async ({ page, api, demo }) => {
    await api.call(instances.activate, { params: { instanceId: demo.dev } });
    await serve(page, exampleOf(example));
    await page.goto(devHostUrl);
    await page.evaluate(() => Object.assign(window, { notReloaded: true }));
    await expect(consoleNodes(page)).toHaveCount(0);

    await goTo(page, 'Content', '/content');
    await expect(heading(page, 'Ancient Works')).toBeVisible();
    await expect(consoleNodes(page)).toHaveCount(3);
    await root(page).getByRole('link', { name: 'Exported data' }).click();
    await expect(page).toHaveURL(`${devHostUrl}/content/settings/exported-data`);
    await expect(heading(page, 'Exported data')).toBeVisible();
    await page.goBack();
    await expect(heading(page, 'Ancient Works')).toBeVisible();

    await goTo(page, 'Home', '/');
    await expect(consoleNodes(page)).toHaveCount(0);
    await page.goBack();
    await expect(heading(page, 'Ancient Works')).toBeVisible();
    expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
  });
}

for (const isolation of ['experimentalStyleIsolation', 'strictStyleIsolation']) {
  test(`under qiankun's ${isolation} console and portal look as without it`, async ({ page, api, demo }) => {
    await api.call(instances.activate, { params: { instanceId: demo.dev } });
    const example = exampleOf('qiankun');
    const isolated = example.page.replace('start();', `start({ sandbox: { ${isolation}: true } });`);
    expect(isolated).not.toBe(example.page);
    await serve(page, { ...example, page: isolated });
    await page.goto(devHostUrl);
    await addSamples(page);
    const before = await hostStyles(page);

    await goTo(page, 'Content', '/content');
    await expect(heading(page, 'Ancient Works')).toBeVisible();
    const isIn = await page.evaluate((strict) => {
      const wrapper = window.document.querySelector('#content > [id^="__qiankun_microapp_wrapper"]');
      return strict ? wrapper?.shadowRoot !== null : wrapper?.hasAttribute('data-qiankun') === true;
    }, isolation === 'strictStyleIsolation');
    expect(isIn).toBe(true);
    await root(page).getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    // Of Mantine, by the console's stylesheet, and of its theme.
    await expect(dialog.getByRole('heading').first()).toHaveCSS('font-weight', '600');
    await expect(dialog).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    expect(differences(before, await hostStyles(page))).toEqual([]);

    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await goTo(page, 'Home', '/');
    await expect(consoleNodes(page)).toHaveCount(0);
    expect(differences(before, await hostStyles(page))).toEqual([]);
  });
}
