import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RecentEntry } from '../../src/app/context/host-api.ts';
import { createConsole } from '../../src/app/create-console.tsx';
import { shows } from '../specification/shows.ts';
import { apiBase } from '../support/console.tsx';
import { saveWeapons } from '../support/item-content.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { emailOf, password } from '../support/server-studio.ts';
import { openShell, outcome } from './shell.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  history.replaceState(null, '', '/content');
});
afterEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/');
});

const instanceOf = (person: 'owner' | 'stranger') =>
  person === 'owner' ? server.studio.dev : server.studio.elsewhere.dev;

/** The props of a host whose user has signed in with cookies. */
async function signedIn(person: 'owner' | 'stranger') {
  const { fetch } = await server.signIn(person);
  localStorage.setItem(`quartermaster:expires-at:${apiBase}`, String(Date.now() / 1000 + 900));
  return { apiBase, fetch, basename: '/content', activeInstanceId: instanceOf(person) };
}

/** The props of a host that signs users in itself. */
const hostToken = (person: 'owner' | 'stranger') => ({
  apiBase,
  fetch: server.browser().fetch,
  basename: '/content',
  activeInstanceId: instanceOf(person),
  getAccessToken: vi.fn(async () => server.bearer(person).replace('Bearer ', '')),
});

const heading = (element: HTMLElement, name: string) => within(element).findByRole('heading', { level: 1, name });

test('the console is mounted, updated, unmounted and mounted again against the server', async () => {
  shows('3.names.console-single-spa', '4.host.nodes.page');
  const shell = openShell(createConsole);
  const props = await signedIn('owner');
  const title = document.title;
  await shell.mount(props);
  await heading(shell.slot, 'Studio');
  expect(shell.events).toContainEqual({ type: 'title', title: 'Studio' });
  expect(document.title).toBe(title);
  expect(document.documentElement.attributes).toHaveLength(0);

  await shell.update({ colorScheme: 'dark' });
  for (const node of [shell.root(), ...shell.overlays()]) {
    await waitFor(() => expect(node?.getAttribute('data-mantine-color-scheme')).toBe('dark'));
  }

  await shell.unmount();
  expect(shell.slot.childNodes).toHaveLength(0);
  expect(shell.overlays()).toHaveLength(0);
  expect(document.querySelectorAll('style, link')).toHaveLength(0);

  await shell.mount(props);
  await heading(shell.slot, 'Studio');
});

test.each([
  ['workspaces', { workspaces: null }, 'Workspaces data not found'],
  ['accounts/workspaces', { workspaces: null }, 'Workspaces data not found'],
  ['accounts/settings', null, 'Instance data not found'],
])(
  'a successful answer to %s without its content shows the error page with its sentence',
  async (path, body, sentence) => {
    shows('4.host.calls.incomplete');
    const shell = openShell(createConsole);
    const props = await signedIn('owner');
    const fetch: typeof globalThis.fetch = async (input, init) =>
      String(input) === `${apiBase}/v1/${path}` ? Response.json(body) : props.fetch(input, init);
    await shell.mount({ ...props, fetch });
    await within(shell.slot).findByText(sentence);
    expect(within(shell.slot).getByRole('button', { name: 'Try again' })).toBeDefined();
    expect(shell.events).toContainEqual(expect.objectContaining({ type: 'error', phase: 'data' }));
  },
);

test('a sign-in whose cookie the browser blocks shows the reason above the form', async () => {
  shows('4.host.calls.cookie-blocked');
  const shell = openShell(createConsole);
  // Each call comes from a new browser without cookies of earlier calls.
  const fetch: typeof globalThis.fetch = (input, init) => server.browser().fetch(input, init);
  await shell.mount({ apiBase, fetch, basename: '/content' });
  const signIn = async (typed: string) => {
    await userEvent.type(await within(shell.slot).findByLabelText('Email'), emailOf('owner'));
    await userEvent.type(within(shell.slot).getByLabelText('Password'), typed);
    await userEvent.click(within(shell.slot).getByRole('button', { name: 'Sign in' }));
  };
  await signIn(password);
  const blocked = /^Email and password are right, but this browser blocked the cookie of localhost:4400\./;
  const reason = await within(shell.slot).findByText(blocked);
  // Keyboard users continue above the form, instead of at the top of the page.
  await waitFor(() => expect(document.activeElement).toBe(reason.closest('[role=alert]')));
  await userEvent.tab();
  expect(document.activeElement).toBe(within(shell.slot).getByLabelText('Email'));
  // It is about the last attempt only.
  await signIn('Another password');
  await within(shell.slot).findByText('Email or password is wrong.');
  expect(within(shell.slot).queryByText(blocked)).toBeNull();
  await userEvent.clear(within(shell.slot).getByLabelText('Email'));
  await userEvent.clear(within(shell.slot).getByLabelText('Password'));
  await signIn(password);
  await within(shell.slot).findByText(blocked);
});

