import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { field, type sampleFields, saveTemplate } from '../support/sample-template.ts';
import type { TestServer } from '../support/server.ts';
import { change, confirmSave, openSword, setting, storedTemplate } from '../support/template-page.ts';

type Fields = ReturnType<typeof sampleFields>;

/** Another user’s save: renames the title to heading, removes the weight, adds a durability, and more if given. */
async function saveElsewhere(server: TestServer, fields: Fields, more: Fields) {
  const others = fields
    .filter(({ id }) => id !== 'weight')
    .map((entry) => (entry.id === 'title' ? { ...entry, settings: { ...entry.settings, name: 'heading' } } : entry));
  await saveTemplate(server, 'sword', [...others, field('durability', 'integer', { order: 50 }), ...more], {
    version: 1,
    label: 'Sword',
    as: 'admin',
  });
}

/** I rename price to cost and title to caption; another user saves meanwhile; my save is rejected. */
async function openConflict(more: Fields = []) {
  const opened = await openSword();
  const { user, server, fields } = opened;
  await change(user, 'The price', 'Name', 'cost');
  await change(user, 'The title', 'Name', 'caption');
  await saveElsewhere(server, fields, more);
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  const conflict = await screen.findByRole('dialog', {
    name: 'Someone else has changed this template in the meantime',
  });
  return { ...opened, conflict: within(conflict) };
}

const namesOf = async (server: TestServer) => {
  const { header, fields } = await storedTemplate(server);
  return { version: header.version, names: new Map(fields.map(({ id, settings }) => [id, settings.name])) };
};
const question = async () => within(await screen.findByRole('dialog', { name: 'Save template changes' }));

async function confirm({ user, untilPath, base }: Awaited<ReturnType<typeof openConflict>>) {
  await question();
  await confirmSave(user);
  await untilPath(`${base}/sword/items`);
}

test('taking theirs discards mine without saving, and one undo restores mine', async () => {
  shows('3.calls.version.conflict-template', '3.calls.version.sent');
  const { user, server, conflict } = await openConflict();
  await user.click(conflict.getByRole('button', { name: 'Take theirs and drop my changes' }));
  // Toasts close by themselves: press its button right away, then redo to see the other version.
  const toast = await screen.findByText('Your changes were dropped');
  await user.click(within(toast).getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('The weight')).toBeTruthy();
  expect(await setting(user, 'The title', 'Name')).toHaveProperty('value', 'caption');
  // While the dialog is still closing, keys do not reach the page behind it.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(screen.queryByText('The weight')).toBeNull());
  expect(await setting(user, 'The title', 'Name')).toHaveProperty('value', 'heading');
  expect(await namesOf(server)).toMatchObject({ version: 2 });
});

test('keeping mine lists what is lost of theirs, and saves mine value by value', async () => {
  shows('3.calls.version.conflict-template', '3.calls.version.sent');
  const opened = await openConflict();
  const { user, server, conflict } = opened;
  await user.click(conflict.getByRole('button', { name: 'Save mine over theirs' }));
  const dialog = await question();
  expect(dialog.getByRole('tab', { name: 'Removed (1)', selected: true })).toBeTruthy();
  expect(dialog.getByText('durability')).toBeTruthy();
  await confirm(opened);
  const { version, names } = await namesOf(server);
  expect(version).toBe(3);
  expect([names.get('title'), names.get('price'), names.get('weight')]).toEqual(['caption', 'cost', 'weight']);
  expect(names.has('durability')).toBe(false);
});

test('field by field preselects the only side that changed a field, and saves the selection', async () => {
  shows('4.hands.conflict-undecided');
  const opened = await openConflict();
  const { user, server, conflict } = opened;
  await user.click(conflict.getByRole('button', { name: 'Choose field by field' }));
  const chosen = () =>
    conflict
      .getAllByRole('group')
      .map((group) => [
        within(group).queryByRole('radio', { checked: true })?.closest('label')?.textContent?.slice(0, 6),
        group.querySelector('legend')?.textContent,
      ]);
  expect(chosen()).toEqual([
    [undefined, 'The title'],
    ['MineNa', 'The price'],
    ['Theirs', 'The weight'],
    ['Theirs', 'The durability'],
  ]);
  expect(conflict.getByText('Name: heading')).toBeTruthy();
  expect(conflict.getByText('Name: caption')).toBeTruthy();
  const title = conflict.getByRole('group', { name: 'The title' });
  expect(within(title).getByText('Before both changes').parentElement?.textContent).toBe(
    'Before both changesName: title',
  );
  expect(conflict.getByRole('button', { name: 'Use these and save' })).toHaveProperty('disabled', true);
  await user.click(within(title).getByRole('radio', { name: /Theirs/ }));
  await user.click(conflict.getByRole('button', { name: 'Use these and save' }));
  const dialog = await question();
  expect(dialog.getByRole('tab', { name: 'Updated (1)', selected: true })).toBeTruthy();
  await confirm(opened);
  const { version, names } = await namesOf(server);
  expect(version).toBe(3);
  expect([names.get('title'), names.get('price'), names.get('durability')]).toEqual(['heading', 'cost', 'durability']);
  expect(names.has('weight')).toBe(false);
});

