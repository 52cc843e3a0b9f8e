import { zstdDecompressSync } from 'node:zlib';
import { channels, signingKeys } from '@quartermaster/contract/endpoints/builds.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ClientOptions } from '../../clients/quartermaster-client.ts';
import { shows } from '../specification/shows.ts';
import { type BuildManifest, deliveryOf, listBuilds, makeBuild, sha256 } from '../support/builds.ts';
import { drawPortrait } from '../support/draw-portrait.ts';
import { fetchFrom, gameOf, type Network, openBuilds, publicKeysOf, strangersKey } from '../support/game-clients.ts';
import { imageBody } from '../support/image-body.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { insertItems } from '../support/server-content.ts';

const owner = { as: 'owner' } as const;

let server: TestServer;
let instanceId: number;
beforeEach(async () => {
  server = await startTestServer();
  instanceId = server.studio.dev;
  for (const template of ['hero', 'sword']) await insertItems(server.app.deps.database, instanceId, template, 2);
  await openBuilds(server);
});

/** A build in which the heroes are called by this name. */
async function publish(title: string, version?: string | null): Promise<number> {
  await server.app.deps.database.query(
    `update items set values = jsonb_set(values, '{title}', to_jsonb($1::text))
      where template_key = (select key from templates where instance_id = $2 and id = 'hero')`,
    [title, instanceId],
  );
  return makeBuild(server, version === undefined ? {} : { version });
}

const point = (buildId: number) =>
  server.call(channels.setBuild, { params: { instanceId, channel: 'live' }, body: { build_id: buildId } }, owner);

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString();

/** A network whose behaviour can be changed, and what was requested by it. */
function network() {
  const state: { change: Network; asked: string[] } = { change: (_, answered) => answered, asked: [] };
  const through: Network = async (path, answered) => {
    const changed = await state.change(path, answered);
    const tag = answered.headers['if-none-match'] === undefined ? '' : ' if-none-match';
    state.asked.push(`${changed.status} ${path.replace(/.*\/delivery\/\d+\//, '')}${tag}`);
    return changed;
  };
  return { state, fetch: fetchFrom(server, through) };
}

const isManifest = (path: string) => path.includes('/channels/');
/** Another manifest in place of that of the channel, also of an unchanged one. */
const inManifest =
  (change: (manifest: BuildManifest, body: Buffer) => Uint8Array): Network =>
  async (path, answered) => {
    if (!isManifest(path)) return answered;
    const { rawPayload } = await (await deliveryOf(server)).get('channels/live/manifest.json');
    return { ...answered, status: 200, body: change(JSON.parse(JSON.parse(textOf(rawPayload)).manifest), rawPayload) };
  };

test('a game gets the build of its channel, fetches only what is new, and a build is the same for ever', async () => {
  shows('4.clients.whole', '4.clients.unchanged', '4.builds.types');
  const first = await publish('First');
  const { state, fetch } = network();
  const { storage, update } = await gameOf(server, { fetch });
  const old = await update();
  expect([old.manifest.build, old.problem]).toEqual([first, undefined]);
  expect(textOf(await old.read('hero.json'))).toContain('First');
  const delivery = await deliveryOf(server);
  const { files, types } = await delivery.build(first);
  expect(old.manifest.files).toEqual(files);
  expect(types).toHaveLength(4);
  for (const { path, sha256: hash } of files) expect(sha256(Buffer.from(await old.read(path)))).toBe(hash);
  expect([...storage.entries.keys()].sort()).toEqual([...files.map((file) => file.sha256), 'manifest'].sort());
  await expect(old.read('none.json')).rejects.toThrow('none.json');

  state.asked.length = 0;
  expect((await update()).manifest).toEqual(old.manifest);
  expect(state.asked).toEqual(['304 channels/live/manifest.json if-none-match']);

  state.asked.length = 0;
  const second = await publish('Second');
  const next = await update();
  const hero = next.manifest.files.find(({ path }) => path === 'hero.json');
  expect(next.manifest.build).toBe(second);
  expect(state.asked).toEqual(['200 channels/live/manifest.json if-none-match', `200 files/${hero?.sha256}`]);
  expect(textOf(await next.read('hero.json'))).toContain('Second');
  // The first one is deleted from the cache, and still reads its own files.
  expect(textOf(await old.read('hero.json'))).toContain('First');

  await point(first);
  expect((await update()).manifest.build).toBe(first);
});

