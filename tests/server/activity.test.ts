import { text } from 'node:stream/consumers';
import { activity } from '@quartermaster/contract/endpoints/activity.ts';
import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { members } from '@quartermaster/contract/endpoints/people/members.ts';
import { projectMembers } from '@quartermaster/contract/endpoints/people/project-members.ts';
import { roles } from '@quartermaster/contract/endpoints/people/roles.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { insertActivity } from '../../server/core/events/activity-repository.ts';
import { openCsv } from '../../server/modules/activity/export-service.ts';
import { removeDueProjects } from '../../server/modules/projects/remove-projects.ts';
import { runExport } from '../../server/modules/reports/run-export.ts';
import { shows } from '../specification/shows.ts';
import { addProject } from '../support/members.ts';
import { field, inOrder, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';
import { syncOf } from '../support/sync.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const as = { as: 'owner' } as const;
const signal = new AbortController().signal;
const query = <R>(text: string, values: unknown[] = []) => server.app.deps.database.query<R>(text, values);
type Query = Input<typeof activity.list>['query'];
const page = (wanted: Query = {}, person: Person = 'owner', projectId = server.studio.projectId) =>
  server.call(activity.list, { params: { projectId }, query: wanted }, { as: person });
const list = async (...wanted: Parameters<typeof page>) => (await page(...wanted)).entries;
const csv = async (wanted: Query = {}, person: Person = 'owner') => {
  const params = { projectId: server.studio.projectId };
  return String((await server.send(activity.export, { params, query: wanted }, { as: person })).body);
};
const inDev = () => ({ params: { instanceId: server.studio.dev } });

const fields = inOrder([field('title', 'text'), field('cost', 'integer')]);
const create = (label: string, cost = 1) => saveBody('sword', fields, { cost }, { label });
const owner = () => ({ id: server.studio.accounts.owner, name: 'owner' });
const dev = () => ({ id: server.studio.dev, env: 'Dev' });
/** An entry of the owner in Dev. */
const entry = (kind: string, more: object = {}) => ({
  id: expect.any(Number),
  at: expect.any(String),
  kind,
  by: owner(),
  origin: 'form',
  instance: dev(),
  ...more,
});
const sword = (more: object = {}) => ({ template: { id: 'sword', name: 'The sword', exists: true, ...more } });

describe('an entry', () => {
  test('is there for each save, with the names of now, or the last ones of what was deleted', async () => {
    shows('4.activity.entries', '4.activity.at-once');
    await saveTemplate(server, 'sword', fields);
    const one = await saveOne(server, create('Excalibur'));
    const many = await saveAll(server, [create('A'), create('B')]);
    expect(await list({ limit: 3 })).toEqual([
      entry('items', { action: 'create', count: 2, ...sword() }),
      entry('items', { action: 'create', count: 1, item: { id: one.id, name: 'Excalibur', exists: true }, ...sword() }),
      entry('template', { action: 'create', ...sword() }),
    ]);
    const change = { id: one.id, version: one.version, before: { cost: 1 }, label: 'Clarent' };
    await saveOne(server, saveBody('sword', fields, { cost: 2 }, change));
    await saveTemplate(server, 'sword', fields, { version: 1, label: 'Swords' });
    const renamed = sword({ name: 'Swords' });
    const quoted = (label: string, before: string, after: string) => ({ label, before, after, rows: null });
    const difference = { fields: 2, first: [quoted('Label', 'Excalibur', 'Clarent'), quoted('The cost', '1', '2')] };
    expect((await list()).slice(0, 2)).toEqual([
      entry('template', { action: 'update', ...renamed }),
      entry('items', {
        ...{ action: 'update', count: 1, ...renamed },
        item: { id: one.id, name: 'Clarent', exists: true, difference },
      }),
    ]);
    await server.call(items.delete, { params: { ...inDev().params, templateId: 'sword', id: one.id } }, as);
    const gone = { item: { id: one.id, name: 'Clarent', exists: false } };
    expect((await list())[0]).toEqual(entry('items', { action: 'delete', count: 1, ...gone, ...renamed }));
    await server.call(templates.delete, { params: { ...inDev().params, templateId: 'sword' } }, as);
    const [deleted, ...before] = await list();
    const former = sword({ name: 'Swords', exists: false });
    expect(deleted).toEqual(entry('template', { action: 'delete', ...former }));
    expect(before).toMatchObject([
      { ...gone, ...former },
      { kind: 'template', ...former },
      { ...gone, ...former },
      { count: many.length, ...former },
      { ...gone, ...former },
      { kind: 'template', action: 'create', ...former },
    ]);
  });

  test('is there for a save of the menu, and for a completed export', async () => {
    const added = { id: 'group', parent_id: 'root', label: 'Group', template_id: '', order: 0, status: 1 as const };
    await server.call(menu.save, { ...inDev(), body: { menu: [added] } }, as);
    const [report] = await query<{ id: number }>(
      "insert into reports (instance_id, account_id, path, created_at) values ($1, $2, 'path', now()) returning id",
      [server.studio.dev, server.studio.accounts.owner],
    );
    const id = report?.id ?? 0;
    await runExport(server.app.deps, { report_id: id }, signal);
    expect(await list()).toEqual([entry('export', { report_id: id }), entry('menu')]);
  });

  test('of a change set is one, of the instance that it has changed', async () => {
    shows('4.activity.change-set');
    await saveTemplate(server, 'sword', fields);
    await saveTemplate(server, 'axe', fields);
    await saveAll(server, [create('A'), create('B'), saveBody('axe', fields, {})]);
    const { id: synced } = await syncOf(server, server.studio.dev).all();
    const counts = { added: 3, updated: 0, removed: 0, templates: 2, menu: true };
    const stage = { id: server.studio.stage, env: 'Stage' };
    expect((await list())[0]).toEqual(
      entry('change-set', {
        origin: 'sync',
        instance: stage,
        change_set: { id: synced, origin: 'sync', source: dev(), counts, undoes: null, undone_by: null },
      }),
    );
    const { id: undo } = await syncOf(server, server.studio.dev).undo(synced ?? 0);
    const [undone, applied] = await list();
    expect(undone).toMatchObject({ origin: 'undo', instance: stage, change_set: { id: undo, undoes: synced } });
    expect(applied).toMatchObject({ change_set: { id: synced, undone_by: undo } });
    const ofEither = async (template: string) => (await list({ template, env: 'Stage' })).map(({ kind }) => kind);
    expect(await ofEither('sword')).toEqual(['change-set', 'change-set']);
    expect(await ofEither('axe')).toEqual(['change-set', 'change-set']);
    expect(await ofEither('shield')).toEqual([]);
  });

  test('of a change set of one template has its name', async () => {
    await saveTemplate(server, 'sword', fields);
    await saveAll(server, [create('A'), create('B')]);
    const counted = { template_id: 'sword', filters: [], count: 2 };
    const action = { operations: [{ field_id: 'cost', op: 'set' as const, value: 7 }] };
    const body = { selection: counted, action };
    const { fingerprint } = await server.call(bulkEdits.check, { ...inDev(), body }, as);
    const { id } = await server.call(bulkEdits.apply, { ...inDev(), body: { ...body, fingerprint } }, as);
    const set = { ...inDev().params, changeSetId: id ?? 0 };
    expect((await list())[0]).toEqual(
      entry('change-set', {
        origin: 'bulk-edit',
        ...sword(),
        change_set: {
          id,
          origin: 'bulk-edit',
          source: null,
          counts: { added: 0, updated: 2, removed: 0, templates: 0, menu: false },
          undoes: null,
          undone_by: null,
        },
      }),
    );
    await server.call(changeSets.undo, { params: set, body: {} }, as);
    const [undone] = await list({ origin: 'undo' });
    expect(undone).toMatchObject({ kind: 'change-set', ...sword(), change_set: { undoes: id } });
  });

  test('of a template that was created again has its items and those of the former one', async () => {
    await saveTemplate(server, 'sword', fields);
    const former = await saveOne(server, create('Former'));
    await list();
    await server.call(templates.delete, { params: { ...inDev().params, templateId: 'sword' } }, as);
    await saveTemplate(server, 'sword', fields);
    const latter = await saveOne(server, create('Latter'));
    expect(await list({ kind: 'items' })).toMatchObject([
      { item: { id: latter.id, name: 'Latter', exists: true } },
      { item: { id: former.id, name: 'Former', exists: false }, template: { exists: true } },
    ]);
  });
});

describe('changes of members', () => {
  const give = (status: 1 | 2, person: Person = 'owner') => {
    const { projectId, accounts, stage, viewerRoleId } = server.studio;
    const body = { roles: [{ instance_id: stage, role_id: viewerRoleId, status }] };
    const params = { projectId, memberId: accounts.member };
    return server.call(projectMembers.setRoles, { params, body }, { as: person });
  };

  test('are entries of the projects in which they change what a member may do, and of no others', async () => {
    shows('4.activity.members');
    const { workspaceId, accounts, viewerRoleId } = server.studio;
    const other = await addProject(server, 'Other');
    await addProject(server, 'Third');
    await query('insert into instance_members (instance_id, account_id, role_id) values ($1, $2, $3)', [
      other.dev,
      accounts.member,
      viewerRoleId,
    ]);
    await give(1);
    const inWorkspace = { params: { workspaceId } };
    await server.call(members.setRole, { ...inWorkspace, body: { member_id: accounts.member, role_id: 2 } }, as);
    await server.call(
      roles.save,
      {
        ...inWorkspace,
        body: {
          role_id: viewerRoleId,
          workspace_id: workspaceId,
          name: 'Viewer',
          permissions: [{ permission_id: 2, status: 1 }],
        },
      },
      as,
    );
    await server.call(members.remove, { ...inWorkspace, body: { member_id: accounts.member } }, as);
    const subject = { id: accounts.member, name: 'member', email: 'member@studio.test' };
    const role = (project_name: string, env: string, status: number) => ({
      project_name,
      env,
      role_name: 'Viewer',
      status,
    });
    const members_entry = (action: string, details: object) => ({
      ...entry('members', { origin: null, instance: null }),
      members: { action, subject, details },
    });
    const edited = { role_name: 'Viewer', permissions_given: [2], permissions_taken: [] };
    expect(await list()).toEqual([
      members_entry('removed', {
        workspace_role_id: 2,
        role_changes: [role('Studio game', 'Dev', 2), role('Studio game', 'Stage', 2)],
      }),
      members_entry('project_roles_changed', edited),
      members_entry('project_roles_changed', { role_changes: [role('Studio game', 'Stage', 1)] }),
    ]);
    expect(await list({}, 'owner', other.id)).toEqual([
      members_entry('removed', { workspace_role_id: 2, role_changes: [role('Other', 'Dev', 2)] }),
      members_entry('project_roles_changed', edited),
    ]);
  });

  test('are shown to readers of the access log only: as entries, people and lines', async () => {
    shows('4.activity.access');
    await saveTemplate(server, 'sword', fields);
    await give(1, 'admin');
    const see = async (person: Person) => {
      const params = { projectId: server.studio.projectId };
      const { people } = await server.call(activity.listPeople, { params, query: {} }, { as: person });
      const lines = (await csv({}, person)).trim().split('\r\n').slice(1);
      return [(await list({}, person)).map(({ kind }) => kind), people.map(({ name }) => name), lines.length];
    };
    for (const person of ['owner', 'admin'] as const)
      expect(await see(person)).toEqual([['members', 'template'], ['admin', 'owner'], 2]);
    expect(await see('member')).toEqual([['template'], ['owner'], 1]);
    expect(await list({ kind: 'members' }, 'member')).toEqual([]);
    expect(await list({ person: server.studio.accounts.admin }, 'member')).toEqual([]);
    expect(await list({ kind: 'members' }, 'admin')).toHaveLength(1);
  });
});

describe('what a caller may not read', () => {
  test('shows in no entry, person or line', async () => {
    shows('4.activity.access');
    await saveTemplate(server, 'sword', fields);
    await saveOne(server, create('In Dev'));
    await syncOf(server, server.studio.dev).all();
    const see = async (wanted: Query, person: Person) => [
      (await list(wanted, person)).map(({ instance }) => instance?.env),
      (await csv(wanted, person)).trim().split('\r\n').length - 1,
    ];
    expect(await see({}, 'owner')).toEqual([['Stage', 'Dev', 'Dev'], 3]);
    expect(await see({}, 'member')).toEqual([['Dev', 'Dev'], 2]);
    expect(await see({ env: 'Stage' }, 'owner')).toEqual([['Stage'], 1]);
    expect(await see({ env: 'Stage' }, 'member')).toEqual([[], 0]);
    expect(await see({ origin: 'sync' }, 'member')).toEqual([[], 0]);
    // An admin without roles in the project sees changes of members alone.
    await query('delete from instance_members where account_id = $1', [server.studio.accounts.admin]);
    expect(await see({}, 'admin')).toEqual([[], 0]);
  });

  test('is refused as a whole to members who may read no instance, and to everybody outside', async () => {
    shows('4.activity.access');
    const params = { projectId: server.studio.projectId };
    const statuses = async (person: Person) => {
      const calls = [activity.list, activity.listPeople, activity.export];
      const answers = calls.map((call) => server.send(call, { params, query: {} }, { as: person }));
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    expect(await statuses('member')).toEqual([200, 200, 200]);
    const roleOf = (permission: number) =>
      query('update roles set permission_ids = array[$2::smallint] where id = $1', [
        server.studio.viewerRoleId,
        permission,
      ]);
    await roleOf(2);
    expect(await statuses('member')).toEqual([403, 403, 403]);
    await roleOf(1);
    expect(await statuses('member')).toEqual([200, 200, 200]);
    expect(await statuses('stranger')).toEqual([404, 404, 404]);
    expect(await statuses('owner')).toEqual([200, 200, 200]);
  });

  test('includes other projects', async () => {
    const other = await addProject(server, 'Other');
    await saveTemplate(server, 'sword', fields);
    expect(await list({}, 'owner', other.id)).toEqual([]);
    await saveTemplate(server, 'axe', fields);
    const { next_cursor } = await page({ limit: 1 });
    expect(await list({ cursor: next_cursor ?? '' }, 'owner', other.id)).toEqual([]);
  });
});

describe('people', () => {
  test('are found by their names, in their order', async () => {
    shows('4.activity.people');
    await saveTemplate(server, 'sword', fields);
    await saveTemplate(server, 'axe', fields, { as: 'admin' });
    await query("update accounts set name = 'Zoë' where id = $1", [server.studio.accounts.admin]);
    const params = { projectId: server.studio.projectId };
    const found = async (search?: string) =>
      (await server.call(activity.listPeople, { params, query: search === undefined ? {} : { search } }, as)).people;
    const zoe = { id: server.studio.accounts.admin, name: 'Zoë' };
    expect(await found()).toEqual([owner(), zoe]);
    expect(await found('ZO')).toEqual([zoe]);
    expect(await found('member')).toEqual([]);
  });
});

test('an export as CSV has all that matches, and no formulas', async () => {
  shows('4.activity.csv');
  await saveTemplate(server, 'sword', fields, { label: '=1+1' });
  const { id } = await saveOne(server, create('@"Sword"'));
  await saveAll(server, [create('A'), create('B')]);
  const { id: synced } = await syncOf(server, server.studio.dev).all();
  const [sync, many, one, template] = await list();
  expect(await csv()).toBe(
    [
      '\ufeff"Time","Person","Environment","Origin","What","Template","Item","Count","Change set"',
      `"${sync?.at}","owner","Stage","sync","Change set applied","'=1+1",,3,${synced}`,
      `"${many?.at}","owner","Dev","form","Items created","'=1+1",,2,`,
      `"${one?.at}","owner","Dev","form","Item created","'=1+1","'@""Sword""",1,`,
      `"${template?.at}","owner","Dev","form","Template created","'=1+1",,,`,
      '',
    ].join('\r\n'),
  );
  expect((await csv({ kind: 'items' })).trim().split('\r\n')).toHaveLength(3);
  expect(id).toBe(one?.item?.id);
  const params = { projectId: server.studio.projectId };
  const { headers } = await server.send(activity.export, { params, query: {} }, as);
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringContaining('activity.csv'),
  });
});

