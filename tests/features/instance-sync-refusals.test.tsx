import { items } from '@quartermaster/contract/endpoints/items.ts';
import { type SyncSelection, sync, syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { materialFields, saveWeapons } from '../support/item-content.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { choose } from './choose-instance.ts';
import { withWeapons } from './sync-studio.ts';
import { edit, openDialog, untilReady, withSyncedSword } from './synced-sword.ts';

const as = { as: 'owner' } as const;

test.each(['/instance-sync/history/abc', '/instance-sync/history/0', '/instance-sync/reviews/abc'])(
  '%s redirects to /not-found',
  async (path) => {
    const { server } = await withSyncedSword();
    const { untilPath } = await renderConsole(path, { server, as: 'owner' });
    await untilPath('/not-found');
  },
);

test('until the permissions are known, the page shows its title', async () => {
  shows('2.2.sync.all-button', '2.2.sync.no-changes');
  const { server } = await withSyncedSword();
  let release = () => undefined as unknown;
  const held = new Promise((resolve) => {
    release = () => resolve(undefined);
  });
  await renderConsole('/instance-sync', {
    server,
    as: 'owner',
    intercept: (fetch) => async (url, init) => {
      if (String(url).endsWith('/permissions')) await held;
      return fetch(url, init);
    },
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Instance sync' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Sync all' })).toBeNull();
  release();
  expect(await screen.findByText('There are no changes to sync at this time')).toBeTruthy();
});

test('an item removed in the source can only be taken or kept as a whole', async () => {
  const { server, sword } = await withSyncedSword();
  const { dev, stage } = server.studio;
  await edit(server, stage, sword, 'Sword', { cost: 3 });
  await server.call(items.delete, { params: { instanceId: dev, templateId: 'weapon', id: sword } }, as);
  const { user } = await renderConsole('/instance-sync', { server, as: 'owner' });
  const dialog = await openDialog(user, 'Sync all');
  const conflict = await within(dialog).findByRole('group', { name: 'Sword' });
  expect(
    within(conflict)
      .getAllByRole('radio')
      .map((radio) => radio.parentElement?.textContent),
  ).toEqual(['Take dev', 'Keep stage']);
});

test('an item edited in the target is removed with its template, without a choice', async () => {
  const { server, sword } = await withSyncedSword();
  const { dev, stage } = server.studio;
  await edit(server, stage, sword, 'Sword', { cost: 3 });
  await server.call(templates.delete, { params: { instanceId: dev, templateId: 'weapon' } }, as);
  const { user } = await renderConsole('/instance-sync', { server, as: 'owner' });
  const dialog = await openDialog(user, 'Sync all');
  const conflict = await within(dialog).findByRole('group', { name: 'Sword' });
  expect(conflict.textContent).toContain('It is removed with its template.');
  const yes = within(dialog).getByRole('button', { name: 'Yes, sync to stage' });
  const choices = within(conflict).getAllByRole('radio');
  expect(choices.map((radio) => radio.parentElement?.textContent)).toEqual(['Take dev']);
  expect(yes).toHaveProperty('disabled', true);
  await user.click(within(conflict).getByText('Take dev'));
  await untilReady(yes);
});

