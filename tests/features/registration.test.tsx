import { registration } from '@quartermaster/contract/endpoints/people/registration.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { mailedPath } from '../support/mailed-links.ts';
import { startTestServer } from '../support/server.ts';

type Fetch = typeof globalThis.fetch;
type User = Awaited<ReturnType<typeof renderConsole>>['user'];

const email = 'new@studio.test';
const button = (name: string | RegExp) => screen.findByRole('button', { name });

afterEach(() => {
  vi.useRealTimers();
});

async function register(user: User) {
  await user.type(await screen.findByLabelText('Name'), 'Newcomer');
  await user.type(screen.getByLabelText('Email'), email);
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  await screen.findByRole('heading', { level: 1, name: 'Check your email' });
}

/** Answers a resend with an error of the catalogue, as another server might. */
const refusing =
  (status_code: number) =>
  (fetch: Fetch): Fetch =>
  (input, init) =>
    String(input).endsWith('/resend-email')
      ? Promise.resolve(Response.json({ status_code, error: 'mail', message: 'No.' }, { status: 400 }))
      : fetch(input, init);

/** Moves the page’s clock; the countdown reads it at its next tick. */
const pass = (seconds: number) => act(() => vi.setSystemTime(Date.now() + seconds * 1000));

test('registering sends a mail whose link asks for a password, and then signs in', async () => {
  shows(
    '1.2.public.registration',
    '1.2.public.registration-confirm',
    '1.2.route.registration',
    '1.2.route.registration-confirm',
    '1.2.route.registration-confirm-hash',
    '1.4.registration.check-email',
    '1.7.registration.call',
    '1.7.registration.confirm',
    '1.7.registration.confirm-public',
    '4.hands.new-account',
  );
  const server = await startTestServer();
  const first = await renderConsole('/registration', { server });
  await register(first.user);
  expect(screen.getByText(email)).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Check your email'));
  const path = await mailedPath(server, email, '/registration/confirm');
  first.close();

  const { user, untilPath } = await renderConsole(path, { server });
  await user.type(await screen.findByLabelText('New password'), 'Correct1horse');
  // The address is known, for the user and for a password manager.
  const known = screen.getByLabelText<HTMLInputElement>('Email');
  expect([known.value, known.readOnly, known.autocomplete]).toEqual([email, true, 'username']);
  await user.type(screen.getByLabelText('Repeat the password'), 'Correct1horse');
  await user.click(screen.getByRole('button', { name: 'Create password' }));
  await untilPath('/');
  await waitFor(async () => expect((await button('Account')).title).toBe(email));
  // The first page leads on, with one thing to do first.
  const card = within(await screen.findByRole('region', { name: 'Set up your workspace' }));
  const steps = within(card.getByRole('list', { name: 'First steps' })).getAllByRole('listitem');
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    'Create a workspace',
    'Create a project',
    'Create a template',
    'Create an item',
    'Export, and let your game read the files',
  ]);
  expect(steps.filter((step) => step.getAttribute('aria-current') === 'step')).toEqual([steps[0]]);
  expect(card.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Create workspace']);
});

test('if the sign-in after a new password fails, the page for signing in has the address', async () => {
  shows('4.hands.new-account');
  const server = await startTestServer();
  const first = await renderConsole('/registration', { server });
  await register(first.user);
  const path = await mailedPath(server, email, '/registration/confirm');
  first.close();

  let isDown = true;
  const { user, untilPath } = await renderConsole(path, {
    server,
    intercept: (fetch) => (input, init) =>
      isDown && String(input).endsWith('/login') ? Promise.reject(new TypeError('offline')) : fetch(input, init),
  });
  await user.type(await screen.findByLabelText('New password'), 'Correct1horse');
  await user.type(screen.getByLabelText('Repeat the password'), 'Correct1horse');
  await user.click(screen.getByRole('button', { name: 'Create password' }));
  await screen.findByRole('heading', { level: 1, name: 'Your account is ready' });
  isDown = false;
  await user.click(screen.getByRole('link', { name: 'Sign in' }));
  await untilPath('/login');
  expect(await screen.findByLabelText('Email')).toHaveProperty('value', email);
  await user.type(screen.getByLabelText('Password'), 'Correct1horse');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await untilPath('/');
  expect(await button('Account')).toBeTruthy();
});

