import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { advance, endProgress, startProgress } from '../../server/core/jobs/progress.ts';
import { renderConsole } from '../support/console.tsx';
import { materialFields, weapon, weaponFields } from '../support/item-content.ts';
import { field, saveBody, saveOne } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { choose } from './choose-instance.ts';
import { syncAll, withWeapons } from './sync-studio.ts';

/** Opens the page with a change next to the list. */
async function openChange(server: TestServer, show: string, title: string) {
  const opened = await renderConsole(`/instance-sync?show=${show}`, { server, as: 'owner' });
  return { ...opened, panel: await screen.findByRole('complementary', { name: `Change of ${title}` }) };
}

/** Each listed difference: its heading, the old value, and the new one. */
const differences = (panel: HTMLElement) =>
  within(panel)
    .getAllByRole('listitem')
    .map((entry) => ({
      what: entry.firstElementChild?.textContent,
      before: entry.querySelector('del')?.textContent,
      after: entry.querySelector('ins')?.textContent,
    }));

test('a menu change shows its entries, each with its groups and its position before and after', async () => {
  const { server } = await withWeapons();
  const { query } = server.app.deps.database;
  const { dev } = server.studio;
  const add = (id: string, parent: string, order: number) =>
    query(
      `insert into menu_nodes (instance_id, id, parent_id, label, template_id, "order") values ($1, $2, $3, $2, '', $4)`,
      [dev, id, parent, order],
    );
  await query('delete from menu_nodes where instance_id = $1', [dev]);
  await add('Units', 'root', 1);
  await add('Goods', 'root', 2);
  await add('Old', 'root', 3);
  await syncAll(server);
  await query(`delete from menu_nodes where instance_id = $1 and id = 'Old'`, [dev]);
  await query(`update menu_nodes set parent_id = 'Units', "order" = 1 where instance_id = $1 and id = 'Goods'`, [dev]);
  await add('Heroes', 'Units', 2);
  const { panel } = await openChange(server, 'menu', 'Navigation');
  await within(panel).findAllByRole('listitem');
  expect(differences(panel)).toEqual(
    expect.arrayContaining([
      { what: '~GoodsGroup', before: 'Goods (2 of 3)', after: 'Units › Goods (1 of 2)' },
      { what: '+HeroesGroup', before: undefined, after: 'Units › Heroes (2 of 2)' },
      { what: '-OldGroup', before: 'Old (3 of 3)', after: undefined },
    ]),
  );
  expect(within(panel).getByText('dev')).toBeTruthy();
  expect(within(panel).getByText('stage')).toBeTruthy();
});

// PNGs of one pixel.
const transparent = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const black = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mNgYGAAAAAEAAHI6uv5AAAAAElFTkSuQmCC';

test('a changed image is shown before and after, each from its own instance', async () => {
  const server = await startTestServer();
  const { dev, stage } = server.studio;
  await choose(server, 'owner', dev);
  const { id: templateId, fieldId } = imageTemplate;
  const fields = [field(fieldId, 'image', { required: true })];
  const { id } = await saveOne(server, saveBody(templateId, fields, { [fieldId]: transparent }, { label: 'A dot' }));
  await syncAll(server);
  const pathIn = async (instanceId: number) => {
    const params = { instanceId, templateId, id };
    return (await server.call(items.get, { params }, { as: 'owner' })).item.fields[0]?.value;
  };
  const before = await pathIn(stage);
  const replaced = { label: 'A dot', before: { [fieldId]: String(before) }, id, version: 1 };
  await saveOne(server, saveBody(templateId, fields, { [fieldId]: black }, replaced));
  const after = await pathIn(dev);
  expect(before).not.toBe(after);
  const { panel } = await openChange(server, `item.${templateId}.${id}`, 'A dot');
  await waitFor(() => {
    const sources = (mark: string) => [...panel.querySelectorAll(`${mark} img`)].map((one) => one.getAttribute('src'));
    expect(sources('del')).toEqual([expect.stringContaining(`/instances/${stage}/image/${before}`)]);
    expect(sources('ins')).toEqual([expect.stringContaining(`/instances/${dev}/image/${after}`)]);
  });
});

test('a template change shows its fields, and its effect on the target’s values', async () => {
  const { server, weapons } = await withWeapons();
  await saveOne(server, { ...weapon('Sword', { weight: 2.5 }), id: weapons[0] ?? 0, version: 1 });
  await syncAll(server);
  const fields = weaponFields
    .filter(({ id }) => id !== 'weight')
    .map((one) => (one.id === 'notes' ? { ...one, settings: { ...one.settings, label: 'Remarks' } } : one));
  const added = { ...field('rarity', 'integer'), order: 99 };
  const body = { id: 'weapon', label: 'Arms', version: 1, fields: [...fields, added] } as Parameters<
    typeof server.call<typeof templates.save>
  >[1]['body'];
  await server.call(templates.save, { params: { instanceId: server.studio.dev }, body }, { as: 'owner' });
  const { panel, user } = await openChange(server, 'template.weapon', 'Template Arms');
  expect(
    await within(panel).findByText('These changes affect all items of this template in stage (2 items).'),
  ).toBeTruthy();
  expect(
    within(panel)
      .getAllByRole('tab')
      .map((tab) => tab.textContent),
  ).toEqual(['Removed (1)', 'Updated (1)', 'Added (1)']);
  const inTab = async (name: string) => {
    await user.click(within(panel).getByRole('tab', { name }));
    return within(panel).getByRole('tabpanel').textContent;
  };
  expect(await inTab('Removed (1)')).toMatch(/Weight.*1 item/);
  expect(await inTab('Updated (1)')).toMatch(/Notes.*Remarks/);
  expect(await inTab('Added (1)')).toMatch(/rarity/);
});