test('items that another tab has synced do not stay selected', async () => {
  shows('2.2.sync.selected-button', '2.4.sync.selected-success');
  const { server, iron, steel } = await withWeapons();
  const { user, overlay } = await renderConsole('/instance-sync', { server, as: 'owner' });
  await user.click(await screen.findByRole('checkbox', { name: 'Select the template Material' }));
  await user.click(screen.getByRole('checkbox', { name: `Select Iron #${iron}` }));
  await user.click(screen.getByRole('checkbox', { name: `Select Steel #${steel}` }));
  expect(screen.getByText('2 items, 1 template selected')).toBeTruthy();
  const changes = [{ template_id: 'material', is_update_template: true, items: [iron] }];
  await server.call(sync.some, { params: { instanceId: server.studio.dev }, body: { changes } }, as);
  const confirm = async () => {
    const dialog = await openDialog(user, 'Sync selected');
    const yes = within(dialog).getByRole('button', { name: 'Yes, sync to stage' });
    await untilReady(yes);
    await user.click(yes);
  };
  await confirm();
  expect(await screen.findByText(/were edited while you were looking/)).toBeTruthy();
  expect(await screen.findByText('1 item selected')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await confirm();
  expect(await within(overlay).findByText('Your selected changes have been successfully synced')).toBeTruthy();
});

test('a template to be removed, and values removed with a field, are listed beforehand', async () => {
  const server = await startTestServer();
  const { dev } = server.studio;
  await choose(server, 'owner', dev);
  const params = { instanceId: dev };
  const { iron, steel } = await saveWeapons(server, []);
  await server.call(templates.save, { params, body: { id: 'old', label: 'Old', version: 0, fields: [] } }, as);
  const old = { template_id: 'old', internal_label: 'Rust', fields: [] };
  await server.call(items.save, { params, body: old }, as);
  for (const [id, origin] of [
    [iron, 'North'],
    [steel, 'South'],
  ] as const) {
    const field = { id: 'origin', template_field_id: 'origin', template_field_type: 'text' as const };
    const value = { ...field, template_group_id: null, template_group_path: null, value: origin, status: 1 as const };
    const body = { id, version: 1, template_id: 'material', internal_label: origin, fields: [value] };
    await server.call(items.save, { params, body }, as);
  }
  await server.call(sync.all, { params, body: {} }, as);
  await server.call(templates.delete, { params: { ...params, templateId: 'old' } }, as);
  const fields = [{ ...materialFields[0], id: 'place' }] as typeof materialFields;
  await server.call(templates.save, { params, body: { id: 'material', label: 'Material', version: 1, fields } }, as);

  const { user } = await renderConsole('/instance-sync?show=template.old', { server, as: 'owner' });
  expect(await screen.findByText('The template is removed from stage with all of its items (1 item).')).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'Select all changes of Old' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select the template Material' }));
  const dialog = await openDialog(user, 'Sync selected');
  const removed = await within(dialog).findByRole('region', { name: 'Removed from stage' });
  // The field is removed in Dev, so that Stage knows its label.
  await waitFor(() =>
    expect(
      within(removed)
        .getAllByRole('listitem')
        .map((line) => line.textContent),
    ).toEqual([
      'The template Old with all of its items (1 item)',
      'The value of Material Origin in 2 items; it is stored and can be restored',
    ]),
  );
  await untilReady(within(dialog).getByRole('button', { name: 'Yes, sync to stage' }));
});

test('an item and a template without differences show that there is nothing to sync', async () => {
  shows('2.1.sync.review');
  const { server, iron, sword } = await withSyncedSword();
  await server.call(
    items.save,
    {
      params: { instanceId: server.studio.dev },
      body: { id: iron, version: 1, template_id: 'material', internal_label: 'Pig iron', fields: [] },
    },
    as,
  );
  const { user } = await renderConsole(`/instance-sync?show=item.weapon.${sword}`, { server, as: 'owner' });
  const panel = await screen.findByRole('complementary', { name: 'Change of Sword' });
  expect(await within(panel).findByText('It is the same in dev and stage, so there is nothing to sync.')).toBeTruthy();
  expect(within(panel).queryByText('Updated')).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Pig iron' }));
  const other = await screen.findByRole('complementary', { name: 'Change of Pig iron' });
  expect(await within(other).findByText('Updated')).toBeTruthy();
});

test('an undo that conflicts with a later sync shows the reason', async () => {
  shows('3.sync.undo.later-template');
  const { server } = await withSyncedSword();
  const params = { instanceId: server.studio.dev };
  const relabel = async (label: string, version: number) => {
    await server.call(templates.save, { params, body: { id: 'material', label, version, fields: materialFields } }, as);
    return server.call(sync.all, { params, body: {} }, as);
  };
  const { id } = await relabel('Materials', 1);
  await relabel('Stuff', 2);
  const { user } = await renderConsole(`/instance-sync/history/${id}`, { server, as: 'owner' });
  const dialog = await openDialog(user, 'Undo this sync');
  expect(await within(dialog).findByText(/was synced again since. Undo that sync first/)).toBeTruthy();
  expect(within(dialog).getByRole('button', { name: 'Yes, undo it' })).toHaveProperty('disabled', true);
});

/** Sends a selection of Dev for review. */
const requestReview = async (server: TestServer, changes: SyncSelection['changes']) => {
  const params = { instanceId: server.studio.dev };
  return (await server.call(syncReviews.create, { params, body: { changes } }, as)).id;
};

test('if reviewed changes are edited while the review is applied, they are listed again and nothing is synced', async () => {
  const { server, sword } = await withSyncedSword();
  const { dev } = server.studio;
  await edit(server, dev, sword, 'Long sword', { cost: 2 });
  const id = await requestReview(server, [{ template_id: 'weapon', is_update_template: false, items: [sword] }]);
  const { user } = await renderConsole(`/instance-sync/reviews/${id}?instance=${dev}`, { server, as: 'owner' });
  const dialog = await openDialog(user, 'Apply');
  const yes = within(dialog).getByRole('button', { name: 'Yes, sync to stage' });
  await untilReady(yes);
  await edit(server, dev, sword, 'Longest sword', { cost: 3 });
  await user.click(yes);
  expect(await screen.findByText(/were edited while you were looking/)).toBeTruthy();
  expect(await screen.findByRole('link', { name: 'Longest sword' })).toBeTruthy();
});

test('a review that lacks its items’ link targets explains what to do', async () => {
  const server = await startTestServer();
  const { dev } = server.studio;
  await choose(server, 'owner', dev);
  const { weapons } = await saveWeapons(server, (material) => [['Sword', { cost: 1, material }]]);
  const changes = ['weapon', 'material'].map((template_id) => ({
    template_id,
    is_update_template: true,
    items: template_id === 'weapon' ? weapons : [],
  }));
  const id = await requestReview(server, changes);
  const { user } = await renderConsole(`/instance-sync/reviews/${id}?instance=${dev}`, { server, as: 'owner' });
  const dialog = await openDialog(user, 'Apply');
  const missing = await within(dialog).findByRole('region', { name: '1 linked item is missing in stage' });
  expect(missing.textContent).toContain('The review does not have them');
});

test('a reopened dialog does not show the previous refusal', async () => {
  const { server, sword } = await withSyncedSword();
  await edit(server, server.studio.dev, sword, 'Long sword', { cost: 2 });
  const message = 'Another sync is running.';
  const { user } = await renderConsole('/instance-sync', {
    server,
    as: 'owner',
    intercept: (fetch) => async (url, init) =>
      String(url).endsWith('/changes') && init?.method === 'POST'
        ? Response.json({ status_code: 409, error: 'running', message }, { status: 409 })
        : fetch(url, init),
  });
  const dialog = await openDialog(user, 'Sync all');
  const yes = within(dialog).getByRole('button', { name: 'Yes, sync to stage' });
  await untilReady(yes);
  await user.click(yes);
  expect(await within(dialog).findByText(message)).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const again = await openDialog(user, 'Sync all');
  await untilReady(within(again).getByRole('button', { name: 'Yes, sync to stage' }));
  expect(within(again).queryByText(message)).toBeNull();
});
