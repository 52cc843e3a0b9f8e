import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { lockSubscription } from '../../server/modules/workspaces/repository.ts';
import { shows } from '../specification/shows.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const query = (text: string, values: unknown[]) => server.app.deps.database.query(text, values);
const setPlan = (workspaceId: number, plan: string, status = 'active') =>
  query('update subscriptions set plan = $2, status = $3 where workspace_id = $1', [workspaceId, plan, status]);
const create = (as: Person, name = 'New studio') => server.send(workspaces.create, { body: { name } }, { as });
const listed = async (as: Person) => (await server.call(workspaces.list, {}, { as })).workspaces;
const errorOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as { error?: string }).error];
const fieldsOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { fields?: object }).fields,
];

test('a workspace without a subscription can also be locked', async () => {
  const { workspaceId } = server.studio;
  await query('delete from subscriptions where workspace_id = $1', [workspaceId]);
  await server.app.deps.database.transaction(async (run) => {
    expect(await lockSubscription(run, workspaceId)).toMatchObject({ plan: 'free', members: 0 });
    const [row] = await run<{ is_locked: boolean }>(
      'select xmax::text = pg_current_xact_id()::xid::text as is_locked from workspaces where id = $1',
      [workspaceId],
    );
    expect(row).toEqual({ is_locked: true });
  });
});

describe('a new workspace', () => {
  const subscriptionOf = (workspaceId: number, as: Person) =>
    server.call(workspaces.getSubscription, { params: { workspaceId } }, { as });

  test('has its creator as owner, no project, and a Teams trial of 14 days', async () => {
    shows(
      '1.3.workspace-creation.shape',
      '1.7.workspace.create',
      '3.settled.new-workspace.trial',
      '3.settled.new-workspace.trial-length',
    );
    const { id } = await server.call(workspaces.create, { body: { name: '  First  ' } }, { as: 'member' });
    expect((await listed('member')).at(-1)).toEqual({ id, name: 'First', projects: [] });
    const { workspaces: roles } = await server.call(accounts.listRoles, {}, { as: 'member' });
    expect(roles).toContainEqual({ id, workspace_role_id: 1 });
    const subscription = await subscriptionOf(id, 'member');
    expect(subscription).toMatchObject({ type: 'teams', status: 'trial', used_members: 1, used_projects: 0 });
    const daysLeft = (Date.parse(subscription.next_billing_date_at ?? '') - server.clock.now().getTime()) / 86_400_000;
    expect(daysLeft).toBeGreaterThan(13.99);
    expect(daysLeft).toBeLessThanOrEqual(14);
  });

  test('starts on Free if it is not the first, even during a trial', async () => {
    shows('3.settled.new-workspace.further');
    const { id } = await server.call(workspaces.create, { body: { name: 'First' } }, { as: 'member' });
    expect(await subscriptionOf(id, 'member')).toMatchObject({ type: 'teams', status: 'trial' });
    const further = await server.call(workspaces.create, { body: { name: 'Second' } }, { as: 'member' });
    expect(await subscriptionOf(further.id, 'member')).toMatchObject({
      type: 'free',
      status: 'active',
      next_billing_date_at: null,
    });
  });

  test('has only one trial, however many are created concurrently', async () => {
    shows('3.settled.new-workspace.further');
    const made = await Promise.all(['One', 'Two', 'Three'].map((name) => create('member', name)));
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200]);
    const rows = await query(
      `select s.plan, s.status from workspace_members m join subscriptions s using (workspace_id)
        where m.account_id = $1 and m.role_id = 1 order by s.plan desc`,
      [server.studio.accounts.member],
    );
    const free = { plan: 'free', status: 'active' };
    expect(rows).toEqual([{ plan: 'teams', status: 'trial' }, free, free]);
  });

  test('can be created by anyone who owns none, whatever their roles in others', async () => {
    shows('1.7.workspace.create', '3.plans.create-more.free');
    expect((await create('member')).status).toBe(200);
    expect((await listed('member')).map(({ name }) => name)).toEqual(['Studio', 'New studio']);
  });

  test.each(['starter', 'teams'])('can be created by an owner of one on %s', async (plan) => {
    shows('3.plans.create-more.starter', '3.plans.create-more.teams');
    await setPlan(server.studio.workspaceId, plan);
    expect((await create('owner')).status).toBe(200);
    // The second one is on Free; a paid plan in either one is enough.
    expect((await create('owner', 'Another')).status).toBe(200);
    expect((await listed('owner')).map(({ name }) => name)).toEqual(['Studio', 'New studio', 'Another']);
  });

  test('cannot be created by an owner of one on Free or a canceled plan', async () => {
    shows('3.plans.create-more.free');
    expect(errorOf(await create('free'))).toEqual([402, 'plan']);
    await setPlan(server.studio.workspaceId, 'teams', 'canceled');
    expect(errorOf(await create('owner'))).toEqual([402, 'plan']);
    expect(await listed('owner')).toHaveLength(1);
    await setPlan(server.studio.workspaceId, 'teams', 'cancel_requested');
    expect((await create('owner')).status).toBe(200);
  });

  test('needs a name of at most 64 characters', async () => {
    shows('3.settled.workspace-name.server');
    const required = { name: 'Workspace name is a required field' };
    expect(fieldsOf(await create('owner', '   '))).toEqual([422, required]);
    expect(fieldsOf(await create('owner', ''))).toEqual([422, required]);
    expect(fieldsOf(await create('owner', 'x'.repeat(65)))).toEqual([422, { name: 'Maximum 64 characters allowed' }]);
    expect((await create('owner', 'x'.repeat(64))).status).toBe(200);
  });
});

describe('renaming a workspace', () => {
  const rename = (as: Person, name: string) =>
    server.send(workspaces.rename, { params: { workspaceId: server.studio.workspaceId }, body: { name } }, { as });
  const nameNow = async () => (await listed('owner'))[0]?.name;

  test.each<Person>(['owner', 'admin'])('is allowed for the %s', async (person) => {
    shows('1.7.workspace.rename');
    expect((await rename(person, ' Renamed ')).body).toEqual({ ok: true });
    expect(await nameNow()).toBe('Renamed');
    expect((await listed('stranger'))[0]?.name).toBe('Elsewhere');
  });

  test('is forbidden for members, and answers 404 to strangers', async () => {
    expect(errorOf(await rename('member', 'Mine'))).toEqual([403, 'forbidden']);
    expect(errorOf(await rename('stranger', 'Mine'))).toEqual([404, 'not_found']);
    expect(await nameNow()).toBe('Studio');
  });

  test('is validated by the rule', async () => {
    shows('3.settled.workspace-name.server');
    expect(fieldsOf(await rename('owner', ' '))).toEqual([422, { name: 'Workspace name is a required field' }]);
    expect(fieldsOf(await rename('owner', 'x'.repeat(65)))).toEqual([422, { name: 'Maximum 64 characters allowed' }]);
    expect((await rename('owner', 'x'.repeat(64))).status).toBe(200);
  });

  test('is forbidden with a canceled subscription', async () => {
    await setPlan(server.studio.workspaceId, 'teams', 'canceled');
    expect(errorOf(await rename('owner', 'Renamed'))).toEqual([402, 'canceled']);
    expect(await nameNow()).toBe('Studio');
  });
});
