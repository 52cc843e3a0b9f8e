import { isSafe } from '@quartermaster/contract/access.ts';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { api } from '@quartermaster/contract/endpoints/api.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { addProject } from '../../server/modules/projects/service.ts';
import { addMember } from '../../server/modules/workspaces/service.ts';
import { shows } from '../specification/shows.ts';
import { field, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';
import { sampleInput } from '../support/server-shapes.ts';
import { unitWithQuery } from '../support/unit.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const query = <R>(text: string, values: unknown[]) => server.app.deps.database.query<R>(text, values);
const setPlan = (workspaceId: number, plan: string, status = 'active', paid = 0) =>
  query('update subscriptions set plan = $2, status = $3, projects = $4 where workspace_id = $1', [
    workspaceId,
    plan,
    status,
    paid,
  ]);
const create = (as: Person, workspaceId = server.studio.workspaceId, project_name = 'New game') =>
  server.send(projects.create, { body: { project_name, workspace_id: workspaceId } }, { as });
const listed = async (as: Person) =>
  (await server.call(workspaces.list, {}, { as })).workspaces.flatMap(({ projects: list }) => list);
const activeOf = async (as: Person) => (await server.call(accounts.getSettings, {}, { as })).active_instance_id;
const answerOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { error?: string } | undefined)?.error,
];
const fieldsOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { fields?: object }).fields,
];

describe('a new project', () => {
  test('locks no workspace for a member who cannot create a project there', async () => {
    const statements: (string | undefined)[] = [];
    const unit = unitWithQuery(server.app.deps.unit, (query) => (text, values, name) => {
      statements.push(name);
      return query(text, values, name);
    });
    const { accounts: ids, workspaceId } = server.studio;
    const createAs = (accountId: number) =>
      addProject(
        { unit, clock: server.clock },
        {
          actor: { kind: 'account', accountId },
          accountId,
          issuedAt: Math.floor(server.clock.now().getTime() / 1000),
          signIn: '',
          via: '',
        },
        { workspaceId, name: 'New game' },
      );
    await expect(createAs(ids.stranger)).rejects.toMatchObject({ name: 'not_found' });
    await expect(createAs(ids.member)).rejects.toMatchObject({ name: 'forbidden' });
    expect(statements).not.toContain('subscription-lock');
    await createAs(ids.owner);
    expect(statements).toContain('subscription-lock');
  });

  test('has the plan’s instances, each with the reserved template, and is returned as listed', async () => {
    shows(
      '1.3.project-creation.shape',
      '1.7.project.create',
      '3.calls.image-template.from-start',
      '3.settled.instances.teams',
    );
    const project = await server.call(
      projects.create,
      { body: { project_name: '  New game ', workspace_id: server.studio.workspaceId } },
      { as: 'admin' },
    );
    expect(project).toMatchObject({ name: 'New game', status: 'Active' });
    expect(project.instances.map(({ env }) => env)).toEqual(['Dev', 'Stage', 'Prod']);
    expect((await listed('owner')).at(-1)).toEqual(project);
    for (const { id: instanceId } of project.instances) {
      const { templates: list } = await server.call(templates.list, { params: { instanceId } }, { as: 'owner' });
      expect(list.map(({ id }) => id)).toEqual([imageTemplate.id]);
    }
  });

  test('gives its creator every permission in each instance', async () => {
    shows('1.7.project.create');
    const { body } = await create('admin');
    for (const { id: instanceId } of (body as { instances: { id: number }[] }).instances) {
      const { permissions } = await server.call(instances.getPermissions, { params: { instanceId } }, { as: 'admin' });
      expect(permissions).toEqual([1, 2, 3, 4, 5, 6, 7]);
      expect(await query('select account_id from instance_members where instance_id = $1', [instanceId])).toEqual([
        { account_id: server.studio.accounts.admin },
      ]);
    }
  });

  test('activates its first instance for a creator without an active one', async () => {
    const { body } = await create('owner');
    const [dev] = (body as { instances: { id: number }[] }).instances;
    expect(await activeOf('owner')).toBe(dev?.id);
    await create('owner');
    expect(await activeOf('owner')).toBe(dev?.id);
    expect(await activeOf('admin')).toBe(0);
  });

  test('cannot be created by members, and is 404 for strangers', async () => {
    expect(answerOf(await create('member'))).toEqual([403, 'forbidden']);
    expect(answerOf(await create('stranger'))).toEqual([404, 'not_found']);
    expect(answerOf(await create('owner', 2_000_000_000))).toEqual([404, 'not_found']);
    expect(await listed('owner')).toHaveLength(1);
  });

  test('needs a name of at most 32 characters', async () => {
    shows('1.9.name.project');
    const place = server.studio.workspaceId;
    const required = { project_name: 'Project name is a required field' };
    expect(fieldsOf(await create('owner', place, '  '))).toEqual([422, required]);
    expect(fieldsOf(await create('owner', place, 'x'.repeat(33)))).toEqual([
      422,
      { project_name: 'Maximum 32 characters allowed' },
    ]);
    expect((await create('owner', place, 'x'.repeat(32))).status).toBe(200);
  });
});

