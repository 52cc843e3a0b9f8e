import type { BrowserContext, Page } from '@playwright/test';
import { changeStatus, permissions } from '@quartermaster/contract/access.ts';
import { roles } from '@quartermaster/contract/endpoints/people/roles.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { recordShifts } from './support/layout-shifts.ts';
import { long } from './support/long.ts';
import { itemsPath } from './support/pages/items-list.ts';
import { login, type Person } from './support/people.ts';
import { expect, test, consoleUrl as url } from './support/test.ts';

// Each test signs in and out separately.
test.use({ as: null });

const stored = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('quartermaster:answers:page:')));
const untilKept = (page: Page, path: string) =>
  expect.poll(() => stored(page)).toContain(`quartermaster:answers:page:${path}`);

async function signIn(context: BrowserContext, person: Person) {
  const expiresAt = await login(context.request, url, person);
  const tab = await context.newPage();
  await tab.goto(`${url}/healthz`);
  await tab.evaluate(([key, value]) => localStorage.setItem(key, value), [
    `quartermaster:expires-at:${url}`,
    String(expiresAt),
  ] as const);
  await tab.close();
}

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Yes, log out' }).click();
}

/** Signs the owner in, and shows the list of the test's own items until it is kept; returns its path. */
async function keepList(context: BrowserContext, page: Page, instanceId: number, templateId: string) {
  await signIn(context, 'owner');
  const list = itemsPath(instanceId, templateId);
  await page.goto(list);
  await expect(page.getByRole('gridcell', { name: 'First' })).toBeVisible();
  await untilKept(page, list);
  return list;
}

/** Holds the answers to all calls until they are released, which also holds back the load event of a page with pictures. */
async function hold(context: BrowserContext) {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  await context.route('**/v1/**', async (route) => {
    await promise;
    await route.continue().catch(() => undefined);
  });
  return async () => {
    release();
    await context.unroute('**/v1/**');
  };
}

/** A tab that remembers whether a text was ever in its document, also for a moment. */
async function watchedTab(context: BrowserContext, text: string) {
  const page = await context.newPage();
  await page.addInitScript((wanted) => {
    const seen = () => document.documentElement?.textContent.includes(wanted) && sessionStorage.setItem('seen', 'yes');
    new MutationObserver(seen).observe(document, { childList: true, subtree: true, characterData: true });
  }, text);
  return { page, wasSeen: () => page.evaluate(() => sessionStorage.getItem('seen') === 'yes') };
}

test('a list and a form are there before any call is answered; what has changed is replaced in its place', async ({
  context,
  page,
  demo,
  sample,
}) => {
  const list = await keepList(context, page, demo.dev, sample.templateId);
  const form = `${list}/${sample.itemId}/edit`;
  await page.goto(form);
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('First');
  await untilKept(page, form);
  // An open form follows what is saved, and would keep it.
  await page.close();

  const again = await context.newPage();
  const shifts = await recordShifts(again);
  const releaseList = await hold(context);
  await again.goto(list, { waitUntil: 'commit' });
  await expect(again.getByRole('gridcell', { name: 'First' })).toBeVisible();
  await sample.change({ title: 'Other' });
  await releaseList();
  await expect(again.getByRole('gridcell', { name: 'Other' })).toBeVisible();
  await expect(again.getByRole('gridcell', { name: 'First' })).toHaveCount(0);

  const releaseForm = await hold(context);
  await again.goto(form, { waitUntil: 'commit' });
  await expect(again.getByRole('textbox', { name: 'Title' })).toHaveValue('First');
  await releaseForm();
  await expect(again.getByRole('textbox', { name: 'Title' })).toHaveValue('Other');
  expect(await shifts()).toEqual([]);
});

