import { sync, syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRole, grantRole } from '../../server/modules/workspaces/service.ts';
import { shows } from '../specification/shows.ts';
import { allSent, linksOf, mailsOf, mailTo } from '../support/mailbox.ts';
import { addMembers } from '../support/members.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { emailOf, type Person } from '../support/server-studio.ts';
import { syncOf, valuesOf } from '../support/sync.ts';

const fields = inOrder([field('title', 'text')]);
let server: TestServer;
let dev: ReturnType<typeof syncOf>;
let first: number;
let second: number;
let params: { instanceId: number };

/** The member may view changes of Dev, and the admin may move them. */
beforeEach(async () => {
  server = await startTestServer();
  const { workspaceId, dev: instanceId, accounts } = server.studio;
  params = { instanceId };
  dev = syncOf(server, instanceId);
  await server.app.deps.database.transaction(async (query) => {
    const roleId = await createRole(query, { workspaceId, name: 'Writer', allowed: ['READ', 'INSTANCE_CHANGES'] });
    await grantRole(query, { workspaceId, instanceId, accountId: accounts.member, roleId });
  });
  await saveTemplate(server, 'thing', fields);
  first = (await saveOne(server, saveBody('thing', fields, { title: 'One' }, { label: 'First' }))).id;
  second = (await saveOne(server, saveBody('thing', fields, { title: 'Two' }, { label: 'Second' }))).id;
});

afterEach(() => allSent(server.app));

const ask = async (note = 'Please look at the prices', more = {}, as: Person = 'member') =>
  (
    await server.call(
      syncReviews.create,
      {
        params,
        body: { changes: [{ template_id: 'thing', is_update_template: true, items: [first] }], note, ...more },
      },
      { as },
    )
  ).id;

const get = (reviewId: number) => server.call(syncReviews.get, { params: { ...params, reviewId } }, { as: 'member' });

it('mails every member who can sync, and shows them only the requested changes', async () => {
  shows('3.sync.review.mail');
  const { workspaceId, dev: instanceId, stage } = server.studio;
  const [mover = 0, elsewhere = 0, looker = 0] = await addMembers(server, ['Mover', 'Stager', 'Looker'], 'member');
  await server.app.deps.database.transaction(async (query) => {
    const moves = await createRole(query, { workspaceId, name: 'Moves', allowed: ['MOVE_INSTANCE_CHANGES'] });
    const viewerRole = await createRole(query, {
      workspaceId,
      name: 'Looks',
      allowed: ['INSTANCE_CHANGES', 'CREATE_ITEM'],
    });
    await grantRole(query, { workspaceId, instanceId, accountId: mover, roleId: moves });
    await grantRole(query, { workspaceId, instanceId, accountId: mover, roleId: viewerRole });
    await grantRole(query, { workspaceId, instanceId: stage, accountId: elsewhere, roleId: moves });
    await grantRole(query, { workspaceId, instanceId, accountId: looker, roleId: viewerRole });
  });
  // The built-in role allows everything, including permissions added after its workspace was created.
  await server.app.deps.database.query("update roles set permission_ids = '{1}' where is_admin", []);
  const reviewId = await ask();
  for (const person of ['owner', 'admin'] as const) {
    const mail = await mailTo(server.app, emailOf(person));
    expect(mail.subject).toBe('member asks you to sync changes of Studio game');
    expect(mail.text).toContain('Please look at the prices');
    const [link] = linksOf(mail).text;
    expect(link?.pathname).toBe('/instance-sync');
    expect(Object.fromEntries(link?.searchParams ?? [])).toEqual({
      instance: String(params.instanceId),
      review: String(reviewId),
    });
  }
  // Each mail is sent by a job of its own.
  await mailTo(server.app, 'mover@studio.test');
  expect((await mailsOf(server.app)).map(({ recipient }) => recipient).toSorted()).toEqual([
    emailOf('admin'),
    'mover@studio.test',
    emailOf('owner'),
  ]);
  const list = await dev.changes({ review: reviewId });
  expect(list.templates).toMatchObject([{ is_changed: true, items: [{ id: first }], counts: { added: 1 } }]);
  expect(list.menu.is_changed).toBe(false);
  expect(await get(reviewId)).toMatchObject({
    review: { state: 'open', by: { name: 'member' }, note: 'Please look at the prices', items: 1, templates: 1 },
    is_all: false,
    changes: [{ template_id: 'thing', is_update_template: true, items: [first] }],
  });
  // A request of a member who can move changes goes to all others who can.
  await ask(undefined, {}, 'admin');
  await allSent(server.app);
  const requests = (await mailsOf(server.app)).filter(({ subject }) => subject.startsWith('admin asks you'));
  expect(requests.map(({ recipient }) => recipient).toSorted()).toEqual(['mover@studio.test', emailOf('owner')]);
});

