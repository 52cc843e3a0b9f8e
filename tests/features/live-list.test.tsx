import { items } from '@quartermaster/contract/endpoints/items.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const options = [
  { id: 'common', label: 'Common' },
  { id: 'rare', label: 'Rare' },
];
const fields = inOrder([field('title', 'text'), field('price', 'integer'), field('rarity', 'choice', { options })]);
let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'thing', fields);
});

type Values = Record<string, string | number>;

const add = (label: string, values: Values) => saveOne(server, saveBody('thing', fields, values, { label }));

async function change(
  { id, version }: { id: number; version: number },
  before: Values,
  values: Values,
  label: string,
): Promise<{ id: number; version: number }> {
  return await saveOne(server, saveBody('thing', fields, values, { label, id, version, before }));
}

const remove = (id: number) =>
  server.call(items.delete, { params: { instanceId: server.studio.dev, templateId: 'thing', id } }, { as: 'owner' });

/** Opens the list as a member, whose console follows the server; resolves once it does. */
async function openList(
  search = '',
  options: Pick<NonNullable<Parameters<typeof renderConsole>[1]>, 'intercept'> = {},
) {
  const browser = await server.signIn('admin');
  browser.follows = true;
  const path = pathTo(paths.items, { instanceId: server.studio.dev, templateId: 'thing' }) + search;
  const opened = await renderConsole(path, { server, as: 'admin', browser, ...options });
  await screen.findByRole('link', { name: 'Axe' });
  await opened.untilFollows();
  return opened;
}

/** The labels of the rows, in their order. */
const labels = () =>
  within(screen.getByRole('grid'))
    .getAllByRole('row')
    .flatMap((row) => within(row).queryAllByRole('link')[1]?.textContent ?? []);

const rowOf = (label: string) => screen.getByRole('row', { name: new RegExp(label) });
const news = () => screen.queryByRole('button', { name: 'Show' })?.parentElement?.textContent ?? '';

test('a changed value is shown at once and marked, where its row is', async () => {
  shows('5.live.list');
  const axe = await add('Axe', { title: 'Iron', price: 20 });
  await add('Bow', { title: 'Wood', price: 30 });
  await openList('?sort=price:asc');
  await change(axe, { title: 'Iron', price: 20 }, { title: 'Iron', price: 40 }, 'Axe');
  const cell = await within(rowOf('Axe')).findByText('40');
  expect(cell.closest('td')?.dataset.changed).toBe('odd');
  expect(within(rowOf('Axe')).getByText('Iron').closest('td')?.dataset.changed).toBeUndefined();
  // It belongs behind the other one, where it is shown on demand.
  expect(labels()).toEqual(['Axe', 'Bow']);
  await waitFor(() => expect(news()).toBe('1 item has moved·Show'));
});

test('rows that come, go or move are counted, and shown on demand', async () => {
  shows('5.live.list');
  const axe = await add('Axe', { price: 20 });
  const bow = await add('Bow', { price: 30 });
  await add('Club', { price: 40 });
  const { user } = await openList('?sort=price:desc');
  await user.click(within(rowOf('Bow')).getByRole('checkbox'));
  const link = within(rowOf('Axe')).getByRole('link', { name: 'Axe' });
  link.focus();
  await add('Dagger', { price: 50 });
  await add('Estoc', { price: 60 });
  await waitFor(() => expect(news()).toBe('2 new items·Show'));
  expect(labels()).toEqual(['Club', 'Bow', 'Axe']);
  await remove(bow.id);
  await waitFor(() => expect(news()).toBe('2 new items, 1 item deleted·Show'));
  const row = rowOf('Bow');
  expect(row.dataset.rowState).toBe('deleted');
  expect(row.getAttribute('aria-disabled')).toBe('true');
  // Its controls are off.
  await user.click(within(row).getByRole('link', { name: 'Bow' }));
  await user.click(within(row).getByRole('checkbox'));
  expect(within(row).getByRole('checkbox')).toHaveProperty('checked', true);
  expect(labels()).toEqual(['Club', 'Bow', 'Axe']);
  await change(axe, { price: 20 }, { price: 70 }, 'Axe');
  await waitFor(() => expect(news()).toBe('2 new items, 1 item deleted, 1 item has moved·Show'));
  expect(labels()).toEqual(['Club', 'Bow', 'Axe']);
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(labels()).toEqual(['Axe', 'Estoc', 'Dagger', 'Club']));
  expect(news()).toBe('');
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'The thing' }));
});