describe('the number of projects in a workspace', () => {
  test('is one on Free', async () => {
    shows(
      '1.9.free.one-project',
      '2.9.free.projects',
      '3.plans.create-more.free',
      '3.plans.projects.free',
      '3.settled.instances.free',
    );
    const { workspaceId, projectId } = server.studio.free;
    expect(answerOf(await create('free', workspaceId))).toEqual([402, 'plan']);
    await query('delete from projects where id = $1', [projectId]);
    const { status, body } = await create('free', workspaceId);
    expect(status).toBe(200);
    expect((body as { instances: { env: string }[] }).instances.map(({ env }) => env)).toEqual(['Dev']);
    expect(answerOf(await create('free', workspaceId))).toEqual([402, 'plan']);
  });

  test('is one on Free, even if more were paid for before', async () => {
    shows('1.9.free.one-project', '3.plans.create-more.free', '3.plans.projects.free', '2.9.free.projects');
    await setPlan(server.studio.free.workspaceId, 'free', 'active', 5);
    expect(answerOf(await create('free', server.studio.free.workspaceId))).toEqual([402, 'plan']);
  });

  test.each(['starter', 'teams'])('is three on %s, plus those paid for', async (plan) => {
    shows(
      '1.9.teams.projects',
      '3.plans.create-more.starter',
      '3.plans.create-more.teams',
      '3.plans.projects.starter',
      '3.plans.projects.teams',
    );
    const { workspaceId } = server.studio;
    await setPlan(workspaceId, plan);
    expect((await create('owner')).status).toBe(200);
    expect((await create('owner')).status).toBe(200);
    const refused = await create('owner');
    expect(answerOf(refused)).toEqual([402, 'plan']);
    expect((refused.body as { message: string }).message).toContain('3 projects');
    await setPlan(workspaceId, plan, 'active', 4);
    expect((await create('owner')).status).toBe(200);
    expect(answerOf(await create('owner'))).toEqual([402, 'plan']);
  });

  test('is not exceeded by concurrent calls', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => create('owner')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(await listed('owner')).toHaveLength(3);
  });

  test('is zero once the subscription is canceled', async () => {
    await setPlan(server.studio.workspaceId, 'teams', 'canceled');
    expect(answerOf(await create('owner'))).toEqual([402, 'canceled']);
  });
});

