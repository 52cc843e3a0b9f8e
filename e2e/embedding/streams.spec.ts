import type { Page } from '@playwright/test';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { isLong } from '../support/long.ts';
import { consoleNodes, consoleRoot, openContent, openPortal } from '../support/pages/portal.ts';
import { shows } from '../support/shows.ts';
import { streamsOf } from '../support/streams.ts';
import { consoleUrl, expect, test } from '../support/test.ts';

const mounts = isLong ? 300 : 4;

test.beforeEach(async ({ page, api, demo }) => {
  await api.call(instances.activate, { params: { instanceId: demo.dev } });
  await openPortal(page);
});

const unmount = async (page: Page) => {
  await page.getByRole('button', { name: 'Unmount' }).click();
  await expect(consoleNodes(page)).toHaveCount(0);
};

test('mounts that follow the server leave no stream and no lock', async ({ page }) => {
  test.slow(isLong);
  shows('5.live.unmounted');
  const streams = streamsOf(page);
  await openContent(page);
  for (let mount = 1; mount <= mounts; mount += 1) {
    await expect.poll(streams.begun, { intervals: [20] }).toBe(mount);
    await unmount(page);
    await expect.poll(streams.open, { intervals: [20] }).toBe(0);
    if (mount === mounts) break;
    await page.getByRole('button', { name: 'Mount', exact: true }).click();
    await expect(consoleRoot(page).getByRole('heading', { level: 1 })).toBeVisible();
  }
  const locks = await page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    return [...held, ...pending].filter(({ name }) => name?.startsWith('quartermaster:live')).length;
  });
  expect(locks).toBe(0);
});

test('beside streams of the portal, the console keeps working on the six connections of HTTP/1.1', async ({
  page,
  demo,
}) => {
  shows('5.live.connections');
  const streams = streamsOf(page);
  await page.evaluate(
    async ({ address }) => {
      for (let at = 0; at < 4; at += 1) await fetch(address, { credentials: 'include' });
    },
    { address: `${consoleUrl}/v1/live?instances=${demo.dev}` },
  );
  expect(streams.open()).toBe(4);
  await openContent(page);
  await expect.poll(streams.open).toBe(5);
  const menu = consoleRoot(page).getByRole('navigation', { name: 'Main' });
  for (const name of ['Heroes', 'Items', 'Abilities']) {
    await menu.getByRole('link', { name, exact: true }).click();
    await expect(consoleRoot(page).getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(consoleRoot(page).getByRole('row').nth(2)).toBeVisible();
  }
  expect(streams.open()).toBe(5);
});