test('the page is marked with its route pattern, and the account on its button', async () => {
  shows('4.host.nodes.marks');
  const shell = openShell(createConsole);
  await shell.mount(await signedIn('owner'));
  await heading(shell.slot, 'Studio');
  expect(shell.root()?.dataset.qmPage).toBe('/');
  const account = () => shell.slot.querySelector<HTMLElement>('[data-qm-account]')?.title;
  await waitFor(() => expect(account()).toBe('owner@studio.test'));
  await userEvent.click(await within(shell.slot).findByRole('link', { name: /^Exported data/ }));
  await heading(shell.slot, 'Exported data');
  expect(shell.root()?.dataset.qmPage).toBe('/settings/exported-data');
  await userEvent.click(await within(shell.slot).findByRole('link', { name: 'Images' }));
  await heading(shell.slot, 'Images');
  expect(shell.root()?.dataset.qmPage).toBe('/instance/:instanceId/templates/:templateId/items');
});

test('a basename that ends in a slash is the same as without it', async () => {
  const shell = openShell(createConsole);
  await shell.mount({ ...(await signedIn('owner')), basename: '/content/' });
  await heading(shell.slot, 'Studio');
  await userEvent.click(await within(shell.slot).findByRole('link', { name: /^Exported data/ }));
  await waitFor(() => expect(location.pathname).toBe('/content/settings/exported-data'));
});

test('with the host’s token neither cookies nor a refresh are used', async () => {
  shows('3.session.host-token.bearer', '3.session.host-token.no-cookies', '3.session.host-token.no-refresh');
  const shell = openShell(createConsole);
  const props = hostToken('owner');
  const fetchMock = vi.fn(props.fetch);
  await shell.mount({ ...props, fetch: fetchMock });
  await heading(shell.slot, 'Studio');
  expect(props.getAccessToken).toHaveBeenCalledWith('initial');
  const calls = fetchMock.mock.calls.map(([input, init]) => new Request(new URL(String(input), apiBase), init));
  expect(calls.length).toBeGreaterThan(0);
  for (const call of calls) {
    expect(call.headers.get('authorization')).toMatch(/^Bearer /);
    expect(call.credentials).toBe('omit');
    expect(call.url).not.toContain('/refresh');
  }
});

test('the host may supply its token without a promise', async () => {
  shows('3.session.host-token.bearer');
  const shell = openShell(createConsole);
  const props = hostToken('owner');
  const getAccessToken = () => server.bearer('owner').replace('Bearer ', '');
  await shell.mount({ ...props, getAccessToken });
  await heading(shell.slot, 'Studio');
});

test('the host gets the reason for a missing token, and the user sees it and can try again', async () => {
  shows('4.host.calls.token');
  const shell = openShell(createConsole);
  const props = hostToken('owner');
  const getAccessToken = vi.fn<() => unknown>(() => {
    throw new Error('not yet');
  });
  await shell.mount({ ...props, getAccessToken });
  await heading(shell.slot, 'No access');
  expect(within(shell.slot).getByText('not yet')).toBeDefined();
  expect(shell.events).toContainEqual(
    expect.objectContaining({ type: 'error', phase: 'token', fatal: false, message: 'not yet' }),
  );
  getAccessToken.mockImplementation(props.getAccessToken);
  await userEvent.click(within(shell.slot).getByRole('button', { name: 'Try again' }));
  await heading(shell.slot, 'Studio');
});

