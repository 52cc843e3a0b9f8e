import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { changeSetPath, syncHistoryEntryPath } from '@quartermaster/contract/paths.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons } from '../support/item-content.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** Two weapons, whose cost was doubled. */
async function withEdit() {
  const server = await startTestServer();
  const { weapons } = await saveWeapons(server, [
    ['Sword', { cost: 5 }],
    ['Axe', { cost: 7 }],
  ]);
  const params = { instanceId: server.studio.dev };
  const edit = {
    selection: { template_id: 'weapon', ids: weapons },
    action: { operations: [{ field_id: 'cost', op: 'multiply' as const, value: 2 }] },
  };
  const { id } = await server.call(bulkEdits.apply, { params, body: edit }, { as: 'owner' });
  const [sword = 0, axe = 0] = weapons;
  return { server, sword, axe, id: id ?? 0, params };
}

async function costOf(server: TestServer, id: number) {
  const params = { instanceId: server.studio.dev, templateId: 'weapon', id };
  const { item } = await server.call(items.get, { params }, { as: 'owner' });
  return item.fields.find(({ template_field_id: field }) => field === 'cost')?.value;
}

/** Sets the cost of an item, as another bulk edit. */
const setCost = (server: TestServer, id: number, value: number) =>
  server.call(
    bulkEdits.apply,
    {
      params: { instanceId: server.studio.dev },
      body: {
        selection: { template_id: 'weapon', ids: [id] },
        action: { operations: [{ field_id: 'cost', op: 'set', value }] },
      },
    },
    { as: 'owner' },
  );

test('the list of items leads to the changes, which are undone there and opened field by field', async () => {
  shows('4.select.history');
  const { server, sword } = await withEdit();
  const list = `/instance/${server.studio.dev}/templates/weapon/items`;
  const { user } = await renderConsole(list, { as: 'owner', server });
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'History' }));
  const row = await screen.findByRole('row', { name: /Bulk edit of Weapon/ });
  const cells = within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  expect(cells).toEqual(['Bulk edit of Weapon', 'owner', '~2', '', 'applied', 'Undo']);
  expect(screen.queryByRole('link', { name: /^Back to/ })).toBeNull();
  await user.click(within(row).getByRole('link'));
  await screen.findByRole('heading', { level: 1, name: 'Bulk edit of Weapon' });
  await screen.findByText('Cost: multiply 2');
  await user.click(await screen.findByRole('link', { name: 'Sword' }));
  const change = await screen.findByRole('complementary', { name: 'Change of Sword' });
  await waitFor(() => expect(change.textContent).toContain('Cost510'));
  await user.click(screen.getByRole('link', { name: 'Back to History' }));
  await user.click(await screen.findByRole('button', { name: /^Undo Bulk edit of Weapon/ }));
  await screen.findByText('The changes were undone');
  expect(await costOf(server, sword)).toBe(5);
  await waitFor(() => expect(screen.getByRole('row', { name: /Bulk edit of Weapon/ }).textContent).toContain('undone'));
  expect(screen.getByRole('row', { name: /Undo in Weapon/ })).toBeTruthy();
});

test('an undo of what was changed since opens the changes, where it is decided', async () => {
  shows('4.select.undo');
  const { server, sword, axe, id, params } = await withEdit();
  await setCost(server, sword, 99);
  const { user, path } = await renderConsole(`/changes?instance=${params.instanceId}`, { as: 'owner', server });
  const rows = await screen.findAllByRole('button', { name: /^Undo Bulk edit of Weapon/ });
  await user.click(rows.at(-1) as HTMLElement);
  await waitFor(() => expect(path()).toBe(changeSetPath(id, params.instanceId, { isUndoing: true })));
  const dialog = within(await screen.findByRole('dialog', { name: 'Undo these changes' }));
  await dialog.findByRole('region', { name: /^1 conflict/ });
  const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Yes, undo them' });
  expect(confirm.disabled).toBe(true);
  await user.click(dialog.getByRole('radio', { name: 'Keep as it is now' }));
  await user.click(confirm);
  await screen.findByText('The changes were undone');
  expect([await costOf(server, sword), await costOf(server, axe)]).toEqual([99, 7]);
});

test('the empty list says what it lists, and where single edits are', async () => {
  const server = await startTestServer();
  await renderConsole(`/changes?instance=${server.studio.dev}`, { as: 'owner', server });
  await screen.findByRole('heading', { level: 1, name: 'History' });
  const title = await screen.findByRole('heading', { name: 'No bulk edits, imports or syncs yet' });
  const link = await within(title.parentElement as HTMLElement).findByRole('link', { name: 'Activity' });
  expect(link.getAttribute('href')).toBe('/activity');
});

test('members who can only read see the changes, without an undo', async () => {
  shows('4.select.history');
  const { server } = await withEdit();
  await renderConsole(`/changes?instance=${server.studio.dev}`, { as: 'member', server });
  const row = await screen.findByRole('row', { name: /Bulk edit of Weapon/ });
  expect(within(row).queryByRole('button')).toBeNull();
});

test('syncs are in the same list as all other changes, which can be of one origin', async () => {
  shows('4.select.history');
  const { server } = await withEdit();
  const params = { instanceId: server.studio.dev };
  const { id } = await server.call(sync.all, { params, body: {} }, { as: 'owner' });
  const { user, path } = await renderConsole(`/changes?instance=${server.studio.dev}`, { as: 'owner', server });
  const whats = () =>
    screen
      .findAllByRole('row')
      .then((rows) => rows.slice(1).map((row) => within(row).getAllByRole('cell')[0]?.textContent));
  await screen.findByRole('row', { name: /Sync to Stage/ });
  expect(await whats()).toEqual(['Sync to Stage', 'Bulk edit of Weapon']);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Origin' }), 'Bulk edit');
  await waitFor(async () => expect(await whats()).toEqual(['Bulk edit of Weapon']));
  expect(path()).toContain('origin=bulk-edit');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Origin' }), 'Import');
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
  const row = await screen.findByRole('row', { name: /Sync to Stage/ });
  expect(within(row).getByRole('link').getAttribute('href')).toBe(syncHistoryEntryPath(id ?? 0, server.studio.dev));
});
