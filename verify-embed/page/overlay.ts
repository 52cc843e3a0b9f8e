import type { Page } from 'playwright-core';

const opener = ['dialog', 'menu', 'listbox', 'true']
  .map((kind) => `[data-qm-root] [aria-haspopup="${kind}"]`)
  .join(', ');

/** Opens the first menu or dialog on the console's page; false if there is none. */
export async function openOverlay(page: Page): Promise<boolean> {
  const button = page.locator(opener).locator('visible=true').first();
  if ((await button.count()) === 0) return false;
  await button.click();
  const opened = page.locator('[data-qm-overlay] *').locator('visible=true').first();
  return opened.waitFor({ timeout: 5_000 }).then(
    () => true,
    () => false,
  );
}
