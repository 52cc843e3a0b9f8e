import type { BrowserContext, Page } from '@playwright/test';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { emailOf, login, password } from './support/people.ts';
import { untilSettled } from './support/settled.ts';
import { shows } from './support/shows.ts';
import { devHostUrl, expect, test, consoleUrl as url } from './support/test.ts';

// Every test signs in separately, as a refresh token can only be used once.
test.use({ as: null });

const refreshPath = `/v1${accounts.refresh.path}`;
const account = (page: Page) => page.getByRole('button', { name: 'Account' });

/** Signs the owner in, with a token that appears to expire in this many seconds in every new tab. */
async function signInUntil(context: BrowserContext, seconds: number) {
  await login(context.request, url, 'owner');
  const tab = await context.newPage();
  // A page of the same origin that starts no console.
  await tab.goto(`${url}/healthz`);
  await endIn([tab], seconds);
  await tab.close();
}

const expiryKey = `quartermaster:expires-at:${url}`;

/** Makes the token appear to expire in this many seconds, for every console in the browser of these tabs. */
async function endIn(tabs: readonly Page[], seconds: number) {
  const value = String(Math.floor(Date.now() / 1000) + seconds);
  await tabs[0]?.evaluate(([key, end]) => localStorage.setItem(key, end), [expiryKey, value] as const);
  // The other tabs notice a little later.
  for (const tab of tabs) {
    await expect.poll(() => tab.evaluate((key) => localStorage.getItem(key), expiryKey)).toBe(value);
  }
}

/** Delays the browser’s requests to a path until they are released. */
async function hold(context: BrowserContext, path: string) {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route(`**${path}`, async (route) => {
    await released;
    await route.continue();
  });
  return { release };
}

/** Counts the browser’s requests to a path, from all tabs. */
function count(context: BrowserContext, path: string) {
  const counted = { calls: 0 };
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === path) counted.calls += 1;
  });
  return counted;
}

test('four tabs with an expiring token cause one refresh', async ({ context }) => {
  shows('1.4.session.one-refresh');
  // A refresh without an answer times out, possibly sooner than four tabs load on a busy machine.
  await context.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
  await signInUntil(context, 800);
  const openTab = async () => {
    const tab = await context.newPage();
    await tab.goto('/');
    await expect(account(tab)).toBeVisible();
    return tab;
  };
  const tabs = await Promise.all([openTab(), openTab(), openTab(), openTab()]);
  await untilSettled(context);
  const refreshes = count(context, refreshPath);
  const renewal = await hold(context, refreshPath);
  await endIn(tabs, 120);
  const main = (tab: Page) => tab.getByRole('main');
  const list = (tab: Page) =>
    main(tab)
      .getByRole('grid', { name: 'Exports' })
      .getByRole('rowheader')
      .first()
      .or(main(tab).getByRole('heading', { name: 'No exports yet' }));
  await Promise.all(
    tabs.map((tab) =>
      main(tab)
        .getByRole('link', { name: /^Exported data/ })
        .click(),
    ),
  );
  for (const tab of tabs) await expect(main(tab).getByRole('heading', { level: 1 })).toHaveText('Exported data');
  await expect.poll(() => refreshes.calls).toBe(1);
  for (const tab of tabs) await expect(list(tab)).toBeHidden();
  renewal.release();
  for (const tab of tabs) await expect(list(tab)).toBeVisible();
  expect(refreshes.calls).toBe(1);
});

test('two consoles on one page share one refresh', async ({ page, context }) => {
  await login(context.request, url, 'owner');
  await page.goto(devHostUrl);
  await endIn([page], 120);
  const refreshes = count(context, refreshPath);
  await page.evaluate(async (origin) => {
    const { mount } = await import(`${origin}/plugin/quartermaster.js`);
    const places = ['a', 'b'].map((name) => {
      const domElement = document.createElement('div');
      domElement.id = `console-${name}`;
      document.body.append(domElement);
      return { name, domElement, routing: 'memory' };
    });
    await Promise.all(places.map((props) => mount(props)));
  }, url);
  for (const name of ['a', 'b']) {
    await expect(page.locator(`#console-${name}`).getByRole('button', { name: 'Account' })).toBeVisible();
  }
  expect(refreshes.calls).toBe(1);
});

test('under single-spa, going back from the sign-in leaves the console, also after signing in', async ({
  page,
  guard,
}) => {
  guard.allow(/status of 401/);
  await page.goto(devHostUrl);
  const home = page.getByRole('heading', { level: 1, name: 'Good to have you back' });
  await expect(home).toBeVisible();
  await page.evaluate(() => history.pushState(null, '', '/content/settings/exported-data'));
  const email = page.getByLabel('Email');
  await expect(email).toBeVisible();
  await page.goBack();
  await expect(home).toBeVisible();
  await expect(email).toBeHidden();

  await page.goForward();
  await email.fill(emailOf('owner'));
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Exported data' })).toBeVisible();
  await page.goBack();
  await expect(home).toBeVisible();
});

test('signing out in one tab signs out the other, and signing in again returns it to its page', async ({
  page,
  context,
  guard,
}) => {
  // The other tab may load what its stream has just told of.
  guard.allow(/status of 401/);
  await signInUntil(context, 800);
  await page.goto('/');
  await expect(account(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto('/settings/account');
  await expect(account(other)).toBeVisible();
  await account(page).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Yes, log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login\?from=%2Fsettings%2Faccount$/);

  await page.getByLabel('Email').fill(emailOf('admin'));
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(other).toHaveURL(/\/settings\/account$/);
  await expect(other.getByText(emailOf('admin')).first()).toBeVisible();
});

for (const hand of ['mouse', 'keyboard'] as const)
  test(`a click while the sign-in loads after the session has ended leads to the sign-in, by ${hand}`, async ({
    page,
    context,
    guard,
  }) => {
    guard.allow(/status of 401/);
    await signInUntil(context, 800);
    await page.goto('/settings/account');
    await expect(account(page)).toBeVisible();
    await untilSettled(context);
    // Code of the sign-in, which is loaded when it is needed first.
    const code = await hold(context, '/**/sign-in-page*.js');
    await context.clearCookies();
    const follow = async (name: string) => {
      const link = page.getByRole('link', { name, exact: true });
      if (hand === 'mouse') return link.click();
      await link.focus();
      await page.keyboard.press('Enter');
    };
    const refused = page.waitForResponse((response) => new URL(response.url()).pathname === refreshPath);
    await follow('Access log');
    await refused;
    await follow('Profile');
    code.release();
    await expect(page).toHaveURL(/\/login\?from=%2Fsettings%2Faccount$/);
    await page.getByLabel('Email').fill(emailOf('owner'));
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  });

test('a press on the account button counts, though the initials of the user come meanwhile', async ({
  page,
  context,
}) => {
  await signInUntil(context, 800);
  const { release } = await hold(context, `/v1${accounts.get.path}`);
  await page.goto('/');
  await account(page).hover();
  await page.mouse.down();
  release();
  await expect(account(page).locator('[data-initials]')).toBeVisible();
  await page.mouse.up();
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible();
});

test('a page whose code was removed by an upgrade asks to be reloaded', async ({ page, context, guard }) => {
  guard.allow(/status of 404|Failed to fetch dynamically imported module/);
  await signInUntil(context, 800);
  const code = /\/assets\/profile-page/;
  await page.route(code, (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/');
  await account(page).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { name: 'A new version is available' })).toBeVisible();
  await page.unroute(code);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
});
