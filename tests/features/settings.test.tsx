import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { startTestServer, type TestServer } from '../support/server.ts';
import type { Person } from '../support/server-studio.ts';
import { choose } from './choose-instance.ts';

const sidebar = () => screen.findByRole('navigation', { name: 'Settings' });
const linksIn = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`);
const headingsIn = (element: HTMLElement) =>
  within(element)
    .getAllByRole('heading')
    .map(({ textContent }) => textContent);

const open = async (path: string | ((server: TestServer) => string), as: Person, server?: TestServer) => {
  const started = server ?? (await startTestServer());
  return renderConsole(typeof path === 'string' ? path : path(started), { server: started, as });
};

const workspacePath = ({ studio }: TestServer) => `/settings/workspaces/${studio.workspaceId}`;
const projectPath = (server: TestServer) => `${workspacePath(server)}/projects/${server.studio.projectId}`;

test.each(['owner', 'admin'] as const)(
  'the settings sidebar lists each workspace of an %s, and the user’s account',
  async (as) => {
    shows(
      '1.2.settings-sidebar.account-group',
      '1.2.settings-sidebar.log-out',
      '1.2.settings-sidebar.overview',
      '1.2.settings-sidebar.profile',
      '1.2.settings-sidebar.projects',
      '1.2.settings-sidebar.workspace-admin',
      '1.2.settings-sidebar.workspace-owner',
    );
    const { server } = await open('/settings/account', as);
    const nav = await sidebar();
    expect(headingsIn(nav)).toEqual(['Studio', 'My account']);
    expect(linksIn(nav)).toEqual([
      'Settings /',
      `Overview ${workspacePath(server)}`,
      `Workspace members ${workspacePath(server)}/members`,
      `Roles for all projects ${workspacePath(server)}/roles`,
      `Access log ${workspacePath(server)}/access-log`,
      ...(as === 'owner' ? [`Sign-in ${workspacePath(server)}/company-sign-in`] : []),
      ...(as === 'owner' ? [`Extensions ${workspacePath(server)}/extensions`] : []),
      `Studio game ${projectPath(server)}`,
      'Profile /settings/account',
      ...(as === 'owner' ? ['Billing /settings/billing'] : []),
    ]);
    expect(within(nav).getByRole('button', { name: 'Log out' })).toBeTruthy();
    expect(within(nav).getByRole('link', { name: 'Profile' }).getAttribute('aria-current')).toBe('page');
  },
);

test('the settings sidebar lists every workspace that the user administers, and none in which they are only a member', async () => {
  shows(
    '1.2.settings-sidebar.workspace-admin',
    '1.2.settings-sidebar.workspace-member',
    '1.2.settings-sidebar.workspace-owner',
  );
  const server = await startTestServer();
  const { query } = server.app.deps.database;
  const { studio } = server;
  await query('insert into workspace_members (workspace_id, account_id, role_id) values ($1, $3, 2), ($2, $3, 1)', [
    studio.elsewhere.workspaceId,
    studio.free.workspaceId,
    studio.accounts.member,
  ]);
  await open('/settings/account', 'member', server);
  const nav = await sidebar();
  expect(headingsIn(nav)).toEqual(['Elsewhere', 'Free studio', 'My account']);
});

test('the project list can be collapsed, and stays collapsed', async () => {
  shows('1.2.settings-sidebar.projects-collapse');
  const server = await startTestServer();
  const { query } = server.app.deps.database;
  await query('insert into workspace_members (workspace_id, account_id, role_id) values ($1, $2, 2)', [
    server.studio.elsewhere.workspaceId,
    server.studio.accounts.owner,
  ]);
  const { user, close } = await open('/settings/account', 'owner', server);
  const nav = await sidebar();
  const fold = within(nav).getAllByRole('button', { name: 'Projects' })[0] ?? expect.fail('No list.');
  expect(fold.getAttribute('aria-expanded')).toBe('true');
  await user.click(fold);
  expect(within(nav).queryByRole('link', { name: 'Studio game' })).toBeNull();
  // Separately for each workspace.
  expect(within(nav).getByRole('link', { name: 'Elsewhere game' })).toBeTruthy();
  close();
  await open('/settings/account', 'owner', server);
  const [again = expect.fail('No list.'), other] = await within(await sidebar()).findAllByRole('button', {
    name: 'Projects',
  });
  expect(again.getAttribute('aria-expanded')).toBe('false');
  expect(other?.getAttribute('aria-expanded')).toBe('true');
  await user.click(again);
  expect(within(await sidebar()).getByRole('link', { name: 'Studio game' })).toBeTruthy();
  expect(within(await sidebar()).getByRole('link', { name: 'Elsewhere game' })).toBeTruthy();
});

test('a project that is being deleted is left out of the settings', async () => {
  shows('1.3.project.delete-in-progress-hidden');
  const server = await startTestServer();
  await renderConsole(workspacePath(server), {
    server,
    as: 'owner',
    intercept: (fetch) => async (input, init) => {
      const response = await fetch(input, init);
      if (!String(input).endsWith('/v1/workspaces')) return response;
      const { workspaces } = (await response.json()) as { workspaces: { projects: object[] }[] };
      workspaces[0]?.projects.push(
        { id: 900, name: 'Removed', status: 'DeleteInProgress', instances: [] },
        { id: 901, name: 'Sequel', status: 'Active', instances: [] },
      );
      return Response.json({ workspaces });
    },
  });
  for (const name of [/^Studio game/, /^Sequel/])
    await waitFor(() => expect(screen.getAllByRole('link', { name })).toHaveLength(2));
  expect(screen.queryByText('Removed')).toBeNull();
});

test('the title of the settings links home, and the icon next to it opens them', async () => {
  shows('1.2.settings-sidebar.home', '1.2.sidebar.settings-icon', '2.2.sidebar.settings-icon');
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  const { user, untilPath } = await open('/settings/account', 'owner', server);
  await user.click(within(await sidebar()).getByRole('link', { name: 'Settings' }));
  await untilPath('/');
  const main = await screen.findByRole('navigation', { name: 'Main' });
  await user.click(await within(main).findByRole('link', { name: 'Settings' }));
  await untilPath(workspacePath(server));
  await sidebar();
});

test("a member's settings icon and account menu open the profile", async () => {
  shows('1.2.settings-sidebar.workspace-member', '1.2.sidebar.settings-icon');
  const server = await startTestServer();
  await choose(server, 'member', server.studio.dev);
  const { user, untilPath } = await open('/', 'member', server);
  const settings = await screen.findByRole('link', { name: 'Settings' });
  expect(settings.getAttribute('href')).toBe('/settings/account');
  await user.click(screen.getByRole('button', { name: 'Account' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Profile' }));
  await untilPath('/settings/account');
  expect(headingsIn(await sidebar())).toEqual(['My account']);
});

test('logging out from the settings asks for confirmation, calls the server and opens sign-in', async () => {
  shows(
    '1.2.log-out.call',
    '1.2.log-out.no',
    '1.2.log-out.no-label',
    '1.2.log-out.question',
    '1.2.log-out.to-login',
    '1.2.log-out.yes-label',
    '1.7.logout.call',
    '1.7.logout.to-login',
  );
  const calls: string[] = [];
  const { user, untilPath, path } = await renderConsole('/settings/account', {
    as: 'owner',
    intercept: (fetch) => (input, init) => {
      calls.push(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`);
      return fetch(input, init);
    },
  });
  const logOut = within(await sidebar()).getByRole('button', { name: 'Log out' });
  await user.click(logOut);
  expect(await screen.findByText('Are you sure you want to log out?')).toBeTruthy();
  expect(screen.queryByText(/unsaved changes/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'No, stay in the app' }));
  await waitFor(() => expect(screen.queryByText('Are you sure you want to log out?')).toBeNull());
  expect(calls).not.toContain('POST /v1/accounts/logout');
  expect(path()).toBe('/settings/account');
  expect(screen.getByRole('heading', { level: 1, name: 'Profile' })).toBeTruthy();
  await user.click(logOut);
  await user.click(await screen.findByRole('button', { name: 'Yes, log out' }));
  await untilPath('/login');
  expect(calls).toContain('POST /v1/accounts/logout');
});

