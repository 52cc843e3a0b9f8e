import { activityLimits } from '@quartermaster/contract/activity-limits.ts';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { projectTokens } from '@quartermaster/contract/endpoints/project-tokens.ts';
import { proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { releases } from '@quartermaster/contract/endpoints/releases.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import { beforeEach, expect, test } from 'vitest';
import { catchUp } from '../../server/modules/activity/consume-service.ts';
import { createRole, grantRole } from '../../server/modules/workspaces/service.ts';
import { shows } from '../specification/shows.ts';
import { drawPortrait } from '../support/draw-portrait.ts';
import { field, inOrder, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { syncOf } from '../support/sync.ts';

let server: TestServer;
const fields = inOrder([field('price', 'integer'), field('rows', 'dynamic-group')]);
const pictured = inOrder([
  field('shots', 'dynamic-group'),
  field('shot', 'item-link', { parentId: 'shots', templateId: imageTemplate.id }),
  field('other', 'item-link', { templateId: 'plain' }),
]);
const imageFields = [field(imageTemplate.fieldId, 'image')];

beforeEach(async () => {
  server = await startTestServer();
});

const overview = () =>
  server.call(instances.getOverview, { params: { instanceId: server.studio.dev } }, { as: 'owner' });
const plain = (template: string, label: string) => saveBody(template, fields, { price: 1 }, { label });
const saveImage = async (color: [number, number, number]) =>
  saveOne(
    server,
    saveBody(imageTemplate.id, imageFields as SaveTemplateField[], {
      [imageTemplate.fieldId]: drawPortrait('QM', color).toString('base64'),
    }),
  );
const pathOf = async (id: number) => {
  const [row] = await server.app.deps.database.query<{ path: string }>(
    `select "values"->>'${imageTemplate.fieldId}' as path from items where id = $1`,
    [id],
  );
  return row?.path;
};

test('templates have their item count and the first three different images linked from their items', async () => {
  await saveTemplate(server, 'plain', fields, { label: 'Plain' });
  await saveTemplate(server, 'pictured', pictured, { label: 'pictured' });
  const ids: number[] = [];
  for (const shade of [1, 2, 3, 4]) ids.push((await saveImage([shade, 2, 3])).id);
  const paths = await Promise.all(ids.map(pathOf));
  const { id: other } = await saveOne(server, plain('plain', 'One'));
  // Several items have the second image.
  const shotsOf = [[1], [1, 2], [1], [3]];
  for (const shots of shotsOf)
    await saveOne(
      server,
      saveBody('pictured', pictured, { other, shots: shots.map((index) => ({ shot: ids[index] ?? 0 })) }),
    );
  await saveOne(server, saveBody('pictured', pictured, {}));
  expect((await overview()).templates).toEqual([
    { id: 'image', label: 'Images', items: 4, images: paths.slice(0, 3) },
    { id: 'pictured', label: 'pictured', items: 5, images: paths.slice(1) },
    { id: 'plain', label: 'Plain', items: 1, images: [] },
  ]);
});

test('the picture field of a template decides its pictures, and those of the last edits', async () => {
  const chosen = inOrder([
    field('art', 'item-link', { templateId: imageTemplate.id }),
    field('face', 'item-link', { templateId: imageTemplate.id, picture: true }),
  ]);
  await saveTemplate(server, 'hero', chosen, { label: 'Heroes' });
  const art = await saveImage([1, 2, 3]);
  const face = await saveImage([4, 5, 6]);
  const { id } = await saveOne(server, saveBody('hero', chosen, { art: art.id, face: face.id }, { label: 'Axe' }));
  const { templates, edits } = await overview();
  const path = await pathOf(face.id);
  expect(templates.find((template) => template.id === 'hero')?.images).toEqual([path]);
  expect(edits.find(({ item_id }) => item_id === id)?.image).toBe(path);
});

test('the last edited items are listed with their latest edit and its author', async () => {
  await saveTemplate(server, 'plain', fields, { label: 'Plain' });
  await saveTemplate(server, 'other', fields, { label: 'Other' });
  await saveAll(
    server,
    ['Old', 'Older'].map((label) => plain('other', label)),
  );
  server.clock.advance(3600);
  const { id: axe } = await saveOne(server, plain('plain', 'Axe'));
  const { id: bow } = await saveOne(server, plain('other', 'Bow'), 'admin');
  server.clock.advance(3600);
  await saveOne(
    server,
    saveBody('plain', fields, { price: 2 }, { before: { price: 1 }, id: axe, version: 1, label: 'Axe II' }),
  );
  server.clock.advance(3600);
  await server.call(
    items.delete,
    { params: { instanceId: server.studio.dev, templateId: 'other', id: bow } },
    { as: 'owner' },
  );
  const { edits } = await overview();
  expect(edits.map(({ label, action, template_id, by }) => [label, action, template_id, by])).toEqual([
    ['Bow', 'delete', 'other', 'owner'],
    ['Axe II', 'update', 'plain', 'owner'],
    ['Older', 'create', 'other', 'owner'],
    ['Old', 'create', 'other', 'owner'],
  ]);
  // The label counts as a field.
  const first = [
    { label: 'Label', before: 'Axe', after: 'Axe II', rows: null },
    { label: 'The price', before: '1', after: '2', rows: null },
  ];
  expect(edits.map(({ difference }) => difference)).toEqual([undefined, { fields: 2, first }, undefined, undefined]);
  expect(edits.map(({ at }) => Math.round((Date.parse(edits[0]?.at ?? '') - Date.parse(at)) / 60_000))).toEqual([
    0, 60, 180, 180,
  ]);
});

test('at most five edits are listed, and an item once however often it was saved', async () => {
  await saveTemplate(server, 'plain', fields);
  for (let index = 0; index < 6; index++) {
    server.clock.advance(3600);
    await saveOne(server, plain('plain', `Item ${index}`));
  }
  const { id } = await saveOne(server, plain('plain', 'Busy'));
  for (let version = 1; version < 5; version++) {
    server.clock.advance(3600);
    const change = { before: { price: version }, id, version, label: 'Busy' };
    await saveOne(server, saveBody('plain', fields, { price: version + 1 }, change));
  }
  expect((await overview()).edits.map(({ label }) => label)).toEqual(['Busy', 'Item 5', 'Item 4', 'Item 3', 'Item 2']);
});

test('writes of a sync do not count as edits', async () => {
  await saveTemplate(server, 'plain', fields);
  await saveOne(server, plain('plain', 'Axe'));
  await server.app.deps.database.query('update item_revisions set change_set_id = 1', []);
  expect((await overview()).edits).toEqual([]);
});

test('the latest edits are read from their index', async () => {
  await saveTemplate(server, 'plain', fields);
  const { query } = server.app.deps.database;
  await query(
    `insert into item_revisions (template_key, item_id, version, action, label, values, account_id, at)
      select (select key from templates where id = 'plain'), n, 1, 'create', 'x', '{}', 1, now() - n * interval '1 minute'
      from generate_series(1, 5000) n`,
    [],
  );
  await query('analyze item_revisions', []);
  const plan = await query<{ 'QUERY PLAN': string }>(
    "explain select at from item_revisions where template_key = (select key from templates where id = 'plain') and change_set_id is null order by at desc limit 1",
    [],
  );
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('item_revisions_latest');
});

test('the completed exports can be listed without failed or running ones', async () => {
  const { query } = server.app.deps.database;
  const { dev: instanceId } = server.studio;
  const insert = async (completed: string, error: string | null) => {
    const [row] = await query<{ id: number }>(
      `insert into reports (instance_id, account_id, path, created_at, completed_at, error)
        values ($1, $2, md5(random()::text), now(), ${completed}, $3) returning id`,
      [instanceId, server.studio.accounts.owner, error],
    );
    return row?.id;
  };
  await insert('now()', null);
  const last = await insert('now()', null);
  await insert('null', 'It broke.');
  await insert('null', null);
  const list = await server.call(
    reports.list,
    { params: { instanceId }, query: { completed: true, limit: 1 } },
    { as: 'owner' },
  );
  expect(list.reports.map(({ id }) => id)).toEqual([last]);
});

const summaryOf = (as: 'owner' | 'member' = 'owner', instanceId = server.studio.dev) =>
  server.call(instances.getSummary, { params: { instanceId } }, { as });

test('a summary has the number of items, the changes of 30 days and the latest change with its author', async () => {
  const { dev, stage } = server.studio;
  expect(await summaryOf()).toMatchObject({ last_change: null, changes: Array(activityLimits.days).fill(0) });
  await saveTemplate(server, 'plain', fields, { label: 'Plain' });
  await saveAll(server, [plain('plain', 'Axe'), plain('plain', 'Bow')], 'admin');
  await syncOf(server, dev).all();
  await catchUp(server.app.deps);
  const { query } = server.app.deps.database;
  await query("update activity set at = $1::timestamptz - interval '30 hours' where instance_id = $2", [
    server.clock.now(),
    dev,
  ]);
  const { changes, ...summary } = await summaryOf();
  expect(summary).toMatchObject({ items: 2, last_change: { by: 'admin' } });
  expect(changes.reduce((sum, number) => sum + number)).toBe(changes.at(-2));
  expect(changes.at(-2)).toBeGreaterThan(1);
  const target = await summaryOf('owner', stage);
  expect(target).toMatchObject({ items: 2, last_change: { by: 'owner' } });
  expect(target.changes).toEqual([...Array(activityLimits.days - 1).fill(0), 1]);
  // An export changes nothing.
  await query("update activity_groups set kind = 'export' where instance_id = $1", [stage]);
  expect(await summaryOf('owner', stage)).toMatchObject({
    last_change: null,
    changes: Array(activityLimits.days).fill(0),
  });
});

test('the changes of a day are counted up to 200, from their index', async () => {
  const { dev, projectId } = server.studio;
  const { query } = server.app.deps.database;
  await saveTemplate(server, 'plain', fields);
  await catchUp(server.app.deps);
  await query(
    `insert into activity (project_id, group_id, instance_id, details, at)
      select $1, (select id from activity_groups where instance_id = $2 limit 1), $2, '{}', $3::timestamptz - n * interval '1 minute'
      from generate_series(1, 20000) n`,
    [projectId, dev, server.clock.now()],
  );
  await query('analyze activity', []);
  expect((await summaryOf()).changes).toEqual([...Array(activityLimits.days - 14).fill(0), ...Array(14).fill(200)]);
  const plan = await query<{ 'QUERY PLAN': string }>(
    `explain select group_id from activity where project_id = ${projectId} and instance_id = ${dev} and at > now() - interval '24 hours'
      and at <= 'infinity' limit 200`,
    [],
  );
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index.* on activity/);
});

const waitingOf = async (as: 'owner' | 'admin' | 'member', instanceId = server.studio.dev) =>
  (await server.call(instances.getOverview, { params: { instanceId } }, { as })).waiting;

const countsOf = (as: 'owner' | 'admin' | 'member', instanceId = server.studio.dev) =>
  server.call(instances.getWaiting, { params: { instanceId } }, { as });
const none = { conflicts: 0, reviews: 0, proposals: 0, mentions: 0, next_release: null };

test('reviews by others, conflicts and the failed export wait for members who can act on them', async () => {
  shows('4.designers.waiting');
  const { workspaceId, dev, stage, accounts } = server.studio;
  const { query, transaction } = server.app.deps.database;
  await transaction(async (query) => {
    const roleId = await createRole(query, { workspaceId, name: 'Reader', allowed: ['READ'] });
    await grantRole(query, { workspaceId, instanceId: dev, accountId: accounts.member, roleId });
  });
  const nothing = { reviews: [], proposals: [], conflicts: 0, failed_export: null, mentions: [], mention_count: 0 };
  await saveTemplate(server, 'plain', fields);
  const [axe, bow] = await saveAll(server, [plain('plain', 'Axe'), plain('plain', 'Bow')]);
  await syncOf(server, dev).all();
  expect(await waitingOf('owner')).toEqual(nothing);

  const edit = (id: number, price: number, instanceId: number) =>
    saveOne(
      server,
      saveBody('plain', fields, { price }, { before: { price: 1 }, id, version: 1, label: 'Changed' }),
      'owner',
      instanceId,
    );
  // One is edited in both, the other only in the target.
  await edit(axe?.id ?? 0, 2, dev);
  await edit(axe?.id ?? 0, 3, stage);
  await edit(bow?.id ?? 0, 3, stage);
  const body = { changes: [{ template_id: 'plain', is_update_template: false, items: [axe?.id ?? 0] }], note: 'Look' };
  const { id } = await server.call(syncReviews.create, { params: { instanceId: dev }, body }, { as: 'admin' });
  await query(
    `insert into reports (instance_id, account_id, path, created_at, error) values ($1, $2, 'a', now(), 'no space'), ($3, $2, 'b', now(), 'no space')`,
    [dev, accounts.owner, stage],
  );
  await query(
    `insert into reports (instance_id, account_id, path, created_at, completed_at) values ($1, $2, 'c', now(), now())`,
    [stage, accounts.owner],
  );
  expect(await waitingOf('owner')).toMatchObject({
    reviews: [{ id, by: 'admin', note: 'Look', items: 1 }],
    conflicts: 1,
    failed_export: { id: expect.any(Number) },
  });
  expect(await waitingOf('admin')).toMatchObject({ reviews: [], conflicts: 1 });
  expect(await waitingOf('member')).toEqual(nothing);
  expect([(await summaryOf('owner')).conflicts, (await summaryOf('member')).conflicts]).toEqual([1, 0]);
  expect(await countsOf('owner')).toEqual({ ...none, conflicts: 1, reviews: 1 });
  expect(await countsOf('admin')).toMatchObject({ conflicts: 1, reviews: 0 });
  expect(await countsOf('member')).toEqual(none);
  // The export after the failed one has succeeded.
  expect((await waitingOf('owner', stage)).failed_export).toBeNull();
  await server.call(
    syncReviews.decline,
    { params: { instanceId: dev, reviewId: id }, body: { note: '' } },
    { as: 'owner' },
  );
  expect((await waitingOf('owner')).reviews).toEqual([]);
});

test('says which proposals wait for whoever can apply them, but not their own', async () => {
  shows('4.designers.waiting');
  const { dev } = server.studio;
  await saveTemplate(server, 'plain', fields);
  const [axe] = await saveAll(server, [plain('plain', 'Axe')]);
  const propose = async (title: string, as: 'owner' | 'member') => {
    const body = { title, changes: [{ template_id: 'plain', items: [{ _id: axe?.id ?? 0, price: 7 }] }] };
    return (await server.call(proposals.create, { params: { instanceId: dev }, body }, { as })).proposal.id;
  };
  await propose('By the owner', 'owner');
  const id = await propose('By the member', 'member');
  const body = { name: 'Nightly', scopes: ['propose' as const], environments: ['Dev' as const], expires_at: null };
  const { secret } = await server.call(projectTokens.create, { params: { instanceId: dev }, body }, { as: 'owner' });
  const byToken = {
    title: 'By a token',
    changes: [{ template_id: 'plain', items: [{ _id: axe?.id ?? 0, price: 8 }] }],
  };
  const headers = { authorization: `Bearer ${secret}` };
  expect(
    (await server.send(proposals.create, { params: { instanceId: dev }, body: byToken }, { headers })).status,
  ).toBe(200);
  const titles = async (person: 'owner' | 'admin' | 'member') =>
    (await waitingOf(person)).proposals.map(({ title }) => title);
  expect((await waitingOf('owner')).proposals).toMatchObject([
    { id, title: 'By the member', by: 'member', items: 1 },
    { title: 'By a token', by: 'Nightly (token of owner)', items: 1 },
  ]);
  expect(await titles('admin')).toEqual(['By the owner', 'By the member', 'By a token']);
  expect([(await countsOf('owner')).proposals, (await countsOf('admin')).proposals]).toEqual([2, 3]);
  expect((await countsOf('member')).proposals).toBe(0);
  // The member only reads.
  expect(await titles('member')).toEqual([]);
  await server.call(proposals.decline, { params: { instanceId: dev, proposalId: id }, body: {} }, { as: 'admin' });
  expect(await titles('owner')).toEqual(['By a token']);
});

test('the navigation says when the next release is due, in both of its instances', async () => {
  shows('5.finding.sections');
  const { dev, stage, prod } = server.studio;
  await saveTemplate(server, 'plain', fields);
  await saveAll(server, [plain('plain', 'Axe')]);
  const now = server.clock.now().getTime();
  const days = (amount: number) => new Date(now + amount * 24 * 60 * 60 * 1000).toISOString();
  const plan = (name: string, publish_at: string | null) =>
    server.call(
      releases.create,
      {
        params: { instanceId: dev },
        body: { name, changes: [], all: true, publish_at, time_zone: publish_at && 'UTC', exports_after: false },
      },
      { as: 'owner' },
    );
  await plan('By hand', null);
  expect((await countsOf('owner')).next_release).toBeNull();
  await plan('Later', days(9));
  await plan('Next', days(2));
  expect([(await countsOf('owner')).next_release, (await countsOf('owner', stage)).next_release]).toEqual([
    days(2),
    days(2),
  ]);
  expect((await countsOf('owner', prod)).next_release).toBeNull();
  // A summary has those out of the instance.
  expect((await summaryOf()).release_at).toBe(days(2));
  expect((await summaryOf('owner', stage)).release_at).toBeNull();
});