test('a page goes on behind an entry that is deleted meanwhile', async () => {
  const { dev: instance_id, accounts } = server.studio;
  const shared = {
    kind: 'menu',
    instance_id,
    project_id: null,
    origin: 'form',
    actor: 'account',
    details: {},
  } as const;
  const times = [1, 2, 2, 2].map((millisecond) => `2026-01-01T00:00:00.00${millisecond}Z`);
  await insertActivity(
    server.app.deps.database.query,
    times.map((at) => ({ ...shared, accountId: accounts.owner, at: new Date(at) })),
  );
  // Microseconds, which an answer does not have.
  await query("update activity set at = at + interval '7 microseconds'");
  for (const filter of [{}, { person: accounts.owner }, { origin: 'form' }] as const) {
    const [, ...older] = (await page(filter)).entries;
    const first = await page({ ...filter, limit: 1 });
    await query('delete from activity where id = $1', [first.entries[0]?.id]);
    expect(older.length).toBeGreaterThan(0);
    expect((await page({ ...filter, cursor: first.next_cursor ?? '' })).entries).toEqual(older);
  }
});

test('an export goes on behind an entry that is deleted meanwhile', async () => {
  const { dev: instance_id, projectId } = server.studio;
  const { query: run } = server.app.deps.database;
  const entryAt = (second: number) => ({
    ...({
      kind: 'menu',
      instance_id,
      project_id: null,
      origin: 'form',
      accountId: null,
      actor: 'system',
      details: {},
    } as const),
    at: new Date(Date.UTC(2026, 0, 1, 0, 0, second)),
  });
  await insertActivity(
    run,
    Array.from({ length: 1100 }, (_, second) => entryAt(second)),
  );
  const view = {
    projectId,
    envs: new Map(),
    instances: [{ id: instance_id, env: 'Dev' as const }],
    hasMembers: true,
    isWhole: true,
  };
  const stream = await openCsv(run, view, {});
  // The last one of the first thousand.
  await run(
    'delete from activity where id = (select id from activity where project_id = $1 order by at desc, id desc offset 999 limit 1)',
    [projectId],
  );
  expect((await text(stream)).trim().split('\r\n')).toHaveLength(1101);
});

