import { anyone } from '@quartermaster/contract/access.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createRole, grantRole } from '../../server/modules/workspaces/service.ts';
import { shows } from '../specification/shows.ts';
import { emptyApp } from '../support/app.ts';
import { addProject } from '../support/members.ts';
import { saveBody } from '../support/sample-template.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';
import { setSubscription } from '../support/subscription.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const inDev = () => ({ params: { instanceId: server.studio.dev } });
const statusOf = async (...call: Parameters<TestServer['send']>) => (await server.send(...call)).status;
const errorOf = async (...call: Parameters<TestServer['send']>) =>
  ((await server.send(...call)).body as { error?: string })?.error;

const save = () => ({ ...inDev(), body: { id: 'weapon', label: 'Weapon', version: 0, fields: [] } });

describe('a route that declares no access', () => {
  const app = () => emptyApp(() => server.app.deps);

  test('is not registered, so the server does not start', async () => {
    expect(() => app().get('/open', () => 'open')).toThrow('GET /open does not declare its access.');
    expect(() => app().route({ method: 'POST', url: '/v1/x', config: {}, handler: () => 'open' })).toThrow(
      'does not declare its access',
    );
  });

  test('starts once it is declared public', async () => {
    const open = app();
    open.get('/open', { config: { access: anyone } }, () => ({ open: true }));
    expect((await open.inject('/open')).json()).toEqual({ open: true });
    await open.close();
  });
});

describe('permissions in an instance', () => {
  const permissionsOf = (person: Person, instanceId = server.studio.dev) =>
    server.call(instances.getPermissions, { params: { instanceId } }, { as: person });

  test('an owner has all of them everywhere', async () => {
    shows('1.3.instance-permissions.list', '1.3.instance-permissions.role', '1.7.instance-permissions.get');
    for (const instanceId of [server.studio.dev, server.studio.stage, server.studio.prod]) {
      expect(await permissionsOf('owner', instanceId)).toEqual({
        workspace_role_id: 1,
        permissions: [1, 2, 3, 4, 5, 6, 7],
      });
    }
  });

  test('the built-in Admin role has all of them in the instances where it is granted', async () => {
    expect(await permissionsOf('admin')).toEqual({ workspace_role_id: 2, permissions: [1, 2, 3, 4, 5, 6, 7] });
  });

  test('a member has those of their roles in that instance, and none in others', async () => {
    shows('1.3.instance-permissions.list', '1.3.instance-permissions.role', '1.7.instance-permissions.get');
    expect(await permissionsOf('member')).toEqual({ workspace_role_id: 3, permissions: [1] });
    expect(await permissionsOf('member', server.studio.stage)).toEqual({ workspace_role_id: 3, permissions: [] });
  });

  test('roles add up, and changes take effect at once', async () => {
    shows('1.3.instance-permissions.list', '1.7.instance-permissions.get');
    const { workspaceId, dev, accounts: ids, viewerRoleId } = server.studio;
    const { query } = server.app.deps.database;
    const roleId = await createRole(query, { workspaceId, name: 'Maker', allowed: ['READ', 'CREATE_ITEM', 'EXPORT'] });
    await grantRole(query, { workspaceId, instanceId: dev, accountId: ids.member, roleId });
    expect((await permissionsOf('member')).permissions).toEqual([1, 2, 6]);
    await query('delete from instance_members where role_id = $1', [viewerRoleId]);
    expect((await permissionsOf('member')).permissions).toEqual([1, 2, 6]);
    await query('delete from instance_members where role_id = $1', [roleId]);
    expect((await permissionsOf('member')).permissions).toEqual([]);
    await query('delete from workspace_members where account_id = $1', [ids.member]);
    expect(await statusOf(instances.getPermissions, inDev(), { as: 'member' })).toBe(404);
  });

  test('a role of another workspace grants nothing', async () => {
    shows('1.3.instance-permissions.list', '3.errors.status.404-other-workspace');
    const { dev, elsewhere, accounts: ids } = server.studio;
    const { query } = server.app.deps.database;
    await grantRole(query, { workspaceId: elsewhere.workspaceId, instanceId: dev, accountId: ids.member });
    expect((await permissionsOf('member')).permissions).toEqual([1]);
    await grantRole(query, { workspaceId: elsewhere.workspaceId, instanceId: dev, accountId: ids.stranger });
    expect(await statusOf(instances.getPermissions, inDev(), { as: 'stranger' })).toBe(404);
  });
});

