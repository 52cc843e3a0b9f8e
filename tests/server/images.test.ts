import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { imageKey } from '../../server/core/files/image-key.ts';
import { shows } from '../specification/shows.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';

const bytes = Buffer.from('what an image is, is for those to judge who upload it');
const sha256 = createHash('sha256').update(bytes).digest('hex');
let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
  const { database, files } = server.app.deps;
  for (const extension of ['png', 'jpg']) {
    const path = `${sha256}.${extension}`;
    await files.put(imageKey(server.studio.projectId, path), bytes);
    await database.query('insert into images (instance_id, path, bytes, created_at) values ($1, $2, $3, now())', [
      server.studio.dev,
      path,
      bytes.length,
    ]);
  }
});

const get = (
  path: string,
  {
    as = 'owner',
    instance = server.studio.dev,
    headers = {},
  }: { as?: Person | 'nobody'; instance?: number; headers?: Record<string, string> } = {},
) =>
  server.app.inject({
    method: 'GET',
    url: `/v1/instances/${instance}/image/${path}`,
    headers: { ...(as !== 'nobody' && { authorization: server.bearer(as) }), ...headers },
  });

test.each([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
])('a .%s is sent as %s, cached forever and never executable', async (extension, type) => {
  shows('2.7.image.address');
  const answer = await get(`${sha256}.${extension}`);
  expect(answer.statusCode).toBe(200);
  expect(answer.rawPayload).toEqual(bytes);
  expect(answer.headers).toMatchObject({
    'content-type': type,
    'content-length': String(bytes.length),
    'cache-control': 'private, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    etag: `"${sha256}"`,
  });
});

test('each address has its own image', async () => {
  shows('2.7.image.address');
  const { database, files } = server.app.deps;
  const other = Buffer.from('another image');
  const path = `${createHash('sha256').update(other).digest('hex')}.png`;
  await files.put(imageKey(server.studio.projectId, path), other);
  await database.query('insert into images (instance_id, path, bytes, created_at) values ($1, $2, $3, now())', [
    server.studio.dev,
    path,
    other.length,
  ]);
  expect((await get(path)).rawPayload).toEqual(other);
  expect((await get(`${sha256}.png`)).rawPayload).toEqual(bytes);
});

test('an image that the browser has cached is not sent again', async () => {
  shows('2.7.image.address');
  const answer = await get(`${sha256}.png`, { headers: { 'if-none-match': `"${sha256}"` } });
  expect([answer.statusCode, answer.body]).toEqual([304, '']);
  expect((await get(`${sha256}.png`, { headers: { 'if-none-match': '"x"' } })).statusCode).toBe(200);
});

test('a missing image file is not cached', async () => {
  await server.app.deps.files.delete(imageKey(server.studio.projectId, `${sha256}.png`));
  const answer = await get(`${sha256}.png`);
  expect(answer.statusCode).toBe(404);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  expect(answer.headers).not.toHaveProperty('etag');
  expect(answer.json().error).toBe('not_found');
});

test('an image is available to users with READ in its instance', async () => {
  shows('2.7.image.address');
  const path = `${sha256}.png`;
  expect((await get(path, { as: 'nobody' })).statusCode).toBe(401);
  expect((await get(path, { as: 'stranger' })).statusCode).toBe(404);
  expect((await get(path, { as: 'member' })).statusCode).toBe(200);
  expect((await get(path, { as: 'member', instance: server.studio.stage })).statusCode).toBe(403);
  expect((await get(path, { instance: server.studio.stage })).statusCode).toBe(404);
  expect((await get(path, { as: 'stranger', instance: server.studio.elsewhere.dev })).statusCode).toBe(404);
});

test.each(['x.png', `${sha256}.svg`, `${sha256}.png.br`, `..%2f${sha256}.png`, `${'0'.repeat(64)}.png`, sha256])(
  'there is no image %s',
  async (path) => {
    expect((await get(path)).statusCode).toBe(404);
  },
);
