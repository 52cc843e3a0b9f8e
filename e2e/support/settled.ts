import { type BrowserContext, expect, type Page, type Request } from '@playwright/test';

/** The pending requests of each page; requests of a closed page never report their end. */
const open = new WeakMap<Page, Set<Request>>();

/** Follows the requests of a context’s pages, from its start on. */
export function watchRequests(context: BrowserContext): void {
  context.on('page', (page) => {
    const requests = new Set<Request>();
    open.set(page, requests);
    page.on('request', (request) => {
      // The stream of changes stays open.
      if (new URL(request.url()).pathname !== '/v1/live') requests.add(request);
    });
    const end = (request: Request) => requests.delete(request);
    page.on('requestfinished', end);
    page.on('requestfailed', end);
  });
}

/**
 * Waits until the pages of a context have all responses, and send no further requests because of them. Then a test can
 * cut the connection, the server or the session without disturbing a request. A request that starts more than two
 * frames after a response, as after a debounce, is not covered: a test waits for its result itself.
 */
export async function untilSettled(context: BrowserContext): Promise<void> {
  const count = () => context.pages().reduce((sum, page) => sum + openOf(page).size, 0);
  // A page that navigates or closes in the meantime is not settled.
  const frames = async (page: Page) =>
    page.evaluate(twoFrames).then(
      () => 0,
      () => 1,
    );
  const look = async () => {
    const before = count();
    const left = await Promise.all(context.pages().map(frames));
    return left.reduce((sum, one) => sum + one, before + count());
  };
  // Not with the usual intervals of up to a second, as most waits for a page use this.
  await expect.poll(look, { intervals: [25, 50, 100] }).toBe(0);
}

function openOf(page: Page): Set<Request> {
  const requests = open.get(page);
  if (!requests) throw new Error('The requests of this page are not followed.');
  return requests;
}

/**
 * Responses are rendered, effects run and zero-delay timers fire within two frames. The browser’s own idle event
 * cannot be used: after a click it may never come. Hidden pages have no frames, so this does not wait there.
 */
const twoFrames = () =>
  new Promise<void>((resolve) => {
    const end = () => setTimeout(resolve);
    if (document.hidden) end();
    else requestAnimationFrame(() => requestAnimationFrame(end));
  });
