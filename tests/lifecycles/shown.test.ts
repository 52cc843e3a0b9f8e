import { waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HostEvent } from '../../src/app/context/host-api.ts';
import { followScreen } from '../../src/app/context/on-screen.ts';
import { ConsoleQueries, PageCache } from '../../src/app/context/page-cache.ts';
import { createConsole } from '../../src/app/create-console.tsx';
// The code of the pages, which would take most of a test's time.
import '../../src/features/dashboard/dashboard-page.tsx';
import '../../src/features/errors/error-page.tsx';
import '../../src/features/items/list/items-list-page.tsx';
import '../../src/features/sign-in/sign-in-page.tsx';
import { apiBase } from '../support/console.tsx';
import { saveWeapons } from '../support/item-content.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { timeout } from '../support/timeout.ts';
import { openShell } from './shell.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  await saveWeapons(server, [['Sword', { cost: 1 }]]);
});
afterEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/');
});

type Fetch = typeof globalThis.fetch;

/** Mounts the console at a path in a host that records each event with the content of the screen. */
async function mountAt(path: string, waitsFor: number, { isSignedIn = true, wrap = (fetch: Fetch) => fetch } = {}) {
  history.replaceState(null, '', `/content${path}`);
  const { fetch } = isSignedIn ? await server.signIn('owner') : server.browser();
  if (isSignedIn) localStorage.setItem(`quartermaster:expires-at:${apiBase}`, String(Date.now() / 1000 + 900));
  const shell = openShell((props) => createConsole(props, { timeout: waitsFor }));
  const events: { type: string; screen: string }[] = [];
  const onEvent = ({ type }: HostEvent) => events.push({ type, screen: shell.slot.innerHTML });
  await shell.mount({ apiBase, fetch: wrap(fetch), basename: '/content', onEvent });
  return { shell, events, typesOf: () => events.map(({ type }) => type) };
}

const frames = async (count: number) => {
  for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
};

const list = (templateId: string) => `/instance/${server.studio.dev}/templates/${templateId}/items`;

test('a list counts as shown when its rows are on the screen, not with placeholders', async () => {
  const answer = Promise.withResolvers<void>();
  const { shell, events, typesOf } = await mountAt(list('weapon'), 1, {
    wrap: (fetch) => async (input, init) => {
      if (/\/items\/weapon$/.test(String(input))) await answer.promise;
      return fetch(input, init);
    },
  });
  await waitFor(() => expect(typesOf()).toContain('ready'));
  await within(shell.slot).findByRole('link', { name: 'Quartermaster, home' });
  expect(typesOf()).not.toContain('shown');
  answer.resolve();
  await waitFor(() => expect(typesOf()).toContain('shown'));
  expect(events.find(({ type }) => type === 'shown')?.screen).toContain('>Sword<');
  expect(typesOf().indexOf('shown')).toBeGreaterThan(typesOf().indexOf('ready'));

  await userEvent.click(within(shell.slot).getByRole('link', { name: 'Quartermaster, home' }));
  await within(shell.slot).findByRole('heading', { level: 1, name: 'Studio' });
  expect(typesOf().filter((type) => type === 'shown')).toHaveLength(1);
});

test('the home page counts as shown only once its late queries are rendered', async () => {
  const { events, typesOf } = await mountAt('', timeout);
  await waitFor(() => expect(typesOf()).toContain('shown'));
  expect(events.find(({ type }) => type === 'shown')?.screen).toContain('Studio');
});

test('without a session the sign-in counts as shown', async () => {
  const { events, typesOf } = await mountAt('', timeout, { isSignedIn: false });
  await waitFor(() => expect(typesOf()).toContain('shown'));
  expect(events.find(({ type }) => type === 'shown')?.screen).toContain('Password');
});

test('an error page shown instead of the first page does not count, and the next page does', async () => {
  let isBroken = true;
  const { shell, events, typesOf } = await mountAt('', timeout, {
    wrap: (fetch) => async (input, init) => {
      if (!isBroken || !String(input).endsWith('/v1/accounts/settings')) return fetch(input, init);
      return Response.json({ status_code: 409, error: 'conflict', message: 'Not now.' }, { status: 409 });
    },
  });
  await waitFor(() => expect(typesOf()).toContain('error'));
  const retry = await within(shell.slot).findByRole('button', { name: 'Try again' });
  await frames(3);
  expect(typesOf()).not.toContain('shown');
  isBroken = false;
  await userEvent.click(retry);
  await waitFor(() => expect(typesOf()).toContain('shown'));
  expect(events.find(({ type }) => type === 'shown')?.screen).toContain('Studio');
});

test('a page that is not rendered yet, or has crashed, does not count as shown', async () => {
  const router = createMemoryRouter([{ path: '*' }]);
  const screen = followScreen();
  const { signal } = new AbortController();
  const shown = vi.fn();
  const queries = new ConsoleQueries(new PageCache(), {});
  void screen.firstShown({ router, queries, isFailed: () => false, signal }).then(shown);
  await frames(3);
  expect(shown).not.toHaveBeenCalled();

  screen.note(router.state.location.key);
  screen.note(router.state.location.key, true);
  await frames(3);
  expect(shown).not.toHaveBeenCalled();

  await router.navigate('/next');
  screen.note(router.state.location.key);
  await waitFor(() => expect(shown).toHaveBeenCalledTimes(1));
});
