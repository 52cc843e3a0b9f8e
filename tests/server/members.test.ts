import { type WorkspaceRole, workspaceRoles } from '@quartermaster/contract/access.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { invitations, members } from '@quartermaster/contract/endpoints/people/members.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { allSent } from '../support/mailbox.ts';
import { addMembers, errorOf, logOf, setPlan } from '../support/members.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';
import { emailOf } from '../support/server-studio.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => allSent(server.app));

const { owner: ownerRole, admin: adminRole, member: memberRole } = workspaceRoles;
const inWorkspace = () => ({ params: { workspaceId: server.studio.workspaceId } });
const idOf = (person: Person) => server.studio.accounts[person];
const list = (query = {}, as: Person = 'owner') => server.call(members.list, { ...inWorkspace(), query }, { as });
const setRole = (member_id: number, role_id: number, as: Person = 'owner') =>
  server.send(members.setRole, { ...inWorkspace(), body: { member_id, role_id } }, { as });
const remove = (member_id: number, as: Person = 'owner') =>
  server.send(members.remove, { ...inWorkspace(), body: { member_id } }, { as });
const joinElsewhere = (person: Person, roleId: number) =>
  server.app.deps.database.query('insert into workspace_members values ($1, $2, $3)', [
    server.studio.elsewhere.workspaceId,
    idOf(person),
    roleId,
  ]);
const roleOf = async (person: Person) => (await list()).accounts.find(({ id }) => id === idOf(person))?.role_id;

describe('the list of members', () => {
  test('returns all of them with their role, owners first', async () => {
    shows('1.3.workspace-member.shape', '1.7.workspace-accounts.get');
    const [second = 0] = await addMembers(server, ['Second'], 'owner');
    await joinElsewhere('member', adminRole);
    const [owner, ...others] = (['owner', 'admin', 'member'] as const).map((name) => ({
      id: idOf(name),
      name,
      email: emailOf(name),
      role_id: workspaceRoles[name],
    }));
    const newest = { id: second, name: 'Second', email: 'second@studio.test', role_id: ownerRole };
    expect(await list()).toEqual({ accounts: [owner, newest, ...others], total: 4, next_cursor: null });
  });

  test('is for owners and admins, whatever their permissions in instances', async () => {
    await server.app.deps.database.query('delete from instance_members', []);
    expect((await list({}, 'admin')).total).toBe(3);
    const refused = await server.send(members.list, { ...inWorkspace(), query: {} }, { as: 'member' });
    expect(errorOf(refused)).toEqual([403, 'forbidden']);
  });

  test('is paged without gaps, also when searched', async () => {
    shows('1.7.workspace-accounts.get', '3.calls.lists.paged');
    const names = Array.from({ length: 12 }, (_, index) => `Person_${index}`);
    await addMembers(server, names, 'member');
    await addMembers(server, ['Person_owner'], 'owner');
    for (const [query, count] of [
      [{}, 16],
      [{ search: 'PERSON_' }, 13],
      [{ search: 'son_1' }, 3],
      [{ search: '@studio' }, 16],
      [{ search: '%' }, 0],
    ] as const) {
      const whole = await list(query);
      expect([whole.accounts.length, whole.total, whole.next_cursor]).toEqual([count, count, null]);
      const paged: number[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await list({ ...query, limit: 5, ...(cursor && { cursor }) });
        expect(page.accounts.length).toBeLessThanOrEqual(5);
        expect(page.total).toBe(count);
        paged.push(...page.accounts.map(({ id }) => id));
        cursor = page.next_cursor;
      } while (cursor);
      expect(paged).toEqual(whole.accounts.map(({ id }) => id));
    }
  });

  test('rejects forged cursors', async () => {
    for (const cursor of ['x', btoa('[1]'), btoa('[1,"a"]'), btoa('[1,1e99]'), btoa('{}'), btoa('[1.5,1]')]) {
      const refused = await server.send(
        members.list,
        { ...inWorkspace(), query: { limit: 5, cursor } },
        { as: 'owner' },
      );
      expect(errorOf(refused)).toEqual([422, 'invalid']);
    }
  });
});

