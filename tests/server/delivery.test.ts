import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { drawPortrait } from '../support/draw-portrait.ts';
import { exportAll } from '../support/export-all.ts';
import { imageBody } from '../support/image-body.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { exportedItem, insertItems } from '../support/server-content.ts';
import { setSubscription } from '../support/subscription.ts';

let server: TestServer;
let instanceId: number;
let token: string;

beforeEach(async () => {
  server = await startTestServer();
  instanceId = server.studio.dev;
  token = (await server.call(instances.getToken, { params: { instanceId } }, { as: 'owner' })).token;
  await insertItems(server.app.deps.database, instanceId, 'hero', 300);
  await insertItems(server.app.deps.database, instanceId, 'ability', 3, 1001);
});

const get = (file: string, headers: Record<string, string> = {}, instance = instanceId, bearer = token) =>
  server.app.inject({
    method: 'GET',
    url: `/v1/delivery/${instance}/${file}`,
    headers: { authorization: `Bearer ${bearer}`, ...headers },
  });

test('the files of the last export are delivered as listed in the manifest', async () => {
  shows(
    '3.settled.canceled.delivery',
    '3.calls.delivery.bearer',
    '3.calls.delivery.etag',
    '3.calls.delivery.file',
    '3.calls.delivery.hashes',
    '3.calls.delivery.manifest',
  );
  const reportId = await exportAll(server);
  const manifest = await get('manifest.json');
  expect(manifest.statusCode).toBe(200);
  const { files, ...rest } = manifest.json();
  expect(rest).toEqual({
    instance_id: instanceId,
    report_id: reportId,
    created_at: expect.stringMatching(/Z$/),
    images: [],
  });
  expect(files.map(({ file }: { file: string }) => file)).toEqual(['ability.json', 'hero.json', 'image.json']);
  expect((await get('ability.json')).json()).toEqual([1001, 1002, 1003].map((id) => exportedItem('ability', id)));
  const hero = await get('hero.json');
  expect(hero.json()).toEqual(Array.from({ length: 300 }, (_, index) => exportedItem('hero', index + 1)));
  expect(files[1]).toEqual({
    file: 'hero.json',
    sha256: createHash('sha256').update(hero.rawPayload).digest('hex'),
    bytes: hero.rawPayload.length,
  });
  expect(hero.headers).toMatchObject({
    etag: `"${files[1].sha256}"`,
    'content-length': String(files[1].bytes),
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-cache',
    vary: expect.stringMatching(/accept-encoding, authorization/),
  });
  expect(manifest.headers).toMatchObject({
    etag: `"${createHash('sha256').update(manifest.rawPayload).digest('hex')}"`,
    'cache-control': 'private, no-cache',
    vary: expect.stringMatching(/accept-encoding, authorization/),
  });
  // Released games must not break, whatever the state of the subscription.
  for (const [plan, status] of [
    ['teams', 'canceled'],
    ['teams', 'past_due'],
    ['free', 'active'],
  ] as const) {
    await setSubscription(server, { plan, status, due: -400 * 86_400 });
    expect((await get('hero.json')).statusCode).toBe(200);
  }
});