describe('a call', () => {
  test('answers 403 without the permission and succeeds with it', async () => {
    shows('2.1.roles', '2.6.create-template.saves', '3.errors.status.403-permission');
    expect(await errorOf(templates.save, save(), { as: 'member' })).toBe('forbidden');
    expect(await errorOf(reports.list, inDev(), { as: 'member' })).toBe('forbidden');
    expect(await statusOf(templates.list, inDev(), { as: 'member' })).toBe(200);
    expect(await statusOf(templates.save, save(), { as: 'admin' })).toBe(200);
  });

  test('that creates content outside of Dev answers 403, even with the permission', async () => {
    shows('2.1.dev-only.items', '2.1.dev-only.templates', '3.outside-dev.import');
    for (const instanceId of [server.studio.stage, server.studio.prod]) {
      const elsewhere = { params: { instanceId }, body: save().body };
      expect(await errorOf(templates.save, elsewhere, { as: 'owner' })).toBe('environment');
      const thing = { params: { instanceId }, body: saveBody('image', [], {}) };
      expect(await errorOf(items.save, thing, { as: 'owner' })).toBe('environment');
      const many = { params: { instanceId }, body: { items: [thing.body] } };
      expect(await errorOf(items.saveMany, many, { as: 'owner' })).toBe('environment');
    }
  });

  test('is refused before its input is validated, so that a refusal reveals nothing', async () => {
    const broken = { ...inDev(), body: { nonsense: true } };
    expect(await errorOf(templates.save, broken, { as: 'member' })).toBe('forbidden');
    expect(await errorOf(templates.save, broken, { as: 'stranger' })).toBe('not_found');
    expect(await errorOf(templates.save, broken, { as: 'owner' })).toBe('invalid');
  });

  test('that only reads needs no anti-forgery header with cookies, even as a POST', async () => {
    const { cookies } = await server.signIn('owner');
    const headers = { cookie: `qm_auth=${cookies.get('qm_auth')}` };
    const list = { params: { instanceId: server.studio.dev, templateId: 'image' }, body: {} };
    expect(await statusOf(items.list, list, { headers })).toBe(200);
    expect(await errorOf(templates.save, save(), { headers })).toBe('forgery');
    expect(await statusOf(templates.save, save(), { headers: { ...headers, 'x-csrf-protection': '1' } })).toBe(200);
  });

  test('without access of its own needs the header too, unless it identifies its session itself', async () => {
    const { cookies } = await server.signIn('owner');
    for (const name of ['qm_auth', 'qm_refresh'] as const) {
      const headers = { cookie: `${name}=${cookies.get(name)}` };
      expect(await errorOf(accounts.logout, { body: {} }, { headers })).toBe('forgery');
      const authorization = server.bearer('owner');
      expect(await statusOf(accounts.logout, { body: {} }, { headers: { ...headers, authorization } })).toBe(204);
    }
  });

  test('answers 404 for an id that cannot be a row’s number', async () => {
    for (const instanceId of ['other', '0', '01', '1.5', '-1', '2147483648', '9999999999']) {
      expect([instanceId, await statusOf(templates.list, { params: { instanceId } }, { as: 'owner' })]).toEqual([
        instanceId,
        404,
      ]);
    }
  });
});

