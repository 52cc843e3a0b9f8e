import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { copyInstanceContent } from '../../server/content/schema/copy-content.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons } from '../support/item-content.ts';
import { startTestServer } from '../support/server.ts';

/** A list of twelve weapons, ten to a page. */
async function openTwelve(options: { env?: 'dev' | 'stage'; search?: string } = {}) {
  const server = await startTestServer();
  await saveWeapons(
    server,
    Array.from({ length: 12 }, (_, index) => [`Sword ${index + 1}`, { cost: index < 10 ? 5 : 500 }]),
  );
  if (options.env === 'stage')
    await server.app.deps.database.transaction((query) =>
      copyInstanceContent(query, { from: server.studio.dev, to: server.studio.stage }),
    );
  const instanceId = server.studio[options.env ?? 'dev'];
  const path = `/instance/${instanceId}/templates/weapon/items`;
  return renderConsole(`${path}?size=10${options.search ?? ''}`, { as: 'owner', server });
}

const box = (label: string) =>
  screen.findByRole<HTMLInputElement>('checkbox', { name: new RegExp(`^Select ${label} #`) });
const pageBox = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select all rows on this page' });
const bar = () => screen.findByRole('group', { name: 'Selected rows' });
const chosen = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox', { name: /^Select .* #/ })
    .filter(({ checked }) => checked)
    .map((one) => /^Select (.*) #/.exec(one.getAttribute('aria-label') ?? '')?.[1]);

test('each row has a checkbox, and the header one for the page', async () => {
  shows('4.select.boxes', '4.select.bar');
  const { user, root } = await openTwelve();
  const head = await pageBox();
  expect([head.checked, head.indeterminate]).toEqual([false, false]);
  await user.click(await box('Sword 2'));
  expect([head.checked, head.indeterminate]).toEqual([false, true]);
  expect((await bar()).textContent).toContain('1 selected');
  const status = [...root.querySelectorAll('[role=status]')].map((one) => one.textContent);
  expect(status).toContain('1 selected');
  await user.click(head);
  expect([head.checked, head.indeterminate]).toEqual([true, false]);
  expect(chosen()).toHaveLength(10);
  expect((await bar()).textContent).toContain('10 selected');
  await user.click(head);
  expect(chosen()).toEqual([]);
  expect(screen.queryByRole('group', { name: 'Selected rows' })).toBeNull();
});

test('Shift selects a range with the pointer', async () => {
  shows('4.select.range');
  const { user } = await openTwelve();
  await user.click(await box('Sword 3'));
  await user.keyboard('{Shift>}');
  await user.click(await box('Sword 6'));
  await user.keyboard('{/Shift}');
  expect(chosen()).toEqual(['Sword 3', 'Sword 4', 'Sword 5', 'Sword 6']);
  // Upwards as well; a range gets the state of the row that it starts from.
  await user.click(await box('Sword 5'));
  await user.keyboard('{Shift>}');
  await user.click(await box('Sword 3'));
  await user.keyboard('{/Shift}');
  expect(chosen()).toEqual(['Sword 6']);
  // After arrow keys, a range starts from the row that they led to, not from the one that was clicked.
  await user.click(await box('Sword 1'));
  await user.keyboard('{ArrowDown}{ArrowDown}{Shift>}{ArrowDown}{/Shift}');
  expect(chosen()).toEqual(['Sword 1', 'Sword 3', 'Sword 4', 'Sword 6']);
});

test('arrow keys move between checkboxes, with Shift they select, and Space selects the focused row', async () => {
  shows('4.select.range');
  const { user } = await openTwelve();
  const first = await box('Sword 1');
  first.focus();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.activeElement).toBe(await box('Sword 3'));
  expect(chosen()).toEqual([]);
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  expect(chosen()).toEqual(['Sword 3', 'Sword 4', 'Sword 5']);
  // Tab enters the checkboxes at one row only.
  const reachable = screen.getAllByRole('checkbox', { name: /^Select .* #/ }).filter(({ tabIndex }) => tabIndex === 0);
  expect(reachable).toEqual([await box('Sword 5')]);
  // A link in a row has the focus.
  const row = screen.getByRole('row', { name: /Sword 8/ });
  within(row).getByRole('link', { name: 'Sword 8' }).focus();
  await user.keyboard(' ');
  expect(chosen()).toEqual(['Sword 3', 'Sword 4', 'Sword 5', 'Sword 8']);
  // The menu of a row keeps its keys.
  within(row).getByRole('button', { name: 'Actions for Sword 8' }).focus();
  await user.keyboard(' ');
  expect(chosen()).toContain('Sword 8');
});

test('the selection stays on other pages, and Escape clears it', async () => {
  shows('4.select.kept');
  const { user } = await openTwelve();
  await user.click(await box('Sword 4'));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await user.click(await box('Sword 11'));
  expect((await bar()).textContent).toContain('2 selected');
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  expect((await box('Sword 4')).checked).toBe(true);
  expect((await bar()).textContent).toContain('2 selected');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Selected rows' })).toBeNull());
  expect(chosen()).toEqual([]);
});

test.each([
  [
    'another sort order',
    (user: Awaited<ReturnType<typeof openTwelve>>['user']) => user.click(screen.getByRole('button', { name: 'Cost' })),
  ],
  [
    'removing a filter',
    (user: Awaited<ReturnType<typeof openTwelve>>['user']) =>
      user.click(screen.getByRole('button', { name: /^Remove filter/ })),
  ],
])('the selection is dropped with %s', async (_, change) => {
  shows('4.select.kept');
  const { user } = await openTwelve({ search: '&filter=label%3Acontains%3ASword' });
  await user.click(await box('Sword 4'));
  await bar();
  await change(user);
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Selected rows' })).toBeNull());
  expect(chosen()).toEqual([]);
});

test('once the page is selected, all that match can be, and single rows taken out again', async () => {
  shows('4.select.all-matching');
  const { user } = await openTwelve();
  await user.click(await pageBox());
  await user.click(await within(await bar()).findByRole('button', { name: 'Select all 12 that match' }));
  expect((await bar()).textContent).toContain('12 selected');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  const eleven = await box('Sword 11');
  expect([eleven.checked, (await box('Sword 12')).checked]).toEqual([true, true]);
  await user.click(eleven);
  expect((await bar()).textContent).toContain('11 selected');
  expect(chosen()).toEqual(['Sword 12']);
});

test('all that match is not offered where the page has all of them', async () => {
  shows('4.select.all-matching');
  const { user } = await openTwelve({ search: '&filter=cost%3Amore%3A100' });
  await box('Sword 11');
  await user.click(await pageBox());
  const actions = within(await bar())
    .getAllByRole('button')
    .map((one) => one.getAttribute('aria-label') ?? one.textContent);
  expect(actions).toEqual(['Clear selection', 'Edit', 'Duplicate', 'Export selected items', 'Delete']);
});

test('outside of Dev, selected items can only be edited and exported', async () => {
  shows('4.select.access');
  const { user } = await openTwelve({ env: 'stage' });
  await user.click(await box('Sword 1'));
  const actions = within(await bar())
    .getAllByRole('button')
    .map((one) => one.getAttribute('aria-label') ?? one.textContent);
  expect(actions).toEqual(['Clear selection', 'Edit', 'Export selected items']);
});

test('users who cannot edit items have no checkboxes', async () => {
  shows('4.select.access');
  const server = await startTestServer();
  await saveWeapons(server, [['Sword', { cost: 5 }]]);
  await renderConsole(`/instance/${server.studio.dev}/templates/weapon/items`, { as: 'member', server });
  const row = await screen.findByRole('row', { name: /Sword/ });
  await waitFor(() => expect(within(row).getAllByRole('cell')[0]?.textContent).toBe('Sword'));
  expect(screen.queryByRole('checkbox')).toBeNull();
});
