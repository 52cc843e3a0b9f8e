import { readFileSync, rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { freePort } from '../../scripts/free-port.mjs';
import { unpackPackage } from '../../tests/support/unpacked-package.ts';
import { startStaticServer } from '../support/static-server.ts';
import { test as base, consoleUrl, devHostUrl, expect } from '../support/test.ts';

/** The unpacked package on a static server: another origin than the page’s and the API’s. */
const test = base.extend<object, { files: string }>({
  files: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const { folder, installed } = unpackPackage();
      const server = await startStaticServer(installed);
      await use(server.url);
      await server.close();
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
});

// The browser treats a page fulfilled by the test as public, and prompts before it calls localhost.
test.use({ permissions: ['local-network-access'] });

const basename = '/by-hand';

/** Opens a page of an origin that mounts the package without any framework, and lists the events. */
async function openHost(page: Page, origin: string, files: string) {
  const body = `<!doctype html><title>Portal</title><main id="content"></main><script type="module">
    const { contract, mount, unmount } = await import('${files}/quartermaster.js');
    const domElement = document.getElementById('content');
    const events = [];
    Object.assign(window, { contract, events, leave: () => unmount({ domElement }) });
    await mount({
      contractVersion: 1,
      domElement,
      apiBase: '${consoleUrl}',
      basename: '${basename}',
      onEvent: (event) => events.push(event),
    });
  </script>`;
  await page.route(`${origin}${basename}/**`, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(`${origin}${basename}/`);
}

/** The page of the package's README, with the addresses of the files and of the server. */
function readmeExample(files: string): string {
  const [, example = ''] = /```html\n(.*?)```/s.exec(readFileSync('package/README.md', 'utf8')) ?? [];
  expect(example).toContain('https://static.example.com/quartermaster/');
  return example
    .replace('https://static.example.com/quartermaster', files)
    .replace('https://console.example.com', consoleUrl);
}

const eventTypes = (page: Page) =>
  page.evaluate(() => (window as unknown as { events: { type: string }[] }).events.map(({ type }) => type));

test('the package is mounted by hand from a static file server, and shows the home page of the signed-in user', async ({
  page,
  files,
}) => {
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  await openHost(page, devHostUrl, files);
  await expect(page.getByRole('heading', { level: 1, name: 'Ancient Works' })).toBeVisible();
  await expect.poll(() => eventTypes(page)).toContain('shown');
  expect(await page.evaluate(() => (window as unknown as { contract: object }).contract)).toMatchObject({
    version: 1,
    release: { version: expect.stringMatching(/^\d+\.\d+\.\d+/), id: expect.any(String) },
  });
  expect([...origins].sort()).toEqual([consoleUrl, devHostUrl, files].sort());
  await page.evaluate(() => (window as unknown as { leave: () => Promise<void> }).leave());
  await expect(page.locator('[data-qm-root], [data-qm-style]')).toHaveCount(0);
});

test.describe('signed out', () => {
  test.use({ as: null });

  test('the example of its README shows the sign-in, and signs in', async ({ page, files, guard }) => {
    // The server's answer to a refresh without a session.
    guard.allow(/401/);
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.route(`${devHostUrl}/content/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>Portal</title>${readmeExample(files)}` }),
    );
    await page.goto(`${devHostUrl}/content/`);
    await page.getByLabel('Email').fill('owner@quartermaster.test');
    for (const type of ['ready', 'shown']) await expect.poll(() => logged.join()).toContain(`type: ${type}`);
    await page.getByLabel('Password').fill('Quartermaster1');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Ancient Works' })).toBeVisible();
  });
});

test('an origin that the server does not allow is named in a panel, with the setting', async ({
  page,
  files,
  guard,
}) => {
  guard.allow(/CORS policy|ERR_FAILED/);
  const origin = `http://localhost:${await freePort()}`;
  await openHost(page, origin, files);
  const panel = page.getByRole('alert');
  await expect(panel).toContainText('The console cannot be shown here');
  await expect(panel).toContainText(`it does not let pages of ${origin} call it`);
  await expect(panel).toContainText('CORS_ORIGINS');
  expect(await eventTypes(page)).toContain('error');
});

test('the server’s own module behaves the same', async ({ page, guard }) => {
  guard.allow(/CORS policy|ERR_FAILED/);
  const origin = `http://localhost:${await freePort()}`;
  await openHost(page, origin, `${consoleUrl}/plugin`);
  await expect(page.getByRole('alert')).toContainText(`it does not let pages of ${origin} call it`);
});