test('a game reads the images of its build, which stay in its cache as long as the build has them', async () => {
  shows('4.clients.images');
  const picture = drawPortrait('A', [10, 20, 30]);
  const body = imageBody(picture.toString('base64'), { internal_label: 'A' });
  await server.call(items.save, { params: { instanceId }, body }, owner);
  await publish('First');
  const { state, fetch } = network();
  const { update } = await gameOf(server, { fetch });
  const build = await update();
  const path = `images/${sha256(picture)}.png`;
  expect([...build.contents.keys()]).toContain(path);
  expect(picture.equals(await build.read(path))).toBe(true);
  await publish('Second');
  const next = await update();
  state.asked.length = 0;
  expect(picture.equals(await next.read(path))).toBe(true);
  expect(state.asked).toEqual([]);
});

test('a game gets builds for its version, and refuses others even if the server sends them', async () => {
  shows('4.clients.version');
  const old = await publish('First', '1.9');
  await publish('Second', '1.10');
  const versions = ['1.9', '1.9.5', '1.10', '1.10.1', '2'];
  const got = [];
  for (const gameVersion of versions) {
    const { update } = await gameOf(server, { gameVersion });
    const { manifest } = await update();
    got.push(manifest.build === old);
  }
  expect(got).toEqual([true, true, false, false, false]);
  const { fetch: real } = network();
  const fetch: typeof globalThis.fetch = (address, init) => real(String(address).replace(/\?.*/, ''), init);
  for (const [place, gameVersion] of versions.entries()) {
    const { update } = await gameOf(server, { gameVersion, fetch });
    const result = update().then(
      () => 'read',
      () => 'refused',
    );
    expect([gameVersion, await result]).toEqual([gameVersion, place < 2 ? 'refused' : 'read']);
  }
});

describe('a manifest or a file that is not what it has to be', () => {
  const stranger = strangersKey();
  const wrong: [string, Network][] = [
    ['no network', () => Promise.reject(new TypeError('fetch failed'))],
    ['a server that fails', (_, answered) => ({ ...answered, status: 503 })],
    ['a page of a proxy', (_, answered) => ({ ...answered, status: 200, body: Buffer.from('<h1>Sign in</h1>') })],
    ['an empty answer', (_, answered) => ({ ...answered, status: 200, body: Buffer.alloc(0) })],
    ['a truncated manifest', inManifest((_, body) => body.subarray(0, -20))],
    [
      'a manifest with another byte',
      inManifest((_, body) =>
        Buffer.from(
          textOf(body).replace(/(\\"build\\":)(\d)/, (_match, name, digit) => `${name}${(Number(digit) % 9) + 1}`),
        ),
      ),
    ],
    [
      'a manifest without signatures',
      inManifest((_, body) => {
        const { manifest } = JSON.parse(textOf(body));
        return Buffer.from(JSON.stringify({ manifest, signatures: [] }));
      }),
    ],
    ['a manifest that a stranger has signed', inManifest((manifest) => stranger.signed(manifest))],
    [
      'a file with another byte',
      (path, answered) => {
        if (isManifest(path)) return answered;
        const body = Buffer.from(answered.body);
        body[5] = (body[5] ?? 0) ^ 1;
        return { ...answered, body };
      },
    ],
    [
      'a truncated file',
      (path, answered) => (isManifest(path) ? answered : { ...answered, body: answered.body.subarray(1) }),
    ],
    ['a file that is not there', (path, answered) => (isManifest(path) ? answered : { ...answered, status: 404 })],
  ];

  test.each(wrong)('is refused, and the last good build stays: %s', async (_, change) => {
    shows('4.clients.refused', '4.clients.last-good');
    const first = await publish('First');
    const { state, fetch } = network();
    const { storage, update } = await gameOf(server, { fetch });
    // A game that has nothing yet has no build, rather than a wrong one.
    state.change = change;
    await expect(update()).rejects.toThrow();
    expect([...storage.entries.keys()]).not.toContain('manifest');
    state.change = (_path, answered) => answered;
    await update();
    const before = new Map(storage.entries);
    const second = await publish('Second');
    state.change = change;
    const build = await update();
    expect([build.manifest.build, build.problem]).toEqual([first, expect.any(Error)]);
    expect(textOf(await build.read('hero.json'))).toContain('First');
    for (const [key, bytes] of before) expect(storage.entries.get(key)).toEqual(bytes);
    state.change = (_path, answered) => answered;
    expect(await update()).toMatchObject({ manifest: { build: second } });
  });

  test('is refused: a valid manifest of another instance, in another format, with other sizes, or older than the game', async () => {
    shows('4.clients.refused');
    const oldest = await publish('First');
    const { state, fetch } = network();
    const keys = [...(await publicKeysOf(server)), stranger.publicKey];
    const { update } = await gameOf(server, { fetch, keys, oldestBuild: oldest + 1 });
    await expect(update()).rejects.toThrow(`Build ${oldest}`);
    const second = await publish('Second');
    const delivery = await deliveryOf(server);
    expect((await update()).manifest.build).toBe(second);
    const later = { ...(await delivery.build(second)), build: second + 1 };
    const accepted = async (manifest: object) => {
      state.change = inManifest(() => stranger.signed({ ...later, ...manifest }));
      return (await update()).manifest.build === second + 1;
    };
    expect(await accepted({ instance: server.studio.stage })).toBe(false);
    expect(await accepted({ format: 2 })).toBe(false);
    expect(await accepted({ files: later.files.map((file) => ({ ...file, bytes: file.bytes + 1 })) })).toBe(false);
    // The replay of what was valid once.
    const { body } = await delivery.get(`builds/${oldest}/manifest.json`);
    state.change = inManifest(() => Buffer.from(body));
    expect((await update()).manifest.build).toBe(second);
    expect(await accepted({})).toBe(true);
  });
});

