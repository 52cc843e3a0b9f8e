import { setTimeout as pause } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';

/** How long a page must have no open request to count as quiet, and the timeout, in milliseconds. */
const quiet = { pause: 250, limit: 10_000 };

/**
 * The pause between two checks of a page: it grows with the time waited, as a check takes processor time of this command and of the page.
 */
export const pauseSince = (since: number): Promise<void> => pause(Math.min(20 + (performance.now() - since) / 10, 250));

/** Tracks the requests of a page. `untilQuiet` waits until there are no more, or for the timeout. */
export function watchRequests(page: Page): { untilQuiet: () => Promise<void> } {
  const open = new Set<Request>();
  let last = performance.now();
  const end = (request: Request) => {
    open.delete(request);
    last = performance.now();
  };
  page.on('request', (request) => {
    open.add(request);
    last = performance.now();
  });
  // The browser never reports the end of an answer whose body is not read.
  page.on('response', (response) => end(response.request()));
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return {
    async untilQuiet() {
      const start = performance.now();
      last = Math.max(last, start);
      // A page may hold a connection open forever.
      while (performance.now() - start < quiet.limit) {
        if (open.size === 0 && performance.now() - last >= quiet.pause) return;
        await pause(50);
      }
    },
  };
}
