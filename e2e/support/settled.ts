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
 * takes away, be it the line, the server or the session, is under nobody's feet.
 */
export async function untilSettled(context: BrowserContext): Promise<void> {
  const count = () => context.pages().reduce((sum, page) => sum + openOf(page).size, 0);
  const look = async () => {
    const before = count();
    await Promise.all(context.pages().map((page) => page.evaluate(untilIdle)));
    return before + count();
  };
  await expect.poll(look).toBe(0);
}

function openOf(page: Page): Set<Request> {
  const requests = open.get(page);
  if (!requests) throw new Error('Nobody follows what this page asks for.');
  return requests;
}

/**
 * Answers are drawn, effects run and timers of no length end within two frames. The browser's own word for an idle page is
 * none to wait for: after a click it may never come.
 */
const untilIdle = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
  });
