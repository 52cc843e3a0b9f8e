import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { buildServer } from '../../server/build-server.ts';
import { createLiveSource } from '../../src/app/live/live-source.ts';
import type { Received } from '../../src/app/live/read-stream.ts';
import { shows } from '../specification/shows.ts';
import { eventually } from '../support/eventually.ts';
import { field, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { serverOf, startTestServer, type TestServer, testEnvironment } from '../support/server.ts';
import { timeout } from '../support/timeout.ts';

const fields = [field('price', 'integer')];
let server: TestServer;
let received: Received[];

beforeEach(async () => {
  const shared = await startTestServer();
  const { clock, studio } = shared;
  const app = await buildServer({ database: shared.app.deps.database, clock, config: testEnvironment() });
  onTestFinished(async () => {
    await app.deps.jobs.stop();
    await app.close();
  });
  server = serverOf(app, studio);
  await saveTemplate(server, 'thing', fields);
  received = [];
  // Connections are real; only the time that the console waits is not.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const portOf = (address: unknown) => (address as AddressInfo).port;

/** Follows the server through a proxy, which gathers answers, or passes them on until it is asleep. */
async function followThrough(kind: 'gathering' | 'passing') {
  const { app } = server;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const state = { isAsleep: false, hasLost: false };
  const proxy = createServer((request, response) => {
    const options = { port: portOf(app.server.address()), path: request.url, headers: request.headers };
    const upstream = get(options, async (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      if (kind === 'gathering') return response.end(await text(answer).catch(() => ''));
      response.flushHeaders();
      let isDead = false;
      answer.on('data', (chunk) => {
        isDead ||= state.isAsleep;
        if (isDead) state.hasLost = true;
        else response.write(chunk);
      });
      answer.on('error', () => response.destroy());
      answer.on('end', () => response.end());
    });
    upstream.on('error', () => response.destroy());
    response.on('close', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { cookies } = await server.signIn('member');
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
  const source = createLiveSource({
    open: (query, signal) => {
      const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
      return fetch(`http://127.0.0.1:${portOf(proxy.address())}/v1/live?${search}`, { headers: { cookie }, signal });
    },
    onReceived: (one) => received.push(one),
    onRefused: () => expect.unreachable('The session is open.'),
    isReachable: () => true,
  });
  onTestFinished(() => {
    source.stop();
    proxy.closeAllConnections();
    proxy.close();
  });
  source.follow([server.studio.dev]);
  return { state, source };
}

/** Waits for a condition, while the time that is not real goes on. */
const until = (check: () => void) => eventually(check, { timeout });

const types = () => received.map(({ message }) => message.type);
/** Streams have their connections beside those for calls. */
const streams = () => server.app.server.maxConnections - 2000;

it('a proxy that gathers answers: the console asks every 15 seconds instead, and holds no connection', async () => {
  shows('5.live.polling');
  await followThrough('gathering');
  await until(() => expect(streams()).toBe(1));
  await vi.advanceTimersByTimeAsync(10_000);
  await until(() => expect(streams()).toBe(0));
  expect(types()).toEqual([]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(types()).toEqual(['reset']);
});

it('after a sleep in which the connection has died unnoticed, nothing is missed', async () => {
  shows('5.live.stream');
  const { state } = await followThrough('passing');
  await until(() => expect(types()).toEqual(['hello']));
  state.isAsleep = true;
  const { id } = await saveOne(server, saveBody('thing', fields, { price: 1 }));
  await until(() => expect(state.hasLost).toBe(true));
  expect(types()).toEqual(['hello']);
  state.isAsleep = false;
  // Timers that were due in the meantime run when the computer wakes up.
  await vi.advanceTimersByTimeAsync(50_000);
  await until(() => expect(types()).toContain('change'));
  expect(received.find(({ message }) => message.type === 'change')?.message).toMatchObject({ ids: [id] });
});