describe('a broken cache', () => {
  test.each(['flipped', 'truncated', 'missing', 'swapped'])('is healed by the next update: %s', async (kind) => {
    shows('4.clients.healed');
    const id = await publish('First');
    const { state, fetch } = network();
    const { storage, update } = await gameOf(server, { fetch });
    const build = await update();
    const whole = new Map(storage.entries);
    const other = build.contents.get('sword.json')?.sha256 ?? '';
    for (const key of [build.contents.get('hero.json')?.sha256 ?? '', 'manifest']) {
      const bytes = Buffer.from(storage.entries.get(key) ?? []);
      bytes[10] = (bytes[10] ?? 0) ^ 1;
      if (kind === 'flipped') storage.entries.set(key, bytes);
      if (kind === 'truncated') storage.entries.set(key, bytes.subarray(0, -1));
      if (kind === 'missing') storage.entries.delete(key);
      if (kind === 'swapped') storage.entries.set(key, storage.entries.get(other) ?? expect.fail());
      state.asked.length = 0;
      const healed = await update();
      expect(healed).toMatchObject({ manifest: { build: id } });
      expect(healed.problem).toBeUndefined();
      expect(state.asked).toEqual(
        key === 'manifest'
          ? ['200 channels/live/manifest.json']
          : ['304 channels/live/manifest.json if-none-match', `200 files/${key}`],
      );
      expect(storage.entries).toEqual(whole);
    }
  });

  test('is never read: without network there is no build rather than a wrong one', async () => {
    shows('4.clients.healed', '4.clients.last-good');
    await publish('First');
    const { state, fetch } = network();
    const { storage, update } = await gameOf(server, { fetch });
    const build = await update();
    const hash = build.contents.get('hero.json')?.sha256 ?? '';
    const leftOver = sha256('left over');
    storage.entries.set(leftOver, Buffer.from('left over'));
    state.change = () => Promise.reject(new TypeError('fetch failed'));
    // Offline, the cache is enough.
    expect(await update()).toMatchObject({ manifest: build.manifest, problem: { message: 'fetch failed' } });
    const good = storage.entries.get(hash) ?? expect.fail();
    storage.entries.set(hash, Buffer.from('wrong'));
    await expect(update()).rejects.toThrow('fetch failed');
    await expect(build.read('hero.json')).rejects.toThrow('fetch failed');
    state.change = (_, answered) => answered;
    expect(textOf(await build.read('hero.json'))).toContain('First');
    expect(storage.entries.get(hash)).toEqual(new Uint8Array(good));
    await update();
    expect(storage.entries.has(leftOver)).toBe(false);
  });

  test('that cannot be written leaves the last build', async () => {
    shows('4.clients.last-good');
    const first = await publish('First');
    const { storage, update } = await gameOf(server);
    await update();
    await publish('Second');
    const { put } = storage;
    storage.put = () => Promise.reject(new Error('The disk is full.'));
    expect(await update()).toMatchObject({ manifest: { build: first }, problem: { message: 'The disk is full.' } });
    storage.put = put;
    expect((await update()).problem).toBeUndefined();
  });
});