it('is applied as a sync of exactly its selection, and the requester is notified', async () => {
  shows('3.sync.review.apply', '3.sync.review.once', '3.sync.review.answer-mail');
  const reviewId = await ask(undefined, { menu: true });
  const openId = (
    await server.call(
      syncReviews.create,
      { params, body: { changes: [{ template_id: 'thing', is_update_template: false, items: [second] }] } },
      { as: 'owner' },
    )
  ).id;
  const { id } = await server.call(
    syncReviews.apply,
    { params: { ...params, reviewId }, body: { note: 'Looks good' } },
    { as: 'admin' },
  );
  expect(await valuesOf(server, server.studio.stage, first)).toEqual({ title: 'One' });
  expect(await valuesOf(server, server.studio.stage, second)).toBeUndefined();
  expect(await dev.changes()).toMatchObject({ menu: { is_changed: false }, templates: [{ items: [{ id: second }] }] });
  expect(await get(reviewId)).toMatchObject({
    review: { state: 'applied', answered_by: { name: 'admin' }, answer_note: 'Looks good', sync_id: id },
  });
  expect((await get(openId)).review).toMatchObject({ state: 'open', answered_by: null, sync_id: null });
  expect(await dev.get(id ?? 0)).toMatchObject({ review_id: reviewId, note: 'Looks good' });
  const mail = await mailTo(server.app, emailOf('member'));
  expect(mail.subject).toBe('Your changes of Studio game were applied');
  expect(mail.text).toContain('admin writes: Looks good');
  await allSent(server.app);
  const answers = (await mailsOf(server.app)).filter(({ subject }) => subject.startsWith('Your changes'));
  expect(answers.map(({ recipient }) => recipient)).toEqual([emailOf('member')]);
  // A review is closed for good, even if nothing is left to sync.
  const apply = () => server.send(syncReviews.apply, { params: { ...params, reviewId }, body: {} }, { as: 'owner' });
  const again = await apply();
  const decline = { params: { ...params, reviewId }, body: { note: 'No' } };
  expect((await server.send(syncReviews.decline, decline, { as: 'owner' })).status).toBe(409);
  expect(again).toMatchObject({
    status: 409,
    body: { error: 'changed', message: 'This review was answered already.' },
  });
  expect(await get(reviewId)).toMatchObject({
    review: { state: 'applied', answered_by: { name: 'admin' }, sync_id: id },
  });
});

it('is declined with a note, once, and changes nothing', async () => {
  shows('3.sync.review.once', '3.sync.review.answer-mail');
  const reviewId = await ask();
  const decline = () =>
    server.send(syncReviews.decline, { params: { ...params, reviewId }, body: { note: 'Not yet' } }, { as: 'admin' });
  expect((await decline()).status).toBe(200);
  expect(await get(reviewId)).toMatchObject({ review: { state: 'declined', answer_note: 'Not yet', sync_id: null } });
  expect((await mailTo(server.app, emailOf('member'))).text).toContain('admin writes: Not yet');
  expect(await valuesOf(server, server.studio.stage, first)).toBeUndefined();
  expect((await decline()).status).toBe(409);
  const apply = await server.send(syncReviews.apply, { params: { ...params, reviewId }, body: {} }, { as: 'admin' });
  expect(apply.status).toBe(409);
});

it('can only be decided by members who can sync', async () => {
  shows('3.sync.review.permission');
  const reviewId = await ask();
  const { workspaceId, stage, accounts } = server.studio;
  await server.app.deps.database.transaction(async (query) => {
    const roleId = await createRole(query, { workspaceId, name: 'Moves', allowed: ['MOVE_INSTANCE_CHANGES'] });
    await grantRole(query, { workspaceId, instanceId: stage, accountId: accounts.member, roleId });
  });
  for (const endpoint of [syncReviews.apply, syncReviews.decline]) {
    const { status } = await server.send(endpoint, { params: { ...params, reviewId }, body: {} }, { as: 'member' });
    expect(status).toBe(403);
  }
  expect((await get(reviewId)).review.state).toBe('open');
});

