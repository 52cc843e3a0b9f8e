import { MantineProvider } from '@mantine/core';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { IdSelect } from '../../src/app/layout/instance/id-select.tsx';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { addProject } from '../support/members.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { insertItems } from '../support/server-content.ts';
import type { Person } from '../support/server-studio.ts';
import { choose } from './choose-instance.ts';

type Options = Parameters<typeof renderConsole>[1];

/** The console of a user who works in Dev. */
async function open(path: string | ((server: TestServer) => string), as: Person = 'owner', options: Options = {}) {
  const server = options.server ?? (await startTestServer());
  if (as !== 'stranger') await choose(server, as, server.studio.dev);
  const view = await renderConsole(typeof path === 'string' ? path : path(server), { as, ...options, server });
  return { ...view, studio: server.studio };
}

const activeInstance = async (server: TestServer, as: Person) =>
  (await server.call(accounts.getSettings, {}, { as })).active_instance_id;

const switcher = () => screen.findByRole('button', { name: /^Change instance/ });

async function pick(user: Awaited<ReturnType<typeof open>>['user'], label: string, option: string) {
  await user.click(await screen.findByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
}

test('the header shows project and environment, and Prod has its marker line', async () => {
  shows('1.3.instance.env-label');
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.prod);
  const { root } = await renderConsole('/', { server, as: 'owner' });
  expect((await switcher()).textContent).toBe('Change instance: Studio gameprod');
  expect(root.querySelector('header')?.dataset.env).toBe('Prod');
});

