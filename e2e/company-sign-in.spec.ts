import type { Locator, Page } from '@playwright/test';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { expectAccessible, expectAccessibleInBoth } from './support/axe.ts';
import { emailOf } from './support/people.ts';
import { shows } from './support/shows.ts';
import { expect, test } from './support/test.ts';

test.use({ reducedMotion: 'reduce' });

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator) {
  for (let stop = 0; stop < 60; stop += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`The focus does not reach ${target}.`);
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Signs a person in at the stand-in, by keyboard. */
async function allow(page: Page, email: string) {
  await expect(page.getByRole('heading', { level: 1, name: 'Your company' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `the stand-in, ${colorScheme}`);
  }
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(email);
  await tabTo(page, button(page, 'Sign in'));
  await page.keyboard.press('Enter');
}

test.describe('without a session', () => {
  test.use({ as: null });

  test('a member signs in with the company, by keyboard', async ({ page }) => {
    shows('5.company.stand-in', '5.company.sign-in-page');
    await page.goto('/login?from=%2Fsettings%2Faccount');
    await tabTo(page, page.getByLabel('Email'));
    await page.keyboard.type(emailOf('member'));
    await tabTo(page, button(page, 'Sign in with your company'));
    await expectAccessibleInBoth(page, 'the sign-in with an address');
    await page.keyboard.press('Enter');
    await allow(page, emailOf('member'));
    await expect(page).toHaveURL(/\/settings\/account$/);
    await expect(page.getByText(emailOf('member'))).toBeVisible();
    // The session lasts beyond the page.
    await page.reload();
    await expect(page.getByText(emailOf('member'))).toBeVisible();
  });

  test('a sign-in that is cancelled at the company says so', async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel('Email').fill(emailOf('member'));
    await button(page, 'Sign in with your company').click();
    await button(page, 'Cancel').click();
    await expect(page.getByRole('alert')).toContainText('The sign-in was cancelled at your company');
    await expectAccessibleInBoth(page, 'the sign-in with a refusal');
  });
});

test('an owner tries the company sign-in and sees the claims, by keyboard', async ({ page, api }) => {
  shows('5.company.page', '5.company.try');
  const { workspaces: list } = await api.call(workspaces.list, {});
  const path = `/settings/workspaces/${list[0]?.id}/company-sign-in`;
  await page.goto(path);
  await expect(button(page, 'Try company sign-in')).toBeVisible();
  await tabTo(page, button(page, 'Try company sign-in'));
  await page.keyboard.press('Enter');
  await allow(page, `new-${Date.now()}@quartermaster.test`);
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(page.getByText('This person would join as Member.')).toBeVisible();
  await expect(page.getByRole('row', { name: /^groups/ })).toContainText('designers');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessibleInBoth(page, `company sign-in, ${width} wide`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test('an owner makes a token for the directory and gives a group a role, by keyboard', async ({ page, api }) => {
  shows('5.company.scim.page');
  const { workspaces: list } = await api.call(workspaces.list, {});
  await page.goto(`/settings/workspaces/${list[0]?.id}/company-sign-in`);
  await expect(button(page, 'Create token')).toBeVisible();
  await tabTo(page, button(page, 'Create token'));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New token' });
  const secret = /qms_[\w-]{43}/.exec((await dialog.textContent()) ?? '')?.[0];
  await expectAccessibleInBoth(page, 'the new token');
  await expect(button(page, 'Done')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(button(page, 'Create token')).toBeFocused();
  const name = `Leads ${Date.now()}`;
  const pushed = await page.request.post('/scim/v2/Groups', {
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/scim+json' },
    data: JSON.stringify({ displayName: name }),
  });
  expect(pushed.status()).toBe(201);
  await page.reload();
  const role = page.getByRole('combobox', { name: `Role of ${name}` });
  await expect(role).toBeVisible();
  await tabTo(page, role);
  await page.keyboard.press('A');
  await expect(page.getByText('Role of the group saved')).toBeVisible();
  await expect(role).toHaveValue('2');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessibleInBoth(page, `the directory, ${width} wide`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  const revoke = button(page, `Revoke ${secret?.slice(0, 10)}`);
  await tabTo(page, revoke);
  await page.keyboard.press('Enter');
  await tabTo(page, button(page, 'Yes, revoke token'));
  await page.keyboard.press('Enter');
  await expect(revoke).toBeHidden();
});
