import type { Permission } from '@quartermaster/contract/access.ts';
import { releases } from '@quartermaster/contract/endpoints/releases.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { catchUp } from '../../server/modules/activity/consume-service.ts';
import { createRole, grantRole } from '../../server/modules/workspaces/service.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { countCalls } from '../support/counted-calls.ts';
import { setPlan } from '../support/members.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { choose } from './choose-instance.ts';
import { syncAll, withWeapons } from './sync-studio.ts';

const section = (name: string) => screen.findByRole('region', { name });
const rowsIn = (part: HTMLElement) => within(part).getAllByRole('listitem');

/** The lane of an environment, with what it is ahead of the next one. */
const environment = async (env: string) => {
  const name = await waitFor(() => within(screen.getByRole('region', { name: 'Environments' })).getByText(env));
  const row = name.closest('li');
  if (!row) throw new Error(`no row of ${env}`);
  return row;
};

async function asMember(server: TestServer, ...allowed: Permission[]) {
  const { workspaceId, dev, stage, accounts } = server.studio;
  const { query } = server.app.deps.database;
  await query('delete from instance_members where account_id = $1', [accounts.member]);
  const roleId = await createRole(query, { workspaceId, name: 'Some', allowed });
  for (const instanceId of [dev, stage])
    await grantRole(query, { workspaceId, instanceId, accountId: accounts.member, roleId });
  await choose(server, 'member', dev);
}

test('home lists the templates with their item counts and links to each', async () => {
  const { server } = await withWeapons();
  await renderConsole('/', { server, as: 'owner' });
  const part = await section('Templates and their items');
  const weapons = await within(part).findByRole('link', { name: /^Weapon/ });
  expect(weapons.textContent).toBe('Weapon2 items');
  expect(weapons.getAttribute('href')).toBe(`/instance/${server.studio.dev}/templates/weapon/items`);
  expect(rowsIn(part).map((row) => row.textContent)).toEqual(['Images0 images', 'Material2 items', 'Weapon2 items']);
});

test('home shows twelve templates, and all of them when expanded', async () => {
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  for (let index = 0; index < 12; index++) await saveTemplate(server, `thing_${index}`, []);
  const { user } = await renderConsole('/', { server, as: 'owner' });
  const part = await section('Templates and their items');
  const more = await within(part).findByRole('button', { name: 'Show all 13 templates' });
  expect(rowsIn(part)).toHaveLength(12);
  await user.click(more);
  expect(rowsIn(part)).toHaveLength(13);
});

test('home lists the last edits, with time and member', async () => {
  const fields = inOrder([field('price', 'integer')]);
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  await saveTemplate(server, 'sword', fields, { label: 'Swords' });
  const { id } = await saveOne(server, saveBody('sword', fields, { price: 1 }, { label: 'Excalibur' }), 'admin');
  const { id: dearer } = await saveOne(server, saveBody('sword', fields, { price: 1 }, { label: 'Caliburn' }));
  const change = { before: { price: 1 }, id: dearer, version: 1, label: 'Caliburn' };
  await saveOne(server, saveBody('sword', fields, { price: 2 }, change));
  await renderConsole('/', { server, as: 'owner' });
  const part = await section('Edited last');
  const link = await within(part).findByRole('link', { name: 'Excalibur' });
  expect(link.getAttribute('href')).toBe(`/instance/${server.studio.dev}/templates/sword/items/${id}/edit`);
  expect(rowsIn(part).map((row) => row.textContent)).toEqual([
    expect.stringMatching(new RegExp(`^CaliburnThe price 1 → 2Swords # ${dearer}, edited .* ago by owner$`)),
    expect.stringMatching(new RegExp(`^ExcaliburSwords # ${id}, created .* ago by admin$`)),
  ]);
});

test('home shows when each environment was last exported', async () => {
  const { server } = await withWeapons();
  const { dev, stage, accounts } = server.studio;
  const exported = (instanceId: number, ago: string, completed: string) =>
    server.app.deps.database.query(
      `insert into reports (instance_id, account_id, path, created_at, completed_at)
        values ($1, $2, md5(random()::text), now() - interval '${ago}', ${completed})`,
      [instanceId, accounts.owner],
    );
  await exported(dev, '2 days', 'now()');
  await exported(dev, '1 hour', 'null');
  await exported(stage, '3 hours', 'now()');
  await renderConsole('/', { server, as: 'owner' });
  expect(await within(await environment('dev')).findByText('Exported 2 days ago')).toBeTruthy();
  expect(await within(await environment('stage')).findByText('Exported 3 hours ago')).toBeTruthy();
  expect(await within(await environment('prod')).findByText('Never exported')).toBeTruthy();
});

