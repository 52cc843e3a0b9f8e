import { type ApiEntry, api } from '@quartermaster/contract/endpoints/api.ts';
import { mediaTypes } from '@quartermaster/contract/endpoints/body-kinds.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { errors } from '@quartermaster/contract/errors.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { some } from '../support/long.ts';
import { startTestServer, type TestServer, urlOf } from '../support/server.ts';
import { tableNames } from '../support/server-database.ts';
import { sampleInput } from '../support/server-shapes.ts';

let server: TestServer;
// Created once, as none of the tests below may write anything.
beforeAll(async () => {
  server = await startTestServer();
});

const scopeOf = ({ endpoint: { access } }: ApiEntry) =>
  access.scope === 'instance' && access.token ? 'token' : access.scope;
const changes = ({ endpoint }: ApiEntry) => endpoint.method !== 'GET' && !endpoint.safe;
const named = (entries: ApiEntry[]) => entries.map((entry): [string, ApiEntry] => [entry.name, entry]);
const withBody = api.filter(({ shape }) => shape.body);
/** What is tried on some endpoints is tried on others than what came before. */
const turnOf = (entry: ApiEntry) => api.indexOf(entry);
const places = ['workspace', 'project', 'instance'];

/** A location in the studio: accessible to the owner and not to the stranger. */
const place = () => ({
  workspaceId: server.studio.workspaceId,
  projectId: server.studio.projectId,
  instanceId: server.studio.dev,
});

interface Answer {
  statusCode: number;
  body: string;
  headers: Record<string, unknown>;
}

/** Every refusal has the body that the contract promises, with the sentence of its error. */
function expectRefusal(answer: Answer, status?: number, what?: string): ErrorBody {
  expect(answer.statusCode, what).toBeGreaterThanOrEqual(400);
  expect(answer.statusCode, what).toBeLessThan(500);
  if (status !== undefined) expect(answer.statusCode).toBe(status);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  const body = JSON.parse(answer.body) as ErrorBody;
  expect(Object.keys(errors)).toContain(body.error);
  expect(body.status_code).toBe(answer.statusCode);
  expect(body.message).toMatch(/^[A-Z].*[.]$/);
  return body;
}

let counting: string | undefined;

async function rowCounts(): Promise<Record<string, number>> {
  const { database } = server.app.deps;
  counting ??= (await tableNames(database))
    // Scheduled jobs start and end in the meantime, and one adds events to the activity.
    .filter((name) => !['job_starts', 'activity', 'activity_groups', 'event_consumers'].includes(name))
    .map((name) => `(select count(*)::int from "${name}") as "${name}"`)
    .join(', ');
  const [row] = await database.query<Record<string, number>>(`select ${counting}`, []);
  counted = row ?? {};
  return counted;
}

let counted: Record<string, number> | undefined;

/** The last count, which only changes if a call writes. */
const rowsBefore = async () => counted ?? rowCounts();

interface RawRequest {
  headers?: Record<string, string>;
  payload?: string | Buffer;
  params?: Record<string, string | number>;
}

const formType = 'application/x-www-form-urlencoded';

const mediaTypeOf = ({ endpoint: { accepts: [kind] = ['json'] } }: ApiEntry): string => mediaTypes[kind][0];

const inject = (entry: ApiEntry, { headers = {}, payload, params }: RawRequest) => {
  const sample = sampleInput(entry, place());
  const type = mediaTypeOf(entry);
  return server.app.inject({
    method: entry.endpoint.method,
    url: urlOf(entry.endpoint, { ...sample, params: { ...sample.params, ...params } }),
    headers: { ...(payload !== undefined && { 'content-type': type }), ...headers },
    ...(payload !== undefined && { payload }),
  });
};

/** A valid body for the endpoint. */
const written = ({ endpoint }: ApiEntry, body: Record<string, unknown>): string =>
  endpoint.accepts?.includes('form')
    ? new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)])).toString()
    : JSON.stringify(body);

/** As the owner, who has every permission in the studio. */
const injectAsOwner = (entry: ApiEntry, request: RawRequest) =>
  inject(entry, { ...request, headers: { authorization: server.bearer('owner'), ...request.headers } });

