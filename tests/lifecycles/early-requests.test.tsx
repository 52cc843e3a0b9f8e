import { waitFor } from '@testing-library/dom';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
// The code of the pages, which would take most of a test's time.
import '../../src/features/items/form/item-edit-page.tsx';
import '../../src/features/items/list/items-list-page.tsx';
import { sendFirstRequests } from '../../src/app/early-requests.ts';
import { apiBase, renderConsole } from '../support/console.tsx';
import { saveWeapons } from '../support/item-content.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import type { Person } from '../support/server-studio.ts';

let server: TestServer;
let ids: number[];
beforeEach(async () => {
  server = await startTestServer();
  const weapons: [string, { cost: number }][] = ['Sword', 'Axe'].map((label, cost) => [label, { cost }]);
  ids = (await saveWeapons(server, weapons)).weapons;
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
  history.replaceState(null, '', '/');
});

/** Sends the first requests of an address for a user whose session lasts `seconds`; `sent` are those that reached the server. */
async function openAt(path: string, seconds = 900, as: Person = 'owner') {
  const browser = await server.signIn(as);
  const sent: string[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    sent.push(`${init?.method ?? 'GET'} ${String(input).replace(apiBase, '')}`);
    return browser.fetch(input, init);
  };
  const spy = vi.spyOn(window, 'fetch').mockImplementation(fetch);
  onTestFinished(() => spy.mockRestore());
  localStorage.setItem(`quartermaster:expires-at:${apiBase}`, String(Date.now() / 1000 + seconds));
  const address = `/instance/${server.studio.dev}/templates/weapon/items${path}`;
  history.replaceState(null, '', address);
  return { browser, sent, address, early: sendFirstRequests(apiBase) };
}

test.each([
  ['', '>Sword<'],
  ['?size=25&sort=cost%3Adesc&filter=label%3Acontains%3AS', '>Sword<'],
  ['/ITEM/edit', 'Sword'],
])('each of the first requests of a page is used by the console, and none is sent twice: %s', async (path, content) => {
  // On a slow machine an answer can become stale before it is shown, and is then refetched correctly.
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() });
  const { browser, sent, address, early } = await openAt(path.replace('ITEM', String(ids[0])));
  const first = [...sent];
  expect(first).toHaveLength(4);
  const { root } = await renderConsole(address, { server, browser, props: { fetch: early }, as: 'owner' });
  await waitFor(() => expect(root.innerHTML).toContain(content));
  const later = sent.slice(first.length);
  expect(later.filter((call) => first.includes(call))).toEqual([]);
  // Two of the four send their responses in parts.
  const { dev } = server.studio;
  const parts = [
    `instances/${dev}/permissions`,
    `editor/${dev}/menu`,
    'accounts/settings',
    'accounts/workspaces',
    'workspaces',
  ];
  for (const part of parts) expect(later).not.toContain(`GET /v1/${part}`);
});

test('an early response is used once, and later requests go to the server', async () => {
  const { sent, early } = await openAt('');
  const before = sent.length;
  const ask = () => early(`${apiBase}/v1/accounts/settings`, { method: 'GET', credentials: 'include' });
  expect((await ask()).status).toBe(200);
  expect(sent).toHaveLength(before);
  expect((await ask()).status).toBe(200);
  expect(sent).toHaveLength(before + 1);
});

test('a part is requested by itself if the combined request is refused', async () => {
  const { sent, early } = await openAt('', 900, 'stranger');
  const before = sent.length;
  const { dev } = server.studio;
  expect((await early(`${apiBase}/v1/editor/${dev}/menu`, { method: 'GET', credentials: 'include' })).status).toBe(404);
  expect(sent.slice(before)).toEqual([`GET /v1/editor/${dev}/menu`]);
  const answer = await early(`${apiBase}/v1/workspaces`, { method: 'GET', credentials: 'include' });
  expect((await answer.json()).workspaces).toHaveLength(1);
  expect(sent).toHaveLength(before + 1);
});

test('nothing is sent for a session that expires soon, or for an address other than a page of items', async () => {
  expect((await openAt('', 200)).sent).toEqual([]);
  expect((await openAt('/new')).sent).toEqual([]);
});

test('a failed request only fails the call that uses it', async () => {
  const spy = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  onTestFinished(() => spy.mockRestore());
  localStorage.setItem(`quartermaster:expires-at:${apiBase}`, String(Date.now() / 1000 + 900));
  history.replaceState(null, '', '/instance/1/templates/weapon/items');
  const early = sendFirstRequests(apiBase);
  expect(spy).toHaveBeenCalledTimes(4);
  await expect(early(`${apiBase}/v1/workspaces`, { method: 'GET' })).rejects.toThrow('Failed to fetch');
});
