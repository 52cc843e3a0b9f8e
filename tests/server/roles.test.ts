import { allPermissionIds } from '@quartermaster/contract/access.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { accessLog } from '@quartermaster/contract/endpoints/people/access-log.ts';
import { projectMembers } from '@quartermaster/contract/endpoints/people/project-members.ts';
import { type RoleDetail, roleLimit, roles } from '@quartermaster/contract/endpoints/people/roles.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createRole } from '../../server/modules/workspaces/service.ts';
import { shows } from '../specification/shows.ts';
import { addMembers, addProject, errorOf, logOf, setPlan } from '../support/members.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const inWorkspace = () => ({ params: { workspaceId: server.studio.workspaceId } });
const query = <R>(text: string, values: unknown[] = []) => server.app.deps.database.query<R>(text, values);
const list = async (query = {}, as: Person = 'owner') => server.call(roles.list, { ...inWorkspace(), query }, { as });
const get = (roleId: number, as: Person = 'owner') =>
  server.send(roles.get, { params: { ...inWorkspace().params, roleId } }, { as });

interface Saved {
  name?: string;
  /** Granted and revoked permissions. */
  give?: number[];
  take?: number[];
  role_id?: number;
}
const body = ({ name = 'Maker', give = [], take = [], role_id }: Saved) => ({
  workspace_id: server.studio.workspaceId,
  name,
  permissions: [
    ...give.map((permission_id) => ({ permission_id, status: 1 })),
    ...take.map((permission_id) => ({ permission_id, status: 2 })),
  ],
  ...(role_id !== undefined && { role_id }),
});
const save = (saved: Saved, as: Person = 'owner') =>
  server.send(roles.save, { ...inWorkspace(), body: body(saved) }, { as });
const remove = (role_id: number, replacement_role_id?: number, as: Person = 'owner') =>
  server.send(
    roles.delete,
    { ...inWorkspace(), body: { role_id, ...(replacement_role_id !== undefined && { replacement_role_id }) } },
    { as },
  );
const idOf = ({ body: answer }: { body: unknown }) => (answer as { id: number }).id;
const give = (instanceId: number, accountId: number, roleId: number) =>
  query('insert into instance_members (instance_id, account_id, role_id) values ($1, $2, $3)', [
    instanceId,
    accountId,
    roleId,
  ]);
const adminRoleId = async () => (await list()).roles[0]?.id ?? 0;
const permissionsOf = async (person: Person, instanceId = server.studio.dev) =>
  (await server.call(instances.getPermissions, { params: { instanceId } }, { as: person })).permissions;

describe('the list of roles', () => {
  test('returns all of them with their permissions, the built-in one first', async () => {
    shows('1.3.role.shape', '1.3.role.permissions', '1.7.roles.get');
    const { viewerRoleId, accounts, dev, stage } = server.studio;
    await save({ name: 'builder', give: [7, 1, 3] });
    await save({ name: 'Artist' });
    for (const instanceId of [dev, stage]) await give(instanceId, accounts.admin, viewerRoleId);
    expect(await list()).toEqual({
      roles: [
        { id: expect.any(Number), name: 'Admin', is_admin: true, permissions: allPermissionIds, holders: 1 },
        { id: expect.any(Number), name: 'Artist', is_admin: false, permissions: [], holders: 0 },
        { id: expect.any(Number), name: 'builder', is_admin: false, permissions: [1, 3, 7], holders: 0 },
        { id: viewerRoleId, name: 'Viewer', is_admin: false, permissions: [1], holders: 2 },
      ],
      total: 4,
      next_cursor: null,
    });
  });

  test('is paged by name, and can be searched', async () => {
    shows('1.7.roles.get', '3.calls.lists.paged');
    for (const name of ['b', 'B2', 'a', 'Z', 'ä']) await save({ name });
    const whole = await list();
    const names: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await list({ limit: 2, ...(cursor && { cursor }) });
      expect([page.roles.length <= 2, page.total]).toEqual([true, 7]);
      names.push(...page.roles.map(({ name }) => name));
      cursor = page.next_cursor;
    } while (cursor);
    expect(names).toEqual(whole.roles.map(({ name }) => name));
    const found = await list({ search: 'B' });
    expect([found.roles.map(({ name }) => name), found.total]).toEqual([['b', 'B2'], 2]);
  });

  test('is for owners and admins, whatever their permissions in instances', async () => {
    await query('delete from instance_members');
    expect((await list({}, 'admin')).total).toBe(2);
    const refused = await server.send(roles.list, { ...inWorkspace(), query: {} }, { as: 'member' });
    expect(errorOf(refused)).toEqual([403, 'forbidden']);
    expect(errorOf(await get(server.studio.viewerRoleId, 'member'))).toEqual([403, 'forbidden']);
  });
});

