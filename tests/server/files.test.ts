import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSecrets } from '../../server/core/environment/secrets.ts';
import type { Files } from '../../server/core/files/files.ts';
import { createFilesInBucket } from '../../server/core/files/files-in-bucket.ts';
import { createFilesInFolder } from '../../server/core/files/files-in-folder.ts';
import { checkSignedFile, type SignedFile } from '../../server/core/files/signed-file.ts';
import { shows } from '../specification/shows.ts';

const { sign } = createSecrets('a secret key of the tests, long enough');
const time = new Date('2026-11-20T12:00:00Z');
const signer = { sign, now: () => time };

interface Stored {
  body: Buffer;
  authorization: string | undefined;
}

/** The size of a page of keys, so that a folder needs more than one. */
const keysAtOnce = 2;
/** A key that the bucket lists and does not delete. */
const locked = 'folders/locked/a.json';

const xml = (name: string, content: string) => `<?xml version="1.0"?><${name}>${content}</${name}>`;

function listOf(kept: Map<string, Stored>, search: URLSearchParams): string {
  const after = search.get('continuation-token') ?? '';
  const keys = [...kept.keys()].filter((key) => key.startsWith(search.get('prefix') ?? '') && key > after).toSorted();
  const listed = keys.slice(0, Math.min(keysAtOnce, Number(search.get('max-keys') ?? keysAtOnce)));
  const next = listed.length < keys.length ? `<NextContinuationToken>${listed.at(-1)}</NextContinuationToken>` : '';
  return xml('ListBucketResult', listed.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('') + next);
}

function deleteKeys(kept: Map<string, Stored>, body: string): string {
  const keys = [...body.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key);
  for (const key of keys) if (key !== locked) kept.delete(key);
  return xml(
    'DeleteResult',
    keys.includes(locked) ? `<Error><Key>${locked}</Key><Code>AccessDenied</Code></Error>` : '',
  );
}