test('what was typed into a form with a kept item is not lost, and its field says what was saved since', async ({
  context,
  page,
  demo,
  sample,
}) => {
  await signIn(context, 'owner');
  const form = `${itemsPath(demo.dev, sample.templateId)}/${sample.itemId}/edit`;
  await page.goto(form);
  await untilKept(page, form);
  // An open form follows what is saved, and would keep it.
  await page.goto('about:blank');
  await sample.change({ title: 'Theirs' });
  const release = await hold(context);
  await page.goto(form, { waitUntil: 'commit' });
  const title = page.getByRole('textbox', { name: 'Title' });
  await expect(title).toHaveValue('First');
  await title.fill('Mine');
  await release();
  await expect(page.getByText(/ saved Theirs$/)).toBeVisible();
  await expect(title).toHaveValue('Mine');
  expect(await sample.valueOf('title')).toBe('Theirs');
});

const endings: Record<string, (context: BrowserContext, page: Page) => Promise<unknown>> = {
  'signing out': async (_, page) => {
    await logOut(page);
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  },
  'a session that is gone, as on a stolen device': (context) => context.clearCookies(),
  'another account': (context) => signIn(context, 'member'),
};

for (const [ending, end] of Object.entries(endings)) {
  test(
    `after ${ending}, nothing of the content is shown, nor left on the device`,
    ending === 'signing out' ? {} : long,
    async ({ context, page, demo, sample, guard }) => {
      guard.allow(/status of 401/);
      const list = await keepList(context, page, demo.dev, sample.templateId);
      await end(context, page);
      const { page: tab, wasSeen } = await watchedTab(context, 'First');
      const release = await hold(context);
      await tab.goto(list, { waitUntil: 'commit' });
      await expect.poll(() => stored(tab)).toEqual([]);
      await tab.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      expect(await wasSeen()).toBe(false);
      await release();
    },
  );
}

test('once a role has changed, nothing kept before is shown', long, async ({ context, page, api, demo }) => {
  await signIn(context, 'member');
  const list = itemsPath(demo.dev, 'hero');
  await page.goto(list);
  const row = page.locator('table[aria-busy="false"] tbody th + td').first();
  const label = (await row.textContent()) ?? '';
  await untilKept(page, list);
  const [workspace] = (await api.call(workspaces.list, {})).workspaces;
  const params = { workspaceId: workspace?.id ?? 0 };
  const [role] = (await api.call(roles.list, { params, query: {} })).roles.filter(({ is_admin }) => !is_admin);
  if (!role) throw new Error('The demo has no role for members.');
  const setExport = (isAllowed: boolean) => {
    const changes = [
      { permission_id: permissions.EXPORT.id, status: isAllowed ? changeStatus.create : changeStatus.delete },
    ] as const;
    const body = { workspace_id: params.workspaceId, role_id: role.id, name: role.name, permissions: [...changes] };
    return api.call(roles.save, { params, body });
  };
  const mayExport = role.permissions.includes(permissions.EXPORT.id);
  await setExport(!mayExport);
  const { page: tab, wasSeen } = await watchedTab(context, label);
  const release = await hold(context);
  await tab.goto(list, { waitUntil: 'commit' });
  await expect.poll(() => stored(tab)).toEqual([]);
  expect(await wasSeen()).toBe(false);
  await setExport(mayExport);
  await release();
  await expect(tab.locator('table[aria-busy="false"] tbody th + td').first()).toHaveText(label);
});

test('signing out in one tab takes the content out of the others', async ({ context, page, demo, sample }) => {
  const list = await keepList(context, page, demo.dev, sample.templateId);
  const other = await context.newPage();
  // The last call of an opened page: one that is on its way when the session ends is refused.
  const announced = other.waitForResponse(/\/presence$/);
  await other.goto(list);
  await expect(other.getByRole('gridcell', { name: 'First' })).toBeVisible();
  await untilKept(other, list);
  await announced;
  await logOut(page);
  await expect(other.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(other.getByRole('gridcell', { name: 'First' })).toHaveCount(0);
  expect(await stored(other)).toEqual([]);
});
