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
let gears: { id: number; version: number }[];

const add = (label: string, price: number) =>
  saveOne(server, saveBody('gear', fields, { title: 'Iron', price }, { label }));

beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'gear', fields);
  gears = [];
  for (let number = 1; number <= 7; number++) gears.push(await add(`Gear ${number}`, number * 10));
});

const call = { as: 'owner' } as const;
const deleteGear = (number: number) =>
  server.call(
    items.delete,
    { params: { instanceId: server.studio.dev, templateId: 'gear', id: gears[number - 1]?.id ?? 0 } },
    call,
  );

async function openGrid() {
  const browser = await server.signIn('admin');
  browser.follows = true;
  const path = pathTo(paths.itemsGrid, { instanceId: server.studio.dev, templateId: 'gear' });
  const opened = await renderConsole(path, { server, as: 'admin', browser });
  const grid = await gridOf();
  await opened.untilFollows();
  /** The labels of the rows with selected cells. */
  const selected = () =>
    grid
      .rows()
      .filter((row) => row.querySelector('[aria-selected="true"]'))
      .map((row) => row.firstElementChild?.textContent);
  /** Selects prices, from one gear to another. */
  const select = async (from: number, to: number) => {
    await opened.user.click(grid.cell(from - 1, 'The price'));
    await opened.user.keyboard('{Shift>}');
    await opened.user.click(grid.cell(to - 1, 'The price'));
    await opened.user.keyboard('{/Shift}');
  };
  return { ...opened, ...grid, selected, select };
}

const showNews = async (user: { click: (element: Element) => Promise<void> }) =>
  user.click(await screen.findByRole('button', { name: 'Show' }));

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `Gear ${from + index}`);

test('a deleted item leaves the selection, and no other takes its place', async () => {
  shows('4.grid.selection');
  const { user, column, select, selected } = await openGrid();
  await select(2, 5);
  expect(selected()).toEqual(range(2, 5));
  await deleteGear(5);
  await add('Gear 8', 80);
  await showNews(user);
  await waitFor(() => expect(column('Label')).toEqual(['Gear 1', ...range(2, 4), 'Gear 6', 'Gear 7', 'Gear 8']));
  expect(selected()).toEqual(range(2, 4));
  // What was copied for four items is not pasted into three, or another.
  await user.paste('1\n2\n3\n4\n');
  await screen.findByText('Some of the selected cells are no longer here. Select the cells again, then try again.');
  expect(column('The price')).toEqual(['10', '20', '30', '40', '60', '70', '80']);
  await user.keyboard('{Delete}');
  expect(column('The price')).toEqual(['10', '', '', '', '60', '70', '80']);
});

test('a deleted item leaves the selection without a click, after a save', async () => {
  shows('4.grid.selection');
  const { user, cell, column, select, selected } = await openGrid();
  await user.click(cell(0, 'The title'));
  await user.keyboard('Oak{Enter}');
  await select(2, 5);
  await deleteGear(5);
  await deleteGear(2);
  await user.keyboard('{Control>}s{/Control}');
  await screen.findByText('1 item saved');
  await waitFor(() => expect(column('Label')).toEqual(['Gear 1', 'Gear 3', 'Gear 4', 'Gear 6', 'Gear 7']));
  expect(selected()).toEqual(['Gear 3', 'Gear 4']);
  await user.paste('5');
  expect(column('The price')).toEqual(['10', '5', '5', '60', '70']);
});

test('without what was selected, nothing is written until a cell is selected', async () => {
  shows('4.grid.selection');
  const { user, cell, column, selected } = await openGrid();
  await user.click(cell(4, 'The price'));
  await deleteGear(5);
  await showNews(user);
  await waitFor(() => expect(column('Label')).toEqual([...range(1, 4), 'Gear 6', 'Gear 7']));
  // The focus goes on from there, but is no selection.
  await waitFor(() => expect(document.activeElement).toBe(cell(4, 'The price')));
  expect(selected()).toEqual([]);
  await user.keyboard('{Delete}');
  await screen.findByText('What was selected is no longer here. Select a cell, then try again.');
  await user.keyboard('9{F2}9{Control>}d{/Control}');
  await user.paste('9');
  expect(column('The price')).toEqual(['10', '20', '30', '40', '60', '70']);
  expect(screen.queryByRole('textbox', { name: /The price/ })).toBeNull();
  await user.keyboard('{ArrowUp}{Delete}');
  expect(column('The price')).toEqual(['10', '20', '30', '', '60', '70']);
});

test('a deleted item is not written while it is still shown', async () => {
  shows('4.grid.selection');
  const { user, rows, column, select } = await openGrid();
  await select(4, 6);
  await deleteGear(5);
  await waitFor(() => expect(rows()[4]?.dataset.rowState).toBe('deleted'));
  await user.keyboard('{Delete}');
  expect(column('The price')).toEqual(['10', '20', '30', '', '50', '', '70']);
});

test('an open editor stays in its new row while that is saved, and in its item when that is deleted', async () => {
  shows('4.grid.selection');
  const { user, cell, column } = await openGrid();
  await user.click(cell(7, 'Label'));
  await user.keyboard('Gear 8{Tab}{Tab}Oak{Control>}s{/Control}El');
  await waitFor(() => expect(column('ID')[7]).not.toBe('New'));
  await user.keyboard('m{Enter}');
  expect(column('The title')[7]).toBe('Elm');
  // Another save, after which deleted items are no longer shown.
  await user.click(cell(2, 'The title'));
  await user.keyboard('As');
  await deleteGear(3);
  await deleteGear(4);
  await user.keyboard('{Control>}s{/Control}');
  await screen.findByText(/Nothing was saved/);
  expect(column('The title')[2]).toBe('As');
});

test('a hidden column leaves the selection', async () => {
  shows('4.grid.selection');
  const { user, cell, column, heads } = await openGrid();
  await user.click(cell(1, 'The title'));
  await user.keyboard('{Shift>}{ArrowRight}{ArrowDown}{/Shift}');
  await user.click(screen.getByRole('button', { name: /^Columns/ }));
  await user.click(await screen.findByRole('checkbox', { name: 'The title' }));
  await waitFor(() => expect(heads()).not.toContain('The title'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(cell(2, 'The price').getAttribute('aria-selected')).toBe('true'));
  expect(cell(1, 'ID').getAttribute('aria-selected')).toBe('false');
  cell(1, 'The price').focus();
  await user.keyboard('{Delete}');
  expect(column('The price')).toEqual(['10', '', '', '40', '50', '60', '70']);
});
