import type { Locator, Page } from '@playwright/test';

/** A point in something, halfway down and near its start. */
export async function middle(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} is not in view`);
  return { x: box.x + Math.min(120, box.width / 2), y: box.y + box.height / 2 };
}

/** Presses the mouse on something, and holds it. */
export async function take(page: Page, what: Locator) {
  const { x, y } = await middle(what);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 2, y + 8, { steps: 3 });
  return { x, y };
}
