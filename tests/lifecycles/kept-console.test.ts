import { items } from '@quartermaster/contract/endpoints/items.ts';
import { waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createConsole } from '../../src/app/create-console.tsx';
import { keptFor } from '../../src/lifecycles/cached-console.ts';
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
  vi.restoreAllMocks();
  history.replaceState(null, '', '/');
});

type Shell = ReturnType<typeof openShell>;
type Props = Record<string, unknown> & {
  fetch: typeof globalThis.fetch;
  getAccessToken: (reason: string) => Promise<string>;
};

const goTo = (path: string) => history.pushState(null, '', `/content${path}`);
const listPath = () => `/instance/${server.studio.dev}/templates/weapon/items`;
const row = (shell: Shell) => within(shell.slot).queryByRole('row', { name: /Excalibur/ });
const countOf = (shell: Shell, type: string) => shell.events.filter((event) => event.type === type).length;

const propsOf = (person: Person): Props => {
  const token = server.bearer(person).replace('Bearer ', '');
  return { apiBase, basename: '/content', fetch: server.browser().fetch, getAccessToken: async () => token };
};

async function show(shell: Shell, props: Props): Promise<void> {
  const before = countOf(shell, 'shown');
  await shell.mount(props);
  await waitFor(() => expect(countOf(shell, 'shown')).toBe(before + 1));
}

/** Shows the list and leaves it; returns the row of a weapon. */
async function visit(shell: Shell, props: Props): Promise<HTMLElement> {
  await show(shell, props);
  const shown = row(shell);
  if (!shown) throw new Error('The list has no such row.');
  await shell.unmount({ name: props.name ?? 'content' });
  return shown;
}

/** Mounts the console again while the server is silent, until it has rendered what is kept, or placeholders. */
async function returnTo(shell: Shell, props: Props) {
  const calls: string[] = [];
  const { promise: silence, resolve: release } = Promise.withResolvers<void>();
  const before = countOf(shell, 'ready');
  const fetch: typeof globalThis.fetch = async (...request) => {
    calls.push(String(request[0]));
    await silence;
    return props.fetch(...request);
  };
  await shell.mount({ ...props, fetch });
  await waitFor(() => expect(countOf(shell, 'ready')).toBe(before + 1));
  return { calls, release };
}

const lookOf = (shell: Shell) => shell.root()?.innerHTML.replaceAll(/ style="[^"]*"/g, '');

/** Waits until the page no longer changes. */
async function settled(shell: Shell): Promise<void> {
  let before: string | undefined;
  await waitFor(
    () => {
      const isSame = before === lookOf(shell);
      before = lookOf(shell);
      expect(isSame).toBe(true);
    },
    { interval: 250 },
  );
}

/** The listeners that are added to window and document, and not removed again. */
function watchListeners() {
  const listeners = new Map<string, unknown>();
  const ids = new Map<unknown, number>();
  for (const target of [window, document]) {
    const name = target === window ? 'window' : 'document';
    const keyOf = (type: string, listener: unknown, options: unknown) => {
      if (!ids.has(listener)) ids.set(listener, ids.size);
      return `${name} ${type} ${ids.get(listener)} ${typeof options === 'object' ? Object(options).capture === true : options === true}`;
    };
    const { addEventListener, removeEventListener } = target;
    vi.spyOn(target, 'addEventListener').mockImplementation((...given: Parameters<typeof addEventListener>) => {
      listeners.set(keyOf(...(given as [string, unknown, unknown])), given[1]);
      addEventListener.apply(target, given);
    });
    vi.spyOn(target, 'removeEventListener').mockImplementation((...given: Parameters<typeof removeEventListener>) => {
      listeners.delete(keyOf(...(given as [string, unknown, unknown])));
      removeEventListener.apply(target, given);
    });
  }
  return () => [...listeners.keys()].filter((key) => !key.startsWith('document selectionchange'));
}

