import { type BrowserContext, expect, type Request } from '@playwright/test';

/** What the pages of each context have asked for and have no answer to yet. */
const open = new WeakMap<BrowserContext, Set<Request>>();

/** Follows what a context asks for, from its start on. */
export function watchRequests(context: BrowserContext): void {
  const requests = new Set<Request>();
  open.set(context, requests);
  context.on('request', (request) => requests.add(request));
  const end = (request: Request) => requests.delete(request);
  context.on('requestfinished', end);
  context.on('requestfailed', end);
}

/**
 * Waits until the pages of a context have all that they have asked for, and ask for nothing because of it. What a test then
 * takes away, be it the line, the server or the session, is under nobody's feet.
 */
export async function untilSettled(context: BrowserContext): Promise<void> {
  const requests = open.get(context);
  if (!requests) throw new Error('Nobody follows what this context asks for.');
  const look = async () => {
    const before = requests.size;
    await Promise.all(context.pages().map((page) => page.evaluate(untilIdle)));
    return before + requests.size;
  };
  await expect.poll(look).toBe(0);
}

/**
 * Answers are drawn, effects run and timers of no length end within two frames. The browser's own word for an idle page is
 * none to wait for: after a click it may never come.
 */
const untilIdle = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
  });
