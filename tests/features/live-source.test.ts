import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLiveSource } from '../../src/app/live/live-source.ts';
import type { Received } from '../../src/app/live/read-stream.ts';
import { shows } from '../specification/shows.ts';

/** A response whose lines the test sends. */
function openResponse(status = 200, type = 'text/event-stream; charset=utf-8', more: Record<string, string> = {}) {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
  });
  return {
    response: new Response(body, { status, headers: { 'content-type': type, ...more } }),
    send: (text: string) => controller?.enqueue(encoder.encode(text)),
    end: () => controller?.close(),
    fail: () => controller?.error(new Error('The connection is lost.')),
  };
}

type Open = ReturnType<typeof openResponse>;

let calls: { instances: string; after?: number }[];
let received: Received[];
let answers: (Open | Error)[];
let refused: number;
let isReachable: boolean;
let source: ReturnType<typeof createLiveSource>;

beforeEach(() => {
  vi.useFakeTimers();
  [calls, received, answers, refused, isReachable] = [[], [], [], 0, true];
  source = createLiveSource({
    open: async (query, signal) => {
      calls.push(query);
      const answer = answers.shift();
      if (!answer || answer instanceof Error) throw answer ?? new Error('There is no answer.');
      signal.addEventListener('abort', () => answer.fail());
      return answer.response;
    },
    onReceived: (one) => received.push(one),
    onRefused: () => {
      refused += 1;
    },
    isReachable: () => isReachable,
  });
});
afterEach(() => {
  source.stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const prepare = (...prepared: (Open | Error)[]) => answers.push(...prepared);
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

it('reads messages however their bytes arrive, and goes on after the last position when the stream ends', async () => {
  const [first, second] = [openResponse(), openResponse()];
  prepare(first, second);
  source.follow([1, 2]);
  await pass(0);
  first.send('id: 7\nda');
  first.send(
    'ta: {"type":"hello"}\n\n:\n\ndata: {"type":"access"}\n\nid: 8\ndata: {"type":"change","instance_id":1,"topic":"menu"}\n',
  );
  first.send('\n');
  await pass(0);
  expect(received.map(({ message, position }) => [message.type, position])).toEqual([
    ['hello', 7],
    ['access', undefined],
    ['change', 8],
  ]);
  first.end();
  await pass(1000);
  expect(calls).toEqual([{ instances: '1,2' }, { instances: '1,2', after: 8 }]);
});

it('waits longer after each failure, and opens the stream at last', async () => {
  const good = openResponse();
  prepare(new Error('offline'), new Error('offline'), new Error('offline'), good);
  source.follow([1]);
  await pass(990);
  expect(calls.length).toBe(1);
  await pass(15_000);
  expect(calls.length).toBe(4);
  good.send(':\n\n');
  await pass(20_000);
  expect(calls.length).toBe(4);
});

it('comes back when a busy server has a turn for it, and asks for nothing meanwhile', async () => {
  shows('5.live.storm');
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const good = openResponse();
  const later = () => openResponse(503, 'application/json', { 'retry-after': '7' });
  prepare(later(), later(), later(), good);
  source.follow([1]);
  await pass(6900);
  expect(calls.length).toBe(1);
  await pass(100);
  expect(calls.length).toBe(2);
  await pass(2 * 7000);
  expect(calls.length).toBe(4);
  good.send('data: {"type":"hello"}\n\n');
  await pass(0);
  expect(received.map(({ message }) => message.type)).toEqual(['hello']);
});

it('asks from time to time while a server gives turns and does not keep them', async () => {
  shows('5.live.storm');
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const later = () => openResponse(503, 'application/json', { 'retry-after': '7' });
  prepare(later(), later(), later(), later());
  source.follow([1]);
  await pass(3 * 7000);
  expect([calls.length, received]).toEqual([4, []]);
  await pass(15_000);
  expect(received.map(({ message }) => message.type)).toEqual(['reset']);
  expect(calls.length).toBe(4);
});

it('takes a stream without heartbeats for broken', async () => {
  const [silent, next] = [openResponse(), openResponse()];
  prepare(silent, next);
  source.follow([1]);
  await pass(0);
  silent.send(':\n\n');
  await pass(49_000);
  expect(calls.length).toBe(1);
  await pass(3000);
  expect(calls.length).toBe(2);
});

it.each([
  ['refused for lack of room', () => openResponse(503, 'application/json', { 'retry-after': '60' })],
  ['refused without a time', () => openResponse(503)],
  ['unknown to an older server', () => openResponse(404, 'application/json')],
  ['replaced by a page of a proxy', () => openResponse(200, 'text/html')],
  ['held back by a proxy', () => openResponse()],
])('asks every 15 seconds where the stream is %s, and tries again after a minute', async (_, answer) => {
  shows('5.live.polling');
  const good = openResponse();
  prepare(answer(), good);
  source.follow([1]);
  await pass(10_000);
  await pass(41_000);
  expect(received.length).toBeGreaterThanOrEqual(2);
  expect(new Set(received.map(({ message }) => message.type))).toEqual(new Set(['reset']));
  for (let waited = 0; waited < 60 && calls.length < 2; waited += 1) await pass(1000);
  expect(calls.length).toBe(2);
  good.send('id: 3\ndata: {"type":"hello"}\n\n');
  await pass(0);
  const { length } = received;
  await pass(40_000);
  expect(received).toHaveLength(length);
});

it('asks where a network refuses streams and lets calls through, but not while calls fail, too', async () => {
  shows('5.live.polling');
  isReachable = false;
  source.follow([1]);
  await pass(60_000);
  expect(received).toEqual([]);
  isReachable = true;
  await pass(60_000);
  expect(received.length).toBeGreaterThanOrEqual(2);
  expect(new Set(received.map(({ message }) => message.type))).toEqual(new Set(['reset']));
});

it('ends without a session', async () => {
  prepare(openResponse(401));
  source.follow([1]);
  await pass(120_000);
  expect([refused, calls.length, received]).toEqual([1, 1, []]);
});

it('leaves nothing behind when it is stopped, and follows something else at once', async () => {
  const [first, second] = [openResponse(), openResponse()];
  prepare(first, second);
  source.follow([1]);
  await pass(0);
  first.send('id: 4\ndata: {"type":"hello"}\n\n');
  await pass(0);
  source.follow([1, 2]);
  await pass(0);
  expect(calls.at(-1)).toEqual({ instances: '1,2', after: 4 });
  source.stop();
  await pass(120_000);
  expect([calls.length, vi.getTimerCount()]).toEqual([2, 0]);
});
