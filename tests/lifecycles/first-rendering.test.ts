import { waitFor, within } from '@testing-library/dom';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createConsole } from '../../src/app/create-console.tsx';
// The code of the pages, which would take most of a test's time.
import '../../src/features/items/form/item-edit-page.tsx';
import '../../src/features/items/list/items-list-page.tsx';
import { shows } from '../specification/shows.ts';
import { apiBase } from '../support/console.tsx';
import { saveWeapons } from '../support/item-content.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { timeout } from '../support/timeout.ts';
import { openShell } from './shell.ts';

let server: TestServer;
let ids: number[];
beforeEach(async () => {
  server = await startTestServer();
  const weapons: [string, { cost: number }][] = ['Sword', 'Axe', 'Bow'].map((label, cost) => [label, { cost }]);
  ids = (await saveWeapons(server, weapons)).weapons;
});
afterEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/');
});

/** Mounts the console at a path, with this limit in milliseconds for its first page; `first` is the content of its first render. */
async function mountAt(path: string, waitsFor: number, wrap = (fetch: typeof globalThis.fetch) => fetch) {
  history.replaceState(null, '', `/content/instance/${server.studio.dev}/templates/weapon/items${path}`);
  const { fetch } = await server.signIn('owner');
  localStorage.setItem(`quartermaster:expires-at:${apiBase}`, String(Date.now() / 1000 + 900));
  const shell = openShell((props) => createConsole(props, { timeout: waitsFor }));
  const first: string[] = [];
  const observer = new MutationObserver(() => {
    const root = shell.root();
    if (root?.querySelector('nav')) first.push(root.innerHTML);
  });
  observer.observe(shell.slot, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  const mounting = shell.mount({ apiBase, fetch: wrap(fetch), basename: '/content' });
  return { shell, mounting, first };
}

test('the first render of a list has frame, filter bar and rows', async () => {
  const { first } = await mountAt('', timeout);
  await waitFor(() => expect(first).not.toEqual([]));
  for (const part of ['Quartermaster, home', '>Filter<', '>Sword<', '>Axe<', '>Bow<']) expect(first[0]).toContain(part);
});

test('the first render of an item has its fields with their values', async () => {
  const { first } = await mountAt(`/${ids[0]}/edit`, timeout);
  await waitFor(() => expect(first).not.toEqual([]));
  expect(first[0]).toContain('Quartermaster, home');
  expect(first[0]).toMatch(/<input[^>]*name="label"|value="Sword"/);
});

test('a page whose responses are slow is rendered without them', async () => {
  const answer = Promise.withResolvers<void>();
  const { shell, mounting, first } = await mountAt('', 1, (fetch) => async (input, init) => {
    if (/\/items\/weapon$/.test(String(input))) await answer.promise;
    return fetch(input, init);
  });
  await mounting;
  // The placeholder for the page's code may be rendered first.
  const page = () => first.find((html) => html.includes('Quartermaster, home'));
  await waitFor(() => expect(page()).toBeDefined());
  expect(page()).not.toContain('>Sword<');
  answer.resolve();
  await waitFor(() => expect(shell.root()?.innerHTML).toContain('>Sword<'));
});

test('a first page whose code hangs shows the frame, and that it is loading, until the code arrives', async () => {
  shows('4.host.files.page-hangs');
  const file = '../../src/features/items/list/items-list-page.tsx';
  const code = Promise.withResolvers<object>();
  vi.doMock(file, () => code.promise);
  onTestFinished(() => void vi.doUnmock(file));
  const { shell, mounting } = await mountAt('', 1);
  await mounting;
  await within(shell.slot).findByText('The page is still loading …');
  expect(shell.root()?.querySelector('nav, [aria-label="Main"]')).not.toBeNull();
  code.resolve(await vi.importActual<object>(file));
  await within(shell.slot).findByText('Sword');
});

test('a console that is unmounted before its first page has loaded renders nothing', async () => {
  const answer = Promise.withResolvers<void>();
  const { shell, mounting, first } = await mountAt('', timeout, (fetch) => async (input, init) => {
    await answer.promise;
    return fetch(input, init);
  });
  await waitFor(() => expect(shell.root()).not.toBeNull());
  // Content of a detached element is invisible, and would never be removed.
  const root = shell.root();
  await shell.unmount();
  answer.resolve();
  await mounting;
  expect(first).toEqual([]);
  expect(root?.childNodes).toHaveLength(0);
  expect(shell.events.filter(({ type }) => type === 'error')).toEqual([]);
  expect(shell.slot.childNodes).toHaveLength(0);
});
