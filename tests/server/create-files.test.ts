import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { endlessSpace } from '../../server/core/base/free-space.ts';
import { readEnvironment } from '../../server/core/environment/environment.ts';
import { createSecrets } from '../../server/core/environment/secrets.ts';
import { createFiles } from '../../server/core/files/create-files.ts';
import { createFilesInBucket } from '../../server/core/files/files-in-bucket.ts';
import { toAppError } from '../../server/core/http/error-handler.ts';
import { shows } from '../specification/shows.ts';
import { cleanUp, temporaryFolder } from '../support/server-process.ts';

afterAll(cleanUp);

const open = (variables: Record<string, string>) =>
  createFiles({
    config: readEnvironment(variables),
    secrets: createSecrets('only for tests, only for tests, only for tests'),
    clock: { now: () => new Date() },
    freeSpace: endlessSpace,
  });

test('without a bucket files are stored in the data folder', async () => {
  shows('3.start.env.s3-unset');
  const folder = temporaryFolder();
  const files = open({ DATA_DIR: folder });
  await files.put('exports/1/hero.json', Buffer.from('[]'));
  expect(existsSync(join(folder, 'files', 'exports', '1', 'hero.json'))).toBe(true);
});

test('with a bucket files are stored there, and not in the data folder', async () => {
  shows('3.start.env.s3-set');
  const folder = temporaryFolder();
  const files = open({
    DATA_DIR: folder,
    S3_BUCKET: 'content',
    S3_ENDPOINT: 'https://storage.example',
    S3_FORCE_PATH_STYLE: '1',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  });
  const url = new URL(await files.url('exports/1/hero.json', 'hero.json', 60));
  expect(url.origin + url.pathname).toBe('https://storage.example/content/exports/1/hero.json');
  expect(url.searchParams.get('X-Amz-Credential')).toMatch(/^key\//);
  expect(existsSync(join(folder, 'files'))).toBe(false);
});

const bucketAt = (port: number) => ({
  bucket: 'content',
  region: 'auto',
  endpoint: `http://127.0.0.1:${port}`,
  accessKeyId: 'key',
  secretAccessKey: 'secret',
  forcePathStyle: true,
});

/** The error codes of all calls with this server as the bucket, and this timeout in milliseconds. */
async function errorsOf(server: Server, timeout: number): Promise<string[]> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => void open.add(socket.on('error', () => {}))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const files = createFilesInBucket(bucketAt(address.port), timeout);
  const key = 'images/1/a.png';
  const calls = [
    files.put(key, Buffer.from('x')),
    files.put(key, Readable.from(['x'])),
    files.exists(key),
    files.size(key),
    files.get(key),
    files.get(key, { start: 0, end: 1 }),
    files.delete(key),
    files.deleteFolder('images/1'),
  ];
  const errors = calls.map((call) =>
    call.then(
      () => 'done',
      (error: unknown) => toAppError(error).body.error,
    ),
  );
  try {
    return await Promise.all(errors);
  } finally {
    for (const socket of open) socket.destroy();
    server.close();
  }
}

test('a bucket that accepts connections and never responds times out, and is reported as unavailable', async () => {
  expect(await errorsOf(createServer(), 100)).toEqual(Array(8).fill('unavailable'));
});

test.each([429, 500, 503])('a bucket that answers %i is reported as unavailable', async (status) => {
  const server = createHttpServer((_request, response) => response.writeHead(status).end());
  expect(await errorsOf(server, 30_000)).toEqual(Array(8).fill('unavailable'));
});

test('a bucket that rejects its key is an operator error', async () => {
  const server = createHttpServer((_request, response) => response.writeHead(403).end());
  expect(await errorsOf(server, 30_000)).toEqual(Array(8).fill('internal'));
});

/** The files of a bucket on this server, with this timeout in milliseconds. */
async function filesBehind(server: Server, timeout: number) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return createFilesInBucket(bucketAt(address.port), timeout);
}

test('a slow reader of a bucket’s file gets all of it', async () => {
  const size = 8 * 1024 * 1024;
  const server = createHttpServer((_request, response) => {
    response.writeHead(200, { 'content-length': size }).end(Buffer.alloc(size, 'x'));
  });
  const file = await (await filesBehind(server, 1000)).get('exports/1/a.json');
  let read = 0;
  for await (const piece of file) {
    // One pause, longer than the timeout.
    if (read === 0) await new Promise((resolve) => setTimeout(resolve, 1500));
    read += piece.length;
  }
  expect(read).toBe(size);
});

test('a bucket that stops in the middle of a file times out', async () => {
  const server = createHttpServer((_request, response) => {
    response.writeHead(200, { 'content-length': 10 }).write('begun');
  });
  // Long enough for the beginning of the answer on a busy machine, as only what follows may time out.
  const file = await (await filesBehind(server, 2000)).get('exports/1/a.json');
  await expect(file.toArray()).rejects.toMatchObject({ body: { error: 'unavailable' } });
});