test('the form rejects names and emails that are missing, too short, too long or none, each at its input', async () => {
  shows(
    '1.5.registration-email.max',
    '1.5.registration-email.min',
    '1.5.registration-email.required',
    '1.5.registration-email.valid',
    '1.5.registration-name.max',
    '1.5.registration-name.min',
    '1.5.registration-name.required',
  );
  const { user, path } = await renderConsole('/registration');
  const inputs = { Name: await screen.findByLabelText('Name'), Email: screen.getByLabelText('Email') };
  const noEmail = 'Please enter a valid email address';
  const cases: [name: string, address: string, wrong: keyof typeof inputs, message: string][] = [
    ['', 'somebody@studio.test', 'Name', 'Name is a required field'],
    ['a', 'somebody@studio.test', 'Name', 'Must be at least 2 characters'],
    ['a'.repeat(33), 'somebody@studio.test', 'Name', 'Must be at most 32 characters'],
    ['Somebody', '', 'Email', noEmail],
    ['Somebody', 'somebody', 'Email', noEmail],
    ['Somebody', 'a@b', 'Email', noEmail],
    ['Somebody', `${'a'.repeat(53)}@studio.test`, 'Email', noEmail],
  ];
  for (const [name, address, wrong, message] of cases) {
    fireEvent.change(inputs.Name, { target: { value: name } });
    fireEvent.change(inputs.Email, { target: { value: address } });
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    const invalid = () =>
      Object.entries(inputs).flatMap(([label, input]) =>
        input.getAttribute('aria-invalid') === 'true' ? [label] : [],
      );
    await waitFor(() => expect([name, address, invalid()]).toEqual([name, address, [wrong]]));
    expect(await screen.findByText(message)).toBeTruthy();
  }
  expect(path()).toBe('/registration');
});

test.each([
  ['ab', 'a@b.c'],
  ['a'.repeat(32), `${'a'.repeat(52)}@studio.test`],
])('the form accepts the name "%s" with the email "%s"', async (name, address) => {
  shows(
    '1.4.registration.check-email',
    '1.5.registration-email.max',
    '1.5.registration-email.min',
    '1.5.registration-name.max',
    '1.5.registration-name.min',
  );
  const { user } = await renderConsole('/registration');
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: name } });
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: address } });
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  await screen.findByRole('heading', { level: 1, name: 'Check your email' });
  expect(screen.getByText(address)).toBeTruthy();
});

test('errors found by the server show at their inputs', async () => {
  shows('1.5.registration-email.valid', '1.8.callout.forms');
  const answer = { status_code: 422, error: 'invalid', message: 'Not valid.', fields: { email: 'Not this one' } };
  const { user } = await renderConsole('/registration', {
    intercept: () => async () => Response.json(answer, { status: 422 }),
  });
  await user.type(await screen.findByLabelText('Name'), 'Newcomer');
  await user.type(screen.getByLabelText('Email'), email);
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  expect(await screen.findByText('Not this one')).toBeTruthy();
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
  expect((await screen.findByRole('alert')).textContent).toContain('Not valid.');
});

