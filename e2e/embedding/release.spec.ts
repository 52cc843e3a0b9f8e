import type { Page } from '@playwright/test';
import { consoleUrl, devHostUrl, expect, test } from '../support/test.ts';

// The browser treats a page fulfilled by the test as public, and prompts before it calls localhost.
test.use({ permissions: ['local-network-access'] });

interface Manifest {
  contract: { release: { id: string } };
  integrity: Record<string, string>;
}

/** Opens a portal that has pinned the server's release: by its address, and by the hash of every file in its import map. */
async function openPinned(page: Page, changeHash: (file: string, hash: string) => string = (_file, hash) => hash) {
  const manifest: Manifest = await (await page.request.get(`${consoleUrl}/plugin/embed-manifest.json`)).json();
  const place = `${consoleUrl}/plugin/${manifest.contract.release.id}/`;
  const hashes = Object.entries(manifest.integrity).map(([file, hash]) => [place + file, changeHash(file, hash)]);
  const map = { imports: { quartermaster: `${place}quartermaster.js` }, integrity: Object.fromEntries(hashes) };
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

test('a portal that has pinned a release loads every file from its address, with the hashes of its manifest; types are next to it', async ({
  page,
}) => {
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

test('a file with another hash is refused, and a panel reports it', async ({ page, guard }) => {
  guard.allow(/integrity/);
  const wrong = `sha384-${'A'.repeat(64)}`;
  await openPinned(page, (file, hash) => (file.startsWith('chunks/console-') ? wrong : hash));
  await expect(page.getByRole('alert')).toContainText('could not be loaded');
});