test('the focus stays at the link of a row that is deleted', async () => {
  const axe = await add('Axe', { price: 20 });
  await add('Bow', { price: 30 });
  await openList();
  const link = within(rowOf('Axe')).getByRole('link', { name: 'Axe' });
  link.focus();
  await remove(axe.id);
  await waitFor(() => expect(news()).toBe('1 item deleted·Show'));
  expect(document.activeElement).toBe(link);
});

test('a row that has left the page says so, and takes its new label', async () => {
  shows('5.live.list');
  const axe = await add('Axe', { price: 20 });
  await add('Bow', { price: 30 });
  await openList('?filter=price:less:50');
  await change(axe, { price: 20 }, { price: 90 }, 'Battle axe');
  await waitFor(() => expect(news()).toBe('1 item has moved·Show'));
  expect(rowOf('Battle axe').dataset.rowState).toBe('elsewhere');
  expect(rowOf('Bow').dataset.rowState).toBeUndefined();
});

/** What the bar says while something is done; empty texts are left out. */
async function newsDuring(run: () => Promise<void>): Promise<string[]> {
  const seen: string[] = [];
  const watch = new MutationObserver(() => seen.push(news()));
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  await run();
  watch.disconnect();
  return seen.filter((text) => text !== '');
}

/** Deletes the axe by the bar for selected items. */
async function deleteAxe(user: Awaited<ReturnType<typeof openList>>['user']) {
  await user.click(within(rowOf('Axe')).getByRole('checkbox'));
  await user.click(await screen.findByRole('button', { name: /^Delete/ }));
  const dialog = await screen.findByRole('dialog');
  await user.click(await within(dialog).findByRole('button', { name: /^(Yes, delete|Delete)/ }));
}

test('what the user deletes is away at once', async () => {
  shows('5.live.list.own');
  await add('Axe', { price: 20 });
  await add('Bow', { price: 30 });
  const { user } = await openList();
  const seen = await newsDuring(async () => {
    await deleteAxe(user);
    await waitFor(() => expect(labels()).toEqual(['Bow']));
  });
  expect(seen).toEqual([]);
});

test('so it is if the stream is faster than the answer', async () => {
  shows('5.live.list.own');
  await add('Axe', { price: 20 });
  await add('Bow', { price: 30 });
  let isLate = false;
  const { user } = await openList('', {
    intercept: (fetch) => async (input, init) => {
      const answer = await fetch(input, init);
      if (/bulk-edits$/.test(String(input)) && init?.method === 'POST') {
        isLate = true;
        await waitFor(() => expect(labels()).toEqual(['Bow']));
      }
      return answer;
    },
  });
  const seen = await newsDuring(async () => {
    await deleteAxe(user);
    await waitFor(() => expect(labels()).toEqual(['Bow']));
  });
  expect(isLate).toBe(true);
  expect(seen).toEqual([]);
});

test('another page, sort or filter shows the new state', async () => {
  await add('Axe', { price: 20 });
  await add('Bow', { price: 30 });
  const { user } = await openList('?sort=price:asc');
  await add('Club', { price: 10 });
  await waitFor(() => expect(news()).toBe('1 new item·Show'));
  await user.click(screen.getByRole('button', { name: /^The price/ }));
  await waitFor(() => expect(labels()).toEqual(['Bow', 'Axe', 'Club']));
  expect(news()).toBe('');
});

test('a row stays in its group until it is shown where it belongs', async () => {
  shows('5.live.list');
  const axe = await add('Axe', { price: 20, rarity: 'common' });
  await add('Bow', { price: 30, rarity: 'common' });
  await add('Club', { price: 30, rarity: 'rare' });
  const { user } = await openList('?group=rarity');
  await waitFor(() => expect(screen.getAllByRole('rowheader', { name: /Common|Rare/ })).toHaveLength(2));
  await change(axe, { price: 20, rarity: 'common' }, { price: 20, rarity: 'rare' }, 'Axe');
  await waitFor(() => expect(news()).toBe('1 item has moved·Show'));
  expect(labels()).toEqual(['Axe', 'Bow', 'Club']);
  expect(screen.getAllByRole('rowheader', { name: /Common|Rare/ })).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(labels()).toEqual(['Bow', 'Axe', 'Club']));
});
