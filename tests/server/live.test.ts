import { permissions } from '@quartermaster/contract/access.ts';
import { comments } from '@quartermaster/contract/endpoints/comments.ts';
import { live } from '@quartermaster/contract/endpoints/live.ts';
import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { webhooks } from '@quartermaster/contract/endpoints/webhooks.ts';
import type { LiveTopic } from '@quartermaster/contract/live-topics.ts';
import { eventHeader } from '@quartermaster/contract/read-position.ts';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { buildServer } from '../../server/build-server.ts';
import { numberAllEvents } from '../../server/core/app/consume-events.ts';
import type { App } from '../../server/core/app/deps.ts';
import type { Replicas } from '../../server/core/database/replicas.ts';
import type { News } from '../../server/core/events/news.ts';
import { advance, endProgress, startProgress } from '../../server/core/jobs/progress.ts';
import { createBroadcast } from '../../server/modules/live/live-broadcast.ts';
import { createReader, type Reader } from '../../server/modules/live/reader.ts';
import { createRowNews } from '../../server/modules/live/row-news.ts';
import { shows } from '../specification/shows.ts';
import { eventually } from '../support/eventually.ts';
import { type LiveReader, readLive } from '../support/live-reader.ts';
import { startReceiver } from '../support/receiver.ts';
import { releasesOf } from '../support/release-calls.ts';
import { sampleFields, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { type Person, serverOf, startTestServer, type TestServer, testEnvironment, urlOf } from '../support/server.ts';
import { emailOf } from '../support/server-studio.ts';
import { openSync } from '../support/sync.ts';
import { allowPrivate, webhooksOf } from '../support/webhooks.ts';

/** With streams, so it listens, on the database of the tests. */
let app: App;
let url: string;
let server: TestServer;
const readers: LiveReader[] = [];

beforeEach(async () => {
  const { app: shared, studio, clock } = await startTestServer();
  app = await buildServer({ database: shared.deps.database, clock, config: testEnvironment() });
  server = serverOf(app, studio);
  url = await app.listen({ port: 0, host: '127.0.0.1' });
  await saveTemplate(server, 'thing', sampleFields('thing'));
});

afterEach(async () => {
  for (const reader of readers.splice(0)) reader.close();
  // Its jobs would go on, and take those of later tests.
  await app.deps.jobs.stop();
  await app.close();
});

async function open(person: Person, query: { instances?: string; after?: number }, headers = {}): Promise<LiveReader> {
  const reader = await readLive(url + urlOf(live.follow, { query }), {
    authorization: server.bearer(person),
    ...headers,
  });
  readers.push(reader);
  return reader;
}

/** Opens a stream of Dev, and waits until it has begun. */
async function openDev(person: Person, after?: number) {
  const reader = await open(person, { instances: String(server.studio.dev), ...(after !== undefined && { after }) });
  const { position = 0 } = await reader.until(({ type }) => type === 'hello');
  return { reader, position };
}

const changes = ({ messages }: LiveReader) =>
  messages.flatMap(({ message }) => (message.type === 'change' ? [message] : []));

const saveThing = (as: Person = 'owner', instanceId = server.studio.dev) =>
  saveOne(server, { template_id: 'thing', internal_label: 'A thing', fields: [] }, as, instanceId);

const query = (text: string, values: unknown[] = []) => app.deps.database.query(text, values);

/** Saves as the owner, and waits until the owner's own stream has it: other streams have been told by then, or never are. */
async function saveAndWait(reader: LiveReader) {
  const { id } = await saveThing();
  await reader.until((one) => one.type === 'change' && one.ids?.includes(id) === true);
  return id;
}

/** How the member loses what lets it read Dev, by what is lost. */
const lose: Record<string, () => Promise<unknown>> = {
  'a role': () => query('delete from instance_members where account_id = $1', [server.studio.accounts.member]),
  "a role's permission": () =>
    query("update roles set permission_ids = '{}' where id = $1", [server.studio.viewerRoleId]),
  membership: () => query('delete from workspace_members where account_id = $1', [server.studio.accounts.member]),
  'the project': () => query("update projects set status = 'Deleting' where id = $1", [server.studio.projectId]),
  'all sessions': () =>
    query('update accounts set sessions_since = $2 where id = $1', [
      server.studio.accounts.member,
      Math.floor(Date.now() / 1000) + 1000,
    ]),
  'a move to company sign-in': () =>
    query('update workspace_members set is_company_only = true where account_id = $1', [server.studio.accounts.member]),
};

describe('the stream', () => {
  it('has the ids of a save, its position, and no content', async () => {
    shows('5.live.stream');
    const { reader } = await openDev('member');
    const { id } = await saveThing();
    const { message, position } = await reader.until((one) => one.type === 'change' && one.topic === 'items');
    expect(position).toBeGreaterThan(0);
    const { dev } = server.studio;
    expect(message).toEqual({
      type: 'change',
      instance_id: dev,
      topic: 'items',
      template_id: 'thing',
      action: 'create',
      ids: [id],
    });
    expect(reader.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(reader.headers.get('cache-control')).toBe('no-store, no-transform');
  });

  it('tells of templates, the menu, and what triggers see, whoever has written it', async () => {
    const { reader } = await openDev('owner');
    await saveTemplate(server, 'other', sampleFields('other'));
    await reader.until((one) => one.type === 'change' && one.topic === 'template' && one.template_id === 'other');
    await query("insert into reports (instance_id, state, scope, created_at) select $1, 'running', '{}', now()", [
      server.studio.dev,
    ]).catch(() => undefined);
    await query('update workspaces set name = name where id = $1', [server.studio.workspaceId]);
    await reader.until(({ type }) => type === 'access');
  });

  it.each([
    ['one item', () => saveThing()],
    [
      'several',
      () =>
        saveAll(
          server,
          [1, 2].map(() => saveBody('thing', sampleFields('thing'), {})),
        ),
    ],
  ])('is told of a save of %s at once', async (_, save) => {
    const told: News[] = [];
    const stop = app.deps.news.follow((news) => told.push(news));
    await save();
    stop();
    expect(told).toContain('events');
  });

  it('tells of changed rows once the position of the primary can be read again', async () => {
    shows('5.live.stream');
    const { database } = app.deps;
    const { query: read } = database;
    let isFailing = false;
    let failures = 0;
    const primary: typeof database = {
      ...database,
      query: (text, values, name) => {
        if (name !== 'live-primary') return read(text, values, name);
        if (!isFailing) return Promise.resolve([{ position: 1 } as never]);
        failures += 1;
        return Promise.reject(new Error('The primary does not answer.'));
      },
    };
    const replicas = { read: (_: unknown, call: () => Promise<unknown>) => call() } as unknown as Replicas;
    const over = await buildServer({ database: primary, replicas, clock: server.clock, config: testEnvironment() });
    onTestFinished(() => over.close());
    const reader = await readLive(
      (await over.listen({ port: 0, host: '127.0.0.1' })) +
        urlOf(live.follow, { query: { instances: String(server.studio.dev) } }),
      { authorization: server.bearer('member') },
    );
    readers.push(reader);
    await reader.until(({ type }) => type === 'hello');
    isFailing = true;
    const { news } = over.deps;
    const isKnown = new Promise<void>((resolve) => {
      onTestFinished(news.follow((one) => typeof one === 'object' && 'topic' in one && resolve()));
    });
    await query('update workspaces set name = name where id = $1', [server.studio.workspaceId]);
    await isKnown;
    const before = failures;
    news.announceEvents();
    await eventually(() => expect(failures).toBeGreaterThan(before));
    isFailing = false;
    news.announceEvents();
    await reader.until(({ type }) => type === 'access');
  });

  it('goes on after a position, with nothing missing and nothing twice', async () => {
    const first = await openDev('owner');
    const ids = [await saveAndWait(first.reader), await saveAndWait(first.reader)];
    first.reader.close();
    ids.push((await saveThing()).id, (await saveThing()).id);
    const { reader } = await openDev('owner', first.position);
    const live = await saveAndWait(reader);
    expect(changes(reader).map((change) => change.ids?.[0])).toEqual([...ids, live]);
    const last = await openDev('owner', (await reader.until(({ type }) => type === 'hello')).position);
    await saveAndWait(last.reader);
    expect(changes(last.reader)).toHaveLength(2);
  });

  it('tells readers who come back together each what they have missed', async () => {
    const { reader, position } = await openDev('owner');
    const first = await saveAndWait(reader);
    const { position: later = 0 } = await reader.until(
      (one) => one.type === 'change' && one.ids?.includes(first) === true,
    );
    const second = await saveAndWait(reader);
    const back = await Promise.all([openDev('owner', position), openDev('admin', later)]);
    expect(back.map((one) => changes(one.reader).map(({ ids }) => ids?.[0]))).toEqual([[first, second], [second]]);
  });

  it('tells what rows say that were changed between the answers of a reader and its stream', async () => {
    const { reader, position } = await openDev('owner');
    const { id } = await saveThing('admin');
    const topicsAfter = async (after: number) =>
      changes((await openDev('admin', after)).reader).map(({ topic }) => topic);
    await reader.until((one) => one.type === 'change' && one.ids?.includes(id) === true);
    const body = { about: 'item' as const, template_id: 'thing', item_id: id, text: 'Too dear?' };
    const params = { instanceId: server.studio.dev };
    const thread = await server.call(comments.create, { params, body }, { as: 'owner' });
    await reader.until((one) => one.type === 'change' && one.topic === 'comments');
    expect(await topicsAfter(position)).toEqual(['items', 'comments']);
    const later = await saveAndWait(reader);
    const { position: last = 0 } = await reader.until((one) => one.type === 'change' && one.ids?.[0] === later);
    expect(await topicsAfter(last)).toEqual([]);
    // It emits no event, and so moves no position.
    const told = changes(reader).length;
    const resolution = { params: { ...params, commentId: thread.id }, body: { resolved: true } };
    await server.call(comments.resolve, resolution, { as: 'owner' });
    await eventually(() => expect(changes(reader)).toHaveLength(told + 1));
    expect(await topicsAfter(last)).toEqual(['comments']);
  });

  it.each(['a role', "a role's permission", 'membership', 'the project'])(
    'tells of the loss of %s between the answers of a reader and its stream',
    async (what) => {
      shows('5.live.access');
      const { reader: other, position } = await openDev('owner');
      await lose[what]?.();
      await other.until(({ type }) => type === 'access');
      const { reader } = await openDev('member', position);
      expect(reader.messages.map(({ message }) => message.type)).toEqual(['access', 'hello']);
    },
  );

  /** The position that an answer about Dev has; null without one. */
  const answered = async () =>
    (await server.send(menu.list, { params: { instanceId: server.studio.dev } }, { as: 'member' })).headers[
      eventHeader
    ];

  it('tells of everything without a position if it has not listened since the answers', async () => {
    shows('5.live.stream');
    await numberAllEvents(app.deps.unit, new AbortController().signal);
    const [{ position } = { position: 0 }] = await app.deps.database.query<{ position: number }>(
      'select max(position) as position from events',
      [],
    );
    // Another server told the position; this one has listened to nothing, and so may have missed comments.
    const first = await openDev('member', position);
    expect(first.reader.messages.map(({ message }) => message.type)).toContain('access');
    expect(changes(first.reader).map(({ topic }) => topic)).toEqual(
      expect.arrayContaining(['comments', 'proposals', 'jobs']),
    );
    // Whoever joins at a position that it has reached itself has missed nothing.
    const second = await openDev('member', first.position);
    expect(second.reader.messages.map(({ message }) => message.type)).toEqual(['hello']);
    // At an older one, of an answer of another server.
    await saveThing();
    const third = await openDev('member', position - 1);
    expect(changes(third.reader).map(({ topic }) => topic)).toEqual(expect.arrayContaining(['items', 'comments']));
  });

  it('knows that news is missing once it is retained no more', () => {
    shows('5.live.stream');
    const rowNews = createRowNews(() => {});
    const change = (id: number) => ({ topic: 'comments', scope: 'instance', id }) as const;
    rowNews.noteComplete(1);
    rowNews.retain([change(1)], 2);
    rowNews.retain([change(2)], 3);
    expect(rowNews.since(2)).toEqual([change(1), change(2)]);
    rowNews.retain(
      Array.from({ length: 999 }, (_, index) => change(3 + index)),
      4,
    );
    expect(rowNews.since(1)).toBeUndefined();
    expect(rowNews.since(3)).toHaveLength(1000);
    rowNews.stop();
  });

  it('tells the first reader nothing else, as answers have no position while no stream is open', async () => {
    shows('5.live.stream');
    expect(await answered()).toBeUndefined();
    const { reader, position } = await openDev('member');
    expect(reader.messages.map(({ message }) => message.type)).toEqual(['hello']);
    expect(await answered()).toBe(String(position));
    const next = await openDev('owner', Number(await answered()));
    expect(next.reader.messages.map(({ message }) => message.type)).toEqual(['hello']);
  });

  it('goes on from the header of a browser, too', async () => {
    const { reader: before, position } = await openDev('owner');
    await saveAndWait(before);
    const reader = await open('owner', { instances: String(server.studio.dev) }, { 'last-event-id': String(position) });
    await reader.until((one) => one.type === 'change');
  });

  it.each([
    [
      'older than what is stored',
      async (position: number) => {
        await numberAllEvents(app.deps.unit, new AbortController().signal);
        await query('delete from events');
        return position - 1;
      },
    ],
    ['not reached yet, as after a restore', async (position: number) => position + 100],
    [
      'too far back',
      async (position: number) => {
        await query(
          "insert into events (instance_id, kind, details) select $1, 'menu.changed', '{}' from generate_series(1, 600)",
          [server.studio.dev],
        );
        return position;
      },
    ],
  ])('says that anything may have changed since a position that is %s', async (_, prepare) => {
    shows('5.live.reset');
    const { reader, position } = await openDev('owner');
    await saveAndWait(reader);
    const after = await prepare(position);
    const again = await openDev('owner', after);
    expect(again.reader.messages.map(({ message }) => message.type)).toEqual(['reset', 'hello']);
    const id = await saveAndWait(again.reader);
    expect(changes(again.reader)).toEqual([expect.objectContaining({ ids: [id] })]);
  });

  it('has nothing of other instances, and nothing of those that the caller may not read', async () => {
    shows('5.live.access');
    const { dev, stage, prod, elsewhere, free } = server.studio;
    const owner = await openDev('owner');
    const all = [dev, stage, prod, elsewhere.dev, free.dev].join(',');
    const stranger = await open('stranger', { instances: all });
    const member = await open('member', { instances: all });
    for (const reader of [stranger, member]) await reader.until(({ type }) => type === 'hello');
    await query(
      "insert into events (instance_id, kind, details) values ($1, 'menu.changed', '{}'), ($2, 'menu.changed', '{}')",
      [stage, elsewhere.dev],
    );
    await saveAndWait(owner.reader);
    const seen = (reader: LiveReader) => new Set(changes(reader).map((change) => change.instance_id));
    await eventually(() => expect(seen(stranger)).toEqual(new Set([elsewhere.dev])));
    expect(seen(member)).toEqual(new Set([dev]));
    expect(seen(owner.reader)).toEqual(new Set([dev]));
  });

  it('does not tell strangers when access changes in an instance that they ask for', async () => {
    shows('5.live.access');
    const { dev, elsewhere, accounts } = server.studio;
    const owner = await openDev('owner');
    const stranger = await open('stranger', { instances: [dev, elsewhere.dev].join(',') });
    await stranger.until(({ type }) => type === 'hello');
    await query('update instance_members set role_id = role_id where instance_id = $1 and account_id = $2', [
      dev,
      accounts.admin,
    ]);
    await owner.reader.until(({ type }) => type === 'access');
    await query("insert into events (instance_id, kind, details) values ($1, 'menu.changed', '{}')", [elsewhere.dev]);
    app.deps.news.announceEvents();
    await stranger.until(({ type }) => type === 'change');
    expect(stranger.messages.map(({ message }) => message.type)).toEqual(['hello', 'change']);
  });

  const role = (accountId: number, roleId: number) =>
    query(
      'insert into workspace_members (workspace_id, account_id, role_id, is_company_only) values ($1, $2, $3, false)',
      [server.studio.workspaceId, accountId, roleId],
    );
  const letIn: [Person, string, () => Promise<unknown>][] = [
    ['stranger', 'becomes an owner of the workspace', () => role(server.studio.accounts.stranger, 1)],
    ['stranger', 'becomes a member of the workspace', () => role(server.studio.accounts.stranger, 3)],
    [
      'member',
      'becomes a member of the project',
      () =>
        query('insert into instance_members (instance_id, account_id, role_id) values ($1, $2, $3)', [
          server.studio.stage,
          server.studio.accounts.member,
          server.studio.viewerRoleId,
        ]),
    ],
    [
      'member',
      'has a role that may read',
      () =>
        query('update roles set permission_ids = $2 where id = $1', [
          server.studio.viewerRoleId,
          [permissions.READ.id],
        ]),
    ],
  ];
  it.each(letIn)('tells a %s of access who %s', async (as, _, change) => {
    shows('5.live.access');
    await query("update roles set permission_ids = '{}' where id = $1", [server.studio.viewerRoleId]);
    const reader = await open(as, { instances: [server.studio.dev, server.studio.stage].join(',') });
    await reader.until(({ type }) => type === 'hello');
    await change();
    await reader.until(({ type }) => type === 'access');
  });

  it('has only topics whose calls are open to the reader', async () => {
    const owner = await openDev('owner');
    const member = await openDev('member');
    await query("select pg_notify('quartermaster_news', 'exports instance ' || $1::int)", [server.studio.dev]);
    await owner.reader.until((one) => one.type === 'change' && one.topic === 'exports');
    await saveAndWait(owner.reader);
    await member.reader.until((one) => one.type === 'change' && one.topic === 'items');
    expect(changes(owner.reader).map(({ topic }) => topic)).toEqual(['exports', 'items']);
    expect(changes(member.reader).map(({ topic }) => topic)).toEqual(['items']);
  });
});

describe('the end of a stream', () => {
  it.each(Object.keys(lose))('comes with the loss of %s, before anything else is told', async (what) => {
    const { reader } = await openDev('member');
    await lose[what]?.();
    await query("insert into events (instance_id, kind, details) values ($1, 'menu.changed', '{}')", [
      server.studio.dev,
    ]);
    app.deps.news.announceEvents();
    await eventually(() => expect(reader.hasEnded()).toBe(true), { interval: 5 });
    expect(changes(reader)).toEqual([]);
  });

  it('comes with the end of the session, for one who follows nothing, too', async () => {
    const reader = await open('member', {});
    await reader.until(({ type }) => type === 'hello');
    await lose['all sessions']?.();
    await eventually(() => expect(reader.hasEnded()).toBe(true), { interval: 5 });
  });

  it('comes when the token of the session ends', async () => {
    const { reader } = await openDev('member');
    server.clock.advance(16 * 60);
    await query("insert into events (instance_id, kind, details) values ($1, 'menu.changed', '{}')", [
      server.studio.dev,
    ]);
    app.deps.news.announceEvents();
    await eventually(() => expect(reader.hasEnded()).toBe(true), { interval: 20 });
    expect(changes(reader)).toEqual([]);
  });

  it('comes with the stop of the server, at once', async () => {
    const { reader } = await openDev('member');
    await app.close();
    await reader.until(({ type }) => type === 'end');
  });
});

it('is refused if the server stops while its access is checked', async () => {
  const { database } = server.app.deps;
  const checked = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  let isHeld = false;
  const slow: typeof database = {
    ...database,
    query: async (text, values, name) => {
      if (isHeld && name === 'access-account') {
        checked.resolve();
        await stopped.promise;
      }
      return database.query(text, values, name);
    },
  };
  const stopping = await buildServer({ database: slow, clock: server.clock, config: testEnvironment() });
  const streams = (await stopping.listen({ port: 0, host: '127.0.0.1' })) + urlOf(live.follow, {});
  const first = await readLive(streams, { authorization: server.bearer('owner') });
  readers.push(first);
  isHeld = true;
  const late = readLive(streams, { authorization: server.bearer('member') });
  await checked.promise;
  const closing = stopping.close();
  await first.until(({ type }) => type === 'end');
  stopped.resolve();
  expect((await late).status).toBe(503);
  await closing;
});

describe('what runs', () => {
  const job = { kind: 'export', id: 7 } as const;
  const start = (instanceId: number) =>
    startProgress(app.deps.database.query, {
      ...job,
      instanceId,
      doing: 'Writing',
      total: 100,
      canCancel: true,
      at: app.deps.clock.now(),
    });
  const topicsOf = (reader: LiveReader) => changes(reader).map(({ topic }) => topic);
  const untilTopic = (reader: LiveReader, topic: LiveTopic) =>
    reader.until((one) => one.type === 'change' && one.topic === topic);

  it('is told at once, and then about once a second, to its end', async () => {
    shows('5.live.progress');
    const { reader } = await openDev('owner');
    const begin = performance.now();
    await start(server.studio.dev);
    await untilTopic(reader, 'jobs');
    for (let step = 0; step < 60; step += 1) await advance(app.deps.database.query, job, { more: 1 });
    await endProgress(app.deps.database.query, job, { state: 'completed', at: app.deps.clock.now() });
    const told = topicsOf(reader).length;
    // Also what came last.
    await eventually(() => expect(topicsOf(reader).length).toBeGreaterThan(told));
    expect(topicsOf(reader).length).toBeLessThanOrEqual(2 + (performance.now() - begin) / 1000);
  });

  it('is not told of access by new items, whose ids are counted in the row of their project', async () => {
    const { reader } = await openDev('member');
    await saveAndWait(reader);
    await query('update projects set name = name where id = $1', [server.studio.projectId]);
    await reader.until(({ type }) => type === 'access');
    const before = reader.messages.length;
    await saveAndWait(reader);
    await saveAndWait(reader);
    expect(reader.messages.slice(before).map(({ message }) => message.type)).not.toContain('access');
  });

  it('does not delay access', async () => {
    const { reader } = await openDev('owner');
    const count = () => reader.messages.filter(({ message }) => message.type === 'access').length;
    const rename = () => query('update workspaces set name = name where id = $1', [server.studio.workspaceId]);
    await rename();
    await eventually(() => expect(count()).toBe(1), { interval: 5 });
    const begin = performance.now();
    await rename();
    await eventually(() => expect(count()).toBe(2), { interval: 5 });
    expect(performance.now() - begin).toBeLessThan(1000);
  });

  it('is told of a sync in its source, too, and to nobody elsewhere', async () => {
    shows('5.live.progress');
    const { dev, stage } = server.studio;
    const source = await openDev('owner');
    const target = await open('owner', { instances: String(stage) });
    await target.until(({ type }) => type === 'hello');
    const elsewhere = await open('stranger', { instances: [dev, stage, server.studio.elsewhere.dev].join(',') });
    await elsewhere.until(({ type }) => type === 'hello');
    const id = await openSync(server);
    await untilTopic(source.reader, 'jobs');
    await untilTopic(source.reader, 'changes');
    await untilTopic(target, 'changes');
    const before = topicsOf(source.reader).length;
    await advance(app.deps.database.query, { kind: 'change-set', id }, { more: 1 });
    await eventually(() => expect(topicsOf(source.reader).slice(before)).toContain('jobs'));
    expect(changes(elsewhere)).toEqual([]);
  });

  it.each<[what: string, topic: LiveTopic, write: () => Promise<unknown>]>([
    [
      'an import',
      'imports',
      () =>
        query(
          "insert into imports (instance_id, template_id, origin, state, request, created_at) values ($1, 'thing', 'import', 'checking', '{}', now())",
          [server.studio.dev],
        ),
    ],
    [
      'an export',
      'exports',
      () =>
        query("insert into reports (instance_id, path, created_at) values ($1, 'path', now())", [server.studio.dev]),
    ],
    ['a release', 'releases', () => releasesOf(server).create()],
  ])('is told of %s', async (_, topic, write) => {
    shows('5.live.progress');
    const { reader } = await openDev('owner');
    await write();
    await untilTopic(reader, topic);
  });

  it('is told of messages to webhooks as they are stored, sent, and sent again', async () => {
    shows('5.live.progress');
    allowPrivate(app.deps);
    const receiver = await startReceiver();
    const hooks = webhooksOf(server);
    const { id: webhookId } = await hooks.create(receiver.url);
    const { reader } = await openDev('owner');
    const untilTold = async (change: () => Promise<unknown>) => {
      const before = topicsOf(reader).length;
      await change();
      await eventually(() => expect(topicsOf(reader).slice(before)).toContain('webhooks'));
    };
    await hooks.emit(1);
    await untilTold(() => hooks.record());
    await untilTold(() => hooks.send(webhookId));
    const [sent] = await hooks.deliveries(webhookId);
    const params = { instanceId: server.studio.dev, webhookId, deliveryId: sent?.id ?? 0 };
    await untilTold(() => server.call(webhooks.resend, { params, body: {} }, { as: 'owner' }));
  });
});

describe('the limits', () => {
  it('refuse the 21st stream of an account, until one is closed', async () => {
    shows('5.live.limits');
    for (let at = 0; at < 20; at += 1) await openDev('member');
    const refused = await open('member', {});
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await open('owner', {})).status).toBe(200);
    readers[0]?.close();
    await eventually(async () => expect((await open('member', {})).status).toBe(200));
  });

  it('refuse what is no list of instances', async () => {
    for (const instances of ['x', '1,', '0', '1;2', Array.from({ length: 21 }, (_, at) => at + 1).join(',')])
      expect((await open('owner', { instances })).status).toBe(422);
  });

  it('leave the connections for calls as they are', async () => {
    shows('5.live.limits');
    const { maxConnections } = app.server;
    const { reader } = await openDev('owner');
    expect(app.server.maxConnections).toBe(maxConnections + 1);
    reader.close();
    await eventually(() => expect(app.server.maxConnections).toBe(maxConnections));
  });
});

