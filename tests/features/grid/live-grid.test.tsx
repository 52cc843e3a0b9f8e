import { items } from '@quartermaster/contract/endpoints/items.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { shows } from '../../specification/shows.ts';
import { renderConsole } from '../../support/console.tsx';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../../support/sample-template.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { gridOf } from './open-grid.ts';

const fields = inOrder([field('title', 'text'), field('price', 'integer')]);
let server: TestServer;
let axe: { id: number; version: number };
let bow: { id: number; version: number };

type Values = { title: string; price: number };
const first: Values = { title: 'Iron', price: 20 };

const add = (label: string) => saveOne(server, saveBody('thing', fields, first, { label }));

beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'thing', fields);
  axe = await add('Axe');
  bow = await add('Bow');
});

const change = ({ id, version }: { id: number; version: number }, values: Values, label: string) =>
  saveOne(server, saveBody('thing', fields, values, { label, id, version, before: first }));

/** Opens the grid as another member, whose console follows the server. */
async function openGrid() {
  const browser = await server.signIn('admin');
  browser.follows = true;
  const path = pathTo(paths.itemsGrid, { instanceId: server.studio.dev, templateId: 'thing' });
  const opened = await renderConsole(path, { server, as: 'admin', browser });
  const grid = await gridOf();
  await opened.untilFollows();
  return { ...opened, ...grid };
}

const news = () => screen.queryByRole('button', { name: 'Show' })?.parentElement?.textContent ?? '';

test('cells without edits take what others save; edited ones stay and say it', async () => {
  shows('5.live.grid');
  const { user, cell, column } = await openGrid();
  await user.click(cell(0, 'The title'));
  await user.keyboard('Oak{Enter}');
  await user.click(cell(0, 'The title'));
  await change(axe, { title: 'Steel', price: 25 }, 'Axe');
  await waitFor(() => expect(column('The price')).toEqual(['25', '20']));
  expect(cell(0, 'The price').dataset.changed).toBe('odd');
  expect(column('The title')).toEqual(['Oak', 'Iron']);
  await screen.findByText('owner saved Steel');
  await waitFor(() => expect(cell(0, 'The title').dataset.others).toBe('true'));
  // The selection and the focus stay, and the save causes no conflict.
  expect(document.activeElement).toBe(cell(0, 'The title'));
  await user.keyboard('{Control>}s{/Control}');
  await screen.findByText('1 item saved');
  // Once it is saved over, it is not said of a later edit.
  await user.keyboard('Elm{Enter}');
  await waitFor(() => expect(column('The title')).toEqual(['Elm', 'Iron']));
  expect(cell(0, 'The title').dataset.others).toBeUndefined();
  const params = { instanceId: server.studio.dev, templateId: 'thing', id: axe.id };
  const { item } = await server.call(items.get, { params }, { as: 'owner' });
  expect(item.fields.map(({ value }) => value)).toEqual(['Oak', 25]);
});

test('an open editor keeps its text while others save', async () => {
  shows('5.live.grid');
  const { user, cell, column } = await openGrid();
  await user.click(cell(0, 'The title'));
  await user.keyboard('Oa');
  await change(axe, { title: 'Steel', price: 25 }, 'Axe');
  await waitFor(() => expect(column('The price')).toEqual(['25', '20']));
  await user.keyboard('k{Enter}');
  expect(column('The title')).toEqual(['Oak', 'Iron']);
});

test('rows that come or go are counted, and shown on demand', async () => {
  shows('5.live.grid');
  const { user, cell, column, rows } = await openGrid();
  await user.click(cell(1, 'The title'));
  await add('Club');
  await waitFor(() => expect(news()).toBe('1 new item·Show'));
  await server.call(
    items.delete,
    { params: { instanceId: server.studio.dev, templateId: 'thing', id: axe.id } },
    { as: 'owner' },
  );
  await waitFor(() => expect(news()).toBe('1 new item, 1 item deleted·Show'));
  expect(column('Label')).toEqual(['Axe', 'Bow']);
  expect(rows()[0]?.dataset.rowState).toBe('deleted');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(column('Label')).toEqual(['Bow', 'Club']));
  expect(news()).toBe('');
  // The selection is still in its row.
  await waitFor(() => expect(document.activeElement).toBe(cell(0, 'The title')));
  expect(bow.id).toBeGreaterThan(axe.id);
});

test('what the user saves here is shown without a bar', async () => {
  shows('5.live.list.own');
  const { user, cell, column } = await openGrid();
  await user.click(cell(2, 'Label'));
  await user.keyboard('Club{Enter}');
  const seen: string[] = [];
  const watch = new MutationObserver(() => seen.push(news()));
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  await user.keyboard('{Control>}s{/Control}');
  await screen.findByText('1 item saved');
  await waitFor(() => expect(column('ID')[2]).not.toBe('New'));
  watch.disconnect();
  expect(seen.filter((text) => text !== '')).toEqual([]);
});
