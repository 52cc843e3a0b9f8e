import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { registration } from '@quartermaster/contract/endpoints/people/registration.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
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

const linkCalls = {
  '/registration/confirm': registration.checkLink,
  '/password-reset/confirm': accounts.checkResetLink,
} as const;

type Path = keyof typeof linkCalls;

async function goodLink(path: Path) {
  const server = await startTestServer();
  const link =
    path === '/registration/confirm'
      ? {
          purpose: 'registration' as const,
          subject: 'new@studio.test',
          data: { name: 'New', email: 'new@studio.test' },
        }
      : ofOwner(server);
  return { server, hash: await linkFor(server, link) };
}

const spend = ({ server, hash }: Awaited<ReturnType<typeof goodLink>>, path: Path) =>
  server.call(path === '/registration/confirm' ? registration.confirm : accounts.resetPassword, {
    body: { hash, password: strong },
  });

test('a forgotten password is reset with the mailed link', async () => {
  shows(
    '1.2.public.password-reset',
    '1.2.public.password-reset-confirm',
    '1.2.route.password-reset',
    '1.2.route.password-reset-confirm',
    '1.2.route.password-reset-confirm-hash',
    '1.7.password-reset-email.call',
    '1.7.password-reset.call',
    '1.7.password-reset.public',
  );
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
  shows('1.2.route.password-reset');
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
])('the form rejects the address "%s"', async (address, message) => {
  shows('1.5.forgot-email.required', '1.5.forgot-email.valid');
  const { calls, intercept } = countCalls();
  const { user } = await renderConsole('/password-reset', { intercept });
  const input = await screen.findByLabelText('Email');
  if (address) await user.type(input, address);
  await user.click(screen.getByRole('button', { name: 'Send link' }));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(calls).toEqual([]);
});

test.each(pages)('%s shows each password rule, and updates them on each keystroke', async (path) => {
  shows('1.5.checklist.live', '1.5.checklist.shown');
  const { server, hash } = await goodLink(path);
  const { user } = await renderConsole(`${path}?hash=${hash}`, { server });
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
  await user.type(input, '{Backspace}cdef');
  expect(met()).toEqual(rules(false, true, true, true));
  await user.type(input, 'g');
  expect(met()).toEqual(rules(true, true, true, true));
  await user.clear(input);
  await user.type(input, 'ABC');
  expect(met()).toEqual(rules(false, false, false, true));
});

test.each(pages)('%s rejects passwords that break a rule, or that are not repeated', async (path, label) => {
  shows(
    '1.5.new-password.case',
    '1.5.new-password.digit',
    '1.5.new-password.min',
    '1.5.new-password.spaces',
    '1.5.password-confirmation.match',
    '1.5.password-confirmation.required',
  );
  const { calls, intercept } = countCalls();
  const { server, hash } = await goodLink(path);
  const { user, root } = await renderConsole(`${path}?hash=${hash}`, { server, intercept });
  await screen.findByLabelText('New password');
  calls.length = 0;
  for (const [password, confirmation, message] of [
    ['Abcdef1', 'Abcdef1', 'Password must be at least 8 characters'],
    ['Abcdefgh', 'Abcdefgh', 'Must include at least 1 number'],
    ['abcdefg1', 'abcdefg1', 'Must use a mix of uppercase and lowercase letters'],
    ['Abcdefg 1', 'Abcdefg 1', 'No spaces allowed'],
    [strong, `${strong}2`, 'Passwords must match'],
    [strong, '', 'Required field'],
  ]) {
    fireEvent.change(screen.getByLabelText('New password'), { target: { value: password } });
    fireEvent.change(screen.getByLabelText('Repeat the password'), { target: { value: confirmation } });
    await user.click(screen.getByRole('button', { name: label }));
    const errors = () =>
      [...root.querySelectorAll('[class*="Input-error"], [class*="error"]')].map((error) => error.textContent);
    await waitFor(() => expect(errors()).toContain(message));
  }
  expect(calls).toEqual([]);
});

test.each(pages)('%s without a hash shows a message, sends nothing and offers the next step', async (path) => {
  shows('1.5.hash.registration-required', '1.5.hash.reset-required');
  const { calls, intercept } = countCalls();
  await renderConsole(path, { intercept });
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This link is not valid/);
  expect(screen.queryByLabelText('New password')).toBeNull();
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
  const [name, to] = path.startsWith('/reg')
    ? ['Register again', '/registration']
    : ['Request a new link', '/password-reset'];
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(to);
  expect(calls).toEqual([]);
});

