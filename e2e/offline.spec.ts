import { itemsPath } from './support/pages/items-list.ts';
import { startProduct, stopProduct } from './support/product/control.ts';
import { untilSettled } from './support/settled.ts';
import { expect, test } from './support/test.ts';

const offline = 'You are offline. What you have typed stays here, and can be saved once you are online again.';
const unreachable =
  'The server cannot be reached. What you have typed stays here, and can be saved once the server is back.';

/** Lazy code may be loaded in the background while offline, and the stream is tried again; other calls may not. */
const lateParts = /ERR_INTERNET_DISCONNECTED \([^)]+(\/assets\/[^/)]+\.(js|css)|\/v1\/live\?[^)]+)\)$/;

test('offline, the console shows a banner in time, on wide and narrow screens, and typed text stays', async ({
  page,
  context,
  guard,
  demo,
  sample,
}) => {
  guard.allow(lateParts);
  await page.goto(`${itemsPath(demo.dev, sample.templateId)}/new`);
  await page.getByRole('textbox', { name: 'Label', exact: true }).fill('Typed offline');
  await untilSettled(context);
  await context.setOffline(true);
  const banner = page.getByRole('status').filter({ hasText: offline });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(banner).toBeVisible();
    const { x, width: wide } = (await banner.boundingBox()) ?? { x: -1, width: 0 };
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + wide).toBeLessThanOrEqual(width);
  }
  await context.setOffline(false);
  await expect(banner).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Label', exact: true })).toHaveValue('Typed offline');
});

test('the banner covers neither the end of a page nor the focused element', async ({
  page,
  context,
  guard,
  demo,
  sample,
}) => {
  guard.allow(lateParts);
  // The next and the previous item are looked for when their buttons have the focus.
  guard.allow(/ERR_INTERNET_DISCONNECTED/);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 500 });
    await page.goto(`${itemsPath(demo.dev, sample.templateId)}/${sample.itemId}/edit`);
    const last = page.getByRole('button', { name: 'Add group' });
    await expect(last).toBeVisible();
    await untilSettled(context);
    await context.setOffline(true);
    const banner = page.getByRole('status').filter({ hasText: offline });
    await expect(banner).toBeVisible();
    const boxOf = async (locator: typeof last) => {
      const { x, y, width: wide, height } = (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      return { left: x, right: x + wide, top: y, bottom: y + height };
    };
    const isClear = async (locator: typeof last) => {
      const [a, b] = [await boxOf(banner), await boxOf(locator)];
      return a.left >= b.right || b.left >= a.right || a.top >= b.bottom || b.top >= a.bottom;
    };
    // To the end with the wheel: nothing has the focus.
    await page.mouse.move(width - 60, 300);
    await page.mouse.wheel(0, 100_000);
    await expect.poll(() => isClear(last)).toBe(true);
    await expect(last).toBeInViewport({ ratio: 1 });
    // Every tab stop, from the first one on.
    await page.locator('main').focus();
    const focused = page.locator('*:focus');
    for (let stop = 0; stop < 40 && !(await last.evaluate((node) => node === document.activeElement)); stop++) {
      await page.keyboard.press('Tab');
      await expect.poll(() => isClear(focused), `the focused element at stop ${stop}`).toBe(true);
    }
    await expect(last).toBeFocused();
    // If it would cover a dialog, which cannot scroll, the banner moves to the top.
    await page.setViewportSize({ width, height: 280 });
    await page.getByRole('button', { name: 'Delete item' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete item' });
    for (const name of ['No, keep item', 'Yes, delete item']) {
      await dialog.getByRole('button', { name }).focus();
      await expect.poll(() => isClear(focused), name).toBe(true);
    }
    // It moves back once nothing has the focus; a wide window has room for both.
    const isInUpperHalf = async () => (await boxOf(banner)).bottom < 140;
    expect(await isInUpperHalf()).toBe(width === 390);
    await focused.evaluate((node: HTMLElement) => node.blur());
    await expect.poll(isInUpperHalf).toBe(false);
    await page.keyboard.press('Escape');
    await context.setOffline(false);
    await expect(banner).toBeHidden();
    await expect(page.locator('[data-qm-root]').first()).not.toHaveAttribute('style', /banner-room/);
  }
});

test('leaving unsaved changes asks while the server is down, and the console notices when it is back', async ({
  page,
  context,
  guard,
  demo,
  sample,
}) => {
  // A connection that the server has closed is noticed when it is used again.
  guard.allow(
    /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_SOCKET_NOT_CONNECTED|Failed to fetch dynamically imported module/,
  );
  // At once, before lazy code is loaded in the background.
  const question = page.waitForResponse(/\/assets\/leave-dialog/);
  await page.goto(`${itemsPath(demo.dev, sample.templateId)}/new`);
  await page.getByRole('textbox', { name: 'Label', exact: true }).fill('Typed before');
  await question;
  await untilSettled(context);
  try {
    expect(await stopProduct()).toBe(0);
    await page.keyboard.press('Control+s');
    await page.getByRole('link', { name: 'Quartermaster, home' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.getByRole('button', { name: 'Stay on this page' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: /^Change instance/ }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByText(unreachable)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Label', exact: true })).toHaveValue('Typed before');
  } finally {
    await startProduct();
  }
  await expect(page.getByText(unreachable)).toBeHidden();
});
