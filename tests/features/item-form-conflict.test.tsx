import { items } from '@quartermaster/contract/endpoints/items.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { emailOf } from '../support/server-studio.ts';
import { field, openSword, saveChanges, saveElsewhere, stored } from './sword-form.ts';

async function openConflict(emptied?: RegExp) {
  const opened = await openSword();
  await saveElsewhere(opened.server, opened.id, 'Sword of theirs', 300, 9.5);
  await opened.user.clear(field(/^Cost/));
  await opened.user.type(field(/^Cost/), '150');
  await opened.user.type(field(/^Notes/), 'mine');
  if (emptied) await opened.user.clear(field(emptied));
  await opened.user.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText('Someone else has changed this item in the meantime')).toBeTruthy();
  return opened;
}

test('in a save conflict, the other user’s values can be adopted', async () => {
  shows('3.calls.version.choose-theirs');
  const { user, server, id } = await openConflict();
  await user.click(screen.getByRole('button', { name: 'Take theirs and drop my changes' }));
  expect(field(/^Cost/)).toHaveProperty('value', '300');
  expect(field(/^Notes/)).toHaveProperty('value', '');
  expect(field(/^Label/)).toHaveProperty('value', 'Sword of theirs');
  expect(await stored(server, id)).toMatchObject({ label: 'Sword of theirs', version: 2 });
  // It is now based on theirs: the next save causes no conflict.
  await user.type(field(/^Notes/), 'next');
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(async () =>
    expect(await stored(server, id)).toMatchObject({
      label: 'Sword of theirs',
      version: 3,
      values: { cost: 300, weight: 9.5, notes: 'next' },
    }),
  );
});

test('in a save conflict, the user’s own values can overwrite the other’s', async () => {
  shows('3.calls.version.choose-mine');
  const { user, server, id, untilPath, listPath } = await openConflict();
  await user.click(screen.getByRole('button', { name: 'Save mine over theirs' }));
  await untilPath(listPath);
  expect(await stored(server, id)).toMatchObject({ label: 'Sword', version: 3, values: { cost: 150, notes: 'mine' } });
});

test('in a save conflict, each differing field can be chosen', async () => {
  shows('3.calls.version.choose-by-field', '4.hands.conflict-undecided', '4.hands.conflict-named');
  const { user, server, id, untilPath, listPath } = await openConflict(/^Damage/);
  const differing = within(screen.getByRole('list', { name: 'Fields that differ' })).getAllByRole('listitem');
  const firstNames = differing.map(({ textContent }) => textContent);
  expect(firstNames).toEqual(['Cost (changed by both)', 'Label', 'Notes', 'Weight', 'Damage']);
  await user.click(screen.getByRole('button', { name: 'Choose field by field' }));
  const dialog = screen.getByRole('dialog');
  const names = within(dialog)
    .getAllByRole('group')
    .map((group) => group.querySelector('legend')?.textContent);
  expect(names).toEqual(['Cost', 'Label', 'Notes', 'Weight', 'Damage']);
  const headings = within(dialog).getAllByRole('heading', { level: 3 });
  expect(headings.map(({ textContent }) => textContent)).toEqual(['Changed by both', 'Changed by one of you']);
  const choice = (name: string, side: RegExp) =>
    within(within(dialog).getByRole('group', { name })).getByRole('radio', { name: side });
  expect(choice('Label', /Theirs/)).toHaveProperty('checked', true);
  // Fields that only one side changed are merged without a question.
  expect(choice('Weight', /Theirs/)).toHaveProperty('checked', true);
  expect(choice('Notes', /Mine/)).toHaveProperty('checked', true);
  // Nothing is chosen where either choice loses something, and it is shown what both started from.
  const cost = within(within(dialog).getByRole('group', { name: 'Cost' }));
  expect(cost.queryByRole('radio', { checked: true })).toBeNull();
  expect(cost.getByText('Before both changes').parentElement?.textContent).toBe('Before both changes120');
  const saveThese = within(dialog).getByRole('button', { name: 'Save these values' });
  expect(saveThese).toHaveProperty('disabled', true);
  const reason = 'Choose a value for “Cost”: both of you have changed it.';
  expect(document.getElementById(saveThese.getAttribute('aria-describedby') ?? '')?.textContent).toBe(reason);
  await user.click(choice('Cost', /Theirs/));
  expect(within(dialog).queryByText(reason)).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Save these values' }));
  await untilPath(listPath);
  expect(await stored(server, id)).toMatchObject({
    label: 'Sword of theirs',
    version: 3,
    values: { cost: 300, weight: 9.5, notes: 'mine' },
  });
  expect((await stored(server, id)).values).not.toHaveProperty('damage');
});

