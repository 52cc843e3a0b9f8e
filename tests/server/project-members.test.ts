import { allPermissionIds, noRolesLeft } from '@quartermaster/contract/access.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { outsideProject, projectMembers } from '@quartermaster/contract/endpoints/people/project-members.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createRole } from '../../server/modules/workspaces/service.ts';
import { shows } from '../specification/shows.ts';
import { addMembers, addProject, errorOf, logOf, setPlan } from '../support/members.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';
import { emailOf } from '../support/server-studio.ts';

let server: TestServer;
let makerId: number;
let adminRoleId: number;
/** A project in which the member and another one hold roles; the member's differ from those in the first project. */
let second: Awaited<ReturnType<typeof addProject>>;
let otherId: number;
beforeEach(async () => {
  server = await startTestServer();
  const { query } = server.app.deps.database;
  const { workspaceId } = server.studio;
  makerId = await createRole(query, { workspaceId, name: 'Maker', allowed: ['READ', 'CREATE_ITEM'] });
  const [admin] = await query<{ id: number }>('select id from roles where workspace_id = $1 and is_admin', [
    workspaceId,
  ]);
  adminRoleId = admin?.id ?? 0;
  second = await addProject(server, 'Another game');
  otherId = (await addMembers(server, ['Other'], 'member'))[0] ?? 0;
  await hold(server.studio.accounts.member, [
    [second.stage, makerId],
    [second.prod, server.studio.viewerRoleId],
  ]);
  await hold(otherId, [[second.dev, makerId]]);
});

const query = <R>(text: string, values: unknown[] = []) => server.app.deps.database.query<R>(text, values);
const hold = async (accountId: number, roles: [instanceId: number, roleId: number][]) => {
  for (const [instanceId, roleId] of roles)
    await query('insert into instance_members (instance_id, account_id, role_id) values ($1, $2, $3)', [
      instanceId,
      accountId,
      roleId,
    ]);
};
const inProject = () => ({ params: { projectId: server.studio.projectId } });
const ofMember = (memberId: number) => ({ params: { ...inProject().params, memberId } });
const list = (query = {}, as: Person = 'owner') => server.call(projectMembers.list, { ...inProject(), query }, { as });
const getRoles = (memberId: number, as: Person = 'owner') =>
  server.send(projectMembers.getRoles, ofMember(memberId), { as });
type Change = [instanceId: number, roleId: number, status: number];
const setRoles = (memberId: number, changes: Change[], as: Person = 'owner') =>
  server.send(
    projectMembers.setRoles,
    {
      ...ofMember(memberId),
      body: { roles: changes.map(([instance_id, role_id, status]) => ({ instance_id, role_id, status })) },
    },
    { as },
  );
const remove = (memberId: number, as: Person = 'owner') =>
  server.send(projectMembers.remove, ofMember(memberId), { as });
/** A member's roles in the first project. */
const given = async (accountId: number) =>
  query<{ instance_id: number; role_id: number }>(
    `select instance_id, role_id from instance_members join instances i on i.id = instance_id
      where account_id = $1 and i.project_id = $2 order by 1, 2`,
    [accountId, server.studio.projectId],
  );
/** The roles of others in all projects, and the member's in the other projects. */
const rest = (accountId: number) =>
  query(
    `select account_id, instance_id, role_id from instance_members join instances i on i.id = instance_id
      where account_id <> $1 or i.project_id <> $2 order by 1, 2, 3`,
    [accountId, server.studio.projectId],
  );
const takeAll = (person: Person) =>
  query('delete from instance_members where account_id = $1', [server.studio.accounts[person]]);

