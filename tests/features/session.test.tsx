import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { pathWithin } from '../../src/shared/services/path-within.ts';
import { createCookieSession } from '../../src/shared/session/cookie-session.ts';
import { shows } from '../specification/shows.ts';
import { apiBase, renderConsole } from '../support/console.tsx';
import { diceOf } from '../support/dice.ts';
import { eventually } from '../support/eventually.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import type { TestBrowser } from '../support/server-browser.ts';
import { emailOf, password } from '../support/server-studio.ts';
import { choose } from './choose-instance.ts';

type Fetch = typeof globalThis.fetch;

const expiryKey = `quartermaster:expires-at:${apiBase}`;
const leaseKey = `quartermaster:lease:refresh:${apiBase}`;
const seconds = () => Math.floor(Date.now() / 1000);

afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

/** The session of another tab of the same browser. */
function openTab(fetch: Fetch) {
  const ended: string[] = [];
  const session = createCookieSession({
    apiBase,
    fetch,
    onExpired: () => ended.push('expired'),
    otherTabs: { onEnded: (end) => ended.push(end), canContinue: async () => true, onOtherAccount: () => undefined },
  });
  onTestFinished(session.stop);
  return { ...session, ended };
}

/** Signs in as a user in another tab of a console’s browser. */
async function signInElsewhere(browser: TestBrowser, person: 'owner' | 'admin') {
  const response = await browser.fetch(`/v1${accounts.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-protection': '1' },
    body: JSON.stringify({ email: emailOf(person), password }),
  });
  const { expires_at } = (await response.json()) as { expires_at: number };
  openTab(browser.fetch).begin(expires_at);
}

/** An item form with an unsaved label. */
async function typeLabel(server: TestServer) {
  await choose(server, 'owner', server.studio.dev);
  const path = `/instance/${server.studio.dev}/templates/image/items/new`;
  const sent: string[] = [];
  const intercept =
    (fetch: Fetch): Fetch =>
    (input, init) => {
      sent.push(new URL(String(input)).pathname);
      return fetch(input, init);
    };
  const view = await renderConsole(path, { server, as: 'owner', intercept });
  await view.user.type(await screen.findByLabelText(/^Label/), 'Excalibur');
  await waitFor(() => expect(view.events).toContainEqual({ type: 'dirty', isDirty: true }));
  await screen.findByRole('button', { name: 'Account' });
  sent.length = 0;
  return { ...view, itemPath: path, sent };
}

test('twenty tabs with an expiring token renew it once, and all see the new expiry', async () => {
  shows('1.4.session.one-refresh', '1.4.session.shared-refresh');
  const answers: ((response: Response) => void)[] = [];
  const fetch = vi.fn(() => new Promise<Response>((resolve) => answers.push(resolve)));
  localStorage.setItem(expiryKey, String(seconds() + 299));
  const tabs = Array.from({ length: 20 }, () => openTab(fetch));
  const calls = tabs.flatMap((tab) => [tab.authorize(false), tab.authorize(false)]);
  await eventually(() => expect(fetch).toHaveBeenCalledTimes(1));
  const expiresAt = seconds() + 900;
  answers[0]?.(Response.json({ expires_at: expiresAt }));
  await Promise.all(calls);
  for (const tab of tabs) await tab.authorize(false);
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(localStorage.getItem(expiryKey)).toBe(String(expiresAt));
});

test.each([0, 11, 40])(
  'a computer whose clock is %i minutes ahead renews its session as often as others',
  async (off) => {
    shows('3.session.wrong-clock');
    // Sessions expire at whole seconds: with a fraction, a renewal could come a minute earlier or later.
    const start = Math.floor(Date.now() / 1000) * 1000;
    let passed = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => start + passed + off * 60_000);
    vi.spyOn(performance, 'now').mockImplementation(() => passed);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const expiresAt = () => Math.floor((start + passed) / 1000) + 900;
    const fetch = vi.fn(async () => Response.json({ expires_at: expiresAt() }));
    const first = openTab(fetch);
    first.begin(expiresAt());
    for (let minute = 0; minute < 30; minute += 1) {
      passed += 60_000;
      // Some calls are those of a tab that was opened later, and has seen no renewal itself.
      const tab = minute % 3 === 0 ? openTab(fetch) : first;
      await tab.authorize(false);
      expect(await tab.user()).not.toBeNull();
    }
    expect(fetch).toHaveBeenCalledTimes(2);
  },
);

test('a call refused while another tab renewed the session is repeated without another renewal', async () => {
  shows('1.8.status.401');
  const fetch = vi.fn(async () => Response.json({ expires_at: seconds() + 900 }));
  localStorage.setItem(expiryKey, String(seconds() + 100));
  const refused = openTab(fetch);
  await openTab(fetch).authorize(false);
  expect(await refused.recover()).toBe(true);
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('tabs that wait for a renewal that is refused do not request another', async () => {
  shows('1.4.session.refresh-401', '1.4.session.shared-refresh');
  const fetch = vi.fn(async () => Response.json({}, { status: 401 }));
  const tabs = Array.from({ length: 5 }, () => openTab(fetch));
  const results = await Promise.allSettled(tabs.map((tab) => tab.authorize(false)));
  expect(results.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
  expect(fetch).toHaveBeenCalledTimes(1);
  for (const tab of tabs) expect(tab.ended).toContain('expired');
});

test('after a session has ended, no renewal is requested until the next sign-in', async () => {
  shows('1.4.session.refresh-401');
  const fetch = vi.fn(async () => Response.json({}, { status: 401 }));
  const session = createCookieSession({ apiBase, fetch, onExpired: () => undefined });
  onTestFinished(session.stop);
  await expect(session.authorize(false)).rejects.toMatchObject({ status: 401 });
  await expect(session.authorize(false)).rejects.toMatchObject({ status: 401 });
  expect(fetch).toHaveBeenCalledTimes(1);

  session.begin(seconds() + 900);
  await expect(session.authorize(false)).resolves.toBeTruthy();
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('a tab whose session has ended in another tab requests no renewal', async () => {
  const fetch = vi.fn(async () => Response.json({ expires_at: seconds() + 900 }));
  const [tab, other] = [openTab(fetch), openTab(fetch)];
  other.end();
  await waitFor(() => expect(tab.ended).toEqual(['signed-out']));
  await expect(tab.authorize(false)).rejects.toMatchObject({ status: 401 });
  expect(fetch).not.toHaveBeenCalled();
});

/** Locks as browsers provide them in secure contexts; jsdom has none. */
function fakeLocks() {
  const held: { name: string }[] = [];
  const last = new Map<string, Promise<unknown>>();
  const request = vi.fn((name: string, ...rest: [() => Promise<unknown>] | [LockOptions, () => Promise<unknown>]) => {
    const [options, task] = rest.length === 2 ? rest : [{}, rest[0]];
    const run = async () => {
      const lock = { name };
      held.push(lock);
      return task().finally(() => held.splice(held.indexOf(lock), 1));
    };
    if (options.mode === 'shared') return run();
    const turn = (last.get(name) ?? Promise.resolve()).then(run, run);
    last.set(name, turn);
    return turn;
  });
  const query = async () => ({ held: [...held] });
  Object.defineProperty(navigator, 'locks', { value: { request, query }, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'locks');
  });
  return { held };
}

test('browsers with locks use them to take turns', async () => {
  shows('1.4.session.one-refresh');
  const { held } = fakeLocks();
  const fetch = vi.fn(async () => {
    expect(held).toEqual([{ name: `quartermaster:refresh:${apiBase}` }]);
    return Response.json({ expires_at: seconds() + 900 });
  });
  await Promise.all([openTab(fetch), openTab(fetch), openTab(fetch)].map((tab) => tab.authorize(false)));
  expect(localStorage.getItem(leaseKey)).toBeNull();
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('a tab that gets the lock before it can read what the other tab stored does not renew', async () => {
  shows('1.4.session.one-refresh');
  fakeLocks();
  localStorage.setItem(expiryKey, String(seconds() + 100));
  // Browsers propagate storage to other tabs after the lock.
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => undefined);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const fetch = vi.fn(async () => Response.json({ expires_at: seconds() + 900 }));
  const tabs = [openTab(fetch), openTab(fetch), openTab(fetch)];
  await Promise.all(tabs.map((tab) => tab.authorize(false)));
  expect(fetch).toHaveBeenCalledTimes(1);
  tabs[0]?.end();
  await waitFor(() => expect(tabs[1]?.ended).toEqual(['signed-out']));
  await expect(tabs[1]?.authorize(false)).rejects.toMatchObject({ status: 401 });
});

test('a tab that is notified of a sign-out before storage is cleared has no session', async () => {
  localStorage.setItem(expiryKey, String(seconds() + 800));
  const tab = openTab(vi.fn());
  expect(tab.isKnown()).toBe(true);
  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(() => undefined);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  openTab(vi.fn()).end();
  await waitFor(() => expect(tab.ended).toEqual(['signed-out']));
  expect(tab.isKnown()).toBe(false);
  localStorage.setItem(expiryKey, String(seconds() + 900));
  expect(tab.isKnown()).toBe(true);
});

test('a tab suspended during a sign-out and a sign-in has the session once it is notified of both', async () => {
  localStorage.setItem(expiryKey, String(seconds() + 800));
  const [tab, other] = [openTab(vi.fn()), openTab(vi.fn())];
  other.end();
  other.begin(seconds() + 900);
  await waitFor(() => expect(tab.ended).toEqual(['signed-out']));
  await waitFor(() => expect(tab.isKnown()).toBe(true));
});

test('a tab that closes while renewing leaves no lock behind', async () => {
  const { held } = fakeLocks();
  const { promise, resolve } = Promise.withResolvers<Response>();
  const tab = openTab(() => promise);
  const call = tab.authorize(false);
  await waitFor(() => expect(held).toHaveLength(1));
  tab.stop();
  resolve(Response.json({ expires_at: seconds() + 900 }));
  await call;
  await waitFor(() => expect(held).toEqual([]));
});

test('a tab that was closed while renewing delays the others by 5 seconds at most', async () => {
  shows('1.4.session.refreshes-before-call');
  vi.useFakeTimers();
  localStorage.setItem(leaseKey, `closed ${Date.now() + 5000}`);
  const fetch = vi.fn(async () => Response.json({ expires_at: seconds() + 900 }));
  const call = openTab(fetch).authorize(false);
  await vi.advanceTimersByTimeAsync(4900);
  expect(fetch).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(300);
  await call;
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('if storage is blocked, a renewal still works for this console', async () => {
  shows('1.4.session.one-refresh');
  for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new Error('blocked');
    });
  }
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const fetch = vi.fn(async () => Response.json({ expires_at: seconds() + 900 }));
  const tab = openTab(fetch);
  await tab.authorize(false);
  await tab.authorize(false);
  expect(tab.isKnown()).toBe(true);
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('a network failure during a renewal does not sign the user out: the calls are retried', async () => {
  shows('1.4.session.refreshes-before-call');
  const server = await startTestServer();
  const browser = await server.signIn('owner');
  localStorage.setItem(expiryKey, String(seconds() + 10));
  let failures = 0;
  const { path, events } = await renderConsole('/', {
    server,
    browser,
    intercept: (fetch) => async (input, init) => {
      if (!String(input).endsWith('/refresh') || failures > 0) return fetch(input, init);
      failures += 1;
      throw new TypeError('Failed to fetch');
    },
  });
  await screen.findByRole('button', { name: 'Account' });
  expect(failures).toBe(1);
  expect(path()).toBe('/');
  expect(events).not.toContainEqual({ type: 'session-expired' });
});

test('a reused refresh token ends the session in every tab', async () => {
  shows('1.4.session.refresh-401');
  const server = await startTestServer();
  const { browser, untilPath, path } = await renderConsole('/settings/account', { server, as: 'owner' });
  await screen.findByRole('button', { name: 'Account' });
  const thief = server.browser();
  for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
  const refresh = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-protection': '1' },
    body: '{}',
  };
  expect((await browser.fetch(`/v1${accounts.refresh.path}`, refresh)).status).toBe(200);
  server.clock.advance(11);
  expect((await thief.fetch(`/v1${accounts.refresh.path}`, refresh)).status).toBe(401);

  localStorage.setItem(expiryKey, String(seconds() - 1));
  await expect(openTab(browser.fetch).authorize(false)).rejects.toMatchObject({ status: 401 });
  await untilPath('/login');
  expect(path()).toBe('/login?from=%2Fsettings%2Faccount');
  expect(localStorage.getItem(expiryKey)).toBeNull();
});

test('signing out in one tab signs out the others and discards their data and input', async () => {
  shows('1.2.guard.carries-origin');
  const server = await startTestServer();
  const { browser, untilPath, path, events, itemPath, user } = await typeLabel(server);
  openTab(browser.fetch).end();
  await untilPath('/login');
  expect(path()).toBe(`/login?from=${encodeURIComponent(itemPath)}`);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(events.findLast((event) => event.type === 'dirty')).toEqual({ type: 'dirty', isDirty: false });

  await user.type(await screen.findByLabelText('Email'), emailOf('owner'));
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await untilPath(itemPath);
  expect((await screen.findByLabelText<HTMLInputElement>(/^Label/)).value).toBe('');
});

test('a public page does not navigate when another tab signs out', async () => {
  const { browser, path } = await renderConsole('/registration');
  await screen.findByRole('heading', { level: 1 });
  const other = openTab(browser.fetch);
  const witness = openTab(browser.fetch);
  other.end();
  await waitFor(() => expect(witness.ended).toEqual(['signed-out']));
  expect(path()).toBe('/registration');
});

test('signing in redirects every tab that waits at /login', async () => {
  shows('1.2.guard.returns-to-origin');
  const { browser, untilPath, path } = await renderConsole('/login?from=%2Fsettings%2Faccount%3Ftab%3D1');
  await screen.findByLabelText('Email');
  await signInElsewhere(browser, 'owner');
  await untilPath('/settings/account');
  expect(path()).toBe('/settings/account?tab=1');
});

test('signing in redirects a waiting tab that cannot yet read what the other tab stored', async () => {
  const { browser, untilPath } = await renderConsole('/login?from=%2Fsettings%2Faccount');
  await screen.findByLabelText('Email');
  // Browsers propagate storage to other tabs after the message.
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => undefined);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  await signInElsewhere(browser, 'owner');
  await untilPath('/settings/account');
  expect(await screen.findByRole('heading', { level: 1, name: 'Profile' })).toBeTruthy();
});

test('the same user signing in again in another tab does not discard input here', async () => {
  const { browser, path, itemPath, sent, user } = await typeLabel(await startTestServer());
  await signInElsewhere(browser, 'owner');
  // Besides it, counts may be requested in the background.
  await waitFor(() => expect(sent).toContain('/v1/accounts'));
  await user.type(screen.getByLabelText(/^Label/), '!');
  expect(path()).toBe(itemPath);
  expect(screen.getByLabelText<HTMLInputElement>(/^Label/).value).toBe('Excalibur!');
});

test('another user signing in in another tab removes the previous user’s page', async () => {
  const { browser, untilPath, user, events } = await typeLabel(await startTestServer());
  const before = screen.getByRole('button', { name: 'Account' });
  await signInElsewhere(browser, 'admin');
  await untilPath('/');
  await waitFor(() => expect(before.isConnected).toBe(false));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(events.findLast((event) => event.type === 'dirty')).toEqual({ type: 'dirty', isDirty: false });
  await user.click(await screen.findByRole('button', { name: 'Account' }));
  expect(await screen.findByText(emailOf('admin'))).toBeTruthy();
  expect(screen.queryByText(emailOf('owner'))).toBeNull();
});

test('a tab that was suspended during another user’s sign-in sends nothing in their name', async () => {
  const sent: string[] = [];
  const server = await startTestServer();
  const { browser, user, untilPath } = await renderConsole('/settings/account', {
    server,
    as: 'owner',
    intercept: (fetch) => (input, init) => {
      if (init?.method !== 'GET') sent.push(new URL(String(input)).pathname);
      return fetch(input, init);
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit name' }));
  const name = await screen.findByLabelText(/^Name/);
  await user.clear(name);
  await user.type(name, 'Of the owner');
  // The message does not arrive: only storage shows the change.
  vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(() => undefined);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  await signInElsewhere(browser, 'admin');
  const before = sent.length;
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await untilPath('/');
  expect(sent.slice(before)).toEqual([]);
});

test('after sign-in only paths inside the console are followed, whatever was requested', () => {
  shows('3.session.origin.inside-only');
  const starts = [
    '/',
    '//',
    '/\\',
    '\\',
    '\\\\',
    '',
    'https:',
    'http://',
    'javascript:',
    'data:text/html,',
    '/\t/',
    '/\n',
    ' /',
    '/./',
    '/..//',
  ];
  const middles = [
    'evil.example',
    'evil.example/settings',
    '@evil.example',
    'settings/account',
    'login',
    '/evil.example',
    '..//evil.example',
    '%2f%2fevil.example',
    '%5cevil.example',
    'alert(1)',
    '',
  ];
  const ends = ['', '?a=1', '#x', '?from=//evil.example', '\u0000', '\\@evil.example', ':443'];
  const encodings = [(text: string) => text, encodeURIComponent, encodeURI];
  const base = 'https://console.example';
  for (let seed = 0; seed < 5000; seed += 1) {
    const dice = diceOf(seed);
    const from = dice.oneOf(encodings)(
      dice.oneOf(starts) + (dice.percent(30) ? dice.oneOf(starts) : '') + dice.oneOf(middles) + dice.oneOf(ends),
    );
    const followed = pathWithin(from);
    expect(followed, JSON.stringify(from)).toMatch(/^\/(?![/\\])/);
    const url = new URL(followed, base);
    expect(url.origin, JSON.stringify(from)).toBe(base);
    expect(url.pathname, JSON.stringify(from)).not.toBe('/login');
    // The router’s resulting path has the same origin too, and resolving it twice changes nothing.
    expect(pathWithin(followed)).toBe(followed);
  }
  expect(pathWithin('/settings/account?tab=1#x')).toBe('/settings/account?tab=1#x');
  expect(pathWithin(null)).toBe('/');
  // Pages to which the console leads by itself are left for the start page.
  for (const from of ['/company-sign-in?from=%2F', '/second-factor?from=%2F', '/error'])
    expect(pathWithin(from)).toBe('/');
});

test('a refused host token is reported once, however many calls a page makes', async () => {
  shows('3.session.host-token.401');
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  let isRefused = false;
  const { events, user } = await renderConsole('/', {
    server,
    props: { getAccessToken: async () => server.bearer('owner').replace('Bearer ', '') },
    intercept: (fetch) => async (input, init) => {
      if (isRefused) return Response.json({ status_code: 401, error: 'x', message: 'No.' }, { status: 401 });
      return fetch(input, init);
    },
  });
  const expired = () => events.filter(({ type }) => type === 'session-expired');
  await user.click(await screen.findByRole('button', { name: 'Account' }));
  await user.keyboard('{Escape}');
  const link = await screen.findByRole('link', { name: /^Exported data/ });
  // As late as that: any other call would notice it first.
  isRefused = true;
  await user.click(link);
  expect(await screen.findByRole('heading', { name: 'Session ended' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Session ended' })).toBeTruthy();
  expect(expired()).toHaveLength(1);
});
