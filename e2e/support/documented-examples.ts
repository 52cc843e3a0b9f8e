import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { consoleUrl, devHostUrl } from './test.ts';

const singleSpaLayout = join(
  import.meta.dirname,
  '../../node_modules/single-spa-layout/dist/esm/single-spa-layout.min.js',
);

/** An example below a heading of a document, `embedding.md` by default, with the address of this worker's server; the first one in its language. */
export function exampleOf(heading: string, { file = 'embedding.md', language = 'html', nth = 0 } = {}): string {
  const document = readFileSync(join(import.meta.dirname, '../../docs', file), 'utf8');
  const [, below = ''] = document.split(`# ${heading}\n`);
  const [section = ''] = below.split('\n#');
  const [, example] = [...section.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]+?)\`\`\``, 'g'))][nth] ?? [];
  if (!example) throw new Error(`docs/${file} has no example below "${heading}".`);
  return example.replaceAll('https://console.example.com', consoleUrl);
}

/** Serves an example at the portal's addresses, with the portal's copies of what it imports, and its other files by path. */
export async function serveExample(page: Page, example: string, files: Record<string, string> = {}) {
  const own = example.replaceAll(/"\/((?:single-spa|react|react-dom-client)\.js)"/g, '"/vendor/$1"');
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Portal</title></head><body>${own}</body></html>`;
  // Chromium does not know the origin of a page that a test fulfils.
  await page.context().grantPermissions(['local-network-access']);
  await page.route(`${devHostUrl}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const file = files[pathname];
    if (route.request().resourceType() === 'document') await route.fulfill({ body, contentType: 'text/html' });
    else if (pathname === '/single-spa-layout.js') await route.fulfill({ path: singleSpaLayout });
    else if (file)
      await route.fulfill({ body: file, contentType: pathname.endsWith('.js') ? 'text/javascript' : 'text/html' });
    else await route.fallback();
  });
}
