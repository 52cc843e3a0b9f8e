import { type BrowserContext, expect, type Page, type Request } from '@playwright/test';

/** What each page has asked for and has no answer to yet; nobody tells of the end of what a page asked for that is closed. */
const open = new WeakMap<Page, Set<Request>>();

/** Follows what the pages of a context ask for, from its start on. */
export function watchRequests(context: BrowserContext): void {
  context.on('page', (page) => {
    const requests = new Set<Request>();
    open.set(page, requests);
    page.on('request', (request) => requests.add(request));
    const end = (request: Request) => requests.delete(request);
    page.on('requestfinished', end);
    page.on('requestfailed', end);
  });
}

/**
 * Waits until the pages of a context have all that they have asked for, and ask for nothing because of it. What a test then
 * takes away, be it the line, the server or the session, is under nobody's feet. What a page asks for later than two frames
 * after its answers, as a debounce does, is not seen: a test waits for what shows that itself.
 */
export async function untilSettled(context: BrowserContext): Promise<void> {
  const count = () => context.pages().reduce((sum, page) => sum + openOf(page).size, 0);
  // A page that goes elsewhere or closes meanwhile is not settled.
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
  // Not by the usual pauses of up to a second, as most waits for a page are done by this.
  await expect.poll(look, { intervals: [25, 50, 100] }).toBe(0);
}

function openOf(page: Page): Set<Request> {
  const requests = open.get(page);
  if (!requests) throw new Error('Nobody follows what this page asks for.');
  return requests;
}

/**
 * Answers are drawn, effects run and timers of no length end within two frames. The browser's own word for an idle page is
 * none to wait for: after a click it may never come. Nor do frames come to a hidden page, and so none is waited for there.
 */
const twoFrames = () =>
  new Promise<void>((resolve) => {
    const end = () => setTimeout(resolve);
    if (document.hidden) end();
    else requestAnimationFrame(() => requestAnimationFrame(end));
  });
