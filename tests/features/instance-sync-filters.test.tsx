import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { weapon } from '../support/item-content.ts';
import { saveOne } from '../support/sample-template.ts';
import type { TestServer } from '../support/server.ts';
import { rowsOf, syncAll, withWeapons } from './sync-studio.ts';

/** Stage has a sword and an axe; since then the sword was renamed, the axe deleted and two daggers added. */
async function withAllKinds() {
  const { server, iron, weapons } = await withWeapons();
  await syncAll(server);
  const [sword = 0, axe = 0] = weapons;
  await saveOne(server, { ...weapon('Long sword', {}), id: sword, version: 1 });
  const params = { instanceId: server.studio.dev, templateId: 'weapon', id: axe };
  await server.call(items.delete, { params }, { as: 'owner' });
  const { id: dagger } = await saveOne(server, weapon('Dagger', { cost: 3 }));
  await saveOne(server, weapon('Old dagger', { cost: 3 }));
  return { server, iron, sword, axe, dagger };
}

/** The labels in the list. */
const labels = (name: string) =>
  rowsOf(`Changed items of ${name}`)
    .slice(1)
    .map((cells) => cells[2]);

const open = async (server: TestServer, search = '') => {
  const opened = await renderConsole(`/instance-sync${search}`, { server, as: 'owner', follows: true });
  await screen.findByRole('region', { name: 'Changes' });
  return opened;
};

const searchField = () => screen.getByRole('textbox', { name: 'Search changes' });
const kindField = () => screen.getByRole('combobox', { name: 'Kind of change' });

test('changes are searched by label and id, and the URL stores the search', async () => {
  shows('2.2.sync.change-lists');
  const { server, iron, dagger } = await withAllKinds();
  await saveOne(server, { template_id: 'material', internal_label: 'Dagger steel', fields: [] });
  const { user, path } = await open(server);
  expect(labels('Weapon')).toEqual(['Long sword', 'Axe', 'Dagger', 'Old dagger']);
  await user.keyboard('/');
  expect(document.activeElement).toBe(searchField());
  await user.keyboard('DAGGER');
  await waitFor(() => expect(labels('Weapon')).toEqual(['Dagger', 'Old dagger']));
  expect(labels('Material')).toEqual(['Dagger steel']);
  expect(path()).toBe('/instance-sync?search=DAGGER');
  expect(screen.getByText('3 items found')).toBeTruthy();
  expect(searchField()).toHaveProperty('value', 'DAGGER');
  await user.clear(searchField());
  await user.type(searchField(), String(dagger));
  await waitFor(() => expect(labels('Weapon')).toEqual(['Dagger']));
  expect(screen.queryByRole('table', { name: 'Changed items of Material' })).toBeNull();
  await user.clear(searchField());
  await waitFor(() => expect(labels('Weapon')).toHaveLength(4));
  expect(path()).toBe('/instance-sync');
  expect(iron).toBeGreaterThan(0);
});

test.each([
  ['Added', ['Dagger', 'Old dagger']],
  ['Updated', ['Long sword']],
  ['Removed', ['Axe']],
])('the list can be limited to %s', async (kind, expected) => {
  const { server } = await withAllKinds();
  const { user, path } = await open(server);
  await user.click(kindField());
  await user.click(await screen.findByRole('option', { name: kind }));
  await waitFor(() => expect(labels('Weapon')).toEqual(expected));
  expect(path()).toBe(`/instance-sync?change=${kind.toLowerCase()}`);
  await user.click(screen.getByLabelText('Show all kinds of change'));
  await waitFor(() => expect(labels('Weapon')).toHaveLength(4));
});

test('search, kind and template limit the list together, also from the address', async () => {
  shows('2.2.sync.template-filter');
  const { server } = await withAllKinds();
  await saveOne(server, { template_id: 'material', internal_label: 'Old iron', fields: [] });
  const { user } = await open(server, '?search=old&change=added');
  await waitFor(() => expect(labels('Weapon')).toEqual(['Old dagger']));
  expect(labels('Material')).toEqual(['Old iron']);
  expect(searchField()).toHaveProperty('value', 'old');
  expect(kindField()).toHaveProperty('value', 'Added');
  await user.click(screen.getByRole('combobox', { name: 'Template' }));
  await user.click(await screen.findByRole('option', { name: 'Material' }));
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Changed items of Weapon' })).toBeNull());
  expect(labels('Material')).toEqual(['Old iron']);
});