test.each(named(api))('%s is served', (_, { endpoint }) => {
  shows('3.start.address.api');
  expect(server.app.hasRoute({ method: endpoint.method, url: `/v1${endpoint.path}` })).toBe(true);
});

test('nothing else is served under /v1', () => {
  const listed = server.app.printRoutes({ commonPrefix: false, includeHooks: false });
  expect(listed).toContain('/v1/accounts');
  const served = api.map(({ endpoint }) => `${endpoint.method} /v1${endpoint.path}`);
  expect(new Set(served).size).toBe(served.length);
});

describe('without a session', () => {
  test.each(named(api.filter((entry) => scopeOf(entry) !== 'public')))('%s answers 401', async (_, entry) => {
    shows(
      '3.errors.body.error',
      '3.errors.body.http-status',
      '3.errors.body.message',
      '3.errors.body.status-code',
      '3.start.address.api',
    );
    expectRefusal(await inject(entry, {}), 401);
  });

  test.each(named(api.filter((entry) => scopeOf(entry) !== 'public')))(
    '%s answers 401 before it reads a body',
    async (_, entry) => {
      expectRefusal(await inject(entry, { payload: '{' }), 401);
    },
  );
});

describe('with a session of another workspace', () => {
  const scoped = api.filter((entry) => places.includes(scopeOf(entry)) || entry.name === 'instances.activate');

  test.each(named(scoped))('%s answers 404', async (_, entry) => {
    shows('3.errors.body.http-status', '3.errors.status.404-other-workspace');
    const headers = { authorization: server.bearer('stranger') };
    expectRefusal(await inject(entry, { headers }), 404);
  });

  test.each(named(scoped.filter((entry) => scopeOf(entry) !== 'account')))(
    '%s reveals nothing about its input',
    async (_, entry) => {
      const headers = { authorization: server.bearer('stranger') };
      expectRefusal(await inject(entry, { headers, payload: '{' }), 404);
    },
  );
});

describe('with cookies but without the anti-forgery header', () => {
  test.each(named(api.filter(changes)))('%s answers 403', async (_, entry) => {
    shows('3.errors.body.http-status', '3.session.anti-forgery.nothing-written', '3.session.anti-forgery.refused');
    const { cookies } = await server.signIn('owner');
    const before = await rowCounts();
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    expect(expectRefusal(await inject(entry, { headers: { cookie } }), 403).error).toBe('forgery');
    expect(expectRefusal(await inject(entry, { headers: { cookie, 'x-csrf-protection': '0' } }), 403).error).toBe(
      'forgery',
    );
    if (entry.endpoint.access.scope === 'public') {
      const onlyRefresh = `qm_refresh=${cookies.get('qm_refresh')}`;
      expect(expectRefusal(await inject(entry, { headers: { cookie: onlyRefresh } }), 403).error).toBe('forgery');
    }
    expect(await rowCounts()).toEqual(before);
  });
});

const tenMegabytes = Buffer.from(JSON.stringify({ text: 'x'.repeat(10 * 1024 * 1024) }));

