import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { allSent, mailTo } from '../support/mailbox.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { emailOf } from '../support/server-studio.ts';

let server: TestServer;
afterEach(() => allSent(server.app));

async function open(intercept: NonNullable<Parameters<typeof renderConsole>[1]>['intercept'] = (fetch) => fetch) {
  server = await startTestServer();
  const view = await renderConsole('/settings/account', { server, as: 'owner', intercept });
  await screen.findByText(emailOf('owner'));
  const openDialog = async (button: string) => {
    await view.user.click(screen.getByRole('button', { name: button }));
    return screen.findByRole('dialog');
  };
  return { ...view, openDialog };
}

const untilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('the profile shows name and email, and a dialog changes the name', async () => {
  shows(
    '1.2.profile.name',
    '1.2.profile.name-dialog',
    '1.2.route.account',
    '1.5.account-name.max',
    '1.5.account-name.required',
  );
  const { user, openDialog } = await open();
  expect(screen.getByRole('heading', { level: 1, name: 'Profile' })).toBeTruthy();
  const dialog = await openDialog('Edit name');
  const input = within(dialog).getByLabelText(/^Name/);
  expect(input).toHaveProperty('value', 'owner');
  await waitFor(() => expect(document.activeElement).toBe(input));
  await user.clear(input);
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText('Name is a required field')).toBeTruthy();
  await user.type(input, 'x'.repeat(33));
  expect(await within(dialog).findByText('Maximum 32 characters allowed')).toBeTruthy();
  await user.clear(input);
  await user.type(input, '  Olivia ');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await untilClosed();
  expect(await screen.findByText('Olivia')).toBeTruthy();
  expect(await server.call(accounts.get, {}, { as: 'owner' })).toMatchObject({ name: 'Olivia' });
  expect(await server.call(accounts.get, {}, { as: 'admin' })).toMatchObject({ name: 'admin' });
  // Unsaved text is gone when it opens again, and 32 characters are accepted.
  const second = await openDialog('Edit name');
  await user.type(within(second).getByLabelText(/^Name/), '!');
  await user.click(within(second).getByRole('button', { name: 'Cancel' }));
  await untilClosed();
  const third = await openDialog('Edit name');
  expect(within(third).getByLabelText(/^Name/)).toHaveProperty('value', 'Olivia');
  await user.clear(within(third).getByLabelText(/^Name/));
  await user.type(within(third).getByLabelText(/^Name/), 'x'.repeat(32));
  await user.click(within(third).getByRole('button', { name: 'Save' }));
  await untilClosed();
  expect(await server.call(accounts.get, {}, { as: 'owner' })).toMatchObject({ name: 'x'.repeat(32) });
});

test('closing a dialog returns focus to the button that opened it', async () => {
  shows('1.2.profile.name-dialog');
  const { user, openDialog } = await open();
  await openDialog('Edit name');
  await user.keyboard('{Escape}');
  await untilClosed();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit name' })));
});

test('a rejected name shows the reason in the dialog and keeps its input', async () => {
  shows('1.2.profile.name-dialog', '1.8.callout.dialogs');
  const { user, openDialog } = await open(
    (fetch) => (input, init) =>
      String(input).endsWith('/change-name')
        ? Promise.resolve(Response.json({ status_code: 409, error: 'x', message: 'Not now.' }, { status: 409 }))
        : fetch(input, init),
  );
  const dialog = await openDialog('Edit name');
  await user.type(within(dialog).getByLabelText(/^Name/), '2');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect((await within(dialog).findByRole('alert')).textContent).toBe('Not now.');
  expect(within(dialog).getByLabelText(/^Name/)).toHaveProperty('value', 'owner2');
});

test('the email is changed with a code, the new address and a mailed link', async () => {
  shows(
    '1.2.profile.email',
    '1.2.profile.email-dialog',
    '1.4.email-change.almost-there',
    '1.4.email-change.enter-code',
    '1.4.email-change.send-code',
  );
  const { user, openDialog } = await open();
  const dialog = await openDialog('Edit email');
  expect(dialog.textContent).toContain(emailOf('owner'));
  await user.click(within(dialog).getByRole('button', { name: 'Send code' }));
  const codeInput = await within(dialog).findByLabelText(/^Code/);
  await waitFor(() => expect(document.activeElement).toBe(codeInput));
  const { text } = await mailTo(server.app, emailOf('owner'));
  const code = /\d{6}/.exec(text)?.[0] ?? '';
  await user.type(codeInput, code);
  await user.type(within(dialog).getByLabelText(/^New email/), 'new@studio.test');
  await user.click(within(dialog).getByRole('button', { name: 'Change email' }));
  const last = await within(dialog).findByRole('heading', { name: 'Almost there' });
  await waitFor(() => expect(document.activeElement).toBe(last));
  expect(dialog.textContent).toContain('new@studio.test');
  expect((await mailTo(server.app, 'new@studio.test')).text).toContain('/email-update/confirm?hash=');
  await user.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) ?? dialog);
  await untilClosed();
  expect(screen.getByText(emailOf('owner'))).toBeTruthy();
  // It starts at its first step again.
  const again = await openDialog('Edit email');
  expect(within(again).getByRole('button', { name: 'Send code' })).toBeTruthy();
  expect(within(again).queryByRole('heading', { name: 'Almost there' })).toBeNull();
});

