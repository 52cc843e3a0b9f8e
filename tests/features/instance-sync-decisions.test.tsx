import { items } from '@quartermaster/contract/endpoints/items.ts';
import { sync, syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons, weapon } from '../support/item-content.ts';
import { saveOne } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import type { Person } from '../support/server-studio.ts';
import { choose } from './choose-instance.ts';

/** A sword made of iron, in Dev and Stage; the owner works in Dev. */
async function withSyncedSword() {
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  const { iron, weapons } = await saveWeapons(server, (material) => [['Sword', { cost: 1, damage: 5, material }]]);
  await server.call(sync.all, { params: { instanceId: server.studio.dev }, body: {} }, { as: 'owner' });
  return { server, iron, sword: weapons[0] ?? 0 };
}

/** Changes fields of an item that have values. */
async function edit(server: TestServer, instanceId: number, id: number, label: string, values: object) {
  const params = { instanceId, templateId: 'weapon', id };
  const { item } = await server.call(items.get, { params }, { as: 'owner' });
  const { fields, ...rest } = weapon(label, values as Parameters<typeof weapon>[1]);
  const updated = fields.map((field) => ({ ...field, status: 2 as const }));
  await saveOne(server, { ...rest, fields: updated, id, version: item.version }, 'owner', instanceId);
}

const itemOf = async (server: TestServer, instanceId: number, id: number) => {
  const params = { instanceId, templateId: 'weapon', id };
  const { item } = await server.call(items.get, { params }, { as: 'owner' });
  const value = (name: string) => item.fields.find(({ template_field_id }) => template_field_id === name)?.value;
  return { label: item.header.internal_label, cost: value('cost'), damage: value('damage') };
};

/** Opens the dialog of a sync and waits until it can be confirmed, or cannot for a reason. */
async function openDialog(user: Awaited<ReturnType<typeof renderConsole>>['user'], button: string) {
  await user.click(await screen.findByRole('button', { name: button }));
  return screen.findByRole('dialog');
}

const untilReady = (button: HTMLElement) => waitFor(() => expect(button).toHaveProperty('disabled', false));

test('an item that was edited in both is a conflict, which is decided as a whole or by field before it is synced', async () => {
  const { server, sword } = await withSyncedSword();
  const { dev, stage } = server.studio;
  await edit(server, dev, sword, 'Long sword', { cost: 2, damage: 6 });
  await edit(server, stage, sword, 'Sword', { cost: 3 });
  const { user, overlay } = await renderConsole('/instance-sync', { server, as: 'owner' });
  expect(await screen.findByText('Conflict')).toBeTruthy();
  const dialog = await openDialog(user, 'Sync all');
  const conflict = await within(dialog).findByRole('group', { name: 'Long sword' });
  const yes = within(dialog).getByRole('button', { name: 'Yes, sync to stage' });
  expect(yes).toHaveProperty('disabled', true);
  await user.click(within(conflict).getByRole('radio', { name: 'By field' }));
  const cost = await within(dialog).findByRole('group', { name: 'Cost' });
  expect(within(cost).getByRole('radio', { name: /^dev ?2$/ })).toHaveProperty('checked', true);
  await user.click(within(cost).getByRole('radio', { name: /^stage ?3$/ }));
  await untilReady(yes);
  await user.click(yes);
  await within(overlay).findByText('Your changes have been successfully synced');
  expect(await itemOf(server, stage, sword)).toEqual({ label: 'Long sword', cost: 3, damage: 6 });
});

test('a linked item that the target lacks is named, and taken along with one click', async () => {
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  const { iron, weapons } = await saveWeapons(server, (material) => [['Sword', { cost: 1, material }]]);
  const { user, overlay } = await renderConsole('/instance-sync', { server, as: 'owner' });
  await user.click(await screen.findByRole('checkbox', { name: `Select Sword #${weapons[0]}` }));
  const dialog = await openDialog(user, 'Sync selected');
  const missing = await within(dialog).findByRole('region', { name: /missing in stage$/ });
  expect(missing.textContent).toContain('Iron');
  const yes = within(dialog).getByRole('button', { name: 'Yes, sync to stage' });
  expect(yes).toHaveProperty('disabled', true);
  await user.click(within(missing).getByRole('button', { name: 'Include them' }));
  await untilReady(yes);
  expect(within(dialog).queryByRole('region', { name: /missing in stage$/ })).toBeNull();
  await user.click(yes);
  await within(overlay).findByText('Your selected changes have been successfully synced');
  const params = { instanceId: server.studio.stage, templateId: 'material', id: iron };
  expect((await server.call(items.get, { params }, { as: 'owner' })).item.header.internal_label).toBe('Iron');
});