test('exported images are listed once each and can be fetched with the token, even once no item uses them', async () => {
  shows('3.calls.delivery.hashes', '3.calls.delivery.image');
  const save = (label: string, value: string) =>
    server.call(
      items.save,
      {
        params: { instanceId },
        body: imageBody(value, { internal_label: label }),
      },
      { as: 'owner' },
    );
  const [first, second] = [drawPortrait('A', [10, 20, 30]), drawPortrait('B', [30, 20, 10])];
  const { id } = await save('A', first.toString('base64'));
  await save('A again', first.toString('base64'));
  await save('B', second.toString('base64'));
  await exportAll(server);
  const manifest = (await get('manifest.json')).json();
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  expect(manifest.images).toEqual(
    [first, second].map((bytes) => ({
      file: `images/${sha256(bytes)}.png`,
      sha256: sha256(bytes),
      bytes: bytes.length,
    })),
  );
  const params = { instanceId, templateId: imageTemplate.id, id };
  await server.call(items.delete, { params }, { as: 'owner' });
  for (const [index, bytes] of [first, second].entries()) {
    const image = await get(manifest.images[index].file);
    expect(image.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=31536000, immutable',
      etag: `"${sha256(bytes)}"`,
    });
    expect(image.statusCode).toBe(200);
    expect(image.rawPayload.equals(bytes)).toBe(true);
  }
  const path = manifest.images[0].file;
  expect((await get(path, {}, server.studio.stage)).statusCode).toBe(404);
  const ofStage = { params: { instanceId: server.studio.stage } };
  const stage = await server.call(instances.getToken, ofStage, { as: 'owner' });
  expect((await get(path, {}, server.studio.stage, stage.token)).statusCode).toBe(404);
  expect((await get(path, { authorization: '' })).statusCode).toBe(401);
  expect((await get(`images/${'0'.repeat(64)}.png`)).statusCode).toBe(404);
});

test('the manifest is reused while its files are the same, by name and content', async () => {
  shows('3.calls.delivery.manifest', '3.calls.delivery.unchanged-manifest');
  const { database } = server.app.deps;
  const listed = async () => {
    const reportId = await exportAll(server);
    const { report_id, files } = (await get('manifest.json')).json();
    return { isNew: report_id === reportId, files: files.map(({ file }: { file: string }) => file) };
  };
  const before = ['ability.json', 'hero.json', 'image.json'];
  await insertItems(database, instanceId, 'relic', 0);
  expect(await listed()).toEqual({ isNew: true, files: [...before, 'relic.json'] });
  expect(await listed()).toEqual({ isNew: false, files: [...before, 'relic.json'] });
  // Files without items have the same content.
  await database.query("delete from templates where id = 'relic'", []);
  await insertItems(database, instanceId, 'trap', 0);
  expect(await listed()).toEqual({ isNew: true, files: [...before, 'trap.json'] });
  await database.query("update items set label = 'Changed', values = '{}' where id = 1", []);
  expect(await listed()).toEqual({ isNew: true, files: [...before, 'trap.json'] });
});

test('an export from before images were listed is delivered unchanged', async () => {
  shows('3.calls.delivery.manifest', '3.calls.delivery.if-none-match');
  const reportId = await exportAll(server);
  const { images, ...before } = (await get('manifest.json')).json();
  expect(images).toEqual([]);
  await server.app.deps.database.query('update reports set manifest = null where id = $1', [reportId]);
  const former = await get('manifest.json', { 'accept-encoding': 'br' });
  expect(former.json()).toEqual(before);
  const etag = String(former.headers.etag);
  expect((await get('manifest.json', { 'if-none-match': etag })).statusCode).toBe(304);
});

test('nothing is delivered before the first export', async () => {
  shows('3.calls.delivery.last-export');
  expect((await get('manifest.json')).statusCode).toBe(404);
  expect((await get('hero.json')).statusCode).toBe(404);
  for (const file of ['manifest.json', 'hero.json'])
    expect((await get(file)).json().message).toBe('Nothing has been exported from this instance yet.');
  await exportAll(server);
  await server.app.deps.database.query(`update items set values = '{"title":"New"}' where id = 1`, []);
  expect((await get('hero.json')).json()[0]).toEqual(exportedItem('hero', 1));
  await server.app.deps.database.query("delete from templates where id = 'ability'", []);
  expect((await get('ability.json')).statusCode).toBe(200);
  const last = await exportAll(server);
  expect((await get('hero.json')).json()[0]).toEqual({ id: 1, title: 'New', cost: null });
  const gone = await get('ability.json');
  expect([gone.statusCode, gone.json().message]).toEqual([404, 'The last export of this instance has no such file.']);
  // A newer export of another instance does not count.
  await exportAll(server, server.studio.stage);
  expect((await get('manifest.json')).json()).toMatchObject({ instance_id: instanceId, report_id: last });
  expect((await get('hero.json')).statusCode).toBe(200);
});

