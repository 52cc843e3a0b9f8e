import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildServer } from '../../server/build-server.ts';
import type { App } from '../../server/core/app/deps.ts';
import { sendError } from '../../server/core/http/error-handler.ts';
import { createOpenStreams, type StreamLimits } from '../../server/core/http/open-streams.ts';
import { limitUnreadAnswers } from '../../server/core/http/unread-answers.ts';
import { eventually } from '../support/eventually.ts';
import { restartableServer } from '../support/restartable-server.ts';
import { startTestServer, type TestServer, testEnvironment, urlOf } from '../support/server.ts';
import { cleanUp } from '../support/server-process.ts';

const megabyte = 1024 * 1024;
const open: Socket[] = [];
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await cleanUp();
});

/** A process, on the database server of the run if there is one. */
async function begin(variables: Record<string, string>) {
  const { folder, begin } = await restartableServer(async () => {});
  return { folder, ...(await begin({ LOG_LEVEL: 'info', ...variables })) };
}

/** A connection on which a request is written byte by byte, and everything received on it. */
async function dial(url: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  open.push(socket);
  const received = { text: '', isReset: false, hasEnded: false };
  socket.on('data', (chunk) => {
    received.text += chunk.toString('latin1');
  });
  socket.on('error', () => {
    received.isReset = true;
  });
  socket.on('close', () => {
    received.hasEnded = true;
  });
  await once(socket, 'connect');
  return { socket, received, ended: () => eventually(() => expect(received.hasEnded).toBe(true), { interval: 10 }) };
}

