import { views } from '@quartermaster/contract/endpoints/views.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
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
  ['', 5, '>Sword<'],
  ['?size=25&sort=cost%3Adesc&filter=label%3Acontains%3AS', 5, '>Sword<'],
  ['/ITEM/edit', 4, 'Sword'],
])(
  'each of the first requests of a page is used by the console, and none is sent twice: %s',
  async (path, count, content) => {
    // On a slow machine an answer can become stale before it is shown, and is then refetched correctly.
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() });
    const { browser, sent, address, early } = await openAt(path.replace('ITEM', String(ids[0])));
    const first = [...sent];
    expect(first).toHaveLength(count);
    const { root } = await renderConsole(address, { server, browser, props: { fetch: early }, as: 'owner' });
    await waitFor(() => expect(root.innerHTML).toContain(content));
    const later = sent.slice(first.length);
    expect(later.filter((call) => first.includes(call))).toEqual([]);
    // Two of them send their responses in parts.
    const { dev } = server.studio;
    const parts = [
      `instances/${dev}/permissions`,
      `editor/${dev}/menu`,
      'accounts/settings',
      'accounts/workspaces',
      'workspaces',
    ];
    for (const part of parts) expect(later).not.toContain(`GET /v1/${part}`);
  },
);

test.each([true, false])(
  'a view is asked for its rows early once it is known from the last visit, first view: %s',
  async (isFirst) => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() });
    const params = { instanceId: server.studio.dev, templateId: 'weapon' };
    const filters = [{ template_field_id: 'label', op: filterOps.contains, value: 'S' }];
    const list = { filters, sort: null, hidden: [], order: [], widths: {}, size: null };
    const body = { name: 'S', is_private: false, is_first: isFirst, list };
    const { id } = await server.call(views.create, { params, body }, { as: 'owner' });
    const path = isFirst ? '' : `?view=${id}`;
    const rowsCall = `POST /v1/editor/${params.instanceId}/items/weapon`;
    const visit = async () => {
      const { browser, sent, address, early } = await openAt(path);
      const first = [...sent];
      const { root, close } = await renderConsole(address, { server, browser, props: { fetch: early }, as: 'owner' });
      await waitFor(() => expect(root.innerHTML).toContain('>Sword<'));
      expect(root.innerHTML).not.toContain('>Axe<');
      const late = sent.slice(first.length);
      close();
      return { early: first.includes(rowsCall), late: late.includes(rowsCall) };
    };
    // A list without a view may be asked for in vain the first time.
    expect(await visit()).toEqual({ early: isFirst, late: true });
    expect(await visit()).toEqual({ early: true, late: false });
  },
);

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
  expect(spy).toHaveBeenCalledTimes(5);
  await expect(early(`${apiBase}/v1/workspaces`, { method: 'GET' })).rejects.toThrow('Failed to fetch');
});
