import { activity } from '@quartermaster/contract/endpoints/activity.ts';
import { builds, channels } from '@quartermaster/contract/endpoints/builds.ts';
import { accessLog } from '@quartermaster/contract/endpoints/people/access-log.ts';
import { mostChannels } from '@quartermaster/contract/shapes/builds.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { lockBuild } from '../../server/modules/builds/channels-repository.ts';
import { markRemoved } from '../../server/modules/reports/old-reports-repository.ts';
import { retainedReports } from '../../server/modules/reports/run-export.ts';
import { shows } from '../specification/shows.ts';
import { deliveryOf, listBuilds, makeBuild, sha256 } from '../support/builds.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';
import { insertItems } from '../support/server-content.ts';
import { setSubscription } from '../support/subscription.ts';

const owner = { as: 'owner' } as const;

let server: TestServer;
let instanceId: number;
beforeEach(async () => {
  server = await startTestServer();
  instanceId = server.studio.dev;
  await insertItems(server.app.deps.database, instanceId, 'hero', 3);
});

const query = <Row>(text: string, values: unknown[] = []) => server.app.deps.database.query<Row>(text, values);

/** A build that differs from the others. */
async function build(version?: string | null): Promise<number> {
  const title = `Changed ${Math.random()}`;
  await query(`update items set values = jsonb_build_object('title', $1::text) where id = 1`, [title]);
  return makeBuild(server, version === undefined ? {} : { version });
}

const set = (channel: string, buildId: number, as: Person = 'owner') =>
  server.send(channels.setBuild, { params: { instanceId, channel }, body: { build_id: buildId } }, { as });
const create = (name: string, buildId: number, as: Person = 'owner') =>
  server.send(channels.create, { params: { instanceId }, body: { name, build_id: buildId } }, { as });
const remove = (channel: string) => server.send(channels.delete, { params: { instanceId, channel } }, owner);
const follow = () => server.send(channels.follow, { params: { instanceId }, body: {} }, owner);
const list = () => server.call(channels.list, { params: { instanceId } }, owner);
const setReading = (is_public: boolean) =>
  server.call(channels.setReading, { params: { instanceId }, body: { is_public } }, owner);

/** What each channel points at: its build, then those for smaller versions of the game. */
const pointed = async () =>
  Object.fromEntries(
    (await list()).channels.map(({ name, build: at, earlier }) => [name, [at.id, ...earlier.map(({ id }) => id)]]),
  );

const events = async () =>
  (
    await query<{ details: { by_hand: boolean }; account_id: number }>(
      "select details, account_id from events where kind = 'channel.changed' order by id",
    )
  ).map(({ details, account_id }) => ({ ...details, account_id }));

const event = (channel: string, previous: number | null, to: number | null, by_hand: boolean) => ({
  channel,
  build_id: to,
  previous_build_id: previous,
  by_hand,
  account_id: server.studio.accounts.owner,
});

const logged = async () =>
  (await server.call(accessLog.list, { params: { workspaceId: server.studio.workspaceId }, query: {} }, owner)).entries
    .map(({ action, actor, details }) => ({ action, by: actor.name, ...details }))
    .toReversed();

