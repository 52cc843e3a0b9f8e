import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createHostSession } from '../../src/shared/session/host-session.ts';
import { shows } from '../specification/shows.ts';
import { apiBase, renderConsole } from '../support/console.tsx';
import { startTestServer } from '../support/server.ts';
import { emailOf, password } from '../support/server-studio.ts';

type Fetch = typeof globalThis.fetch;
type User = Awaited<ReturnType<typeof renderConsole>>['user'];

const expiryKey = `quartermaster:expires-at:${apiBase}`;
const expiresIn = (seconds: number) => localStorage.setItem(expiryKey, String(Math.floor(Date.now() / 1000) + seconds));

async function signIn(user: User, email = emailOf('owner'), secret = password) {
  await user.type(await screen.findByLabelText('Email'), email);
  await user.type(screen.getByLabelText('Password'), secret);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

/** Records every call that the console makes. */
function recording() {
  const calls: { path: string; headers: Headers; credentials: RequestCredentials | undefined }[] = [];
  const intercept =
    (fetch: Fetch): Fetch =>
    (input, init) => {
      const path = new URL(String(input)).pathname;
      calls.push({ path, headers: new Headers(init?.headers), credentials: init?.credentials });
      return fetch(input, init);
    };
  return { calls, intercept, to: (path: string) => calls.filter((call) => call.path === path) };
}

test('a page that needs sign-in redirects to /login with its path, and back after signing in', async () => {
  shows(
    '1.2.guard.all-others',
    '1.2.guard.carries-origin',
    '1.2.guard.returns-to-origin',
    '1.2.public.login',
    '1.2.route.login',
    '1.4.session.refresh-401',
    '3.session.origin.parameter',
  );
  const { calls, intercept } = recording();
  const { user, untilPath, path, events } = await renderConsole('/settings/exported-data?report=7', { intercept });
  await untilPath('/login');
  expect(calls.map((call) => call.path)).toEqual(['/v1/accounts/refresh']);
  expect(path()).toBe('/login?from=%2Fsettings%2Fexported-data%3Freport%3D7');
  expect(events).toContainEqual({ type: 'session-expired' });
  await signIn(user);
  await untilPath('/settings/exported-data');
  expect(path()).toBe('/settings/exported-data?report=7');
});

test('the sign-in replaces the page that needs it, so that "back" leaves the console', async () => {
  shows('1.2.guard.all-others');
  history.replaceState(null, '', '/portal');
  history.pushState(null, '', '/');
  const length = history.length;
  const { untilPath } = await renderConsole('/settings/exported-data');
  await untilPath('/login');
  await screen.findByLabelText('Email');
  expect(history.length).toBe(length);
  history.back();
  await untilPath('/portal');
});

test('without an origin, sign-in opens home', async () => {
  shows('1.2.guard.returns-home');
  const { user, untilPath } = await renderConsole('/login');
  await signIn(user);
  await untilPath('/');
  expect(await screen.findByRole('button', { name: 'Account' })).toBeTruthy();
});

test.each(['https://evil.example/', '//evil.example/', '/\\evil.example', 'javascript:alert(1)', '/login?from=/login'])(
  'an origin outside the console is not followed: %s',
  async (from) => {
    shows('3.session.origin.inside-only');
    const { user, untilPath } = await renderConsole(`/login?from=${encodeURIComponent(from)}`);
    await signIn(user);
    await untilPath('/');
    expect(window.location.host).toBe('localhost:3000');
  },
);

test('a signed-in user is redirected from /login', async () => {
  shows('1.2.guard.returns-to-origin');
  const { untilPath, path } = await renderConsole('/login?from=%2Fsettings%2Fexported-data%3Freport%3D7', {
    as: 'owner',
  });
  await untilPath('/settings/exported-data');
  expect(path()).toBe('/settings/exported-data?report=7');
});

test('a user whose session ended in the meantime gets the form', async () => {
  shows('1.2.guard.returns-home', '1.2.public.login');
  expiresIn(-60);
  const { user, untilPath, path } = await renderConsole('/login');
  await user.type(await screen.findByLabelText('Email'), emailOf('owner'));
  expect(path()).toBe('/login?from=%2F');
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await untilPath('/');
});

test('validation reports missing or invalid input, and nothing is sent', async () => {
  shows('1.5.login-email.required', '1.5.login-email.valid', '1.5.login-password.required');
  const { calls, intercept } = recording();
  const { user } = await renderConsole('/login', { intercept });
  await user.click(await screen.findByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText('Email is a required field')).toBeTruthy();
  expect(screen.getByText('Password is a required field')).toBeTruthy();
  await user.type(screen.getByLabelText('Email'), 'nobody');
  expect(await screen.findByText('Please enter a valid email address')).toBeTruthy();
  expect(calls).toEqual([]);
});

test('a wrong password shows the server’s message in the callout, and the page stays', async () => {
  shows('1.7.login.wrong', '1.8.callout.forms', '1.8.status.401-login');
  const { user, path, overlay } = await renderConsole('/login');
  await signIn(user, emailOf('owner'), 'wrong');
  const callout = await screen.findByRole('alert');
  expect(callout.textContent).toContain('Email or password is wrong.');
  expect(callout.style.getPropertyValue('--alert-color')).toContain('red');
  expect(callout.compareDocumentPosition(screen.getByLabelText('Email'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(path()).toBe('/login');
  expect(overlay.textContent).not.toContain('Email or password is wrong.');
});

test('browser storage has a session’s expiry time and no token', async () => {
  shows('3.session.expires-at.no-token-stored', '3.session.expires-at.stored');
  const { user, untilPath, browser } = await renderConsole('/login');
  await signIn(user);
  await untilPath('/');
  await screen.findByRole('button', { name: 'Account' });
  expect(Number(localStorage.getItem(expiryKey))).toBeGreaterThan(Date.now() / 1000 + 600);
  const stored = JSON.stringify({ ...localStorage });
  for (const cookie of browser.cookies.values()) expect(stored).not.toContain(cookie);
});

test('a session with less than 300 seconds left is renewed once for all waiting calls', async () => {
  shows('1.4.session.one-refresh', '1.4.session.refreshes-before-call', '1.9.time.refresh-threshold');
  const { intercept, to, calls } = recording();
  const server = await startTestServer();
  const browser = await server.signIn('owner');
  expiresIn(299);
  await renderConsole('/', { server, browser, intercept });
  await screen.findByRole('button', { name: 'Account' });
  expect(to('/v1/accounts/refresh').length).toBe(1);
  expect(calls[0]?.path).toBe('/v1/accounts/refresh');
  expect(to('/v1/workspaces').length).toBe(1);
  expect(Number(localStorage.getItem(expiryKey))).toBeGreaterThan(Date.now() / 1000 + 600);
});

test('a session with more than 300 seconds left is not renewed', async () => {
  shows('1.4.session.no-refresh-when-fresh');
  const { intercept, to } = recording();
  const server = await startTestServer();
  const browser = await server.signIn('owner');
  // Approximately, as some time passes before the check.
  expiresIn(420);
  await renderConsole('/', { server, browser, intercept });
  await screen.findByRole('button', { name: 'Account' });
  expect(to('/v1/accounts/refresh')).toEqual([]);
  expect(to('/v1/workspaces')).toHaveLength(1);
});

test('a missing expiry time counts as expired, and the cookies still sign the user in', async () => {
  shows('3.session.expires-at.missing');
  const { intercept, to } = recording();
  const server = await startTestServer();
  const browser = await server.signIn('owner');
  await renderConsole('/', { server, browser, intercept });
  await screen.findByRole('button', { name: 'Account' });
  expect(to('/v1/accounts/refresh').length).toBe(1);
});

test('every call sends credentials and the anti-forgery header', async () => {
  shows('1.7.all.anti-forgery', '1.7.all.credentials', '2.7.all.credentials', '3.session.anti-forgery.header');
  const { intercept, calls } = recording();
  await renderConsole('/', { as: 'owner', intercept });
  await screen.findByRole('button', { name: 'Account' });
  for (const { headers, credentials } of calls) {
    expect(headers.get('X-CSRF-Protection')).toBe('1');
    expect(credentials).toBe('include');
  }
});

test('the first calls of a page run in parallel', async () => {
  const { intercept, calls } = recording();
  const held: (() => void)[] = [];
  const server = await startTestServer();
  const instance = server.studio.dev;
  await renderConsole(`/instance/${instance}/templates/image/items`, {
    server,
    as: 'owner',
    intercept: (fetch) =>
      intercept(async (...call) => {
        await new Promise<void>((resolve) => held.push(resolve));
        return fetch(...call);
      }),
  });
  // Everything has been requested, and nothing has been answered yet.
  await waitFor(() =>
    expect(calls.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        '/v1/accounts/settings',
        '/v1/accounts/workspaces',
        '/v1/workspaces',
        `/v1/instances/${instance}/permissions`,
        `/v1/editor/${instance}/menu`,
        `/v1/editor/${instance}/templates/image`,
        `/v1/editor/${instance}/items/image`,
      ]),
    ),
  );
  for (const release of held) release();
});

test('a session that ends on the server redirects to /login with the path', async () => {
  shows('1.8.status.401');
  const { browser, user, untilPath, path } = await renderConsole('/', { as: 'owner' });
  await screen.findByRole('button', { name: 'Account' });
  browser.cookies.clear();
  await user.click(await screen.findByRole('button', { name: /Change instance|Choose an instance/ }));
  await untilPath('/login');
  expect(path()).toBe('/login?from=%2F');
  expect(localStorage.getItem(expiryKey)).toBeNull();
});

test('a call refused with 401 again after a renewal redirects to /login', async () => {
  shows('1.8.status.401');
  let renewals = 0;
  const { untilPath } = await renderConsole('/settings/account', {
    as: 'owner',
    intercept: (fetch) => (input, init) => {
      const { pathname } = new URL(String(input));
      if (pathname === '/v1/accounts/refresh') renewals += 1;
      if (pathname !== '/v1/accounts') return fetch(input, init);
      return Promise.resolve(
        Response.json({ status_code: 401, error: 'unauthorized', message: 'Sign in.' }, { status: 401 }),
      );
    },
  });
  await untilPath('/login');
  expect(renewals).toBe(1);
  expect(localStorage.getItem(expiryKey)).toBeNull();
});

test('logging out asks for confirmation, then clears everything', async () => {
  shows(
    '1.2.log-out.call',
    '1.2.log-out.no',
    '1.2.log-out.no-label',
    '1.2.log-out.question',
    '1.2.log-out.to-login',
    '1.2.log-out.yes-label',
    '1.7.logout.to-login',
  );
  const { user, untilPath, path, browser } = await renderConsole('/', { as: 'owner' });
  await user.click(await screen.findByRole('button', { name: 'Account' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  expect(await screen.findByText('Are you sure you want to log out?')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'No, stay in the app' }));
  await waitFor(() => expect(screen.queryByText('Are you sure you want to log out?')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Account' })));
  expect(path()).toBe('/');

  await user.click(screen.getByRole('button', { name: 'Account' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, log out' }));
  await untilPath('/login');
  await waitFor(() => expect(localStorage.getItem(expiryKey)).toBeNull());
  await screen.findByLabelText('Email');
  expect(path()).toBe('/login');
  expect(browser.cookies.get('qm_auth') ?? '').toBe('');

  await signIn(user, emailOf('admin'));
  await user.click(await screen.findByRole('button', { name: 'Account' }));
  expect(await screen.findByText(emailOf('admin'))).toBeTruthy();
});

test('calls send a host’s token instead of cookies, and a 401 requests one new token from the host', async () => {
  shows(
    '3.session.host-token.401',
    '3.session.host-token.bearer',
    '3.session.host-token.no-cookies',
    '3.session.host-token.no-refresh',
  );
  const { intercept, calls, to } = recording();
  const server = await startTestServer();
  const reasons: string[] = [];
  await renderConsole('/', {
    server,
    intercept,
    props: {
      getAccessToken: async (reason) => {
        reasons.push(reason);
        return reason === 'initial' ? 'not.a.token' : server.bearer('owner').replace('Bearer ', '');
      },
    },
  });
  const account = await screen.findByRole('button', { name: 'Account' });
  expect(reasons).toEqual(['initial', 'unauthorized']);
  expect(calls.every(({ credentials, headers }) => credentials === 'omit' && headers.has('Authorization'))).toBe(true);
  const nothing = () => undefined;
  const session = createHostSession({
    getAccessToken: async () => '',
    onExpired: nothing,
    onNoToken: nothing,
    onOtherUser: nothing,
  });
  expect(await session.authorize(true)).toEqual({ headers: {}, credentials: 'omit' });
  expect(to('/v1/accounts/refresh')).toEqual([]);
  account.click();
  await screen.findByText(emailOf('owner'));
  expect(screen.queryByRole('menuitem', { name: 'Log out' })).toBeNull();
});

test('a computer whose clock is ahead asks the host for no more tokens than others', async () => {
  shows('4.host.calls.clock');
  const minute = 60;
  let issued = 0;
  // The issuer's time, eleven minutes behind this computer's.
  const iat = () => Math.floor(Date.now() / 1000) - 11 * minute + issued;
  const session = createHostSession({
    getAccessToken: async () => {
      issued += 1;
      const claims = { sub: '1', iat: iat(), exp: iat() + 15 * minute };
      return `e30.${btoa(JSON.stringify(claims))}.x`;
    },
    onExpired: () => {},
    onNoToken: () => {},
    onOtherUser: () => {},
  });
  for (let call = 0; call < 50; call += 1) await session.authorize(false);
  expect(issued).toBe(2);
});

test('a host without a token is notified, and the user can retry', async () => {
  shows('4.host.calls.token');
  const server = await startTestServer();
  let isSignedIn = false;
  const { events, user, untilPath } = await renderConsole('/', {
    server,
    props: {
      getAccessToken: async () => {
        if (!isSignedIn) throw new Error('signed out');
        return server.bearer('owner').replace('Bearer ', '');
      },
    },
  });
  expect(await screen.findByRole('heading', { name: 'No access' })).toBeTruthy();
  expect(screen.getByText('signed out')).toBeTruthy();
  expect(events).toContainEqual({ type: 'session-expired' });
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'error', phase: 'token', fatal: false, message: 'signed out' }),
  );
  isSignedIn = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await untilPath('/');
  await screen.findByRole('button', { name: 'Account' });
});