test('without results a message is shown, and one click clears the filters', async () => {
  const { server } = await withAllKinds();
  const { user, path, overlay } = await open(server, '?change=removed&template=weapon');
  await user.type(searchField(), 'dagger');
  expect(await screen.findByText('No change matches all of the filters.')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Changes' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Sync all' })).toHaveProperty('disabled', false);
  await user.click(screen.getByRole('button', { name: 'Sync all' }));
  const dialog = await within(overlay).findByRole('dialog', {
    name: 'Sync all changes, also those that are not listed',
  });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(labels('Weapon')).toHaveLength(4));
  expect(path()).toBe('/instance-sync');
  expect(searchField()).toHaveProperty('value', '');
  expect(document.activeElement).toBe(searchField());
});

test('the menu, the template and its items are filtered by their own kinds of change', async () => {
  shows('2.2.sync.change-lists');
  const { server } = await withWeapons();
  const { user } = await open(server);
  const sections = () =>
    screen
      .queryAllByRole('heading', { level: 2, name: /^(Navigation|Material|Weapon)$/ })
      .map((one) => one.textContent);
  const limit = async (kind: string) => {
    await user.click(kindField());
    await user.click(await screen.findByRole('option', { name: kind }));
  };
  expect(sections()).toEqual(['Navigation', 'Material', 'Weapon']);
  await limit('Updated');
  await waitFor(() => expect(sections()).toEqual(['Navigation']));
  await limit('Removed');
  expect(await screen.findByText('No change matches all of the filters.')).toBeTruthy();
  await limit('Added');
  await waitFor(() => expect(sections()).toEqual(['Material', 'Weapon']));
  expect(screen.getByRole('link', { name: 'Template added: Weapon' })).toBeTruthy();
  await user.type(searchField(), 'sword');
  await waitFor(() => expect(labels('Weapon')).toEqual(['Sword']));
  expect(screen.queryByRole('link', { name: 'Template added: Weapon' })).toBeNull();
});

test("a template's checkbox selects all its matching items, loaded or not, and keeps earlier selections", async () => {
  shows('2.2.sync.selected-button', '2.2.sync.template-filter');
  const { server } = await withWeapons();
  const { dev } = server.studio;
  await server.app.deps.database.query(
    `insert into items (template_key, id, label, values, version, created_at, updated_at)
      select key, 10000 + n, case when n % 2 = 0 then 'Even ' else 'Odd ' end || n, '{}'::jsonb, 1, now(), now()
      from templates, generate_series(1, 300) n where instance_id = $1 and id = 'material'`,
    [dev],
  );
  const { user, overlay } = await open(server);
  await user.type(searchField(), 'even');
  await waitFor(() => expect(screen.getByText('150 items found')).toBeTruthy());
  const all = () => screen.getByRole('checkbox', { name: 'Select all changes of Material' });
  await user.click(all());
  await screen.findByText('150 items selected');
  expect(all()).toHaveProperty('checked', true);
  await user.clear(searchField());
  await waitFor(() => expect(all()).toHaveProperty('indeterminate', true));
  expect(screen.getByRole('checkbox', { name: 'Select Odd 1 #10001' })).toHaveProperty('checked', false);
  expect(screen.getByRole('checkbox', { name: 'Select Even 2 #10002' })).toHaveProperty('checked', true);
  // All of them are selected, then the matching ones deselected.
  await user.click(all());
  await screen.findByText('302 items, 1 template selected');
  await user.type(searchField(), 'odd');
  await waitFor(() => expect(screen.getByText('150 items found')).toBeTruthy());
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: /^Select Even/ })).toBeNull());
  expect(all()).toHaveProperty('checked', true);
  await user.click(all());
  await screen.findByText('152 items, 1 template selected');
  await user.click(screen.getByRole('button', { name: 'Sync selected' }));
  const dialog = await within(overlay).findByRole('dialog', { name: 'Sync selected changes' });
  expect(dialog.textContent).toContain('152 items, 1 template');
});

test('the row of an updated item says what changes in it', async () => {
  shows('4.designers.sync-what');
  const { server, weapons } = await withWeapons(['Sword', 'Axe', 'Bow', 'Club']);
  await syncAll(server);
  const [sword = 0, axe = 0, bow = 0, club = 0] = weapons;
  const save = (id: number, label: string, values: ItemValues) =>
    saveOne(server, { ...weapon(label, values), id, version: 1 });
  await save(sword, 'Sword', { cost: 4200 });
  await save(axe, 'Axe', { cost: 7, magic: true, damage: 2 });
  await save(bow, 'Bow', { cost: 3, attrib: [{ key: 'fire' }] });
  await save(club, 'Big club', { cost: 4 });
  await open(server);
  const changes = rowsOf('Changed items of Weapon')
    .slice(1)
    .map((cells) => cells[3]);
  expect(changes).toEqual([
    '~UpdatedCost 1 → 4200',
    '~Updated3 fields',
    '~UpdatedAttributes: 1 row added',
    '~UpdatedLabel Club → Big club',
  ]);
});

