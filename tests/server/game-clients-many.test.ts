import { channels } from '@quartermaster/contract/endpoints/builds.ts';
import { expect, test } from 'vitest';
import type { Build } from '../../clients/quartermaster-client.ts';
import { retainedReports } from '../../server/modules/reports/run-export.ts';
import { shows } from '../specification/shows.ts';
import { type BuildManifest, deliveryOf, listBuilds, makeBuild } from '../support/builds.ts';
import { type Dice, diceOf } from '../support/dice.ts';
import {
  type Answered,
  fetchFrom,
  gameOf,
  type MemoryStorage,
  memoryStorage,
  type Network,
  openBuilds,
  publicKeysOf,
  strangersKey,
} from '../support/game-clients.ts';
import { isLong } from '../support/long.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { insertItems } from '../support/server-content.ts';

/** GAME_CLIENTS=10000 simulates as many, GAME_ROUNDS=3 gives each as many bad days. */
const count = Number(process.env.GAME_CLIENTS ?? (isLong ? 200 : 50));
const rounds = Number(process.env.GAME_ROUNDS ?? 1);
const atATime = 32;
/** Something is published, rolled back or removed after so many updates of clients. */
const updatesPerChange = 15;

const templates = ['hero', 'sword', 'spell'];
const versions = ['1', '2'];

/** What was published, and how often things happened. */
interface World {
  server: TestServer;
  dice: Dice;
  /** The files of each build at the moment of its publication, by path: what players must see, and nothing else. */
  published: Map<number, Map<string, Buffer>>;
  /** The manifests that were valid at some time. */
  manifests: Buffer[];
  seen: Record<string, number>;
  /** Settles when the changes that have begun are made. */
  changes: Promise<void>;
}

const happened = ({ seen }: World, what: string) => {
  seen[what] = (seen[what] ?? 0) + 1;
};

async function publish(world: World): Promise<void> {
  const { server, dice, published, manifests } = world;
  for (const template of dice.someOf(templates, 2))
    await server.app.deps.database.query(
      `update items set values = jsonb_set(values, '{title}', to_jsonb($1::text))
        where template_key = (select key from templates where instance_id = $2 and id = $3)`,
      [`${template} in build ${published.size}`, server.studio.dev, template],
    );
  // The first one is for all.
  const id = await makeBuild(server, { version: published.size === 0 || dice.percent(80) ? '1' : '2' });
  const delivery = await deliveryOf(server);
  const { files } = await delivery.build(id);
  const contents = files.map(async ({ path, sha256 }) => [path, (await delivery.content(sha256)).rawPayload] as const);
  published.set(id, new Map(await Promise.all(contents)));
  manifests.push((await delivery.get(`builds/${id}/manifest.json`)).rawPayload);
  happened(world, 'published');
}

/** Publishes, rolls back, or follows again; retention removes old builds with each export. */
async function change(world: World): Promise<void> {
  const { server, dice } = world;
  const owner = { as: 'owner' } as const;
  const params = { instanceId: server.studio.dev };
  if (dice.percent(60)) return publish(world);
  if (dice.percent(30)) {
    await server.call(channels.follow, { params, body: {} }, owner);
    return happened(world, 'followed');
  }
  const { id } = dice.oneOf((await listBuilds(server)).slice(0, 8));
  const to = { params: { ...params, channel: 'live' }, body: { build_id: id } };
  await server.call(channels.setBuild, to, owner);
  happened(world, 'rolled back');
}

const stranger = strangersKey();

