import { items } from '@quartermaster/contract/endpoints/items.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { field, openSword, saveChanges, saveElsewhere, stored } from './sword-form.ts';

async function openConflict() {
  const opened = await openSword();
  await saveElsewhere(opened.server, opened.id, 'Sword of theirs', 300);
  await opened.user.clear(field(/^Cost/));
  await opened.user.type(field(/^Cost/), '150');
  await opened.user.type(field(/^Notes/), 'mine');
  await opened.user.keyboard('{Control>}s{/Control}');
  expect(await screen.findByText('Someone else has changed this item meanwhile')).toBeTruthy();
  return opened;
}

test('in a save conflict, the other user’s values can be taken', async () => {
  shows('3.calls.version.choose-theirs');
  const { user, server, id } = await openConflict();
  await user.click(screen.getByRole('button', { name: 'Take theirs and drop my changes' }));
  expect(field(/^Cost/)).toHaveProperty('value', '300');
  expect(field(/^Notes/)).toHaveProperty('value', '');
  expect(await stored(server, id)).toMatchObject({ label: 'Sword of theirs', version: 2 });
});

test('in a save conflict, the user’s own values can overwrite the other’s', async () => {
  shows('3.calls.version.choose-mine');
  const { user, server, id, untilPath, listPath } = await openConflict();
  await user.click(screen.getByRole('button', { name: 'Save mine over theirs' }));
  await untilPath(listPath);
  expect(await stored(server, id)).toMatchObject({ label: 'Sword', version: 3, values: { cost: 150, notes: 'mine' } });
});

test('in a save conflict, each differing field can be chosen', async () => {
  shows('3.calls.version.choose-by-field');
  const { user, server, id, untilPath, listPath } = await openConflict();
  await user.click(screen.getByRole('button', { name: 'Choose field by field' }));
  const dialog = screen.getByRole('dialog');
  const names = within(dialog)
    .getAllByRole('group')
    .map((group) => group.querySelector('legend')?.textContent);
  expect(names).toEqual(['Label', 'Notes', 'Cost']);
  const choice = (name: string, side: RegExp) =>
    within(within(dialog).getByRole('group', { name })).getByRole('radio', { name: side });
  expect(choice('Label', /Theirs/)).toHaveProperty('checked', true);
  expect(choice('Notes', /Mine/)).toHaveProperty('checked', true);
  await user.click(choice('Cost', /Theirs/));
  await user.click(within(dialog).getByRole('button', { name: 'Save these values' }));
  await untilPath(listPath);
  expect(await stored(server, id)).toMatchObject({
    label: 'Sword of theirs',
    version: 3,
    values: { cost: 300, notes: 'mine' },
  });
});

test('if another user has deleted the item, the form says so and keeps its input', async () => {
  const { user, server, id } = await openSword();
  await user.type(field(/^Label/), ' of truth');
  const params = { instanceId: server.studio.dev, templateId: 'weapon', id };
  await server.call(items.delete, { params }, { as: 'admin' });
  await user.click(saveChanges());
  await user.click(await screen.findByRole('button', { name: 'Yes, save changes' }));
  await screen.findAllByText(/^This item was not found/);
  // The dialog that showed it closes, and the form shows it.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getAllByText(/^This item was not found/)).toHaveLength(1);
  expect(field(/^Label/)).toHaveProperty('value', 'Sword of truth');
});
