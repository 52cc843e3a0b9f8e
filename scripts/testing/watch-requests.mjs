import { setTimeout as sleep } from 'node:timers/promises';

const [restFor, waitAtMost] = [500, 30_000];

/**
 * Follows the requests of a page; the returned function waits until it has had none for half a second. The browser's own idle event never
 * comes beside the stream of changes, which is not counted.
 *
 * @param {import('@playwright/test').Page} page
 * @returns {() => Promise<void>}
 */
export function watchRequests(page) {
  /** @type {Set<import('@playwright/test').Request>} */
  const open = new Set();
  let rests = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/v1/live') open.add(request);
  });
  /** @param {import('@playwright/test').Request} request */
  const end = (request) => {
    if (open.delete(request)) rests = Date.now();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return async () => {
    const start = Date.now();
    rests = start;
    while (open.size > 0 || Date.now() - rests < restFor) {
      if (Date.now() - start > waitAtMost) throw new Error('The page goes on to load.');
      await sleep(50);
    }
  };
}
