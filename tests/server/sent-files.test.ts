import { createHash } from 'node:crypto';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { imageKey } from '../../server/core/files/image-key.ts';
import { eventually } from '../support/eventually.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { insertItems } from '../support/server-content.ts';

const image = Buffer.from('what an image is, is for those to judge who upload it');
const imagePath = `${createHash('sha256').update(image).digest('hex')}.png`;

let server: TestServer;
let addresses: Record<string, { url: string; authorization?: string }>;

/** Most tests only read what was exported. */
async function exportHero() {
  server = await startTestServer();
  const { database, files } = server.app.deps;
  const instanceId = server.studio.dev;
  await insertItems(database, instanceId, 'hero', 300);
  await files.put(imageKey(server.studio.projectId, imagePath), image);
  await database.query('insert into images (instance_id, path, bytes, created_at) values ($1, $2, $3, now())', [
    instanceId,
    imagePath,
    image.length,
  ]);
  const as = { as: 'owner' } as const;
  const { token } = await server.call(instances.getToken, { params: { instanceId } }, as);
  const { id: reportId } = await server.call(reports.start, { params: { instanceId }, body: {} }, as);
  const path = await eventually(async () => {
    const { report } = await server.call(reports.get, { params: { instanceId, reportId } }, as);
    const [row] = await database.query('select 1 from reports where id = $1 and completed_at is not null', [reportId]);
    expect(row).toBeDefined();
    return report.path;
  });
  const { url } = await server.call(reports.getFileUrl, { params: { instanceId, path, fileName: 'hero.json' } }, as);
  const bearer = { authorization: `Bearer ${token}` };
  addresses = {
    'the manifest': { url: `/v1/delivery/${instanceId}/manifest.json`, ...bearer },
    'a delivered file': { url: `/v1/delivery/${instanceId}/hero.json`, ...bearer },
    'a delivered image': { url: `/v1/delivery/${instanceId}/images/${imagePath}`, ...bearer },
    'a signed file': { url: url.replace(server.app.deps.config.publicUrl, '') },
    'an image': { url: `/v1/instances/${instanceId}/image/${imagePath}`, authorization: server.bearer('owner') },
  };
}
beforeAll(exportHero);

const ask = (name: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
  const { url = '', ...credentials } = addresses[name] ?? {};
  return server.app.inject({ method, url, headers: { ...credentials, ...headers } });
};

const compressed = ['the manifest', 'a delivered file', 'a signed file'];
const cases = ['the manifest', 'a delivered file', 'a delivered image', 'a signed file', 'an image'].flatMap((name) =>
  (compressed.includes(name) ? ['identity', 'br', 'gzip'] : ['identity']).map((encoding) => ({ name, encoding })),
);

describe.each(cases)('$name in $encoding', ({ name, encoding }) => {
  const accept = { 'accept-encoding': encoding };

  test('has its length, its ETag, and accepts range requests', async () => {
    const { statusCode, headers, rawPayload } = await ask(name, accept);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-length': String(rawPayload.length),
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[0-9a-f]{64}(-br|-gzip)?"$/),
    });
    expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
  });

  test('answers HEAD like GET, without the body', async () => {
    const [got, head] = [await ask(name, accept), await ask(name, accept, 'HEAD')];
    expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
    for (const header of [
      'content-length',
      'content-type',
      'content-encoding',
      'etag',
      'cache-control',
      'accept-ranges',
    ])
      expect([header, head.headers[header]]).toEqual([header, got.headers[header]]);
  });

  test('is not sent again to a client that has it', async () => {
    const { etag } = (await ask(name, accept)).headers;
    for (const method of ['GET', 'HEAD'] as const) {
      const again = await ask(name, { ...accept, 'if-none-match': String(etag) }, method);
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    }
  });

  test('is sent in ranges', async () => {
    const whole = (await ask(name, accept)).rawPayload;
    const last = whole.length - 1;
    for (const [range, from, to] of [
      ['bytes=0-0', 0, 0],
      ['bytes=3-9', 3, 9],
      ['bytes=5-', 5, last],
      ['bytes=-4', last - 3, last],
      [`bytes=2-${last + 1000}`, 2, last],
      [`bytes=-${whole.length + 5}`, 0, last],
    ] as const) {
      const part = await ask(name, { ...accept, range });
      expect([range, part.statusCode, part.headers['content-range'], part.headers['content-length']]).toEqual([
        range,
        206,
        `bytes ${from}-${to}/${whole.length}`,
        String(to - from + 1),
      ]);
      expect(part.rawPayload.equals(whole.subarray(from, to + 1))).toBe(true);
    }
  });

  test('answers a range beyond its end with its length', async () => {
    const { length } = (await ask(name, accept)).rawPayload;
    for (const range of [`bytes=${length}-`, 'bytes=-0', 'bytes=99999999999999999999-']) {
      const answer = await ask(name, { ...accept, range });
      expect([range, answer.statusCode, answer.headers['content-range']]).toEqual([range, 416, `bytes */${length}`]);
      expect(answer.json()).toMatchObject({ status_code: 416, error: 'range' });
    }
  });

  test('is sent whole for malformed ranges and for HEAD', async () => {
    const { length } = (await ask(name, accept)).rawPayload;
    for (const range of ['bytes=9-3', 'bytes=0-1,3-4', 'items=0-1', 'bytes=-', 'bytes=a-b', 'nonsense']) {
      const answer = await ask(name, { ...accept, range });
      expect([range, answer.statusCode, answer.rawPayload.length]).toEqual([range, 200, length]);
    }
    expect((await ask(name, { ...accept, range: 'bytes=0-1' }, 'HEAD')).headers['content-length']).toBe(String(length));
  });

  test('resumes if it is unchanged, and restarts otherwise', async () => {
    const { etag } = (await ask(name, accept)).headers;
    const range = 'bytes=1-2';
    expect((await ask(name, { ...accept, range, 'if-range': String(etag) })).statusCode).toBe(206);
    for (const other of ['"other"', `W/${etag}`, 'Fri, 20 Nov 2026 12:00:00 GMT', String(etag).replace(/"$/, '-x"')])
      expect((await ask(name, { ...accept, range, 'if-range': other })).statusCode).toBe(200);
  });
});

test.each(compressed)('%s does not resume in another encoding', async (name) => {
  const { etag } = (await ask(name, { 'accept-encoding': 'br' })).headers;
  const headers = { 'accept-encoding': 'gzip', range: 'bytes=1-2', 'if-range': String(etag) };
  expect((await ask(name, headers)).statusCode).toBe(200);
});

test.each(['a delivered file', 'a delivered image', 'an image'])(
  '%s answers 404 if its file is missing, also to HEAD and range requests',
  async (name) => {
    await exportHero();
    const { database, files } = server.app.deps;
    const steps = await database.query<{ file: string }>('select file from report_steps where file is not null', []);
    for (const { file } of steps) await files.delete(file);
    await files.delete(imageKey(server.studio.projectId, imagePath));
    for (const [method, headers] of [
      ['GET', {}],
      ['HEAD', {}],
      ['GET', { range: 'bytes=0-1' }],
    ] as const) {
      const answer = await ask(name, headers, method);
      expect(answer.statusCode).toBe(404);
      for (const header of ['etag', 'accept-ranges', 'content-range', 'content-encoding'])
        expect(answer.headers).not.toHaveProperty(header);
    }
  },
);