test.each([
  ['failed', 'The export has stopped.'],
  ['running', null],
])('an export that is %s leaves the delivered files unchanged', async (path, error) => {
  shows('3.calls.delivery.last-export');
  const reportId = await exportAll(server);
  const { query } = server.app.deps.database;
  const [report] = await query<{ id: number }>(
    'insert into reports (instance_id, account_id, path, created_at, error) values ($1, 1, $2, now(), $3) returning id',
    [instanceId, path, error],
  );
  await query(
    `insert into report_steps (report_id, position, template_id, started_at, completed_at, file, sha256, bytes)
      values ($1, 1, 'hero', now(), now(), 'not-delivered.json', repeat('0', 64), 2)`,
    [report?.id],
  );
  expect((await get('manifest.json')).json().report_id).toBe(reportId);
  expect((await get('hero.json')).json()[0]).toEqual(exportedItem('hero', 1));
});

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('a file and the manifest are compressed with %s if it is accepted', async (encoding, decompress) => {
  shows('3.calls.delivery.compression');
  await exportAll(server);
  for (const file of ['hero.json', 'manifest.json']) {
    const plain = await get(file);
    const compressed = await get(file, { 'accept-encoding': encoding });
    expect(compressed.headers).toMatchObject({
      'content-encoding': encoding,
      vary: expect.stringContaining('accept-encoding'),
    });
    expect(decompress(compressed.rawPayload)).toEqual(plain.rawPayload);
    expect(compressed.headers.etag).not.toBe(plain.headers.etag);
  }
  // Brotli is the smaller one.
  for (const [accepted, chosen] of [
    ['gzip, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
  ])
    expect((await get('hero.json', { 'accept-encoding': String(accepted) })).headers['content-encoding']).toBe(chosen);
  for (const refused of [`${encoding};q=0`, `identity, ${encoding};q=0.0`])
    expect((await get('hero.json', { 'accept-encoding': refused })).headers).not.toHaveProperty('content-encoding');
  expect((await get('hero.json', { 'accept-encoding': encoding })).rawPayload.length).toBeLessThan(
    (await get('hero.json')).rawPayload.length / 2,
  );
});

test('unchanged files are not sent again', async () => {
  shows('3.calls.delivery.etag', '3.calls.delivery.if-none-match');
  await exportAll(server);
  for (const file of ['hero.json', 'manifest.json']) {
    const known = new Set<unknown>();
    for (const accepted of ['identity', 'br', 'gzip']) {
      const { etag } = (await get(file, { 'accept-encoding': accepted })).headers;
      known.add(etag);
      const again = await get(file, { 'if-none-match': String(etag), 'accept-encoding': accepted });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
      expect(again.headers['cache-control']).toBe('private, no-cache');
    }
    // A strong ETag differs with the bytes.
    expect(known.size).toBe(3);
    expect((await get(file, { 'if-none-match': '"something else"' })).statusCode).toBe(200);
    const { etag } = (await get(file)).headers;
    // Proxies that change a body's form, for example by compressing it, weaken its tag.
    for (const tags of [`"older", W/"oldest", ${etag}`, `"older",${etag},"oldest"`, `W/${etag}`])
      expect((await get(file, { 'if-none-match': tags })).statusCode).toBe(304);
  }
});

test('a file or manifest that another export did not change is not sent again', async () => {
  shows('3.calls.delivery.if-none-match', '3.calls.delivery.unchanged-manifest');
  const reportId = await exportAll(server);
  const tags = new Map<string, string>();
  for (const file of ['hero.json', 'image.json', 'manifest.json'])
    tags.set(file, String((await get(file)).headers.etag));
  const statuses = async () => {
    const answers = [...tags].map(async ([file, etag]) => (await get(file, { 'if-none-match': etag })).statusCode);
    return Promise.all(answers);
  };
  await exportAll(server);
  await exportAll(server);
  expect(await statuses()).toEqual([304, 304, 304]);
  expect((await get('manifest.json')).json()).toMatchObject({ report_id: reportId });
  await server.app.deps.database.query(`update items set values = '{}' where id = 1`, []);
  const changedId = await exportAll(server);
  expect(await statuses()).toEqual([200, 304, 200]);
  await exportAll(server);
  expect((await get('manifest.json')).json()).toMatchObject({ report_id: changedId });
});

test('a lost manifest is written again by an export without changes', async () => {
  shows('3.calls.delivery.unchanged-manifest');
  const reportId = await exportAll(server);
  const { database, files } = server.app.deps;
  const [report] = await database.query<{ manifest: string }>('select manifest from reports where id = $1', [reportId]);
  for (const suffix of ['', '.br', '.gz']) await files.delete(`${report?.manifest}${suffix}`);
  expect((await get('manifest.json')).statusCode).toBe(404);
  const again = await exportAll(server);
  expect((await get('manifest.json')).json()).toMatchObject({ report_id: again });
});

test('a missing file is reported in plain words', async () => {
  shows('3.calls.delivery.file');
  await exportAll(server);
  const { database, files } = server.app.deps;
  const steps = await database.query<{ file: string }>('select file from report_steps where file is not null', []);
  for (const { file } of steps) for (const suffix of ['', '.br', '.gz']) await files.delete(file + suffix);
  for (const encoding of ['identity', 'br', 'gzip']) {
    const answer = await get('hero.json', { 'accept-encoding': encoding });
    expect([answer.statusCode, answer.headers['cache-control'], answer.json().error]).toEqual([
      404,
      'no-store',
      'not_found',
    ]);
    for (const name of ['content-encoding', 'etag']) expect(answer.headers).not.toHaveProperty(name);
  }
});

test('a token reads only its own instance', async () => {
  shows('3.calls.delivery.own-instance');
  await exportAll(server);
  const { stage, elsewhere } = server.studio;
  for (const other of [stage, elsewhere.dev, 2_000_000_000]) {
    for (const file of ['manifest.json', 'hero.json']) {
      const answer = await get(file, {}, other);
      expect([answer.statusCode, answer.json().error]).toEqual([404, 'not_found']);
    }
  }
  const foreign = (await server.call(instances.getToken, { params: { instanceId: elsewhere.dev } }, { as: 'stranger' }))
    .token;
  expect((await get('hero.json', {}, instanceId, foreign)).statusCode).toBe(404);
  expect(
    (
      await server.app.inject({
        method: 'GET',
        url: `/v1/instances/${instanceId}/reports`,
        headers: { authorization: `Bearer ${token}` },
      })
    ).statusCode,
  ).toBe(401);
});

test('without its token an instance delivers nothing', async () => {
  shows('3.calls.delivery.without-token');
  await exportAll(server);
  const bare = (headers: Record<string, string>) =>
    server.app.inject({ method: 'GET', url: `/v1/delivery/${instanceId}/hero.json`, headers });
  const changed = token.slice(0, -2) + (token.endsWith('AA') ? 'BB' : 'AA');
  for (const headers of [
    {},
    { authorization: 'Bearer ' },
    { authorization: token },
    { authorization: `Bearer ${changed}` },
    { authorization: `Bearer ${token}x` },
    { authorization: server.bearer('owner') },
  ]) {
    expect((await bare(headers as Record<string, string>)).statusCode).toBe(401);
  }
});

test.each(['none.json', 'hero', 'hero.json.br', '..%2f..%2fhero.json', 'hero.json%00', 'h%C3%A9.json'])(
  'there is no file %s',
  async (file) => {
    shows('3.calls.delivery.file');
    await exportAll(server);
    expect((await get(file)).statusCode).toBe(404);
  },
);
