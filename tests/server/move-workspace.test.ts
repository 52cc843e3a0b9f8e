import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { activity } from '@quartermaster/contract/endpoints/activity.ts';
import { comments } from '@quartermaster/contract/endpoints/comments.ts';
import { history } from '@quartermaster/contract/endpoints/history.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { invitations, members } from '@quartermaster/contract/endpoints/people/members.ts';
import { projectTokens } from '@quartermaster/contract/endpoints/project-tokens.ts';
import { webhooks } from '@quartermaster/contract/endpoints/webhooks.ts';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { ArchiveError } from '../../server/backup/archive-error.ts';
import { exportWorkspace } from '../../server/backup/export-workspace.ts';
import { type ImportedWorkspace, importWorkspace } from '../../server/backup/import-workspace.ts';
import { listTables } from '../../server/backup/read-tables.ts';
import { movedTables, productTables } from '../../server/backup/workspace-tables.ts';
import { buildServer } from '../../server/build-server.ts';
import type { Database } from '../../server/core/database/database.ts';
import type { Environment } from '../../server/core/environment/environment.ts';
import { createFiles } from '../../server/core/files/create-files.ts';
import { imageKey } from '../../server/core/files/image-key.ts';
import { activityJob } from '../../server/modules/activity/consume-service.ts';
import { shows } from '../specification/shows.ts';
import { changeManifest } from '../support/archives.ts';
import { createWorld } from '../support/content-world.ts';
import { exportAll } from '../support/export-all.ts';
import { serverOf, startTestServer, type TestServer, testEnvironment } from '../support/server.ts';
import { migrations, openFreshDatabase } from '../support/server-database.ts';
import { cleanUp, temporaryFolder } from '../support/server-process.ts';
import { seedStudio } from '../support/server-studio.ts';
import { trashOf } from '../support/trash.ts';

let server: TestServer;
let folder: string;
/** Parts of secrets that must not be in the archive. */
let secrets: string[];
const as = { as: 'owner' } as const;
const picture = Buffer.from('a picture');
const path = `${createHash('sha256').update(picture).digest('hex')}.png`;

afterAll(cleanUp);

beforeEach(async () => {
  server = await startTestServer();
  folder = join(temporaryFolder(), 'workspace');
  await createWorld(server);
  const { app, studio } = server;
  const params = { instanceId: studio.dev };
  await app.deps.files.put(imageKey(studio.projectId, path), picture);
  await app.deps.database.query('insert into images (instance_id, path, bytes, created_at) values ($1, $2, 9, now())', [
    studio.dev,
    path,
  ]);
  const { token } = await server.call(instances.getToken, { params }, as);
  const made = await server.call(
    projectTokens.create,
    { params, body: { name: 'Pipeline', scopes: ['read'], environments: ['Dev'], expires_at: null } },
    as,
  );
  const hook = await server.call(
    webhooks.create,
    { params, body: { url: 'https://hooks.example.com/secret-path', events: ['item.saved'] } },
    as,
  );
  const [stored] = await app.deps.database.query<Record<string, string>>(
    `select (select token_hash from project_tokens limit 1) as project, (select token_hash from api_tokens limit 1) as api,
      (select encrypted from api_tokens limit 1) as encrypted, (select secret from webhooks limit 1) as hook,
      (select password_hash from accounts where id = $1) as password`,
    [studio.accounts.owner],
  );
  secrets = [token, made.secret, hook.secret, ...Object.values(stored ?? {}), 'secret-path'];
});

const exportIt = () =>
  exportWorkspace({ ...server.app.deps, migrations, now: server.clock.now() }, folder, server.studio.workspaceId);

interface Other {
  database: Database;
  config: Environment;
  importIt: () => Promise<ImportedWorkspace>;
}

/** Another server, with accounts of the same people but the member, and a workspace with the same ids unless it is empty of workspaces. */
async function otherServer({ isTaken }: { isTaken: boolean }): Promise<Other> {
  const database = await openFreshDatabase();
  onTestFinished(() => database.close());
  const config = testEnvironment({ DATA_DIR: temporaryFolder() });
  const files = createFiles({ ...server.app.deps, config });
  await seedStudio(database, server.clock.now());
  await database.query(`delete from accounts where email = 'member@studio.test'`, []);
  if (!isTaken) await database.query('delete from workspaces', []);
  return { database, config, importIt: () => importWorkspace({ database, files, now: server.clock.now() }, folder) };
}