test('the removal of a project deletes its activity, in small steps, and that of no other', async () => {
  await saveTemplate(server, 'sword', fields);
  const { projectId } = server.studio;
  await list();
  const other = await addProject(server, 'Other');
  await saveTemplate(server, 'axe', fields, { instanceId: other.dev });
  await list({}, 'owner', other.id);
  await query(
    `insert into activity (project_id, group_id, details, at) select project_id, group_id, details, at
      from activity, generate_series(1, 12000) where project_id = $1`,
    [projectId],
  );
  await query(
    `update projects set status = 'DeleteInProgress', delete_after = now() - interval '1 hour' where id = $1`,
    [projectId],
  );
  const deleted: number[] = [];
  const { database } = server.app.deps;
  const counting: typeof database.query = async (text, ...rest) => {
    const rows = await database.query<never>(text, ...rest);
    if (text.includes('delete from activity where')) deleted.push(rows.length);
    return rows;
  };
  await removeDueProjects({ ...server.app.deps, database: { ...database, query: counting } }, signal);
  expect(deleted).toEqual([5000, 5000, 2001, 0, 0]);
  const left = (table: string) => query(`select distinct project_id from ${table}`);
  expect(await left('activity')).toEqual([{ project_id: other.id }]);
  expect(await left('activity_groups')).toEqual([{ project_id: other.id }]);
});