describe('the list of project members', () => {
  test('returns the members with a role in it, and the roles that the caller may assign', async () => {
    shows('1.3.project-member.shape', '1.7.project-accounts.get');
    const { accounts, dev, stage, prod } = server.studio;
    const place = (person: Person) => ({ id: accounts[person], name: person, email: emailOf(person) });
    expect(await list()).toEqual({
      accounts: [
        { ...place('admin'), role_id: 2, environments: ['Dev', 'Stage', 'Prod'] },
        { ...place('member'), role_id: 3, environments: ['Dev'] },
      ],
      total: 2,
      next_cursor: null,
      instances: [
        { id: dev, env: 'Dev', caller_permissions: allPermissionIds },
        { id: stage, env: 'Stage', caller_permissions: allPermissionIds },
        { id: prod, env: 'Prod', caller_permissions: allPermissionIds },
      ],
    });
    await takeAll('admin');
    const own = async () => (await list({}, 'admin')).instances.map(({ caller_permissions }) => caller_permissions);
    expect(await own()).toEqual([[], [], []]);
    await hold(accounts.admin, [
      [stage, makerId],
      [second.dev, adminRoleId],
    ]);
    expect(await own()).toEqual([[], [1, 6], []]);
  });

  test('is paged and can be searched', async () => {
    const names = Array.from({ length: 7 }, (_, index) => `Person_${index}`);
    shows('1.7.project-accounts.get', '3.calls.lists.paged');
    const ids = await addMembers(server, [...names, 'Outside'], 'member');
    for (const id of ids.slice(0, 7)) await setRoles(id, [[server.studio.stage, makerId, 1]]);
    const whole = await list();
    expect(whole.total).toBe(9);
    const paged: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await list({ limit: 4, ...(cursor && { cursor }) });
      expect(page.total).toBe(9);
      paged.push(...page.accounts.map(({ name }) => name));
      cursor = page.next_cursor;
    } while (cursor);
    expect(paged).toEqual(['admin', 'member', ...names]);
    const found = await list({ search: 'person_3' });
    expect([found.total, found.accounts.map(({ name }) => name)]).toEqual([1, ['Person_3']]);
  });

  test('is for owners and admins of the workspace', async () => {
    const listAs = (as: Person) => server.send(projectMembers.list, { ...inProject(), query: {} }, { as });
    expect(errorOf(await listAs('member'))).toEqual([403, 'forbidden']);
    expect(errorOf(await listAs('stranger'))).toEqual([404, 'not_found']);
  });
});