test('what was changed meanwhile is listed anew, nothing is synced, and the selection stays', async () => {
  const { server, sword } = await withSyncedSword();
  const { dev, stage } = server.studio;
  await edit(server, dev, sword, 'Long sword', { cost: 2 });
  const { user } = await renderConsole('/instance-sync', { server, as: 'owner' });
  await user.click(await screen.findByRole('checkbox', { name: `Select Long sword #${sword}` }));
  const dialog = await openDialog(user, 'Sync selected');
  const yes = within(dialog).getByRole('button', { name: 'Yes, sync to stage' });
  await untilReady(yes);
  await edit(server, dev, sword, 'Longest sword', { cost: 3 });
  await user.click(yes);
  expect(await screen.findByText(/became others while you were looking/)).toBeTruthy();
  expect(await screen.findByRole('checkbox', { name: `Select Longest sword #${sword}` })).toHaveProperty(
    'checked',
    true,
  );
  expect((await itemOf(server, stage, sword)).label).toBe('Sword');
});

test('a sync is in the history with what it changed, and can be undone', async () => {
  const { server, sword } = await withSyncedSword();
  const { dev, stage } = server.studio;
  await edit(server, dev, sword, 'Long sword', { cost: 2 });
  const { id } = await server.call(
    sync.all,
    { params: { instanceId: dev }, body: { note: 'Longer swords' } },
    { as: 'owner' },
  );
  const { user, overlay, untilPath } = await renderConsole('/instance-sync/history', { server, as: 'owner' });
  const [row] = await screen.findAllByRole('row', { name: /Longer swords/ });
  expect(row?.textContent).toMatch(/owner.*dev.*stage.*~1.*Longer swords.*applied/);
  await user.click(within(row as HTMLElement).getByRole('link'));
  await untilPath(`/instance-sync/history/${id}`);
  await user.click(await screen.findByRole('link', { name: 'Long sword' }));
  const panel = await screen.findByRole('complementary', { name: 'Change of Long sword' });
  await waitFor(() =>
    expect([...panel.querySelectorAll('del, ins')].map((one) => one.textContent)).toEqual([
      'Sword',
      'Long sword',
      '1',
      '2',
    ]),
  );
  const dialog = await openDialog(user, 'Undo this sync');
  const yes = within(dialog).getByRole('button', { name: 'Yes, undo it' });
  await untilReady(yes);
  await user.click(yes);
  await within(overlay).findByText('The sync was undone');
  expect(await screen.findByRole('link', { name: /^Undone by sync/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Undo this sync' })).toBeNull();
  expect(await itemOf(server, stage, sword)).toEqual({ label: 'Sword', cost: 1, damage: 5 });
});

/** Sends everything that Dev has for review. */
const requestReview = async (server: TestServer, as: Person = 'owner') =>
  (
    await server.call(
      syncReviews.create,
      { params: { instanceId: server.studio.dev }, body: { changes: [], all: true, note: 'Please look' } },
      { as },
    )
  ).id;

test('changes are sent for review with a note, and there is a link to it', async () => {
  const { server, sword } = await withSyncedSword();
  await edit(server, server.studio.dev, sword, 'Long sword', { cost: 2 });
  const { user } = await renderConsole('/instance-sync', { server, as: 'owner' });
  const dialog = await openDialog(user, 'Send for review');
  expect(dialog.textContent).toContain('all changes are sent');
  await user.type(within(dialog).getByRole('textbox', { name: 'Note' }), 'Please look');
  await user.click(within(dialog).getByRole('button', { name: 'Send for review' }));
  expect(await within(dialog).findByText(/\/instance-sync\/reviews\/\d+\?instance=\d+$/)).toBeTruthy();
  await user.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  expect(await screen.findByRole('link', { name: /^Review \d+ by owner$/ })).toBeTruthy();
});

test('a review opens in its own instance from the mail’s link, and is applied there', async () => {
  const { server, sword } = await withSyncedSword();
  const { dev, stage } = server.studio;
  await edit(server, dev, sword, 'Long sword', { cost: 2 });
  const id = await requestReview(server);
  await choose(server, 'admin', stage);
  const { user, overlay, path } = await renderConsole(`/instance-sync?instance=${dev}&review=${id}`, {
    server,
    as: 'admin',
  });
  expect(await screen.findByText('Please look')).toBeTruthy();
  expect(path()).toBe(`/instance-sync/reviews/${id}?instance=${dev}`);
  expect(await screen.findByRole('link', { name: 'Long sword' })).toBeTruthy();
  const dialog = await openDialog(user, 'Apply');
  const yes = within(dialog).getByRole('button', { name: 'Yes, sync to stage' });
  await untilReady(yes);
  await user.click(yes);
  await within(overlay).findByText('Your selected changes have been successfully synced');
  expect(await screen.findByRole('link', { name: 'Show what was synced' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull();
  expect((await itemOf(server, stage, sword)).label).toBe('Long sword');
});

test('a review is declined with a note', async () => {
  const { server, sword } = await withSyncedSword();
  const { dev } = server.studio;
  await edit(server, dev, sword, 'Long sword', { cost: 2 });
  const id = await requestReview(server);
  const { user } = await renderConsole(`/instance-sync/reviews/${id}?instance=${dev}`, { server, as: 'owner' });
  const dialog = await openDialog(user, 'Decline');
  await user.type(within(dialog).getByRole('textbox', { name: 'Note' }), 'Not yet');
  await user.click(within(dialog).getByRole('button', { name: 'Decline' }));
  expect(await screen.findByText('Not yet')).toBeTruthy();
  expect(screen.getByText(/^Declined by/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull();
});