test('if the host signs users in, the settings offer no sign-out', async () => {
  const server = await startTestServer();
  await renderConsole('/settings/account', {
    server,
    props: { getAccessToken: async () => server.bearer('owner').replace('Bearer ', '') },
  });
  await screen.findByRole('heading', { level: 1, name: 'Profile' });
  expect(within(await sidebar()).queryByRole('button', { name: 'Log out' })).toBeNull();
});

test.each([
  ['a workspace that does not exist', () => '/settings/workspaces/99999999'],
  ['a workspace of others', ({ studio }: TestServer) => `/settings/workspaces/${studio.elsewhere.workspaceId}`],
  ['an invalid id', () => '/settings/workspaces/none'],
  ['a project that does not exist', (server: TestServer) => `${workspacePath(server)}/projects/99999999`],
  [
    'a project of another workspace',
    (server: TestServer) => `${workspacePath(server)}/projects/${server.studio.elsewhere.projectId}`,
  ],
])('the settings of %s redirect to /not-found', async (_, path) => {
  shows(
    '1.2.route.not-found-project',
    '1.2.route.not-found-workspace',
    '1.6.guard.unknown-project',
    '1.6.guard.unknown-workspace',
    '1.8.missing.unknown-project',
    '1.8.missing.unknown-workspace',
  );
  const { untilPath } = await open(path, 'owner');
  await untilPath('/not-found');
});