/** Invalid bodies for every endpoint with a body, each derived from a valid one. */
const hostile: Record<string, (sample: Record<string, unknown>) => string | Buffer | undefined> = {
  'half a JSON text': () => '{"a":',
  'no JSON at all': () => 'name=value',
  'bytes that are no UTF-8': () => Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  'a list': () => '[]',
  'a number': () => '7',
  null: () => 'null',
  'a text': () => '"text"',
  'an unknown field': (sample) => JSON.stringify({ ...sample, unheard_of: 1 }),
  'a field named __proto__': (sample) =>
    JSON.stringify(sample).replace(/^\{/, '{"__proto__":{"x":1},').replace(',}', '}'),
  'a name twice': (sample) => {
    const [name] = Object.keys(sample);
    if (name === undefined) return undefined;
    return JSON.stringify(sample).replace('{', `{${JSON.stringify(name)}:${JSON.stringify(sample[name])},`);
  },
  'a null byte': (sample) => JSON.stringify({ ...sample, text: '\0' }),
  'a null byte in a name': () => '{"a\\u0000":1}',
  'half a surrogate pair': (sample) => `${JSON.stringify({ ...sample, text: 1 }).slice(0, -2)}"\\ud800"}`,
  'ten megabytes': () => tenMegabytes,
  'a hundred thousand nested lists': () => '['.repeat(100_000) + ']'.repeat(100_000),
};

describe('invalid input is rejected and writes nothing', () => {
  test.each(named(withBody))('a body that cannot be one of %s', async (_, entry) => {
    const before = await rowsBefore();
    const sample = sampleInput(entry, place()).body as Record<string, unknown>;
    for (const [kind, make] of some(Object.entries(hostile), turnOf(entry), 4)) {
      const payload = make(sample);
      if (payload !== undefined) expectRefusal(await injectAsOwner(entry, { payload }), undefined, kind);
    }
    expect(await rowCounts()).toEqual(before);
  });

  const wrong = [null, 7, 'text', '', [], {}, true, 2 ** 53, -1, 1.5, '\u{1F600}'.repeat(12_000)];

  test.each(named(withBody))('a wrong type in any top-level property of %s', async (_, entry) => {
    const before = await rowsBefore();
    const sample = sampleInput(entry, place()).body as Record<string, unknown>;
    const { properties = {} } = entry.shape.body as { properties?: Record<string, { type?: string }> };
    for (const [name, { type }] of Object.entries(properties)) {
      const unfit = wrong.filter((candidate) => !fits(type, candidate));
      for (const value of some(unfit, turnOf(entry), 3)) {
        expectRefusal(await injectAsOwner(entry, { payload: written(entry, { ...sample, [name]: value }) }));
      }
    }
    expect(await rowCounts()).toEqual(before);
  });

  test.each(named(withBody))('a missing field of %s', async (_, entry) => {
    shows('3.errors.body.fields');
    const before = await rowsBefore();
    const sample = sampleInput(entry, place()).body as Record<string, unknown>;
    for (const name of Object.keys(sample)) {
      const body = Object.fromEntries(Object.entries(sample).filter(([key]) => key !== name));
      const { fields } = expectRefusal(await injectAsOwner(entry, { payload: written(entry, body) }), 422);
      // Which alternative was meant cannot be told.
      const isOneOfSeveral = 'anyOf' in (entry.shape.body ?? {});
      expect(fields).toMatchObject(isOneOfSeveral ? { '': 'is not of an accepted type' } : { [name]: 'is required' });
    }
    expect(await rowCounts()).toEqual(before);
  });

  test.each(named(withBody.filter(({ shape }) => !('~optional' in (shape.body ?? {})))))(
    'no body at all for %s',
    async (_, entry) => {
      const before = await rowsBefore();
      expectRefusal(await injectAsOwner(entry, {}), 422);
      expectRefusal(await injectAsOwner(entry, { payload: '' }), 422);
      expect(await rowCounts()).toEqual(before);
    },
  );

  test.each(named(withBody))('another media type for %s', async (_, entry) => {
    const before = await rowsBefore();
    const others = [
      'text/plain',
      mediaTypeOf(entry) === formType ? 'application/json' : formType,
      'multipart/form-data; boundary=x',
      'application/xml',
    ];
    for (const type of some(others, turnOf(entry), 2)) {
      expectRefusal(await injectAsOwner(entry, { payload: '{}', headers: { 'content-type': type } }), 415);
    }
    expect(await rowCounts()).toEqual(before);
  });
});

const isWhole = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 31;

function fits(type: string | undefined, value: unknown): boolean {
  if (type === 'integer') return isWhole(value);
  if (type === 'number') return typeof value === 'number';
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  if (type === 'string') return typeof value === 'string' && value.length < 100;
  return type === undefined || typeof value === type;
}

/** Whether an address with dot segments resolves to another endpoint before it reaches the server. */
function leadsElsewhere(entry: ApiEntry, params: Record<string, string>): boolean {
  const { pathname } = new URL(urlOf(entry.endpoint, { params: { ...place(), ...params } }), 'http://localhost');
  const isAt = (path: string) => new RegExp(`^/v1${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname);
  return api.some(({ endpoint: { method, path } }) => method === entry.endpoint.method && isAt(path));
}

describe('unknown ids answer 404 and write nothing', () => {
  const ids = [
    0,
    -1,
    1.5,
    2 ** 31,
    2 ** 53,
    '9007199254740993',
    '1e3',
    '0x1',
    '01',
    ' 1',
    'NaN',
    '%00',
    '1%00',
    '\0',
    '..',
    "1'--",
    '１',
  ];
  const withIds = api.filter(({ endpoint }) => /:\w*[iI]d\b/.test(endpoint.path));

  test.each(named(withIds))('%s', async (_, entry) => {
    shows('3.errors.status.404-missing');
    const before = await rowsBefore();
    const { properties = {} } = entry.shape.params as {
      properties?: Record<string, { type?: string; minimum?: number }>;
    };
    for (const [name, { type, minimum }] of Object.entries(properties)) {
      if (type !== 'integer') continue;
      for (const id of some(ids, turnOf(entry), 4)) {
        if (id === 0 && minimum === 0) continue;
        if (id === '..' && leadsElsewhere(entry, { [name]: id })) continue;
        const payload = entry.shape.body && JSON.stringify(sampleInput(entry, place()).body);
        const answer = await injectAsOwner(entry, { params: { [name]: id }, ...(payload && { payload }) });
        // Without a token the answer is 401, unless the path resolves to somewhere else, or anyone may read what it names.
        const { access } = entry.endpoint;
        const isTokenFirst =
          scopeOf(entry) === 'token' && !('orPublic' in access && name === 'instanceId') && id !== '..';
        expectRefusal(answer, isTokenFirst ? 401 : 404);
      }
    }
    expect(await rowCounts()).toEqual(before);
  });

  test('texts in paths must match their pattern', async () => {
    const before = await rowsBefore();
    for (const entry of api) {
      const { properties = {} } = (entry.shape.params ?? {}) as { properties?: Record<string, { type?: string }> };
      for (const [name, { type }] of Object.entries(properties)) {
        if (type !== 'string') continue;
        for (const text of [
          '\0',
          'a\0',
          '../../etc/passwd',
          'x'.repeat(2000),
          '\u{1F600}',
          '%',
          "'; drop table items",
        ]) {
          const payload = entry.shape.body && JSON.stringify(sampleInput(entry, place()).body);
          expectRefusal(await injectAsOwner(entry, { params: { [name]: text }, ...(payload && { payload }) }));
        }
      }
    }
    expect(await rowCounts()).toEqual(before);
  });
});

test('queries accept only their declared parameters', async () => {
  const withQuery = api.filter((entry) => entry.shape.query && scopeOf(entry) !== 'token');
  expect(withQuery.length).toBeGreaterThan(0);
  for (const entry of withQuery) {
    const url = urlOf(entry.endpoint, sampleInput(entry, place()));
    const join = url.includes('?') ? '&' : '?';
    const { method } = entry.endpoint;
    const headers = { authorization: server.bearer('owner') };
    for (const query of ['unheard_of=1', 'unheard_of=1&unheard_of=2']) {
      expectRefusal(await server.app.inject({ method, url: `${url}${join}${query}`, headers }), 422);
    }
    for (const [name, { type }] of Object.entries(
      (entry.shape.query as { properties: Record<string, { type?: string }> }).properties,
    )) {
      if (type === 'string') {
        const answer = await server.app.inject({ method, url: `${url}${join}${name}=a%00`, headers });
        expectRefusal(answer, 422);
        expect(answer.json().fields).toHaveProperty([name]);
      }
      if (type !== 'integer') continue;
      for (const value of ['', 'a', '-1', '1.5', '9007199254740993', '%00', `1&${name}=2`]) {
        expectRefusal(await server.app.inject({ method, url: `${url}${join}${name}=${value}`, headers }), 422);
      }
    }
  }
});

describe('unknown addresses', () => {
  test.each(['/v1', '/v1/', '/v1/nothing', '/v1/accounts/', '/v1/%zz', '/%', '/nothing', '//', '/v1/../v1/nothing'])(
    '%s',
    async (url) => {
      for (const method of ['GET', 'POST', 'DELETE', 'PUT', 'PATCH'] as const) {
        expectRefusal(await server.app.inject({ method, url, ...(method === 'POST' && { payload: { a: 1 } }) }));
      }
    },
  );
});