test('home shows how far Dev and Stage are ahead, and counts only after everything else has loaded', async () => {
  const { server } = await withWeapons();
  const { calls, intercept } = countCalls();
  const overview = Promise.withResolvers<void>();
  await renderConsole('/', {
    server,
    as: 'owner',
    intercept: (fetch) => {
      const counted = intercept(fetch);
      return async (input, init) => {
        const answer = await counted(input, init);
        if (String(input).endsWith('/overview')) await overview.promise;
        return answer;
      };
    },
  });
  await within(await environment('prod')).findByText('Never exported');
  expect(calls.filter((call) => call.endsWith('/changes'))).toEqual([]);
  overview.resolve();
  const ahead = await within(await environment('dev')).findByRole('link', { name: /ahead of stage$/ });
  // Four items, two templates, and the links to these in the menu.
  expect(ahead.textContent).toBe('7 changes ahead of stage');
  expect(ahead.getAttribute('href')).toBe('/instance-sync');
  expect(await within(await environment('stage')).findByText('Same as prod')).toBeTruthy();
});

test('after a sync Dev is equal to Stage, which is ahead of Prod and has the next release', async () => {
  const { server } = await withWeapons();
  await syncAll(server);
  const publish_at = new Date(Date.now() + 2 * 24 * 60 * 60 * 1000).toISOString();
  const body = { name: 'Next', changes: [], all: true, publish_at, time_zone: 'UTC', exports_after: false };
  await server.call(releases.create, { params: { instanceId: server.studio.stage }, body }, { as: 'owner' });
  await renderConsole('/', { server, as: 'owner' });
  expect(
    await within(await environment('stage')).findByRole('button', { name: /changes ahead of prod$/ }),
  ).toBeTruthy();
  expect(
    await within(await environment('stage')).findByText(/^Release \w+ \d+:\d\d (UTC|GMT|[A-Z]+)\S*$/),
  ).toBeTruthy();
  expect(await within(await environment('dev')).findByText('Same as stage')).toBeTruthy();
  expect(within(await environment('dev')).queryByText(/^Release/)).toBeNull();
});

