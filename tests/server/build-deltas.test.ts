import { zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Files } from '../../server/core/files/files.ts';
import { listOrphans } from '../../server/modules/reports/old-reports-repository.ts';
import { deltaLimits } from '../../server/modules/reports/write-deltas-service.ts';
import { shows } from '../specification/shows.ts';
import { deliveryOf, listBuilds, makeBuild, sha256 } from '../support/builds.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { insertItems } from '../support/server-content.ts';

const megabyte = 1_000_000;

/** An instance whose file of heroes compresses badly; that of 4,000 has a bit more than 2 MB. */
async function startWith(heroes = 4000): Promise<TestServer> {
  const server = await startTestServer();
  const { database } = server.app.deps;
  await insertItems(database, server.studio.dev, 'hero', heroes);
  await insertItems(database, server.studio.dev, 'sword', 5);
  await database.query(
    `update items set values = jsonb_set(values, '{title}', to_jsonb((
        select string_agg(md5(items.id || '-' || part), '') from generate_series(1, 16) part)))
      where template_key = (select key from templates where id = 'hero' and instance_id = $1)`,
    [server.studio.dev],
  );
  return server;
}

const change = ({ app, studio }: TestServer, id: number, title: string) =>
  app.deps.database.query(
    `update items set values = jsonb_set(values, '{title}', to_jsonb($3::text))
      where id = $2 and template_key in (select key from templates where id in ('hero', 'sword') and instance_id = $1)`,
    [studio.dev, id, title],
  );

const fileIn = async (server: TestServer, build: number, path = 'hero.json') => {
  const { files } = await (await deliveryOf(server)).build(build);
  return files.find((file) => file.path === path) ?? expect.fail(`no ${path}`);
};

/** Counts the files that an export writes. */
function counted({ app }: TestServer) {
  const { files } = app.deps;
  const puts: string[] = [];
  const put: Files['put'] = async (key, data) => {
    puts.push(key);
    await files.put(key, data);
  };
  return { puts, parts: { files: { ...files, put } } };
}

test('one changed item of a 2 MB file costs less than 2 % of its bytes by a delta, which gives exactly the new file', async () => {
  shows('4.builds.deltas', '4.builds.delta-bytes');
  const server = await startWith();
  const first = await makeBuild(server);
  await change(server, 2, 'Changed');
  const second = await makeBuild(server);
  const delivery = await deliveryOf(server);
  const [old, next] = [await fileIn(server, first), await fileIn(server, second)];
  expect(old.deltas).toBeUndefined();
  expect(next.bytes).toBeGreaterThan(2 * megabyte);
  const [delta, ...more] = next.deltas ?? [];
  if (!delta) return expect.fail('no delta');
  expect([delta.from, more]).toEqual([old.sha256, []]);
  expect(delta.bytes).toBeLessThan(next.bytes * 0.02);

  const answer = await delivery.content(delta.sha256, { 'accept-encoding': 'br, gzip' });
  expect(answer.headers).toMatchObject({
    'cache-control': 'private, max-age=31536000, immutable',
    'content-type': 'application/zstd',
    'content-length': String(delta.bytes),
    etag: `"${delta.sha256}"`,
  });
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(sha256(answer.rawPayload)).toBe(delta.sha256);
  const dictionary = (await delivery.content(old.sha256)).rawPayload;
  const whole = (await delivery.content(next.sha256)).rawPayload;
  expect(zstdDecompressSync(answer.rawPayload, { dictionary }).equals(whole)).toBe(true);
  const wrong = Buffer.alloc(dictionary.length, 'x');
  expect(zstdDecompressSync(answer.rawPayload, { dictionary: wrong }).equals(whole)).toBe(false);

  // A small file is not worth an entry in the manifest, and deltas are no files of the game.
  expect((await fileIn(server, second, 'sword.json')).deltas).toBeUndefined();
  expect((await listBuilds(server)).map(({ files }) => files)).toEqual([3, 3]);
});

test('deltas are made from the last five builds, once for each pair of files, and deleted with their build', async () => {
  shows('4.builds.deltas', '4.builds.retention');
  const server = await startWith(400);
  const hashes: string[] = [];
  const builds: number[] = [];
  for (let turn = 0; turn < 7; turn++) {
    await change(server, turn + 1, `Changed in turn ${turn}`);
    builds.push(await makeBuild(server));
    hashes.push((await fileIn(server, builds[turn] ?? 0)).sha256);
  }
  const from = async (build: number) => ((await fileIn(server, build)).deltas ?? []).map((delta) => delta.from);
  expect(await from(builds[6] ?? 0)).toEqual(hashes.slice(1, 6).toReversed());
  expect(await from(builds[2] ?? 0)).toEqual(hashes.slice(0, 2).toReversed());

  // The unchanged file takes over what is known; the oldest file is in none of the last five builds any more.
  const { puts, parts } = counted(server);
  const again = await makeBuild(server, { parts });
  expect(await from(again)).toEqual(hashes.slice(2, 6).toReversed());
  expect(puts.filter((key) => key.endsWith('.zst'))).toEqual([]);
  const { database, files } = server.app.deps;
  const stored = async (build: number) =>
    database.query<{ path: string; file: string }>(
      `select path, file from build_files where report_id = $1 and starts_with(path, 'deltas/')`,
      [build],
    );
  const [taken] = await stored(again);
  expect(await files.exists(taken?.file ?? '')).toBe(true);
  const before = await stored(builds[6] ?? 0);
  expect(before).toContainEqual(taken);
  // What only the older of the two has, is deleted with it.
  await database.query('update reports set removing_at = now() where id = $1', [builds[6]]);
  const orphans = await listOrphans(database.query, builds[6] ?? 0);
  const oldest = before.find(({ path }) => path.endsWith(hashes[1] ?? ''));
  expect(orphans.filter((key) => key.endsWith('.zst'))).toEqual([oldest?.file]);
});

test('a file that is too large, or one that the store has lost, has no delta, and the export is completed', async () => {
  shows('4.builds.delta-bounds');
  const server = await startWith(400);
  const { database, files } = server.app.deps;
  const first = await makeBuild(server);
  const [lost] = await database.query<{ file: string }>(
    `select file from build_files where report_id = $1 and path = 'hero.json'`,
    [first],
  );
  await files.move(lost?.file ?? '', 'elsewhere.json');
  await change(server, 1, 'Changed');
  const second = await makeBuild(server);
  expect((await fileIn(server, second)).deltas).toBeUndefined();
  await change(server, 1, 'Changed again');
  await database.query('update build_files set bytes = $2 where report_id = $1', [second, deltaLimits.fileBytes + 1]);
  const third = await makeBuild(server);
  expect((await fileIn(server, third)).deltas).toBeUndefined();
  await change(server, 1, 'Changed once more');
  const fourth = await makeBuild(server);
  expect((await fileIn(server, fourth)).deltas?.map(({ from }) => from)).toEqual([
    (await fileIn(server, third)).sha256,
  ]);
});