describe('the role of a member', () => {
  test('is changed, applies to their next call and is logged', async () => {
    shows('1.7.workspace-account.update');
    const { workspaceId, elsewhere } = server.studio;
    await joinElsewhere('member', memberRole);
    await addMembers(server, ['Other'], 'member');
    const before = (await list()).accounts;
    expect((await setRole(idOf('member'), adminRole)).body).toEqual({ ok: true });
    expect((await list()).accounts).toEqual(
      before.map((one) => (one.id === idOf('member') ? { ...one, role_id: adminRole } : one)),
    );
    const { workspaces } = await server.call(accounts.listRoles, {}, { as: 'member' });
    expect(workspaces).toEqual([
      { id: workspaceId, workspace_role_id: adminRole },
      { id: elsewhere.workspaceId, workspace_role_id: memberRole },
    ]);
    expect(await logOf(server)).toMatchObject([
      {
        action: 'role_updated',
        actor: { id: idOf('owner'), name: 'owner', email: emailOf('owner') },
        subject: { id: idOf('member'), name: 'member', email: emailOf('member') },
        details: { workspace_role_id: adminRole, previous_workspace_role_id: memberRole },
      },
    ]);
  });

  test('is neither changed nor logged if it stays the same', async () => {
    await setPlan(server, { plan: 'starter' });
    expect((await setRole(idOf('owner'), ownerRole)).status).toBe(200);
    expect(await logOf(server)).toEqual([]);
  });

  const given: Record<string, Record<'owner' | 'admin', WorkspaceRole[]>> = {
    teams: { owner: ['member', 'admin', 'owner'], admin: ['member', 'admin'] },
    starter: { owner: ['member', 'admin'], admin: ['admin'] },
    free: { owner: ['member', 'admin'], admin: ['admin'] },
  };
  test.each(['teams', 'starter', 'free'])('is one that the caller may grant on %s', async (plan) => {
    shows('3.settled.members.gives-own-roles');
    await setPlan(server, { plan });
    for (const as of ['owner', 'admin'] as const) {
      for (const role of ['owner', 'admin', 'member'] as const) {
        const [target = 0] = await addMembers(server, [`${as}_${role}`], role === 'admin' ? 'member' : 'admin');
        const { status } = await setRole(target, workspaceRoles[role], as);
        const refused = as === 'owner' || (role === 'member' && plan !== 'teams') ? 402 : 403;
        expect([as, role, status]).toEqual([as, role, given[plan]?.[as].includes(role) ? 200 : refused]);
      }
    }
  });

  test('cannot be changed by members or strangers, or for accounts outside the workspace', async () => {
    expect(errorOf(await setRole(idOf('member'), adminRole, 'member'))).toEqual([403, 'forbidden']);
    expect(errorOf(await setRole(idOf('member'), adminRole, 'stranger'))).toEqual([404, 'not_found']);
    expect(errorOf(await setRole(idOf('stranger'), adminRole))).toEqual([404, 'not_found']);
    expect(await roleOf('member')).toBe(memberRole);
  });

  test('of an owner cannot be changed by an admin', async () => {
    shows('3.settled.members.admin-on-owner');
    await addMembers(server, ['Second'], 'owner');
    expect(errorOf(await setRole(idOf('owner'), memberRole, 'admin'))).toEqual([403, 'forbidden']);
    expect(errorOf(await setRole(idOf('owner'), adminRole, 'admin'))).toEqual([403, 'forbidden']);
    expect(errorOf(await remove(idOf('owner'), 'admin'))).toEqual([403, 'forbidden']);
    expect(await roleOf('owner')).toBe(ownerRole);
  });

  test('cannot be removed from the last owner until there is another', async () => {
    shows('3.settled.members.last-owner-role');
    expect(errorOf(await setRole(idOf('owner'), adminRole))).toEqual([409, 'last_owner']);
    expect(await roleOf('owner')).toBe(ownerRole);
    expect((await setRole(idOf('admin'), ownerRole)).status).toBe(200);
    expect((await setRole(idOf('owner'), adminRole)).status).toBe(200);
    expect(errorOf(await setRole(idOf('admin'), adminRole, 'admin'))).toEqual([409, 'last_owner']);
  });

  test('cannot be changed in a canceled workspace', async () => {
    await setPlan(server, { status: 'canceled' });
    expect(errorOf(await setRole(idOf('member'), adminRole))).toEqual([402, 'canceled']);
  });
});

