import { builds, channels, signingKeys } from '@quartermaster/contract/endpoints/builds.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { listBuilds, makeBuild } from '../support/builds.ts';
import { renderConsole } from '../support/console.tsx';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';
import { insertItems } from '../support/server-content.ts';
import { setSubscription } from '../support/subscription.ts';
import { choose } from './choose-instance.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  await insertItems(server.app.deps.database, server.studio.dev, 'sword', 2);
});

const open = async (path: string, as: Person = 'owner') => renderConsole(path, { server, as, follows: true });
const params = () => ({ instanceId: server.studio.dev });
const listed = async () => (await server.call(channels.list, { params: params() }, { as: 'owner' })).channels;

type User = Awaited<ReturnType<typeof open>>['user'];

/** Shows the builds or the channels, by their tab. */
async function showTab(user: User, name: 'Builds' | 'Channels') {
  const tabs = await screen.findByRole('navigation', { name: 'Exports, builds, channels and webhooks' });
  await user.click(within(tabs).getByRole('link', { name }));
}

/** The menu of a build, opened. */
async function openMenu(user: User, id: number) {
  await user.click(await screen.findByRole('button', { name: `Actions for build ${id}` }));
  return (name: string) => screen.findByRole('menuitem', { name });
}

test('builds are listed with their channels, named, and made live, forward and back', async () => {
  shows('4.builds.page', '4.builds.name', '4.channels.page', '4.channels.live');
  const [first, second] = [await makeBuild(server, { version: '1.4' }), await makeBuild(server, { version: '2' })];
  const { user, overlay, path } = await open('/settings/exported-data');
  await showTab(user, 'Builds');
  expect(path()).toBe('/settings/exported-data?view=builds');
  const rowOf = async (id: number) =>
    (await screen.findByRole('rowheader', { name: String(id) })).closest('tr') ?? expect.fail();
  const cells = async (id: number) =>
    within(await rowOf(id))
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
  const [{ bytes } = { bytes: 0 }] = await listBuilds(server);
  const size = `2 files, ${Math.ceil(bytes / 1000)} kB`;
  await waitFor(async () => expect((await cells(second))[1]).toBe('live'));
  expect(await cells(second)).toEqual(['', 'live', expect.any(String), 'from 2', size, '']);
  expect(await cells(first)).toEqual(['', 'live, earlier', expect.any(String), 'from 1.4', size, '']);
  await showTab(user, 'Channels');
  const list = await screen.findByRole('region', { name: 'Channels' });
  const [live] = within(list).getAllByRole('listitem');
  expect(live?.textContent).toContain(
    `points at build ${second}, and at ${first} for earlier versions of the game; it follows exports`,
  );
  expect(live?.textContent).toMatch(new RegExp(`/v1/delivery/${server.studio.dev}/channels/live/manifest\\.json$`));

  await showTab(user, 'Builds');
  await user.click(await (await openMenu(user, first))('Name this build'));
  const naming = await screen.findByRole('dialog', { name: `Name build ${first}` });
  await user.type(within(naming).getByRole('textbox', { name: 'Name' }), 'Halloween{Enter}');
  await waitFor(async () => expect((await cells(first))[0]).toBe('Halloween'));

  await user.click(await (await openMenu(user, first))('Make this the live build'));
  const dialog = await screen.findByRole('dialog', { name: 'Make this the live build' });
  expect(dialog.textContent).toContain(
    `The channel live moves from build ${second} to build ${first} (Halloween), which is for version 1.4 of the game and later.`,
  );
  expect(dialog.textContent).toContain('Templates and items stay as they are.');
  expect(dialog.textContent).toContain('New exports do not become live until you choose “Follow exports”.');
  expect(within(dialog).getByText('dev')).toBeTruthy();
  expect(await listed()).toMatchObject([{ build: { id: second } }]);
  await user.click(within(dialog).getByRole('button', { name: 'Yes, make it live' }));
  expect(await within(overlay).findByText('Channel moved')).toBeTruthy();
  await waitFor(async () => expect([(await cells(first))[1], (await cells(second))[1]]).toEqual(['live', '']));
  expect(await listed()).toMatchObject([{ follows: false, build: { id: first } }]);
  // Its own build is not offered again.
  await openMenu(user, first);
  await screen.findByRole('menuitem', { name: 'Name this build' });
  expect(screen.queryByRole('menuitem', { name: 'Make this the live build' })).toBeNull();
  await user.keyboard('{Escape}');

  await showTab(user, 'Channels');
  await user.click(await screen.findByRole('button', { name: 'Follow exports' }));
  const following = await screen.findByRole('dialog', { name: 'Follow exports' });
  await user.click(within(following).getByRole('button', { name: 'Yes, follow exports' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Follow exports' })).toBeNull());
  await showTab(user, 'Builds');
  await waitFor(async () => expect((await cells(second))[1]).toBe('live'));
});

test('a build is compared with the one before it, or with another one, item by item and field by field', async () => {
  shows('4.builds.compare-page');
  const { database } = server.app.deps;
  const first = await makeBuild(server);
  await database.query(`update items set values = jsonb_set(values, '{title}', '"Excalibur"') where id = 1`, []);
  const second = await makeBuild(server);
  await database.query('delete from items where id = 2', []);
  const third = await makeBuild(server);
  const { user, path } = await open('/settings/exported-data?view=builds');
  await user.click(await (await openMenu(user, third))('Compare'));
  expect(await screen.findByRole('heading', { name: `Changes in build ${third}` })).toBeTruthy();
  expect(path()).toBe(`/settings/exported-data?view=builds&build=${third}`);
  const rows = async () =>
    within(await screen.findByRole('region', { name: 'Changes' }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
  await screen.findByRole('link', { name: 'Change of sword #2' });
  expect(await rows()).toEqual(['2-Removedsword']);
  const other = screen.getByRole<HTMLInputElement>('combobox', { name: 'Compared with' });
  expect(other.value).toBe(`build ${second}`);

  await user.click(other);
  await user.click(await screen.findByRole('option', { name: `build ${first}` }));
  await user.click(await screen.findByRole('link', { name: 'Change of sword #1' }));
  expect(await rows()).toEqual(['1~Updatedsword', '2-Removedsword']);
  const dialog = await screen.findByRole('dialog', { name: 'sword #1' });
  expect([...dialog.querySelectorAll('del, ins')].map(({ tagName, textContent }) => [tagName, textContent])).toEqual([
    ['DEL', 'sword 1'],
    ['INS', 'Excalibur'],
  ]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await user.click(screen.getByRole('link', { name: 'All builds' }));
  await user.click(await (await openMenu(user, second))('Compare'));
  await screen.findByRole('heading', { name: `Changes in build ${second}` });
  await waitFor(async () => expect(await rows()).toEqual(['1~Updatedsword']));
  await user.click(screen.getByRole('link', { name: 'All builds' }));
  await user.click(await (await openMenu(user, first))('Compare'));
  // It has none before it.
  await waitFor(async () => expect(await rows()).toEqual(['1~Updatedsword', '2+Addedsword']));
});

test('channels are created, moved and deleted on the page', async () => {
  shows('4.channels.manage');
  const [first, second] = [await makeBuild(server), await makeBuild(server)];
  const { user } = await open('/settings/exported-data?view=channels');
  await user.click(await screen.findByRole('button', { name: 'New channel' }));
  const dialog = await screen.findByRole('dialog', { name: 'New channel' });
  expect(dialog.textContent).toContain(`It points at build ${second} at first.`);
  const name = within(dialog).getByRole('textbox', { name: 'Name' });
  await user.type(name, 'Beta{Enter}');
  expect(await within(dialog).findByText(/^Must be small letters/)).toBeTruthy();
  await user.clear(name);
  await user.type(name, 'live{Enter}');
  expect(await within(dialog).findByText('This instance has a channel with this name')).toBeTruthy();
  await user.clear(name);
  await user.type(name, 'beta{Enter}');
  expect(await screen.findByRole('button', { name: 'Copy address of beta' })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await showTab(user, 'Builds');
  await user.click(await (await openMenu(user, first))('Make this the beta build'));
  await user.click(await screen.findByRole('button', { name: 'Yes, make it beta' }));
  await waitFor(async () => expect((await listed()).map(({ build }) => build.id)).toEqual([second, first]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await showTab(user, 'Channels');
  await user.click(await screen.findByRole('button', { name: 'Delete channel beta' }));
  const deleting = await screen.findByRole('dialog', { name: 'Delete channel' });
  expect(deleting.textContent).toContain('Games that ask for beta get nothing from now on.');
  await user.click(within(deleting).getByRole('button', { name: 'Yes, delete channel' }));
  await waitFor(async () => expect(await listed()).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Copy address of beta' })).toBeNull());
});

test('on Free there is only live: a new channel leads to the plans, and an own one is not moved', async () => {
  shows('4.channels.plans', '4.channels.manage');
  const [first] = [await makeBuild(server), await makeBuild(server)];
  const create = { params: params(), body: { name: 'beta', build_id: first } };
  await server.call(channels.create, create, { as: 'owner' });
  await setSubscription(server, { plan: 'free', status: 'active' });
  const { user } = await open('/settings/exported-data?view=channels');
  expect(await screen.findByRole('link', { name: 'New channel Upgrade' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Delete channel beta' })).toBeTruthy();
  await showTab(user, 'Builds');
  await (await openMenu(user, first))('Make this the live build');
  expect(screen.queryByRole('menuitem', { name: 'Make this the beta build' })).toBeNull();
});

test('a build appears when its export is completed, and before the first one the page says what they are', async () => {
  shows('4.builds.page', '4.builds.start', '4.builds.smallest-version');
  const { user } = await open('/settings/exported-data?view=builds');
  expect(await screen.findByRole('heading', { name: 'No builds yet' })).toBeTruthy();
  expect(screen.queryAllByRole('columnheader')).toEqual([]);
  await showTab(user, 'Channels');
  const none = await screen.findByRole('region', { name: 'Channels' });
  expect(within(none).getByRole('heading', { name: 'No channels yet' })).toBeTruthy();
  expect(within(none).getByRole('button', { name: 'Export' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'New channel' })).toBeNull();
  await showTab(user, 'Builds');
  expect(within(screen.getByRole('main')).getByRole('button', { name: 'Export' })).toBeTruthy();
  const start = async (typed: string) => {
    // The one in the header; an empty list has another one.
    const [button] = screen.getAllByRole('button', { name: 'Export' });
    await user.click(button as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: 'Export' });
    const version = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Smallest game version' });
    await user.clear(version);
    if (typed !== '') await user.type(version, typed);
    return { dialog, version };
  };
  const { dialog, version } = await start('1..2');
  expect(dialog.textContent).toContain('Must be one to four numbers, such as 1.4.2');
  const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Yes, export' });
  expect(confirm.disabled).toBe(true);
  await user.clear(version);
  expect(confirm.disabled).toBe(false);
  await user.type(version, '1.4.0');
  await user.click(confirm);
  expect(await screen.findByText('from 1.4')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // The next one is for the same version, unless it is changed.
  await user.click(screen.getByRole('button', { name: 'Export' }));
  const next = await screen.findByRole('dialog', { name: 'Export' });
  await waitFor(() =>
    expect(within(next).getByRole<HTMLInputElement>('textbox', { name: 'Smallest game version' }).value).toBe('1.4'),
  );
});

test('export settings show the public keys, make a new one, and open builds to anyone', async () => {
  shows('4.builds.keys-page', '4.channels.public');
  await makeBuild(server);
  const keys = async () => (await server.call(signingKeys.list, { params: params() }, { as: 'owner' })).keys;
  const [first] = await keys();
  const { user } = await open('/settings/export-settings?view=builds');
  expect(await screen.findByText(first?.public_key ?? '')).toBeTruthy();
  expect(screen.getByRole('button', { name: `Copy Key ${first?.id}` })).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'New key' }));
  const dialog = await screen.findByRole('dialog', { name: 'New key' });
  expect(dialog.textContent).toContain('All instances of Studio game sign new builds with it.');
  await user.click(within(dialog).getByRole('button', { name: 'Yes, make a new key' }));
  expect(await screen.findByText((text) => text === `Key ${first?.id}`)).toBeTruthy();
  await waitFor(async () => expect((await keys()).map(({ signs }) => signs)).toEqual([true, true]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'New key' }));
  const second = await screen.findByRole('dialog', { name: 'New key' });
  await user.click(within(second).getByRole('checkbox', { name: /^Stop signing with the previous key/ }));
  await user.click(within(second).getByRole('button', { name: 'Yes, make a new key' }));
  expect(await screen.findAllByText(/verifies earlier builds only$/)).toHaveLength(2);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  const reading = screen.getByRole<HTMLInputElement>('switch', {
    name: /^Anyone can read the builds of this instance/,
  });
  expect(reading.checked).toBe(false);
  await user.click(reading);
  await waitFor(async () =>
    expect((await server.call(channels.list, { params: params() }, { as: 'owner' })).is_public).toBe(true),
  );
  await waitFor(() => expect(reading.checked).toBe(true));
});

test('opening the public keys makes none; an owner can make the first one before the first export', async () => {
  shows('4.builds.keys-page');
  const stored = () => server.app.deps.database.query('select 1 from signing_keys', []);
  const { user } = await open('/settings/export-settings?view=builds');
  expect(await screen.findByText('The first export makes a key.')).toBeTruthy();
  expect(await stored()).toHaveLength(0);
  await user.click(await screen.findByRole('button', { name: 'New key' }));
  const dialog = await screen.findByRole('dialog', { name: 'New key' });
  expect(within(dialog).queryByRole('checkbox')).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Yes, make a new key' }));
  expect(await screen.findByText(/signs new builds$/)).toBeTruthy();
  expect(await stored()).toHaveLength(1);
});

test('the public key that the first export makes appears on the page that is open', async () => {
  shows('4.builds.keys-page');
  const { user } = await open('/settings/export-settings?view=builds');
  expect(await screen.findByText('The first export makes a key.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, export' }));
  expect(await screen.findByRole('button', { name: /^Copy Key/ })).toBeTruthy();
});

test('a member with EXPORT sees the keys, and cannot make a new one', async () => {
  shows('4.builds.keys-page');
  const { database } = server.app.deps;
  await database.query('update roles set permission_ids = $2 where id = $1', [server.studio.viewerRoleId, [1, 2]]);
  await choose(server, 'member', server.studio.dev);
  const [build] = [await makeBuild(server)];
  await server.call(
    builds.rename,
    { params: { ...params(), buildId: build }, body: { name: 'Kept' } },
    { as: 'member' },
  );
  await open('/settings/export-settings?view=builds', 'member');
  expect(await screen.findByRole('button', { name: /^Copy Key/ })).toBeTruthy();
  await server.call(instances.getPermissions, { params: params() }, { as: 'member' });
  expect(screen.queryByRole('button', { name: 'New key' })).toBeNull();
});