const head = (path: string, headers: Record<string, string>) =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${Object.entries(headers)
    .map((header) => `${header.join(': ')}\r\n`)
    .join('')}\r\n`;

const login = '/v1/accounts/login';

describe('a request that never completes', () => {
  test('is answered 408 once it times out', async () => {
    const server = await begin({ REQUEST_TIMEOUT: '1' });
    const { socket, received, ended } = await dial(server.url);
    socket.write(`${head(login, { 'content-length': '100' })}{`);
    await ended();
    expect(received.text).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('does not keep the server from stopping', async () => {
    const server = await begin({ STOP_TIMEOUT: '0' });
    const { socket } = await dial(server.url);
    socket.write(`${head(login, { 'content-length': '100' })}{`);
    await fetch(`${server.url}/healthz`);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(existsSync(join(server.folder, 'lock'))).toBe(false);
  });
});

describe('an uncaught error', () => {
  test.each([
    ['thrown', 'SIGUSR2'],
    ['a rejection', 'SIGPWR'],
  ] as const)('%s shuts the server down gracefully, with exit code 1', async (_what, signal) => {
    const stray = join(import.meta.dirname, '../support/stray-error.mjs');
    const server = await begin({ NODE_OPTIONS: `--import=${stray}` });
    server.child.kill(signal);
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain('uncaught error');
    expect(existsSync(join(server.folder, 'lock'))).toBe(false);
  });
});

describe('a body', () => {
  let server: TestServer;
  let app: App;
  let url: string;
  let path: string;
  beforeEach(async () => {
    server = await startTestServer();
    const { database } = server.app.deps;
    app = await buildServer({ database, config: testEnvironment({ BODY_MEMORY: '16', STOP_TIMEOUT: '0' }) });
    url = await app.listen({ host: '127.0.0.1', port: 0 });
    path = urlOf(items.save, { params: { instanceId: server.studio.dev } });
  });
  afterEach(() => app.close());

  const authorized = (person: 'owner' | 'admin' | 'stranger' = 'owner') => ({ authorization: server.bearer(person) });
  const statusOf = (received: { text: string }) => /^HTTP\/1\.1 (\d+)/.exec(received.text)?.[1];
  /** Sends without a pause, like a client that reads no response before it has sent everything. */
  const send = async (socket: Socket, bytes: number, wrap = (chunk: Buffer): Buffer => chunk) => {
    const chunk = Buffer.alloc(64 * 1024, ' ');
    for (let sent = 0; sent < bytes && !socket.destroyed; sent += chunk.length) {
      if (!socket.write(wrap(chunk))) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
    }
  };

  test('that is too large is answered 413 while the client is still sending', async () => {
    const { socket, received, ended } = await dial(url);
    socket.write(head(path, { ...authorized(), 'content-length': String(24 * megabyte) }));
    await send(socket, 24 * megabyte);
    await ended();
    expect([statusOf(received), received.isReset]).toEqual(['413', false]);
  });

  test('that is too large and chunked is answered 413 as well', async () => {
    const { socket, received, ended } = await dial(url);
    socket.write(head(path, { ...authorized(), 'transfer-encoding': 'chunked' }));
    const wrap = (chunk: Buffer) =>
      Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]);
    await send(socket, 24 * megabyte, wrap);
    socket.write('0\r\n\r\n');
    await ended();
    expect([statusOf(received), received.isReset]).toEqual(['413', false]);
  });

  test.each([
    ['too large', '413', () => ({ ...authorized(), 'content-length': String(24 * megabyte) })],
    ['forbidden', '404', () => ({ ...authorized('stranger'), 'content-length': String(megabyte) })],
    ['unauthenticated', '401', () => ({ 'content-length': String(megabyte) })],
  ])('that is %s is refused before it is sent, if the client expects 100 Continue', async (_what, status, headers) => {
    const { socket, received, ended } = await dial(url);
    socket.write(head(path, { ...headers(), expect: '100-continue' }));
    await ended();
    expect(statusOf(received)).toBe(status);
  });

  test('that a canceled subscription does not permit is refused before it is sent', async () => {
    const { received, socket } = await dial(url);
    await server.app.deps.database.query("update subscriptions set status = 'canceled' where workspace_id = $1", [
      server.studio.workspaceId,
    ]);
    socket.write(head(path, { ...authorized(), 'content-length': String(megabyte) }));
    await eventually(() => expect(statusOf(received)).toBe('402'));
  });

  test('that exceeds the memory for all bodies is refused with Retry-After, and the others are accepted', async () => {
    const announce = async (person: 'owner' | 'admin') => {
      const one = await dial(url);
      one.socket.write(head(path, { ...authorized(person), 'content-length': String(8 * megabyte) }));
      one.socket.write('{');
      return one;
    };
    const first = await announce('owner');
    const second = await announce('owner');
    // Of the 16 MB for all bodies, one account may use half.
    await eventually(() => expect([first, second].map(({ received }) => statusOf(received))).toContain('503'));
    const third = await announce('admin');
    const fourth = await announce('admin');
    const all = [first, second, third, fourth];
    await eventually(() => expect(all.filter(({ received }) => statusOf(received) === '503')).toHaveLength(2));
    expect(all.find(({ received }) => received.text !== '')?.received.text).toMatch(/\r\nretry-after: 1\r\n/i);
    // Small bodies are not counted.
    const small = await fetch(url + path, {
      method: 'POST',
      headers: { ...authorized(), 'content-type': 'application/json' },
      body: '{}',
    });
    expect(small.status).toBe(422);
    // The announced length counts until the connection ends.
    for (const { socket } of all) socket.destroy();
    await eventually(async () => expect(await sendLarge()).toBe(422));
  });

  test('no longer counts if its sender disconnected while access was checked', async () => {
    const { database } = app.deps;
    const { query } = database;
    const released = Promise.withResolvers<void>();
    const spy = vi.spyOn(database, 'query').mockImplementationOnce(async (...given) => {
      await released.promise;
      return query(...given) as never;
    });
    onTestFinished(() => spy.mockRestore());
    const connected = once(app.server, 'connection') as Promise<[Socket]>;
    const { socket } = await dial(url);
    const [there] = await connected;
    socket.write(head(path, { ...authorized(), 'content-length': String(8 * megabyte) }));
    await eventually(() => expect(spy).toHaveBeenCalled());
    const closed = once(there, 'close');
    socket.destroy();
    await closed;
    released.resolve();
    await eventually(async () => expect(await sendLarge()).toBe(422));
  });

  test('that arrives very slowly is dropped if another one needs its memory', async () => {
    const sendSlowly = async (person: 'owner' | 'admin') => {
      const { socket } = await dial(url);
      socket.write(head(path, { ...authorized(person), 'content-length': String(8 * megabyte) }));
      socket.write('{');
    };
    // Again in each attempt: on a busy machine, those of the last one may already count as slow.
    await eventually(async () => {
      await Promise.all([sendSlowly('owner'), sendSlowly('admin')]);
      expect(await sendLarge()).toBe(503);
    });
    const now = performance.now.bind(performance);
    // Less than 6 seconds later, they are slow.
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 6000);
    onTestFinished(() => clock.mockRestore());
    await eventually(async () => expect(await sendLarge()).toBe(422));
  });

  /** Sends a body of 8 MB; returns the status: 422 if it was accepted, as the shape rejects it. */
  const sendLarge = async () => {
    const { status } = await fetch(url + path, {
      method: 'POST',
      headers: { ...authorized(), 'content-type': 'application/json' },
      body: `{"x":"${'x'.repeat(8 * megabyte - 100)}"}`,
    });
    return status;
  };
});

test('a connection that sends many requests without waiting gets answers to a few, and is closed', async () => {
  const { database } = (await startTestServer()).app.deps;
  const app = await buildServer({ database, config: testEnvironment() });
  onTestFinished(() => app.close());
  const { socket, received } = await dial(await app.listen({ host: '127.0.0.1', port: 0 }));
  const closed = once(socket, 'close');
  socket.write('GET /readyz HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(40));
  await closed;
  expect(received.text.match(/HTTP\/1.1 \d+/g)).toEqual([...Array(16).fill('HTTP/1.1 200'), 'HTTP/1.1 429']);
  expect(received.text).toContain('Wait for answers before sending more');
});

test('a connection accepts any number of requests, and a server a limited number of connections', async () => {
  const { database } = (await startTestServer()).app.deps;
  const app = await buildServer({ database, config: testEnvironment() });
  onTestFinished(() => app.close());
  const { socket, received } = await dial(await app.listen({ host: '127.0.0.1', port: 0 }));
  const answered = () => received.text.match(/HTTP\/1.1 200/g)?.length ?? 0;
  for (let sent = 10; sent <= 110; sent += 10) {
    socket.write('GET /readyz HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(10));
    await eventually(() => expect(answered()).toBe(sent), { interval: 5 });
  }
  expect(app.server.maxConnections).toBe(2000);
});

test('unread responses are bounded, and dropped when another needs their memory', async () => {
  const plain = Fastify();
  onTestFinished(() => plain.close());
  plain.setErrorHandler(sendError);
  // Represents a signed-in account.
  plain.addHook('onRequest', (request, _reply, done) => {
    const accountId = Number(request.headers['x-account']);
    if (accountId) Object.assign(request, { caller: { actor: { kind: 'account', accountId } } });
    done();
  });
  limitUnreadAnswers(plain);
  const statuses: number[] = [];
  plain.addHook('onSend', (_request, reply, payload, done) => {
    statuses.push(reply.statusCode);
    done(null, payload);
  });
  let handled = 0;
  plain.get('/large', async () => {
    handled += 1;
    return Buffer.alloc(12 * megabyte);
  });
  const url = await plain.listen({ host: '127.0.0.1', port: 0 });
  const read = (account = 0) =>
    fetch(`${url}/large`, { headers: { 'x-account': String(account) } }).then(async (answer) => [
      answer.status,
      (await answer.bytes()).length > 1000,
    ]);
  const requestUnread = async (account = 0) => {
    const { socket } = await dial(url);
    socket.pause();
    socket.write(`GET /large HTTP/1.1\r\nhost: localhost\r\nx-account: ${account}\r\n\r\n`);
  };
  // Unread responses of one caller may take 24 MB, those of all 64 MB: two and five of 12 MB.
  await Promise.all([requestUnread(), requestUnread()]);
  await eventually(() => expect(statuses).toEqual([200, 200]));
  expect(handled).toBe(2);
  expect(await read()).toEqual([503, false]);
  expect(await read(1)).toEqual([200, true]);
  await Promise.all([requestUnread(1), requestUnread(1)]);
  await eventually(() => expect(statuses.filter((status) => status === 200)).toHaveLength(5));
  expect(await read(1)).toEqual([503, false]);
  await requestUnread(2);
  await eventually(() => expect(statuses.filter((status) => status === 200)).toHaveLength(6));
  expect(await read(3)).toEqual([503, false]);
  const later = performance.now() + 6000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => later);
  onTestFinished(() => clock.mockRestore());
  expect(await read()).toEqual([503, false]);
  await eventually(async () => expect(await read()).toEqual([200, true]));
});

describe('streamed lists', () => {
  function* endless() {
    for (;;) yield Buffer.alloc(64 * 1024);
  }

  /** A server with endless lists; `list` counts those that were opened. */
  async function startLists(limits: Partial<StreamLimits>) {
    const plain = Fastify({ forceCloseConnections: true });
    onTestFinished(() => plain.close());
    plain.setErrorHandler(sendError);
    const openStream = createOpenStreams(limits);
    const list = vi.fn(async () => Readable.from(endless(), { objectMode: false }));
    plain.get('/list', (_request, reply) => openStream(reply, list));
    const url = await plain.listen({ host: '127.0.0.1', port: 0 });
    const request = async (isRead: boolean) => {
      const { socket, received } = await dial(url);
      if (isRead) {
        socket.removeAllListeners('data');
        socket.resume();
      } else socket.pause();
      socket.write('GET /list HTTP/1.1\r\nhost: localhost\r\n\r\n');
      return received;
    };
    return { url, request, list };
  }

  test('are dropped if unread when another needs their memory', async () => {
    const { url, request, list } = await startLists({ ofOne: 2, patience: 100 });
    await request(false);
    await request(false);
    await eventually(() => expect(list).toHaveBeenCalledTimes(2));
    await eventually(async () => {
      const answer = await fetch(`${url}/list`);
      expect(answer.status).toBe(200);
      await answer.body?.cancel();
    });
  });

  test.each([
    ['429 for an account’s share', { ofOne: 2 }, 429],
    ['503 for all', { all: 2 }, 503],
  ])('wait for each other while being read, and are refused beyond a limit: %s', async (_name, limits, status) => {
    const { url, request, list } = await startLists({ ...limits, patience: 200 });
    const readers = [await request(true), await request(true)];
    await eventually(() => expect(list).toHaveBeenCalledTimes(2));
    const answer = await fetch(`${url}/list`);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining('or request pages') });
    expect(readers.map(({ hasEnded }) => hasEnded)).toEqual([false, false]);
  });

  test('are not taken for unread because the server itself was held up', async () => {
    const { url, request, list } = await startLists({ ofOne: 1, patience: 250 });
    const reader = await request(true);
    await eventually(() => expect(list).toHaveBeenCalledTimes(1));
    const hold = (milliseconds: number) => {
      for (const until = performance.now() + milliseconds; performance.now() < until; );
    };
    // Each block is longer than the patience, so timers expire before any socket is read or written.
    const blocks = setInterval(hold, 5, 300);
    onTestFinished(() => clearInterval(blocks));
    expect((await fetch(`${url}/list`)).status).toBe(429);
    expect(reader.hasEnded).toBe(false);
  });

  test('of items and of headers count against the limit of an account until they have ended', async () => {
    const { app, studio, bearer } = await startTestServer();
    const { database } = app.deps;
    const openStream = createOpenStreams({ ofOne: 1, patience: 20 });
    const own = await buildServer({ database, config: testEnvironment(), openStream });
    onTestFinished(() => own.close());
    const params = { instanceId: studio.dev, templateId: 'image' };
    const ask = async (endpoint: typeof items.list | typeof items.listHeaders, person: 'owner' | 'admin' = 'owner') => {
      const { statusCode } = await own.inject({
        method: endpoint.method,
        url: urlOf(endpoint, { params }),
        headers: { authorization: bearer(person), 'content-type': 'application/json' },
        ...(endpoint.method === 'POST' && { payload: '{}' }),
      });
      return statusCode;
    };
    const { bytes } = database;
    const released = Promise.withResolvers<void>();
    const spy = vi.spyOn(database, 'bytes').mockImplementationOnce(async (...given) => {
      await released.promise;
      return bytes(...given);
    });
    onTestFinished(() => spy.mockRestore());
    const first = ask(items.list);
    await eventually(() => expect(spy).toHaveBeenCalled());
    expect([await ask(items.list), await ask(items.listHeaders), await ask(items.list, 'admin')]).toEqual([
      429, 429, 200,
    ]);
    released.resolve();
    expect([await first, await ask(items.listHeaders), await ask(items.list)]).toEqual([200, 200, 200]);
  });
});