test('two mounts on one page have separate users, and one outlives the other', async () => {
  shows('4.host.mounts.apart', '4.host.mounts.outlives');
  const shell = openShell(createConsole);
  const aside = document.createElement('aside');
  document.body.append(aside);
  const second = { name: 'second', domElement: aside, routing: 'memory' };
  await Promise.all([shell.mount(hostToken('owner')), shell.mount({ ...hostToken('stranger'), ...second })]);
  await heading(shell.slot, 'Studio');
  await heading(aside, 'Elsewhere');

  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);

  await shell.update({ ...second, colorScheme: 'dark' });
  await waitFor(() => expect(aside.firstElementChild?.getAttribute('data-mantine-color-scheme')).toBe('dark'));
  expect(shell.root()?.getAttribute('data-mantine-color-scheme')).toBe('light');

  await shell.unmount();
  await heading(aside, 'Elsewhere');
  await shell.unmount(second);
  aside.remove();
});

test('without a session the sign-in is shown under the host’s path, and nothing takes the focus', async () => {
  shows('1.2.guard.all-others');
  const shell = openShell(createConsole);
  await shell.mount({ apiBase, fetch: server.browser().fetch, basename: '/content' });
  await waitFor(() => expect(location.pathname).toBe('/content/login'));
  expect(await within(shell.slot).findByLabelText(/Email/)).toBeDefined();
  expect(shell.events).toContainEqual({ type: 'session-expired' });
});

test('the toggle requests another scheme from a host that owns it', async () => {
  shows('4.host.styles.scheme');
  const shell = openShell(createConsole);
  await shell.mount({ ...(await signedIn('owner')), colorScheme: 'light' });
  await heading(shell.slot, 'Studio');
  await userEvent.click(within(shell.slot).getByRole('button', { name: 'Theme' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Dark' }));
  expect(shell.events).toContainEqual({ type: 'scheme', colorScheme: 'dark' });
  expect(shell.root()?.getAttribute('data-mantine-color-scheme')).toBe('light');
  expect(localStorage.getItem('quartermaster:color-scheme')).toBeNull();
});

test('an unreachable server shows the console’s error, and the lifecycles complete', async () => {
  shows('4.host.calls.down');
  const shell = openShell(createConsole);
  const fetch = async () => {
    throw new TypeError('Failed to fetch');
  };
  expect(await outcome(shell.mount({ ...hostToken('owner'), fetch }))).toBe('resolved');
  expect(await within(shell.slot).findByRole('button', { name: 'Try again' })).toBeDefined();
  expect(await outcome(shell.unmount())).toBe('resolved');
  expect(shell.slot.childNodes).toHaveLength(0);
});

test('the record of an error has routes as patterns, and nothing that was typed, loaded or used to sign in', async () => {
  await saveWeapons(server, () => [['Excalibur', { cost: 120 }]]);
  const { dev } = server.studio;
  const path = `/content/instance/${dev}/templates/weapon/items`;
  history.replaceState(null, '', `${path}?note=ann%40studio.test`);
  const shell = openShell(createConsole);
  await shell.mount(hostToken('owner'));
  expect(await within(shell.slot).findByRole('link', { name: 'Excalibur' })).toBeDefined();
  await userEvent.click(within(shell.slot).getByRole('link', { name: 'Excalibur' }));
  await userEvent.type(await within(shell.slot).findByRole('textbox', { name: /^Label/ }), ' of Ann');
  await shell.update({ colorScheme: 'blue' });

  const { recent } = shell.events.findLast(({ type }) => type === 'error') as { recent?: RecentEntry[] };
  const routes = recent?.flatMap((entry) => (entry.kind === 'route' ? [entry.to] : []));
  expect(routes).toEqual([
    '/instance/:instanceId/templates/:templateId/items',
    '/instance/:instanceId/templates/:templateId/items/:id/edit',
  ]);
  expect(recent).toContainEqual(expect.objectContaining({ type: 'dirty', details: { isDirty: 'true' } }));
  const others = JSON.stringify(shell.events.filter(({ type }) => type !== 'error'));
  expect(others).toMatch(/Weapon.*ann%40studio.test/);
  const token = server.bearer('owner').replace('Bearer ', '');
  const secrets = ['Excalibur', 'Ann', 'weapon', 'Weapon', 'studio', 'note', token, 'localhost'];
  for (const secret of secrets) expect(JSON.stringify(recent)).not.toContain(secret);
});
