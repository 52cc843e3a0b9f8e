import { changeStatus, type Permission } from '@quartermaster/contract/access.ts';
import { outsideProject, projectMembers } from '@quartermaster/contract/endpoints/people/project-members.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRole, grantRole } from '../../server/modules/workspaces/service.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { addMembers, addProject } from '../support/members.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import type { Person } from '../support/server-studio.ts';

const workspacePath = ({ studio }: TestServer) => `/settings/workspaces/${studio.workspaceId}`;
const projectPath = (server: TestServer) => `${workspacePath(server)}/projects/${server.studio.projectId}`;
const newPath = (server: TestServer) => `${projectPath(server)}/members/new`;
const editPath = (server: TestServer, member: Person) =>
  `${projectPath(server)}/members/${server.studio.accounts[member]}/edit`;

const makeRole = ({ app, studio }: TestServer, name: string, ...allowed: Permission[]) =>
  createRole(app.deps.database.query, { workspaceId: studio.workspaceId, name, allowed });

/** The names of a member's roles on the server, by environment. */
async function rolesOf({ call, studio }: TestServer, member: Person, projectId = studio.projectId) {
  const params = { projectId, memberId: studio.accounts[member] };
  const { instances } = await call(projectMembers.getRoles, { params }, { as: 'owner' });
  return Object.fromEntries(instances.map(({ env, roles }) => [env, roles.map(({ name }) => name)]));
}

/** The texts of the members' rows, without hidden cells. */
const rowsOf = async () => {
  const table = await screen.findByRole('grid', { name: 'Members' });
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent).filter(Boolean));
};
/** Whether a role is selected. */
const chosen = (name: string) => screen.queryByText(name, { selector: '[class*=Pill-label]' }) !== null;
const menuOf = (name: string) => screen.findByRole('button', { name: `Actions for ${name}` });

test('a project lists its members and their instances', async () => {
  shows('1.2.project.members');
  const server = await startTestServer();
  const { app, studio } = server;
  const { workspaceId, viewerRoleId: roleId } = studio;
  const [second = 0, third = 0] = await addMembers(server, ['Second', 'Third'], 'member');
  const sequel = await addProject(server, 'Sequel');
  await app.deps.database.transaction(async (query) => {
    // A member with roles only in another project is not listed.
    for (const accountId of [second, studio.accounts.member])
      await grantRole(query, { workspaceId, instanceId: sequel.stage, accountId, roleId });
    for (const instanceId of [studio.prod, studio.stage])
      await grantRole(query, { workspaceId, instanceId, accountId: third, roleId });
  });
  await renderConsole(projectPath(server), { server, as: 'owner' });
  await waitFor(async () =>
    expect(await rowsOf()).toEqual([
      ['admin', 'admin@studio.test', 'Admin', 'devstageprod'],
      ['member', 'member@studio.test', 'Member', 'dev'],
      ['Third', 'third@studio.test', 'Member', 'stageprod'],
    ]),
  );
  expect(screen.queryByText(outsideProject)).toBeNull();
});

test('a member of the workspace is added with roles for the instances, at least one of them', async () => {
  shows('1.2.route.project-member-new', '1.5.add-member.required', '1.5.member-roles.one-env');
  const server = await startTestServer();
  await makeRole(server, 'Tester', 'READ', 'EXPORT');
  await server.app.deps.database.query('delete from instance_members where account_id = $1', [
    server.studio.accounts.member,
  ]);
  const { user, overlay, untilPath } = await renderConsole(projectPath(server), { server, as: 'owner' });
  await user.click(await screen.findByRole('link', { name: 'Add member' }));
  await untilPath(newPath(server));
  const submit = await screen.findByRole('button', { name: 'Add member' });
  await user.click(submit);
  expect(await screen.findByText('Member is a required field')).toBeTruthy();
  expect(screen.getByText('At least one of "dev", "stage", or "prod" must be filled')).toBeTruthy();

  await user.click(screen.getByRole('combobox', { name: 'Member' }));
  await user.click(await screen.findByRole('option', { name: 'member (member@studio.test)' }));
  expect(screen.queryByText('Member is a required field')).toBeNull();
  await user.click(submit);
  expect(screen.getByText('At least one of "dev", "stage", or "prod" must be filled')).toBeTruthy();
  for (const [env, role] of [
    ['dev', 'Viewer'],
    ['prod', 'Tester'],
  ] as const) {
    await user.click(screen.getByRole('combobox', { name: `Roles in ${env}` }));
    await user.click(await screen.findByRole('option', { name: role }));
  }
  expect(screen.queryByText(/^At least one of/)).toBeNull();
  await user.click(submit);
  await untilPath(projectPath(server));
  expect(await within(overlay).findByText('Role was updated')).toBeTruthy();
  await waitFor(async () => expect(await rowsOf()).toContainEqual(expect.arrayContaining(['member', 'devprod'])));
  expect(await rolesOf(server, 'member')).toEqual({ Dev: ['Viewer'], Stage: [], Prod: ['Tester'] });
});