test('templates with updated items come before those with added ones', async () => {
  const { server } = await withAllKinds();
  await saveOne(server, { template_id: 'material', internal_label: 'Bone', fields: [] });
  await open(server);
  const names = screen.getAllByRole('heading', { level: 2, name: /^(Material|Weapon)$/ });
  expect(names.map(({ textContent }) => textContent)).toEqual(['Weapon', 'Material']);
});

test('the list can be limited to conflicts', async () => {
  shows('4.designers.sync-conflicts');
  const { server, weapons } = await withWeapons();
  await syncAll(server);
  const [sword = 0, axe = 0] = weapons;
  await saveOne(server, { ...weapon('Sword', { cost: 4 }), id: sword, version: 1 });
  await saveOne(server, { ...weapon('Axe', { cost: 4 }), id: axe, version: 1 });
  await server.app.deps.database.query(
    `update items set label = 'War axe' where id = $1 and template_key in (select key from templates where instance_id = $2)`,
    [axe, server.studio.stage],
  );
  const { user, path } = await open(server);
  expect(labels('Weapon')).toEqual(['Sword', 'Axe']);
  // They are named above the list.
  const first = within(screen.getByRole('list', { name: 'Conflicts' })).getAllByRole('listitem');
  expect(first.map(({ textContent }) => textContent)).toEqual([`AxeWeapon # ${axe}2 fields`]);
  await user.click(kindField());
  await user.click(await screen.findByRole('option', { name: 'Conflicts' }));
  await waitFor(() => expect(labels('Weapon')).toEqual(['Axe']));
  expect(path()).toBe('/instance-sync?conflicts=true');
  expect(kindField()).toHaveProperty('value', 'Conflicts');
  expect(screen.queryByRole('button', { name: 'Show conflicts' })).toBeNull();
  await user.click(screen.getByLabelText('Show all kinds of change'));
  await waitFor(() => expect(labels('Weapon')).toEqual(['Sword', 'Axe']));
  expect(path()).toBe('/instance-sync');
  // The note above the list leads there, too.
  await user.click(await screen.findByRole('button', { name: 'Show conflicts' }));
  await waitFor(() => expect(labels('Weapon')).toEqual(['Axe']));
  expect(path()).toBe('/instance-sync?conflicts=true');
  await user.click(screen.getByLabelText('Show all kinds of change'));
  await waitFor(() => expect(path()).toBe('/instance-sync'));
});

test('a first conflict that appears later keeps the list, and a search names no others than it finds', async () => {
  const { server, weapons } = await withWeapons();
  await syncAll(server);
  const [sword = 0, axe = 0] = weapons;
  await saveOne(server, { ...weapon('Sword', { cost: 4 }), id: sword, version: 1 });
  await saveOne(server, { ...weapon('Axe', { cost: 4 }), id: axe, version: 1 });
  const { user, untilFollows } = await open(server);
  const list = screen.getByRole('region', { name: 'Changes' });
  await server.app.deps.database.query(
    `update items set label = 'War axe' where id = $1 and template_key in (select key from templates where instance_id = $2)`,
    [axe, server.studio.stage],
  );
  const isInPage: boolean[] = [];
  const observer = new MutationObserver(() => isInPage.push(list.isConnected));
  observer.observe(document.body, { childList: true, subtree: true });
  await untilFollows();
  await server.app.deps.database.query(`select pg_notify('quartermaster_news', 'changes instance ' || $1::int)`, [
    server.studio.dev,
  ]);
  await user.click(await screen.findByRole('button', { name: 'Check again' }));
  expect(await screen.findByRole('list', { name: 'Conflicts' })).toBeTruthy();
  observer.disconnect();
  expect(isInPage).not.toContain(false);

  await user.type(searchField(), 'axe');
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Conflicts' })).toBeNull());
  expect(screen.getByRole('button', { name: 'Show conflicts' })).toBeTruthy();
});

test('arrow keys move through the filtered list', async () => {
  const { server } = await withWeapons();
  const { user } = await open(server);
  await user.click(screen.getByRole('checkbox', { name: /^Select Sword/ }));
  await user.click(kindField());
  await user.click(await screen.findByRole('option', { name: 'Added' }));
  await user.type(searchField(), 's');
  await waitFor(() => expect(labels('Weapon')).toEqual(['Sword']));
  expect(labels('Material')).toEqual(['Steel']);
  screen.getByRole('region', { name: 'Changes' }).focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Select Steel/);
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Select Sword/);
});
