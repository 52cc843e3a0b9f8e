import { createHash } from 'node:crypto';
import { Transformer } from '@napi-rs/image';
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

const [width, height] = [600, 300];
/** A picture of 600 by 300 pixels, half of it red, the other half green. */
const picture = async (): Promise<Buffer> => {
  const pixels = Buffer.alloc(width * height * 4, 255);
  for (let at = 0; at < pixels.length; at += 4)
    pixels.set((at / 4) % width < width / 2 ? [220, 0, 0] : [0, 160, 0], at);
  return Transformer.fromRgbaPixels(pixels, width, height).png();
};

/** Stores a file as an image of Dev; returns its path. */
async function store(file: Buffer): Promise<string> {
  const { database, files } = server.app.deps;
  const path = `${createHash('sha256').update(file).digest('hex')}.png`;
  await files.put(imageKey(server.studio.projectId, path), file);
  await database.query('insert into images (instance_id, path, bytes, created_at) values ($1, $2, $3, now())', [
    server.studio.dev,
    path,
    file.length,
  ]);
  return path;
}

test.each([
  ['row', 96, 48],
  ['card', 320, 160],
] as const)('size=%s is a WebP file within %i pixels, made once and cached forever', async (size, wide, high) => {
  const path = await store(await picture());
  const answers = await Promise.all([get(`${path}?size=${size}`), get(`${path}?size=${size}`)]);
  const [answer] = answers;
  expect(answer?.statusCode).toBe(200);
  expect(answer?.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, max-age=31536000, immutable',
    etag: `"${path.split('.')[0]}-${size}"`,
  });
  expect(answers.map(({ rawPayload }) => rawPayload)).toEqual([answer?.rawPayload, answer?.rawPayload]);
  expect(await new Transformer(answer?.rawPayload ?? Buffer.alloc(0)).metadata()).toMatchObject({
    width: wide,
    height: high,
  });
  const again = await get(`${path}?size=${size}`, { headers: { 'if-none-match': String(answer?.headers.etag) } });
  expect(again.statusCode).toBe(304);
  // The original is unchanged.
  expect((await get(path)).headers['content-type']).toBe('image/png');
});

test.each(['row', 'card'] as const)(
  'size=%s averages colors with their alpha: an invisible white leaves no rim',
  async (size) => {
    shows('4.images.alpha');
    const [wide, high] = [400, 200];
    const pixels = Buffer.alloc(wide * high * 4);
    for (let at = 0; at < pixels.length; at += 4) {
      const column = (at / 4) % wide;
      // Half a pixel is visible at the edge of a red square between invisible white.
      pixels.set(column > 101 && column < 299 ? [220, 0, 0, column % 2 ? 255 : 128] : [255, 255, 255, 0], at);
    }
    const answer = await get(`${await store(await Transformer.fromRgbaPixels(pixels, wide, high).png())}?size=${size}`);
    const small = await new Transformer(answer.rawPayload).rawPixels();
    const rim = Array.from({ length: small.length / 4 }, (_, pixel) => [...small.subarray(pixel * 4, pixel * 4 + 4)]);
    const visible = rim.filter(([, , , alpha = 0]) => alpha > 16);
    expect(visible.length).toBeGreaterThan(rim.length / 4);
    // WebP changes colors a little, and white would add 100 and more.
    expect(visible.filter(([red = 0, green = 0, blue = 0]) => green > 40 || blue > 40 || red < 180)).toEqual([]);
  },
);

test('an image that fits already keeps its size', async () => {
  const small = await new Transformer(await picture()).resize(40, 20).png();
  const answer = await get(`${await store(small)}?size=row`);
  expect(await new Transformer(answer.rawPayload).metadata()).toMatchObject({ width: 40, height: 20 });
});

test('for an image that cannot be decoded, the original is sent, and not cached for ever', async () => {
  const answer = await get(`${sha256}.png?size=card`);
  expect(answer.rawPayload).toEqual(bytes);
  expect(answer.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'private, max-age=60' });
});

test('a small image needs the same access as the original, and another size is refused', async () => {
  const path = await store(await picture());
  expect((await get(`${path}?size=row`, { as: 'nobody' })).statusCode).toBe(401);
  expect((await get(`${path}?size=row`, { instance: server.studio.elsewhere.dev })).statusCode).toBe(404);
  expect((await get(`${path}?size=row`, { as: 'stranger' })).statusCode).toBe(404);
  expect((await get(`${path}?size=huge`)).statusCode).toBe(422);
});
