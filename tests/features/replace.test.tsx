import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons } from '../support/item-content.ts';
import { startTestServer } from '../support/server.ts';
import { openWeapons } from './weapons-list.ts';

const find = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Find' });

test('a text is found from the menu of a list, replaced, and undone from the toast', async () => {
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
  expect((await screen.findByRole('combobox', { name: 'Templates' })).closest('div')?.textContent).toContain('Weapon');
  await user.type(await find(), 'o');
  await user.type(screen.getByRole('textbox', { name: 'Replace with' }), '0');
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

/** The page with the text `o`, which Iron and Sword contain. */
async function findLetter() {
  const server = await startTestServer();
  const saved = await saveWeapons(server, () => [['Sword', { cost: 5 }]]);
  const instanceId = server.studio.dev;
  const { user } = await renderConsole(`/find-and-replace?instance=${instanceId}`, { as: 'owner', server });
  await user.type(await find(), 'o');
  await screen.findByRole('button', { name: 'Replace in 2 items' });
  const rename = (label: string) => {
    const selection = { template_id: 'material', ids: [saved.iron] };
    const action = { operations: [{ field_id: 'label', op: 'set' as const, value: label }] };
    return server.call(bulkEdits.apply, { params: { instanceId }, body: { selection, action } }, { as: 'owner' });
  };
  return { user, rename };
}

test('enter does not replace, an item is left out, and another text has all of its items again', async () => {
  shows('5.replace.page');
  const { user } = await findLetter();
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Replace with' }));
  expect(screen.getByRole('heading', { level: 2, name: 'Preview' })).toBeTruthy();
  // Its name now, and what is found in it.
  const label = within(screen.getByRole('list', { name: 'Preview' })).getByText('Iron', { selector: 'span' });
  expect(label.closest('li')?.querySelector('del mark')?.textContent).toBe('o');
  await user.click(screen.getByRole('button', { name: 'Leave out Iron' }));
  await screen.findByRole('button', { name: 'Replace in 1 item' });
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Preview' }));
  expect(screen.getByText(/^1 item contains it/).textContent).toBe('1 item contains it, 1 left out');
  await user.clear(await find());
  await user.type(await find(), 'n');
  await screen.findByRole('button', { name: 'Replace in 1 item' });
  expect(screen.getByText('1 item contains it').textContent).toBe('1 item contains it');
  expect(screen.queryByRole('button', { name: 'Include them again' })).toBeNull();
  await user.type(await find(), 'owhere');
  await screen.findByText('No items were found.');
});

test('that items were changed meanwhile is said of the text that was to be replaced, not of the next one', async () => {
  shows('5.replace.page');
  const { user, rename } = await findLetter();
  await rename('Gold');
  await user.click(screen.getByRole('button', { name: 'Replace in 2 items' }));
  await screen.findByText(/^Some of the items were changed in the meantime/);
  await user.type(await find(), 'l');
  await waitFor(() => expect(screen.queryByText(/^Some of the items were changed/)).toBeNull());
  await screen.findByRole('button', { name: 'Replace in 1 item' });
});
