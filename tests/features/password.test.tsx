import { accounts } from '@quartermaster/contract/accounts.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderConsole } from '../support/console.tsx';
import { countCalls } from '../support/counted-calls.ts';
import { linkFor, mailedPath } from '../support/mailed-links.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { emailOf } from '../support/server-studio.ts';

type User = Awaited<ReturnType<typeof renderConsole>>['user'];

const strong = 'Correct1horse';

const pages = [
  ['/registration/confirm', 'Create password'],
  ['/password-reset/confirm', 'Set password'],
] as const;

async function type(user: User, password: string, confirmation: string) {
  const input = await screen.findByLabelText('New password');
  if (password) await user.type(input, password);
  if (confirmation) await user.type(screen.getByLabelText('Repeat the password'), confirmation);
}

const ofOwner = ({ studio }: TestServer) =>
  ({ purpose: 'password-reset', subject: String(studio.accounts.owner) }) as const;

test('a forgotten password is set anew with the link of the mail', async () => {
  const server = await startTestServer();
  const first = await renderConsole('/password-reset', { server });
  await first.user.type(await screen.findByLabelText('Email'), emailOf('owner'));
  await first.user.click(screen.getByRole('button', { name: 'Send link' }));
  await screen.findByRole('heading', { level: 1, name: 'Check your email' });
  const path = await mailedPath(server, emailOf('owner'), '/password-reset/confirm');
  first.close();

  const { user, untilPath } = await renderConsole(path, { server });
  await type(user, strong, strong);
  await user.click(screen.getByRole('button', { name: 'Set password' }));
  await screen.findByRole('heading', { level: 1, name: 'Your password is changed' });
  await user.click(screen.getByRole('link', { name: 'Sign in' }));
  await user.type(await screen.findByLabelText('Email'), emailOf('owner'));
  await user.type(screen.getByLabelText('Password'), strong);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await untilPath('/');
});

test('the screen after the form is the same for an address without an account', async () => {
  const texts: (string | null)[] = [];
  for (const address of [emailOf('owner'), 'nobody@studio.test']) {
    const { user, root, close } = await renderConsole('/password-reset');
    await user.type(await screen.findByLabelText('Email'), address);
    await user.click(screen.getByRole('button', { name: 'Send link' }));
    await screen.findByText(/If there is an account with/);
    texts.push(root.querySelector('main')?.textContent?.replace(address, '') ?? null);
    close();
  }
  expect(texts[0]).toBe(texts[1]);
});

test.each([
  ['', 'Email is a required field'],
  ['nobody', 'Please enter a valid email address'],
])('the form refuses the address "%s"', async (address, message) => {
  const { calls, intercept } = countCalls();
  const { user } = await renderConsole('/password-reset', { intercept });
  const input = await screen.findByLabelText('Email');
  if (address) await user.type(input, address);
  await user.click(screen.getByRole('button', { name: 'Send link' }));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(calls).toEqual([]);
});

test.each(pages)('%s shows each rule of the password, and follows each keystroke', async (path) => {
  const { user } = await renderConsole(`${path}?hash=abc`);
  const list = await screen.findByRole('list', { name: 'Rules of the password' });
  const met = () =>
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent?.replace(/ \((not )?met.*/, (all) => (all.includes('not') ? ': no' : ': yes')));
  const rules = (...yes: boolean[]) =>
    [
      'Password must be at least 8 characters',
      'Must include at least 1 number',
      'Must use a mix of uppercase and lowercase letters',
      'No spaces allowed',
    ].map((rule, index) => `${rule}: ${yes[index] ? 'yes' : 'no'}`);
  const input = screen.getByLabelText('New password');
  expect(met()).toEqual(rules(false, false, false, false));
  await user.type(input, 'a');
  expect(met()).toEqual(rules(false, false, false, true));
  await user.type(input, 'B');
  expect(met()).toEqual(rules(false, false, true, true));
  await user.type(input, '1');
  expect(met()).toEqual(rules(false, true, true, true));
  await user.type(input, ' ');
  expect(met()).toEqual(rules(false, true, true, false));
  await user.type(input, '{Backspace}cdefg');
  expect(met()).toEqual(rules(true, true, true, true));
});

