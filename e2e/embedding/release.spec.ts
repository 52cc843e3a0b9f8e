import type { Page } from '@playwright/test';
import { shows } from '../support/shows.ts';
import { consoleUrl, devHostUrl, expect, test } from '../support/test.ts';

// The browser treats a page fulfilled by the test as public, and prompts before it calls localhost.
test.use({ permissions: ['local-network-access'] });

interface Manifest {
  contract: { release: { id: string } };
  integrity: Record<string, string>;
}

/** Opens a portal that has pinned the server's release: by its address, and by the hash of the module, which has those of the other files. */
async function openPinned(page: Page) {
  const manifest: Manifest = await (await page.request.get(`${consoleUrl}/plugin/embed-manifest.json`)).json();
  const place = `${consoleUrl}/plugin/${manifest.contract.release.id}/`;
  const module = `${place}quartermaster.js`;
  const map = { imports: { quartermaster: module }, integrity: { [module]: manifest.integrity['quartermaster.js'] } };
  const body = `<!doctype html><title>Portal</title><script type="importmap">${JSON.stringify(map)}</script>
    <main id="content"></main><script type="module">
      const { mount } = await import('quartermaster');
      await mount({ contractVersion: 1, domElement: document.getElementById('content'), basename: '/pinned' });
    </script>`;
  await page.route(`${devHostUrl}/pinned/**`, (route) => route.fulfill({ contentType: 'text/html', body }));
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(`${consoleUrl}/plugin/`)) loaded.push(request.url());
  });
  await page.goto(`${devHostUrl}/pinned/`);
  return { place, loaded };
}

test('a portal that has pinned a release loads every file from its address; types are next to it', async ({ page }) => {
  const { place, loaded } = await openPinned(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Ancient Works' })).toBeVisible();
  expect(loaded.length).toBeGreaterThan(3);
  expect(loaded.filter((url) => !url.startsWith(place))).toEqual([]);
  for (const folder of ['', 'shared/']) {
    const answer = await page.request.get(`${consoleUrl}/plugin/${folder}quartermaster.d.ts`);
    expect(answer.headers()['content-type']).toBe('text/plain; charset=utf-8');
    expect(await answer.text()).toContain('export interface HostProps');
  }
});

test('two copies of the console run side by side in a page', async ({ page }) => {
  shows('4.host.mounts.apart');
  const manifest: Manifest = await (await page.request.get(`${consoleUrl}/plugin/embed-manifest.json`)).json();
  const body = `<!doctype html><title>Portal</title><main id="first"></main><main id="second"></main><script type="module">
      for (const [id, folder] of [['first', ''], ['second', '${manifest.contract.release.id}/']]) {
        const { mount } = await import('${consoleUrl}/plugin/' + folder + 'quartermaster.js');
        await mount({ name: id, domElement: document.getElementById(id), basename: '/pinned', routing: 'memory' });
      }
    </script>`;
  await page.route(`${devHostUrl}/pinned/**`, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(`${devHostUrl}/pinned/`);
  for (const id of ['first', 'second'])
    await expect(page.locator(`#${id}`).getByRole('heading', { level: 1, name: 'Ancient Works' })).toBeVisible();
  expect(await page.locator('script[src]').count()).toBe(0);
});

test('a file with another hash is refused, and a panel reports it until the file is right again', async ({
  page,
  guard,
}) => {
  shows('4.host.files.chunk-tampered', '4.host.files.back');
  guard.allow(/integrity/);
  const console = '**/chunks/console-*.js';
  await page.route(console, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'cache-control': 'no-store' };
    await route.fulfill({ response, headers, body: `${await response.text()}\n` });
  });
  await openPinned(page);
  await expect(page.getByRole('alert')).toContainText('could not be loaded');
  await page.unroute(console);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ancient Works' })).toBeVisible();
});