describe('renaming a project', () => {
  const rename = (as: Person, name: string, projectId = server.studio.projectId) =>
    server.send(projects.rename, { params: { projectId }, body: { name } }, { as });

  test.each<Person>(['owner', 'admin'])('is allowed for the %s', async (person) => {
    shows('1.7.project.rename');
    await create('owner');
    expect((await rename(person, ' Renamed ')).body).toEqual({ ok: true });
    expect((await listed('owner')).map(({ name }) => name)).toEqual(['Renamed', 'New game']);
    expect((await listed('stranger')).map(({ name }) => name)).toEqual(['Elsewhere game']);
  });

  test('is refused for members, and is 404 for strangers', async () => {
    expect(answerOf(await rename('member', 'Mine'))).toEqual([403, 'forbidden']);
    expect(answerOf(await rename('stranger', 'Mine'))).toEqual([404, 'not_found']);
    expect((await listed('owner'))[0]?.name).toBe('Studio game');
  });

  test('validates the name', async () => {
    shows('1.9.name.project');
    expect(fieldsOf(await rename('owner', ' '))).toEqual([422, { name: 'Project name is a required field' }]);
    expect(fieldsOf(await rename('owner', 'x'.repeat(33)))).toEqual([422, { name: 'Maximum 32 characters allowed' }]);
    expect((await rename('owner', 'x'.repeat(32))).status).toBe(200);
  });
});

