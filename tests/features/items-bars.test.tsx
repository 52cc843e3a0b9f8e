import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { views } from '@quartermaster/contract/endpoints/views.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { barOf } from '../../src/features/items/list/bars/bar.tsx';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { field, inOrder, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';

type Options = NonNullable<Parameters<typeof renderConsole>[1]>;

const fields = inOrder([field('price', 'integer'), field('change', 'float'), field('title', 'text')]);

const things: ItemValues[] = [{ price: 50, change: -2 }, { price: 100, change: 6 }, { title: 'Free' }];

/** Three items on a page of ten, and behind them eight more, the last of which is the dearest. */
async function openThings(search = '', options: Omit<Options, 'server'> = {}) {
  const server = await startTestServer();
  await saveTemplate(server, 'thing', fields);
  const prices = [75, 75, 75, 75, 75, 75, 75, 200].map((price): ItemValues => ({ price }));
  await saveAll(
    server,
    [...things, ...prices].map((values, index) => saveBody('thing', fields, values, { label: `Thing ${index}` })),
  );
  const path = `/instance/${server.studio.dev}/templates/thing/items?size=10${search}`;
  const params = { instanceId: server.studio.dev, templateId: 'thing' };
  return { params, at: path, ...(await renderConsole(path, { as: 'owner', ...options, server })) };
}

type User = Awaited<ReturnType<typeof openThings>>['user'];

async function toggleBars(user: User, header: string) {
  await user.click(await screen.findByRole('button', { name: /^Columns/ }));
  await user.click(await screen.findByRole('button', { name: `Bars in ${header}` }));
  await user.keyboard('{Escape}');
}

/** Begin and width of the bars of the first items; undefined where there is none. */
const barsIn = (header: string) => {
  const grid = within(screen.getByRole('grid'));
  const column = grid.getAllByRole('columnheader').findIndex(({ textContent }) => textContent === header);
  return grid
    .getAllByRole('row')
    .slice(1, 4)
    .map((row) => {
      const bar = row.children[column]?.querySelector<HTMLElement>('[aria-hidden] > span');
      return bar ? `${bar.style.insetInlineStart} ${bar.style.width}` : undefined;
    });
};
const none = [undefined, undefined, undefined];

test('numbers of chosen columns get bars from zero, as long as on the other pages of the list', async () => {
  shows('5.numbers.small');
  const { user, close, server, at } = await openThings();
  await screen.findByRole('row', { name: /Thing 1/ });
  await toggleBars(user, 'The price');
  await waitFor(() => expect(barsIn('The price')).toEqual(['0% 25%', '0% 50%', undefined]));
  expect(barsIn('The change')).toEqual(none);
  await toggleBars(user, 'The change');
  await waitFor(() => expect(barsIn('The change')).toEqual(['0% 25%', '25% 75%', undefined]));
  expect(screen.getByRole('row', { name: /Thing 1/ }).textContent).toContain('100');
  await toggleBars(user, 'The change');
  await waitFor(() => expect(barsIn('The change')).toEqual(none));
  // This browser knows them, and they fit what is filtered.
  close();
  await renderConsole(`${at}&filter=price:less:101`, { as: 'owner', server });
  await waitFor(() => expect(barsIn('The price')[0]).toBe('0% 50%'));
  await user.click(await screen.findByRole('button', { name: /^Columns/ }));
  await screen.findByRole('button', { name: 'Bars in The price' });
  expect(screen.queryByRole('button', { name: 'Bars in The title' })).toBeNull();
});

test('the bars of a search are as long as the greatest number that it has found', async () => {
  shows('5.numbers.small');
  const { user } = await openThings('&search=Thing%200');
  await screen.findByRole('row', { name: /Thing 0/ });
  await toggleBars(user, 'The price');
  await waitFor(() => expect(barsIn('The price')).toEqual(['0% 100%']));
});

test('bars of a list that is too long for a chart are those of its page', async () => {
  const message = 'More than 100,000 items match. Filter the list to draw it.';
  const { user } = await openThings('', {
    intercept: (fetch) => async (input, init) =>
      String(input instanceof Request ? input.url : input).endsWith('/chart')
        ? Response.json({ error: 'invalid', message }, { status: 422 })
        : fetch(input, init),
  });
  await screen.findByRole('row', { name: /Thing 1/ });
  await toggleBars(user, 'The price');
  await waitFor(() => expect(barsIn('The price')).toEqual(['0% 50%', '0% 100%', undefined]));
});

test('a view has its bars', async () => {
  const { user, server, params } = await openThings();
  await screen.findByRole('row', { name: /Thing 1/ });
  await toggleBars(user, 'The price');
  await user.click(await screen.findByRole('button', { name: /^Views:/ }));
  await user.click(await screen.findByRole('button', { name: 'Save view' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Prices{Enter}');
  await screen.findByRole('button', { name: 'Views: Prices' });
  const [view] = (await server.call(views.list, { params }, { as: 'owner' })).views;
  expect(view?.list.bars).toEqual(['price']);
  await waitFor(() => expect(barsIn('The price')[0]).toBe('0% 25%'));
  // Another choice changes the view.
  await toggleBars(user, 'The change');
  await screen.findByRole('button', { name: 'Views: Prices, changed' });
});

test('a bar begins or ends at zero, and stays in its track', () => {
  expect(barOf(5, { min: 0, max: 10 })).toEqual({ from: 0, to: 0.5 });
  expect(barOf(7, { min: 5, max: 10 })).toEqual({ from: 0, to: 0.7 });
  expect(barOf(-5, { min: -10, max: -1 })).toEqual({ from: 0.5, to: 1 });
  expect(barOf(0, { min: 0, max: 0 })).toEqual({ from: 0, to: 0 });
  // Saved after the range was read.
  expect(barOf(20, { min: 0, max: 10 })).toEqual({ from: 0, to: 1 });
  expect(barOf(1e308, { min: -1e308, max: 1e308 })).toEqual({ from: 0.5, to: 1 });
});
