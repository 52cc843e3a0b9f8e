import { builds, signingKeys } from '@quartermaster/contract/endpoints/builds.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { accessLog } from '@quartermaster/contract/endpoints/people/access-log.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createSecrets } from '../../server/core/environment/secrets.ts';
import type { Files } from '../../server/core/files/files.ts';
import { renameBuild } from '../../server/modules/builds/repository.ts';
import { listOrphans, markRemoved } from '../../server/modules/reports/old-reports-repository.ts';
import { retainedReports } from '../../server/modules/reports/run-export.ts';
import { lockShared } from '../../server/modules/reports/shared-files-repository.ts';
import { shows } from '../specification/shows.ts';
import { deliveryOf, listBuilds, makeBuild, sha256, verifiedBy } from '../support/builds.ts';
import { drawPortrait } from '../support/draw-portrait.ts';
import { exportAll } from '../support/export-all.ts';
import { imageBody } from '../support/image-body.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { exportedItem, insertItems } from '../support/server-content.ts';

const owner = { as: 'owner' } as const;

let server: TestServer;
let instanceId: number;
beforeEach(async () => {
  server = await startTestServer();
  instanceId = server.studio.dev;
  await insertItems(server.app.deps.database, instanceId, 'hero', 3);
});

const query = (text: string, values: unknown[] = []) => server.app.deps.database.query<{ file: string }>(text, values);
const change = (title: string) =>
  query(`update items set values = jsonb_build_object('title', $1::text) where id = 1`, [title]);