describe('a role', () => {
  test('is returned with where it is used', async () => {
    shows('1.3.role-detail.role-id', '1.7.role.get');
    const { viewerRoleId: id, accounts, dev, stage, projectId } = server.studio;
    await give(dev, accounts.admin, id);
    await give(stage, accounts.member, id);
    const place = { project_id: projectId, project_name: 'Studio game' };
    const second = await addProject(server, 'A second game');
    await give(second.prod, accounts.member, id);
    await give(second.dev, accounts.member, await adminRoleId());
    expect((await get(id)).body).toEqual({
      id,
      role_id: id,
      name: 'Viewer',
      is_admin: false,
      permissions: [1],
      holders: 2,
      instances: [
        { instance_id: dev, env: 'Dev', ...place, holders: 2 },
        { instance_id: stage, env: 'Stage', ...place, holders: 1 },
        { instance_id: second.prod, env: 'Prod', project_id: second.id, project_name: 'A second game', holders: 1 },
      ],
    });
    const builtIn = await adminRoleId();
    const { body } = await get(builtIn);
    expect(body).toMatchObject({ role_id: builtIn, is_admin: true, permissions: allPermissionIds, holders: 2 });
    expect((body as RoleDetail).instances.map(({ holders }) => holders)).toEqual([1, 1, 1, 1]);
  });

  test('of another workspace is not found', async () => {
    const [foreign] = await query<{ id: number }>('select id from roles where workspace_id = $1', [
      server.studio.elsewhere.workspaceId,
    ]);
    const id = foreign?.id ?? 0;
    expect(errorOf(await get(id))).toEqual([404, 'not_found']);
    expect(errorOf(await save({ role_id: id }))).toEqual([404, 'not_found']);
    expect(errorOf(await remove(id))).toEqual([404, 'not_found']);
    expect(errorOf(await remove(server.studio.viewerRoleId, id))).toEqual([422, 'invalid']);
  });
});

describe('creating a role', () => {
  test('stores a name and permissions, and is logged', async () => {
    shows(
      '1.3.permission-action.create',
      '1.3.permission-change.shape',
      '1.7.role.create',
      '1.7.role.permissions-shape',
      '3.plans.custom-roles.teams',
    );
    const others = (await list()).roles;
    // If a permission occurs twice, the last change counts.
    const made = await save({ name: ' Level  designer ', give: [6, 7, 1], take: [2, 7] });
    expect(made.status).toBe(200);
    expect((await get(idOf(made))).body).toMatchObject({ name: 'Level designer', permissions: [1, 6], holders: 0 });
    expect((await list()).roles.filter(({ id }) => id !== idOf(made))).toEqual(others);
    const ofOthers = await server.call(
      roles.list,
      { params: { workspaceId: server.studio.elsewhere.workspaceId }, query: {} },
      { as: 'stranger' },
    );
    expect(ofOthers.roles.map(({ name }) => name)).toEqual(['Admin']);
    expect(await logOf(server)).toMatchObject([
      { action: 'role_created', subject: null, details: { role_name: 'Level designer', permissions_given: [1, 6] } },
    ]);
  });

  test.each(['free', 'starter'])('is refused for %s', async (plan) => {
    shows(
      '1.6.custom-role.teams-only',
      '1.9.free.custom-roles',
      '3.plans.custom-roles.free',
      '3.plans.custom-roles.starter',
    );
    await setPlan(server, { plan });
    expect(errorOf(await save({}))).toEqual([402, 'plan']);
    expect(errorOf(await save({ role_id: server.studio.viewerRoleId }))).toEqual([402, 'plan']);
    expect((await list()).total).toBe(2);
  });

  test('is allowed for owners and admins, also those without a role in any project', async () => {
    await query('delete from instance_members');
    expect((await save({ name: 'One', give: allPermissionIds }, 'admin')).status).toBe(200);
    expect(errorOf(await save({ name: 'Two' }, 'member'))).toEqual([403, 'forbidden']);
    expect(errorOf(await save({ name: 'Two' }, 'stranger'))).toEqual([404, 'not_found']);
  });

  test('needs a name that no other role has, and existing permissions', async () => {
    const fieldsOf = async (saved: Saved) => ((await save(saved)).body as { fields?: object }).fields;
    expect(await fieldsOf({ name: ' ' })).toEqual({ name: 'Role name is a required field' });
    expect(await fieldsOf({ name: 'x'.repeat(65) })).toEqual({ name: 'Maximum 64 characters allowed' });
    expect(errorOf(await save({ name: 'viewer' }))).toEqual([409, 'taken']);
    expect(errorOf(await save({ name: 'ADMIN' }))).toEqual([409, 'taken']);
    for (const id of [0, 8]) expect(errorOf(await save({ give: [id] }))).toEqual([422, 'invalid']);
    const elsewhere = { ...body({}), workspace_id: server.studio.elsewhere.workspaceId };
    expect(errorOf(await server.send(roles.save, { ...inWorkspace(), body: elsewhere }, { as: 'owner' }))).toEqual([
      422,
      'invalid',
    ]);
    expect((await list()).total).toBe(2);
  });

  test(`is refused beyond ${roleLimit} roles`, async () => {
    await query(
      `insert into roles (workspace_id, name, permission_ids) select $1, 'Role ' || n, '{}' from generate_series(1, $2::int) n`,
      [server.studio.workspaceId, roleLimit - 3],
    );
    expect((await save({ name: 'Last' })).status).toBe(200);
    expect(errorOf(await save({ name: 'Beyond' }))).toEqual([422, 'invalid']);
    expect((await save({ name: 'Renamed', role_id: server.studio.viewerRoleId })).status).toBe(200);
  });
});