describe('live', () => {
  test('follows exports until it is set by hand, and again if wanted', async () => {
    shows('4.channels.live', '4.channels.rollback', '4.channels.recorded');
    expect(await list()).toEqual({ channels: [], is_public: false });
    const delivery = await deliveryOf(server);
    const path = 'channels/live/manifest.json';
    expect((await delivery.get(path)).statusCode).toBe(404);
    const [first, second] = [await build(), await build()];
    expect(await list()).toMatchObject({
      channels: [{ name: 'live', follows: true, build: { id: second, name: null }, earlier: [] }],
    });
    expect((await delivery.manifest(path)).build).toBe(second);

    expect((await set('live', first)).status).toBe(200);
    expect((await delivery.manifest(path)).build).toBe(first);
    // The same call again, for example because its answer was lost.
    expect((await set('live', first)).status).toBe(200);
    const third = await build();
    expect((await delivery.manifest(path)).build).toBe(first);
    expect((await list()).channels).toMatchObject([{ follows: false, build: { id: first } }]);

    expect((await follow()).status).toBe(200);
    expect((await delivery.manifest(path)).build).toBe(third);
    expect((await follow()).status).toBe(200);
    const fourth = await build();
    expect(await pointed()).toEqual({ live: [fourth] });

    expect(await events()).toEqual([
      event('live', null, first, false),
      event('live', first, second, false),
      event('live', second, first, true),
      event('live', first, third, true),
      event('live', third, fourth, false),
    ]);
    const place = {
      action: 'channel_changed',
      by: 'owner',
      project_name: 'Studio game',
      env: 'Dev',
      channel_name: 'live',
    };
    expect(await logged()).toEqual([
      { ...place, previous_build_id: second, build_id: first },
      { ...place, previous_build_id: first, build_id: third },
    ]);
    const { entries } = await server.call(
      activity.list,
      { params: { projectId: server.studio.projectId }, query: { kind: 'channel' } },
      owner,
    );
    expect(entries.map(({ channel, by, origin }) => [channel, by.name, origin])).toEqual([
      [{ name: 'live', previous_build_id: first, build_id: third }, 'owner', 'form'],
      [{ name: 'live', previous_build_id: second, build_id: first }, 'owner', 'form'],
    ]);
  });

  test('goes back without touching content or the specified delivery, and its ETag is that of the build', async () => {
    shows('4.channels.rollback', '4.channels.caching', '4.builds.unchanged');
    const delivery = await deliveryOf(server);
    const get = (headers = {}) => delivery.get('channels/live/manifest.json', headers);
    const first = await build();
    const before = await get();
    const tag = { 'if-none-match': String(before.headers.etag) };
    expect(before.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: expect.stringContaining('authorization'),
    });
    expect(before.headers.etag).toBe(`"${sha256(before.rawPayload)}"`);
    expect((await get(tag)).statusCode).toBe(304);
    const second = await build();
    const after = await get(tag);
    expect([after.statusCode, JSON.parse(after.json().manifest).build]).toEqual([200, second]);
    const content = () => query('select id, values, version from items order by id');
    const [items, last] = [await content(), (await delivery.get('manifest.json')).body];
    await set('live', first);
    expect((await get(tag)).statusCode).toBe(304);
    expect((await get({ 'if-none-match': String(after.headers.etag) })).body).toBe(before.body);
    expect(await content()).toEqual(items);
    expect((await delivery.get('manifest.json')).body).toBe(last);
    expect((await delivery.get('manifest.json')).json().report_id).toBe(second);
  });
});