test('with a code already sent the first step is skipped, and code and email are requested', async () => {
  shows(
    '1.4.email-change.skip',
    '1.5.change-email.code-required',
    '1.5.change-email.email-required',
    '1.5.change-email.email-valid',
  );
  const { user, openDialog } = await open();
  const dialog = await openDialog('Edit email');
  await user.click(within(dialog).getByRole('button', { name: 'Already have code?' }));
  await user.click(await within(dialog).findByRole('button', { name: 'Change email' }));
  expect(await within(dialog).findByText('Code is a required field')).toBeTruthy();
  expect(within(dialog).getByText('Email is a required field')).toBeTruthy();
  await user.type(within(dialog).getByLabelText(/^New email/), 'none');
  expect(await within(dialog).findByText('Please enter a valid email address')).toBeTruthy();
  await user.type(within(dialog).getByLabelText(/^New email/), '@studio.test');
  await user.type(within(dialog).getByLabelText(/^Code/), '000000');
  await user.click(within(dialog).getByRole('button', { name: 'Change email' }));
  const wrong = await within(dialog).findByText(/^This code is/);
  expect(within(dialog).getByLabelText(/^Code/).getAttribute('aria-describedby')).toContain(wrong.id);
});

test('an expired code can be replaced in place, and the input is kept', async () => {
  shows('1.4.email-change.enter-code', '1.4.email-change.send-code');
  const { user, openDialog } = await open();
  const dialog = await openDialog('Edit email');
  await user.click(within(dialog).getByRole('button', { name: 'Already have code?' }));
  await user.type(await within(dialog).findByLabelText(/^New email/), 'new@studio.test');
  await user.type(within(dialog).getByLabelText(/^Code/), '000000');
  await user.click(within(dialog).getByRole('button', { name: 'Change email' }));
  await within(dialog).findByText('This code is no longer good. Send a new one.');
  await user.click(within(dialog).getByRole('button', { name: 'Send a new code' }));
  expect((await within(dialog).findByText(/A new code is on its way to/)).textContent).toContain(emailOf('owner'));
  const code = /\d{6}/.exec((await mailTo(server.app, emailOf('owner'))).text)?.[0] ?? '';
  await user.clear(within(dialog).getByLabelText(/^Code/));
  await user.type(within(dialog).getByLabelText(/^Code/), code);
  await user.click(within(dialog).getByRole('button', { name: 'Change email' }));
  await within(dialog).findByRole('heading', { name: 'Almost there' });
  expect(dialog.textContent).toContain('new@studio.test');
});

test('a new password requires confirmation, then a mail is sent', async () => {
  shows('1.2.profile.password', '1.4.password-change.sent');
  const { user, openDialog } = await open();
  const dialog = await openDialog('Change password');
  expect(dialog.textContent).toContain(emailOf('owner'));
  await user.click(within(dialog).getByRole('button', { name: 'Send link' }));
  expect(await within(dialog).findByRole('heading', { name: 'Check your email' })).toBeTruthy();
  expect((await mailTo(server.app, emailOf('owner'))).text).toContain('/password-reset/confirm?hash=');
});

test('no password mail is sent before confirmation', async () => {
  shows('1.4.password-change.confirm');
  const calls: string[] = [];
  const { user, openDialog } = await open((fetch) => (input, init) => {
    calls.push(String(input));
    return fetch(input, init);
  });
  const dialog = await openDialog('Change password');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await untilClosed();
  expect(calls.filter((call) => call.includes('password'))).toEqual([]);
});

test('a profile that cannot be loaded shows an error and can be retried', async () => {
  shows('1.2.route.account');
  server = await startTestServer();
  let isBroken = true;
  const { user } = await renderConsole('/settings/account', {
    server,
    as: 'owner',
    intercept: (fetch) => (input, init) =>
      isBroken && String(input).endsWith('/v1/accounts')
        ? Promise.resolve(Response.json({ status_code: 409, error: 'x', message: 'Not now.' }, { status: 409 }))
        : fetch(input, init),
  });
  expect(await screen.findByText('The profile could not be loaded')).toBeTruthy();
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(emailOf('owner'))).toBeTruthy();
});

test('the profile lists sessions by device, and ends others', async () => {
  shows('5.company.sessions');
  server = await startTestServer();
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) Version/19.1 Safari/604.1';
  const agents = [phone, 'curl/8.5.0', 'curl/8.6.0'];
  const others = await Promise.all(agents.map((agent) => server.signIn('owner', { 'user-agent': agent })));
  const { user } = await renderConsole('/settings/account', { server, as: 'owner' });
  const list = within(await screen.findByRole('region', { name: 'Sessions' }));
  const rows = () => list.getAllByRole('listitem').map((row) => row.textContent ?? '');
  await waitFor(() => expect(rows()).toHaveLength(4));
  expect(rows().filter((row) => row.includes('This device'))).toHaveLength(1);
  expect(rows().find((row) => row.startsWith('Safari on iOS'))).toMatch(/Signed in .+, used a moment ago/);

  await user.click(list.getByRole('button', { name: 'End Safari on iOS' }));
  await waitFor(() => expect(rows()).toHaveLength(3));
  const statuses = () => Promise.all(others.map(async (browser) => (await browser.fetch('/v1/accounts')).status));
  expect(await statuses()).toEqual([401, 200, 200]);
  await user.click(list.getByRole('button', { name: 'End all others' }));
  await waitFor(() => expect(rows()).toEqual([expect.stringContaining('This device')]));
  expect(await statuses()).toEqual([401, 401, 401]);
  expect(list.queryByRole('button')).toBeNull();
});
