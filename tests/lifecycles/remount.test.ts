import { items } from '@quartermaster/contract/endpoints/items.ts';
import { waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createConsole } from '../../src/app/create-console.tsx';
import { shows } from '../specification/shows.ts';
import { apiBase } from '../support/console.tsx';
import { saveWeapons, weapon } from '../support/item-content.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';
import { openShell } from './shell.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  await saveWeapons(server, [['Excalibur', { cost: 120 }]]);
  goTo(listPath());
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
  history.replaceState(null, '', '/');
});

const goTo = (path: string) => history.replaceState(null, '', `/content${path}`);
const listPath = () => `/instance/${server.studio.dev}/templates/weapon/items`;
const row = (slot: HTMLElement) => within(slot).queryByRole('row', { name: /Excalibur/ });

const storeSession = (signIn: string, expiresAt = Date.now() / 1000 + 900) => {
  localStorage.setItem(`quartermaster:expires-at:${apiBase}`, String(expiresAt));
  localStorage.setItem(`quartermaster:sign-in:${apiBase}`, signIn);
};
async function withCookie() {
  storeSession('first');
  return { apiBase, basename: '/content', fetch: (await server.signIn('owner')).fetch };
}
const withToken = (person: Person, token = server.bearer(person).replace('Bearer ', '')) => ({
  apiBase,
  basename: '/content',
  fetch: server.browser().fetch,
  getAccessToken: async () => token,
});

/** A token as a host would renew it, which nobody checks while the server is silent. */
function tokenOf(person: Person, claims: Record<string, unknown>): string {
  const [header, body = '', signature] = server.bearer(person).replace('Bearer ', '').split('.');
  const renewed = btoa(JSON.stringify({ ...JSON.parse(atob(body)), ...claims }));
  return [header, renewed, signature].join('.');
}

/** Answers no call until `release` is called. */
function held(fetch: typeof globalThis.fetch) {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const calls: string[] = [];
  const hold: typeof globalThis.fetch = async (input, init) => {
    calls.push(String(input));
    await promise;
    return fetch(input, init);
  };
  return { fetch: hold, calls, release };
}

type Shell = ReturnType<typeof openShell>;

/** Mounts the list of weapons, and unmounts it again once it is shown. */
async function visit(shell: Shell, props: Record<string, unknown>) {
  await shell.mount(props);
  await waitFor(() => expect(shell.events).toContainEqual({ type: 'shown' }));
  expect(row(shell.slot)).not.toBeNull();
  await shell.unmount();
}

/** Mounts the list again while the server is silent, until it has rendered what is kept, or placeholders. */
async function returnTo(shell: Shell, props: { fetch: typeof globalThis.fetch }) {
  const silent = held(props.fetch);
  const ready = () => shell.events.filter(({ type }) => type === 'ready').length;
  const before = ready();
  await shell.mount({ ...props, fetch: silent.fetch });
  await waitFor(() => expect(ready()).toBe(before + 1));
  return silent;
}

/** The list is fetched, so it would have been shown if it were kept. */
async function expectNothingKept(shell: Shell, props: { fetch: typeof globalThis.fetch }) {
  const { calls } = await returnTo(shell, props);
  await waitFor(() => expect(calls.length).toBeGreaterThan(0));
  expect(row(shell.slot)).toBeNull();
}

test('a page that was left is shown again before any call is answered, then with what is true', async () => {
  shows('4.host.again.page');
  const shell = openShell(createConsole);
  const props = await withCookie();
  await visit(shell, props);
  const params = { instanceId: server.studio.dev };
  const body = { items: [weapon('Durendal', { cost: 90 })] };
  await server.call(items.saveMany, { params, body }, { as: 'owner' });
  const { calls, release } = await returnTo(shell, props);
  expect(row(shell.slot)).not.toBeNull();
  await waitFor(() => expect(calls.some((url) => url.endsWith('/items/weapon'))).toBe(true));
  expect(within(shell.slot).queryByRole('row', { name: /Durendal/ })).toBeNull();
  release();
  await within(shell.slot).findByRole('row', { name: /Durendal/ });
});