test('changes of others in other fields are merged without a question, and a toast names them', async () => {
  shows('5.merge.form');
  const { user, overlay, server, id } = await openSword();
  await saveElsewhere(server, id, 'Sword', 300, 9.5);
  await user.type(field(/^Notes/), 'mine');
  await user.keyboard('{Control>}s{/Control}');
  expect(await within(overlay).findByText('admin changed Cost and Weight meanwhile')).toBeTruthy();
  expect(screen.queryByText('Someone else has changed this item in the meantime')).toBeNull();
  const values = { cost: 300, weight: 9.5, notes: 'mine' };
  expect(await stored(server, id)).toMatchObject({ label: 'Sword', version: 3, values });
  // The form shows them, and its next save is based on them.
  await waitFor(() => expect(field(/^Cost/)).toHaveProperty('value', '300'));
  await user.type(field(/^Notes/), ' next');
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(async () =>
    expect(await stored(server, id)).toMatchObject({ version: 4, values: { ...values, notes: 'mine next' } }),
  );
});

test('if another user has deleted the item, the form shows a message and keeps its input', async () => {
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

test('a save conflict shows who saved the other version, and when', async () => {
  const { server } = await openConflict();
  const [admin] = await server.app.deps.database.query<{ name: string }>('select name from accounts where email = $1', [
    emailOf('admin'),
  ]);
  expect(admin?.name).toBeTruthy();
  const sentence = within(screen.getByRole('dialog')).getByText(/saved it/).textContent;
  expect(sentence).toMatch(
    new RegExp(`^${admin?.name} saved it a moment ago, on \\d\\d \\w+, \\d{4} \\d+:\\d\\d:\\d\\d\\.$`),
  );
});

test('in a save conflict, rows are shown with the changes of each side', async () => {
  shows('3.calls.version.choose-by-field');
  const { user, server, id } = await openSword();
  const row = (place: number, value: string | null, status: 1 | 3) => ({
    id: value === null ? `attrib.${place}.row` : `key.${place}`,
    template_field_id: value === null ? 'attrib' : 'key',
    template_field_type: value === null ? ('dynamic-group-row' as const) : ('text' as const),
    template_group_id: 'attrib',
    template_group_path: [place],
    value,
    status,
  });
  const body = {
    id,
    version: 1,
    template_id: 'weapon',
    internal_label: 'Sword',
    fields: [row(2, null, 1), row(2, 'c', 1)],
  };
  await server.call(items.save, { params: { instanceId: server.studio.dev }, body }, { as: 'admin' });
  await user.type(within(screen.getByRole('listitem', { name: 'Attributes row 1' })).getByLabelText(/Key/), 'x');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await user.click(await screen.findByRole('button', { name: 'Choose field by field' }));
  const choices = within(screen.getByRole('group', { name: 'Attributes' })).getAllByRole('radio');
  const [theirs, mine] = choices.map((choice) => choice.closest('label')?.textContent);
  expect(theirs?.replaceAll(/\s+/g, ' ').replace('c Lev', 'cLev')).toBe(
    'Theirs3 rows2 rows unchanged+cRow 3 KeycLevels0 rows',
  );
  expect(mine).toBe('Mine2 rows~axRow 1~Keyaax1 row unchanged');
});

test('what one has saved oneself in another tab is said so', async () => {
  shows('4.hands.conflict-own');
  const { user, server, id } = await openSword();
  const params = { instanceId: server.studio.dev, templateId: 'weapon', id };
  const { item } = await server.call(items.get, { params }, { as: 'owner' });
  const body = { template_id: 'weapon', id, version: item.version, internal_label: 'From the other tab', fields: [] };
  await server.call(items.save, { params, body }, { as: 'owner' });
  await user.type(field(/^Label/), ' of truth');
  await user.keyboard('{Control>}s{/Control}');
  const own = within(
    await screen.findByRole('dialog', { name: 'You have changed this item in another tab in the meantime' }),
  );
  expect(own.getByText(/^You saved it /)).toBeTruthy();
});