describe('a project that is being deleted', () => {
  test('is hidden from everybody: lists, access and the active instance', async () => {
    shows('1.3.project.delete-in-progress');
    const { dev, projectId, workspaceId } = server.studio;
    const second = await addProject(server, 'Second');
    await server.call(instances.activate, inDev(), { as: 'owner' });
    await server.call(instances.activate, { params: { instanceId: second.stage } }, { as: 'admin' });
    await server.app.deps.database.query("update projects set status = 'DeleteInProgress' where id = $1", [projectId]);
    expect(await statusOf(templates.list, inDev(), { as: 'owner' })).toBe(404);
    expect(await statusOf(instances.activate, { params: { instanceId: dev } }, { as: 'owner' })).toBe(404);
    expect(await server.call(accounts.getSettings, {}, { as: 'owner' })).toEqual({ active_instance_id: 0 });
    expect(await server.call(workspaces.list, {}, { as: 'owner' })).toMatchObject({
      workspaces: [{ id: workspaceId, name: 'Studio', projects: [{ id: second.id, status: 'Active' }] }],
    });
    expect(await server.call(accounts.getSettings, {}, { as: 'admin' })).toEqual({ active_instance_id: second.stage });
    const ofSecond = { params: { instanceId: second.dev } };
    expect(await statusOf(templates.list, ofSecond, { as: 'owner' })).toBe(200);
  });
});

describe('the list of workspaces', () => {
  const list = async (person: Person) => (await server.call(workspaces.list, {}, { as: person })).workspaces;

  test('shows owners and admins every project with its instances, Dev first', async () => {
    shows(
      '1.3.instance.env',
      '1.3.instance.id',
      '1.3.project.id',
      '1.3.project.instances',
      '1.3.project.name',
      '1.3.project.status',
      '1.3.workspace.id',
      '1.3.workspace.name',
      '1.3.workspace.projects',
      '1.7.workspaces.get',
      '2.3.instance.env',
      '2.3.instance.id',
      '3.plans.instances.teams',
    );
    const { workspaceId, projectId, dev, stage, prod } = server.studio;
    const all = [
      { id: dev, env: 'Dev' },
      { id: stage, env: 'Stage' },
      { id: prod, env: 'Prod' },
    ];
    const second = await addProject(server, 'A second one');
    const more = [
      { id: second.dev, env: 'Dev' },
      { id: second.stage, env: 'Stage' },
      { id: second.prod, env: 'Prod' },
    ];
    const shared = { status: 'Active', is_read_only: false };
    const studio = {
      id: workspaceId,
      name: 'Studio',
      projects: [
        { id: projectId, name: 'Studio game', ...shared, instances: all },
        { id: second.id, name: 'A second one', ...shared, instances: more },
      ],
    };
    expect(await list('owner')).toEqual([studio]);
    await server.app.deps.database.query('delete from instance_members', []);
    expect(await list('admin')).toEqual([studio]);
    // A member of another workspace sees no project of it without a role in it.
    const { elsewhere, accounts: ids } = server.studio;
    await server.app.deps.database.query('insert into workspace_members values ($1, $2, 3)', [
      elsewhere.workspaceId,
      ids.owner,
    ]);
    expect(await list('owner')).toEqual([studio, { id: elsewhere.workspaceId, name: 'Elsewhere', projects: [] }]);
  });

  test('shows members the instances in which they have a role', async () => {
    shows('1.3.project.instances', '1.3.workspace.projects', '1.7.workspaces.get');
    const second = await addProject(server, 'Second');
    await addProject(server, 'Third');
    const { workspaceId, viewerRoleId: roleId, accounts: ids } = server.studio;
    const held = { workspaceId, accountId: ids.member, roleId };
    await grantRole(server.app.deps.database.query, { ...held, instanceId: second.prod });
    const [workspace] = await list('member');
    expect(workspace?.projects[1]).toMatchObject({ id: second.id, instances: [{ id: second.prod, env: 'Prod' }] });
    expect(workspace?.projects).toHaveLength(2);
    expect(workspace?.projects.slice(0, 1)).toEqual([
      {
        id: server.studio.projectId,
        name: 'Studio game',
        status: 'Active',
        is_read_only: false,
        instances: [{ id: server.studio.dev, env: 'Dev' }],
      },
    ]);
    await server.app.deps.database.query('delete from instance_members', []);
    expect(await list('member')).toEqual([{ id: server.studio.workspaceId, name: 'Studio', projects: [] }]);
  });

  test('shows only Dev of a Free workspace', async () => {
    shows('1.9.free.instances', '3.plans.instances.free');
    const [workspace] = await list('free');
    expect(workspace?.projects[0]?.instances.map(({ env }) => env)).toEqual(['Dev']);
  });
});