test('a template missing in the target, and one deleted in the source, are shown as such', async () => {
  const { server } = await withWeapons();
  await syncAll(server);
  const params = { instanceId: server.studio.dev };
  await server.call(templates.delete, { params: { ...params, templateId: 'weapon' } }, { as: 'owner' });
  await server.call(
    templates.save,
    { params, body: { id: 'potion', label: 'Potion', version: 0, fields: materialFields } },
    { as: 'owner' },
  );
  const { panel, close } = await openChange(server, 'template.weapon', 'Template Weapon');
  expect(await within(panel).findByText(/^The template is removed from stage/)).toBeTruthy();
  close();
  const potion = await openChange(server, 'template.potion', 'Template Potion');
  expect(await within(potion.panel).findByText(/Origin/)).toBeTruthy();
});

test('the history shows what a sync changed in a template and the menu, even after both have changed again', async () => {
  const { server } = await withWeapons();
  const params = { instanceId: server.studio.dev };
  const { id } = await syncAll(server);
  await server.call(templates.delete, { params: { ...params, templateId: 'weapon' } }, { as: 'owner' });
  await syncAll(server);
  const { user } = await renderConsole(`/instance-sync/history/${id}`, { server, as: 'owner' });
  await user.click(await screen.findByRole('link', { name: 'Template added: Weapon' }));
  const template = await screen.findByRole('complementary', { name: 'Change of Template Weapon' });
  expect(await within(template).findByText(/Notes/)).toBeTruthy();
  expect(within(template).getByRole('tab', { name: /^Added/ }).textContent).toBe(`Added (${weaponFields.length})`);
  await user.click(screen.getByRole('link', { name: /Navigation/ }));
  const menu = await screen.findByRole('complementary', { name: 'Change of Navigation' });
  await within(menu).findAllByRole('listitem');
  expect(differences(menu)).toEqual([
    { what: '+Materialmaterial', before: undefined, after: 'Material (2 of 3)' },
    { what: '+Weaponweapon', before: undefined, after: 'Weapon (3 of 3)' },
  ]);
});

/** A sync of 40 items that no job processes. */
async function withRunningSync() {
  const { server } = await withWeapons();
  const { dev, stage, accounts } = server.studio;
  const { query } = server.app.deps.database;
  const [row] = await query<{ id: number }>(
    `insert into change_sets (source_id, target_id, account_id, state, note, request, revision, added, updated, removed, templates, created_at)
      values ($1, $2, $3, 'running', '', '{"selection":null}'::jsonb, '0', 40, 0, 0, 0, $4::timestamptz) returning id`,
    [dev, stage, accounts.owner, server.app.deps.clock.now().toISOString()],
  );
  const id = row?.id ?? 0;
  const job = { kind: 'change-set', id } as const;
  const at = server.app.deps.clock.now();
  await startProgress(query, {
    ...job,
    instanceId: stage,
    doing: 'Preparing the items',
    total: 40,
    canCancel: false,
    at,
  });
  return {
    server,
    id,
    advance: (more: number) => advance(query, job, { more }),
    end: async (state: 'applied' | 'failed', error: string | null = null) => {
      await query('update change_sets set state = $2, error = $3, finished_at = created_at where id = $1', [
        id,
        state,
        error,
      ]);
      await endProgress(query, job, { state: state === 'applied' ? 'completed' : state, error, at });
    },
  };
}

test('a running sync shows its progress, and nothing else can be synced until it is applied', async () => {
  const { server, advance: done, end } = await withRunningSync();
  await renderConsole('/instance-sync', { server, as: 'owner', follows: true });
  await screen.findByText('Syncing to stage: 0 %');
  const buttons = () => ['Sync all', 'Sync selected'].map((name) => screen.getByRole('button', { name }));
  for (const button of buttons()) expect(button).toHaveProperty('disabled', true);
  await done(10);
  await screen.findByText('Syncing to stage: 25 %');
  expect(screen.getByRole('progressbar', { name: 'Syncing to stage' }).getAttribute('aria-valuenow')).toBe('25');
  await end('applied');
  await waitFor(() => {
    for (const button of buttons()) expect(button).toHaveProperty('disabled', false);
  });
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('the history follows a running sync, which can be undone once it is applied', async () => {
  const { server, id, end } = await withRunningSync();
  const { user, untilPath } = await renderConsole('/instance-sync/history', { server, as: 'owner', follows: true });
  const row = await screen.findByRole('row', { name: /running/ });
  await user.click(within(row).getByRole('link'));
  await untilPath(`/instance-sync/history/${id}`);
  expect(await screen.findByText('running')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Undo this sync' })).toBeNull();
  await end('applied');
  expect(await screen.findByText('applied')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Undo this sync' })).toBeTruthy();
});

test('a sync that fails while the page is open shows the reason, and the changes can be synced again', async () => {
  const { server, end } = await withRunningSync();
  await renderConsole('/instance-sync', { server, as: 'owner', follows: true });
  await screen.findByText('Syncing to stage: 0 %');
  await end('failed', 'The disk is full.');
  expect(await screen.findByText('The disk is full.')).toBeTruthy();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Sync all' })).toHaveProperty('disabled', false));
});