/** A network on a bad day, by what it does. */
const badDays: Record<string, (world: World, dice: Dice) => Network> = {
  none: () => (_, answered) => answered,
  offline: () => () => Promise.reject(new TypeError('fetch failed')),
  failing: () => (_, answered) => ({ ...answered, status: 502 }),
  'interrupted at times': (_, dice) => (__, answered) => {
    if (dice.percent(40)) throw new TypeError('fetch failed');
    return answered;
  },
  truncating: (_, dice) => (__, answered) => cut(answered, dice),
  flipping: (_, dice) => (__, answered) => ({ ...answered, body: flipped(answered.body, dice) }),
  'replaying an old manifest':
    ({ manifests }, dice) =>
    (path, answered) =>
      path.includes('/channels/') ? { ...answered, status: 200, body: dice.oneOf(manifests) } : answered,
  'of a stranger': ({ manifests }, dice) => {
    const evil = Buffer.from('[{"id":1,"title":"evil"}]');
    return (path, answered) => {
      if (!path.includes('/channels/')) return { ...answered, status: 200, body: evil };
      const manifest: BuildManifest = JSON.parse(JSON.parse(dice.oneOf(manifests).toString()).manifest);
      return { ...answered, status: 200, body: stranger.signed(manifest) };
    };
  },
  'serving one file for another':
    ({ published }, dice) =>
    (path, answered) => {
      if (path.includes('/channels/')) return answered;
      const files = dice.oneOf([...published.values()]);
      return { ...answered, status: 200, body: dice.oneOf([...files.values()]) };
    },
};

const cut = (answered: Answered, dice: Dice): Answered => ({
  ...answered,
  body: answered.body.subarray(0, dice.below(Math.max(1, answered.body.length))),
});

function flipped(body: Uint8Array, dice: Dice): Uint8Array {
  const bytes = Buffer.from(body);
  const at = dice.below(Math.max(1, bytes.length));
  if (at in bytes) bytes[at] = (bytes[at] ?? 0) ^ (1 << dice.below(8));
  return bytes;
}

/** Breaks a cache as disks and players do. */
const breakages: Record<string, (entries: MemoryStorage['entries'], world: World, dice: Dice) => void> = {
  flipped: (entries, _, dice) => {
    const key = dice.oneOf([...entries.keys()]);
    entries.set(key, flipped(entries.get(key) ?? Buffer.alloc(0), dice));
  },
  truncated: (entries, _, dice) => {
    const key = dice.oneOf([...entries.keys()]);
    entries.set(key, (entries.get(key) ?? Buffer.alloc(0)).slice(0, -1 - dice.below(20)));
  },
  missing: (entries, _, dice) => entries.delete(dice.oneOf([...entries.keys()])),
  swapped: (entries, _, dice) => {
    const [one, other] = [dice.oneOf([...entries.keys()]), dice.oneOf([...entries.keys()])];
    const [first, second] = [entries.get(one), entries.get(other)];
    if (first && second) entries.set(one, second).set(other, first);
  },
  'with an old manifest': (entries, { manifests }, dice) => entries.set('manifest', dice.oneOf(manifests)),
  emptied: (entries) => entries.clear(),
};

/** Fails unless the files of a build are, byte by byte, those with which this one build was published. */
async function expectPublished(world: World, { manifest, read, contents }: Build): Promise<void> {
  const { published } = world;
  // A build is visible before its export returns.
  if (!published.has(manifest.build)) await world.changes;
  const files = published.get(manifest.build);
  expect([...contents.keys()].sort()).toEqual([...(files?.keys() ?? [])].sort());
  for (const [path, bytes] of files ?? [])
    if (!bytes.equals(await read(path))) expect.fail(`${path} is not that of build ${manifest.build}`);
}

/** A player's game, which goes through bad days and has to be right after the first good one. */
interface Player {
  storage: MemoryStorage;
  version: string;
  dice: Dice;
  update: () => Promise<Build>;
  /** What its network does now. */
  network: Network;
}

/** Most are shipped with the cache of a build. */
async function playerOf(
  world: World,
  place: number,
  keys: readonly string[],
  shipped: MemoryStorage['entries'],
): Promise<Player> {
  const storage = memoryStorage();
  if (place % 8 > 0) for (const [key, bytes] of shipped) storage.entries.set(key, bytes);
  const version = versions[place % versions.length] ?? '';
  const player: Player = {
    storage,
    version,
    dice: diceOf(place),
    update: () => expect.fail(),
    network: (_, answered) => answered,
  };
  const fetch = fetchFrom(world.server, (path, answered) => player.network(path, answered));
  player.update = (await gameOf(world.server, { keys, storage, gameVersion: version, fetch })).update;
  return player;
}