const hashes = [
  ['wrong', /^This link is not valid/],
  ['used', /^This link has already been used/],
  ['expired', /^This link has expired/],
] as const;

test.each(pages.flatMap(([path]) => hashes.map(([kind, sentence]) => ({ path, kind, sentence }))))(
  '$path reports a hash that is $kind at once, and offers the next step',
  async ({ path, kind, sentence }) => {
    shows('1.2.route.password-reset-confirm-hash', '1.2.route.registration-confirm-hash');
    const link = await goodLink(path);
    const { server, hash } = kind === 'wrong' ? { ...link, hash: 'abc' } : link;
    if (kind === 'used') await spend(link, path);
    if (kind === 'expired') server.clock.advance(25 * 60 * 60);
    const { calls, intercept } = countCalls();
    const { root } = await renderConsole(`${path}?hash=${hash}`, { server, intercept });
    const hadInput: boolean[] = [];
    const watch = new MutationObserver(() => hadInput.push(root.querySelector('input') !== null));
    watch.observe(root, { childList: true, subtree: true });
    expect(await screen.findByRole('heading', { level: 1, name: 'This link does not work' })).toBeTruthy();
    watch.disconnect();
    expect(screen.getByRole('alert').textContent).toMatch(sentence);
    expect(screen.getByRole('link', { name: /^(Request a new link|Register again)$/ })).toBeTruthy();
    // The form never asked for a password that could not be saved.
    expect(hadInput).not.toContain(true);
    expect(calls).toEqual([`/v1${linkCalls[path].path}`]);
  },
);

test('a link that is used while its page is open is reported on submit', async () => {
  shows('1.2.route.password-reset-confirm-hash');
  const link = await goodLink('/password-reset/confirm');
  const { user } = await renderConsole(`/password-reset/confirm?hash=${link.hash}`, { server: link.server });
  await type(user, strong, strong);
  await spend(link, '/password-reset/confirm');
  await user.click(screen.getByRole('button', { name: 'Set password' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'This link does not work' })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toMatch(/^This link has already been used/);
});

test('checking a link does not consume it, happens once, and shows a skeleton only after a delay', async () => {
  shows('1.2.route.password-reset-confirm', '1.7.password-reset.call');
  const { server, hash } = await goodLink('/password-reset/confirm');
  const { calls, intercept } = countCalls();
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { user, root } = await renderConsole(`/password-reset/confirm?hash=${hash}`, {
    server,
    intercept: (fetch) => intercept((input, init) => held.then(() => fetch(input, init))),
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Set a new password' })).toBeTruthy();
  await waitFor(() => expect(root.querySelector('[class*="Skeleton"]')).toBeTruthy());
  expect(screen.queryByLabelText('New password')).toBeNull();
  answer();
  await type(user, strong, strong);
  await user.click(screen.getByRole('button', { name: 'Set password' }));
  await screen.findByRole('heading', { level: 1, name: 'Your password is changed' });
  expect(calls).toEqual(['/v1/accounts/password-reset/link', '/v1/accounts/password-reset']);
});

test('a new password requires signing in again, even if the user was signed in', async () => {
  shows('1.2.public.password-reset-confirm', '1.7.password-reset.call');
  const server = await startTestServer();
  const hash = await linkFor(server, ofOwner(server));
  const { user } = await renderConsole(`/password-reset/confirm?hash=${hash}`, { server, as: 'owner' });
  await type(user, strong, strong);
  await user.click(screen.getByRole('button', { name: 'Set password' }));
  await user.click(await screen.findByRole('link', { name: 'Sign in' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeTruthy();
});

test('a password can be revealed while typing', async () => {
  const { server, hash } = await goodLink('/password-reset/confirm');
  const { user } = await renderConsole(`/password-reset/confirm?hash=${hash}`, { server });
  const input = await screen.findByLabelText('New password');
  expect(input.getAttribute('type')).toBe('password');
  const [show] = screen.getAllByRole('button', { name: 'Show or hide the characters' });
  if (show) await user.click(show);
  expect(input.getAttribute('type')).toBe('text');
});

test('if the server cannot be reached, the input stays and can be sent again', async () => {
  shows('1.2.route.password-reset-confirm');
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