test.each(
  pages.flatMap(([path, label]) =>
    [
      ['Abcdef1', 'Abcdef1', 'Password must be at least 8 characters'],
      ['Abcdefgh', 'Abcdefgh', 'Must include at least 1 number'],
      ['abcdefg1', 'abcdefg1', 'Must use a mix of uppercase and lowercase letters'],
      ['Abcdefg 1', 'Abcdefg 1', 'No spaces allowed'],
      [strong, `${strong}2`, 'Passwords must match'],
      [strong, '', 'Required field'],
    ].map(([password, confirmation, message]) => ({ path, label, password, confirmation, message })),
  ),
)('$path refuses "$password" with "$confirmation"', async ({ path, label, password, confirmation, message }) => {
  const { calls, intercept } = countCalls();
  const { user, root } = await renderConsole(`${path}?hash=abc`, { intercept });
  await type(user, password ?? '', confirmation ?? '');
  await user.click(screen.getByRole('button', { name: label }));
  await waitFor(() =>
    expect([...root.querySelectorAll('[class*="Input-error"], [class*="error"]')].map((e) => e.textContent)).toContain(
      message,
    ),
  );
  expect(calls).toEqual([]);
});

test.each(pages)('%s without a hash says so, sends nothing and offers the way on', async (path) => {
  const { calls, intercept } = countCalls();
  await renderConsole(path, { intercept });
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This link is not valid/);
  expect(screen.queryByLabelText('New password')).toBeNull();
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
  const [name, to] = path.startsWith('/reg')
    ? ['Register again', '/registration']
    : ['Ask for a new link', '/password-reset'];
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(to);
  expect(calls).toEqual([]);
});

test.each([
  ['wrong', /^This link is not valid/],
  ['used', /^This link has been used already/],
  ['expired', /^This link has expired/],
] as const)('a hash that is %s is told, and leads on', async (kind, sentence) => {
  const server = await startTestServer();
  const hash = kind === 'wrong' ? 'abc' : await linkFor(server, ofOwner(server));
  if (kind === 'used') await server.call(accounts.resetPassword, { body: { hash, password: strong } });
  if (kind === 'expired') server.clock.advance(25 * 60 * 60);
  const { user } = await renderConsole(`/password-reset/confirm?hash=${hash}`, { server });
  await type(user, strong, strong);
  await user.click(screen.getByRole('button', { name: 'Set password' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'This link does not work' })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toMatch(sentence);
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toBeTruthy();
});

test('after a new password, sign-in asks for it, also where somebody was signed in', async () => {
  const server = await startTestServer();
  const hash = await linkFor(server, ofOwner(server));
  const { user } = await renderConsole(`/password-reset/confirm?hash=${hash}`, { server, as: 'owner' });
  await type(user, strong, strong);
  await user.click(screen.getByRole('button', { name: 'Set password' }));
  await user.click(await screen.findByRole('link', { name: 'Sign in' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeTruthy();
});

test('a password can be looked at while it is typed', async () => {
  const { user } = await renderConsole('/password-reset/confirm?hash=abc');
  const input = await screen.findByLabelText('New password');
  expect(input.getAttribute('type')).toBe('password');
  const [show] = screen.getAllByRole('button', { name: 'Show or hide the characters' });
  if (show) await user.click(show);
  expect(input.getAttribute('type')).toBe('text');
});

test('where the server cannot be reached, what was typed stays and can be sent again', async () => {
  const server = await startTestServer();
  const hash = await linkFor(server, ofOwner(server));
  let isOffline = true;
  const { user } = await renderConsole(`/password-reset/confirm?hash=${hash}`, {
    server,
    intercept: (fetch) => (input, init) =>
      isOffline ? Promise.reject(new TypeError('Failed to fetch')) : fetch(input, init),
  });
  await type(user, strong, strong);
  await user.click(screen.getByRole('button', { name: 'Set password' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached');
  isOffline = false;
  await user.click(screen.getByRole('button', { name: 'Set password' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Your password is changed' })).toBeTruthy();
});
