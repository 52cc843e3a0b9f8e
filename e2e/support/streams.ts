import type { Page, Request } from '@playwright/test';

/** The streams of a page: how many it has begun, and those that have not ended. */
export function streamsOf(page: Page) {
  const open = new Set<Request>();
  let begun = 0;
  page.on('response', (response) => {
    const request = response.request();
    if (new URL(request.url()).pathname !== '/v1/live') return;
    begun += 1;
    open.add(request);
  });
  const end = (request: Request) => open.delete(request);
  page.on('requestfailed', end);
  page.on('requestfinished', end);
  return { begun: () => begun, open: () => open.size };
}