test('after a rotation, games with the earlier key read on while it signs, and games with the new key always', async () => {
  shows('4.clients.keys');
  const rotate = (keeps_previous: boolean) =>
    server.call(
      signingKeys.rotate,
      { params: { projectId: server.studio.projectId }, body: { keeps_previous } },
      owner,
    );
  const first = await publish('First');
  const keys = await publicKeysOf(server);
  const old = await gameOf(server, { keys });
  await old.update();
  await rotate(true);
  const next = await gameOf(server);
  const built = async (title: string) => {
    const id = await publish(title);
    return [(await old.update()).manifest.build, (await next.update()).manifest.build].map((build) => build === id);
  };
  expect(await built('Second')).toEqual([true, true]);
  await rotate(false);
  const newest = await gameOf(server);
  const last = await old.update();
  expect(await built('Third')).toEqual([false, false]);
  expect((await old.update()).manifest.build).toBe(last.manifest.build);
  await newest.update();
  await point(first);
  expect((await newest.update()).manifest.build).toBe(first);
});

test('a token is sent where builds are not public', async () => {
  shows('4.clients.token');
  const id = await publish('First');
  await server.call(channels.setReading, { params: { instanceId }, body: { is_public: false } }, owner);
  const { token } = await deliveryOf(server);
  await expect((await gameOf(server)).update()).rejects.toThrow('401');
  expect((await (await gameOf(server, { token })).update()).manifest.build).toBe(id);
});

describe('a delta', () => {
  const change = (title: string) =>
    server.app.deps.database.query(
      `update items set values = jsonb_set(values, '{title}', to_jsonb($1::text))
        where id = 7 and template_key = (select key from templates where instance_id = $2 and id = 'spell')`,
      [title, instanceId],
    );
  const unpack: ClientOptions['applyDelta'] = (dictionary, delta) => zstdDecompressSync(delta, { dictionary });

  beforeEach(async () => {
    await insertItems(server.app.deps.database, instanceId, 'spell', 500);
    await server.app.deps.database.query(
      `update items set values = jsonb_set(values, '{title}', to_jsonb(md5(id || 'a') || md5(id || 'b')))
        where template_key = (select key from templates where instance_id = $1 and id = 'spell')`,
      [instanceId],
    );
    await publish('First');
    await change('Changed');
  });

  test('from a file in the cache is fetched instead of the file, if the game can apply it', async () => {
    shows('4.clients.deltas');
    const { state, fetch } = network();
    const { storage, update } = await gameOf(server, { fetch, applyDelta: unpack });
    await point((await listBuilds(server))[0]?.id ?? 0);
    await update();
    const second = await makeBuild(server);
    await point(second);
    const { files } = await (await deliveryOf(server)).build(second);
    const spell = files.find(({ path }) => path === 'spell.json');
    const calls = async () => {
      state.asked.length = 0;
      const build = await update();
      expect([build.manifest.build, build.problem]).toEqual([second, undefined]);
      expect(textOf(await build.read('spell.json'))).toContain('Changed');
      return state.asked.slice(1);
    };
    expect(await calls()).toEqual([`200 files/${spell?.deltas?.[0]?.sha256}`]);
    // The delta is not a part of the build.
    expect([...storage.entries.keys()].sort()).toEqual(['manifest', ...files.map((file) => file.sha256)].sort());
    // Without the older file there is nothing that it applies to.
    storage.entries.delete(spell?.sha256 ?? '');
    expect(await calls()).toEqual([`200 files/${spell?.sha256}`]);
  });

  test.each<[string, ClientOptions['applyDelta'], Network?]>([
    ['that the game cannot apply', undefined],
    ['that gives other bytes', () => new Uint8Array(3)],
    ['that fails', () => expect.fail('no zstd')],
    [
      'that is broken on its way',
      unpack,
      (path, answered) => (isManifest(path) ? answered : { ...answered, body: answered.body.subarray(1) }),
    ],
  ])('%s costs nothing but the whole file', async (_, applyDelta, broken) => {
    shows('4.clients.deltas');
    const { state, fetch } = network();
    const { update } = await gameOf(server, { fetch, ...(applyDelta && { applyDelta }) });
    await update();
    const second = await makeBuild(server);
    let isFirst = true;
    state.change = (path, answered) => {
      if (!broken || isManifest(path) || !isFirst) return answered;
      isFirst = false;
      return broken(path, answered);
    };
    state.asked.length = 0;
    const build = await update();
    expect([build.manifest.build, build.problem]).toEqual([second, undefined]);
    expect(state.asked.at(-1)).toBe(`200 files/${build.contents.get('spell.json')?.sha256}`);
    expect(textOf(await build.read('spell.json'))).toContain('Changed');
  });
});