test('the switcher asks for a project, then for one of its instances, and warns', async () => {
  shows(
    '1.1.instance-environments',
    '1.1.projects-hold-instances',
    '1.2.header.switcher-instance',
    '1.2.header.switcher-popover',
    '1.2.header.switcher-project',
    '1.3.instance.env-label',
    '1.4.instance.call-when-different',
    '1.4.instance.warning',
    '1.5.instance-change.instance-required',
    '1.5.instance-change.project-required',
    '1.5.switcher.env-labels',
    '1.5.switcher.instance-after-project',
    '1.5.switcher.lists-project-instances',
    '1.5.switcher.numeric-ids',
    '3.calls.instance-change',
  );
  const server = await startTestServer();
  await choose(server, 'owner', 0);
  const sequel = await addProject(server, 'Sequel');
  const { user, studio } = { ...(await renderConsole('/', { server, as: 'owner' })), studio: server.studio };
  await user.click(await screen.findByRole('button', { name: 'Choose an instance' }));
  expect(
    await screen.findByText("Changing instance? Save your work - you'll be redirected to the home page."),
  ).toBeTruthy();
  expect(screen.queryByRole('combobox', { name: 'Instance' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Change instance' }));
  expect(await screen.findByText('Project is a required field')).toBeTruthy();

  await pick(user, 'Project', 'Studio game');
  await user.click(screen.getByRole('button', { name: 'Change instance' }));
  expect(await screen.findByText('Instance is a required field')).toBeTruthy();
  await user.click(screen.getByRole('combobox', { name: 'Instance' }));
  const options = await screen.findAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual(['dev', 'stage', 'prod']);
  await user.click(screen.getByRole('option', { name: 'stage' }));
  // Another project has its own instances: the choice in the first one does not apply.
  await pick(user, 'Project', 'Sequel');
  expect(screen.getByRole('combobox', { name: 'Instance' })).toHaveProperty('value', '');
  await user.click(screen.getByRole('button', { name: 'Change instance' }));
  expect(await screen.findByText('Instance is a required field')).toBeTruthy();
  await pick(user, 'Project', 'Studio game');
  await pick(user, 'Instance', 'stage');
  await user.click(screen.getByRole('button', { name: 'Change instance' }));
  await waitFor(async () => expect((await switcher()).textContent).toContain('stage'));
  expect(await activeInstance(server, 'owner')).toBe(studio.stage);

  // It opens with the active instance, and switches to another project.
  await user.click(await switcher());
  expect(await screen.findByRole('combobox', { name: 'Project' })).toHaveProperty('value', 'Studio game');
  expect(screen.getByRole('combobox', { name: 'Instance' })).toHaveProperty('value', '');
  await pick(user, 'Project', 'Sequel');
  await pick(user, 'Instance', 'stage');
  await user.click(screen.getByRole('button', { name: 'Change instance' }));
  await waitFor(async () => expect((await switcher()).textContent).toContain('Sequel'));
  expect(await activeInstance(server, 'owner')).toBe(sequel.stage);
});

test('changing the instance opens home, and nothing of the previous one is shown or stored', async () => {
  shows('1.4.instance.change-goes-home', '1.4.instance.change-refreshes-id');
  const server = await startTestServer();
  await insertItems(server.app.deps.database, server.studio.dev, 'only_in_dev', 2);
  const { user, untilPath, events, studio } = await open(
    `/instance/${server.studio.dev}/templates/only_in_dev/items`,
    'owner',
    { server },
  );
  await screen.findByRole('link', { name: 'only_in_dev' });
  await user.click(await switcher());
  await pick(user, 'Instance', 'stage');
  await user.click(screen.getByRole('button', { name: 'Change instance' }));
  await untilPath('/');
  await waitFor(async () => expect((await switcher()).textContent).toContain('stage'));
  expect(await screen.findByRole('link', { name: 'Images' })).toBeTruthy();
  expect(screen.queryByText('only_in_dev')).toBeNull();
  expect(screen.queryByText(/Changing instance/)).toBeNull();
  expect(events).toContainEqual({ type: 'instance-changed', instanceId: studio.stage });
  expect(await activeInstance(server, 'owner')).toBe(studio.stage);
});

test('a change that fails shows the reason inside the switcher', async () => {
  shows('1.8.callout.instance-change', '2.8.instance-change.in-dialog');
  const { user, server, studio } = await open('/', 'owner', {
    intercept: (fetch) => (input, init) =>
      String(input).endsWith('/activate')
        ? Promise.resolve(Response.json({ status_code: 409, error: 'x', message: 'Not now.' }, { status: 409 }))
        : fetch(input, init),
  });
  await user.click(await switcher());
  await pick(user, 'Instance', 'stage');
  await user.click(screen.getByRole('button', { name: 'Change instance' }));
  const popover = await screen.findByRole('dialog');
  await waitFor(() => expect(within(popover).getByRole('alert').textContent).toBe('Not now.'));
  // The previous instance is active, and the next attempt clears the error.
  const trigger = screen.getByRole('button', { name: /^Change instance:/ });
  expect(trigger.textContent).toContain('dev');
  expect(await activeInstance(server, 'owner')).toBe(studio.dev);
  await user.click(trigger);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(trigger);
  expect(within(await screen.findByRole('dialog')).queryByRole('alert')).toBeNull();
});

test('opening the switcher refetches the workspaces, and resets an instance that is no longer listed to 0', async () => {
  shows('1.4.instance.must-exist', '1.4.instance.opening-refetches', '1.4.instance.unknown-to-zero');
  const server = await startTestServer();
  const calls: string[] = [];
  const lists: Promise<Response>[] = [];
  const chosen = Promise.withResolvers<void>();
  const { user, untilPath } = await open('/', 'owner', {
    server,
    intercept: (fetch) => async (input, init) => {
      calls.push(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`);
      if (calls.at(-1) !== 'GET /v1/workspaces') return fetch(input, init);
      if (lists.length > 0) await chosen.promise;
      const list = fetch(input, init);
      lists.push(list);
      return list;
    },
  });
  await user.click(await switcher());
  await pick(user, 'Instance', 'stage');
  await server.app.deps.database.query('delete from instances where id = $1', [server.studio.stage]);
  chosen.resolve();
  await waitFor(() => expect(lists).toHaveLength(2));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Switch to stage' })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Change instance' }));
  await untilPath('/');
  await screen.findByRole('button', { name: 'Choose an instance' });
  expect(calls.filter((call) => call.endsWith('/activate'))).toEqual(['POST /v1/instances/0/activate']);
  expect(await activeInstance(server, 'owner')).toBe(0);
});

test('an address of another instance activates it', async () => {
  shows('1.4.instance.call-when-different');
  const { server, studio } = await open(({ studio: { stage } }) => `/instance/${stage}/templates/image/items`);
  expect((await switcher()).textContent).toContain('stage');
  await waitFor(async () => expect(await activeInstance(server, 'owner')).toBe(studio.stage));
});

test.each([
  ['one that does not exist', () => 99_999_999],
  ['one of another workspace', ({ studio }: TestServer) => studio.elsewhere.dev],
])('an address of a missing instance redirects to /not-found: %s', async (_, instanceId) => {
  shows('1.6.guard.no-role', '1.8.missing.no-role', '2.8.missing.no-role', '3.settled.address.no-membership');
  const { untilPath, server, studio, overlay } = await open(
    (server) => `/instance/${instanceId(server)}/templates/image/items`,
  );
  await untilPath('/not-found');
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy();
  expect(await activeInstance(server, 'owner')).toBe(studio.dev);
  expect(overlay.textContent).not.toMatch(/Permissions|Templates menu/);
});

test('a member without a role in a project is redirected from its pages to /access-denied', async () => {
  shows('1.6.guard.no-role', '1.8.missing.no-role', '2.8.missing.no-role', '3.settled.address.no-project-role');
  const server = await startTestServer();
  await server.app.deps.database.query('delete from instance_members where account_id = $1', [
    server.studio.accounts.member,
  ]);
  const { untilPath, expectNoToast } = await renderConsole(`/instance/${server.studio.dev}/templates/image/items`, {
    server,
    as: 'member',
  });
  await untilPath('/access-denied');
  expect(await screen.findByRole('heading', { level: 1, name: 'Access denied' })).toBeTruthy();
  await expectNoToast();
});

test('an active instance that was deleted is reset, also on the server', async () => {
  shows('1.4.instance.unknown-to-zero');
  const server = await startTestServer();
  await choose(server, 'member', server.studio.dev);
  await server.app.deps.database.query('delete from instance_members where account_id = $1', [
    server.studio.accounts.member,
  ]);
  await renderConsole('/', { server, as: 'member' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy();
  const stored = 'select active_instance_id as id from accounts where id = $1';
  await waitFor(async () => {
    const [account] = await server.app.deps.database.query<{ id: number }>(stored, [server.studio.accounts.member]);
    expect(account?.id ?? 0).toBe(0);
  });
});

test("the host's instance is active at first, a later one opens home, and the account's own is unchanged", async () => {
  shows('1.1.one-active-instance', '1.4.instance.change-goes-home');
  const server = await startTestServer();
  const { dev, stage, prod } = server.studio;
  const { console, untilPath, events, user } = await open(`/settings/exported-data`, 'owner', {
    server,
    props: { activeInstanceId: stage },
  });
  const changes = () => events.filter(({ type }) => type === 'instance-changed' || type === 'error');
  expect((await switcher()).textContent).toContain('stage');
  console.update({ activeInstanceId: prod });
  await waitFor(async () => expect((await switcher()).textContent).toContain('prod'));
  await untilPath('/settings/exported-data');
  console.update({ activeInstanceId: 99_999 });
  await waitFor(() =>
    expect(changes()).toEqual([
      expect.objectContaining({
        phase: 'instance',
        fatal: false,
        message: 'The prop "activeInstanceId" must be an instance that the user may see, and it is 99999.',
      }),
    ]),
  );
  expect((await switcher()).textContent).toContain('prod');
  expect(await activeInstance(server, 'owner')).toBe(dev);

  // The user's own choice is stored in the account.
  await user.click(await switcher());
  await pick(user, 'Instance', 'stage');
  await user.click(screen.getByRole('button', { name: 'Change instance' }));
  await waitFor(async () => expect((await switcher()).textContent).toContain('stage'));
  await waitFor(() => expect(changes()).toHaveLength(2));
  expect(changes()[1]).toEqual({ type: 'instance-changed', instanceId: stage });
  expect(await activeInstance(server, 'owner')).toBe(stage);
});

test('a host’s instance that the user cannot see is refused, and the account’s is shown', async () => {
  shows('1.1.one-active-instance', '1.4.instance.must-exist');
  const server = await startTestServer();
  const { events } = await open('/', 'owner', { server, props: { activeInstanceId: server.studio.elsewhere.prod } });
  expect((await switcher()).textContent).toContain('dev');
  await waitFor(() => expect(events).toContainEqual(expect.objectContaining({ type: 'error', phase: 'instance' })));
  expect(events).toContainEqual({ type: 'instance-changed', instanceId: server.studio.dev });
});

test('two consoles of one user keep the instances set by their hosts', async () => {
  shows('1.1.one-active-instance');
  const server = await startTestServer();
  const { stage, prod } = server.studio;
  const first = await open('/', 'owner', { server, props: { activeInstanceId: stage } });
  const in_ = (view: { root: HTMLElement }) => within(view.root).findByRole('button', { name: /^Change instance/ });
  expect((await in_(first)).textContent).toContain('stage');
  const second = await renderConsole('/', {
    server,
    browser: first.browser,
    props: { routing: 'memory', activeInstanceId: prod },
  });
  expect((await in_(second)).textContent).toContain('prod');
  // The account's data is refetched.
  await first.user.click(within(first.root).getByRole('link', { name: /^Exported data/ }));
  await first.untilPath('/settings/exported-data');
  expect((await in_(first)).textContent).toContain('stage');
  expect(await activeInstance(server, 'owner')).toBe(server.studio.dev);
});

test('the sidebar shows the workspace and the menu tree, by parent and order', async () => {
  shows(
    '1.2.sidebar.dashboard-workspace',
    '1.2.sidebar.templates-tree',
    '2.2.sidebar.dashboard-workspace',
    '2.2.sidebar.folder',
    '2.2.sidebar.link',
    '2.2.sidebar.open-state',
    '2.2.sidebar.open-state-key',
    '2.2.sidebar.tree',
    '2.2.sidebar.tree-from-menu',
    '2.2.sidebar.tree-order',
    '2.2.sidebar.tree-parent',
  );
  const server = await startTestServer();
  const { studio } = server;
  for (const id of ['sword', 'shield', 'potion']) await insertItems(server.app.deps.database, studio.dev, id, 1);
  await server.app.deps.database.query(
    `insert into menu_nodes (instance_id, id, parent_id, label, template_id, "order") values
      ($1, 'more', 'root', 'More', '', 2), ($1, 'gear', 'root', 'Gear', '', 0),
      ($1, 'l1', 'gear', 'Shields', 'shield', 10), ($1, 'l2', 'gear', 'Swords', 'sword', 9), ($1, 'l3', 'inner', 'Potions', 'potion', 0),
      ($1, 'inner', 'gear', 'Inner', '', 11), ($1, 'rest', 'root', 'Rest', '', 1),
      ($2, 'rest', 'root', 'Rest of Stage', '', 0)`,
    [studio.dev, studio.stage],
  );
  const { user, close } = await open('/', 'owner', { server });
  const gear = await screen.findByRole('button', { name: 'Gear' });
  const nav = screen.getByRole('navigation', { name: 'Main' });
  expect(within(nav).getByRole('link', { name: 'Studio' }).getAttribute('href')).toBe('/');
  const group = gear.closest('li') ?? nav;
  expect(
    within(group)
      .getAllByRole('link')
      .map((link) => link.title),
  ).toEqual(['Swords', 'Shields', 'Potions']);
  const folders = within(nav).getAllByRole('button');
  expect(folders.map(({ textContent }) => textContent)).toEqual(['Gear', 'Inner', 'Rest', 'More']);
  const inner = within(group).getByRole('button', { name: 'Inner' }).closest('li') ?? nav;
  expect(within(inner).getByRole('link').title).toBe('Potions');
  expect(within(group).getByRole('link', { name: 'Swords' }).getAttribute('href')).toBe(
    `/instance/${studio.dev}/templates/sword/items`,
  );
  expect(gear.getAttribute('aria-expanded')).toBe('true');
  await user.click(gear);
  expect(within(nav).queryByRole('link', { name: 'Swords' })).toBeNull();
  expect(localStorage.getItem('quartermaster:sidebar-menu')).toContain('gear');
  await user.click(screen.getByRole('button', { name: 'Rest' }));
  close();

  const again = await renderConsole('/', { server, as: 'owner' });
  const isOpen = async (name: string | RegExp) =>
    (await screen.findByRole('button', { name })).getAttribute('aria-expanded') === 'true';
  for (const name of ['Gear', 'Rest']) expect(await isOpen(name)).toBe(false);
  expect(await isOpen('More')).toBe(true);
  await again.user.click(screen.getByRole('button', { name: 'Gear' }));
  expect([await isOpen('Gear'), await isOpen('Rest'), await isOpen('Inner')]).toEqual([true, false, true]);
  again.close();

  await choose(server, 'owner', studio.stage);
  await renderConsole('/', { server, as: 'owner' });
  // A folder with the same id there is a different one.
  expect(await isOpen('Rest of Stage')).toBe(true);
});

test('the sidebar is resized by keyboard within its limits, and its width is stored', async () => {
  shows(
    '1.2.sidebar.default-width',
    '1.2.sidebar.minimum-width',
    '1.2.sidebar.resizable',
    '1.2.sidebar.width-remembered',
    '1.9.sidebar.minimum',
    '1.9.sidebar.width',
    '2.2.sidebar.default-width',
    '2.2.sidebar.minimum-width',
    '2.2.sidebar.resizable',
    '2.2.sidebar.width-remembered',
    '2.9.sidebar.minimum',
    '2.9.sidebar.width',
  );
  const { close, server } = await open('/');
  await screen.findByRole('link', { name: 'Images' });
  const handle = screen.getByRole('separator', { name: 'Resize navigation' });
  expect(handle.getAttribute('aria-valuenow')).toBe('286');
  fireEvent.keyDown(handle, { key: 'ArrowRight' });
  expect(handle.getAttribute('aria-valuenow')).toBe('296');
  fireEvent.keyDown(handle, { key: 'Home' });
  fireEvent.keyDown(handle, { key: 'ArrowLeft' });
  expect(handle.getAttribute('aria-valuenow')).toBe('275');
  fireEvent.keyDown(handle, { key: 'ArrowRight', shiftKey: true });
  close();
  await open('/', 'owner', { server });
  const again = await screen.findByRole('separator', { name: 'Resize navigation' });
  expect(again.getAttribute('aria-valuenow')).toBe('325');
  expect(again.parentElement?.style.width).toBe('325px');
});

test('in a narrow container the sidebar is a drawer, which closes on navigation', async () => {
  shows('1.2.sidebar.drawer', '1.9.sidebar.breakpoint', '2.2.sidebar.drawer', '2.9.sidebar.breakpoint');
  await inWidth(767, async () => {
    const { user } = await open('/');
    const button = await screen.findByRole('button', { name: 'Open navigation' });
    expect(screen.queryByRole('navigation')).toBeNull();
    await user.click(button);
    const drawer = await screen.findByRole('dialog', { name: 'Navigation' });
    await user.click(await within(drawer).findByRole('link', { name: 'Images' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // It opens again, and its own button closes it, too.
    await user.click(screen.getByRole('button', { name: 'Open navigation' }));
    const again = await screen.findByRole('dialog', { name: 'Navigation' });
    await user.click(within(again).getByRole('button', { name: 'Close navigation' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

test('from 768 px up the sidebar is next to the page', async () => {
  shows('1.9.sidebar.breakpoint', '2.9.sidebar.breakpoint');
  await inWidth(768, async () => {
    await open('/');
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Open navigation' })).toBeNull();
  });
});

/** Runs part of a test in a container of a given width, as far as jsdom supports widths. */
async function inWidth(width: number, run: () => Promise<void>) {
  const before = Object.getOwnPropertyDescriptor(Element.prototype, 'clientWidth');
  Object.defineProperty(Element.prototype, 'clientWidth', { configurable: true, get: () => width });
  try {
    await run();
  } finally {
    if (before) Object.defineProperty(Element.prototype, 'clientWidth', before);
  }
}

test('the sidebar is resized by pointer within its limits, and its width is stored', async () => {
  shows('1.2.sidebar.resizable', '2.2.sidebar.resizable');
  const { close, server } = await open('/');
  await screen.findByRole('link', { name: 'Images' });
  const handle = screen.getByRole('separator', { name: 'Resize navigation' });
  fireEvent.pointerDown(handle, { pointerId: 1, clientX: 286 });
  fireEvent.pointerMove(handle, { pointerId: 1, clientX: 200 });
  expect(handle.parentElement?.style.width).toBe('275px');
  fireEvent.pointerMove(handle, { pointerId: 1, clientX: 336 });
  expect(handle.parentElement?.style.width).toBe('336px');
  fireEvent.pointerUp(handle, { pointerId: 1, clientX: 336 });
  fireEvent.pointerMove(handle, { pointerId: 1, clientX: 400 });
  expect(handle.parentElement?.style.width).toBe('336px');
  close();
  await open('/', 'owner', { server });
  const again = await screen.findByRole('separator', { name: 'Resize navigation' });
  expect(again.getAttribute('aria-valuenow')).toBe('336');
});

test('while the menu is loading, three skeleton rows show', async () => {
  shows('1.2.sidebar.skeleton', '1.9.sidebar.skeleton');
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await open('/', 'owner', {
    intercept: (fetch) => async (input, init) => {
      if (String(input).endsWith('/menu')) await held;
      return fetch(input, init);
    },
  });
  await screen.findByRole('heading', { name: 'Templates' });
  expect((await screen.findByTestId('sidebar-skeleton')).childElementCount).toBe(3);
  release();
  await screen.findByRole('link', { name: 'Images' });
  expect(screen.queryByTestId('sidebar-skeleton')).toBeNull();
});

test('the theme is chosen, applied to the console’s own elements, reported and stored', async () => {
  shows('1.1.theme.dark', '1.1.theme.kept', '1.1.theme.light', '1.2.header.theme-toggle');
  const { user, root, overlay, events, close, server } = await open('/');
  const scheme = (element: HTMLElement) => element.getAttribute('data-mantine-color-scheme');
  expect(scheme(root)).toBe('light');
  await user.click(await screen.findByRole('button', { name: 'Theme' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Dark' }));
  expect([scheme(root), scheme(overlay)]).toEqual(['dark', 'dark']);
  expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBeNull();
  expect(events).toContainEqual({ type: 'scheme', colorScheme: 'dark' });
  // The menu stays open.
  await user.click(screen.getByRole('menuitemradio', { name: 'Light' }));
  expect([scheme(root), scheme(overlay)]).toEqual(['light', 'light']);
  await user.click(screen.getByRole('menuitemradio', { name: 'Dark' }));
  close();
  expect(scheme((await open('/', 'owner', { server })).root)).toBe('dark');
});

test('a host that owns the theme receives requests to change it, and decides', async () => {
  shows('4.host.styles.scheme');
  const { user, root, events, console } = await open('/', 'owner', { props: { colorScheme: 'light' } });
  await user.click(await screen.findByRole('button', { name: 'Theme' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Dark' }));
  expect(events).toContainEqual({ type: 'scheme', colorScheme: 'dark' });
  expect(root.getAttribute('data-mantine-color-scheme')).toBe('light');
  console.update({ colorScheme: 'dark' });
  await waitFor(() => expect(root.getAttribute('data-mantine-color-scheme')).toBe('dark'));
  expect(localStorage.getItem('quartermaster:color-scheme')).toBeNull();
});

test('users with EXPORT see the export button', async () => {
  shows(
    '1.2.header.export-button',
    '1.6.export-button.permission',
    '2.2.export.button-no-permission',
    '2.2.export.button-permission',
    '2.6.export.button',
  );
  const { close, server } = await open('/');
  expect(await screen.findByRole('button', { name: 'Export' })).toBeTruthy();
  close();
  await open('/', 'member', { server });
  await screen.findByRole('link', { name: 'Images' });
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
});

test('a host receives title and breadcrumbs, and keeps its own document title', async () => {
  shows('4.host.nodes.page');
  document.title = 'Portal';
  const { events } = await open('/settings/export-settings', 'owner', { props: { ownsDocument: false } });
  await screen.findByRole('heading', { level: 1, name: 'Export settings' });
  expect(events).toContainEqual({ type: 'title', title: 'Export settings' });
  expect(events).toContainEqual({
    type: 'breadcrumb',
    crumbs: [
      { label: 'Studio', to: '/' },
      { label: 'Export settings', to: '/settings/export-settings' },
    ],
  });
  expect(document.title).toBe('Portal');
});

test.each(['/', '/content'])(
  'a host mounted under %s is notified of each new location, without its own path',
  async (basename) => {
    const start = `${basename === '/' ? '' : basename}/settings/navigation-setup`;
    const { user, events } = await open(start, 'owner', { props: { basename } });
    await screen.findByRole('heading', { level: 1, name: 'Navigation setup' });
    const navigations = () => events.filter((event) => event.type === 'navigate');
    expect(navigations()).toEqual([]);
    await user.click(screen.getByRole('link', { name: 'Back to Studio' }));
    await screen.findByRole('heading', { level: 1, name: 'Studio' });
    expect(navigations()).toEqual([{ type: 'navigate', to: '/' }]);
  },
);

test('two consoles on one page keep their own instance, theme and toasts', async () => {
  shows('1.1.one-active-instance', '4.host.mounts.apart');
  const server = await startTestServer();
  const first = await open('/', 'owner', { server });
  await screen.findByRole('button', { name: 'Export' });
  const second = await renderConsole('/', {
    server,
    browser: await server.signIn('stranger'),
    props: { routing: 'memory', activeInstanceId: server.studio.elsewhere.prod, colorScheme: 'dark' },
  });
  const header = await within(second.root).findByRole('button', { name: /^Change instance/ });
  expect(header.textContent).toContain('Elsewhere gameprod');
  expect(within(first.root).getByRole('button', { name: /^Change instance/ }).textContent).toContain('Studio gamedev');
  expect(first.root.getAttribute('data-mantine-color-scheme')).toBe('light');
  await first.user.click(within(first.root).getByRole('button', { name: 'Export' }));
  await first.user.click(await screen.findByRole('button', { name: 'Yes, export' }));
  await within(first.overlay).findByText('Export initiated successfully');
  expect(second.overlay.textContent).not.toContain('Export initiated');
});

test('an instance page asks to choose an instance if none is active', async () => {
  shows('1.2.route.exported-data');
  const server = await startTestServer();
  await choose(server, 'owner', 0);
  const { path } = await renderConsole('/settings/exported-data', { server, as: 'owner' });
  expect(await screen.findByRole('heading', { name: 'No instance chosen' })).toBeTruthy();
  expect(path()).toBe('/settings/exported-data');
});

test('focus moves to the new page if its element was removed, and otherwise stays', async () => {
  const { user, untilPath } = await open('/');
  await user.click(await screen.findByRole('link', { name: /^Export settings/ }));
  await untilPath('/settings/export-settings');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  const home = screen.getByRole('link', { name: /^Quartermaster/ });
  await user.click(home);
  await untilPath('/');
  expect(await screen.findByRole('link', { name: /^Export settings/ })).toBeTruthy();
  expect(document.activeElement).toBe(home);
});

test('the logo opens home', async () => {
  shows('1.1.logo-home', '3.names.product');
  await open('/settings/exported-data');
  expect((await screen.findByRole('link', { name: 'Quartermaster, home' })).getAttribute('href')).toBe('/');
});

test('with "system" the theme follows changes of the operating system', async () => {
  shows('1.1.theme.kept', '1.1.theme.system', '1.1.theme.system-follows');
  const media = Object.assign(new EventTarget(), { matches: true, media: '(prefers-color-scheme: dark)' });
  const original = window.matchMedia;
  window.matchMedia = (query) => (query === media.media ? (media as unknown as MediaQueryList) : original(query));
  try {
    localStorage.setItem('quartermaster:color-scheme', 'light');
    const { root, close, user, server } = await open('/');
    expect(root.getAttribute('data-mantine-color-scheme')).toBe('light');
    await user.click(await screen.findByRole('button', { name: 'Theme' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'System' }));
    expect(root.getAttribute('data-mantine-color-scheme')).toBe('dark');
    media.matches = false;
    act(() => void media.dispatchEvent(new Event('change')));
    expect(root.getAttribute('data-mantine-color-scheme')).toBe('light');
    close();
    media.matches = true;
    media.dispatchEvent(new Event('change'));
    expect(root.getAttribute('data-mantine-color-scheme')).toBe('light');
    // The setting to follow is stored, not the resulting scheme.
    const again = await open('/', 'owner', { server });
    expect(again.root.getAttribute('data-mantine-color-scheme')).toBe('dark');
  } finally {
    window.matchMedia = original;
  }
});

test('the switcher omits a project that is being removed, and shows when a list is empty', async () => {
  shows('1.3.project.delete-in-progress', '1.3.project.delete-in-progress-hidden', '1.5.switcher.empty');
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  const { user } = await renderConsole('/', {
    server,
    as: 'owner',
    intercept: (fetch) => async (input, init) => {
      const response = await fetch(input, init);
      if (!String(input).endsWith('/v1/workspaces')) return response;
      const { workspaces } = (await response.json()) as { workspaces: { projects: object[] }[] };
      workspaces[0]?.projects.push(
        { id: 900, name: 'Removed', status: 'DeleteInProgress', instances: [] },
        { id: 901, name: 'Hollow', status: 'Active', instances: [] },
      );
      return Response.json({ workspaces });
    },
  });
  await user.click(await switcher());
  await user.click(await screen.findByRole('combobox', { name: 'Project' }));
  const options = await screen.findAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual(['Studio game', 'Hollow']);
  await user.click(screen.getByRole('option', { name: 'Hollow' }));
  await user.click(await screen.findByRole('combobox', { name: 'Instance' }));
  expect(await screen.findByText('List empty')).toBeTruthy();
});

test('a select in the switcher shows that its options are loading', () => {
  shows('1.5.switcher.loading');
  render(
    <MantineProvider>
      <IdSelect label="Project" options={[]} isLoading value={undefined} onChange={() => undefined} error={undefined} />
    </MantineProvider>,
  );
  expect(screen.getByRole('combobox', { name: 'Project' }).getAttribute('placeholder')).toBe('Loading...');
});

test('READ alone opens the templates tree', async () => {
  shows('2.6.read.tree');
  const server = await startTestServer();
  await server.app.deps.database.query("update roles set permission_ids = '{1}' where id = $1", [
    server.studio.viewerRoleId,
  ]);
  await open('/', 'member', { server });
  expect(await screen.findByRole('heading', { name: 'Templates' })).toBeTruthy();
  expect(await screen.findByRole('link', { name: 'Images' })).toBeTruthy();
});

test('without READ there is no templates tree', async () => {
  shows('2.6.read.tree');
  const server = await startTestServer();
  await server.app.deps.database.query("update roles set permission_ids = '{2}' where id = $1", [
    server.studio.viewerRoleId,
  ]);
  const { expectNoToast } = await open('/', 'member', { server });
  expect(await screen.findByRole('button', { name: 'Export' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Templates' })).toBeNull();
  await expectNoToast();
});
