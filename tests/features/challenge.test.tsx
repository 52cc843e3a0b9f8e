import { MantineProvider } from '@mantine/core';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { ConsoleProps } from '../../src/app/context/console-props.ts';
import { createChallenge } from '../../src/shared/challenge/challenge.ts';
import { createConfirmation } from '../../src/shared/challenge/confirmation.ts';
import { createRequest } from '../../src/shared/services/send.ts';
import { type Services, ServicesContext } from '../../src/shared/services/services.ts';
import { createCookieSession } from '../../src/shared/session/cookie-session.ts';
import { FloatingHumanCheck } from '../../src/shared/ui/human-check/floating-human-check.tsx';
import { shows } from '../specification/shows.ts';
import { apiBase, renderConsole } from '../support/console.tsx';
import { startSentry } from '../support/sentry.ts';
import { startTestServer } from '../support/server.ts';
import { emailOf, password } from '../support/server-studio.ts';
import { openChallenged } from '../support/turnstile.ts';

type Fetch = typeof globalThis.fetch;
type User = Awaited<ReturnType<typeof renderConsole>>['user'];

const failure = /^Oops! We couldn’t confirm you're human\. Please refresh the page and give it another try\./;
const running = 'Checking you are a human...';

afterEach(() => {
  vi.useRealTimers();
});

/** Renders a console at a path, with a server that demands challenges, and records its calls. */
async function renderChallenged(path: string, outcomes: string, props: Partial<ConsoleProps> = {}) {
  const server = await startTestServer();
  const challenged = await openChallenged(server, outcomes);
  const calls: { path: string; token: string | null; body: unknown; marker: string | null }[] = [];
  const view = await renderConsole(path, {
    server,
    browser: challenged.browser,
    props,
    intercept:
      (fetch: Fetch): Fetch =>
      async (input, init) => {
        const token = new Headers(init?.headers).get('cf-turnstile-response');
        const call = { path: new URL(String(input)).pathname, token, body: init?.body, marker: null as string | null };
        calls.push(call);
        const response = await fetch(input, init);
        call.marker = response.headers.get('cf-mitigated');
        return response;
      },
  });
  return { ...view, ...challenged, calls };
}