test('members of the project are marked in the form that adds one', async () => {
  shows('1.2.route.project-member-new');
  const server = await startTestServer();
  const { user } = await renderConsole(newPath(server), { server, as: 'owner' });
  await user.click(await screen.findByRole('combobox', { name: 'Member' }));
  await user.click(await screen.findByRole('option', { name: /^member / }));
  const link = await screen.findByRole('link', { name: 'Edit all of their roles' });
  expect(link.getAttribute('href')).toBe(editPath(server, 'member'));
});

test("a member's roles are assigned and removed in each instance, never the last one", async () => {
  shows('1.2.route.project-member-edit', '1.5.member-roles.one-env');
  const server = await startTestServer();
  await makeRole(server, 'Editor', 'READ', 'CREATE_ITEM');
  const { user, untilPath } = await renderConsole(projectPath(server), { server, as: 'admin' });
  await user.click(await menuOf('member'));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit roles' }));
  await untilPath(editPath(server, 'member'));
  await screen.findByRole('heading', { level: 1, name: 'Roles of member' });
  const dev = screen.getByRole('combobox', { name: 'Roles in dev' });
  expect(screen.getByText('Viewer')).toBeTruthy();
  await user.type(dev, '{Backspace}');
  await user.click(screen.getByRole('button', { name: 'Save roles' }));
  expect(await screen.findByText('At least one of "dev", "stage", or "prod" must be filled')).toBeTruthy();
  await user.click(screen.getByRole('combobox', { name: 'Roles in stage' }));
  await user.click(await screen.findByRole('option', { name: 'Editor' }));
  await user.click(screen.getByRole('button', { name: 'Save roles' }));
  await untilPath(projectPath(server));
  expect(await rolesOf(server, 'member')).toEqual({ Dev: [], Stage: ['Editor'], Prod: [] });
});

test('with many roles, a search on the server finds the requested one', async () => {
  shows('1.2.route.project-member-edit');
  const server = await startTestServer();
  for (let at = 0; at < 40; at += 1) await makeRole(server, `Role ${String(at).padStart(2, '0')}`, 'READ');
  const { user, untilPath } = await renderConsole(editPath(server, 'member'), { server, as: 'owner' });
  const prod = await screen.findByRole('combobox', { name: 'Roles in prod' });
  await user.click(prod);
  await screen.findByRole('option', { name: 'Role 00' });
  expect(screen.queryByRole('option', { name: 'Role 39' })).toBeNull();
  await user.type(prod, '39');
  await user.click(await screen.findByRole('option', { name: 'Role 39' }));
  await user.type(prod, 'Role 01');
  await user.click(await screen.findByRole('option', { name: 'Role 01' }));
  await user.click(screen.getByRole('button', { name: 'Save roles' }));
  await untilPath(projectPath(server));
  expect((await rolesOf(server, 'member')).Prod).toEqual(['Role 01', 'Role 39']);
});

test('a role that allows more than the caller’s permissions there cannot be chosen', async () => {
  shows('3.settled.roles.gives-own-permissions');
  const server = await startTestServer();
  const { app, studio } = server;
  const { query } = app.deps.database;
  await query('delete from instance_members where account_id = $1', [studio.accounts.admin]);
  await grantRole(query, {
    workspaceId: studio.workspaceId,
    instanceId: studio.dev,
    accountId: studio.accounts.admin,
    roleId: studio.viewerRoleId,
  });
  const { user } = await renderConsole(editPath(server, 'member'), { server, as: 'admin' });
  await user.click(await screen.findByRole('combobox', { name: 'Roles in stage' }));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Admin (allows more than you hold here)',
    'Viewer (allows more than you hold here)',
  ]);
  await user.click(options[1] ?? expect.fail('No option.'));
  expect(screen.getAllByText(/^Viewer$/)).toHaveLength(1);
});