test('a mail can be resent after a 59-second countdown, and resends are counted', async () => {
  shows(
    '1.4.registration.resend',
    '1.4.registration.resend-cooldown',
    '1.4.registration.resend-count',
    '1.4.registration.resend-tick',
    '1.7.registration.resend',
    '1.9.time.resend',
  );
  vi.useFakeTimers({ toFake: ['Date'] });
  const calls: string[] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { user } = await renderConsole('/registration', {
    intercept: (fetch) => async (input, init) => {
      calls.push(new URL(String(input)).pathname);
      if (calls.at(-1)?.endsWith('/resend-email')) await held;
      return fetch(input, init);
    },
  });
  const resends = () => calls.filter((path) => path.endsWith('/resend-email')).length;
  await register(user);
  const resend = await button('Resend email in 59 s');
  expect(resend.getAttribute('aria-disabled')).toBe('true');
  await user.click(resend);
  expect(resends()).toBe(0);
  pass(1);
  await button('Resend email in 58 s');
  pass(57);
  await button('Resend email in 1 s');
  pass(1);
  const ready = await button('Resend email');
  expect(ready.hasAttribute('data-disabled')).toBe(false);

  for (let time = 0; time < 2; time += 1) fireEvent.click(ready);
  await waitFor(() => expect(ready.getAttribute('aria-disabled')).toBe('true'));
  await user.click(ready);
  release();
  expect(await screen.findByText('Sent again once.')).toBeTruthy();
  expect(resends()).toBe(1);
  await button('Resend email in 59 s');
  // It also kept the focus while sending.
  expect(document.activeElement).toBe(ready);
  pass(59);
  await user.click(await button('Resend email'));
  expect(await screen.findByText('Sent again 2 times.')).toBeTruthy();
});

test('too many resends open the help page, which offers support', async () => {
  shows(
    '1.2.public.registration-help',
    '1.2.route.registration-help',
    '1.4.registration.help-support',
    '1.4.registration.help-text',
    '1.4.registration.resend-help',
    '3.errors.code.10005-help',
  );
  vi.useFakeTimers({ toFake: ['Date'] });
  const { server, user, untilPath } = await renderConsole('/registration');
  await register(user);
  for (let sent = 0; sent < 5; sent++) await server.call(registration.resend, { body: { email } });
  pass(59);
  await user.click(await button('Resend email'));
  await untilPath('/registration/help');
  expect(await screen.findByRole('heading', { level: 1, name: 'Need help?' })).toBeTruthy();
  const support = await screen.findByRole('link', { name: 'Contact support' });
  expect(support.getAttribute('href')).toBe('mailto:support@localhost');
});

test.each([
  [10006, "We couldn't locate your confirmation email"],
  [10003, 'Oops! Something went wrong. Please try again. If you continue to have issues, contact our support team.'],
  [400, 'No.'],
])('a resend that is refused with %i shows the error in place', async (code, sentence) => {
  shows('1.4.registration.resend-inline', '3.errors.code.10003-inline', '3.errors.code.10006-inline');
  vi.useFakeTimers({ toFake: ['Date'] });
  const { user, path } = await renderConsole('/registration', { intercept: refusing(code) });
  await register(user);
  pass(59);
  await user.click(await button('Resend email'));
  expect((await screen.findByRole('alert')).textContent).toBe(sentence);
  expect(path()).toBe('/registration');
  // Nothing was sent, so there is nothing to wait for.
  expect(await button('Resend email')).toBeTruthy();
});

test('going back shows the form again, and a reload keeps the screen', async () => {
  shows('1.4.registration.check-email', '1.4.registration.resend-count');
  const { user, untilPath } = await renderConsole('/registration');
  await register(user);
  const { state } = window.history;
  expect(state.usr).toMatchObject({ email, resends: 0 });
  await user.click(screen.getByRole('link', { name: 'Use another address' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Create your account' })).toBeTruthy();
  await untilPath('/registration');
});

test('sign-in links to registration and password reset, and both link back', async () => {
  shows('1.2.public.login', '1.2.public.password-reset', '1.2.public.registration');
  const { user, untilPath } = await renderConsole('/login');
  await user.click(await screen.findByRole('link', { name: 'Create account' }));
  await untilPath('/registration');
  await user.click(await screen.findByRole('link', { name: 'Sign in' }));
  await untilPath('/login');
  await user.click(await screen.findByRole('link', { name: 'Forgot your password?' }));
  await untilPath('/password-reset');
  await user.click(await screen.findByRole('link', { name: 'Back to sign in' }));
  await untilPath('/login');
});