test('of many differences the first 50 render until the rest is requested, and the hidden ones are saved too', async () => {
  const opened = await openConflict(
    Array.from({ length: 60 }, (_, index) => field(`more${index}`, 'integer', { order: 60 + index })),
  );
  const { user, server, conflict } = opened;
  await user.click(conflict.getByRole('button', { name: 'Choose field by field' }));
  const drawn = () => document.querySelectorAll('fieldset').length;
  expect(drawn()).toBe(50);
  await user.click(conflict.getByRole('button', { name: 'Show all 64 differences' }));
  expect(drawn()).toBe(64);
  expect(conflict.queryByText(/^Show all/)).toBeNull();
  expect(document.activeElement).toBe(document.querySelectorAll('fieldset')[50]?.querySelector('input:checked'));
  await user.click(conflict.getByText('Back'));
  await user.click(conflict.getByText('Choose field by field'));
  await user.click(within(conflict.getByRole('group', { name: 'The title' })).getByRole('radio', { name: /Mine/ }));
  await user.click(conflict.getByText('Use these and save'));
  await confirm(opened);
  expect((await namesOf(server)).names.has('more59')).toBe(true);
});

test('closing the dialog keeps mine in the editor, and the next save asks again', async () => {
  shows('3.calls.version.conflict-template', '3.calls.version.sent');
  const { user, server } = await openConflict();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save changes' })));
  const name = await setting(user, 'The title', 'Name');
  expect((name as HTMLInputElement).value).toBe('caption');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(
    await screen.findByRole('dialog', { name: 'Someone else has changed this template in the meantime' }),
  ).toBeTruthy();
  expect((await namesOf(server)).version).toBe(2);
});

test('if both users saved the same change, there is nothing to choose', async () => {
  const { user, server, fields } = await openSword();
  await change(user, 'The title', 'Name', 'heading');
  const same = fields.map((entry) =>
    entry.id === 'title' ? { ...entry, settings: { ...entry.settings, name: 'heading' } } : entry,
  );
  await saveTemplate(server, 'sword', same, { version: 1, label: 'Sword', as: 'admin' });
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Someone else has saved the same changes in the meantime')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await change(user, 'The price', 'Name', 'cost');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect((await question()).getByRole('tab', { name: 'Updated (1)' })).toBeTruthy();
});

test('changes of others in other fields are merged without a question, and a toast names them', async () => {
  shows('5.merge.template');
  const opened = await openSword();
  const { user, server, fields, overlay } = opened;
  await change(user, 'The price', 'Name', 'cost');
  await saveElsewhere(server, fields, []);
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  const text = 'admin changed The title, The weight and The durability meanwhile';
  expect(await within(overlay).findByText(text)).toBeTruthy();
  const dialog = await question();
  await waitFor(() => expect(dialog.getByRole('tab', { name: 'Updated (1)', selected: true })).toBeTruthy());
  await confirmSave(user);
  await opened.untilPath(`${opened.base}/sword/items`);
  const { version, names } = await namesOf(server);
  expect(version).toBe(3);
  expect([names.get('title'), names.get('price'), names.get('durability')]).toEqual(['heading', 'cost', 'durability']);
  expect(names.has('weight')).toBe(false);
});

test('a save that is overtaken while it is confirmed is merged, too', async () => {
  shows('5.merge.template');
  const opened = await openSword();
  const { user, server, fields, overlay } = opened;
  await change(user, 'The price', 'Name', 'cost');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  const dialog = await question();
  await waitFor(() =>
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Yes, save changes' }).disabled).toBe(false),
  );
  await saveElsewhere(server, fields, []);
  await user.click(dialog.getByRole('button', { name: 'Yes, save changes' }));
  expect(await within(overlay).findByText(/^admin changed The title, .* meanwhile$/)).toBeTruthy();
  await opened.untilPath(`${opened.base}/sword/items`);
  const { version, names } = await namesOf(server);
  expect(version).toBe(3);
  expect([names.get('title'), names.get('price')]).toEqual(['heading', 'cost']);
});

test('what one has changed oneself in another tab is said so', async () => {
  shows('4.hands.conflict-own');
  const { user, server, fields } = await openSword();
  await change(user, 'The title', 'Name', 'caption');
  const renamed = fields.map((one) =>
    one.id === 'title' ? { ...one, settings: { ...one.settings, name: 'heading' } } : one,
  );
  await saveTemplate(server, 'sword', renamed, { version: 1, label: 'Sword', as: 'owner' });
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  const own = await screen.findByRole('dialog', {
    name: 'You have changed this template in another tab in the meantime',
  });
  expect(within(own).getByText(/^You saved it /)).toBeTruthy();
});