describe('a completed export', () => {
  test('is a build, whose signed manifest lists its files under the hashes of their content', async () => {
    shows('4.builds.manifest', '4.builds.signature', '4.builds.immutable');
    const id = await exportAll(server);
    const delivery = await deliveryOf(server);
    const path = `builds/${id}/manifest.json`;
    const answer = await delivery.get(path);
    const manifest = await delivery.build(id);
    expect(manifest).toEqual({
      format: 1,
      build: id,
      instance: instanceId,
      created_at: expect.stringMatching(/Z$/),
      schema_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      smallest_game_version: null,
      files: [
        { path: 'hero.json', sha256: expect.any(String), bytes: expect.any(Number) },
        { path: 'image.json', sha256: sha256('[]\n'), bytes: 3 },
      ],
      types: expect.any(Array),
    });
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, max-age=31536000, immutable',
      etag: `"${sha256(answer.rawPayload)}"`,
    });
    for (const file of manifest.files) {
      const { rawPayload, headers } = await delivery.content(file.sha256);
      expect([sha256(rawPayload), rawPayload.length]).toEqual([file.sha256, file.bytes]);
      expect(headers).toMatchObject({
        'cache-control': 'private, max-age=31536000, immutable',
        'content-type': 'application/json; charset=utf-8',
        etag: `"${file.sha256}"`,
      });
      const tag = { 'if-none-match': `"${file.sha256}"` };
      expect((await delivery.content(file.sha256, tag)).statusCode).toBe(304);
    }
    const hero = await delivery.content(manifest.files[0]?.sha256 ?? '');
    expect(hero.json()).toEqual([1, 2, 3].map((item) => exportedItem('hero', item)));
    expect((await delivery.get(`builds/${id}/manifest.json`, { 'accept-encoding': 'br' })).headers).toMatchObject({
      'content-encoding': 'br',
    });

    const signed = await delivery.signed(path);
    const [key, ...more] = await verifiedBy(server, signed, instanceId);
    expect([key, more]).toEqual([signed.signatures[0]?.key, []]);
    for (const place of [0, Math.floor(signed.manifest.length / 2), signed.manifest.length - 1]) {
      const changed = `${signed.manifest.slice(0, place)}~${signed.manifest.slice(place + 1)}`;
      expect(await verifiedBy(server, { ...signed, manifest: changed }, instanceId)).toEqual([]);
    }
    for (const wrong of ['0'.repeat(64), sha256(answer.rawPayload)])
      expect((await delivery.content(wrong)).statusCode).toBe(404);
    expect((await delivery.get('files/hero.json')).statusCode).toBe(404);
    expect((await delivery.get(`builds/${id + 1}/manifest.json`)).statusCode).toBe(404);
  });

  test('lists its images in a file, and they are read by their hashes', async () => {
    shows('4.builds.images');
    const pictures = [drawPortrait('A', [10, 20, 30]), drawPortrait('B', [30, 20, 10])];
    for (const picture of pictures) {
      const body = imageBody(picture.toString('base64'), { internal_label: sha256(picture) });
      await server.call(items.save, { params: { instanceId }, body }, owner);
    }
    const id = await exportAll(server);
    const again = await exportAll(server);
    const delivery = await deliveryOf(server);
    const [first, second] = [await delivery.build(id), await delivery.build(again)];
    expect(second.files).toEqual(first.files);
    const listed = first.files.find(({ path }) => path === 'images/index.json');
    const list = (await delivery.content(listed?.sha256 ?? '')).json();
    expect(list).toEqual(
      pictures.map((bytes) => ({ file: `images/${sha256(bytes)}.png`, sha256: sha256(bytes), bytes: bytes.length })),
    );
    for (const bytes of pictures) {
      const image = await delivery.content(sha256(bytes));
      expect(image.rawPayload.equals(bytes)).toBe(true);
      expect(image.headers).toMatchObject({ 'content-type': 'image/png', etag: `"${sha256(bytes)}"` });
    }
  });

  test('is listed with its size, newest first, and named', async () => {
    shows('4.builds.name');
    const first = await makeBuild(server);
    await change('Changed');
    const second = await makeBuild(server);
    const params = { instanceId, buildId: first };
    const rename = (name: string | null, as: 'owner' | 'member' = 'owner') =>
      server.send(builds.rename, { params, body: { name } }, { as });
    expect((await rename('  Halloween ')).status).toBe(200);
    const [newer, older] = await listBuilds(server);
    expect([newer?.id, older?.id, newer?.name, older?.name]).toEqual([second, first, null, 'Halloween']);
    const delivery = await deliveryOf(server);
    const { files, schema_sha256 } = await delivery.build(first);
    expect(older).toMatchObject({
      schema_sha256,
      files: files.length,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      smallest_game_version: null,
    });
    expect(newer?.schema_sha256).toBe(schema_sha256);
    expect((await rename('x'.repeat(97))).body).toMatchObject({ fields: { name: 'Must be at most 96 characters' } });
    expect((await rename('No', 'member')).status).toBe(403);
    expect((await rename('')).status).toBe(200);
    expect((await listBuilds(server))[1]?.name).toBeNull();
    const elsewhere = { instanceId: server.studio.stage, buildId: first };
    expect((await server.send(builds.rename, { params: elsewhere, body: { name: 'No' } }, owner)).status).toBe(404);
    expect(await listBuilds(server, server.studio.stage)).toEqual([]);
    const { builds: page, next_cursor } = await server.call(
      builds.list,
      { params: { instanceId }, query: { limit: 1 } },
      owner,
    );
    expect([page.map(({ id }) => id), next_cursor]).toEqual([[second], String(second)]);
  });

  test('has the hash of the structure of its files, which labels and items do not change', async () => {
    shows('4.builds.schema');
    const hashes: string[] = [];
    const add = async () =>
      hashes.push((await (await deliveryOf(server)).build(await makeBuild(server))).schema_sha256);
    const settings = (path: string, value: string) =>
      query(
        `update templates set fields = jsonb_set(fields, array['0', 'settings', $1], to_jsonb($2::text)), version = version + 1 where id = 'hero'`,
        [path, value],
      );
    await add();
    await change('Changed');
    await settings('label', 'Another label');
    await add();
    await settings('name', 'heading');
    await add();
    expect(hashes[1]).toBe(hashes[0]);
    expect(hashes[2]).not.toBe(hashes[0]);
  });

  test('is meant for the smallest version of the game of the last one, unless another or none is chosen', async () => {
    shows('4.builds.smallest-version');
    const made = async (body: object) => {
      const { status } = await server.send(reports.start, { params: { instanceId }, body }, owner);
      if (status !== 200) return status;
      await expect.poll(async () => (await query('select 1 from reports where completed_at is null')).length).toBe(0);
      return (await listBuilds(server))[0]?.smallest_game_version;
    };
    expect(await made({})).toBeNull();
    expect(await made({ smallest_game_version: '1.04.0' })).toBe('1.4');
    expect(await made({})).toBe('1.4');
    expect(await made({ smallest_game_version: null })).toBeNull();
    expect(await made({ smallest_game_version: ' 2 ' })).toBe('2');
    expect(await made({ smallest_game_version: '' })).toBeNull();
    for (const wrong of ['1.', 'v1', '1.2.3.4.5', '1.4-beta', '1234567'])
      expect(await made({ smallest_game_version: wrong })).toBe(422);
  });
});