describe("a member's roles in a project", () => {
  test('are returned by instance, also for a member without roles', async () => {
    shows('1.3.member-roles.instances', '1.3.member-roles.user', '1.7.project-account-roles.get');
    const { accounts, dev, stage, prod, viewerRoleId } = server.studio;
    await hold(accounts.member, [
      [dev, makerId],
      [prod, makerId],
    ]);
    const maker = { id: makerId, name: 'Maker', is_admin: false, permissions: [1, 6] };
    const caller_permissions = allPermissionIds;
    expect((await getRoles(accounts.member)).body).toEqual({
      user: { id: accounts.member, name: 'member', email: emailOf('member'), role_id: 3 },
      instances: [
        {
          id: dev,
          env: 'Dev',
          roles: [maker, { id: viewerRoleId, name: 'Viewer', is_admin: false, permissions: [1] }],
          caller_permissions,
        },
        { id: stage, env: 'Stage', roles: [], caller_permissions },
        { id: prod, env: 'Prod', roles: [maker], caller_permissions },
      ],
    });
    const roles = [{ id: adminRoleId, name: 'Admin', is_admin: true, permissions: allPermissionIds }];
    expect((await getRoles(accounts.admin)).body).toMatchObject({ instances: [{ roles }, { roles }, { roles }] });
    expect((await getRoles(accounts.owner)).body).toMatchObject({
      instances: [{ roles: [] }, { roles: [] }, { roles: [] }],
    });
    expect(errorOf(await getRoles(accounts.stranger))).toEqual([404, 'not_found']);
    expect(errorOf(await getRoles(accounts.member, 'member'))).toEqual([403, 'forbidden']);
  });

  test('are assigned and removed immediately, apply to the next call and are logged', async () => {
    shows(
      '1.3.role-change.shape',
      '1.3.role-change.status-create',
      '1.3.role-change.status-delete',
      '1.7.project-account-roles.save',
    );
    const { accounts, dev, stage, viewerRoleId } = server.studio;
    await hold(otherId, [[dev, viewerRoleId]]);
    const others = await rest(accounts.member);
    const changes: Change[] = [
      [dev, viewerRoleId, 2],
      [dev, makerId, 1],
      [stage, viewerRoleId, 1],
    ];
    expect((await setRoles(accounts.member, changes, 'admin')).body).toEqual({ ok: true });
    const input = { params: { instanceId: dev } };
    const { permissions } = await server.call(instances.getPermissions, input, { as: 'member' });
    expect(permissions).toEqual([1, 6]);
    expect(await given(accounts.member)).toEqual([
      { instance_id: dev, role_id: makerId },
      { instance_id: stage, role_id: viewerRoleId },
    ]);
    const project_name = 'Studio game';
    expect(await logOf(server)).toMatchObject([
      {
        action: 'project_roles_changed',
        actor: { id: accounts.admin },
        subject: { id: accounts.member },
        details: {
          role_changes: [
            { project_name, env: 'Dev', role_name: 'Viewer', status: 2 },
            { project_name, env: 'Dev', role_name: 'Maker', status: 1 },
            { project_name, env: 'Stage', role_name: 'Viewer', status: 1 },
          ],
        },
      },
    ]);
    // Of several roles in an instance only the named one is removed.
    await setRoles(accounts.member, [
      [dev, viewerRoleId, 1],
      [stage, makerId, 1],
    ]);
    await setRoles(accounts.member, [[dev, makerId, 2]]);
    expect(await given(accounts.member)).toEqual(
      [
        { instance_id: dev, role_id: viewerRoleId },
        { instance_id: stage, role_id: viewerRoleId },
        { instance_id: stage, role_id: makerId },
      ].toSorted((a, b) => a.instance_id - b.instance_id || a.role_id - b.role_id),
    );
    expect(await rest(accounts.member)).toEqual(others);
  });

  test('are unchanged by a change that repeats them; the last change of a role wins', async () => {
    const { accounts, dev, stage, viewerRoleId } = server.studio;
    const before = await given(accounts.member);
    expect(
      (
        await setRoles(accounts.member, [
          [dev, viewerRoleId, 1],
          [stage, makerId, 2],
        ])
      ).status,
    ).toBe(200);
    expect(
      (
        await setRoles(accounts.member, [
          [dev, makerId, 1],
          [dev, makerId, 2],
        ])
      ).status,
    ).toBe(200);
    expect((await setRoles(accounts.member, [])).status).toBe(200);
    expect(await given(accounts.member)).toEqual(before);
    expect(await logOf(server, 9)).toEqual([]);
  });

  test('include at least one; removing all of them requires removing the member', async () => {
    const { accounts, dev, viewerRoleId } = server.studio;
    const refused = { status: 422, body: { fields: { roles: noRolesLeft } } };
    expect(await setRoles(accounts.member, [[dev, viewerRoleId, 2]])).toMatchObject(refused);
    const [newcomer = 0] = await addMembers(server, ['New'], 'member');
    expect(await setRoles(newcomer, [])).toMatchObject(refused);
    expect(await given(accounts.member)).toHaveLength(1);
  });

  test('are roles of the workspace in instances of the project, for members of the workspace', async () => {
    const { accounts, dev, elsewhere, viewerRoleId } = server.studio;
    const foreign = await query<{ id: number }>('select id from roles where workspace_id = $1', [
      elsewhere.workspaceId,
    ]);
    const wrong: Change[] = [
      [dev, makerId, 1],
      [elsewhere.dev, makerId, 1],
      [dev, foreign[0]?.id ?? 0, 1],
    ];
    const { status, body } = await setRoles(accounts.member, wrong);
    expect([status, Object.keys((body as { fields: object }).fields)]).toEqual([
      422,
      ['roles.1.instance_id', 'roles.2.role_id'],
    ]);
    expect(errorOf(await setRoles(accounts.stranger, [[dev, viewerRoleId, 1]]))).toEqual([404, 'not_found']);
    expect(await given(accounts.member)).toHaveLength(1);
  });

  test('can be granted by members with the same permissions in that instance', async () => {
    shows('3.settled.roles.gives-own-permissions');
    const { accounts, dev, stage, viewerRoleId } = server.studio;
    await takeAll('admin');
    await query('insert into instance_members (instance_id, account_id, role_id) values ($1, $2, $3)', [
      dev,
      accounts.admin,
      makerId,
    ]);
    const give = (instanceId: number, roleId: number) =>
      setRoles(accounts.member, [[instanceId, roleId, 1]], 'admin').then(errorOf);
    expect(await give(dev, makerId)).toEqual([200, undefined]);
    expect(await give(dev, adminRoleId)).toEqual([403, 'forbidden']);
    expect(await give(stage, viewerRoleId)).toEqual([403, 'forbidden']);
    expect(errorOf(await setRoles(accounts.admin, [[dev, adminRoleId, 1]], 'admin'))).toEqual([403, 'forbidden']);
    expect(errorOf(await setRoles(accounts.member, [[stage, adminRoleId, 1]]))).toEqual([200, undefined]);
  });

  test('cannot be changed by an admin outside of the project, with a message that explains it', async () => {
    const { accounts, dev, viewerRoleId } = server.studio;
    await takeAll('admin');
    const refused = { status: 403, body: { message: outsideProject } };
    expect(await setRoles(accounts.member, [[dev, viewerRoleId, 1]], 'admin')).toMatchObject(refused);
    expect(await setRoles(accounts.admin, [[dev, adminRoleId, 1]], 'admin')).toMatchObject(refused);
    expect(await remove(accounts.member, 'admin')).toMatchObject(refused);
    expect(await given(accounts.member)).toHaveLength(1);
  });

  test('of an owner are changed by owners only', async () => {
    shows('3.settled.members.admin-on-owner');
    const { accounts, dev } = server.studio;
    const change: Change[] = [[dev, makerId, 1]];
    expect(errorOf(await setRoles(accounts.owner, change, 'admin'))).toEqual([403, 'forbidden']);
    expect((await setRoles(accounts.owner, change)).status).toBe(200);
    expect(errorOf(await remove(accounts.owner, 'admin'))).toEqual([403, 'forbidden']);
  });

  test('cannot be changed by members or strangers, or in a canceled workspace', async () => {
    const { accounts, dev } = server.studio;
    const change: Change[] = [[dev, makerId, 1]];
    expect(errorOf(await setRoles(accounts.member, change, 'member'))).toEqual([403, 'forbidden']);
    expect(errorOf(await setRoles(accounts.member, change, 'stranger'))).toEqual([404, 'not_found']);
    await setPlan(server, { status: 'canceled' });
    expect(errorOf(await setRoles(accounts.member, change))).toEqual([402, 'canceled']);
    expect(await given(accounts.member)).toHaveLength(1);
  });
});

