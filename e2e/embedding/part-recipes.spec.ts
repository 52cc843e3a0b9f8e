import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { exampleOf } from '../support/documented-examples.ts';
import { consoleNodes } from '../support/pages/portal.ts';
import { shows } from '../support/shows.ts';
import { devHostUrl, expect, test } from '../support/test.ts';

const root = join(import.meta.dirname, '../..');
const heading = 'Parts in a tool of your own';

/** Builds a page with Vite as a portal does, which has the package, and serves it at the portal's addresses. */
async function serveBuilt(page: Page, files: Record<string, string>) {
  const folder = await mkdtemp(join(root, 'test-results', 'recipe-'));
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const built = await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      resolve: { alias: { '@quartermaster/console': join(root, 'package/components') } },
      oxc: { jsx: { runtime: 'automatic' } },
      build: { write: false },
    });
    const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
    await page.context().grantPermissions(['local-network-access']);
    await page.route(`${devHostUrl}/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      const output = outputs.find(
        ({ fileName }) => `/${fileName}` === (pathname === '/level' ? '/index.html' : pathname),
      );
      if (!output) return route.fallback();
      const contentType = output.fileName.endsWith('.html') ? 'text/html' : 'text/javascript';
      await route.fulfill({ body: output.type === 'chunk' ? output.code : Buffer.from(output.source), contentType });
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

const pageWith = (body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Level</title></head><body>${body}</body></html>`;

async function pickAxe(page: Page, demo: { dev: number }) {
  await page.goto(`${devHostUrl}/level`);
  const picker = page.getByRole('combobox', { name: 'Boss' });
  await picker.fill('Axe');
  await expect(page.getByRole('option', { name: /^Axe/ })).toBeVisible();
  await picker.press('Enter');
  await expect(page.getByRole('article', { name: 'Axe' })).toBeVisible();
  const address = new RegExp(`^/content/instance/${demo.dev}/templates/hero/items/\\d+/edit$`);
  await expect(page.getByRole('link', { name: /^Edit/ })).toHaveAttribute('href', address);
  // Two parts, and the stylesheet that they share.
  await expect(consoleNodes(page)).toHaveCount(5);
}

test('the documented tool of React and Vite picks an item and shows its card', async ({ page, demo }) => {
  shows('5.parts.components', '5.parts.recipes');
  const code = exampleOf(heading, { language: 'tsx' }).replace('activeInstanceId: 7', `activeInstanceId: ${demo.dev}`);
  const main = `import { createRoot } from 'react-dom/client';
    import { Level } from './level.tsx';
    createRoot(document.getElementById('level')).render(<Level />);`;
  const html = pageWith('<main id="level"></main><script type="module" src="./main.jsx"></script>');
  await serveBuilt(page, { 'index.html': html, 'level.tsx': code, 'main.jsx': main });
  await pickAxe(page, demo);
});

test('the documented elements do the same, and show their template if the module is missing', async ({
  page,
  demo,
  guard,
}) => {
  shows('5.parts.components');
  const example = exampleOf(heading).replace('active-instance-id="7"', `active-instance-id="${demo.dev}"`);
  await serveBuilt(page, { 'index.html': pageWith(example) });
  await pickAxe(page, demo);
  guard.allow(/quartermaster\.js/);
  await page.route('**/plugin/quartermaster.js', (route) => route.abort());
  await page.reload();
  await expect(page.locator('#boss')).toHaveText('Items are not available.');
});