describe('changing a role', () => {
  test('grants and revokes the named permissions from the next call of every holder', async () => {
    shows('1.3.permission-action.delete', '1.7.role.edit');
    const { viewerRoleId: role_id } = server.studio;
    await createRole(server.app.deps.database.query, {
      workspaceId: server.studio.workspaceId,
      name: 'Maker',
      allowed: ['READ', 'EXPORT'],
    });
    const others = async () => (await list()).roles.filter(({ id }) => id !== role_id);
    const before = await others();
    expect(before).toHaveLength(2);
    expect(idOf(await save({ role_id, name: 'Writer', give: [6, 2] }))).toBe(role_id);
    expect(await permissionsOf('member')).toEqual([1, 2, 6]);
    expect((await save({ role_id, name: 'Writer', take: [2, 5], give: [6] })).status).toBe(200);
    expect(await permissionsOf('member')).toEqual([1, 6]);
    expect(await others()).toEqual(before);
    const subject = { id: server.studio.accounts.member };
    expect(await logOf(server, 4)).toMatchObject([
      {
        action: 'project_roles_changed',
        subject,
        details: { role_name: 'Writer', permissions_given: [], permissions_taken: [2] },
      },
      {
        action: 'role_edited',
        subject: null,
        details: { role_name: 'Writer', permissions_given: [], permissions_taken: [2] },
      },
      { action: 'project_roles_changed', subject, details: { role_name: 'Writer', permissions_given: [2, 6] } },
      {
        action: 'role_edited',
        details: { role_name: 'Writer', previous_role_name: 'Viewer', permissions_given: [2, 6] },
      },
    ]);
    await save({ role_id, name: 'Writer' });
    expect(await logOf(server, 9)).toHaveLength(4);
    await save({ role_id, name: 'Author' });
    expect(await logOf(server, 9)).toHaveLength(5);
  });

  test('is refused for the built-in one', async () => {
    shows('1.6.admin-role.not-removed');
    const id = await adminRoleId();
    expect(errorOf(await save({ role_id: id, take: [1] }))).toEqual([403, 'forbidden']);
    expect(errorOf(await remove(id))).toEqual([403, 'forbidden']);
    expect(errorOf(await remove(id, server.studio.viewerRoleId))).toEqual([403, 'forbidden']);
    expect((await list()).roles[0]).toMatchObject({ id, name: 'Admin', permissions: allPermissionIds });
  });

  test('cannot grant more than the caller holds in the same instance', async () => {
    shows('3.settled.roles.gives-own-permissions');
    const { viewerRoleId: role_id, accounts, dev, stage } = server.studio;
    await query('delete from instance_members where account_id = $1', [accounts.admin]);
    expect(errorOf(await save({ role_id, name: 'Viewer', give: [6] }, 'admin'))).toEqual([403, 'forbidden']);
    const maker = idOf(await save({ name: 'Maker', give: [6] }));
    await give(dev, accounts.admin, maker);
    // Not in all instances in which the role is assigned.
    await give(stage, accounts.member, role_id);
    expect(errorOf(await save({ role_id, name: 'Viewer', give: [6] }, 'admin'))).toEqual([403, 'forbidden']);
    await query('delete from instance_members where instance_id = $1 and account_id = $2', [stage, accounts.member]);
    expect((await save({ role_id, name: 'Viewer', give: [6] }, 'admin')).status).toBe(200);
    expect(errorOf(await save({ role_id, name: 'Viewer', give: [7] }, 'admin'))).toEqual([403, 'forbidden']);
    expect((await save({ role_id, name: 'Viewer', take: [1] }, 'admin')).status).toBe(200);
    expect(await permissionsOf('member')).toEqual([6]);
  });
});