test('a subscription shows its plan, payments and usage to every member of the workspace', async () => {
  shows(
    '1.3.subscription.members',
    '1.3.subscription.projects',
    '1.3.subscription.status',
    '1.3.subscription.used-members',
    '1.3.subscription.used-projects',
    '1.3.workspace.subscription',
    '1.4.subscription.status-active',
    '1.7.subscription.get',
  );
  const { workspaceId, elsewhere } = server.studio;
  await addProject(server, 'Second');
  const open = (of: number, email: string, days: number) =>
    server.app.deps.database.query(
      `insert into invitations (workspace_id, email, role_id, invited_by, link_id, sent_at, expires_at)
        values ($1, $2, 3, $3, gen_random_uuid(), now(), now() + make_interval(days => $4::int))`,
      [of, email, server.studio.accounts.owner, days],
    );
  await open(workspaceId, 'open@new.test', 1);
  await open(workspaceId, 'expired@new.test', -1);
  await open(elsewhere.workspaceId, 'open@new.test', 1);
  await setSubscription(server, { plan: 'teams', status: 'active', due: null, members: 5, projects: 4 });
  for (const person of ['owner', 'admin', 'member'] as const) {
    expect(await server.call(workspaces.getSubscription, { params: { workspaceId } }, { as: person })).toEqual({
      type: 'teams',
      status: 'active',
      members: 5,
      used_members: 4,
      projects: 4,
      used_projects: 2,
      next_billing_date_at: null,
      recurring_payment: 0,
      next_payment: 0,
      ends_as: null,
      is_short_of_seats: false,
    });
  }
});

describe('the active instance', () => {
  const active = async (person: Person) =>
    (await server.call(accounts.getSettings, {}, { as: person })).active_instance_id;

  test('is none at first, is stored, and is cleared by 0', async () => {
    shows(
      '1.3.account-settings.active-instance',
      '1.3.account-settings.none',
      '1.7.account-settings.get',
      '1.7.instance-activate.call',
      '1.7.instance-activate.clear',
    );
    expect(await active('owner')).toBe(0);
    await server.call(instances.activate, { params: { instanceId: server.studio.stage } }, { as: 'owner' });
    expect(await active('owner')).toBe(server.studio.stage);
    expect(await active('admin')).toBe(0);
    await server.call(instances.activate, inDev(), { as: 'admin' });
    await server.call(instances.activate, { params: { instanceId: 0 } }, { as: 'owner' });
    expect(await active('owner')).toBe(0);
    expect(await active('admin')).toBe(server.studio.dev);
  });

  test('must be in one of the user’s own workspaces', async () => {
    shows('1.7.instance-activate.call');
    const foreign = { params: { instanceId: server.studio.elsewhere.dev } };
    expect(await statusOf(instances.activate, foreign, { as: 'owner' })).toBe(404);
    expect(await active('owner')).toBe(0);
  });

  test('is none again for a user removed from the workspace', async () => {
    shows('1.3.account-settings.none', '1.7.account-settings.get');
    await server.call(instances.activate, inDev(), { as: 'member' });
    const { member } = server.studio.accounts;
    await server.app.deps.database.query('delete from workspace_members where account_id = $1', [member]);
    expect(await active('member')).toBe(0);
  });
});