test('a member is removed from the project, and stays in the workspace', async () => {
  shows('1.2.project.members', '1.7.project-account.delete', '1.8.success.member-removed');
  const server = await startTestServer();
  const { app, studio } = server;
  const { workspaceId, viewerRoleId: roleId, accounts } = studio;
  const [second = 0] = await addMembers(server, ['Second'], 'member');
  const sequel = await addProject(server, 'Sequel');
  await app.deps.database.transaction(async (query) => {
    await grantRole(query, { workspaceId, instanceId: sequel.dev, accountId: accounts.member, roleId });
    await grantRole(query, { workspaceId, instanceId: studio.dev, accountId: second, roleId });
  });
  const { user, overlay } = await renderConsole(projectPath(server), { server, as: 'owner' });
  await user.click(await menuOf('member'));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove from project' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove from project' });
  expect(dialog.textContent).toContain('member (member@studio.test) loses all roles in Studio game at once: dev.');
  await user.click(within(dialog).getByRole('button', { name: 'Yes, remove from project' }));
  expect(await within(overlay).findByText('Member successfully removed')).toBeTruthy();
  await waitFor(async () => expect((await rowsOf()).map(([name]) => name)).toEqual(['admin', 'Second']));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('grid', { name: 'Members' }).parentElement));
  expect(await rolesOf(server, 'member')).toEqual({ Dev: [], Stage: [], Prod: [] });
  // Their roles in the other project are unchanged.
  expect(await rolesOf(server, 'member', sequel.id)).toEqual({ Dev: ['Viewer'], Stage: [], Prod: [] });
});

test('an admin outside of the project sees no controls, and a note that they must be added first', async () => {
  shows('1.6.project-access.text');
  const server = await startTestServer();
  await server.app.deps.database.query('delete from instance_members where account_id = $1', [
    server.studio.accounts.admin,
  ]);
  await renderConsole(projectPath(server), { server, as: 'admin' });
  await waitFor(async () => expect(await rowsOf()).toHaveLength(1));
  expect(
    screen.getByText(
      'You need to be added to this project before you can add users or update roles. Please contact your administrator to gain access.',
    ),
  ).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Add member' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
});

test.each([newPath, (server: TestServer) => editPath(server, 'member')])(
  'the forms show the same to an admin outside of the project: %#',
  async (path) => {
    shows('1.6.project-access.text');
    const server = await startTestServer();
    await server.app.deps.database.query('delete from instance_members where account_id = $1', [
      server.studio.accounts.admin,
    ]);
    await renderConsole(path(server), { server, as: 'admin' });
    expect(await screen.findByText(outsideProject)).toBeTruthy();
    expect(screen.queryByRole('combobox')).toBeNull();
  },
);

test('an admin has no menu on an owner, and no form for their roles', async () => {
  shows('3.settled.members.admin-on-owner');
  const server = await startTestServer();
  const { app, studio } = server;
  const { workspaceId, dev, accounts } = studio;
  await grantRole(app.deps.database.query, { workspaceId, instanceId: dev, accountId: accounts.owner });
  const { untilPath, close } = await renderConsole(projectPath(server), { server, as: 'admin' });
  await menuOf('member');
  expect(screen.queryByRole('button', { name: 'Actions for owner' })).toBeNull();
  close();
  const next = await renderConsole(editPath(server, 'owner'), { server, as: 'admin' });
  await next.untilPath('/access-denied');
  expect(untilPath).toBeTruthy();
});

test.each([newPath, (server: TestServer) => editPath(server, 'member')])(
  'the forms open for owners and admins only: %#',
  async (path) => {
    shows('1.2.project-member.new-owner-admin-only', '1.2.project-member.edit-owner-admin-only');
    const server = await startTestServer();
    const { untilPath } = await renderConsole(path(server), { server, as: 'member' });
    await untilPath('/access-denied');
  },
);