describe('the files of builds', () => {
  /** Counts the files that an export writes. */
  const counted = () => {
    const { files } = server.app.deps;
    const puts: string[] = [];
    const put: Files['put'] = async (key, data) => {
      puts.push(key);
      await files.put(key, data);
    };
    return { puts, parts: { files: { ...files, put } } };
  };

  test('are stored once for all builds with the same content, and never change', async () => {
    shows('4.builds.once', '4.builds.immutable');
    await insertItems(server.app.deps.database, instanceId, 'empty', 0);
    const first = await makeBuild(server);
    const delivery = await deliveryOf(server);
    const [hero] = (await delivery.build(first)).files.filter(({ path }) => path === 'hero.json');
    const before = (await delivery.content(hero?.sha256 ?? '')).body;
    const { puts, parts } = counted();
    const written = server.app.deps.database.kind === 'postgres' ? 0 : 3;
    const second = await makeBuild(server, { parts });
    // PostgreSQL takes unchanged files over. Elsewhere they are written, found to be stored, and neither kept nor compressed.
    expect(puts.filter((key) => /(hero|image|empty)-\w+\.json$/.test(key))).toHaveLength(written);
    expect(puts.filter((key) => /\.(br|gz)$/.test(key) && key.includes('/files/'))).toEqual([]);
    for (const key of puts.filter((key) => !/(manifest|build)-\w+\.json/.test(key)))
      expect(await server.app.deps.files.exists(key)).toBe(false);
    const listKeys = () => query(`select distinct file from build_files where path not like 'types/%'`);
    expect(await listKeys()).toHaveLength(2);
    await change('Changed');
    const third = await makeBuild(server);
    expect(await listKeys()).toHaveLength(3);
    const contentOf = async (id: number) => (await delivery.build(id)).files;
    expect(await contentOf(second)).toEqual(await contentOf(first));
    expect((await contentOf(third)).filter(({ path }) => path !== 'hero.json')).toEqual(
      (await contentOf(first)).filter(({ path }) => path !== 'hero.json'),
    );
    expect((await delivery.content(hero?.sha256 ?? '')).body).toBe(before);
  });

  test('are read from the store once by many games, by few queries, and not delivered once their build is gone', async () => {
    const build = await makeBuild(server);
    const delivery = await deliveryOf(server);
    const [hero] = (await delivery.build(build)).files.filter(({ path }) => path === 'hero.json');
    const { files, database } = server.app.deps;
    const spies = [vi.spyOn(files, 'get'), vi.spyOn(database, 'query')] as const;
    onTestFinished(() => {
      for (const spy of spies) spy.mockRestore();
    });
    const games = 20;
    const ask = () => Promise.all(Array.from({ length: games }, () => delivery.content(hero?.sha256 ?? '')));
    const bodies = new Set((await ask()).map(({ body }) => sha256(body)));
    expect([...bodies]).toEqual([hero?.sha256]);
    expect(spies[0]).toHaveBeenCalledOnce();
    // The server also looks for its jobs from time to time.
    const reads = spies[1].mock.calls.filter(([text]) => !text.includes('pgboss.'));
    expect(reads.length).toBeLessThan(games / 2);
    await query('update reports set removing_at = now()');
    expect((await ask()).map(({ statusCode }) => statusCode)).toEqual(Array(games).fill(404));
  });

  test('are stored again if the store has lost one', async () => {
    shows('4.builds.once');
    await makeBuild(server);
    const [lost] = await query(`select file from build_files where path = 'hero.json'`);
    await server.app.deps.files.delete(`${lost?.file}.br`);
    const next = await makeBuild(server);
    const [found] = await query(`select file from build_files where path = 'hero.json' and report_id = $1`, [next]);
    expect(found?.file).not.toBe(lost?.file);
    for (const suffix of ['', '.br', '.gz'])
      expect(await server.app.deps.files.exists(`${found?.file}${suffix}`)).toBe(true);
  });

  test('are deleted with the last build that has them; a build with a name is kept', async () => {
    shows('4.builds.retention');
    const named = await makeBuild(server);
    await server.call(builds.rename, { params: { instanceId, buildId: named }, body: { name: 'Kept' } }, owner);
    await change('Only in the next one');
    const gone = await makeBuild(server);
    const delivery = await deliveryOf(server);
    const [kept, deleted] = [await delivery.build(named), await delivery.build(gone)];
    const [only] = deleted.files;
    const [key] = await query(`select file from build_files where path = 'hero.json' and report_id = $1`, [gone]);
    await change('Later');
    for (let made = 0; made < retainedReports; made++) await makeBuild(server);
    const ids = (await listBuilds(server)).map(({ id }) => id);
    expect(ids).toHaveLength(retainedReports + 1);
    expect(ids).toContain(named);
    expect(ids).not.toContain(gone);
    for (const { sha256: hash } of kept.files) expect((await delivery.content(hash)).statusCode).toBe(200);
    expect((await delivery.get(`builds/${gone}/manifest.json`)).statusCode).toBe(404);
    expect((await delivery.content(only?.sha256 ?? '')).statusCode).toBe(404);
    for (const suffix of ['', '.br', '.gz'])
      expect(await server.app.deps.files.exists(`${key?.file}${suffix}`)).toBe(false);
    // Without its name it is one of many.
    await server.call(builds.rename, { params: { instanceId, buildId: named }, body: { name: null } }, owner);
    await makeBuild(server);
    expect((await listBuilds(server)).map(({ id }) => id)).not.toContain(named);
  });

  test('stay if their deletion is interrupted or a build takes them over meanwhile', async () => {
    shows('4.builds.retention');
    const { unit, clock, files } = server.app.deps;
    const old = await makeBuild(server);
    await change('Changed');
    const last = await makeBuild(server);
    const [hero] = await query(`select file from build_files where report_id = $1 and path = 'hero.json'`, [old]);
    const [{ sha256: hash } = { sha256: '' }] = await server.app.deps.database.query<{ sha256: string }>(
      `select sha256 from build_files where report_id = $1 and path = 'hero.json'`,
      [old],
    );
    const content = { instanceId, reportId: last, sha256: hash };
    expect(await unit(({ query: inside }) => lockShared(inside, content, hero?.file ?? ''))).toBe(true);
    expect(await unit(({ query: inside }) => markRemoved(inside, old, clock.now()))).toBe(true);
    // From now on it is neither taken over nor named nor served.
    expect(await unit(({ query: inside }) => lockShared(inside, content, hero?.file ?? ''))).toBe(false);
    expect(await renameBuild(server.app.deps.database.query, { instanceId, buildId: old, name: 'Late' })).toBe(false);
    expect((await listBuilds(server)).map(({ id }) => id)).toEqual([last]);
    expect(await listOrphans(server.app.deps.database.query, old)).toEqual([hero?.file]);
    await query(`update items set values = '{"title":"hero 1","cost":2}' where id = 1`);
    const again = await makeBuild(server);
    const [own] = await query(`select file from build_files where report_id = $1 and path = 'hero.json'`, [again]);
    expect(own?.file).not.toBe(hero?.file);
    expect(await files.exists(own?.file ?? '')).toBe(true);
    // A named one is not marked.
    await renameBuild(server.app.deps.database.query, { instanceId, buildId: last, name: 'Kept' });
    expect(await unit(({ query: inside }) => markRemoved(inside, last, clock.now()))).toBe(false);
  });

  test('are those of one instance, and need its token', async () => {
    shows('4.builds.access');
    const id = await exportAll(server);
    const delivery = await deliveryOf(server);
    const [file] = (await delivery.build(id)).files;
    const stage = await deliveryOf(server, server.studio.stage);
    for (const path of [`builds/${id}/manifest.json`, `files/${file?.sha256}`]) {
      expect((await delivery.get(path)).statusCode).toBe(200);
      expect((await delivery.get(path, { authorization: '' })).statusCode).toBe(401);
      expect((await stage.get(path)).statusCode).toBe(404);
    }
  });

  test('are not visible before all of the build is', async () => {
    shows('4.builds.whole');
    const { files } = server.app.deps;
    const put: Files['put'] = async (key, data) => {
      if (/\/build-\w+\.json\.gz$/.test(key)) throw new Error('the disk is full');
      await files.put(key, data);
    };
    await expect(makeBuild(server, { parts: { files: { ...files, put } } })).rejects.toThrow('the disk is full');
    expect(await listBuilds(server)).toEqual([]);
    const delivery = await deliveryOf(server);
    expect((await delivery.content(sha256('[]\n'))).statusCode).toBe(404);
    const [running] = await server.app.deps.database.query<{ id: number }>('select id from reports', []);
    expect((await delivery.get(`builds/${running?.id}/manifest.json`)).statusCode).toBe(404);
  });
});

