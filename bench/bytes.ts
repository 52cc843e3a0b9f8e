import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from '../scripts/processes.mjs';
import type { Bench } from './support/bench.ts';
import { freshContext, openList, type Site } from './support/pages/browser.ts';
import { printBundle } from './support/pages/bundle-tables.ts';
import { type Sites, withSites } from './support/pages/sites.ts';
import type { Figure } from './support/report.ts';

/**
 * Scripts and styles over the network, including headers, and requests until the rows of the list are painted; also
 * prints the composition of the code.
 */
export async function bytes(bench: Bench): Promise<Figure[]> {
  await printBundle();
  return withSites(bench, async ({ browser, product, floor }) => {
    const alone = await transferred(browser, product);
    const floors = await transferred(browser, floor);
    const { origin, pathname, search } = new URL(product.list);
    const inHost = { ...product, list: origin + place + pathname + search };
    const shared = await transferred(browser, inHost, hostPage, '/plugin/');
    return [
      {
        goal: 'bytes',
        name: 'JS and CSS until the list is painted',
        unit: 'kB',
        product: alone.kilobytes,
        floor: floors.kilobytes,
      },
      { goal: 'bytesShared', name: 'the same if the host shares React', unit: 'kB', product: shared.kilobytes },
      {
        goal: 'requests',
        name: 'requests until the list is painted',
        unit: 'requests',
        product: alone.requests,
        floor: floors.requests,
      },
    ];
  });
}

async function transferred(
  browser: Sites['browser'],
  site: Site,
  prepare: (page: Page) => Promise<void> = async () => {},
  counted = '/',
): Promise<{ kilobytes: number; requests: number }> {
  const context = await freshContext(browser, site);
  const page = await context.newPage();
  await prepare(page);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  const wanted = new Set<string>();
  let sum = 0;
  let requests = 0;
  devtools.on('Network.requestWillBeSent', ({ request }) => {
    if (request.url.startsWith('http')) requests += 1;
  });
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    const isCode = type === 'Script' || type === 'Stylesheet';
    if (isCode && new URL(response.url).pathname.startsWith(counted)) wanted.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (wanted.has(requestId)) sum += encodedDataLength;
  });
  await openList(page, site);
  const atPaint = { kilobytes: sum / 1000, requests };
  await context.close();
  return atPaint;
}

/** The address at which a host’s page replaces one of the server’s. */
const place = '/bench-host';

/** A host that already has React and shares it with the console through an import map. */
async function hostPage(page: Page): Promise<void> {
  const react = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'];
  const imports = Object.fromEntries(react.map((name) => [name, `${place}/vendor/${name.replace('/', '-')}.js`]));
  const mount = `
    const { bootstrap, mount } = await import('/plugin/shared/quartermaster.js');
    const props = { name: 'quartermaster', domElement: document.getElementById('host'), basename: '${place}' };
    await bootstrap(props);
    await mount(props);`;
  const body = `<!doctype html><script type="importmap">${JSON.stringify({ imports })}</script>
    <div id="host"></div><script type="module">${mount}</script>`;
  await page.route(`**${place}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (!pathname.startsWith(`${place}/vendor/`)) return route.fulfill({ contentType: 'text/html', body });
    return route.fulfill({ path: join(root, 'dist', 'dev-host', pathname.slice(place.length)) });
  });
}
