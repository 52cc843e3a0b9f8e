import { secondFactor } from '@quartermaster/contract/endpoints/people/second-factor.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { collectFiles } from '../support/collect-files.ts';
import { renderConsole } from '../support/console.tsx';
import { codeOf } from '../support/one-time-code.ts';
import { setUpFactor } from '../support/second-factor.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { emailOf, password } from '../support/server-studio.ts';

type User = Awaited<ReturnType<typeof renderConsole>>['user'];

const untilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const section = async () => within(await screen.findByRole('region', { name: 'Second factor' }));
const read = (server: TestServer) => server.call(secondFactor.get, {}, { as: 'owner' });

async function open(server: TestServer) {
  const view = await renderConsole('/settings/account', { server, as: 'owner' });
  const openDialog = async (button: string) => {
    await view.user.click(await (await section()).findByRole('button', { name: button }));
    return within(await screen.findByRole('dialog'));
  };
  return { ...view, openDialog };
}

/** A browser that was signed in before the second factor was set up. */
async function openWithFactor() {
  const server = await startTestServer();
  const browser = await server.signIn('owner');
  const factor = await setUpFactor(server, 'owner');
  const { user } = await renderConsole('/settings/account', { server, browser });
  return { server, factor, user };
}

const prove = async (user: User, dialog: ReturnType<typeof within>, code: string, secret: string, submit: string) => {
  await user.clear(dialog.getByLabelText(/^Code/));
  await user.type(dialog.getByLabelText(/^Code/), code);
  await user.clear(dialog.getByLabelText(/^Password/));
  await user.type(dialog.getByLabelText(/^Password/), secret);
  await user.click(dialog.getByRole('button', { name: submit }));
};