describe('the key of a project', () => {
  const keysOf = async (as: 'owner' | 'member' = 'owner', instance = instanceId) =>
    server.send(signingKeys.list, { params: { instanceId: instance } }, { as });
  const rotate = (keeps_previous: boolean, as: 'owner' | 'member' = 'owner') =>
    server.send(
      signingKeys.rotate,
      { params: { projectId: server.studio.projectId }, body: { keeps_previous } },
      { as },
    );
  const ids = async () =>
    (await server.call(signingKeys.list, { params: { instanceId } }, owner)).keys.map(({ id }) => id);

  test('is made once by the first build, not by reading, for all instances, and its private part is stored encrypted', async () => {
    shows('4.builds.key');
    expect(await keysOf()).toMatchObject({ status: 200, body: { keys: [] } });
    await Promise.all([makeBuild(server), makeBuild(server, { instanceId: server.studio.prod })]);
    const answers = await Promise.all([keysOf(), keysOf('owner', server.studio.prod)]);
    expect(answers[1]).toMatchObject({ status: 200, body: (answers[0] as { body: unknown }).body });
    const [key, ...more] = (answers[0] as unknown as { body: { keys: { id: string; public_key: string }[] } }).body
      .keys;
    expect(more).toEqual([]);
    expect(Buffer.from(key?.public_key ?? '', 'base64')).toHaveLength(32);
    expect(key?.id).toBe(sha256(Buffer.from(key?.public_key ?? '', 'base64')).slice(0, 16));
    const [stored] = await server.app.deps.database.query<{ private_key: string }>(
      'select private_key from signing_keys',
      [],
    );
    expect(stored?.private_key).not.toMatch(/PRIVATE KEY/);
    expect(server.app.deps.secrets.decrypt(stored?.private_key ?? '')).toMatch(/^-----BEGIN PRIVATE KEY-----/);
    for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(/PRIVATE/);
    expect((await keysOf('member')).status).toBe(403);
    const elsewhere = await server.call(
      signingKeys.list,
      { params: { instanceId: server.studio.elsewhere.dev } },
      { as: 'stranger' },
    );
    expect(elsewhere.keys).toEqual([]);
  });

  test('is replaced by a new one; earlier builds stay verifiable, and the previous key signs on if wanted', async () => {
    shows('4.builds.rotation');
    const delivery = await deliveryOf(server);
    const signers = async (id: number) =>
      verifiedBy(server, await delivery.signed(`builds/${id}/manifest.json`), instanceId);
    const first = await makeBuild(server);
    const [one] = await ids();
    expect((await rotate(true)).status).toBe(200);
    const [two] = await ids();
    const second = await makeBuild(server);
    expect((await rotate(true)).status).toBe(200);
    const [three] = await ids();
    const third = await makeBuild(server);
    expect((await rotate(false)).status).toBe(200);
    const [four] = await ids();
    const fourth = await makeBuild(server);
    expect([await signers(first), await signers(second), await signers(third), await signers(fourth)]).toEqual([
      [one],
      [two, one],
      [three, two],
      [four],
    ]);
    expect(await ids()).toEqual([four, three, two, one]);
    // The private part of a key that does not sign is gone.
    const stored = await server.app.deps.database.query(
      'select private_key is null as gone, retired_at is null as signs from signing_keys order by id',
      [],
    );
    expect(stored).toEqual([
      ...Array.from({ length: 3 }, () => ({ gone: true, signs: false })),
      { gone: false, signs: true },
    ]);
    const { workspaceId } = server.studio;
    const { entries } = await server.call(accessLog.list, { params: { workspaceId }, query: {} }, owner);
    expect(entries.map(({ action, details }) => [action, details.project_name])).toEqual(
      Array.from({ length: 3 }, () => ['signing_key_rotated', 'Studio game']),
    );
    expect((await rotate(true, 'member')).status).toBe(403);
  });

  test('does not keep exports from completing once the secret of the server has changed', async () => {
    shows('4.builds.key');
    await makeBuild(server);
    const [former] = await ids();
    const secrets = createSecrets('another secret key of the tests, long enough');
    const id = await makeBuild(server, { parts: { secrets } });
    const [now, before] = await ids();
    expect(before).toBe(former);
    const delivery = await deliveryOf(server);
    expect(await verifiedBy(server, await delivery.signed(`builds/${id}/manifest.json`), instanceId)).toEqual([now]);
  });
});

test('the specified calls deliver the last export as before', async () => {
  shows('4.builds.unchanged');
  const first = await exportAll(server);
  const { token } = await server.call(instances.getToken, { params: { instanceId } }, owner);
  const get = (file: string) =>
    server.app.inject({ url: `/v1/delivery/${instanceId}/${file}`, headers: { authorization: `Bearer ${token}` } });
  const manifest = (await get('manifest.json')).json();
  expect(manifest).toMatchObject({ instance_id: instanceId, report_id: first, images: [] });
  expect((await get('hero.json')).headers).toMatchObject({
    etag: `"${manifest.files[0].sha256}"`,
    'cache-control': 'private, no-cache',
  });
  const delivery = await deliveryOf(server);
  expect((await delivery.build(first)).files).toEqual(
    manifest.files.map(({ file, ...rest }: { file: string }) => ({ path: file, ...rest })),
  );
});