/** Serves the imported workspace. */
async function serve({ database, config }: Other, { ids }: ImportedWorkspace): Promise<TestServer> {
  const app = await buildServer({ database, clock: server.clock, config });
  onTestFinished(async () => {
    await app.deps.jobs.stop();
    await app.close();
  });
  const here = (list: ImportedWorkspace['ids']['instances'], old: number) =>
    list.find((id) => id.old === old)?.new ?? 0;
  const { studio } = server;
  const people = await database.query<{ id: number; email: string }>('select id, email from accounts', []);
  const accounts = Object.fromEntries(people.map(({ id, email }) => [email.split('@')[0], id]));
  return serverOf(app, {
    ...studio,
    accounts: { ...studio.accounts, ...accounts },
    workspaceId: here(ids.workspaces, studio.workspaceId),
    projectId: here(ids.projects, studio.projectId),
    dev: here(ids.instances, studio.dev),
    stage: here(ids.instances, studio.stage),
    prod: here(ids.instances, studio.prod),
  });
}

test('a workspace moves to a server that has its ids: content, history and people are there, and games read it', async () => {
  shows('5.running.export-workspace', '5.running.people');
  await activityJob.run(server.app.deps, {}, new AbortController().signal);
  const { left } = await exportIt();
  expect(left).toEqual(
    expect.arrayContaining(['API tokens of instances (1)', 'webhooks (1)', 'tokens of projects (1)']),
  );
  const other = await otherServer({ isTaken: true });
  const imported = await other.importIt();
  for (const list of Object.values(imported.ids)) for (const id of list) expect(id.new).not.toBe(id.old);
  expect(imported).toMatchObject({
    joined: ['admin@studio.test', 'owner@studio.test'],
    invited: ['member@studio.test'],
  });

  const there = await serve(other, imported);
  const params = { instanceId: there.studio.dev };
  // Items, their history and the lists of changes are equal.
  const both = async (read: (each: TestServer) => Promise<unknown>) =>
    expect(await read(there)).toEqual(await read(server));
  await both(({ app, studio: { dev } }) =>
    app.deps.database.query(
      `select t.id as template, i.id, i.label, i.values, i.version, i.hash, i.created_at from items i join templates t on t.key = i.template_key
        where t.instance_id = $1 order by 1, 2`,
      [dev],
    ),
  );
  await both(async (each) => {
    const { versions } = await each.call(
      history.listItem,
      { params: { instanceId: each.studio.dev, templateId: 'sword', id: 2 }, query: {} },
      as,
    );
    return versions.map(({ version, fields, at }) => [version, fields, at]);
  });
  await both(async (each) =>
    each.app.deps.database.query(
      `select k.field_key, k.value, k.item_id from item_keys k join templates t on t.key = k.template_key where t.instance_id = $1 order by 1, 2, 3`,
      [each.studio.dev],
    ),
  );
  const listed = await there.call(members.list, { params: { workspaceId: there.studio.workspaceId }, query: {} }, as);
  expect(listed.accounts.map(({ email }) => email).toSorted()).toEqual(['admin@studio.test', 'owner@studio.test']);
  const open = await there.call(invitations.list, { params: { workspaceId: there.studio.workspaceId }, query: {} }, as);
  expect(open.invitations.map(({ email }) => email)).toEqual(['member@studio.test']);

  const activities = ({ call, studio: { projectId } }: TestServer) =>
    call(activity.list, { params: { projectId }, query: {} }, as).then(({ entries }) => entries);
  const withoutBuilds = (await activities(server)).filter(({ kind }) => kind !== 'export');
  const about = (entries: Awaited<ReturnType<typeof activities>>) =>
    entries.map(({ kind, at, item, change_set }) => [kind, at, item?.name, change_set?.counts]);
  expect(about(await activities(there))).toEqual(about(withoutBuilds));
  await trashOf(there).restore({ template: 'relic' });
  const [relic] = await there.app.deps.database.query<{ items: number }>(
    `select c.items from item_counts c join templates t on t.key = c.template_key where t.id = 'relic' and t.instance_id = $1`,
    [there.studio.dev],
  );
  expect(relic).toEqual({ items: 1 });

  await exportAll(there);
  const { token } = await there.call(instances.getToken, { params }, as);
  const delivered = await there.app.inject({
    method: 'GET',
    url: `/v1/delivery/${there.studio.dev}/sword.json`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(delivered.statusCode).toBe(200);
  expect(delivered.json().map(({ title }: { title: string }) => title)).toContain('One');
  expect(await there.app.deps.files.size(imageKey(there.studio.projectId, path))).toBe(picture.length);
});

test('comments move with what they are about, and with whom they mention', async () => {
  shows('5.comments.moves');
  const { studio } = server;
  const about = { about: 'item', template_id: 'sword', item_id: 2 } as const;
  const params = { instanceId: studio.dev };
  const mentions = [studio.accounts.admin, studio.accounts.member];
  const body = { ...about, text: '@admin @member Dear', mentions };
  const { id } = await server.call(comments.create, { params, body }, { as: 'owner' });
  const of = { params: { ...params, commentId: id } };
  await server.call(comments.reply, { ...of, body: { text: 'No' } }, { as: 'member' });
  await server.call(comments.resolve, { ...of, body: { resolved: true } }, { as: 'member' });
  await server.call(comments.read, { ...of, body: { up_to: id } }, { as: 'admin' });
  await exportIt();
  const other = await otherServer({ isTaken: true });
  const there = await serve(other, await other.importIt());
  const call = { params: { instanceId: there.studio.dev }, query: about };
  const { threads } = await there.call(comments.list, call, { as: 'admin' });
  expect(threads).toMatchObject([
    {
      item_id: 2,
      is_unread: true,
      // The member has no account here.
      resolved: { by: { id: null, name: '' } },
      comments: [
        { text: '@admin @member Dear', by: { name: 'owner' }, mentions: [{ name: 'admin' }] },
        { text: 'No', by: { id: null } },
      ],
    },
  ]);
  const [thread] = threads;
  const waiting = 'select account_id, comment_id, read_at is not null as is_read from comment_mentions';
  expect(await other.database.query(waiting, [])).toEqual([
    { account_id: there.studio.accounts.admin, comment_id: thread?.id, is_read: true },
  ]);
});

test('ids stay where they are free, and new ones follow them', async () => {
  shows('5.running.export-workspace');
  await exportIt();
  const { database, importIt } = await otherServer({ isTaken: false });
  const { ids } = await importIt();
  for (const list of Object.values(ids)) for (const id of list) expect(id.new).toBe(id.old);
  const [next] = await database.query<{ id: number }>(`select nextval('instances_id_seq')::int as id`, []);
  expect(next?.id).toBeGreaterThan(Math.max(...ids.instances.map((id) => id.new)));
  // Once more, next to itself.
  const again = await importIt();
  expect(again.ids.workspaces[0]?.new).not.toBe(ids.workspaces[0]?.new);
});

test('a required second factor moves, and its days begin again', async () => {
  shows('5.company.factor-required');
  await server.app.deps.database.query('update workspaces set factor_days = 7', []);
  await exportIt();
  const { database, importIt } = await otherServer({ isTaken: false });
  const { ids } = await importIt();
  const due = new Date(server.clock.now().getTime() + 7 * 24 * 60 * 60 * 1000);
  const dates = await database.query<{ due: Date }>(
    'select factor_due_at as due from workspace_members where workspace_id = $1',
    [ids.workspaces[0]?.new],
  );
  expect(dates).toHaveLength(2);
  // The clock of tests goes on.
  for (const date of dates) expect(Math.abs(date.due.getTime() - due.getTime())).toBeLessThan(60_000);
});

test('no secret is in the archive', async () => {
  shows('5.running.no-secrets');
  await exportIt();
  const texts = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
    .map((bytes) => (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('latin1'));
  expect(texts.join('')).toContain('Pipeline');
  expect(secrets.every((secret) => secret.length > 8)).toBe(true);
  for (const secret of secrets) expect(texts.filter((text) => text.includes(secret))).toEqual([]);
});

test('an import without an owner here, of other migrations, or of changed rows changes nothing', async () => {
  shows('5.running.people');
  await exportIt();
  const { database, importIt } = await otherServer({ isTaken: true });
  const count = async () => database.query('select count(*)::int as n from workspaces', []);
  const before = await count();
  await database.query(`update accounts set email = 'away@studio.test' where email = 'owner@studio.test'`, []);
  await expect(importIt()).rejects.toThrow(
    'No owner of the workspace has an account on this server: register one of owner@studio.test',
  );
  await database.query(`update accounts set email = 'owner@studio.test' where email = 'away@studio.test'`, []);
  const unmoved = (hash: string) =>
    changeManifest(folder, ({ tables }) => {
      for (const table of tables) if (table.name === 'public.items') table.unmoved = hash;
    });
  unmoved('0'.repeat(64));
  await expect(importIt()).rejects.toThrow('items was imported with other content');
  changeManifest(folder, (manifest) => void manifest.migrations.pop());
  await expect(importIt()).rejects.toThrow(ArchiveError);
  expect(await count()).toEqual(before);
});

test('a workspace with a running change is not exported', async () => {
  const { app, studio } = server;
  await app.deps.database.query(`update change_sets set state = 'running' where target_id = $1`, [studio.dev]);
  await expect(exportIt()).rejects.toThrow('A change set is being applied: wait');
});

test('each table moves with its workspace or does not, and so does each column with an id', async () => {
  shows('5.running.export-workspace');
  const tables = await listTables(server.app.deps.database.query);
  const names = tables.flatMap(({ name }) => (name.startsWith('public.') ? [name.slice('public.'.length)] : []));
  expect([...productTables].toSorted()).toEqual(names.map((name) => `public.${name}`).toSorted());
  const open = tables.flatMap(({ name, columns }) => {
    const short = name.slice('public.'.length);
    const table = movedTables[short];
    if (!table) return [];
    const known = [
      ...Object.keys(table.refers ?? {}),
      ...Object.keys(table.sets ?? {}),
      ...(table.without ?? []),
      table.id?.[0],
    ];
    const looksLikeId = columns.filter(
      (column) => /(^|_)(ids?|keys?|by|actor)$/.test(column) && !sameEverywhere.test(column),
    );
    return looksLikeId.flatMap((column) => (known.includes(column) ? [] : [`${short}.${column}`]));
  });
  // The role of an invitation is one of three in the workspace.
  expect(open.toSorted()).toEqual(['invitations.role_id', 'items.id', 'menu_nodes.id', 'templates.id']);
  const inJson = await server.app.deps.database.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type = 'jsonb' and is_generated = 'NEVER'`,
    [],
  );
  const unset = inJson.flatMap(({ name }) => {
    const [table = '', column = ''] = name.split('.');
    return movedTables[table] && !(column in (movedTables[table].sets ?? {})) ? [name] : [];
  });
  expect(unset.toSorted()).toEqual(jsonWithoutIds);
});

/** Ids of items, templates, fields, menus, rows and permissions are the same on every server. */
const sameEverywhere =
  /^(item|template|field|target|parent|permission)_ids?$|^(field|idempotency|value|next_field)_keys?$|^next_item_id$/;

/** Look at a new one: has it ids of instances, change sets or accounts, or keys of templates? */
const jsonWithoutIds: string[] = [
  'change_set_items.base_values',
  'change_set_items.before_values',
  'change_set_templates.after',
  'change_set_templates.before',
  'change_sets.menu_after',
  'change_sets.menu_before',
  'change_sets.request',
  'comments.rows',
  'extensions.parts',
  'field_conversions.after',
  'field_conversions.before',
  'field_removals.field',
  'field_removals.groups',
  'field_removals.value_keys',
  'item_revisions.values',
  'items.values',
  'menu_revisions.menu',
  'proposals.templates',
  'releases.request',
  'releases.seen',
  'removed_documents.rows',
  'removed_documents.values',
  'sync_decisions.base_values',
  'sync_reviews.seen',
  'sync_reviews.selection',
  'template_revisions.fields',
  'templates.fields',
  'views.list',
];