/** A bucket: stores what the S3 client sends over HTTP in memory. */
function startBucket(kept: Map<string, Stored>): Promise<Server> {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://bucket');
    const key = decodeURIComponent(url.pathname).replace('/content/', '');
    if (request.method === 'PUT') {
      const source = request.headers['x-amz-copy-source'];
      if (source !== undefined) {
        const copied = kept.get(decodeURIComponent(String(source)).replace('/content/', ''));
        if (!copied) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
        kept.set(key, copied);
        return response.end(xml('CopyObjectResult', '<ETag>"copied"</ETag>'));
      }
      kept.set(key, { body: await buffer(request), authorization: request.headers.authorization });
      return response.end();
    }
    if (request.method === 'GET' && url.searchParams.has('list-type'))
      return response.end(listOf(kept, url.searchParams));
    if (request.method === 'POST') return response.end(deleteKeys(kept, await text(request)));
    if (request.method === 'DELETE') {
      kept.delete(key);
      return response.writeHead(204).end();
    }
    const found = kept.get(key);
    if (!found) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    const disposition = url.searchParams.get('response-content-disposition');
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const body = from === undefined ? found.body : found.body.subarray(Number(from), Number(to) + 1);
    response.writeHead(from === undefined ? 200 : 206, {
      'content-length': body.length,
      ...(disposition && { 'content-disposition': disposition }),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const bucketed = new Map<string, Stored>();
let folder: string;
let server: Server;
const stores: Record<string, Files> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quartermaster-files-'));
  server = await startBucket(bucketed);
  stores.folder = createFilesInFolder({ folder, publicUrl: 'http://content.test', ...signer });
  stores.bucket = createFilesInBucket({
    bucket: 'content',
    region: 'eu-north-1',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    forcePathStyle: true,
  });
});

afterAll(async () => {
  await rm(folder, { recursive: true });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe.each(['folder', 'bucket'])('files in a %s', (kind) => {
  const store = (): Files => {
    const files = stores[kind];
    if (!files) throw new Error(`no store ${kind}`);
    return files;
  };

  test('store bytes and streams, and return them', async () => {
    shows('3.start.env.s3-set');
    await store().put('exports/1/hero.json', Buffer.from('[1]'));
    await store().put('exports/1/item.json', Readable.from(['[', '2', ']']));
    expect(await text(await store().get('exports/1/hero.json'))).toBe('[1]');
    expect(await text(await store().get('exports/1/item.json'))).toBe('[2]');
    await store().put('exports/1/hero.json', Buffer.from('[3]'));
    expect(await text(await store().get('exports/1/hero.json'))).toBe('[3]');
  });

  test('report a file’s size, and return a part of it', async () => {
    await store().put('exports/1/long.json', Buffer.from('0123456789'));
    expect(await store().size('exports/1/long.json')).toBe(10);
    expect(await text(await store().get('exports/1/long.json', { start: 2, end: 4 }))).toBe('234');
    expect(await text(await store().get('exports/1/long.json', { start: 9, end: 9 }))).toBe('9');
    await expect(store().size('exports/1/none.json')).rejects.toMatchObject({ name: 'not_found' });
    await expect(store().get('exports/1/none.json', { start: 0, end: 1 })).rejects.toMatchObject({ name: 'not_found' });
  });

  test('report whether a file exists, and forget deleted ones', async () => {
    await store().put('images/a.png', new Uint8Array([1, 2, 3]));
    expect(await store().exists('images/a.png')).toBe(true);
    await store().delete('images/a.png');
    await store().delete('images/a.png');
    expect(await store().exists('images/a.png')).toBe(false);
    await expect(store().get('images/a.png')).rejects.toMatchObject({ name: 'not_found' });
  });

  test('move a file to another key, over one that is there', async () => {
    await store().put('exports/1/attempt.json', Buffer.from('new'));
    await store().put('exports/1/files/kept.json', Buffer.from('old'));
    await store().move('exports/1/attempt.json', 'exports/1/files/kept.json');
    expect(await text(await store().get('exports/1/files/kept.json'))).toBe('new');
    expect(await store().exists('exports/1/attempt.json')).toBe(false);
    await expect(store().move('exports/1/attempt.json', 'exports/1/b.json')).rejects.toMatchObject({
      name: 'not_found',
    });
  });

  test('delete a folder with everything below it, and nothing next to it', async () => {
    const inside = [
      'folders/1/a.json',
      'folders/1/b.json',
      'folders/1/deep/er/c.json',
      'folders/1/d.json',
      'folders/1/e.json',
    ];
    const siblings = ['folders/12/a.json', 'folders/2/a.json'];
    for (const key of [...inside, ...siblings]) await store().put(key, Buffer.from('x'));
    await store().deleteFolder('folders/1');
    await store().deleteFolder('folders/1');
    const found = await Promise.all([...inside, ...siblings].map((key) => store().exists(key)));
    expect(found).toEqual([...inside.map(() => false), ...siblings.map(() => true)]);
  });

  test.each([
    '../secret',
    'a/../../secret',
    '/etc/passwd',
    'a//b',
    'a/',
    '',
    '.hidden',
    'a/.b',
    'a\\..\\b',
    'a\0b',
    'a b',
    'x'.repeat(513),
  ])('reject the key %j', async (key) => {
    const each = [
      store().put(key, Buffer.from('x')),
      store().get(key),
      store().get(key, { start: 0, end: 1 }),
      store().size(key),
      store().exists(key),
      store().move(key, 'a.json'),
      store().move('a.json', key),
      store().delete(key),
      store().deleteFolder(key),
      store().url(key, 'x.json', 60),
    ];
    for (const call of await Promise.allSettled(each)) {
      expect(call).toMatchObject({
        status: 'rejected',
        reason: { message: expect.stringContaining('is not a valid file key') },
      });
    }
  });

  test('store nothing of a stream that breaks off', async () => {
    const broken = Readable.from(
      (function* () {
        yield 'half';
        throw new Error('the database went away');
      })(),
    );
    await expect(store().put('exports/broken.json', broken)).rejects.toThrow('the database went away');
    expect(await store().exists('exports/broken.json')).toBe(false);
  });
});

test('a bucket that fails to delete a file of a folder is reported', async () => {
  await stores.bucket?.put(locked, Buffer.from('x'));
  await expect(stores.bucket?.deleteFolder('folders/locked')).rejects.toThrow('The bucket did not delete');
});

test('a stream that breaks off leaves the previous file, and no other', async () => {
  const files = createFilesInFolder({ folder: join(folder, 'atomic'), publicUrl: '', ...signer });
  await files.put('a.json', Buffer.from('whole'));
  let begun = '';
  const broken = Readable.from(
    (async function* () {
      yield 'half';
      begun = await text(await files.get('a.json'));
      throw new Error('gone');
    })(),
  );
  await expect(files.put('a.json', broken)).rejects.toThrow('gone');
  expect(begun).toBe('whole');
  expect(await text(await files.get('a.json'))).toBe('whole');
  expect(await readdir(join(folder, 'atomic', '.unfinished'))).toEqual([]);
});

test('files left incomplete by a killed process are removed after a day, and not before', async () => {
  const place = join(folder, 'leftovers');
  await createFilesInFolder({ folder: place, publicUrl: '', ...signer }).put('first', Buffer.from('x'));
  const unfinished = join(place, '.unfinished');
  await writeFile(join(unfinished, 'old'), 'x');
  await writeFile(join(unfinished, 'new'), 'x');
  const twoDaysAgo = new Date(Date.now() - 48 * 60 * 60 * 1000);
  await utimes(join(unfinished, 'old'), twoDaysAgo, twoDaysAgo);
  await createFilesInFolder({ folder: place, publicUrl: '', ...signer }).put('second', Buffer.from('x'));
  expect(await readdir(unfinished)).toEqual(['new']);
  expect((await stat(join(place, 'second'))).isFile()).toBe(true);
});

const partsOf = (address: string): SignedFile => {
  const url = new URL(address);
  const part = (name: string) => url.searchParams.get(name) ?? '';
  return {
    fileName: url.pathname.split('/').at(-1) ?? '',
    key: part('key'),
    expires: part('expires'),
    signature: part('signature'),
  };
};

describe('an address of the folder', () => {
  const address = async () => partsOf((await stores.folder?.url('exports/1/ab.json', 'hero.json', 300)) ?? '');

  test('points to this server, and is valid for as long as requested', async () => {
    const parts = await address();
    expect(parts).toMatchObject({
      fileName: 'hero.json',
      key: 'exports/1/ab.json',
      expires: String(time.getTime() / 1000 + 300),
    });
    expect(checkSignedFile(signer, parts)).toBe('valid');
    const at = (seconds: number) => ({ sign, now: () => new Date(time.getTime() + seconds * 1000) });
    expect(checkSignedFile(at(299), parts)).toBe('valid');
    expect(checkSignedFile(at(300), parts)).toBe('expired');
  });

  test('cannot be changed', async () => {
    const parts = await address();
    const flipped = (parts.signature.startsWith('0') ? '1' : '0') + parts.signature.slice(1);
    for (const change of [
      { key: 'exports/1/other.json' },
      { fileName: 'villain.json' },
      { expires: String(Number(parts.expires) + 1) },
      { signature: flipped },
      { signature: '' },
      { signature: parts.signature.slice(1) },
      { key: 'exports/1/ab.json\nhero.json', fileName: '' },
    ]) {
      expect(checkSignedFile(signer, { ...parts, ...change })).toBe('forged');
    }
    const other = { ...signer, sign: createSecrets('another secret key, which is long too').sign };
    expect(checkSignedFile(other, parts)).toBe('forged');
  });
});

test('an address of the bucket is signed by S3’s rules, with the file’s name', async () => {
  await stores.bucket?.put('exports/2/x.json', Buffer.from('[]'));
  const address = new URL((await stores.bucket?.url('exports/2/x.json', 'hero.json', 300)) ?? '');
  expect(address.searchParams.get('X-Amz-Expires')).toBe('300');
  expect(address.searchParams.get('X-Amz-Signature')).toMatch(/^[0-9a-f]{64}$/);
  const response = await fetch(address);
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="hero.json"');
  expect(await response.text()).toBe('[]');
});

test('the bucket receives exactly the file, signed with the key', async () => {
  await stores.bucket?.put('plain.json', Readable.from(['{"a":', '1}']));
  expect(bucketed.get('plain.json')?.body.toString()).toBe('{"a":1}');
  expect(bucketed.get('plain.json')?.authorization).toContain('Credential=key/');
});