test('the same elements are shown before any call is answered, scrolled and focused, then with what is true', async () => {
  shows('4.host.again.same');
  const shell = openShell(createConsole);
  const props = propsOf('owner');
  await show(shell, props);
  const shown = row(shell);
  const table = within(shell.slot).getByRole('grid').parentElement as HTMLElement;
  const link = within(shell.slot).getByRole('link', { name: 'Excalibur' });
  table.scrollTop = 40;
  link.focus();
  await shell.unmount();
  // A browser forgets it with the layout of what is not in the page.
  table.scrollTop = 0;
  expect(document.querySelectorAll('[data-qm-root]')).toHaveLength(0);
  const body = { items: [weapon('Durendal', { cost: 90 })] };
  await server.call(items.saveMany, { params: { instanceId: server.studio.dev }, body }, { as: 'owner' });

  const { calls, release } = await returnTo(shell, props);
  expect(row(shell)).toBe(shown);
  expect(table.scrollTop).toBe(40);
  expect(document.activeElement).toBe(link);
  expect(within(shell.slot).queryByRole('row', { name: /Durendal/ })).toBeNull();
  await waitFor(() => expect(calls.some((url) => url.endsWith('/items/weapon'))).toBe(true));
  release();
  await within(shell.slot).findByRole('row', { name: /Durendal/ });
  expect(row(shell)).toBe(shown);
});

test('events, calls and tokens are those of the new mount', async () => {
  const shell = openShell(createConsole);
  const props = propsOf('owner');
  const shown = await visit(shell, props);
  const ofHost = { fetch: vi.spyOn(props, 'fetch'), getAccessToken: vi.spyOn(props, 'getAccessToken') };
  const events = shell.events.length;
  const next = openShell(createConsole);
  const again = propsOf('owner');
  const getAccessToken = vi.spyOn(again, 'getAccessToken');
  const onEvent = next.props().onEvent;
  await shell.mount({ ...again, onEvent, domElementGetter: () => next.slot });
  await waitFor(() => expect(countOf(next, 'shown')).toBe(1));
  expect(row(next)).toBe(shown);
  await userEvent.click(within(next.slot).getByRole('link', { name: 'Images' }));
  await waitFor(() => expect(next.events).toContainEqual({ type: 'title', title: 'Images' }));
  expect(getAccessToken.mock.calls).toEqual([['initial']]);
  expect(ofHost.fetch).not.toHaveBeenCalled();
  expect(ofHost.getAccessToken).not.toHaveBeenCalled();
  expect(shell.events).toHaveLength(events);
});

test('until then it calls nobody and listens to nothing', async () => {
  shows('4.host.again.meanwhile');
  const listeners = watchListeners();
  const shell = openShell(createConsole);
  const props = propsOf('owner');
  const fetch = vi.spyOn(props, 'fetch');
  await visit(shell, props);
  const calls = fetch.mock.calls.length;
  expect(listeners()).toEqual([]);
  vi.useFakeTimers();
  for (const type of ['focus', 'online', 'offline', 'popstate']) window.dispatchEvent(new Event(type));
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  expect(fetch.mock.calls.length).toBe(calls);
  await show(shell, props);
  expect(listeners().length).toBeGreaterThan(0);
  await shell.unmount();
  expect(listeners()).toEqual([]);
});

test('at another address that page is shown', async () => {
  shows('4.host.again.same');
  const shell = openShell(createConsole);
  const props = propsOf('owner');
  await visit(shell, props);
  goTo(`/instance/${server.studio.dev}/templates/image/items`);
  const before = countOf(shell, 'shown');
  await shell.mount(props);
  await within(shell.slot).findByRole('heading', { level: 1, name: 'Images' });
  await waitFor(() => expect(countOf(shell, 'shown')).toBe(before + 1));
  expect(row(shell)).toBeNull();
  expect(location.pathname).toBe(`/content/instance/${server.studio.dev}/templates/image/items`);
  history.back();
  await waitFor(() => expect(row(shell)).not.toBeNull());
});

test('it is forgotten if its application is unloaded', async () => {
  shows('4.host.again.thrown-away');
  const shell = openShell(createConsole);
  const props = propsOf('owner');
  const shown = await visit(shell, props);
  const root = shown.closest('[data-qm-root]');
  await shell.lifecycles.unload({ name: 'another' });
  expect(root?.childElementCount).toBeGreaterThan(0);
  await shell.lifecycles.unload({ name: 'content' });
  await waitFor(() => expect(root?.childElementCount).toBe(0));
  await returnTo(shell, props);
  expect(row(shell)).toBeNull();
});

test('after five minutes it is unmounted', async () => {
  shows('4.host.again.thrown-away');
  const shell = openShell(createConsole);
  await show(shell, propsOf('owner'));
  const root = shell.root();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  await shell.unmount();
  await vi.advanceTimersByTimeAsync(keptFor - 1);
  expect(root?.childElementCount).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(root?.childElementCount).toBe(0);
});