test('in a canceled workspace a member can be removed, and nothing else', async () => {
  shows('1.6.canceled.delete-member');
  const server = await startTestServer();
  await server.app.deps.database.query("update subscriptions set status = 'canceled'", []);
  const { user } = await renderConsole(projectPath(server), { server, as: 'owner' });
  await user.click(await menuOf('member'));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['Remove from project']);
  expect(screen.queryByRole('link', { name: 'Add member' })).toBeNull();
  const change = { instance_id: server.studio.stage, role_id: server.studio.viewerRoleId, status: changeStatus.create };
  const params = { projectId: server.studio.projectId, memberId: server.studio.accounts.member };
  const { status } = await server.send(projectMembers.setRoles, { params, body: { roles: [change] } }, { as: 'owner' });
  expect(status).toBe(402);
});

test('leaving with unsaved roles needs a confirmation', async () => {
  const server = await startTestServer();
  const { user, path } = await renderConsole(editPath(server, 'member'), { server, as: 'owner' });
  await user.click(await screen.findByRole('combobox', { name: 'Roles in stage' }));
  await user.click(await screen.findByRole('option', { name: 'Admin' }));
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeTruthy();
  expect(path()).toBe(editPath(server, 'member'));
});

test.each(['is saved', 'is left'])('a form that %s returns to the list in its previous state', async (how) => {
  shows('1.2.route.project-member-edit');
  const server = await startTestServer();
  await makeRole(server, 'Tester', 'READ');
  const list = `${projectPath(server)}?search=member`;
  const { user, path, untilPath } = await renderConsole(list, { server, as: 'owner' });
  await user.click(await menuOf('member'));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit roles' }));
  await untilPath(editPath(server, 'member'));
  if (how === 'is left') {
    const back = await screen.findByRole('link', { name: 'Back to Studio game' });
    expect(back.getAttribute('href')).toBe(list);
    await user.click(await screen.findByRole('link', { name: 'Cancel' }));
  } else {
    await user.click(await screen.findByRole('combobox', { name: 'Roles in stage' }));
    await user.click(await screen.findByRole('option', { name: 'Tester' }));
    await user.click(screen.getByRole('button', { name: 'Save roles' }));
  }
  await untilPath(projectPath(server));
  expect(path()).toBe(list);
});

test('members the caller cannot manage are listed in the form, and cannot be chosen', async () => {
  shows('1.2.route.project-member-new');
  const server = await startTestServer();
  const { user } = await renderConsole(newPath(server), { server, as: 'admin' });
  const member = await screen.findByRole('combobox', { name: 'Member' });
  await user.click(member);
  const owner = await screen.findByRole('option', {
    name: 'owner (owner@studio.test), whose roles only an owner changes',
  });
  await user.click(owner);
  expect(member).toHaveProperty('value', '');
  await user.click(screen.getByRole('option', { name: 'member (member@studio.test)' }));
  expect(member).toHaveProperty('value', 'member (member@studio.test)');
});

