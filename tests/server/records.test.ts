import { once } from 'node:events';
import { type ClientRequest, request as openRequest } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { anyone } from '@quartermaster/contract/access.ts';
import { endpoint } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { Type } from 'typebox';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { App } from '../../server/core/app/deps.ts';
import { route } from '../../server/core/app/route.ts';
import type { BodyRecord } from '../../server/core/http/record-lines.ts';
import type { Records } from '../../server/core/http/records.ts';
import { shows } from '../specification/shows.ts';
import { emptyApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { isLong } from '../support/long.ts';
import { startTestServer } from '../support/server.ts';
import { timeout } from '../support/timeout.ts';

const megabyte = 1024 * 1024;
/** The megabytes of a body that is more than the server and the operating system may hold. */
const endless = isLong ? 50 : 32;
const shape = {
  records: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  response: Type.Object({ count: Type.Number(), sample: Type.Array(Type.Unknown()) }),
};
type Handled = Records<Record<string, string | number>>;

let app: App;
let port: number;
/** Requests whose response is not closed: until then the server holds the memory of their bodies. */
let open = 0;
/** What the server does with the records of the next requests. */
let handle: (records: Handled) => Promise<{ count: number; sample: unknown[] }>;

/** Starts a server that consists of the core only, with the memory for bodies in bytes. */
async function start(bodyBytes: number): Promise<void> {
  const { app: whole } = await startTestServer();
  const limits = { requestTimeout: 120_000, stopTimeout: 0, bodyBytes };
  app = emptyApp(() => whole.deps, false, limits);
  const records = endpoint<typeof shape>({
    method: 'POST',
    path: '/records',
    access: anyone,
    accepts: ['json-lines', 'csv', 'xliff'],
    bodyLimit: 300 * megabyte,
  });
  route(app, records, shape, (context) => handle(context.records));
  open = 0;
  app.server.on('request', (_, response) => {
    open += 1;
    response.once('close', () => {
      open -= 1;
    });
  });
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
}

const readAll = async (records: Handled) => {
  const sample: unknown[] = [];
  let count = 0;
  for await (const record of records) {
    count += 1;
    if (sample.length < 10) sample.push(record);
  }
  return { count, sample };
};

beforeEach(async () => {
  handle = readAll;
  await start(32 * megabyte);
});
afterEach(() => app.close());

const types = { lines: 'application/jsonl', csv: 'text/csv', xliff: 'application/xliff+xml' };
type Kind = keyof typeof types;

/** A request whose body is written bit by bit. */
function begin(kind: Kind, headers: Record<string, string> = {}) {
  const request = openRequest({
    port,
    path: '/v1/records',
    method: 'POST',
    agent: false,
    headers: { 'content-type': types[kind], ...headers },
  });
  request.on('error', () => {});
  const answer = once(request, 'response').then(async ([response]) => {
    let text = '';
    for await (const chunk of response) text += chunk;
    return { status: response.statusCode as number, body: JSON.parse(text) };
  });
  answer.catch(() => {});
  return { request, answer };
}

/** Resolves once the chunk is sent, or the connection is closed. */
async function write(request: ClientRequest, chunk: string | Buffer): Promise<void> {
  if (request.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  request.once('close', end).write(chunk, end);
  await promise;
  request.off('close', end);
}

async function post(kind: Kind, ...chunks: (string | Buffer)[]) {
  const { request, answer } = begin(kind);
  for (const chunk of chunks) await write(request, chunk);
  request.end();
  return answer;
}

const recordsOf = async (kind: Kind, ...chunks: (string | Buffer)[]) => {
  const { status, body } = await post(kind, ...chunks);
  expect([status, body.message]).toEqual([200, undefined]);
  return body.sample as BodyRecord[];
};

const bytesOf = (text: string) => Array.from(Buffer.from(text), (byte) => Buffer.of(byte));

describe('JSON lines', () => {
  test('are objects with the numbers of their lines; empty lines, a BOM and CRLF are allowed', async () => {
    const text = '\ufeff{"a":1}\r\n\r\n  \n{"b":"é💣\\n"}\n{"c":3}';
    const read = [
      { line: 1, value: { a: 1 } },
      { line: 4, value: { b: 'é💣\n' } },
      { line: 5, value: { c: 3 } },
    ];
    expect(await recordsOf('lines', text)).toEqual(read);
    expect(await recordsOf('lines', ...bytesOf(text))).toEqual(read);
    expect((await post('lines', '\n')).body).toEqual({ count: 0, sample: [] });
  });

  test.each<[what: string, line: string | Buffer, status: number, fields: Record<string, string>]>([
    ['that is no JSON', 'no', 400, { 'lines.3': 'is not valid JSON' }],
    ['with two objects', '{} {}', 400, { 'lines.3': 'is not valid JSON' }],
    [
      'nested deeply',
      `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      422,
      { 'lines.3': 'has objects and lists more than 200 deep in each other' },
    ],
    ['with a list', '[1]', 422, { 'lines.3': 'is not a JSON object' }],
    ['with null', 'null', 422, { 'lines.3': 'is not a JSON object' }],
    ['with a name twice', '{"a":"x:\\":","b":1,"a":2}', 422, { 'lines.3.a': 'is there twice' }],
    ['with a name twice in a row', '{"a":[{"b":1,"c":{}},{"b":1,"b":1}]}', 422, { 'lines.3.a.1.b': 'is there twice' }],
    ['that is not UTF-8', Buffer.from('{"a":"\xff"}', 'latin1'), 400, { 'lines.3': 'is not UTF-8' }],
    ['that is cut within a character', Buffer.from('{"a":"é"}').subarray(0, 7), 400, { 'lines.3': 'is not UTF-8' }],
    [
      'with a null byte',
      '{"a":"\\u0000"}',
      422,
      { 'lines.3.a': 'must not contain null bytes or halves of surrogate pairs' },
    ],
    ['with too many lists', `{"a":[${'[],'.repeat(150_000)}[]]}`, 413, { 'lines.3': 'has too many objects and lists' }],
    ['that is too large', `{"a":"${'x'.repeat(2 * megabyte)}"}`, 413, { 'lines.3': 'has a record of more than 2 MiB' }],
    ['that does not fit its shape', '{"a":true}', 422, { 'lines.3.a': expect.any(String) }],
  ])('a line %s is refused by its number', async (_, line, status, fields) => {
    const whole = Buffer.concat([Buffer.from('{"a":1}\n\n'), Buffer.from(line), Buffer.from('\n{"b":2}\n')]);
    const refused = await post('lines', whole);
    expect([refused.status, (refused.body as ErrorBody).fields]).toEqual([status, fields]);
    const inTwo = await post('lines', whole.subarray(0, 12), whole.subarray(12));
    expect([inTwo.status, inTwo.body.fields]).toEqual([status, fields]);
  });
});

describe('CSV', () => {
  test('is objects of texts by the names in the first line, with the numbers of their lines', async () => {
    const text = '\ufeff_id,"a, ""b""",__proto__\r\n\r\n1,"x\r\ny\nz",\n\n2,é💣, q \r\n3,"",r';
    const value = (first: string, second: string, third: string) =>
      Object.fromEntries([
        ['_id', first],
        ['a, "b"', second],
        ['__proto__', third],
      ]);
    const read = [
      { line: 3, value: value('1', 'x\r\ny\nz', '') },
      { line: 7, value: value('2', 'é💣', ' q ') },
      { line: 8, value: value('3', '', 'r') },
    ];
    expect(JSON.stringify(await recordsOf('csv', text))).toBe(JSON.stringify(read));
    expect(JSON.stringify(await recordsOf('csv', ...bytesOf(text)))).toBe(JSON.stringify(read));
    expect((await post('csv', 'a,b\n')).body).toEqual({ count: 0, sample: [] });
  });

  test.each<[what: string, text: string | Buffer, status: number, fields: Record<string, string>]>([
    ['a quote that is not closed', 'a,b\n1,2\n\n"3\n,4\n5,6\n', 400, { 'lines.4': 'has a quote that is not closed' }],
    [
      'text after a quote',
      'a,b\n1,"x\ny"\n3,"4"5\n',
      400,
      { 'lines.4': 'has text after a closing quote; a quote in a quoted value is written twice' },
    ],
    ['a quote in a value', 'a,b\n1,2\n3,4"\n', 400, { 'lines.3': 'has a quote in a value that is not quoted' }],
    ['a name twice', '\na,b,a\n1,2,3\n', 422, { 'lines.2': 'names the column "a" twice' }],
    ['a column without a name', 'a,,b\n1,2,3\n', 422, { 'lines.1': 'has no name for column 2' }],
    ['more columns than names', 'a,b\n1,2\n1,2,3\n', 422, { 'lines.3': 'has 3 columns, and the first line has 2' }],
    ['fewer columns than names', 'a,b\n1,2\n1\n', 422, { 'lines.3': 'has 1 columns, and the first line has 2' }],
    ['bytes that are not UTF-8', Buffer.from('a\n1\n\xff\n', 'latin1'), 400, { 'lines.3': 'is not UTF-8' }],
    ['a null byte', 'a\n1\n\0\n', 422, { 'lines.3.a': 'must not contain null bytes or halves of surrogate pairs' }],
    [
      'a large row in many lines',
      `a\n1\n"${`${'x'.repeat(1000)}\n`.repeat(2200)}"\n`,
      413,
      { 'lines.3': 'has a record of more than 2 MiB' },
    ],
  ])('with %s is refused by line', async (_, text, status, fields) => {
    const refused = await post('csv', text);
    expect([refused.status, (refused.body as ErrorBody).fields]).toEqual([status, fields]);
  });
});

test.each([
  [
    'JSON',
    'application/json',
    'Send JSON lines with the header Content-Type: application/jsonl, or CSV with the header Content-Type: text/csv, or XLIFF with the header Content-Type: application/xliff+xml.',
  ],
  [
    'text',
    'text/plain',
    'Send JSON lines with the header Content-Type: application/jsonl, or CSV with the header Content-Type: text/csv, or XLIFF with the header Content-Type: application/xliff+xml.',
  ],
  ['another charset', 'text/csv; charset=iso-8859-1', 'Send the records in UTF-8.'],
])('%s is refused with 415', async (_, type, message) => {
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: '/v1/records',
    headers: { 'content-type': type },
    payload: '{}',
  });
  expect([statusCode, JSON.parse(body).message]).toEqual([415, message]);
});

test.each(['application/x-ndjson', 'application/jsonl; charset=UTF-8', 'text/csv; header=present'])(
  '%s is accepted',
  async (type) => {
    const payload = type.startsWith('text') ? 'a\n1\n' : '{"a":1}';
    const headers = { 'content-type': type };
    const { statusCode, body } = await app.inject({ method: 'POST', url: '/v1/records', headers, payload });
    expect([statusCode, JSON.parse(body).count]).toEqual([200, 1]);
  },
);

test('an element of XLIFF with many attributes is refused before it is read whole', async () => {
  shows('4.localised.import-bounds');
  const start =
    '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><file id="f">';
  const attributes = (count: number) => Array.from({ length: count }, (_, at) => ` a${at}="1"`).join('');
  const unit = (count: number) => `<unit id="u"${attributes(count)}><segment><source>A</source></segment></unit>`;
  const few = await post('xliff', `${start}${unit(90)}</file></xliff>`);
  expect([few.status, few.body.count]).toEqual([200, 1]);
  // Not even well-formed: what follows the hundred is never parsed.
  const many = await post('xliff', `${start}<unit id="u"${attributes(101)} <<<`);
  expect(many).toMatchObject({
    status: 422,
    body: { fields: { 'lines.1': 'has an element with more than 100 attributes' } },
  });
});

test('a request without a body is refused', async () => {
  const { statusCode, body } = await app.inject({ method: 'POST', url: '/v1/records' });
  expect([statusCode, JSON.parse(body).message]).toEqual([422, 'Send at least one record.']);
});

test('at most as many records and values as the handler wants are read at once', async () => {
  handle = async (records) => ({ count: (await records.readAll({ records: 3, values: 5 })).length, sample: [] });
  expect((await post('lines', '{}\n'.repeat(3))).body.count).toBe(3);
  const refused = await post('lines', '{}\n'.repeat(4));
  expect([refused.status, refused.body.message]).toEqual([422, 'Send at most 3 records at once.']);
  expect((await post('csv', 'a,b\n1,2\n3,4\n')).body.count).toBe(2);
  const wide = await post('csv', 'a,b\n1,\n,\n3,\n');
  expect([wide.status, wide.body.message]).toEqual([422, 'Send at most 5 values at once.']);
});

/** Restarts the server with little memory for bodies. */
async function restart(bodyBytes: number): Promise<void> {
  await app.close();
  await start(bodyBytes);
}

test.each<[kind: Kind, header: string, line: (index: number) => string]>([
  ['lines', '', (index) => `${JSON.stringify({ index, text: 'x'.repeat(180) })}\n`],
  ['csv', 'index,text\n', (index) => `${index},${'x'.repeat(180)}\n`],
])(
  `${endless} MB of %s are read by a slow handler in 1 MB of memory`,
  { timeout: 20 * timeout },
  async (kind, header, line) => {
    await restart(megabyte);
    const state = { sent: 0, read: 0, ahead: 0, buffers: 0 };
    const before = process.memoryUsage().arrayBuffers;
    handle = async (records) => {
      let count = 0;
      let sum = 0;
      for await (const { value } of records) {
        sum += Number(value.index);
        count += 1;
        if (count % 500 !== 0) continue;
        state.read = count * line(count).length;
        state.ahead = Math.max(state.ahead, state.sent - state.read);
        state.buffers = Math.max(state.buffers, process.memoryUsage().arrayBuffers - before);
        // Others, such as the client, come first.
        await nextTurn();
      }
      return { count, sample: [sum] };
    };
    const { request, answer } = begin(kind);
    await write(request, header);
    let count = 0;
    while (state.sent < endless * megabyte && !request.destroyed) {
      let chunk = '';
      for (; chunk.length < 64 * 1024; count += 1) chunk += line(count);
      state.sent += chunk.length;
      await write(request, chunk);
    }
    request.end();
    const { status, body } = await answer;
    expect([status, body]).toEqual([200, { count, sample: [(count * (count - 1)) / 2] }]);
    // The operating system buffers some megabytes, too.
    expect(state.ahead).toBeLessThan(24 * megabyte);
    expect(state.buffers).toBeLessThan(24 * megabyte);
  },
);

test('a declared length beyond the memory is accepted, as only what is held counts', async () => {
  await restart(megabyte);
  const text = `${large(64_000)}\n`.repeat(40);
  const { request, answer } = begin('lines', { 'content-length': String(text.length) });
  await write(request, text);
  request.end();
  expect(await answer).toMatchObject({ status: 200, body: { count: 40 } });
});

/** Observes what the handler meets, and how many requests it has begun and ended. */
function observe() {
  const seen = { records: 0, begun: 0, ended: 0, errors: [] as string[] };
  const read = handle;
  handle = async (records) => {
    seen.begun += 1;
    try {
      return await read({
        ...records,
        async *[Symbol.asyncIterator]() {
          for await (const record of records) {
            seen.records += 1;
            yield record;
          }
        },
      });
    } catch (error) {
      seen.errors.push((error as Error).name);
      throw error;
    } finally {
      seen.ended += 1;
    }
  };
  return seen;
}

const large = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;

test.each<[kind: Kind, first: string, part: string]>([
  ['lines', '{"a":1}\n', large(1.5 * megabyte)],
  // The parser looks ahead: the first row is read, the second is not.
  ['csv', 'a\n1\n22222\n', `"${'x'.repeat(1.5 * megabyte)}`],
])('a connection that breaks in the middle of %s ends the reading, and frees its memory', async (kind, first, part) => {
  await restart(2 * megabyte);
  const seen = observe();
  for (let times = 1; times <= 3; times += 1) {
    const { request } = begin(kind);
    await write(request, first);
    await write(request, part);
    await eventually(() => expect(seen.records).toBe(times));
    request.destroy();
    await eventually(() => expect(seen.ended).toBe(times));
  }
  expect(seen.errors).toEqual(['malformed', 'malformed', 'malformed']);
  expect((await post(kind, first, kind === 'csv' ? `${part}"` : part)).status).toBe(200);
});

test('a record counts until the next one is requested, and records that are kept until the response', async () => {
  await restart(3 * megabyte);
  const gate = Promise.withResolvers<void>();
  const seen = { first: 0, second: 0 };
  handle = async (records) => {
    for await (const _ of records) {
      seen.first += 1;
      await gate.promise;
    }
    return { count: seen.first, sample: [] };
  };
  const first = begin('lines');
  /** A client has a response before the server has freed its memory. */
  const othersClosed = () => eventually(() => expect(open).toBe(1));
  await write(first.request, `${large(1.9 * megabyte)}\n`);
  await eventually(() => expect(seen.first).toBe(1));
  handle = async (records) => ({ count: (await records.readAll({ records: 10, values: 10 })).length, sample: [] });
  // 1.9 of 3 MB are held by the first.
  expect((await post('lines', `${large(1.5 * megabyte)}\n`)).status).toBe(503);
  await othersClosed();
  gate.resolve();
  await write(first.request, '{}\n');
  await eventually(() => expect(seen.first).toBe(2));
  expect((await post('lines', `${large(1.5 * megabyte)}\n`)).status).toBe(200);
  await othersClosed();
  // Two records of 1.9 MB that are kept exceed the memory.
  const kept = await post('lines', `${large(1.9 * megabyte)}\n`, `${large(1.9 * megabyte)}\n`);
  expect([kept.status, kept.body.error]).toEqual([503, 'unavailable']);
  await othersClosed();
  handle = readAll;
  const passed = await post('lines', `${large(1.9 * megabyte)}\n`, `${large(0.9 * megabyte)}\n`);
  expect([passed.status, passed.body.count]).toEqual([200, 2]);
  first.request.end();
  expect((await first.answer).status).toBe(200);
});

/** Moves the time by which slow clients are found. */
function clock() {
  const now = performance.now.bind(performance);
  let ahead = 0;
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
  onTestFinished(() => spy.mockRestore());
  return (seconds: number) => {
    ahead += seconds * 1000;
  };
}

test('a body that arrives slowly is dropped if another needs its memory, and one whose handler is slow is not', async () => {
  await restart(3 * megabyte);
  const pass = clock();
  const gate = Promise.withResolvers<void>();
  const seen = observe();
  const slowClient = begin('lines');
  await write(slowClient.request, `{}\n${large(100_000).slice(0, -10)}`);
  await eventually(() => expect(seen.records).toBe(1));
  pass(60);
  const read = handle;
  let isHandling = false;
  handle = async (records) => {
    for await (const _ of records) {
      isHandling = true;
      await gate.promise;
    }
    return { count: 0, sample: [] };
  };
  const slowHandler = begin('lines');
  await write(slowHandler.request, `${large(1.9 * megabyte)}\n{}\n`);
  await eventually(() => expect(isHandling).toBe(true));
  handle = read;
  expect((await post('lines', `${large(1.2 * megabyte)}\n`)).status).toBe(503);
  expect((await slowClient.answer).status).toBe(503);
  expect(seen.errors).toEqual(['unavailable']);
  pass(600);
  expect((await post('lines', `${large(1.2 * megabyte)}\n`)).status).toBe(503);
  slowHandler.request.end();
  gate.resolve();
  expect((await slowHandler.answer).status).toBe(200);
  expect((await post('lines', `${large(1.2 * megabyte)}\n`)).status).toBe(200);
});
