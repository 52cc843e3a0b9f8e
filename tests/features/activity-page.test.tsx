import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { collectFiles } from '../support/collect-files.ts';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons } from '../support/item-content.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { watchElements } from '../support/watch-elements.ts';
import { choose } from './choose-instance.ts';
import { edit } from './synced-sword.ts';

let server: TestServer;
let sword: number;
let axe: number;
beforeEach(async () => {
  server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  const saved = await saveWeapons(server, [
    ['Sword', { cost: 5 }],
    ['Axe', { cost: 7 }],
  ]);
  [sword = 0, axe = 0] = saved.weapons;
  const params = { instanceId: server.studio.dev };
  const doubled = {
    selection: { template_id: 'weapon', ids: saved.weapons },
    action: { operations: [{ field_id: 'cost', op: 'multiply' as const, value: 2 }] },
  };
  await server.call(bulkEdits.apply, { params, body: doubled }, { as: 'admin' });
  await server.call(items.delete, { params: { ...params, templateId: 'weapon', id: axe } }, { as: 'owner' });
});

const activity = (query = '') => `/activity?instance=${server.studio.dev}${query}`;

/** The lines, newest first. */
const lines = async () => {
  const region = await screen.findByRole('region', { name: 'Activity' });
  return within(region)
    .getAllByRole('listitem')
    .map((line) => line.textContent ?? '');
};

test('what was done is listed by day, newest first, and each line leads to its place', async () => {
  shows('4.activity-page.list', '4.activity-page.links');
  const { user, untilPath, path } = await renderConsole('/', { server, as: 'owner' });
  await user.click(await screen.findByRole('link', { name: 'All activity' }));
  await untilPath('/activity');
  await screen.findByRole('heading', { level: 2, name: 'Today' });
  const [first, second] = await lines();
  expect(first).toMatch(new RegExp(`^owner deleted Axe #${axe} of Weapon`));
  expect(second).toMatch(/^admin edited Weapon in bulk~2/);
  // What was deleted is in the trash.
  await user.click(screen.getByRole('link', { name: 'Axe' }));
  await waitFor(() => expect(path()).toMatch(/^\/trash\?/));
  expect(await screen.findByRole('row', { name: new RegExp(`Axe.*${axe}`) })).toBeTruthy();
});

test('the line of a save says what it has changed', async () => {
  shows('4.activity-page.list');
  await edit(server, server.studio.dev, sword, 'Sword', { cost: 12 });
  await renderConsole(activity(), { server, as: 'owner' });
  const [first] = await lines();
  expect(first).toMatch(new RegExp(`^owner changed Sword #${sword} of WeaponCost 10 → 12`));
});

test('the line of changes opens in place, with its items and a link to all of them', async () => {
  shows('4.activity-page.opens');
  const { user } = await renderConsole(activity('&kind=change-set'), { server, as: 'owner' });
  const fold = await screen.findByRole('button', { name: /^Items of changes/ });
  expect(fold.getAttribute('aria-expanded')).toBe('false');
  await user.click(fold);
  const list = within(await screen.findByRole('list', { name: /^Items of changes/ }));
  expect(list.getByRole('link', { name: 'Sword' }).getAttribute('href')).toBe(
    `/instance/${server.studio.dev}/templates/weapon/items/${sword}/edit`,
  );
  // It was deleted since.
  const inTrash = `/trash?instance=${server.studio.dev}&template=weapon&search=${axe}`;
  await waitFor(() => expect(list.getByRole('link', { name: 'Axe' }).getAttribute('href')).toBe(inTrash));
  await user.click(screen.getByRole('link', { name: 'Show field by field' }));
  await screen.findByRole('heading', { level: 1, name: 'Bulk edit of Weapon' });
});