test('a second factor is set up with a QR code, and its recovery codes are shown once', async () => {
  shows('5.company.factor-set-up');
  const server = await startTestServer();
  const { user, openDialog } = await open(server);
  const dialog = await openDialog('Set up authenticator app');
  const picture = await dialog.findByRole('img', { name: 'QR code of the secret' });
  const secret = dialog.getByText(/^[A-Z2-7]{32}$/).textContent ?? '';
  const address = `otpauth://totp/Quartermaster:owner%40studio.test?issuer=Quartermaster&secret=${secret}&algorithm=SHA1&digits=6&period=30`;
  const { data } = encode(address, { border: 4 });
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  expect(picture.querySelector('path')?.getAttribute('d')).toBe(modules.join(''));
  const code = dialog.getByLabelText(/^Code/);
  expect(code.getAttribute('autocomplete')).toBe('one-time-code');
  await waitFor(() => expect(document.activeElement).toBe(code));

  await user.click(dialog.getByRole('button', { name: 'Turn on' }));
  expect(await dialog.findByText('Code is a required field')).toBeTruthy();
  await prove(user, dialog, '000000', password, 'Turn on');
  const wrong = await dialog.findByText(/^This code is not correct/);
  expect(code.getAttribute('aria-describedby')).toContain(wrong.id);
  expect(dialog.getByLabelText(/^Password/)).toHaveProperty('value', password);
  expect(await read(server)).toMatchObject({ is_on: false });

  await prove(user, dialog, codeOf(secret, server.clock.now()), password, 'Turn on');
  const heading = await dialog.findByRole('heading', { name: 'Store your recovery codes' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  const codes = dialog.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
  expect(new Set(codes).size).toBe(10);
  await user.click(dialog.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe(`${codes.join('\n')}\n`);
  const files = collectFiles();
  await user.click(dialog.getByRole('button', { name: 'Download' }));
  expect(files.map(({ name }) => name)).toEqual(['quartermaster-recovery-codes.txt']);
  expect(await files[0]?.content.text()).toBe(`${codes.join('\n')}\n`);
  // Nothing but its button closes it, as the codes are not shown again.
  expect(dialog.queryByRole('button', { name: 'Close' })).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(dialog.getByRole('button', { name: 'I have stored them' }));
  await untilClosed();
  expect((await section()).getByText(/10 recovery codes are left/)).toBeTruthy();
  expect(screen.queryByText(codes[0] ?? '')).toBeNull();
});

test('each time the dialog opens it has another secret', async () => {
  const server = await startTestServer();
  const { user, openDialog } = await open(server);
  const secrets: (string | null)[] = [];
  for (let turn = 0; turn < 2; turn++) {
    const dialog = await openDialog('Set up authenticator app');
    secrets.push((await dialog.findByText(/^[A-Z2-7]{32}$/)).textContent);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await untilClosed();
  }
  expect(new Set(secrets).size).toBe(2);
});

test('recovery codes are replaced, and the factor turned off, by a code and the password', async () => {
  shows('5.company.factor-set-up');
  const { server, factor, user } = await openWithFactor();
  const press = async (name: string) => user.click(await (await section()).findByRole('button', { name }));
  await press('New recovery codes');
  const renew = within(await screen.findByRole('dialog'));
  await prove(user, renew, factor.codes[0] ?? '', 'wrong', 'Make new codes');
  expect(await renew.findByText('This is not your password')).toBeTruthy();
  await prove(user, renew, factor.codes[0] ?? '', password, 'Make new codes');
  const [first] = (await renew.findAllByRole('listitem')).map(({ textContent }) => textContent ?? '');
  await user.click(renew.getByRole('button', { name: 'I have stored them' }));
  await untilClosed();

  // It starts at its first step again.
  await press('New recovery codes');
  const again = within(await screen.findByRole('dialog'));
  await user.click(again.getByRole('button', { name: 'Cancel' }));
  await untilClosed();

  await press('Turn off authenticator app');
  const turnOff = within(await screen.findByRole('dialog'));
  await prove(user, turnOff, factor.codes[1] ?? '', password, 'Turn off');
  expect(await turnOff.findByText(/^This code is not correct/)).toBeTruthy();
  await prove(user, turnOff, first ?? '', password, 'Turn off');
  await untilClosed();
  expect(await (await section()).findByRole('button', { name: 'Set up authenticator app' })).toBeTruthy();
  expect(await read(server)).toEqual({
    is_on: false,
    has_app: false,
    recovery_codes_left: 0,
    passkeys: [],
    required_by: [],
  });
});

test('the profile of a host that signs users in has no second factor', async () => {
  const server = await startTestServer();
  const token = server.bearer('owner').replace('Bearer ', '');
  await renderConsole('/settings/account', { server, props: { getAccessToken: async () => token } });
  await screen.findByText(emailOf('owner'));
  expect(screen.queryByRole('region', { name: 'Second factor' })).toBeNull();
});

async function enterPassword(user: User, secret = password) {
  await user.type(await screen.findByLabelText('Email'), emailOf('owner'));
  await user.type(screen.getByLabelText('Password'), secret);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

test('sign-in asks for a code after the password, and takes one that was pasted with spaces', async () => {
  shows('5.company.factor');
  const server = await startTestServer();
  const { secret } = await setUpFactor(server, 'owner');
  const { user, untilPath, path } = await renderConsole('/login', { server });
  await enterPassword(user, 'wrong');
  expect((await screen.findByRole('alert')).textContent).toContain('Email or password is wrong.');
  await user.clear(screen.getByLabelText('Password'));
  await user.type(screen.getByLabelText('Password'), password);
  await user.keyboard('{Enter}');
  const input = await screen.findByLabelText('Code');
  await waitFor(() => expect(document.activeElement).toBe(input));
  expect([input.getAttribute('autocomplete'), input.getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric']);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText(emailOf('owner'))).toBeTruthy();

  await user.keyboard('{Enter}');
  expect(await screen.findByText('Code is a required field')).toBeTruthy();
  await user.type(input, '000000{Enter}');
  const wrong = await screen.findByText(/^This code is not correct/);
  expect(input.getAttribute('aria-describedby')).toContain(wrong.id);
  expect(input).toHaveProperty('value', '000000');
  expect(path()).toBe('/login');
  await user.clear(input);
  const code = codeOf(secret, server.clock.now());
  await user.paste(` ${code.slice(0, 3)} ${code.slice(3)} `);
  await user.keyboard('{Enter}');
  await untilPath('/');
});

test('sign-in takes a recovery code instead, and returns to email and password without losing them', async () => {
  shows('5.company.factor');
  const server = await startTestServer();
  const { codes } = await setUpFactor(server, 'owner');
  const { user, untilPath } = await renderConsole('/login', { server });
  await enterPassword(user);
  await user.type(await screen.findByLabelText('Code'), '123');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(await screen.findByLabelText('Email')).toHaveProperty('value', emailOf('owner'));
  expect(screen.getByLabelText('Password')).toHaveProperty('value', password);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  // Asked again: the unfinished code was not sent.
  expect(await screen.findByLabelText('Code')).toHaveProperty('value', '');
  expect(screen.queryByText(/^This code is not correct/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  const input = screen.getByLabelText('Recovery code');
  await waitFor(() => expect(document.activeElement).toBe(input));
  await user.clear(input);
  await user.type(input, `${codes[0]?.toLowerCase()}{Enter}`);
  await untilPath('/');
});