describe('a removed member', () => {
  test('loses their roles in projects immediately, and the removal is logged', async () => {
    shows('1.7.workspace-account.delete');
    const { query } = server.app.deps.database;
    const others = 'select * from instance_members where account_id <> $1 order by account_id, instance_id, role_id';
    const heldByOthers = await query(others, [idOf('admin')]);
    await query('insert into instance_members (instance_id, account_id, role_id) values ($1, $2, $3)', [
      server.studio.stage,
      idOf('admin'),
      server.studio.viewerRoleId,
    ]);
    expect((await remove(idOf('admin'))).body).toEqual({ ok: true });
    expect(heldByOthers).toHaveLength(1);
    expect(await query(others, [idOf('admin')])).toEqual(heldByOthers);
    const refused = await server.send(
      instances.getPermissions,
      { params: { instanceId: server.studio.dev } },
      { as: 'admin' },
    );
    expect(refused.status).toBe(404);
    expect((await list()).accounts.map(({ name }) => name)).toEqual(['owner', 'member']);
    expect(await query('select 1 from instance_members where account_id = $1', [idOf('admin')])).toEqual([]);
    const taken = (env: string, role_name: string) => ({ project_name: 'Studio game', env, role_name, status: 2 });
    const role_changes = [
      taken('Dev', 'Admin'),
      taken('Stage', 'Admin'),
      taken('Stage', 'Viewer'),
      taken('Prod', 'Admin'),
    ];
    expect(await logOf(server)).toMatchObject([
      { action: 'removed', subject: { id: idOf('admin') }, details: { workspace_role_id: adminRole, role_changes } },
    ]);
  });

  test('keeps their roles in other workspaces', async () => {
    shows('1.7.workspace-account.delete');
    const { elsewhere, accounts: ids } = server.studio;
    const { query } = server.app.deps.database;
    await joinElsewhere('member', memberRole);
    await query(`insert into instance_members select $1, $2, id from roles where workspace_id = $3`, [
      elsewhere.dev,
      ids.member,
      elsewhere.workspaceId,
    ]);
    await remove(ids.member);
    expect(await query('select instance_id from instance_members where account_id = $1', [ids.member])).toEqual([
      { instance_id: elsewhere.dev },
    ]);
    expect((await server.call(accounts.listRoles, {}, { as: 'member' })).workspaces).toEqual([
      { id: elsewhere.workspaceId, workspace_role_id: memberRole },
    ]);
  });

  test('can remove themselves, except the last owner', async () => {
    shows('3.settled.members.last-owner-leaves');
    expect(errorOf(await remove(idOf('owner')))).toEqual([409, 'last_owner']);
    expect((await remove(idOf('admin'), 'admin')).status).toBe(200);
    const [second = 0] = await addMembers(server, ['Second'], 'owner');
    expect((await remove(idOf('owner'))).status).toBe(200);
    expect(await list({}, 'owner').catch(({ status }) => status)).toBe(404);
    const { query } = server.app.deps.database;
    expect(
      await query('select account_id from workspace_members where role_id = 1 and workspace_id = $1', [
        server.studio.workspaceId,
      ]),
    ).toEqual([{ account_id: second }]);
  });

  test('can also be removed from a canceled workspace', async () => {
    shows('1.6.canceled.delete-member');
    await setPlan(server, { status: 'canceled' });
    expect((await remove(idOf('member'), 'admin')).status).toBe(200);
    expect((await remove(idOf('admin'))).status).toBe(200);
    expect((await list()).total).toBe(1);
  });

  test('is removed by owners and admins of the workspace only', async () => {
    expect(errorOf(await remove(idOf('admin'), 'member'))).toEqual([403, 'forbidden']);
    expect(errorOf(await remove(idOf('member'), 'member'))).toEqual([403, 'forbidden']);
    expect(errorOf(await remove(idOf('member'), 'stranger'))).toEqual([404, 'not_found']);
    expect(errorOf(await remove(idOf('stranger')))).toEqual([404, 'not_found']);
    expect((await list()).total).toBe(3);
  });

  test('also loses the invitations that they can no longer send', async () => {
    await setPlan(server, {});
    const invite = (email: string, role_id: number, as: Person) =>
      server.call(members.invite, { ...inWorkspace(), body: { email, role_id } }, { as });
    const open = async () => {
      const { invitations: found } = await server.call(
        invitations.list,
        { ...inWorkspace(), query: {} },
        { as: 'member' },
      );
      return found.map(({ email }) => email).toSorted();
    };
    await setRole(idOf('member'), ownerRole);
    await invite('a@new.test', ownerRole, 'owner');
    await invite('b@new.test', memberRole, 'owner');
    await invite('c@new.test', memberRole, 'admin');
    await setRole(idOf('owner'), adminRole, 'member');
    expect(await open()).toEqual(['b@new.test', 'c@new.test']);
    await setRole(idOf('owner'), memberRole, 'member');
    expect(await open()).toEqual(['c@new.test']);
    await remove(idOf('admin'), 'member');
    expect(await open()).toEqual([]);
    const { query } = server.app.deps.database;
    expect(
      await query("select 1 from one_time_secrets where purpose = 'invitation' and revoked_at is null", []),
    ).toEqual([]);
  });
});