describe('a member removed from a project', () => {
  test('loses all roles in it, and stays in the workspace', async () => {
    shows('1.7.project-account.delete');
    const { accounts, workspaceId, dev, stage, prod, viewerRoleId } = server.studio;
    await hold(accounts.member, [
      [dev, makerId],
      [stage, viewerRoleId],
      [prod, viewerRoleId],
      [prod, makerId],
      [prod, adminRoleId],
    ]);
    await hold(otherId, [[dev, viewerRoleId]]);
    const others = await rest(accounts.member);
    expect((await remove(accounts.member, 'admin')).body).toEqual({ ok: true });
    expect(await given(accounts.member)).toEqual([]);
    expect(await rest(accounts.member)).toEqual(others);
    expect((await server.call(workspaces.list, {}, { as: 'member' })).workspaces).toMatchObject([
      { id: workspaceId, name: 'Studio', projects: [{ id: second.id }] },
    ]);
    expect((await list()).accounts.map(({ name }) => name)).toEqual(['admin', 'Other']);
    const taken = (env: string, role_name: string) => ({ env, role_name, status: 2 });
    expect(await logOf(server)).toMatchObject([
      {
        action: 'project_roles_changed',
        subject: { id: accounts.member },
        details: {
          role_changes: expect.toSatisfy((found: object[]) => {
            expect(found).toHaveLength(6);
            expect(found).toEqual(
              expect.arrayContaining(
                [
                  taken('Dev', 'Viewer'),
                  taken('Dev', 'Maker'),
                  taken('Stage', 'Viewer'),
                  taken('Prod', 'Viewer'),
                  taken('Prod', 'Maker'),
                  taken('Prod', 'Admin'),
                ].map((change) => ({ ...change, project_name: 'Studio game' })),
              ),
            );
            return true;
          }),
        },
      },
    ]);
    expect(errorOf(await remove(accounts.member))).toEqual([404, 'not_found']);
    expect(errorOf(await remove(accounts.stranger))).toEqual([404, 'not_found']);
  });

  test('keeps what they hold in other projects', async () => {
    shows('1.7.project-account.delete');
    const { accounts, workspaceId } = server.studio;
    const body = { project_name: 'Third', workspace_id: workspaceId };
    const third = await server.call(projects.create, { body }, { as: 'admin' });
    expect(await logOf(server)).toMatchObject([
      {
        action: 'project_roles_changed',
        subject: { id: accounts.admin },
        details: { role_changes: [{ role_name: 'Admin' }, {}, {}] },
      },
    ]);
    await remove(accounts.admin);
    expect(await given(accounts.admin)).toEqual([]);
    const left = await query<{ instance_id: number }>(
      'select instance_id from instance_members where account_id = $1 order by 1',
      [accounts.admin],
    );
    expect(left.map(({ instance_id }) => instance_id)).toEqual(
      third.instances.map(({ id }) => id).toSorted((a, b) => a - b),
    );
  });

  test('can be removed in a canceled workspace', async () => {
    shows('1.6.canceled.delete-member');
    await setPlan(server, { status: 'canceled' });
    expect((await remove(server.studio.accounts.member)).status).toBe(200);
  });
});