test('it is scrolled as before, and has the focus if nothing else has', async () => {
  shows('4.host.again.view');
  const shell = openShell(createConsole);
  const props = await withCookie();
  await shell.mount(props);
  await waitFor(() => expect(shell.events).toContainEqual({ type: 'shown' }));
  const table = () => within(shell.slot).getByRole('grid').parentElement;
  const link = () => within(shell.slot).getByRole('link', { name: 'Excalibur' });
  Object.assign(table() ?? {}, { scrollTop: 40 });
  link().focus();
  await shell.unmount();
  await returnTo(shell, props);
  expect(table()?.scrollTop).toBe(40);
  expect(document.activeElement).toBe(link());

  const button = document.createElement('button');
  document.body.append(button);
  await shell.unmount();
  button.focus();
  await returnTo(shell, props);
  expect(row(shell.slot)).not.toBeNull();
  expect(document.activeElement).toBe(button);
  button.remove();
});

test('after five minutes it is not', async () => {
  const shell = openShell(createConsole);
  const props = await withCookie();
  await visit(shell, props);
  vi.setSystemTime(Date.now() + 5 * 60 * 1000 + 1);
  await expectNothingKept(shell, props);
});

test.each([
  ['nobody is signed in any more', () => localStorage.clear()],
  ['somebody has signed in anew', () => storeSession('second')],
  ['the session may have expired', () => storeSession('first', Date.now() / 1000 - 1)],
])('nothing of it is shown when %s', async (_, change) => {
  shows('4.host.again.nobody-else');
  const shell = openShell(createConsole);
  const props = await withCookie();
  await visit(shell, props);
  change();
  await expectNothingKept(shell, props);
  await shell.unmount();
  storeSession('first');
  await expectNothingKept(shell, props);
});

test('a host’s user sees it again with a new token, and nobody else does', async () => {
  shows('4.host.again.token');
  const shell = openShell(createConsole);
  await visit(shell, withToken('owner'));
  const renewed = withToken('owner', tokenOf('owner', { iat: Math.floor(Date.now() / 1000) - 60, jti: 'another' }));
  await returnTo(shell, renewed);
  expect(row(shell.slot)).not.toBeNull();
  await shell.unmount();
  await expectNothingKept(shell, withToken('member'));
  await shell.unmount();
  await expectNothingKept(shell, withToken('owner'));
});

test('a token of somebody else leads to the start, and what it was answered with is not kept', async () => {
  const shell = openShell(createConsole);
  const tokens = { current: server.bearer('owner').replace('Bearer ', '') };
  const { fetch } = withToken('owner');
  let isRefused = false;
  const props = {
    ...withToken('owner'),
    getAccessToken: async () => tokens.current,
    fetch: async (...request: Parameters<typeof globalThis.fetch>) => {
      if (!isRefused) return fetch(...request);
      isRefused = false;
      return new Response(null, { status: 401 });
    },
  };
  await shell.mount(props);
  await waitFor(() => expect(shell.events).toContainEqual({ type: 'shown' }));
  tokens.current = server.bearer('admin').replace('Bearer ', '');
  isRefused = true;
  await userEvent.click(within(shell.slot).getByRole('link', { name: 'Images' }));
  await within(shell.slot).findByRole('heading', { level: 1, name: 'Dashboard' });
  await shell.unmount();
  tokens.current = server.bearer('owner').replace('Bearer ', '');
  goTo(listPath());
  await expectNothingKept(shell, props);
});

test('a lost session ends it', async () => {
  shows('4.host.again.lost');
  const shell = openShell(createConsole);
  const props = await withCookie();
  let isLost = false;
  const fetch: typeof globalThis.fetch = (...request) =>
    isLost ? Promise.resolve(new Response('{}', { status: 401 })) : props.fetch(...request);
  await shell.mount({ ...props, fetch });
  await waitFor(() => expect(shell.events).toContainEqual({ type: 'shown' }));
  isLost = true;
  await userEvent.click(within(shell.slot).getByRole('link', { name: 'Images' }));
  await waitFor(() => expect(shell.events).toContainEqual({ type: 'session-expired' }));
  await shell.unmount();
  storeSession('first');
  goTo(listPath());
  await expectNothingKept(shell, props);
});

test('so does a host without a token', async () => {
  shows('4.host.again.lost');
  const shell = openShell(createConsole);
  await visit(shell, withToken('owner'));
  const getAccessToken = () => Promise.reject(new Error('signed out'));
  await shell.mount({ ...withToken('owner'), getAccessToken });
  await waitFor(() => expect(shell.events).toContainEqual({ type: 'session-expired' }));
  await shell.unmount();
  goTo(listPath());
  await expectNothingKept(shell, withToken('owner'));
});

test('each mount has its own', async () => {
  const shell = openShell(createConsole);
  const props = await withCookie();
  await visit(shell, props);
  await expectNothingKept(shell, { ...props, ...{ name: 'second' } });
});
