import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRole, grantRole } from '../../server/modules/workspaces/service.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { materialFields, weapon } from '../support/item-content.ts';
import { setPlan } from '../support/members.ts';
import { saveOne } from '../support/sample-template.ts';
import type { TestServer } from '../support/server.ts';
import { choose } from './choose-instance.ts';
import { rowsOf, syncAll, withWeapons } from './sync-studio.ts';

const listOf = (server: TestServer, instanceId = server.studio.dev) =>
  server.call(sync.listChanges, { params: { instanceId }, query: {} }, { as: 'owner' });

/** By whom and when. */
const edited = expect.stringMatching(/^\S+.*, .* ago$/);

const box = (name: string) => screen.getByRole('checkbox', { name });

test('changes are listed template by template, each with a table of its changed items', async () => {
  shows(
    '1.2.route.instance-sync',
    '2.1.sync.review',
    '2.2.route.instance-sync',
    '2.2.sync.back',
    '2.2.sync.change-lists',
    '2.2.sync.changed-items',
    '2.2.sync.selected-button',
    '2.2.sync.all-button',
  );
  const { server, iron, steel, weapons } = await withWeapons();
  await renderConsole('/instance-sync', { server, as: 'owner' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Instance sync' })).toBeTruthy();
  await screen.findByRole('region', { name: 'Changes' });
  expect(
    screen.getAllByRole('heading', { level: 2, name: /^(Material|Weapon)$/ }).map((one) => one.textContent),
  ).toEqual(['Material', 'Weapon']);
  expect(rowsOf('Changed items of Material')).toEqual([
    ['Selected', 'ID', 'Label', 'Change', 'Edited'],
    ['', String(iron), 'Iron', '+Added', edited],
    ['', String(steel), 'Steel', '+Added', edited],
  ]);
  expect(rowsOf('Changed items of Weapon').slice(1)).toEqual([
    ['', String(weapons[0]), 'Sword', '+Added', edited],
    ['', String(weapons[1]), 'Axe', '+Added', edited],
  ]);
  expect(screen.getByRole('link', { name: 'Back to Studio' }).getAttribute('href')).toBe('/');
  expect(screen.getByRole('button', { name: 'Sync selected' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Sync all' })).toBeTruthy();
  const region = screen.getByRole('region', { name: 'Changes' });
  expect(within(region).getByRole('link', { name: 'Template added: Weapon' })).toBeTruthy();
});

test('a narrow list hides the column of ids, and its widths are set before it is measured', async () => {
  const width = vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(390);
  onTestFinished(() => {
    width.mockRestore();
    localStorage.clear();
  });
  const { server } = await withWeapons();
  await renderConsole('/instance-sync', { server, as: 'owner' });
  const region = await screen.findByRole('region', { name: 'Changes' });
  const heads = within(screen.getByRole('table', { name: 'Changed items of Weapon' })).getAllByRole('columnheader');
  expect(heads.map((head) => [head.textContent, head.style.width])).toEqual([
    ['Selected', '40px'],
    ['Label', ''],
    ['Change', ''],
  ]);
  expect(region.style.getPropertyValue('--qm-row')).toBe('44px');
});

test('"Sync all" carries all changes from Dev to Stage and then to Prod', async () => {
  shows(
    '1.1.syncs-instances',
    '1.2.route.instance-sync',
    '2.1.sync.dev-to-stage',
    '2.1.sync.stage-to-prod',
    '2.4.sync.all-success',
    '2.2.sync.no-changes',
  );
  const { server } = await withWeapons();
  const { user, overlay, close } = await renderConsole('/instance-sync', { server, as: 'owner' });
  await user.click(await screen.findByRole('button', { name: 'Sync all' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sync all changes' });
  const yes = within(dialog).getByRole('button', { name: 'Yes, sync to stage' });
  await waitFor(() => expect(yes).toHaveProperty('disabled', false));
  expect(dialog.textContent).toContain('4 items, 2 templates');
  await user.type(within(dialog).getByRole('textbox', { name: 'Note' }), 'The first ones');
  await user.click(yes);
  expect(await within(overlay).findByText('Your changes have been successfully synced')).toBeTruthy();
  expect(await screen.findByText('There are no changes to sync at this time')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Sync all' })).toBeNull();
  expect((await listOf(server)).templates).toEqual([]);
  const history = await server.call(
    sync.list,
    { params: { instanceId: server.studio.dev }, query: {} },
    { as: 'owner' },
  );
  expect(history.syncs.map(({ note, target }) => [note, target.env])).toEqual([['The first ones', 'Stage']]);
  close();

  await choose(server, 'owner', server.studio.stage);
  const stage = await renderConsole('/instance-sync', { server, as: 'owner' });
  await stage.user.click(await screen.findByRole('button', { name: 'Sync all' }));
  const confirm = await screen.findByRole('button', { name: 'Yes, sync to prod' });
  await waitFor(() => expect(confirm).toHaveProperty('disabled', false));
  await stage.user.click(confirm);
  await within(stage.overlay).findByText('Your changes have been successfully synced');
  const inProd = await server.call(templates.list, { params: { instanceId: server.studio.prod } }, { as: 'owner' });
  expect(inProd.templates.map(({ id, item_count }) => [id, item_count])).toEqual([
    ['image', 0],
    ['material', 2],
    ['weapon', 2],
  ]);
});

test('"Sync selected" syncs the selection and nothing else', async () => {
  shows('2.3.sync-request.changes', '2.3.sync-request.items', '2.4.sync.selected-success', '4.host.events.synced');
  const { server, iron, steel } = await withWeapons();
  const sent: unknown[] = [];
  const { user, overlay, events } = await renderConsole('/instance-sync', {
    server,
    as: 'owner',
    props: { ownsDocument: false },
    intercept: (fetch) => (url, init) => {
      if (String(url).endsWith('/partial-changes')) sent.push(JSON.parse(String(init?.body)));
      return fetch(url, init);
    },
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select the template Material' }));
  await user.click(box(`Select Iron #${iron}`));
  expect(screen.getByText('1 item, 1 template selected')).toBeTruthy();
  expect(box('Select all changes of Material')).toHaveProperty('indeterminate', true);
  await user.click(screen.getByRole('button', { name: 'Sync selected' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sync selected changes' });
  const yes = within(dialog).getByRole('button', { name: 'Yes, sync to stage' });
  await waitFor(() => expect(yes).toHaveProperty('disabled', false));
  await user.click(yes);
  expect(await within(overlay).findByText('Your selected changes have been successfully synced')).toBeTruthy();
  expect(sent).toMatchObject([{ changes: [{ template_id: 'material', is_update_template: true, items: [iron] }] }]);
  await waitFor(() => expect(rowsOf('Changed items of Material')).toHaveLength(2));
  expect(rowsOf('Changed items of Material')[1]?.[2]).toBe('Steel');
  await waitFor(() => expect(screen.queryByText(/^\d.* selected$/)).toBeNull());
  // The next console has its own selection.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(box(`Select Steel #${steel}`));
  await user.click(screen.getByRole('button', { name: 'Sync selected' }));
  const again = await screen.findByRole('button', { name: 'Yes, sync to stage' });
  await waitFor(() => expect(again).toHaveProperty('disabled', false));
  await user.click(again);
  await waitFor(() =>
    expect(sent[1]).toMatchObject({
      changes: [{ template_id: 'material', is_update_template: false, items: [steel] }],
    }),
  );
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Changed items of Material' })).toBeNull());
  expect(rowsOf('Changed items of Weapon')).toHaveLength(3);
  expect((await listOf(server)).templates.map(({ template_id }) => template_id)).toEqual(['weapon']);
  const synced = { type: 'synced', instanceId: server.studio.dev, syncId: expect.any(Number), scope: 'selection' };
  expect(events.filter(({ type }) => type === 'synced')).toMatchObject([
    { ...synced, counts: { added: 1, updated: 0, removed: 0, templates: 1 } },
    { ...synced, counts: { added: 1, updated: 0, removed: 0, templates: 0 } },
  ]);
});

test('"Sync selected" without a selection explains what to do', async () => {
  shows('2.5.sync.nothing-selected');
  const { server, iron } = await withWeapons();
  const { user, overlay } = await renderConsole('/instance-sync', { server, as: 'owner' });
  await screen.findByRole('region', { name: 'Changes' });
  await user.click(screen.getByRole('button', { name: 'Sync selected' }));
  expect(
    await within(overlay).findByText(
      'You have not selected any changes to sync. Please select at least one change and try again.',
    ),
  ).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  // None opens after the only selected change is deselected, either. The filled button is the one that fits.
  const filled = () =>
    ['Sync selected', 'Sync all'].filter((name) => screen.getByRole('button', { name }).dataset.variant === 'filled');
  for (const fitting of ['Sync selected', 'Sync all']) {
    await user.click(box(`Select Iron #${iron}`));
    expect(filled()).toEqual([fitting]);
  }
  await user.click(screen.getByRole('button', { name: 'Sync selected' }));
  await waitFor(() => expect(within(overlay).getAllByText(/^You have not selected any changes/)).toHaveLength(2));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the list is filtered by template in the URL, and the selection stays', async () => {
  shows('2.2.sync.template-filter');
  const { server, iron } = await withWeapons();
  const { user, path } = await renderConsole('/instance-sync', { server, as: 'owner' });
  await user.click(await screen.findByRole('checkbox', { name: `Select Iron #${iron}` }));
  await user.click(screen.getByRole('combobox', { name: 'Template' }));
  await user.click(await screen.findByRole('option', { name: 'Weapon' }));
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Changed items of Material' })).toBeNull());
  expect(screen.getByRole('table', { name: 'Changed items of Weapon' })).toBeTruthy();
  expect(path()).toBe('/instance-sync?template=weapon');
  expect(screen.getByText('1 item selected')).toBeTruthy();
  await user.click(screen.getByLabelText('Show all templates'));
  expect(await screen.findByRole('table', { name: 'Changed items of Material' })).toBeTruthy();
  expect(box(`Select Iron #${iron}`)).toHaveProperty('checked', true);
});

test('a template that differs without its items is listed as such', async () => {
  shows('2.2.items.only-template');
  const { server } = await withWeapons();
  await syncAll(server);
  await saveOne(server, weapon('Club', { cost: 3 }));
  await server.call(
    templates.save,
    {
      params: { instanceId: server.studio.dev },
      body: { id: 'material', label: 'Materials', version: 1, fields: materialFields },
    },
    { as: 'owner' },
  );
  await renderConsole('/instance-sync', { server, as: 'owner' });
  // In addition to a template whose items differ.
  expect(await screen.findAllByText('No items to display. Only the template has been updated.')).toHaveLength(1);
  expect(rowsOf('Changed items of Weapon')).toHaveLength(2);
  expect(screen.getByRole('link', { name: 'Template updated: Materials' })).toBeTruthy();
});

test('Prod has nothing to sync to', async () => {
  shows('2.2.sync.prod');
  const { server } = await withWeapons();
  await choose(server, 'owner', server.studio.prod);
  await renderConsole('/instance-sync', { server, as: 'owner' });
  expect(
    await screen.findByText(
      'Instance sync functionality is not available for the production instance. Please use the development or stage instance for syncing data.',
    ),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Sync all' })).toBeNull();
});

test.each(['free', 'starter'])('on %s the page redirects to /access-denied', async (plan) => {
  shows('2.2.sync.plan', '1.6.plan.instance-sync', '2.6.instance-changes.plan');
  const { server } = await withWeapons();
  await setPlan(server, { plan });
  const { untilPath } = await renderConsole('/instance-sync', { server, as: 'owner' });
  await untilPath('/access-denied');
});

/** Gives the member another role in Dev. */
async function holding(server: TestServer, ...allowed: Parameters<typeof createRole>[1]['allowed'][number][]) {
  const { workspaceId, dev, accounts } = server.studio;
  await server.app.deps.database.transaction(async (query) => {
    const roleId = await createRole(query, { workspaceId, name: 'Another', allowed });
    await grantRole(query, { workspaceId, instanceId: dev, accountId: accounts.member, roleId });
  });
  await choose(server, 'member', dev);
}

test('without INSTANCE_CHANGES the page redirects to /access-denied', async () => {
  shows('2.2.sync.permission');
  const { server } = await withWeapons();
  await holding(server, 'MOVE_INSTANCE_CHANGES');
  const { untilPath } = await renderConsole('/instance-sync', { server, as: 'member' });
  await untilPath('/access-denied');
});

test('with INSTANCE_CHANGES alone the changes can be viewed, but not synced', async () => {
  shows('2.6.instance-changes.sync');
  const { server, iron } = await withWeapons();
  await holding(server, 'INSTANCE_CHANGES');
  await renderConsole('/instance-sync', { server, as: 'member' });
  expect(await screen.findByRole('checkbox', { name: `Select Iron #${iron}` })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Sync all' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Sync selected' })).toBeNull();
});

test.each([
  ['instance', /\/v1\/accounts\/settings$/, 'Instance data not found'],
  ['workspaces', /\/v1\/workspaces$/, 'Workspaces data not found'],
])('without the data of its %s the page redirects to the error page', async (what, missing, text) => {
  if (what === 'workspaces') {
    shows('2.2.sync.missing-workspace');
  } else {
    shows('2.2.sync.missing-instance');
  }
  const { server } = await withWeapons();
  const { untilPath } = await renderConsole('/instance-sync', {
    server,
    as: 'owner',
    intercept: (fetch) => (url, init) =>
      missing.test(String(url)) ? Promise.resolve(new Response('{}', { status: 500 })) : fetch(url, init),
  });
  await untilPath('/error');
  expect(await screen.findByText(text)).toBeTruthy();
});

test('arrow keys, space and shift select, and scrolling loads more', async () => {
  shows('2.2.sync.changed-items');
  const { server } = await withWeapons();
  const { dev } = server.studio;
  await server.app.deps.database.query(
    `insert into items (template_key, id, label, values, version, created_at, updated_at)
      select key, 10000 + n, 'Many ' || n, '{}'::jsonb, 1, now(), now() from templates, generate_series(1, 300) n
      where instance_id = $1 and id = 'material'`,
    [dev],
  );
  const { user } = await renderConsole('/instance-sync', { server, as: 'owner' });
  await user.click(await screen.findByRole('checkbox', { name: /^Select Iron/ }));
  await user.keyboard('{ArrowDown} ');
  expect(screen.getByText('2 items selected')).toBeTruthy();
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  expect(screen.getByText('4 items selected')).toBeTruthy();
  await user.keyboard(' ');
  expect(screen.getByText('3 items selected')).toBeTruthy();
  await user.keyboard('{End}{ArrowUp}{ArrowUp}{ArrowUp}');
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Select Many 300 #10300'));
  await user.click(box('Select all changes of Material'));
  expect(screen.getByText('302 items, 1 template selected')).toBeTruthy();
});

test('a change opens next to the list with its values, follows the arrow keys, and closes with Esc', async () => {
  shows('2.1.sync.review');
  const { server, iron, weapons } = await withWeapons();
  await syncAll(server);
  const id = weapons[0] ?? 0;
  const { fields, ...rest } = weapon('Long sword', { cost: 7, notes: 'Old', attrib: [{ key: 'a' }] });
  await saveOne(server, { ...rest, fields: fields.map((field) => ({ ...field, status: 2 })), id, version: 1 });
  const { user, path } = await renderConsole('/instance-sync', { server, as: 'owner' });
  await user.click(await screen.findByRole('link', { name: 'Long sword' }));
  const panel = await screen.findByRole('complementary', { name: 'Change of Long sword' });
  expect(path()).toBe(`/instance-sync?instance=${server.studio.dev}&show=item.weapon.${id}`);
  await waitFor(() => {
    expect([...panel.querySelectorAll('del')].map((one) => one.textContent)).toEqual(['Sword', '1']);
    expect([...panel.querySelectorAll('ins')].map((one) => one.textContent)).toEqual(['Long sword', 'Old', '7']);
  });
  // A new row is named by its first field.
  const added = within(panel).getByText('Row 1').parentElement;
  expect(added?.textContent).toBe('+aRow 1');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('complementary', { name: /^Change of/ })).toBeNull());
  expect(iron).toBeGreaterThan(0);
});