describe('a game', () => {
  test('gets the last build of a channel that fits its version, and none that was rolled back', async () => {
    shows('4.channels.game-version');
    const delivery = await deliveryOf(server);
    const of = async (version?: string) => {
      const query = version === undefined ? '' : `?game_version=${version}`;
      const answer = await delivery.get(`channels/live/manifest.json${query}`);
      return answer.statusCode === 200 ? JSON.parse(answer.json().manifest).build : answer.statusCode;
    };
    const old = await build('1.9');
    const [broken, next] = [await build('1.10'), await build('2')];
    const asked = async () => [
      await of('1.8.9'),
      await of('1.9.0'),
      await of('1.10'),
      await of('1.10.3.4'),
      await of('2.0'),
      await of('11'),
      await of(),
    ];
    expect(await asked()).toEqual([404, old, broken, broken, next, next, next]);
    expect(await pointed()).toEqual({ live: [next, broken, old] });
    // Back to the first one: it fits all that the later ones did.
    await set('live', old);
    expect(await asked()).toEqual([404, old, old, old, old, old, old]);
    expect(await pointed()).toEqual({ live: [old] });
    await set('live', next);
    expect(await asked()).toEqual([404, old, old, old, next, next, next]);
    // The one that was set last goes first, though it was built before the other.
    const late = await build('1.11');
    await set('live', late);
    await set('live', next);
    expect(await asked()).toEqual([404, old, old, old, next, next, next]);
    expect(await pointed()).toEqual({ live: [next, late, old] });
    // One for any version replaces them all.
    await follow();
    const any = await build(null);
    expect(await asked()).toEqual([any, any, any, any, any, any, any]);
    for (const wrong of ['', 'x', '1..2', '1.2.3.4.5']) expect(await of(wrong)).toBe(422);
    const missing = (await delivery.get('channels/beta/manifest.json?game_version=1')).json();
    expect(missing).toMatchObject({ error: 'not_found' });
  });

  test('reads public builds without a token, from any page, and a CDN may store them', async () => {
    shows('4.channels.public', '4.channels.caching', '4.builds.access');
    const delivery = await deliveryOf(server);
    const id = await build();
    const manifest = await delivery.build(id);
    const paths = ['channels/live/manifest.json', `builds/${id}/manifest.json`, `files/${manifest.files[0]?.sha256}`];
    const bare = (path: string, headers: Record<string, string> = {}) =>
      delivery.get(path, { authorization: '', ...headers });
    for (const path of paths) expect((await bare(path)).statusCode).toBe(401);
    await setReading(true);
    expect((await list()).is_public).toBe(true);
    for (const [index, path] of paths.entries()) {
      const answers = [
        await bare(path, { origin: 'https://game.example' }),
        await delivery.get(path),
        // What caches share does not depend on a token.
        await delivery.get(path, { authorization: 'Bearer not-the-token-of-anything' }),
      ];
      for (const { statusCode, headers, body } of answers) {
        expect([statusCode, body]).toEqual([200, answers[0]?.body]);
        expect(headers).toMatchObject({
          'cache-control':
            index === 0 ? 'public, max-age=2, stale-while-revalidate=10' : 'public, max-age=31536000, immutable',
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
        });
        expect(headers).not.toHaveProperty('access-control-allow-credentials');
        expect(String(headers.vary)).not.toMatch(/authorization/i);
        expect(headers).not.toHaveProperty('set-cookie');
      }
      const tag = { 'if-none-match': String(answers[0]?.headers.etag) };
      expect((await bare(path, tag)).statusCode).toBe(304);
    }
    // Specified calls, and other instances, are as they were.
    for (const path of ['manifest.json', 'hero.json']) expect((await bare(path)).statusCode).toBe(401);
    const stage = await deliveryOf(server, server.studio.stage);
    expect((await stage.get(paths[0] ?? '', { authorization: '' })).statusCode).toBe(401);
    await setReading(true);
    await setReading(false);
    for (const path of paths) expect((await bare(path)).statusCode).toBe(401);
    expect(await logged()).toEqual(
      [true, false].map((is_public) => ({
        action: 'build_reading_changed',
        by: 'owner',
        project_name: 'Studio game',
        env: 'Dev',
        is_public,
      })),
    );
    // A project that is being deleted is not public any more.
    await setReading(true);
    await query("update projects set status = 'DeleteInProgress' where id = $1", [server.studio.projectId]);
    for (const path of paths) expect((await bare(path)).statusCode).toBe(401);
  });
});

