import { items } from '@quartermaster/contract/endpoints/items.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { openWeapons } from './weapons-list.ts';

test('a text is found from the menu of a list, left out of an item, replaced, and undone from the toast', async () => {
  shows('5.replace.page');
  const { user, server, saved, untilPath } = await openWeapons();
  const [sword = 0, , bow = 0] = saved.weapons;
  const labels = async () => {
    const params = { instanceId: server.studio.dev, templateId: 'weapon' };
    const { items: list } = await server.call(items.list, { params, body: {} }, { as: 'owner' });
    return list.map(({ internal_label }) => internal_label);
  };
  expect(await labels()).toContain('Bow');
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Find and replace' }));
  await untilPath('/find-and-replace');
  expect((await screen.findByRole('combobox', { name: 'In the templates' })).closest('div')?.textContent).toContain(
    'Weapon',
  );
  await user.type(await screen.findByRole('textbox', { name: 'Find' }), 'o');
  await user.type(screen.getByRole('textbox', { name: 'Replace by' }), '0');
  const preview = screen.getByRole('list', { name: 'Preview' });
  await waitFor(() => expect(preview.textContent).toContain(`#${bow}`));
  expect(preview.textContent).toContain(`#${sword}`);
  await user.click(screen.getByRole('checkbox', { name: 'Match case' }));
  const button = await screen.findByRole('button', { name: /^Replace in \d items?$/ });
  await user.click(button);
  const toast = (await screen.findByText(/^Replaced in \d items?$/)).parentElement as HTMLElement;
  expect(await labels()).toContain('B0w');
  await user.click(within(toast).getByRole('button', { name: 'Undo' }));
  await screen.findByText('The changes were undone');
  expect(await labels()).toContain('Bow');
});
