import { permissions } from '@quartermaster/contract/access.ts';
import { projectMembers } from '@quartermaster/contract/endpoints/people/project-members.ts';
import { roles } from '@quartermaster/contract/endpoints/people/roles.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { countCalls } from '../support/counted-calls.ts';
import { addMembers, setPlan } from '../support/members.ts';
import { untilAnswered } from '../support/open-requests.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import type { Person } from '../support/server-studio.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const path = () => `/settings/workspaces/${server.studio.workspaceId}/roles`;
const viewerPath = () => `${path()}/${server.studio.viewerRoleId}/edit`;
const inWorkspace = () => ({ params: { workspaceId: server.studio.workspaceId } });
const open = (address = path(), as: Person = 'owner') => renderConsole(address, { server, as });
const listed = async () => (await server.call(roles.list, { ...inWorkspace(), query: {} }, { as: 'owner' })).roles;
const roleNamed = async (wanted: string) => (await listed()).find(({ name }) => name === wanted);
const create = (name: string, ...permission_ids: number[]) => {
  const permissions = permission_ids.map((permission_id) => ({ permission_id, status: 1 as const }));
  const body = { workspace_id: server.studio.workspaceId, name, permissions };
  return server.call(roles.save, { ...inWorkspace(), body }, { as: 'owner' });
};
const adminRoleId = async () => (await listed()).find(({ is_admin }) => is_admin)?.id ?? 0;

const row = (name: RegExp) => screen.findByRole('row', { name });
type User = Awaited<ReturnType<typeof renderConsole>>['user'];
const untilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test.each(['owner', 'admin'] as const)(
  'the roles are listed for an %s, whatever their permissions in instances',
  async (as) => {
    shows(
      '1.2.roles.list',
      '1.2.roles.owner-admin-only',
      '1.2.route.roles',
      '1.2.settings-sidebar.roles',
      '1.6.roles-page.permissions-ignored',
    );
    const { query } = server.app.deps.database;
    await query('delete from instance_members', []);
    // Without those of another workspace, sorted by name and not by age.
    await query(
      "insert into roles (workspace_id, name, permission_ids) values ($1, 'Writer', '{1,6}'), ($1, 'artist', '{7}'), ($2, 'Guest', '{1}')",
      [server.studio.workspaceId, server.studio.elsewhere.workspaceId],
    );
    const { user, untilPath } = await open(`/settings/workspaces/${server.studio.workspaceId}`, as);
    const sidebar = await screen.findByRole('navigation', { name: 'Settings' });
    await user.click(await within(sidebar).findByRole('link', { name: 'Roles for all projects' }));
    await untilPath(path());
    expect(await screen.findByRole('heading', { level: 1, name: 'Roles for all projects' })).toBeTruthy();
    await row(/^Viewer/);
    const texts = screen
      .getAllByRole('row')
      .slice(1)
      .map((one) => one.textContent);
    expect(texts).toEqual([
      'Adminbuilt inAll permissions0',
      'artistCan create template0',
      'ViewerCan view project content0',
      'WriterCan view project content, create item0',
    ]);
  },
);

test.each([
  ['member', '/access-denied'],
  ['stranger', '/not-found'],
] as const)('a %s is redirected to %s', async (as, wanted) => {
  shows('1.2.roles.owner-admin-only');
  for (const address of [path(), `${path()}/new`, viewerPath()]) {
    const { untilPath, close } = await open(address, as);
    await untilPath(wanted);
    close();
  }
});

test('a custom role has a menu; an admin role has none, and cannot be edited by its address either', async () => {
  shows('1.2.roles.custom-edit-menu', '1.6.admin-role.not-edited', '1.6.custom-role.edit-menu');
  await create('Editor', permissions.CREATE_ITEM.id);
  const { user, untilPath, close } = await open();
  await row(/^Viewer/);
  expect(await screen.findByRole('button', { name: 'Actions for Editor' })).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Actions for Viewer' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['Edit role', 'Delete role']);
  expect(screen.queryByRole('button', { name: 'Actions for Admin' })).toBeNull();
  await user.click(screen.getByRole('menuitem', { name: 'Edit role' }));
  await untilPath(viewerPath());
  close();
  const admin = await open(`${path()}/${await adminRoleId()}/edit`);
  await admin.untilPath('/access-denied');
});