describe('deleting a role', () => {
  test('removes it from all of its members, and is logged for each of them', async () => {
    shows('3.settled.roles.delete-holders', '1.7.role.delete');
    const { viewerRoleId, accounts, dev, prod } = server.studio;
    await give(prod, accounts.member, viewerRoleId);
    await give(prod, accounts.admin, viewerRoleId);
    const held = () => query<object>('select * from instance_members where role_id = $1', [viewerRoleId]);
    expect(await held()).toHaveLength(3);
    const maker = idOf(await save({ name: 'Maker', give: [6] }));
    await give(dev, accounts.member, maker);
    const others = 'select * from instance_members where role_id <> $1 order by instance_id, account_id, role_id';
    const before = await query(others, [viewerRoleId]);
    expect(before).toHaveLength(4);
    expect((await remove(viewerRoleId)).body).toEqual({ ok: true });
    expect(await held()).toEqual([]);
    expect(await query(others, [viewerRoleId])).toEqual(before);
    expect((await list()).roles.map(({ name }) => name)).toEqual(['Admin', 'Maker']);
    await query('delete from instance_members where role_id = $1', [maker]);
    for (const instanceId of [dev, prod]) expect(await permissionsOf('member', instanceId)).toEqual([]);
    expect(errorOf(await get(viewerRoleId))).toEqual([404, 'not_found']);
    const taken = (env: string) => ({ project_name: 'Studio game', env, role_name: 'Viewer', status: 2 });
    const entries = await logOf(server, 9);
    expect(entries).toHaveLength(4);
    expect(entries.slice(0, 3)).toMatchObject([
      {
        action: 'project_roles_changed',
        subject: { id: accounts.member },
        details: { role_changes: [taken('Dev'), taken('Prod')] },
      },
      { action: 'project_roles_changed', subject: { id: accounts.admin }, details: { role_changes: [taken('Prod')] } },
      { action: 'role_deleted', subject: null, details: { role_name: 'Viewer' } },
    ]);
    const { entries: ofMember } = await server.call(
      accessLog.list,
      { ...inWorkspace(), query: { person: accounts.member } },
      { as: 'owner' },
    );
    expect(ofMember).toHaveLength(1);
  });

  test('gives its holders the replacement, once', async () => {
    shows('3.settled.roles.delete-replacement');
    const { viewerRoleId, accounts, dev, stage, prod } = server.studio;
    const maker = idOf(await save({ name: 'Maker', give: [1, 6] }));
    for (const instanceId of [stage, prod]) await give(instanceId, accounts.member, viewerRoleId);
    await give(stage, accounts.member, maker);
    await give(prod, accounts.admin, viewerRoleId);
    expect((await remove(viewerRoleId, maker)).status).toBe(200);
    const builtIn = await adminRoleId();
    expect(
      await query('select instance_id, role_id from instance_members where account_id = $1 order by 1, 2', [
        accounts.admin,
      ]),
    ).toEqual([
      { instance_id: dev, role_id: builtIn },
      { instance_id: stage, role_id: builtIn },
      { instance_id: prod, role_id: builtIn },
      { instance_id: prod, role_id: maker },
    ]);
    expect(
      await query('select instance_id, role_id from instance_members where account_id = $1 order by 1', [
        accounts.member,
      ]),
    ).toEqual([
      { instance_id: dev, role_id: maker },
      { instance_id: stage, role_id: maker },
      { instance_id: prod, role_id: maker },
    ]);
    const entry = (await logOf(server, 9)).find(({ subject }) => subject?.id === accounts.member);
    expect(entry?.details.role_changes).toEqual([
      { project_name: 'Studio game', env: 'Dev', role_name: 'Viewer', status: 2 },
      { project_name: 'Studio game', env: 'Dev', role_name: 'Maker', status: 1 },
      { project_name: 'Studio game', env: 'Stage', role_name: 'Viewer', status: 2 },
      { project_name: 'Studio game', env: 'Prod', role_name: 'Viewer', status: 2 },
      { project_name: 'Studio game', env: 'Prod', role_name: 'Maker', status: 1 },
    ]);
  });

  test('rejects a replacement that is the role itself, is deleted, or allows more than the caller holds', async () => {
    shows('3.settled.roles.gives-own-permissions');
    const { viewerRoleId, accounts } = server.studio;
    const replaced = { fields: { replacement_role_id: 'Choose another role of this workspace' } };
    expect(await remove(viewerRoleId, viewerRoleId)).toMatchObject({ status: 422, body: replaced });
    expect(await remove(viewerRoleId, 2_000_000_000)).toMatchObject({ status: 422, body: replaced });
    await query('delete from instance_members where account_id = $1', [accounts.admin]);
    expect(errorOf(await remove(viewerRoleId, await adminRoleId(), 'admin'))).toEqual([403, 'forbidden']);
    expect(await permissionsOf('member')).toEqual([1]);
    expect((await remove(viewerRoleId, undefined, 'admin')).status).toBe(200);
  });

  test('accepts a replacement beyond the caller’s permissions if all members with the role already have it', async () => {
    shows('3.settled.roles.gives-own-permissions');
    const { viewerRoleId, accounts, dev, stage } = server.studio;
    await give(dev, accounts.member, await adminRoleId());
    await query('delete from instance_members where account_id = $1', [accounts.admin]);
    // Having it in another instance is not enough.
    await give(stage, accounts.member, viewerRoleId);
    expect(errorOf(await remove(viewerRoleId, await adminRoleId(), 'admin'))).toEqual([403, 'forbidden']);
    await give(stage, accounts.member, await adminRoleId());
    expect((await remove(viewerRoleId, await adminRoleId(), 'admin')).status).toBe(200);
  });

  test('roles stay valid and can be deleted after the plan loses custom roles, but not in a canceled workspace', async () => {
    shows('3.settled.beyond.custom-roles');
    const { viewerRoleId } = server.studio;
    await setPlan(server, { status: 'canceled' });
    expect(errorOf(await remove(viewerRoleId))).toEqual([402, 'canceled']);
    for (const plan of ['starter', 'free']) {
      await setPlan(server, { plan });
      expect(await permissionsOf('member')).toEqual([1]);
      expect(errorOf(await save({ name: 'Maker', give: [1] }))).toEqual([402, 'plan']);
      expect(errorOf(await save({ role_id: viewerRoleId, name: 'Viewer', take: [1] }))).toEqual([402, 'plan']);
      expect((await list()).total).toBe(2);
    }
    expect(errorOf(await remove(viewerRoleId, undefined, 'member'))).toEqual([403, 'forbidden']);
    expect((await remove(viewerRoleId)).status).toBe(200);
  });
});

test('a permission change applies to the next call, whether revoked or granted', async () => {
  const { viewerRoleId: role_id, projectId } = server.studio;
  await addMembers(server, ['Other'], 'member');
  for (let turn = 0; turn < 3; turn++) {
    await save({ role_id, name: 'Viewer', take: [1] });
    expect(await permissionsOf('member')).toEqual([]);
    await save({ role_id, name: 'Viewer', give: [1] });
    expect(await permissionsOf('member')).toEqual([1]);
  }
  const { accounts } = await server.call(projectMembers.list, { params: { projectId }, query: {} }, { as: 'owner' });
  expect(accounts.map(({ name }) => name)).toEqual(['admin', 'member']);
});
