import type { Page } from 'playwright-core';

/** Keys that portals use for page-wide shortcuts, each with its effect in a text field. */
const keys = ['a', 's', 'k', 'g', '/', '?', 'Space'];

/** Types into a temporary field inside the console, and returns the keys that did not arrive there. */
export async function swallowedKeys(page: Page): Promise<string[]> {
  const field = await page.evaluateHandle(() => {
    const input = document.createElement('input');
    input.setAttribute('aria-label', 'verify-embed types here');
    Object.assign(input.style, {
      position: 'absolute',
      left: '0',
      top: '0',
      width: '1px',
      height: '1px',
      opacity: '0',
    });
    document.querySelector('[data-qm-root]:not([data-qm-overlay])')?.append(input);
    return input;
  });
  try {
    const swallowed: string[] = [];
    for (const key of keys) {
      await field.evaluate((input) => {
        input.value = '';
        input.focus({ preventScroll: true });
      });
      await page.keyboard.press(key);
      const expected = key === 'Space' ? ' ' : key;
      if ((await field.evaluate(({ value }) => value)) !== expected) swallowed.push(key);
    }
    return swallowed;
  } finally {
    await field.evaluate((input) => input.remove());
  }
}