describe('read-only content', () => {
  const things = [field('price', 'integer')];
  const stored = async () => {
    await saveTemplate(server, 'thing', things);
    return saveOne(server, saveBody('thing', things, { price: 1 }));
  };
  const list = (instanceId: number) =>
    server.send(items.list, { params: { instanceId, templateId: 'thing' }, body: { filters: [] } }, { as: 'owner' });

  test('in a canceled subscription stays, and cannot be changed', async () => {
    shows('1.6.canceled.delete-project', '1.6.canceled.view');
    await stored();
    const { workspaceId, projectId, dev: instanceId } = server.studio;
    await setPlan(workspaceId, 'teams', 'canceled');
    expect((await list(instanceId)).body).toMatchObject({ items: [{ values: { price: 1 } }] });
    const as = { as: 'owner' as const };
    const changes = [
      server.send(items.save, { params: { instanceId }, body: saveBody('thing', things, { price: 2 }) }, as),
      server.send(templates.delete, { params: { instanceId, templateId: 'thing' } }, as),
      server.send(reports.start, { params: { instanceId }, body: {} }, as),
      server.send(instances.regenerateToken, { params: { instanceId }, body: {} }, as),
      server.send(projects.rename, { params: { projectId }, body: { name: 'Renamed' } }, as),
    ];
    for (const change of changes) expect(answerOf(await change)).toEqual([402, 'canceled']);
    expect((await server.send(instances.activate, { params: { instanceId }, body: {} }, as)).status).toBe(200);
    expect((await server.send(workspaces.getSubscription, { params: { workspaceId } }, as)).status).toBe(200);
    expect((await server.send(projects.delete, { params: { projectId } }, as)).status).toBe(200);
  });

  test('in a canceled workspace rejects every change, except deleting a project or a member, revoking a token, choosing a plan, and opening itself to passwords', async () => {
    shows('1.6.canceled.nothing-else');
    const { workspaceId, projectId, dev: instanceId } = server.studio;
    await setPlan(workspaceId, 'teams', 'canceled');
    const within = api.filter(({ endpoint: { access } }) => /^(workspace|project|instance)$/.test(access.scope));
    const changing = within.filter(({ endpoint }) => !isSafe(endpoint));
    expect(changing.length).toBeGreaterThan(8);
    // An overdue subscription that counts as canceled can still be canceled; for a canceled one billing refuses it
    // (409).
    const left = [
      'projects.delete',
      'members.remove',
      'projectMembers.remove',
      'projectTokens.revoke',
      'billing.switchToFree',
      'billing.cancel',
      'companySignIn.remove',
      'companySignIn.setOnly',
      'companySignIn.removeDomain',
      'scim.revokeToken',
      'requiredFactor.set',
    ];
    for (const entry of changing.filter(({ name }) => !left.includes(name))) {
      const input = sampleInput(entry, { workspaceId, projectId, instanceId });
      const answer = answerOf(await server.send(entry.endpoint, input, { as: 'owner' }));
      expect([entry.name, ...answer]).toEqual([entry.name, 402, 'canceled']);
    }
    for (const entry of within.filter(({ endpoint }) => isSafe(endpoint))) {
      const input = sampleInput(entry, { workspaceId, projectId, instanceId });
      const [status] = answerOf(await server.send(entry.endpoint, input, { as: 'owner' }));
      expect([entry.name, status === 402]).toEqual([entry.name, false]);
    }
  });

  test('includes all but the oldest projects of a workspace above its project limit', async () => {
    shows('3.settled.beyond.projects');
    const { workspaceId, projectId, accounts: ids, elsewhere } = server.studio;
    await setPlan(workspaceId, 'teams', 'active', 5);
    // The only project of another workspace is older than these, and within its own plan.
    await setPlan(elsewhere.workspaceId, 'free');
    await server.app.deps.database.transaction((query) =>
      addMember(query, {
        workspaceId: elsewhere.workspaceId,
        accountId: ids.owner,
        role: 'admin',
        now: server.clock.now(),
      }),
    );
    for (let more = 0; more < 4; more++) expect((await create('owner')).status).toBe(200);
    const changed = async () => {
      const all = await listed('owner');
      const rename = ({ id, name }: { id: number; name: string }) =>
        server.send(projects.rename, { params: { projectId: id }, body: { name } }, { as: 'owner' });
      const answers = await Promise.all(all.map(async (project) => (await rename(project)).status));
      expect(all.map(({ is_read_only }) => is_read_only)).toEqual(answers.map((status) => status === 402));
      expect(answers.pop()).toBe(200);
      return answers;
    };
    expect(await changed()).toEqual([200, 200, 200, 200, 200]);
    await setPlan(workspaceId, 'starter', 'active', 4);
    expect(await changed()).toEqual([200, 200, 200, 200, 402]);
    await setPlan(workspaceId, 'teams', 'active', 0);
    expect(await changed()).toEqual([200, 200, 200, 402, 402]);
    await setPlan(workspaceId, 'free', 'active', 5);
    expect(await changed()).toEqual([200, 402, 402, 402, 402]);
    await server.call(projects.delete, { params: { projectId } }, { as: 'owner' });
    expect(await changed()).toEqual([200, 402, 402, 402]);
  });

  test('includes the instances besides Dev after a downgrade to Free, until an upgrade', async () => {
    shows('3.settled.beyond.instances', '3.settled.instances.downgrade-read-only');
    await stored();
    const { workspaceId, dev, stage, prod } = server.studio;
    const as = { as: 'owner' as const };
    const start = (instanceId: number) => server.send(reports.start, { params: { instanceId }, body: {} }, as);
    await setPlan(workspaceId, 'free');
    for (const instanceId of [stage, prod]) {
      expect((await server.send(templates.list, { params: { instanceId } }, as)).status).toBe(200);
      expect((await server.send(reports.list, { params: { instanceId }, query: {} }, as)).status).toBe(200);
      expect(answerOf(await start(instanceId))).toEqual([402, 'plan']);
      expect(answerOf(await server.send(instances.regenerateToken, { params: { instanceId }, body: {} }, as))).toEqual([
        402,
        'plan',
      ]);
      const thing = { id: 1, version: 1, label: 'Changed' };
      const save = { params: { instanceId }, body: saveBody('thing', things, { price: 2 }, thing) };
      expect(answerOf(await server.send(items.save, save, as))).toEqual([402, 'plan']);
    }
    const saved = await server.send(
      items.save,
      { params: { instanceId: dev }, body: saveBody('thing', things, {}) },
      as,
    );
    expect(saved.status).toBe(200);
    expect((await start(dev)).status).toBe(200);
    await setPlan(workspaceId, 'starter');
    expect((await start(stage)).status).toBe(200);
  });
});