async function signIn(user: User) {
  await user.type(await screen.findByLabelText('Email'), emailOf('owner'));
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

test('a call that requires a challenge runs the widget and is repeated with the answer', async () => {
  shows(
    '1.4.challenge.retries-call',
    '1.4.challenge.running-text',
    '1.7.login.challenge',
    '1.8.status.challenge',
    '3.session.challenge.answer-header',
    '3.session.challenge.marker',
    '3.session.challenge.turnstile',
  );
  const { user, calls, untilPath, scripts, uses } = await renderChallenged('/login', 'interactive');
  await signIn(user);
  expect(await screen.findByText(running)).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Verify you are human' }));
  await untilPath('/');
  const logins = calls.filter(({ path }) => path === '/v1/accounts/login');
  expect(logins).toHaveLength(2);
  // Spelled out, because console and server read the same constants.
  expect(logins.map(({ marker }) => marker)).toEqual(['challenge', null]);
  expect(logins[0]?.token).toBeNull();
  expect(logins[1]?.token).toMatch(/^stand-in\.pass\./);
  expect(logins[1]?.body).toBe(logins[0]?.body);
  expect(scripts).toEqual([`${apiBase}/dev/turnstile/api.js?render=explicit`]);
  expect(uses).toEqual({ render: 1, reset: 0, remove: 1 });
  expect(screen.queryByText(running)).toBeNull();
});

test('calls that are challenged at the same time share one challenge', async () => {
  shows('1.4.challenge.runs-once', '1.4.challenge.retries-call');
  const server = await startTestServer();
  const { browser, uses } = await openChallenged(server, 'pass');
  const place = document.createElement('div');
  document.body.append(place);
  const challenge = createChallenge({ root: place, overlay: place });
  challenge.addPlace(place);
  const tokens: string[] = [];
  const order: string[] = [];
  const demands: Response[] = [];
  const allDemanded = Promise.withResolvers<void>();
  const fetch: Fetch = async (input, init) => {
    const token = new Headers(init?.headers).get('cf-turnstile-response');
    if (token) tokens.push(token);
    order.push(`to ${token}`);
    const response = await browser.fetch(input, init);
    order.push(`from ${token}`);
    if (token) return response;
    if (demands.push(response) === 3) allDemanded.resolve();
    await allDemanded.promise;
    return response;
  };
  const session = createCookieSession({ apiBase, fetch, onExpired: () => undefined });
  const request = createRequest({ apiBase, fetch, session, challenge, confirmation: createConfirmation() });
  const login = () => request(accounts.login, { body: { email: emailOf('owner'), password } });
  await expect(Promise.all([login(), login(), login()])).resolves.toHaveLength(3);
  const first = tokens.slice(0, 3);
  expect(new Set(first).size).toBe(1);
  // An answer is valid once, for the call that received it: the others follow.
  expect(order.slice(6, 8)).toEqual([`to ${first[0]}`, `from ${first[0]}`]);
  // An answer is valid once: the calls that only waited needed another one.
  expect(uses.render).toBe(new Set(tokens).size);
  place.remove();
});

test('errors before clearance are retried while the counter is above 0, each with a reset of the widget', async () => {
  shows('1.4.challenge.pre-clearance-retry', '1.4.challenge.widget-resets', '3.session.challenge.counter');
  const { user, untilPath, uses } = await renderChallenged('/login', '300030.600010.110600.pass');
  await signIn(user);
  await untilPath('/');
  expect(uses).toEqual({ render: 1, reset: 3, remove: 1 });
});

test.each(['102030.103010.104010', '106010.110600.110620', '300030.600010'])(
  'every known kind of error before clearance is retried: %s',
  async (codes) => {
    shows('1.4.challenge.pre-clearance-retry');
    const { user, untilPath, uses } = await renderChallenged('/login', `${codes}.pass`);
    await signIn(user);
    await untilPath('/');
    expect(uses.reset).toBe(codes.split('.').length);
  },
);

test('the challenge fails after three attempts, and submitting again starts a new one', async () => {
  shows(
    '1.4.challenge.counter-decrements',
    '1.4.challenge.failed-text',
    '1.4.challenge.gives-up',
    '1.8.challenge.login',
    '3.session.challenge.counter',
  );
  const { user, untilPath, calls, uses } = await renderChallenged('/login', '300030.300030.300030.300030.pass');
  await signIn(user);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(failure);
  expect(alert.textContent).toContain('Error code: 300030');
  expect(uses).toEqual({ render: 1, reset: 3, remove: 1 });
  expect(calls.map(({ path }) => path)).toEqual(['/v1/accounts/login']);
  expect(screen.queryByText(running)).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await untilPath('/');
});

test.each([['110200'], ['unsupported']])('an error that a retry cannot fix fails at once: %s', async (outcome) => {
  shows('1.4.challenge.gives-up');
  const { user, uses } = await renderChallenged('/login', outcome);
  await signIn(user);
  expect((await screen.findByRole('alert')).textContent).toMatch(failure);
  expect(uses.reset).toBe(0);
});

test('the challenge fails if the server rejects the answer', async () => {
  shows('1.4.challenge.failed-text', '1.4.challenge.gives-up', '3.session.challenge.siteverify-refused');
  const { user, calls } = await renderChallenged('/login', 'fail');
  await signIn(user);
  expect((await screen.findByRole('alert')).textContent).toMatch(failure);
  expect(calls).toHaveLength(2);
});

test.each([
  ['300030.300030.300030.300030', 300030],
  ['110200', 110200],
  ['fail', 403],
  ['gone', 403],
])('a failed challenge is reported under its code: %s', async (outcomes, status) => {
  shows('1.4.challenge.reports');
  const { dsn, envelopes } = await startSentry();
  const { user } = await renderChallenged('/login', outcomes, { sentry: { dsn } });
  await signIn(user);
  expect((await screen.findByRole('alert')).textContent).toMatch(failure);
  await waitFor(() => expect(envelopes).toHaveLength(1));
  expect(envelopes[0]?.event).toMatchObject({
    level: 'warning',
    tags: { operation: 'Sign in', status },
    exception: { values: [{ type: 'HttpError', value: '403 challenge' }] },
  });
});

test('if the service cannot verify answers, the server’s message is shown', async () => {
  const { user } = await renderChallenged('/login', 'down');
  await signIn(user);
  expect((await screen.findByRole('alert')).textContent).toContain('as the verification service does not answer');
});

test('a challenge that times out is retried', async () => {
  shows('1.4.challenge.pre-clearance-retry');
  const { user, untilPath, uses } = await renderChallenged('/login', 'timeout.pass');
  await signIn(user);
  await untilPath('/');
  expect(uses.reset).toBe(1);
});

test('the challenge fails if its script cannot be loaded, and the script is requested again next time', async () => {
  shows('1.4.challenge.failed-text', '1.4.challenge.gives-up');
  const { user, untilPath, scripts, setOutcomes, overlay } = await renderChallenged('/login', 'gone');
  await signIn(user);
  expect((await screen.findByRole('alert')).textContent).toMatch(failure);
  expect(overlay.querySelector('script')).toBeNull();
  setOutcomes('pass');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await untilPath('/');
  expect(scripts).toHaveLength(2);
});

test('a failed challenge shows on registration, and the form keeps its input', async () => {
  shows('1.7.registration.challenge', '1.8.challenge.registration');
  const { user } = await renderChallenged('/registration', '110200');
  await user.type(await screen.findByLabelText('Name'), 'Newcomer');
  await user.type(screen.getByLabelText('Email'), 'new@studio.test');
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(failure);
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('new@studio.test');
});

test('a failed challenge shows on the password reset page', async () => {
  shows('1.7.password-reset-email.challenge', '1.8.challenge.reset');
  const { user } = await renderChallenged('/password-reset', '110200');
  await user.type(await screen.findByLabelText('Email'), 'new@studio.test');
  await user.click(screen.getByRole('button', { name: 'Send link' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(failure);
});

test('a failed challenge shows when a mail is resent', async () => {
  shows('1.8.challenge.resend');
  vi.useFakeTimers({ toFake: ['Date'] });
  const { user } = await renderChallenged('/registration', 'pass.110200');
  await user.type(await screen.findByLabelText('Name'), 'Newcomer');
  await user.type(screen.getByLabelText('Email'), 'new@studio.test');
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  await screen.findByRole('heading', { level: 1, name: 'Check your email' });
  vi.setSystemTime(Date.now() + 60_000);
  await user.click(await screen.findByRole('button', { name: 'Resend email' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(failure);
});

test('navigating away cancels the challenge and its call', async () => {
  shows('1.4.challenge.running-text');
  const { user, untilPath, calls, uses } = await renderChallenged('/login', 'silent');
  await signIn(user);
  await waitFor(() => expect(uses.render).toBe(1));
  await user.click(screen.getByRole('link', { name: 'Create account' }));
  await untilPath('/registration');
  await waitFor(() => expect(uses.remove).toBe(1));
  await screen.findByLabelText('Name');
  expect(screen.queryByText(running)).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(calls).toHaveLength(1);
});

test('unmounting a console removes its widget and script', async () => {
  const { user, overlay, close, uses } = await renderChallenged('/login', 'silent');
  await signIn(user);
  await waitFor(() => expect(uses.render).toBe(1));
  expect(overlay.querySelector('script')).not.toBeNull();
  close();
  await waitFor(() => expect(uses.remove).toBe(1));
  expect(document.querySelector('script')).toBeNull();
});

test('a challenge floats over a page that has no container for it', async () => {
  shows('1.4.challenge.running-text', '1.8.status.challenge');
  const server = await startTestServer();
  const { browser } = await openChallenged(server, 'interactive.110200');
  const { body } = document;
  const challenge = createChallenge({ root: body, overlay: body });
  const { fetch } = browser;
  const session = createCookieSession({ apiBase, fetch, onExpired: () => undefined });
  const request = createRequest({ apiBase, fetch, session, challenge, confirmation: createConfirmation() });
  const login = () => request(accounts.login, { body: { email: emailOf('owner'), password } });
  render(
    <MantineProvider>
      <ServicesContext.Provider value={{ challenge } as Services}>
        <FloatingHumanCheck />
      </ServicesContext.Provider>
    </MantineProvider>,
  );
  const passing = login();
  expect(await screen.findByText(running)).toBeTruthy();
  (await screen.findByRole('button', { name: 'Verify you are human' })).click();
  await expect(passing).resolves.toHaveProperty('expires_at');
  await waitFor(() => expect(screen.queryByText(running)).toBeNull());
  await expect(login()).rejects.toThrow(failure);
  await waitFor(() => expect(screen.queryByText(running)).toBeNull());
  for (const script of body.querySelectorAll('script')) script.remove();
});

test('without Turnstile there is no challenge', async () => {
  shows('3.session.challenge.off');
  const { user, untilPath, overlay } = await renderConsole('/login');
  await signIn(user);
  await untilPath('/');
  expect(overlay.querySelector('script')).toBeNull();
});