test('a role deleted in the meantime shows an error at the roles of its instance', async () => {
  shows('1.2.route.project-member-edit');
  const server = await startTestServer();
  const roleId = await makeRole(server, 'Tester', 'READ');
  const { user } = await renderConsole(editPath(server, 'member'), { server, as: 'owner' });
  const stage = await screen.findByRole('combobox', { name: 'Roles in stage' });
  await user.click(stage);
  await user.click(await screen.findByRole('option', { name: 'Tester' }));
  await server.app.deps.database.query('delete from roles where id = $1', [roleId]);
  await user.click(screen.getByRole('button', { name: 'Save roles' }));
  await waitFor(() => expect(stage.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText('One of these roles is no role of this workspace any more')).toBeTruthy();
  expect(screen.getByRole('combobox', { name: 'Roles in dev' }).getAttribute('aria-invalid')).not.toBe('true');
});

test('saving a member who has lost all roles in the meantime shows the reason above the form', async () => {
  shows('1.5.member-roles.one-env');
  const server = await startTestServer();
  const roleId = await makeRole(server, 'Tester', 'READ');
  const { workspaceId, stage, accounts } = server.studio;
  const { query } = server.app.deps.database;
  await grantRole(query, { workspaceId, instanceId: stage, accountId: accounts.member, roleId });
  const { user } = await renderConsole(editPath(server, 'member'), { server, as: 'owner' });
  await user.type(await screen.findByRole('combobox', { name: 'Roles in stage' }), '{Backspace}');
  await query('delete from instance_members where account_id = $1 and role_id <> $2', [accounts.member, roleId]);
  await user.click(screen.getByRole('button', { name: 'Save roles' }));
  const callout = await screen.findByRole('alert');
  expect(callout.textContent).toContain('At least one of "dev", "stage", or "prod" must be filled');
});

test.each([
  ['adding', newPath, 'Add member'],
  ['editing', (server: TestServer) => editPath(server, 'member'), 'Save roles'],
] as const)('roles chosen while %s are kept where the caller loses all roles in the project', async (_, path, save) => {
  const server = await startTestServer();
  await makeRole(server, 'Tester', 'READ');
  const { user } = await renderConsole(path(server), { server, as: 'admin' });
  await user.click(await screen.findByRole('combobox', { name: 'Roles in stage' }));
  await user.click(await screen.findByRole('option', { name: 'Tester' }));
  if (save === 'Add member') {
    await user.click(screen.getByRole('combobox', { name: 'Member' }));
    await user.click(await screen.findByRole('option', { name: 'member (member@studio.test)' }));
  }
  await server.app.deps.database.query('delete from instance_members where account_id = $1', [
    server.studio.accounts.admin,
  ]);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11_000 });
  onTestFinished(() => void vi.useRealTimers());
  window.dispatchEvent(new Event('visibilitychange'));
  expect(await screen.findByText(outsideProject)).toBeTruthy();
  expect(chosen('Tester')).toBe(true);
});

test('an admin demoted while choosing roles keeps the choice, and sees no control to save it', async () => {
  const server = await startTestServer();
  await makeRole(server, 'Tester', 'READ');
  const { user, path } = await renderConsole(editPath(server, 'member'), { server, as: 'admin' });
  await user.click(await screen.findByRole('combobox', { name: 'Roles in stage' }));
  await user.click(await screen.findByRole('option', { name: 'Tester' }));
  await server.app.deps.database.query('update workspace_members set role_id = 3 where account_id = $1', [
    server.studio.accounts.admin,
  ]);
  await user.click(screen.getByRole('button', { name: 'Save roles' }));
  expect(await screen.findByText('You can no longer save this form')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save roles' })).toBeNull());
  expect(chosen('Tester')).toBe(true);
  expect(path()).toBe(editPath(server, 'member'));
});

test('a role stays selected under its name while others are searched', async () => {
  shows('1.2.route.project-member-edit');
  const server = await startTestServer();
  await makeRole(server, 'Tester', 'READ');
  await makeRole(server, 'Editor', 'READ');
  const { user } = await renderConsole(editPath(server, 'member'), { server, as: 'owner' });
  const prod = await screen.findByRole('combobox', { name: 'Roles in prod' });
  await user.type(prod, 'test');
  await user.click(await screen.findByRole('option', { name: 'Tester' }));
  await user.type(prod, 'edit');
  await user.click(await screen.findByRole('option', { name: 'Editor' }));
  await user.type(prod, 'nothing');
  expect(await screen.findByText('No roles')).toBeTruthy();
  for (const name of ['Tester', 'Editor']) expect(chosen(name)).toBe(true);
});

test('nothing is offered until the plan is known', async () => {
  shows('1.6.canceled.delete-member');
  const server = await startTestServer();
  await server.app.deps.database.query("update subscriptions set status = 'canceled'", []);
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  const { user } = await renderConsole(projectPath(server), {
    server,
    as: 'owner',
    intercept: (fetch) => async (input, init) => {
      if (String(input).endsWith('/subscriptions')) await held;
      return fetch(input, init);
    },
  });
  await waitFor(async () => expect(await rowsOf()).toHaveLength(2));
  expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Add member' })).toBeNull();
  answer();
  await user.click(await menuOf('member'));
  expect(await screen.findByRole('menuitem', { name: 'Remove from project' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: 'Edit roles' })).toBeNull();
});
