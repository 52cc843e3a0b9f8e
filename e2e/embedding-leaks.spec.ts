import type { CDPSession, Page, Request } from '@playwright/test';
import { instances } from '@quartermaster/contract/instances.ts';
import { consoleNodes, consoleRoot, countAlive, openContent, openDialog } from './support/portal.ts';
import { devHostUrl, expect, test } from './support/test.ts';

// A trace keeps pictures of the page's nodes, and with them the nodes.
test.use({ trace: 'off' });

test.beforeEach(async ({ page, api, demo }) => {
  await api.call(instances.activate, { params: { instanceId: demo.dev } });
  watchCalls(page);
  await page.goto(devHostUrl);
});

test('20 mounts and unmounts leave nodes and listeners as after the first', async ({ page }) => {
  test.setTimeout(180_000);
  const session = await openSession(page);
  await openContent(page);
  await tryAndUnmount(page);
  const first = await settledCount(session);
  for (let turn = 0; turn < 19; turn += 1) await mountAgain(page);
  await expectAsAfterTheFirst(session, first);
});

test('mounts that are taken away while calls are under way leave no more than the first of them', async ({ page }) => {
  const session = await openSession(page);
  await openContent(page);
  await tryAndUnmount(page);
  // Never answered. Of the last query that an unmount has ended the browser's engine keeps a part, until the next one.
  await page.route(/\/v1\/(accounts|workspaces\/\d+\/subscriptions|editor\/\d+\/menu)$/, () => undefined);
  await mountAgain(page, unmount);
  await mountAgain(page, unmount);
  await mountAgain(page, unmount);
  const first = await settledCount(session);
  for (let turn = 0; turn < 3; turn += 1) await mountAgain(page, unmount);
  await expectAsAfterTheFirst(session, first);
});

test('the check of leaks sees one node or listener that each mount leaves behind', async ({ page }) => {
  const session = await openSession(page);
  await openContent(page);
  await page.evaluate(() => {
    const kept: Node[] = [];
    const watch = new MutationObserver(() => {
      const root = document.querySelector('#slot > [data-qm-root]');
      if (!root || kept.includes(root)) return;
      kept.push(root);
      window.addEventListener('resize', () => kept.length);
    });
    watch.observe(document.getElementById('slot') as Node, { childList: true });
  });
  await tryAndUnmount(page);
  const first = await settledCount(session);
  for (let turn = 0; turn < 3; turn += 1) await mountAgain(page);
  await expect(expectAsAfterTheFirst(session, first, 1_000)).rejects.toThrow();
});

async function openSession(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('HeapProfiler.enable');
  return session;
}

async function mountAgain(page: Page, takeAway = tryAndUnmount) {
  await page.getByRole('button', { name: 'Mount', exact: true }).click();
  await expect(consoleRoot(page).getByRole('heading', { level: 1 })).toBeVisible();
  await takeAway(page);
}

/** Calls of each page that have not ended. */
const underWay = new WeakMap<Page, Set<Request>>();

function watchCalls(page: Page) {
  const calls = new Set<Request>();
  underWay.set(page, calls);
  page.on('request', (request) => new URL(request.url()).pathname.startsWith('/v1/') && calls.add(request));
  page.on('requestfinished', (request) => calls.delete(request));
  page.on('requestfailed', (request) => calls.delete(request));
}

/** Uses the mounted console a little, and takes it away; the log is emptied, as its entries are the portal's own nodes. */
async function tryAndUnmount(page: Page) {
  await openDialog(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  // What an unmount ends half-way is another test's affair.
  await expect.poll(() => underWay.get(page)?.size).toBe(0);
  await unmount(page);
}

async function unmount(page: Page) {
  await page.getByRole('button', { name: 'Unmount' }).click();
  await expect(consoleNodes(page)).toHaveCount(0);
  await page.locator('#log-clear').evaluate((button) => (button as HTMLButtonElement).click());
}

/** The counts once they stand still: what was just taken away is not collected at once. */
async function settledCount(session: CDPSession) {
  let last = await countAlive(session);
  await expect
    .poll(async () => {
      const now = await countAlive(session);
      const isSettled = now.nodes === last.nodes && now.listeners === last.listeners;
      last = now;
      return isSettled;
    })
    .toBe(true);
  return last;
}

/**
 * What the browser's engine may keep of one mount, the last or an earlier one, for as long as the page lives: a hidden class of
 * a query's `signal` refers to that query, which reaches the console's two nodes, with React's listeners on them, and one more.
 */
const keptByEngine = { nodes: 3, listeners: 289 };

/** The counts come down to the first ones in the end, but for what the engine keeps of a single mount. */
async function expectAsAfterTheFirst(
  session: CDPSession,
  first: { nodes: number; listeners: number },
  timeout = 10_000,
) {
  const more = async () => {
    const now = await countAlive(session);
    const left = {
      nodes: Math.max(0, now.nodes - first.nodes),
      listeners: Math.max(0, now.listeners - first.listeners),
    };
    const isKept = left.nodes === keptByEngine.nodes && left.listeners === keptByEngine.listeners;
    return isKept ? { nodes: 0, listeners: 0 } : left;
  };
  await expect.poll(more, { timeout }).toEqual({ nodes: 0, listeners: 0 });
}