test('a role is created with a name and a switch for each permission', async () => {
  shows(
    '1.2.route.role-new',
    '1.3.role-toggles',
    '1.5.custom-role.name-required',
    '1.5.custom-role.permissions-boolean',
    '1.6.label.create-item',
    '1.6.label.create-template',
    '1.6.label.export',
    '1.6.label.instance-changes',
    '1.6.label.menu-management',
    '1.6.label.move-instance-changes',
    '1.6.label.read',
    '2.6.label.create-item',
    '2.6.label.create-template',
    '2.6.label.export',
    '2.6.label.instance-changes',
    '2.6.label.menu-management',
    '2.6.label.move-instance-changes',
    '2.6.label.read',
  );
  const { user, overlay, untilPath } = await open();
  await user.click(await screen.findByRole('link', { name: 'New role' }));
  await untilPath(`${path()}/new`);
  const switches = await screen.findAllByRole<HTMLInputElement>('switch');
  expect(switches.map(({ labels }) => labels?.[0]?.textContent)).toEqual([
    'Can view project content',
    'Can export items',
    'Can setup navigation',
    'Can view changes in instance sync',
    'Can move changes between instances',
    'Can create item',
    'Can create template',
  ]);
  expect(switches.map(({ checked }) => checked)).toEqual(switches.map(() => false));
  await user.click(screen.getByRole('button', { name: 'Create role' }));
  expect(await screen.findByText('Role name is a required field')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: /^Role name/ }), 'Editor');
  await user.click(screen.getByRole('switch', { name: 'Can view project content' }));
  await user.click(screen.getByRole('switch', { name: 'Can export items' }));
  await user.click(screen.getByRole('switch', { name: 'Can create item' }));
  await user.click(screen.getByRole('switch', { name: 'Can export items' }));
  await user.click(screen.getByRole('button', { name: 'Create role' }));
  const toast = (await within(overlay).findByText('Role saved')).closest('[role=status]');
  expect(toast?.textContent).toContain('Editor');
  await untilPath(path());
  expect((await row(/^Editor/)).textContent).toContain('Can view project content, create item');
  expect((await roleNamed('Editor'))?.permissions).toEqual([permissions.READ.id, permissions.CREATE_ITEM.id]);
});

test.each(Object.values(permissions))('the switch “$label” grants exactly that permission', async ({ id, label }) => {
  shows(
    '1.3.role-toggles',
    '1.5.custom-role.permissions-boolean',
    '1.6.label.create-item',
    '1.6.label.create-template',
    '1.6.label.export',
    '1.6.label.instance-changes',
    '1.6.label.menu-management',
    '1.6.label.move-instance-changes',
    '1.6.label.read',
    '2.6.label.create-item',
    '2.6.label.create-template',
    '2.6.label.export',
    '2.6.label.instance-changes',
    '2.6.label.menu-management',
    '2.6.label.move-instance-changes',
    '2.6.label.read',
  );
  const { user, untilPath } = await open(`${path()}/new`);
  await user.type(await screen.findByRole('textbox', { name: /^Role name/ }), 'Single');
  await user.click(screen.getByRole('switch', { name: label }));
  await user.click(screen.getByRole('button', { name: 'Create role' }));
  await untilPath(path());
  expect((await roleNamed('Single'))?.permissions).toEqual([id]);
});

