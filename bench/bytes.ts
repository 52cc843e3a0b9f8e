import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from '../scripts/processes.mjs';
import type { Bench } from './support/bench.ts';
import type { Content } from './support/content/prepare.ts';
import { freshContext, openList, type Site } from './support/pages/browser.ts';
import { packagesIn } from './support/pages/packages.ts';
import { type Sites, withSites } from './support/pages/sites.ts';
import { type Figure, printTable } from './support/report.ts';

/** Scripts and styles over the network, including headers, until the rows of the list are painted. */
export function bytes(bench: Bench): Promise<Figure[]> {
  const { content } = bench;
  return withSites(bench, async ({ browser, product, floor }) => {
    const alone = await transferred(browser, product);
    const floors = await transferred(browser, floor);
    const { origin, pathname, search } = new URL(product.list);
    const inHost = { ...product, list: origin + place + pathname + search };
    const shared = await transferred(browser, inHost, hostPage, '/plugin/');
    printTable(
      'largest parts of the first page',
      ['package', 'minified', 'compressed'],
      await largestParts(alone.files),
    );
    printTable('by page', ['page', 'alone', 'in a host that shares React'], await pagesOf(browser, product, content));
    return [
      {
        goal: 'bytes',
        name: 'JS and CSS until the list is painted',
        unit: 'kB',
        product: alone.kilobytes,
        floor: floors.kilobytes,
      },
      { goal: 'bytesShared', name: 'the same if the host shares React', unit: 'kB', product: shared.kilobytes },
    ];
  });
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

const largestParts = async (files: ReadonlySet<string>) =>
  (await packagesIn(files))
    .slice(0, 12)
    .map(({ name, bytes: size, compressed }) => [name, kilobytes(size), kilobytes(compressed)]);

/** The bytes of each kind of page, opened as the first one. */
async function pagesOf(browser: Sites['browser'], product: Site, { instanceId, lists: [list] }: Content) {
  const { origin, pathname } = new URL(product.list);
  const template = `/instance/${instanceId}/templates/${list?.templateId}`;
  const paths = [
    '/',
    pathname,
    new URL(product.form).pathname,
    `${template}/edit`,
    '/instance-sync',
    '/settings/account',
  ];
  const rows: string[][] = [];
  for (const path of paths) {
    const site = (prefix: string) => ({ ...product, list: origin + prefix + path, row: 'main h1' });
    const alone = await transferred(browser, site(''), undefined, '/', 1);
    const inHost = await transferred(browser, site(place), hostPage, '/plugin/', 1);
    rows.push([path, kilobytes(alone.kilobytes * 1000), kilobytes(inHost.kilobytes * 1000)]);
  }
  return rows;
}

interface Transferred {
  kilobytes: number;
  /** The names of the files. */
  files: Set<string>;
}

async function transferred(
  browser: Sites['browser'],
  site: Site,
  prepare: (page: Page) => Promise<void> = async () => {},
  counted = '/',
  elements?: number,
): Promise<Transferred> {
  const context = await freshContext(browser, site);
  const page = await context.newPage();
  await prepare(page);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  const wanted = new Set<string>();
  const files = new Set<string>();
  let sum = 0;
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    const isCode = type === 'Script' || type === 'Stylesheet';
    const { pathname } = new URL(response.url);
    if (!isCode || !pathname.startsWith(counted)) return;
    wanted.add(requestId);
    files.add(pathname.split('/').at(-1) ?? '');
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (wanted.has(requestId)) sum += encodedDataLength;
  });
  await openList(page, site, elements);
  const atPaint = sum;
  await context.close();
  return { kilobytes: atPaint / 1000, files };
}

/** Where a host’s page replaces one of the server’s. */
const place = '/bench-host';

/** A host that has React already and shares it with the console through an import map. */
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