test('filters are in the address, and can be cleared', async () => {
  shows('4.activity-page.filters');
  const { user, overlay, path } = await renderConsole(activity(), { server, as: 'owner' });
  await lines();
  await user.click(screen.getByRole('combobox', { name: 'Person' }));
  await user.click(await within(overlay).findByRole('option', { name: 'admin' }));
  await waitFor(async () => expect(await lines()).toHaveLength(1));
  expect(path()).toBe(activity(`&person=${server.studio.accounts.admin}`));
  await user.click(screen.getByRole('button', { name: 'More filters' }));
  await user.selectOptions(await within(overlay).findByRole('combobox', { name: 'Environment' }), 'stage');
  await screen.findByRole('heading', { level: 2, name: 'No results' });
  expect(path()).toContain('env=Stage');
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('button', { name: 'More filters (1)' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(async () => expect((await lines()).length).toBeGreaterThan(2));
  expect(path()).toBe(activity());
});

test('dates are chosen as usual ranges', async () => {
  shows('4.activity-page.dates');
  const { user, overlay, path } = await renderConsole(activity(), { server, as: 'owner' });
  await lines();
  await user.click(screen.getByRole('button', { name: 'Dates: All dates' }));
  await user.click(await within(overlay).findByRole('button', { name: 'Yesterday' }));
  await screen.findByRole('heading', { level: 2, name: 'No results' });
  expect(path()).toMatch(/days=\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d$/);
});

test('what matches is exported as CSV', async () => {
  shows('4.activity-page.csv');
  const files = collectFiles();
  const { user } = await renderConsole(activity('&kind=change-set'), { server, as: 'owner' });
  await lines();
  await user.click(screen.getByRole('button', { name: 'Export as CSV' }));
  await waitFor(() => expect(files.map(({ name }) => name)).toEqual(['activity.csv']));
  const rows = ((await files[0]?.content.text()) ?? '').trim().split('\n');
  expect(rows).toHaveLength(2);
  expect(rows[1]).toContain('admin');
});

test('the settings of a project say how much history is kept, and for how long', async () => {
  shows('4.activity-page.kept');
  const { workspaceId, projectId, dev } = server.studio;
  await renderConsole(`/settings/workspaces/${workspaceId}/projects/${projectId}`, { server, as: 'owner' });
  const section = within(await screen.findByRole('region', { name: 'History' }));
  await section.findByText(/ of items, /);
  expect(section.getAllByText('kept for ever').length).toBe(2);
  expect(section.getByText('kept for 90 days')).toBeTruthy();
  expect(section.getByRole('link', { name: 'Trash' }).getAttribute('href')).toBe(`/trash?instance=${dev}`);
});

test('members who may not read the active instance open it without a filter by template', async () => {
  const { studio } = server;
  // Only EXPORT.
  await server.app.deps.database.query("update roles set permission_ids = '{2}' where id = $1", [studio.viewerRoleId]);
  await choose(server, 'member', studio.dev);
  const { expectNoToast } = await renderConsole(activity(), { server, as: 'member' });
  await screen.findByRole('combobox', { name: 'Person' });
  expect(screen.queryByRole('combobox', { name: 'Template' })).toBeNull();
  await expectNoToast();
});

test('the button for earlier entries keeps the focus, and each page loads the next as it comes into view', async () => {
  const watched = watchElements();
  const { user } = await renderConsole(activity(), {
    server,
    as: 'owner',
    intercept: (fetch) => (input, init) => fetch(String(input).replace('limit=50', 'limit=1'), init),
  });
  const more = await screen.findByRole('button', { name: 'Show earlier entries' });
  expect(await lines()).toHaveLength(1);
  more.focus();
  await user.keyboard('{Enter}');
  await waitFor(async () => expect(await lines()).toHaveLength(2));
  expect(document.activeElement).toBe(more);
  expect(more.isConnected).toBe(true);
  act(() =>
    watched
      .filter(({ element }) => element.isConnected && more.parentElement?.contains(element))
      .at(-1)
      ?.see(),
  );
  await waitFor(async () => expect(await lines()).toHaveLength(3));
  while (more.textContent === 'Show earlier entries') {
    const loaded = (await lines()).length;
    await user.keyboard('{Enter}');
    await waitFor(async () =>
      expect((await lines()).length > loaded || more.textContent === 'No earlier entries').toBe(true),
    );
  }
  expect(more.textContent).toBe('No earlier entries');
  expect(document.activeElement).toBe(more);
});

test('of two filters that are changed at once, none is lost', async () => {
  const { user, overlay, path } = await renderConsole(activity(), { server, as: 'owner' });
  await lines();
  await user.click(screen.getByRole('button', { name: 'More filters' }));
  const environment = await within(overlay).findByRole('combobox', { name: 'Environment' });
  act(() => {
    fireEvent.change(environment, { target: { value: 'Dev' } });
    fireEvent.change(within(overlay).getByRole('combobox', { name: 'Kind' }), { target: { value: 'items' } });
  });
  await waitFor(() => expect(path()).toBe(activity('&env=Dev&kind=items')));
});