test('editing a role sends only the changed switches, and others’ changes to the rest are kept', async () => {
  shows('1.2.route.role-edit', '1.5.custom-role.name-required');
  await create('Editor', permissions.CREATE_ITEM.id);
  const { user, untilPath } = await open(viewerPath());
  expect(await screen.findByRole('heading', { level: 1, name: 'Edit role Viewer' })).toBeTruthy();
  expect(screen.getByText(/^1 person has this role/)).toBeTruthy();
  expect(screen.getByRole('switch', { name: 'Can view project content' })).toHaveProperty('checked', true);
  const others = [{ permission_id: permissions.EXPORT.id, status: 1 as const }];
  const body = { workspace_id: server.studio.workspaceId, role_id: server.studio.viewerRoleId, name: 'Viewer' };
  await server.call(roles.save, { ...inWorkspace(), body: { ...body, permissions: others } }, { as: 'owner' });
  const name = screen.getByRole('textbox', { name: /^Role name/ });
  await user.clear(name);
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Role name is a required field')).toBeTruthy();
  await user.type(name, 'Reader');
  await user.click(screen.getByRole('switch', { name: 'Can setup navigation' }));
  await user.click(screen.getByRole('switch', { name: 'Can view project content' }));
  await user.keyboard('{Control>}s{/Control}');
  await untilPath(path());
  expect((await roleNamed('Reader'))?.permissions).toEqual([permissions.EXPORT.id, permissions.MENU_MANAGEMENT.id]);
  expect((await roleNamed('Editor'))?.permissions).toEqual([permissions.CREATE_ITEM.id]);
  expect((await listed()).map(({ name }) => name)).toEqual(['Admin', 'Editor', 'Reader']);
});

test('switches changed by others while a role is edited are kept, also after a refetch', async () => {
  shows('1.2.route.role-edit');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const { calls, intercept } = countCalls();
  const { user, untilPath } = await renderConsole(viewerPath(), { server, as: 'owner', intercept });
  await user.click(await screen.findByRole('switch', { name: 'Can setup navigation' }));
  const others = [{ permission_id: permissions.EXPORT.id, status: 1 as const }];
  const body = { workspace_id: server.studio.workspaceId, role_id: server.studio.viewerRoleId, name: 'Viewer' };
  await server.call(roles.save, { ...inWorkspace(), body: { ...body, permissions: others } }, { as: 'owner' });
  calls.length = 0;
  vi.setSystemTime(Date.now() + 11_000);
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(calls.some((path) => path.endsWith(`/roles/${server.studio.viewerRoleId}`))).toBe(true));
  await untilAnswered();
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await untilPath(path());
  expect((await roleNamed('Viewer'))?.permissions).toEqual([
    permissions.READ.id,
    permissions.EXPORT.id,
    permissions.MENU_MANAGEMENT.id,
  ]);
});

test('typed text stays when the role has been deleted in the meantime', async () => {
  shows('1.2.route.role-edit');
  const { calls, intercept } = countCalls();
  const { user, path: current } = await renderConsole(viewerPath(), { server, as: 'owner', intercept });
  const name = await screen.findByRole('textbox', { name: /^Role name/ });
  await user.type(name, ' of all');
  await server.app.deps.database.query('delete from instance_members where role_id = $1', [server.studio.viewerRoleId]);
  await server.call(roles.delete, { ...inWorkspace(), body: { role_id: server.studio.viewerRoleId } }, { as: 'owner' });
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  calls.length = 0;
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(calls.some((one) => one.endsWith(`/roles/${server.studio.viewerRoleId}`))).toBe(true));
  await untilAnswered();
  await user.type(name, '!');
  expect(current()).toBe(viewerPath());
  expect(screen.getByRole('textbox', { name: /^Role name/ })).toHaveProperty('value', 'Viewer of all!');
});

test('when the plan ends while a role is typed, the text stays and the reason is shown', async () => {
  const { user, path: current } = await open(viewerPath());
  const name = await screen.findByRole('textbox', { name: /^Role name/ });
  await user.type(name, ' of all');
  await setPlan(server, { plan: 'free' });
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('You can no longer save this form')).toBeTruthy();
  expect(current()).toBe(viewerPath());
  expect(screen.getByRole('textbox', { name: /^Role name/ })).toHaveProperty('value', 'Viewer of all');
});