test.each<[string, (props: Props) => Props]>([
  ['another user', () => propsOf('member')],
  ['other options', (props) => ({ ...props, chrome: { sidebar: false } })],
  ['a host that supplies no token', (props) => ({ ...props, getAccessToken: () => Promise.reject(new Error('no')) })],
])('%s gets a console of its own', async (_, change) => {
  shows('4.host.again.thrown-away');
  const shell = openShell(createConsole);
  const props = propsOf('owner');
  const shown = await visit(shell, props);
  const root = shown.closest('[data-qm-root]');
  await returnTo(shell, change(props));
  expect(shell.root()).not.toBe(root);
  expect(root?.childElementCount).toBe(0);
});

test('the end of the session in another console unmounts it at once', async () => {
  shows('4.host.again.thrown-away');
  const shell = openShell(createConsole);
  const props = propsOf('owner');
  const shown = await visit(shell, props);
  const root = shown.closest('[data-qm-root]');
  const refused = { ...props, name: 'second', fetch: async () => new Response('{}', { status: 401 }) };
  await shell.mount(refused);
  await waitFor(() => expect(countOf(shell, 'session-expired')).toBe(1));
  await waitFor(() => expect(root?.childElementCount).toBe(0));
  await shell.unmount({ name: 'second' });
  await returnTo(shell, props);
  expect(row(shell)).toBeNull();
});

test('changed rights of the user, seen by another console, throw it away, too', async () => {
  shows('4.host.again.thrown-away');
  const shell = openShell(createConsole);
  const props = propsOf('member');
  const shown = await visit(shell, props);
  const root = shown.closest('[data-qm-root]');
  await show(shell, { ...props, name: 'second' });
  expect(root?.childElementCount).toBeGreaterThan(0);
  await server.app.deps.database.query('delete from instance_members where account_id = $1', [
    server.studio.accounts.member,
  ]);
  await userEvent.click(within(shell.slot).getByRole('link', { name: 'Trash' }));
  await waitFor(() => expect(root?.childElementCount).toBe(0));
});

test('with an open menu or unsaved changes it is not kept', async () => {
  shows('4.host.again.thrown-away');
  const shell = openShell(createConsole);
  const props = propsOf('owner');
  await show(shell, props);
  const first = shell.root();
  await userEvent.click(within(shell.slot).getByRole('button', { name: 'Account' }));
  await within(document.body).findByRole('menu');
  await shell.unmount();
  expect(first?.childElementCount).toBe(0);

  goTo(`/instance/${server.studio.dev}/templates/weapon/items/new`);
  await show(shell, props);
  const second = shell.root();
  await userEvent.type(within(shell.slot).getByRole('textbox', { name: /Label/ }), 'x');
  await waitFor(() => expect(shell.events).toContainEqual({ type: 'dirty', isDirty: true }));
  await shell.unmount();
  expect(second?.childElementCount).toBe(0);
});

test('pages look the same, and a form asks before it is left', async () => {
  const warnings = vi.spyOn(console, 'warn');
  const shell = openShell(createConsole);
  const props = propsOf('owner');
  const instance = `/instance/${server.studio.dev}`;
  const weapons = `${instance}/templates/weapon`;
  await show(shell, props);
  const root = shell.root();
  const link = within(shell.slot).getByRole('link', { name: 'Excalibur' });
  const item = new URL((link as HTMLAnchorElement).href).pathname.replace('/content', '');
  const pages = [
    '/',
    `${weapons}/edit`,
    `${weapons}/items/grid`,
    '/activity',
    '/proposals',
    '/settings/account',
    '/instance-sync',
    item,
  ];
  for (const page of pages) {
    await shell.unmount();
    goTo(page);
    await show(shell, props);
    await waitFor(() => expect(location.pathname).toBe(`/content${page}`));
    await settled(shell);
    const before = lookOf(shell);
    const heading = within(shell.slot).getByRole('heading', { level: 1 });
    await shell.unmount();
    await show(shell, props);
    await settled(shell);
    expect(shell.root() === root && heading.isConnected, page).toBe(true);
    expect(lookOf(shell), page).toBe(before);
  }
  await userEvent.type(within(shell.slot).getByRole('textbox', { name: /Label/ }), 'x');
  await waitFor(() => expect(shell.events).toContainEqual({ type: 'dirty', isDirty: true }));
  expect(warnings.mock.calls.flat()).not.toContainEqual(expect.stringContaining('blocker'));
  await userEvent.click(within(shell.slot).getByRole('link', { name: 'Images' }));
  const dialog = await within(document.body).findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Leave without saving' }));
  await within(shell.slot).findByRole('heading', { level: 1, name: 'Images' });
});
