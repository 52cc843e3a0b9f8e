import type { CDPSession, Page } from '@playwright/test';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { consoleNodes, consoleRoot, countAlive, openContent, openDialog, openPortal } from '../support/pages/portal.ts';
import { shows } from '../support/shows.ts';
import { consoleUrl, expect, test } from '../support/test.ts';

// A trace retains snapshots of the page’s nodes, and thereby the nodes.
test.use({ trace: 'off' });

test.beforeEach(async ({ page, api, demo }) => {
  await api.call(instances.activate, { params: { instanceId: demo.dev } });
  await openPortal(page);
});

test('repeated mounts and unmounts, also of a part, leave no more nodes and listeners', async ({ page, demo }) => {
  shows('4.host.memory.nodes', '5.parts.mount');
  const session = await openSession(page);
  await openContent(page);
  await tryAndUnmount(page);
  await tryPart(page, demo.dev);
  await expectNoMore(page, session, {
    returns: 5,
    cycle: async () => {
      await mountAgain(page);
      await tryPart(page, demo.dev);
    },
  });
});

test('parts that come and go next to one that stays leave no more nodes and listeners', async ({ page, demo }) => {
  shows('4.host.memory.nodes', '5.parts.shared');
  const session = await openSession(page);
  await openContent(page);
  await tryAndUnmount(page);
  const stays = await mountPart(page, demo.dev, 'Stays');
  await tryPart(page, demo.dev);
  await expectNoMore(page, session, { returns: 5, cycle: () => tryPart(page, demo.dev) });
  await stays.evaluate(({ unmount }) => unmount());
  await expect(consoleNodes(page)).toHaveCount(0);
});

test('unmounts with pending calls leave no more nodes and listeners', async ({ page }) => {
  const session = await openSession(page);
  await openContent(page);
  await tryAndUnmount(page);
  // Calls of every page that the first render does not wait for.
  await page.route(/\/v1\/(accounts|workspaces\/\d+\/subscriptions|editor\/\d+\/menu)$/, () => undefined);
  await expectNoMore(page, session, { returns: 2 });
});

test('an unmount during the call for the permissions leaves no more nodes and listeners than the first', async ({
  page,
}) => {
  const session = await openSession(page);
  await openContent(page);
  await tryAndUnmount(page);
  const first = await settledCount(session);
  // Unlike calls of pages, it is cancelled only when the console is disposed.
  await page.route(/\/v1\/instances\/\d+\/permissions$/, () => undefined);
  const call = page.waitForRequest(/\/permissions$/);
  await page.getByRole('button', { name: 'Mount', exact: true }).click();
  await call;
  await unmount(page);
  await expectAsAfterTheFirst(session, first);
});

test('the leak check detects one node or listener left behind by each mount', async ({ page }) => {
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
  await expect(expectNoMore(page, session, { returns: 2, most: 3 })).rejects.toThrow();
});

async function openSession(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('HeapProfiler.enable');
  return session;
}

async function mountAgain(page: Page) {
  await page.getByRole('button', { name: 'Mount', exact: true }).click();
  await expect(consoleRoot(page).getByRole('heading', { level: 1 })).toBeVisible();
  await tryAndUnmount(page);
}

/** Briefly uses the mounted console, and unmounts it. */
async function tryAndUnmount(page: Page) {
  await openDialog(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await unmount(page);
}

/** Mounts a part of the console next to the portal's slot, and waits until it can be used. */
async function mountPart(page: Page, activeInstanceId: number, label: string) {
  const part = await page.evaluateHandle(
    async ({ module, ...props }) => {
      const { mountPart } = await import(module);
      const domElement = document.body.appendChild(document.createElement('section'));
      const mounted = await mountPart('item-picker', { ...props, domElement, templateId: 'hero' });
      return { unmount: () => mounted.unmount().then(() => domElement.remove()) };
    },
    { module: `${consoleUrl}/plugin/quartermaster.js`, activeInstanceId, label },
  );
  await expect(page.getByRole('combobox', { name: label })).toBeVisible();
  return part;
}

/** Briefly uses a part, and unmounts it. */
async function tryPart(page: Page, activeInstanceId: number) {
  const others = await consoleNodes(page).count();
  const part = await mountPart(page, activeInstanceId, 'Boss');
  await page.getByRole('combobox', { name: 'Boss' }).click();
  await expect(page.locator('[data-qm-overlay]').getByRole('option').first()).toBeVisible();
  await part.evaluate(({ unmount }) => unmount());
  await part.dispose();
  await expect(consoleNodes(page)).toHaveCount(others);
}

/** Unmounts the console; the log is emptied, as its entries are nodes of the portal. */
async function unmount(page: Page) {
  await page.getByRole('button', { name: 'Unmount' }).click();
  await expect(consoleNodes(page)).toHaveCount(0);
  await page.locator('#log-clear').evaluate((button) => (button as HTMLButtonElement).click());
}

/** The counts once they are stable: removed nodes are not collected at once. */
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
 * Mounts and unmounts until the counts have so many times returned to the lowest ones so far. V8 may hold on to a single unmounted console, and
 * releases it with a later one; what each mount leaves behind makes no count return.
 */
async function expectNoMore(
  page: Page,
  session: CDPSession,
  {
    returns,
    most = 20,
    cycle = () => mountAgain(page),
  }: { returns: number; most?: number; cycle?: () => Promise<void> },
) {
  const counts = [await settledCount(session)];
  const lowest = { ...(counts[0] ?? { nodes: 0, listeners: 0 }) };
  let returned = 0;
  while (returned < returns && counts.length <= most) {
    await cycle();
    const now = await settledCount(session);
    if (now.nodes <= lowest.nodes && now.listeners <= lowest.listeners) {
      returned += 1;
      Object.assign(lowest, now);
    }
    counts.push(now);
  }

  expect(returned, JSON.stringify(counts)).toBe(returns);
}

/** The counts finally return to the first ones. */
async function expectAsAfterTheFirst(session: CDPSession, first: { nodes: number; listeners: number }) {
  const more = async () => {
    const now = await countAlive(session);
    return { nodes: Math.max(0, now.nodes - first.nodes), listeners: Math.max(0, now.listeners - first.listeners) };
  };
  await expect.poll(more).toEqual({ nodes: 0, listeners: 0 });
}
