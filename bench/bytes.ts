import type { Bench } from './support/bench.ts';
import { freshContext, openList, type Site } from './support/browser.ts';
import type { Figure } from './support/report.ts';
import { type Sites, withSites } from './support/sites.ts';

/** Scripts and styles over the network, headers and all, until the rows of the list are painted. */
export function bytes(bench: Bench): Promise<Figure[]> {
  return withSites(bench, async ({ browser, product, floor }) => [
    {
      goal: 'bytes',
      name: 'JS and CSS to the painted list',
      unit: 'kB',
      product: await transferred(browser, product),
      floor: await transferred(browser, floor),
    },
  ]);
}

async function transferred(browser: Sites['browser'], site: Site): Promise<number> {
  const context = await freshContext(browser, site);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  const wanted = new Set<string>();
  let sum = 0;
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script' || type === 'Stylesheet') wanted.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (wanted.has(requestId)) sum += encodedDataLength;
  });
  await openList(page, site);
  const atPaint = sum;
  await context.close();
  return atPaint / 1000;
}
