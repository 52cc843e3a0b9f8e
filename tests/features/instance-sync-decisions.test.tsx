import { items } from '@quartermaster/contract/endpoints/items.ts';
import { sync, syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { materialFields, saveWeapons } from '../support/item-content.ts';
import { saveBody, saveOne } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import type { Person } from '../support/server-studio.ts';
import { choose } from './choose-instance.ts';
import { edit, itemOf, openDialog, untilReady, withSyncedSword } from './synced-sword.ts';

/** The pressed button unmounts: the focus moves to the page and is not lost. */
const untilPageHasFocus = (title: string) =>
  waitFor(() => {
    const { activeElement, body } = document;
    expect(activeElement?.contains(screen.getByRole('heading', { level: 1, name: title }))).toBe(true);
    expect(activeElement).not.toBe(body);
  });

/** A sword, an axe and a bow that were edited in dev (cost 2) and in stage (cost 3). */
async function withThreeConflicts() {
  const server = await startTestServer();
  const { dev, stage } = server.studio;
  await choose(server, 'owner', dev);
  const labels = ['Sword', 'Axe', 'Bow'];
  const { weapons } = await saveWeapons(
    server,
    labels.map((label) => [label, { cost: 1 }]),
  );
  await server.call(sync.all, { params: { instanceId: dev }, body: {} }, { as: 'owner' });
  for (const [index, label] of labels.entries()) {
    await edit(server, dev, weapons[index] ?? 0, label, { cost: 2 });
    await edit(server, stage, weapons[index] ?? 0, label, { cost: 3 });
  }
  return { server, stage, weapons };
}

/** The choice of a side or of single fields, with the value of the only field that differs. */
const choiceOf = (dialog: HTMLElement, item: string, name: string) =>
  within(within(dialog).getByRole('group', { name: item })).getByRole('radio', {
    name: new RegExp(`^${name}( \\(|$)`),
  });

test('an item edited on both sides is a conflict, which must be decided as a whole or by field before it is synced', async () => {
  shows('2.4.sync.all-success', '3.outside-dev.conflict-named', '3.sync.diff.merge');
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
  // The focus starts at the message, so that the next Tab reaches the decisions.
  await waitFor(() => expect(document.activeElement?.textContent).toContain('1 item'));
  await user.tab();
  expect(conflict.contains(document.activeElement)).toBe(true);
  await user.click(within(conflict).getByRole('radio', { name: 'By field' }));
  const cost = await within(dialog).findByRole('group', { name: 'Cost' });
  expect(within(cost).getByRole('radio', { name: /^dev ?2$/ })).toHaveProperty('checked', true);
  await user.click(within(cost).getByRole('radio', { name: /^stage ?3$/ }));
  await untilReady(yes);
  await user.click(yes);
  await within(overlay).findByText('Your changes have been successfully synced');
  expect(await itemOf(server, stage, sword)).toEqual({ label: 'Long sword', cost: 3, damage: 6 });
  await screen.findByText('There are no changes to sync at this time');
  await untilPageHasFocus('Instance sync');
});

test('while the fields of a conflict are loading, other choices and a note can be made and are kept, even if the dialog is closed', async () => {
  const { server } = await withThreeConflicts();
  const held: (() => void)[] = [];
  const { user } = await renderConsole('/instance-sync', {
    server,
    as: 'owner',
    intercept: (fetch) => async (url, init) => {
      if (String(url).includes('/changes/items/')) await new Promise<void>((resolve) => held.push(resolve));
      return fetch(url, init);
    },
  });
  let dialog = await openDialog(user, 'Sync all');
  await within(dialog).findByRole('group', { name: 'Sword' });
  const choice = (item: string, name: string) => choiceOf(dialog, item, name);
  const yes = () => within(dialog).getByRole('button', { name: 'Yes, sync to stage' });
  await user.click(choice('Sword', 'By field'));
  expect(choice('Sword', 'By field')).toHaveProperty('checked', true);
  await user.click(choice('Axe', 'Keep stage'));
  await user.click(choice('Bow', 'By field'));
  await user.click(choice('Bow', 'Take dev'));
  expect(yes()).toHaveProperty('disabled', true);
  await waitFor(() => expect(held).toHaveLength(2));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  dialog = await openDialog(user, 'Sync all');
  await within(dialog).findByRole('group', { name: 'Sword' });
  expect(yes()).toHaveProperty('disabled', true);
  await user.type(within(dialog).getByRole('textbox', { name: 'Note' }), 'Release 1');
  for (const release of held) release();
  expect(await within(dialog).findByRole('group', { name: 'Cost' })).toBeTruthy();
  await untilReady(yes());
  expect(choice('Sword', 'By field')).toHaveProperty('checked', true);
  expect(choice('Axe', 'Keep stage')).toHaveProperty('checked', true);
  expect(choice('Bow', 'Take dev')).toHaveProperty('checked', true);
  expect(within(dialog).getByRole('textbox', { name: 'Note' })).toHaveProperty('value', 'Release 1');
});

test('decisions and the note are kept when the dialog is closed; after a refused sync, those for unedited changes are kept', async () => {
  shows('3.outside-dev.conflict-named');
  const { server, stage, weapons } = await withThreeConflicts();
  const { user, overlay } = await renderConsole('/instance-sync', { server, as: 'owner' });
  const open = async () => {
    const dialog = await openDialog(user, 'Sync all');
    await within(dialog).findByRole('group', { name: 'Bow' });
    const choice = (item: string, name: string) => choiceOf(dialog, item, name);
    const stageCost = async () =>
      within(await within(dialog).findByRole('group', { name: 'Cost' })).getByRole('radio', { name: /^stage ?3$/ });
    const yes = within(dialog).getByRole('button', { name: 'Yes, sync to stage' });
    return { dialog, choice, stageCost, yes, note: within(dialog).getByRole('textbox', { name: 'Note' }) };
  };
  const first = await open();
  // The values of the only field that differs.
  expect(await within(first.dialog).findAllByRole('radio', { name: /^Take dev \(2\)$/ })).not.toHaveLength(0);
  expect(within(first.dialog).getAllByRole('radio', { name: /^Keep stage \(3\)$/ })).not.toHaveLength(0);
  await user.click(within(first.dialog).getByRole('button', { name: 'Take all: dev' }));
  await user.click(first.choice('Sword', 'By field'));
  await user.click(await first.stageCost());
  await user.click(first.choice('Axe', 'Keep stage'));
  await user.type(first.note, 'Release 1');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  // What the dialog has for all others belongs to its check, and is no choice of an item.
  const named = within(screen.getByRole('list', { name: 'Conflicts' }));
  expect(named.getByText('By field')).toBeTruthy();
  expect(named.getByText('Keep stage')).toBeTruthy();
  expect(named.queryByText('Take dev')).toBeNull();

  const second = await open();
  expect(second.note).toHaveProperty('value', 'Release 1');
  expect(await second.stageCost()).toHaveProperty('checked', true);
  expect(second.choice('Axe', 'Keep stage')).toHaveProperty('checked', true);
  expect(second.choice('Bow', 'Take dev')).toHaveProperty('checked', true);
  await untilReady(second.yes);
  await edit(server, stage, weapons[1] ?? 0, 'Axe', { cost: 4 });
  await user.click(second.yes);
  expect(await screen.findByText(/were edited while you were looking/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  // The decision for all did not cover the axe's latest version.
  const third = await open();
  expect(third.note).toHaveProperty('value', 'Release 1');
  expect(third.choice('Sword', 'By field')).toHaveProperty('checked', true);
  expect(third.choice('Axe', 'Keep stage')).toHaveProperty('checked', false);
  expect(third.choice('Bow', 'Take dev')).toHaveProperty('checked', false);
  expect(third.yes).toHaveProperty('disabled', true);
  await user.click(third.choice('Axe', 'Take dev'));
  await user.click(third.choice('Bow', 'Take dev'));
  await untilReady(third.yes);
  await user.click(third.yes);
  await within(overlay).findByText('Your changes have been successfully synced');
  expect((await itemOf(server, stage, weapons[0] ?? 0)).cost).toBe(3);
  expect((await itemOf(server, stage, weapons[1] ?? 0)).cost).toBe(2);
});

test('next to the list, a conflict shows who changed what, and what is chosen there is chosen in the dialog', async () => {
  const { server, sword } = await withSyncedSword();
  const { dev, stage } = server.studio;
  await edit(server, dev, sword, 'Long sword', { cost: 2, damage: 6 });
  await edit(server, stage, sword, 'Sword', { cost: 3 });
  const { user, overlay } = await renderConsole(`/instance-sync?show=item.weapon.${sword}`, { server, as: 'owner' });
  const panel = await screen.findByRole('complementary', { name: 'Change of Long sword' });
  const cost = await within(panel).findByRole('group', { name: 'Cost' });
  const ofDev = await within(cost).findByRole('radio', { name: /^Take dev ?owner, a moment ago ?2$/ });
  const ofStage = await within(cost).findByRole('radio', { name: /^Keep stage ?owner, a moment ago ?3$/ });
  expect(cost.textContent).toContain('Before both changes1');
  // What only dev has changed is no conflict.
  expect(within(panel).queryByRole('group', { name: 'Damage' })).toBeNull();
  expect(within(panel).getByText('Also changed, no conflict')).toBeTruthy();
  const whole = (name: string) => within(panel).getByRole('radio', { name });
  await user.click(whole('Keep stage'));
  expect(ofStage).toHaveProperty('checked', true);
  await user.click(ofDev);
  expect(whole('By field')).toHaveProperty('checked', true);
  await user.click(ofStage);
  // The note above the list says what is chosen.
  expect(within(screen.getByRole('list', { name: 'Conflicts' })).getByText('By field')).toBeTruthy();

  const dialog = await openDialog(user, 'Sync all');
  const inDialog = await within(dialog).findByRole('group', { name: 'Cost' });
  expect(within(inDialog).getByRole('radio', { name: /^stage ?3$/ })).toHaveProperty('checked', true);
  const yes = within(dialog).getByRole('button', { name: 'Yes, sync to stage' });
  await untilReady(yes);
  await user.click(within(inDialog).getByRole('radio', { name: /^dev ?2$/ }));
  expect(ofDev).toHaveProperty('checked', true);
  await user.click(within(inDialog).getByRole('radio', { name: /^stage ?3$/ }));
  await user.click(yes);
  await within(overlay).findByText('Your changes have been successfully synced');
});

test('a conflict whose fields cannot be loaded stays undecided and shows the error', async () => {
  const { server, sword } = await withSyncedSword();
  await edit(server, server.studio.dev, sword, 'Long sword', { cost: 2 });
  await edit(server, server.studio.stage, sword, 'Sword', { cost: 3 });
  const { user } = await renderConsole('/instance-sync', {
    server,
    as: 'owner',
    intercept: (fetch) => async (url, init) =>
      String(url).includes('/changes/items/')
        ? Response.json({ status_code: 400, error: 'broken', message: 'No fields today.' }, { status: 400 })
        : fetch(url, init),
  });
  const dialog = await openDialog(user, 'Sync all');
  const byField = await within(dialog).findByRole('radio', { name: 'By field' });
  await user.click(byField);
  expect(await within(dialog).findByText(/No fields today/)).toBeTruthy();
  expect(byField).toHaveProperty('checked', false);
  expect(within(dialog).getByRole('button', { name: 'Yes, sync to stage' })).toHaveProperty('disabled', true);
});

test('a linked item missing in the target is listed, and one click includes it', async () => {
  shows('3.sync.link.offer');
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  const { iron, steel, weapons } = await saveWeapons(server, (material, part) => [
    ['Sword', { cost: 1, material, parts: [part] }],
  ]);
  const gold = await saveOne(server, saveBody('material', materialFields, {}, { label: 'Gold' }));
  const { user, overlay } = await renderConsole('/instance-sync', { server, as: 'owner' });
  await user.click(await screen.findByRole('checkbox', { name: `Select Sword #${weapons[0]}` }));
  const dialog = await openDialog(user, 'Sync selected');
  const missing = await within(dialog).findByRole('region', { name: /missing in stage$/ });
  expect(missing.textContent).toMatch(/Iron.*Steel/);
  const yes = within(dialog).getByRole('button', { name: 'Yes, sync to stage' });
  expect(yes).toHaveProperty('disabled', true);
  await user.click(within(missing).getByRole('button', { name: 'Include them' }));
  await untilReady(yes);
  expect(within(dialog).queryByRole('region', { name: /missing in stage$/ })).toBeNull();
  expect(dialog.textContent).toContain('3 items, 2 templates');
  await user.click(yes);
  await within(overlay).findByText('Your selected changes have been successfully synced');
  for (const [id, label] of [
    [iron, 'Iron'],
    [steel, 'Steel'],
  ] as const) {
    const params = { instanceId: server.studio.stage, templateId: 'material', id };
    expect((await server.call(items.get, { params }, { as: 'owner' })).item.header.internal_label).toBe(label);
  }
  // The one that nothing links to.
  expect(await screen.findByRole('checkbox', { name: `Select Gold #${gold.id}` })).toBeTruthy();
});

test('changes edited in the meantime are listed again, nothing is synced, and the selection stays', async () => {
  shows('2.2.sync.selected-button');
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
  expect(await screen.findByText(/were edited while you were looking/)).toBeTruthy();
  expect(await screen.findByRole('checkbox', { name: `Select Longest sword #${sword}` })).toHaveProperty(
    'checked',
    true,
  );
  expect((await itemOf(server, stage, sword)).label).toBe('Sword');
});

test('a sync is in the history with what it changed, and can be undone', async () => {
  shows('3.sync.undo.restores');
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
  expect(row?.textContent).toMatch(/Sync to Stage.*owner.*~1.*Longer swords.*applied/);
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
  // It changes one instance and copies nothing to another.
  expect(within(dialog).getByText('stage')).toBeTruthy();
  expect(within(dialog).queryByText('dev')).toBeNull();
  await user.click(yes);
  await within(overlay).findByText('The sync was undone');
  expect(await screen.findByRole('link', { name: /^Undone by sync/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Undo this sync' })).toBeNull();
  await untilPageHasFocus(`Sync ${id}`);
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

test('changes are sent for review with a note, and the review has a link', async () => {
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

test('the list of reviews names each by its note, its number and who asks', async () => {
  const { server } = await withSyncedSword();
  const id = await requestReview(server);
  await renderConsole(`/instance-sync/reviews?instance=${server.studio.dev}`, { server, as: 'owner' });
  const row = within(await screen.findByRole('row', { name: /Please look/ }));
  expect(row.getByRole('rowheader').textContent).toBe(`Please look Review ${id} by owner`);
  const link = row.getByRole('link', { name: 'Please look' });
  expect(link.getAttribute('href')).toBe(`/instance-sync/reviews/${id}?instance=${server.studio.dev}`);
  expect(row.getByText('a moment ago').closest('td')?.title).toMatch(/^\d\d \w+, \d{4} \d+:\d\d:\d\d$/);
});

test('one click adds the linked items to a review request', async () => {
  const server = await startTestServer();
  const { dev } = server.studio;
  await choose(server, 'owner', dev);
  const { weapons } = await saveWeapons(server, (material) => [['Sword', { cost: 1, material }]]);
  const { user } = await renderConsole('/instance-sync', { server, as: 'owner' });
  await user.click(await screen.findByRole('checkbox', { name: `Select Sword #${weapons[0]}` }));
  const dialog = await openDialog(user, 'Send for review');
  expect(dialog.textContent).toContain('1 item selected');
  const missing = await within(dialog).findByRole('region', { name: /are missing in stage/ });
  const send = within(dialog).getByRole('button', { name: 'Send for review' });
  expect(send).toHaveProperty('disabled', true);
  await user.click(within(missing).getByRole('button', { name: 'Include them' }));
  await untilReady(send);
  expect(within(dialog).queryByRole('region', { name: /missing/ })).toBeNull();
  expect(dialog.textContent).toContain('2 items, 2 templates selected');
  await user.click(send);
  await within(dialog).findByText(/\/instance-sync\/reviews\/\d+\?instance=\d+$/);
  const { reviews } = await server.call(syncReviews.list, { params: { instanceId: dev }, query: {} }, { as: 'owner' });
  expect(reviews).toMatchObject([{ items: 2, templates: 2 }]);
});

test.each([
  ['a sync of the history', (id: number) => `/instance-sync/history/${id}?`],
  ['a change of the list', () => '/instance-sync?show=item.weapon.1&'],
])('the address of %s opens it in its own instance', async (_, addressOf) => {
  const { server, sword } = await withSyncedSword();
  const { dev, prod } = server.studio;
  await edit(server, dev, sword, 'Long sword', { cost: 2 });
  const { syncs } = await server.call(sync.list, { params: { instanceId: dev }, query: {} }, { as: 'owner' });
  await choose(server, 'admin', prod);
  const address = `${addressOf(syncs[0]?.id ?? 0)}instance=${dev}`.replace('weapon.1', `weapon.${sword}`);
  await renderConsole(address, { server, as: 'admin' });
  expect(await screen.findByRole('link', { name: /^(Long sword|Sword)$/ })).toBeTruthy();
});

test('a review opens in its own instance from the mail’s link, and is applied there', async () => {
  shows('3.sync.review.apply', '3.sync.review.current');
  const { server, sword } = await withSyncedSword();
  const { dev, stage } = server.studio;
  await edit(server, dev, sword, 'Long sword', { cost: 2 });
  const id = await requestReview(server);
  await edit(server, dev, sword, 'Longer sword', { cost: 2 });
  await choose(server, 'admin', stage);
  const { user, overlay, path } = await renderConsole(`/instance-sync?instance=${dev}&review=${id}`, {
    server,
    as: 'admin',
  });
  expect(await screen.findByText('Please look')).toBeTruthy();
  expect(path()).toBe(`/instance-sync/reviews/${id}?instance=${dev}`);
  expect(await screen.findByRole('link', { name: 'Longer sword' })).toBeTruthy();
  expect(screen.getByText('Edited since')).toBeTruthy();
  const dialog = await openDialog(user, 'Apply');
  const yes = within(dialog).getByRole('button', { name: 'Yes, sync to stage' });
  expect(await within(dialog).findByRole('region', { name: '1 change is not what was reviewed' })).toHaveProperty(
    'textContent',
    expect.stringContaining('Longer sword: edited since'),
  );
  expect(yes).toHaveProperty('disabled', true);
  await user.click(within(dialog).getByRole('checkbox', { name: 'Apply them as they are now' }));
  await untilReady(yes);
  await user.click(yes);
  await within(overlay).findByText('Your selected changes have been successfully synced');
  expect(await screen.findByRole('link', { name: 'Show the synced changes' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull();
  await untilPageHasFocus(`Review ${id}`);
  expect((await itemOf(server, stage, sword)).label).toBe('Longer sword');
});

test('a review is declined with a note', async () => {
  shows('3.sync.review.once');
  const { server, sword } = await withSyncedSword();
  const { dev } = server.studio;
  await edit(server, dev, sword, 'Long sword', { cost: 2 });
  const id = await requestReview(server);
  const { user } = await renderConsole(`/instance-sync/reviews/${id}?instance=${dev}`, { server, as: 'owner' });
  const dialog = await openDialog(user, 'Decline');
  await user.type(within(dialog).getByRole('textbox', { name: 'Note' }), 'Not yet');
  await user.click(within(dialog).getByRole('button', { name: 'Decline' }));
  expect(await screen.findByText(/^Declined by/)).toBeTruthy();
  expect(await screen.findByText('Not yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull();
  await untilPageHasFocus(`Review ${id}`);
});