it('has no reader left who went away while being let in', async () => {
  const [account] = await app.deps.database.query<{ id: number }>('select id from accounts where email = $1', [
    emailOf('owner'),
  ]);
  const session = {
    accountId: account?.id ?? 0,
    issuedAt: Math.floor(app.deps.clock.now().getTime() / 1000),
    signIn: '',
    via: '',
  };
  const [readers, joining] = [new Set<Reader>(), new Set<Reader>()];
  const broadcast = createBroadcast(app.deps, { readers, joining, onLeft: () => undefined });
  const admit = (leaves: boolean) => {
    const reader = createReader({ session, instanceIds: [server.studio.dev], after: undefined }, 'a.b');
    joining.add(reader);
    const admitting = broadcast.admit([reader], { last: 0, deleted: 0 }, { reads: {}, rowsSince: () => [] });
    if (leaves) broadcast.leave(reader);
    return admitting;
  };
  await admit(true);
  expect([readers.size, joining.size]).toEqual([0, 0]);
  await admit(false);
  expect(readers.size).toBe(1);
});

it('is refused without a session, and for tokens of projects', async () => {
  expect((await readLive(url + urlOf(live.follow, {}), {})).status).toBe(401);
  const answer = await readLive(url + urlOf(live.follow, {}), {
    authorization: 'Bearer qmt_0123456789abcdef0123456789abcdef',
  });
  expect([401, 403]).toContain(answer.status);
});