test.each([
  ['a workspace', workspacePath],
  ['a project', projectPath],
])('the settings of %s redirect a member to /access-denied', async (_, path) => {
  shows(
    '1.2.project.owner-admin-only',
    '1.2.workspace.owner-admin-only',
    '1.6.project-settings.roles',
    '2.6.guard.role',
  );
  const { untilPath } = await open(path, 'member');
  await untilPath('/access-denied');
});

test('without a role in a workspace its settings redirect to /access-denied', async () => {
  shows('1.6.guard.access-denied');
  const server = await startTestServer();
  const { untilPath } = await renderConsole(workspacePath(server), {
    server,
    as: 'owner',
    intercept: (fetch) => (input, init) =>
      String(input).endsWith('/accounts/workspaces')
        ? Promise.resolve(Response.json({ workspaces: [] }))
        : fetch(input, init),
  });
  await untilPath('/access-denied');
});

test('the role in the address’s workspace counts, whatever the permissions in the active instance', async () => {
  shows(
    '1.3.workspace.role-map',
    '1.6.check.role-from-route',
    '1.6.workspace-settings.permissions-ignored',
    '2.6.guard.permissions-ignored',
  );
  const server = await startTestServer();
  const { studio } = server;
  const { query } = server.app.deps.database;
  // A member without permissions in the active instance’s workspace; an admin in the other one.
  await query('insert into workspace_members (workspace_id, account_id, role_id) values ($1, $2, 2)', [
    studio.elsewhere.workspaceId,
    studio.accounts.member,
  ]);
  await query("update roles set permission_ids = '{}' where id = $1", [studio.viewerRoleId]);
  await choose(server, 'member', studio.dev);
  const { close } = await open(`/settings/workspaces/${studio.elsewhere.workspaceId}`, 'member', server);
  expect(await screen.findByRole('heading', { level: 1, name: 'Elsewhere' })).toBeTruthy();
  close();
  const { untilPath } = await open(workspacePath(server), 'member', server);
  await untilPath('/access-denied');
});