it('is listed by state, newest first', async () => {
  const older = await ask('First');
  const newer = await ask('Second');
  await server.call(syncReviews.decline, { params: { ...params, reviewId: older }, body: {} }, { as: 'owner' });
  const list = async (query: object) =>
    (await server.call(syncReviews.list, { params, query }, { as: 'member' })).reviews.map(({ id }) => id);
  expect(await list({})).toEqual([newer, older]);
  expect(await list({ state: 'open' })).toEqual([newer]);
  expect(await list({ state: 'declined' })).toEqual([older]);
  expect(await list({ cursor: String(newer), limit: 1 })).toEqual([older]);
});

it('is refused if it is no longer what was sent, unless the current content was seen', async () => {
  shows('3.sync.review.current');
  const reviewId = await ask(undefined, {
    changes: [{ template_id: 'thing', is_update_template: true, items: [first, second] }],
  });
  const check = () =>
    server.call(
      sync.check,
      {
        params,
        body: {
          changes: [{ template_id: 'thing', is_update_template: true, items: [first, second] }],
          review: reviewId,
        },
      },
      { as: 'owner' },
    );
  expect(await check()).not.toHaveProperty('edited_since');
  await saveOne(
    server,
    saveBody(
      'thing',
      fields,
      { title: 'Changed' },
      { id: first, version: 1, label: 'First', before: { title: 'One' } },
    ),
  );
  const { edited_since, revision } = await check();
  expect(edited_since).toEqual({ count: 1, sample: ['First'] });
  const [listed] = (await dev.changes({ review: reviewId, limit: 10 })).templates;
  expect(listed?.items.map(({ id, is_edited }) => [id, is_edited])).toEqual([
    [first, true],
    [second, undefined],
  ]);
  expect(listed).not.toHaveProperty('is_edited');
  const apply = (body: object) =>
    server.send(syncReviews.apply, { params: { ...params, reviewId }, body }, { as: 'owner' });
  expect(await apply({})).toMatchObject({ status: 409, body: { error: 'changed' } });
  expect(await valuesOf(server, server.studio.stage, first)).toBeUndefined();
  expect((await get(reviewId)).review.state).toBe('open');
  expect((await apply({ seen: revision })).status).toBe(200);
  expect(await valuesOf(server, server.studio.stage, first)).toEqual({ title: 'Changed' });
});

it('are limited per account and instance, with a message and the time to wait', async () => {
  server.clock.stop();
  const body = { changes: [], menu: true };
  const create = (as: 'owner' | 'member') => server.send(syncReviews.create, { params, body }, { as });
  const { query } = server.app.deps.database;
  expect((await create('member')).status).toBe(200);
  await query("update rate_limits set count = 19 where key like 'review:account:%'", []);
  expect((await create('member')).status).toBe(200);
  const refused = await create('member');
  expect([refused.status, refused.headers['retry-after'], refused.body]).toEqual([
    429,
    '3600',
    {
      status_code: 429,
      error: 'rate_limit',
      message: 'You have requested 20 reviews within an hour. Wait before you request another.',
    },
  ]);
  // Each account has its own limit; that of the instance applies to all accounts.
  await query("update rate_limits set count = 99 where key like 'review:instance:%'", []);
  expect((await create('owner')).status).toBe(200);
  const full = await create('owner');
  expect([full.status, full.headers['retry-after'], full.body]).toMatchObject([
    429,
    '86400',
    {
      error: 'rate_limit',
      message: '100 reviews were requested for this instance within a day. Wait before you request another.',
    },
  ]);
  const ofStage = { params: { instanceId: server.studio.stage }, body };
  // The limit of an account is the same one in every instance.
  await query("update rate_limits set count = 20 where key like 'review:account:%'", []);
  const elsewhere = await server.send(syncReviews.create, ofStage, { as: 'owner' });
  expect([elsewhere.status, elsewhere.body]).toMatchObject([
    429,
    { message: 'You have requested 20 reviews within an hour. Wait before you request another.' },
  ]);
  await query("update rate_limits set count = 1 where key like 'review:account:%'", []);
  expect((await server.send(syncReviews.create, ofStage, { as: 'owner' })).status).toBe(200);
  const [stored] = await query<{ reviews: number }>('select count(*)::int as reviews from sync_reviews', []);
  expect(stored).toEqual({ reviews: 4 });
  server.clock.advance(60 * 60);
  await query("delete from rate_limits where key like 'review:instance:%'", []);
  expect((await create('member')).status).toBe(200);
});
