import { addAuthenticator } from './support/authenticator.ts';
import { expectAccessibleInBoth } from './support/axe.ts';
import { emailOf, password } from './support/people.ts';
import { shows } from './support/shows.ts';
import { expect, test } from './support/test.ts';

test.use({ as: 'free' });

test('a passkey is added by keyboard, signs in alone and after the password, and is removed', async ({
  page,
  guard,
}) => {
  shows('5.company.passkeys', '5.company.passkey-page');
  guard.allow(/status of 4(01|22)/);
  const authenticator = await addAuthenticator(page);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const press = async (name: string) => {
    await button(name).focus();
    await page.keyboard.press('Enter');
  };
  const dialog = page.getByRole('dialog');
  const signOut = async () => {
    await page.context().clearCookies();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  };

  await test.step('its name is asked for, and the recovery codes are shown once', async () => {
    await page.goto('/settings/account');
    await press('Add passkey');
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await expect(name).toBeFocused();
    await expectAccessibleInBoth(page, 'a new passkey');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Name is a required field')).toBeVisible();
    await page.keyboard.type('Laptop');
    await authenticator.verify(false);
    await page.keyboard.press('Enter');
    await expect(dialog.getByText(/^The passkey was not used/)).toBeVisible();
    await expect(name).toHaveValue('Laptop');
    await authenticator.verify(true);
    await press('Continue');
    await expect(page.getByRole('heading', { name: 'Store your recovery codes' })).toBeFocused();
    await press('I have stored them');
    await expect(page.getByRole('listitem').filter({ hasText: 'Laptop' })).toContainText('not used yet');
    await expect(page.getByText('10 recovery codes are left')).toBeVisible();
    await expectAccessibleInBoth(page, 'a profile with a passkey');
  });

  await test.step('the same device has one already', async () => {
    await press('Add passkey');
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.type('Again');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('This device has a passkey of your account already.')).toBeVisible();
    await press('Cancel');
    await expect(dialog).toBeHidden();
  });

  await test.step('it signs in alone', async () => {
    await signOut();
    await press('Sign in with a passkey');
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
    await expect(page.getByText(emailOf('free'))).toBeVisible();
  });

  await test.step('it makes new recovery codes', async () => {
    await press('New recovery codes');
    await dialog.getByRole('button', { name: 'Use a passkey' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Store your recovery codes' })).toBeFocused();
    await press('I have stored them');
  });

  await test.step('it is the second factor after the password', async () => {
    await signOut();
    await page.getByLabel('Email').fill(emailOf('free'));
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Recovery code' })).toBeFocused();
    await expectAccessibleInBoth(page, 'a passkey after the password');
    await press('Use a passkey');
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  });

  await test.step('once removed it signs in no more', async () => {
    await press('Remove passkey Laptop');
    await expectAccessibleInBoth(page, 'removing a passkey');
    await dialog.getByRole('button', { name: 'Remove passkey' }).press('Enter');
    await expect(page.getByText('Off. Your password alone signs you in.')).toBeVisible();
    await signOut();
    await press('Sign in with a passkey');
    await expect(page.getByText(/^This passkey was not accepted/)).toBeVisible();
  });
});