/** An update on a day on which nothing may work, while others publish: what the game gets is whole, and not nothing if it had something. */
async function badDay(world: World, player: Player): Promise<void> {
  const { storage, dice } = player;
  const had = storage.entries.has('manifest');
  const kind = dice.oneOf(Object.keys(badDays));
  player.network = badDays[kind]?.(world, dice) ?? player.network;
  const breakage = had && dice.percent(50) ? dice.oneOf(Object.keys(breakages)) : undefined;
  if (breakage !== undefined) breakages[breakage]?.(storage.entries, world, dice);
  const build = await player.update().catch(() => undefined);
  happened(world, `network ${kind}`);
  if (breakage !== undefined) happened(world, `cache ${breakage}`);
  happened(world, build === undefined ? 'no build' : build.problem ? 'last good build' : 'build of the channel');
  if (build === undefined && had && breakage === undefined) expect.fail(`lost its build: network ${kind}`);
  if (build) {
    player.network = (_, answered) => answered;
    await expectPublished(world, build);
  }
}

/** The first update without trouble gives the channel's build, and a cache that has it and nothing else. */
async function goodDay(world: World, player: Player, expected: ReadonlyMap<string, number>): Promise<void> {
  player.network = (_, answered) => answered;
  const build = await player.update();
  expect(build.problem).toBeUndefined();
  expect(build.manifest.build).toBe(expected.get(player.version));
  await expectPublished(world, build);
  const { entries } = player.storage;
  const kept = new Map(build.manifest.files.map(({ path, sha256 }) => [sha256, path]));
  expect([...entries.keys()].sort()).toEqual([...kept.keys(), 'manifest'].sort());
  const files = world.published.get(build.manifest.build);
  for (const [hash, path] of kept) expect(files?.get(path)?.equals(entries.get(hash) ?? Buffer.alloc(0))).toBe(true);
  happened(world, 'healed');
}

/** Does something for each player, a limited number at a time. */
async function forEach(players: readonly Player[], visit: (player: Player) => Promise<void>): Promise<void> {
  const queue = players.values();
  const work = async () => {
    for (const player of queue) await visit(player);
  };
  await Promise.all(Array.from({ length: atATime }, work));
}

test(
  `${count} games through publishes, rollbacks, retention, bad networks and broken caches`,
  async () => {
    shows('4.clients.many');
    const server = await startTestServer();
    for (const template of templates) await insertItems(server.app.deps.database, server.studio.dev, template, 2);
    await openBuilds(server);
    const world: World = {
      server,
      dice: diceOf(count),
      published: new Map(),
      manifests: [],
      seen: {},
      changes: Promise.resolve(),
    };
    // Makes the key.
    await publish(world);
    const keys = await publicKeysOf(server);
    const first = await gameOf(server, { keys });
    await first.update();
    const { entries } = first.storage;
    const players = await Promise.all(
      Array.from({ length: count }, (_, place) => playerOf(world, place, keys, entries)),
    );
    // From now on, each export removes old ones.
    for (let made = 1; made < retainedReports; made++) await publish(world);
    const delivery = await deliveryOf(server);
    for (let round = 0; round < rounds; round++) {
      let updates = 0;
      await forEach(players, async (player) => {
        updates += 1;
        if (updates % updatesPerChange === 0) world.changes = world.changes.then(() => change(world));
        await badDay(world, player);
      });
      await world.changes;
      const expected = new Map<string, number>();
      for (const version of versions)
        expected.set(version, (await delivery.manifest(`channels/live/manifest.json?game_version=${version}`)).build);
      await forEach(players, (player) => goodDay(world, player, expected));
    }
    const { seen, published } = world;
    seen['removed by retention'] = published.size - (await allReports(server)).length;
    if (process.env.GAME_CLIENTS) process.stdout.write(`${JSON.stringify({ games: count, ...seen }, null, 2)}\n`);
    expect(seen.healed).toBe(count * rounds);
    for (const kind of Object.keys(badDays)) expect(seen[`network ${kind}`], kind).toBeGreaterThan(0);
    for (const kind of Object.keys(breakages)) expect(seen[`cache ${kind}`], kind).toBeGreaterThan(0);
    for (const kind of ['rolled back', 'followed', 'removed by retention', 'no build', 'last good build'])
      expect(seen[kind], kind).toBeGreaterThan(0);
  },
  Math.max(60_000, count * 100),
);

const allReports = async (server: TestServer) =>
  server.app.deps.database.query('select 1 from reports where instance_id = $1', [server.studio.dev]);
