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

test('templates have their item count and the first image linked from their items', async () => {
  await saveTemplate(server, 'plain', fields, { label: 'Plain' });
  await saveTemplate(server, 'pictured', pictured, { label: 'pictured' });
  const first = await saveImage([1, 2, 3]);
  const second = await saveImage([4, 5, 6]);
  const { id: other } = await saveOne(server, plain('plain', 'One'));
  await saveOne(server, saveBody('pictured', pictured, { other, shots: [{ shot: second.id }] }));
  await saveOne(server, saveBody('pictured', pictured, {}));
  expect((await overview()).templates).toEqual([
    { id: 'image', label: 'Images', items: 2, image: await pathOf(first.id) },
    { id: 'pictured', label: 'pictured', items: 2, image: await pathOf(second.id) },
    { id: 'plain', label: 'Plain', items: 1, image: null },
  ]);
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

const waitingOf = async (as: 'owner' | 'admin' | 'member', instanceId = server.studio.dev) =>
  (await server.call(instances.getOverview, { params: { instanceId } }, { as })).waiting;

const countsOf = (as: 'owner' | 'admin' | 'member', instanceId = server.studio.dev) =>
  server.call(instances.getWaiting, { params: { instanceId } }, { as });
const none = { conflicts: 0, reviews: 0, proposals: 0, next_release: null };

test('reviews by others, conflicts and the failed export wait for members who can act on them', async () => {
  shows('4.designers.waiting');
  const { workspaceId, dev, stage, accounts } = server.studio;
  const { query, transaction } = server.app.deps.database;
  await transaction(async (query) => {
    const roleId = await createRole(query, { workspaceId, name: 'Reader', allowed: ['READ'] });
    await grantRole(query, { workspaceId, instanceId: dev, accountId: accounts.member, roleId });
  });
  const nothing = { reviews: [], proposals: [], conflicts: 0, failed_export: null };
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
});