describe('own channels', () => {
  test('are created with a build, moved, limited in number, and deleted', async () => {
    shows('4.channels.own', '4.channels.recorded');
    const [first, second] = [await build(), await build()];
    expect((await create('beta', first)).status).toBe(200);
    expect(await create('beta', second)).toMatchObject({ status: 409, body: { error: 'taken' } });
    for (const name of ['', 'Beta', '1st', 'a b', 'x'.repeat(33)])
      expect(await create(name, first)).toMatchObject({ status: 422, body: { fields: { name: expect.any(String) } } });
    expect((await create('live', first)).status).toBe(409);
    expect((await create('gamma', 2_000_000_000)).status).toBe(404);
    expect(await pointed()).toEqual({ live: [second], beta: [first] });
    const delivery = await deliveryOf(server);
    expect((await delivery.manifest('channels/beta/manifest.json')).build).toBe(first);
    await set('beta', second);
    // An export moves only live.
    const third = await build();
    expect(await pointed()).toEqual({ live: [third], beta: [second] });
    expect(await set('gamma', second)).toMatchObject({ status: 404 });
    expect(await set('beta', 2_000_000_000)).toMatchObject({ status: 404 });
    expect(await remove('live')).toMatchObject({ status: 422 });
    expect((await remove('beta')).status).toBe(200);
    expect((await remove('beta')).status).toBe(404);
    expect((await delivery.get('channels/beta/manifest.json')).statusCode).toBe(404);
    expect((await events()).filter(({ by_hand }) => by_hand)).toEqual([
      event('beta', null, first, true),
      event('beta', first, second, true),
      event('beta', second, null, true),
    ]);
    expect((await logged()).map(({ action }) => action)).toEqual([
      'channel_created',
      'channel_changed',
      'channel_deleted',
    ]);
    for (let made = 1; made < mostChannels; made++) expect((await create(`channel-${made}`, first)).status).toBe(200);
    expect(await create('one-more', first)).toMatchObject({ status: 422, body: { error: 'invalid' } });
    expect((await list()).channels).toHaveLength(mostChannels);
  });

  test('are in plans from Starter on; on Free there is live, and games go on reading the others', async () => {
    shows('4.channels.plans');
    const [first, second] = [await build(), await build()];
    await create('beta', first);
    await setSubscription(server, { plan: 'free', status: 'active' });
    expect(await create('gamma', first)).toMatchObject({ status: 402, body: { error: 'plan' } });
    expect(await set('beta', second)).toMatchObject({ status: 402, body: { error: 'plan' } });
    expect((await set('live', first)).status).toBe(200);
    const delivery = await deliveryOf(server);
    expect((await delivery.manifest('channels/beta/manifest.json')).build).toBe(first);
    expect((await remove('beta')).status).toBe(200);
    await setSubscription(server, { plan: 'starter', status: 'active' });
    expect((await create('gamma', first)).status).toBe(200);
    await setSubscription(server, { plan: 'starter', status: 'canceled' });
    expect(await set('live', second)).toMatchObject({ status: 402, body: { error: 'canceled' } });
    expect((await delivery.manifest('channels/live/manifest.json')).build).toBe(first);
  });

  test('need the EXPORT permission in their instance', async () => {
    shows('4.builds.access');
    const id = await build();
    for (const call of [set('live', id, 'member'), create('beta', id, 'member')]) expect((await call).status).toBe(403);
    for (const call of [set('live', id, 'stranger'), create('beta', id, 'stranger')])
      expect((await call).status).toBe(404);
    const elsewhere = { params: { instanceId: server.studio.stage, channel: 'live' }, body: { build_id: id } };
    await makeBuild(server, { instanceId: server.studio.stage });
    expect((await server.send(channels.setBuild, elsewhere, owner)).status).toBe(404);
  });
});

describe('retention', () => {
  test('keeps every build that a channel points at, also those for earlier versions of the game', async () => {
    shows('4.channels.retention', '4.builds.retention');
    const [early, beta, unused] = [await build('1'), await build('2'), await build('2')];
    await create('beta', beta);
    for (let made = 0; made < retainedReports; made++) await build('2');
    const ids = (await listBuilds(server)).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([early, beta]));
    expect(ids).not.toContain(unused);
    const delivery = await deliveryOf(server);
    for (const path of ['channels/live/manifest.json?game_version=1.5', 'channels/beta/manifest.json'])
      for (const file of (await delivery.manifest(path)).files)
        expect((await delivery.content(file.sha256)).statusCode).toBe(200);
    await remove('beta');
    await build('2');
    expect((await listBuilds(server)).map(({ id }) => id)).not.toContain(beta);
  });

  test('and a channel that is set at the same time decide in the order of their locks', async () => {
    shows('4.channels.retention');
    const { unit, clock } = server.app.deps;
    const [first, second] = [await build(), await build()];
    await set('live', first);
    expect(await unit(({ query: inside }) => markRemoved(inside, first, clock.now()))).toBe(false);
    await set('live', second);
    expect(await unit(({ query: inside }) => markRemoved(inside, first, clock.now()))).toBe(true);
    expect(await unit(({ query: inside }) => lockBuild(inside, instanceId, first))).toBe(false);
    expect(await set('live', first)).toMatchObject({ status: 404 });
    expect(await pointed()).toEqual({ live: [second] });
    // The database refuses what the code must not try.
    await expect(query('delete from reports where id = $1', [second])).rejects.toThrow();
  });
});

test('calls of channels accept only what they need', async () => {
  shows('4.channels.own');
  const id = await build();
  const params = { instanceId, channel: 'live' };
  for (const body of [{}, { build_id: 'x' }, { build_id: id, more: 1 }])
    expect((await server.send(channels.setBuild, { params, body }, owner)).status).toBe(422);
  expect((await server.send(builds.list, { params: { instanceId }, query: { limit: 101 } }, owner)).status).toBe(422);
  expect(
    (await server.send(channels.setBuild, { params: { instanceId, channel: 'UP' }, body: { build_id: id } }, owner))
      .status,
  ).toBe(404);
});
