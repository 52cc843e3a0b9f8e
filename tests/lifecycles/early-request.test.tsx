import { views } from '@quartermaster/contract/endpoints/views.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { waitFor } from '@testing-library/dom';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
// The code of the pages, which would take most of a test's time.
import '../../src/features/items/form/item-edit-page.tsx';
import '../../src/features/items/list/items-list-page.tsx';
import { sendFirstRequest } from '../../src/app/early-request.ts';
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

const firstCall = () => `POST /v1/instances/${server.studio.dev}/templates/weapon/bootstrap`;
const isFirst = (call: string | undefined) => call === firstCall();

/** Sends the first request of an address for a user whose session lasts `seconds`; `sent` are those that reached the server. */
async function openAt(path: string, seconds = 900, as: Person = 'owner') {
  const browser = await server.signIn(as);
  const sent: string[] = [];
  const askedForRows: boolean[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    sent.push(`${init?.method ?? 'GET'} ${String(input).replace(apiBase, '')}`);
    if (isFirst(sent.at(-1))) askedForRows.push('list' in JSON.parse(String(init?.body)));
    return browser.fetch(input, init);
  };
  const spy = vi.spyOn(window, 'fetch').mockImplementation(fetch);
  onTestFinished(() => spy.mockRestore());
  localStorage.setItem(`quartermaster:expires-at:${apiBase}`, String(Date.now() / 1000 + seconds));
  const address = `/instance/${server.studio.dev}/templates/weapon/items${path}`;
  history.replaceState(null, '', address);
  return { browser, sent, askedForRows, address, early: sendFirstRequest(apiBase) };
}

test.each([
  ['', '>Sword<'],
  ['?size=25&sort=cost%3Adesc&filter=label%3Acontains%3AS', '>Sword<'],
  ['/ITEM/edit', 'Sword'],
])(
  'the first request of a page answers all that the console asks for, and none is sent twice: %s',
  async (path, content) => {
    // On a slow machine an answer can become stale before it is shown, and is then refetched correctly.
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() });
    const { browser, sent, address, early } = await openAt(path.replace('ITEM', String(ids[0])));
    expect(sent).toEqual([firstCall()]);
    const { root } = await renderConsole(address, { server, browser, props: { fetch: early }, as: 'owner' });
    await waitFor(() => expect(root.innerHTML).toContain(content));
    const { dev } = server.studio;
    const parts = [
      `GET /v1/instances/${dev}/permissions`,
      `GET /v1/editor/${dev}/menu`,
      'GET /v1/accounts/settings',
      'GET /v1/accounts/workspaces',
      'GET /v1/workspaces',
      `GET /v1/editor/${dev}/templates/weapon`,
      `GET /v1/editor/${dev}/items/weapon/views`,
      `POST /v1/editor/${dev}/items/weapon`,
      `GET /v1/editor/${dev}/items/weapon/${ids[0]}`,
      firstCall(),
    ];
    const later = sent.slice(1);
    for (const part of parts) expect(later).not.toContain(part);
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
      const { browser, sent, askedForRows, address, early } = await openAt(path);
      const { root, close } = await renderConsole(address, { server, browser, props: { fetch: early }, as: 'owner' });
      await waitFor(() => expect(root.innerHTML).toContain('>Sword<'));
      expect(root.innerHTML).not.toContain('>Axe<');
      close();
      return { early: askedForRows, late: sent.includes(rowsCall) };
    };
    // A list without a view may be asked for in vain the first time.
    expect(await visit()).toEqual({ early: [isFirst], late: true });
    expect(await visit()).toEqual({ early: [true], late: false });
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
  expect(sent.slice(before)).toEqual([`GET /v1/editor/${dev}/menu`, 'GET /v1/workspaces']);
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
  const early = sendFirstRequest(apiBase);
  expect(spy).toHaveBeenCalledTimes(1);
  await expect(early(`${apiBase}/v1/workspaces`, { method: 'GET' })).rejects.toThrow('Failed to fetch');
});