test('a taken name shows an error at its input, and the typed text stays', async () => {
  shows('1.2.route.role-new');
  const { user } = await open(`${path()}/new`);
  const name = await screen.findByRole('textbox', { name: /^Role name/ });
  await user.type(name, 'Viewer');
  await user.click(screen.getByRole('switch', { name: 'Can export items' }));
  await user.click(screen.getByRole('button', { name: 'Create role' }));
  expect(await screen.findByText('A role of this name is there already.')).toBeTruthy();
  expect(name).toHaveProperty('value', 'Viewer');
  expect(screen.getByRole('switch', { name: 'Can export items' })).toHaveProperty('checked', true);
});

test('an admin cannot add a permission that they lack where the role is used, and sees why', async () => {
  shows('3.settled.roles.gives-own-permissions');
  await server.app.deps.database.query('delete from instance_members where account_id = $1', [
    server.studio.accounts.admin,
  ]);
  const { user } = await open(viewerPath(), 'admin');
  await user.click(await screen.findByRole('switch', { name: 'Can export items' }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^People hold this role in Dev of Studio game/);
  expect(screen.getByRole('switch', { name: 'Can export items' })).toHaveProperty('checked', true);
});

test('leaving a form with unsaved input needs a confirmation', async () => {
  const { user, untilPath, path: current } = await open(viewerPath());
  await user.click(await screen.findByRole('switch', { name: 'Can export items' }));
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  expect(await screen.findByRole('dialog')).toBeTruthy();
  expect(current()).toBe(viewerPath());
  await user.click(screen.getByRole('button', { name: 'Leave without saving' }));
  await untilPath(path());
  await untilClosed();
  // The link that opened the dialog was unmounted with its page.
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test.each([['free'], ['starter']])('on %s roles cannot be created or changed, only deleted', async (plan) => {
  shows('1.6.custom-role.redirect', '1.6.plan.custom-roles');
  await setPlan(server, { plan });
  const { user, close } = await open();
  expect((await screen.findByRole('link', { name: 'New role Upgrade' })).title).toBe('This needs the Teams plan.');
  expect(screen.queryByRole('link', { name: 'New role' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Actions for Viewer' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['Delete role']);
  close();
  for (const address of [`${path()}/new`, viewerPath()]) {
    const page = await open(address);
    await page.untilPath('/access-denied');
    page.close();
  }
});

test('in a canceled workspace roles are read-only', async () => {
  shows('1.6.canceled.nothing-else', '1.6.custom-role.redirect');
  await setPlan(server, { status: 'canceled' });
  const { close } = await open();
  await row(/^Viewer/);
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull());
  expect(screen.queryByRole('link', { name: 'New role' })).toBeNull();
  close();
  const { untilPath } = await open(`${path()}/new`);
  await untilPath('/access-denied');
});

test('a missing role redirects to /not-found', async () => {
  shows('1.2.route.role-edit');
  for (const id of ['999999', 'abc']) {
    const { untilPath, close } = await open(`${path()}/${id}/edit`);
    await untilPath('/not-found');
    close();
  }
});

test('deleting a role shows how many members have it and where, and assigns them another one', async () => {
  shows('1.8.success.role-deleted', '3.settled.roles.delete-dialog', '3.settled.roles.delete-replacement');
  const [second = 0] = await addMembers(server, ['Second'], 'member');
  const given = [server.studio.dev, server.studio.stage].map((instance_id) => ({
    instance_id,
    role_id: server.studio.viewerRoleId,
    status: 1 as const,
  }));
  const params = { projectId: server.studio.projectId, memberId: second };
  await server.call(projectMembers.setRoles, { params, body: { roles: given } }, { as: 'owner' });
  await create('Editor', permissions.CREATE_ITEM.id);
  const { user, overlay } = await open();
  expect((await row(/^Viewer/)).textContent).toContain('2');
  await user.click(await screen.findByRole('button', { name: 'Actions for Viewer' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete role' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete role' });
  expect(await within(dialog).findByText(/^2 people hold/)).toBeTruthy();
  const places = within(dialog)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(places).toEqual(['Studio gamedev2 people', 'Studio gamestage1 person']);
  const replacement = within(dialog).getByRole('combobox', { name: 'Replacement role' });
  await user.click(replacement);
  await waitFor(() =>
    expect(
      within(overlay)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Admin', 'Editor']),
  );
  await user.type(replacement, 'edit');
  await waitFor(() =>
    expect(
      within(overlay)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Editor']),
  );
  await user.click(within(overlay).getByRole('option', { name: 'Editor' }));
  expect(within(dialog).getByText(/, and get Editor instead\.$/)).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Delete role' }));
  const toast = (await within(overlay).findByText('Role successfully deleted')).closest('[role=status]');
  expect(toast?.textContent).toContain('Viewer');
  await untilClosed();
  await waitFor(() => expect(screen.queryByRole('row', { name: /^Viewer/ })).toBeNull());
  expect((await listed()).map(({ name }) => name)).toEqual(['Admin', 'Editor']);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Roles' })));
  const { instances } = await server.call(projectMembers.getRoles, { params }, { as: 'owner' });
  expect(instances.map(({ env, roles: held }) => [env, held.map(({ name }) => name)])).toEqual([
    ['Dev', ['Editor']],
    ['Stage', ['Editor']],
    ['Prod', []],
  ]);
});

test('deleting an unassigned role requires no replacement', async () => {
  shows('1.8.success.role-deleted', '3.settled.roles.delete-dialog');
  await create('Unused');
  await create('Another');
  const { calls, intercept } = countCalls();
  const { user, overlay } = await renderConsole(path(), { server, as: 'owner', intercept });
  const unusedId = (await roleNamed('Unused'))?.id;
  await user.click(await screen.findByRole('button', { name: 'Actions for Unused' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete role' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete role' });
  expect(await within(dialog).findByText(/^No member has/)).toBeTruthy();
  expect(within(dialog).queryByRole('combobox')).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Delete role' }));
  expect(await within(overlay).findByText('Role successfully deleted')).toBeTruthy();
  expect((await listed()).map(({ name }) => name)).toEqual(['Admin', 'Another', 'Viewer']);
  await untilAnswered();
  // A deleted role is not fetched again.
  expect(calls.filter((one) => one.endsWith(`/roles/${unusedId}`))).toHaveLength(1);
});

test('200 roles are paged and can be searched', async () => {
  shows('1.2.roles.list');
  await server.app.deps.database.query(
    "insert into roles (workspace_id, name, permission_ids) select $1, 'Role ' || n, '{}' from generate_series(100, 299) n",
    [server.studio.workspaceId],
  );
  const { user } = await open();
  const pages = await screen.findByRole('navigation', { name: 'Pages' });
  expect(within(pages).getByText('1–10 of 202')).toBeTruthy();
  expect(screen.getAllByRole('row')).toHaveLength(11);
  await user.type(screen.getByRole('textbox', { name: 'Search roles' }), 'role 27');
  await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull());
  expect(screen.getAllByRole('row')).toHaveLength(11);
});

test.each([
  ['is saved', (user: User) => user.click(screen.getByRole('button', { name: 'Save changes' }))],
  ['is left', (user: User) => user.click(screen.getByRole('link', { name: 'Cancel' }))],
  ['is left above', (user: User) => user.click(screen.getByRole('link', { name: 'Back to Roles for all projects' }))],
])('a role that %s returns to the list in its previous state', async (_, leave) => {
  shows('1.2.route.role-edit');
  const { user, untilPath, path: current } = await open(`${path()}?search=view`);
  await user.click(await screen.findByRole('button', { name: 'Actions for Viewer' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit role' }));
  await untilPath(viewerPath());
  await screen.findByRole('textbox', { name: /^Role name/ });
  await leave(user);
  await untilPath(path());
  expect(current()).toBe(`${path()}?search=view`);
});

test('a name changed by another member is kept when only permissions are saved', async () => {
  shows('1.2.route.role-edit');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const { user, untilPath } = await open(viewerPath());
  await user.click(await screen.findByRole('switch', { name: 'Can setup navigation' }));
  const body = { workspace_id: server.studio.workspaceId, role_id: server.studio.viewerRoleId, permissions: [] };
  await server.call(roles.save, { ...inWorkspace(), body: { ...body, name: 'Guest' } }, { as: 'owner' });
  vi.setSystemTime(Date.now() + 11_000);
  window.dispatchEvent(new Event('visibilitychange'));
  await screen.findByRole('heading', { level: 1, name: 'Edit role Guest' });
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await untilPath(path());
  expect((await roleNamed('Guest'))?.permissions).toEqual([permissions.READ.id, permissions.MENU_MANAGEMENT.id]);
});

test('an admin demoted while editing a role keeps the text, and sees no control to save it', async () => {
  const { user, overlay, path: current } = await open(viewerPath(), 'admin');
  const name = await screen.findByRole('textbox', { name: /^Role name/ });
  await user.type(name, ' of all');
  await server.app.deps.database.query('update workspace_members set role_id = 3 where account_id = $1', [
    server.studio.accounts.admin,
  ]);
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await within(overlay).findByText('You are now a member of Studio.')).toBeTruthy();
  expect(await screen.findByText('You can no longer save this form')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull());
  expect(screen.getByRole('textbox', { name: /^Role name/ })).toHaveProperty('value', 'Viewer of all');
  expect(current()).toBe(viewerPath());
});

test('server errors that belong to no input are listed above the form, the others at their input', async () => {
  shows('1.8.callout.create-forms', '1.8.callout.forms');
  const fields = { name: 'Choose another name.', workspace_id: 'is not the workspace of the address' };
  const { user } = await renderConsole(`${path()}/new`, {
    server,
    as: 'owner',
    intercept: (fetch) => async (input, init) => {
      if (init?.method !== 'POST' || !String(input).endsWith('/roles')) return fetch(input, init);
      return Response.json({ status_code: 422, error: 'invalid', message: 'Not valid.', fields }, { status: 422 });
    },
  });
  await user.type(await screen.findByRole('textbox', { name: /^Role name/ }), 'Editor');
  await user.click(screen.getByRole('button', { name: 'Create role' }));
  const callout = await screen.findByRole('alert');
  expect(callout.textContent).toBe('Not valid.workspace_id is not the workspace of the address');
  expect(screen.getAllByText('Choose another name.')).toHaveLength(1);
});

test('a replacement role deleted in the meantime shows an error at its input', async () => {
  shows('3.settled.roles.delete-replacement');
  const { id } = await create('Editor', permissions.CREATE_ITEM.id);
  const { user, overlay } = await open();
  await user.click(await screen.findByRole('button', { name: 'Actions for Viewer' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete role' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete role' });
  const replacement = await within(dialog).findByRole('combobox', { name: 'Replacement role' });
  await user.click(replacement);
  await user.click(await within(overlay).findByRole('option', { name: 'Editor' }));
  await server.call(roles.delete, { ...inWorkspace(), body: { role_id: id } }, { as: 'owner' });
  await user.click(within(dialog).getByRole('button', { name: 'Delete role' }));
  await waitFor(() => expect(replacement.getAttribute('aria-invalid')).toBe('true'));
  expect(within(dialog).getAllByText('Choose another role of this workspace')).toHaveLength(1);
});

test('until the plan is known roles have no menu', async () => {
  shows('1.2.roles.custom-edit-menu', '1.6.custom-role.edit-menu');
  await setPlan(server, { status: 'canceled' });
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await renderConsole(path(), {
    server,
    as: 'owner',
    intercept: (fetch) => async (input, init) => {
      if (String(input).endsWith('/subscriptions')) await held;
      return fetch(input, init);
    },
  });
  await row(/^Viewer/);
  expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
  answer();
  await untilAnswered();
  expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
});