test('the other environments lead to their dashboards, and what Prod lacks to the sync of Stage', async () => {
  shows('4.designers.home-environments');
  const { server } = await withWeapons();
  await syncAll(server);
  const { user, path, untilPath } = await renderConsole('/', { server, as: 'owner' });
  const switchIn = async (env: string) => within(await section('Environments')).queryByRole('button', { name: env });
  await environment('stage');
  expect(await switchIn('Dashboard of dev')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Dashboard of stage' }));
  await screen.findByRole('button', { name: 'Dashboard of dev' });
  expect(await switchIn('Dashboard of stage')).toBeNull();
  expect(path()).toBe('/');
  expect(await within(await environment('stage')).findByRole('link', { name: /ahead of prod$/ })).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Dashboard of dev' }));
  await screen.findByRole('button', { name: 'Dashboard of stage' });
  await user.click(await within(await environment('stage')).findByRole('button', { name: /ahead of prod$/ }));
  await untilPath('/instance-sync');
  const heading = await screen.findByRole('heading', { level: 1, name: /sync/i });
  expect(heading.closest('header')?.textContent).toMatch(/stage.*prod/);
});

test('a lane has its items, its last change and the changes of 30 days, and its arrow is as heavy as what is ahead', async () => {
  shows('5.numbers.small');
  const { server } = await withWeapons();
  await catchUp(server.app.deps);
  await renderConsole('/', { server, as: 'owner' });
  const lane = within(await environment('dev'));
  expect(await lane.findByText('4 items')).toBeTruthy();
  expect(lane.getByText(/^Changed .* ago by owner$/)).toBeTruthy();
  const bars = lane.getByRole('img', { name: /^\d+ changes in the last 30 days$/ });
  // All of it was done today, which is the last day.
  const days = [...bars.querySelectorAll('rect')].map((bar) =>
    ['x', 'y', 'height'].map((name) => Number(bar.getAttribute(name))),
  );
  expect(days.slice(0, 29)).toEqual(Array.from({ length: 29 }, (_, day) => [day * 4, 27, 1]));
  expect(days.slice(29)).toEqual([[29 * 4, 0, 28]]);
  const prod = within(await environment('prod'));
  expect(await prod.findByRole('img', { name: 'No changes in the last 30 days' })).toBeTruthy();
  await lane.findByRole('link', { name: '7 changes ahead of stage' });
  const weightIn = async (env: string) =>
    (await environment(env)).querySelector<HTMLElement>('[aria-hidden][style]')?.style.getPropertyValue('--weight');
  expect(Number.parseFloat((await weightIn('dev')) ?? '')).toBeCloseTo(2 + 2 * Math.log10(7));
  expect(await weightIn('stage')).toBe('2px');
});

test.each<[string, Permission[], string]>([
  ['INSTANCE_CHANGES', ['READ', 'EXPORT', 'CREATE_ITEM'], 'teams'],
  ['the plan', ['READ', 'EXPORT', 'CREATE_ITEM', 'INSTANCE_CHANGES'], 'starter'],
])('without %s nobody sees how far an environment is ahead', async (_, allowed, plan) => {
  const { server } = await withWeapons();
  await asMember(server, ...allowed);
  await setPlan(server, { plan });
  const { calls, intercept } = countCalls();
  await renderConsole('/', { server, as: 'member', intercept });
  expect(await within(await environment('dev')).findByText('Never exported')).toBeTruthy();
  expect(await within(await environment('stage')).findByText('Never exported')).toBeTruthy();
  await within(await section('Edited last')).findByRole('link', { name: 'Sword' });
  expect(screen.queryByText(/ahead of|Same as/)).toBeNull();
  expect(calls.filter((call) => call.includes('/changes'))).toEqual([]);
});

test('members who cannot change anything see why', async () => {
  const { server } = await withWeapons();
  await asMember(server, 'READ');
  await renderConsole('/', { server, as: 'member' });
  const reason = (await screen.findByText('You can view everything here, but not change it')).closest('[role=alert]');
  expect(reason?.textContent).toContain('“Can create item” or “Can create template”');
  expect(await within(await environment('dev')).findByText('Exports are not shown to you')).toBeTruthy();
});

test('in a canceled workspace everybody sees why nothing can be changed', async () => {
  const { server } = await withWeapons();
  await server.app.deps.database.query("update subscriptions set status = 'canceled'", []);
  await renderConsole('/', { server, as: 'owner' });
  expect(await screen.findByText(/^The subscription of this workspace is canceled/)).toBeTruthy();
});

test('members without access to content see a message, and receive no content', async () => {
  const { server } = await withWeapons();
  await asMember(server, 'EXPORT');
  await renderConsole('/', { server, as: 'member' });
  expect(await screen.findByText('Templates and items are not shown to you')).toBeTruthy();
  await section('Environments');
  expect(screen.queryByRole('region', { name: 'Edited last' })).toBeNull();
});

test('members who can change items see no such notice', async () => {
  const { server } = await withWeapons();
  await asMember(server, 'READ', 'CREATE_ITEM');
  await renderConsole('/', { server, as: 'member' });
  await within(await section('Edited last')).findByRole('link', { name: 'Sword' });
  expect(screen.queryByText(/but not change it$/)).toBeNull();
});

test('an empty project shows three first steps: a template, an item, an export', async () => {
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  const first = await renderConsole('/', { server, as: 'owner' });
  const steps = async (title: string) => within(await section(title)).getByRole('list', { name: 'First steps' });
  expect(rowsIn(await steps('Create your first template')).map((step) => step.textContent)).toEqual([
    'Create a template',
    'Create an item',
    'Export, and let your game read the files',
  ]);
  first.close();
  const fields = inOrder([field('price', 'integer')]);
  await saveTemplate(server, 'sword', fields, { label: 'Swords' });
  const second = await renderConsole('/', { server, as: 'owner' });
  const card = await section('Create your first item');
  expect(within(card).getByRole('link', { name: 'Create item' }).getAttribute('href')).toBe(
    `/instance/${server.studio.dev}/templates/sword/items/new`,
  );
  expect(within(card).getByLabelText('Done:')).toBeTruthy();
  second.close();
  await saveOne(server, saveBody('sword', fields, { price: 1 }));
  await renderConsole('/', { server, as: 'owner' });
  await within(await section('Templates and their items')).findByText('1 item');
  expect(screen.queryByRole('list', { name: 'First steps' })).toBeNull();
});
