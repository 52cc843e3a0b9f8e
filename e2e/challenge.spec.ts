import { devices, type Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { long } from './support/long.ts';
import { openHostPage } from './support/pages/host-page.ts';
import { consoleNodes } from './support/pages/portal.ts';
import { emailOf, password } from './support/people.ts';
import { createProduct, type Product } from './support/product/product.ts';
import { expect, test } from './support/test.ts';

let product: Product;

// One worker for all, as each would start the product again.
test.describe.configure({ mode: 'default' });
test.use({ as: null });
test.beforeAll(async () => {
  product = await createProduct({ TURNSTILE_STAND_IN: '1' });
  await product.start();
});
test.afterAll(() => product.remove());

/** Sets the outcome of Turnstile’s stand-in in this browser. */
const outcomes = (page: Page, value: string) =>
  page.context().addCookies([{ name: 'turnstile_stand_in', value, url: product.url }]);

test('a person completes the challenge under the page’s policy, by keyboard alone', async ({ page, guard }) => {
  // The call that demands a challenge.
  guard.allow(/status of 403/);
  await outcomes(page, 'interactive');
  await page.goto(`${product.url}/login`);
  await page.getByLabel('Email').focus();
  await page.keyboard.type(emailOf('owner'));
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Checking you are a human...')).toBeVisible();
  const verify = page.getByRole('button', { name: 'Verify you are human' });
  await expect(verify).toBeVisible();
  await expectAccessible(page, 'the running challenge');
  for (let stop = 0; stop < 3 && !(await verify.evaluate((node) => node === document.activeElement)); stop += 1) {
    await page.keyboard.press('Tab');
  }
  await expect(verify).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${product.url}/`);
});

test('a failed challenge is shown on a wide screen in light and on a phone in dark', long, async ({ page, guard }) => {
  guard.allow(/status of 403/);
  await outcomes(page, '110200');
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [devices['Pixel 7'].viewport.width, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await page.goto(`${product.url}/password-reset`);
    await page.getByLabel('Email').fill(emailOf('owner'));
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByRole('alert')).toContainText("Oops! We couldn’t confirm you're human.");
    await expectAccessible(page, 'the failed challenge');
  }
});

test('in a host with a strict policy the plugin completes the challenge, and on unmount removes everything of Turnstile but its global', async ({
  page,
  guard,
}) => {
  guard.allow(/status of (401|403)/);
  await outcomes(page, '300030.pass');
  const csp = [
    "default-src 'none'",
    `script-src 'nonce-n1' ${product.url}`,
    `style-src 'nonce-n1' ${product.url}`,
    `connect-src ${product.url}`,
    `img-src ${product.url} blob: data:`,
    "require-trusted-types-for 'script'",
    'trusted-types quartermaster',
  ].join('; ');
  const host = await openHostPage(page, { at: product, csp, props: "nonce: 'n1'" });
  await host.open('/login');
  await expect(page.getByLabel('Email')).toBeVisible();
  const names = () => page.evaluate(() => Object.getOwnPropertyNames(window));
  const before = await names();
  await page.getByLabel('Email').fill(emailOf('owner'));
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
  expect(await host.violations()).toEqual([]);
  await host.unmount();
  // Without polling: a host that awaits the unmount has its page back.
  expect(await consoleNodes(page).or(page.locator('script[src]')).count()).toBe(0);
  expect((await names()).filter((name) => !before.includes(name))).toEqual(['turnstile']);
});
