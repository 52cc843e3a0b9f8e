import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { createApi } from './support/api.ts';
import { addAuthenticator } from './support/authenticator.ts';
import { expectAccessibleInBoth } from './support/axe.ts';
import { shows } from './support/shows.ts';
import { consoleUrl, expect, test } from './support/test.ts';

test.use({ as: 'free' });

test('a workspace that requires a second factor is closed without one, and opens by a passkey, by keyboard', async ({
  page,
  guard,
}) => {
  shows('5.company.factor-required', '5.company.factor-required-page');
  guard.allow(/status of 403/);
  await addAuthenticator(page);
  const press = async (role: 'button' | 'link', name: string) => {
    await page.getByRole(role, { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  const dialog = page.getByRole('dialog');
  const addPasskey = async () => {
    await press('button', 'Add passkey');
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.type('Laptop');
    await page.keyboard.press('Enter');
    await press('button', 'Copy');
    await press('button', 'I have stored them');
    await expect(dialog).toBeHidden();
  };
  const removePasskey = async () => {
    await page.goto('/settings/account');
    await press('button', 'Remove passkey Laptop');
    await dialog.getByRole('button', { name: 'Remove passkey' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
  };
  const { workspaces: list } = await createApi(page.request, consoleUrl).call(workspaces.list, {});
  const settings = `/settings/workspaces/${list[0]?.id}/company-sign-in`;

  await test.step('an owner with a passkey requires one', async () => {
    await page.goto('/settings/account');
    await addPasskey();
    await page.goto(settings);
    await page.getByLabel('Days to set one up').fill('0');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Stop requiring it' })).toBeVisible();
    await expectAccessibleInBoth(page, 'a required second factor');
  });

  await test.step('without it, one page says what is needed, and leads back', async () => {
    await removePasskey();
    await expect(page.getByText(/is closed to you without a second factor/)).toBeVisible();
    await expectAccessibleInBoth(page, 'the notice of a needed second factor');
    await page.goto(settings);
    await expect(page.getByRole('heading', { level: 1, name: 'Second factor needed' })).toBeVisible();
    await expectAccessibleInBoth(page, 'the page of a needed second factor');
    await addPasskey();
    await expect(page.getByRole('heading', { level: 1, name: 'You can go on' })).toBeFocused();
    await press('link', 'Go on');
    await expect(page).toHaveURL(new RegExp(`${settings}$`));
  });

  await press('button', 'Stop requiring it');
  await expect(page.getByRole('button', { name: 'Require a second factor' })).toBeVisible();
  await removePasskey();
});
