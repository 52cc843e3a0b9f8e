import { once } from 'node:events';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { anyone } from '@quartermaster/contract/access.ts';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Deps } from '../../server/core/app/deps.ts';
import { AppError } from '../../server/core/base/errors.ts';
import { logOptions } from '../../server/core/base/log.ts';
import { shows } from '../specification/shows.ts';
import { emptyApp } from '../support/app.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});

const portal = 'http://localhost:4401';

describe('responses to pages of other origins', () => {
  test('an allowed origin may read responses, with credentials', async () => {
    shows('3.start.env.cors-origins');
    const { headers } = await server.app.inject({ url: '/v1/accounts', headers: { origin: portal } });
    expect(headers['access-control-allow-origin']).toBe(portal);
    expect(headers['access-control-allow-credentials']).toBe('true');
    expect(headers.vary).toBe('Origin');
  });

  test.each([
    'http://localhost:4402',
    'https://localhost:4401',
    'http://localhost:4401.evil.example',
    'null',
    'http://LOCALHOST:4401',
  ])('the origin %s may not read them', async (origin) => {
    shows('3.start.env.cors-exact');
    const { headers } = await server.app.inject({ url: '/v1/accounts', headers: { origin } });
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  const ask = (origin: string) =>
    server.app.inject({
      method: 'OPTIONS',
      url: `/v1/editor/${server.studio.dev}/items`,
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-csrf-protection',
      },
    });

  test('a preflight needs no session and lists what may be sent', async () => {
    const { statusCode, headers, body } = await ask(portal);
    expect([statusCode, body]).toEqual([204, '']);
    expect(headers['access-control-allow-origin']).toBe(portal);
    expect(headers['access-control-allow-methods']).toBe('GET, HEAD, POST, DELETE');
    expect(headers['access-control-allow-headers']).toContain('x-csrf-protection');
  });

  test('a preflight from any other origin gets no CORS headers', async () => {
    const { statusCode, headers } = await ask('https://evil.example');
    expect(statusCode).toBe(204);
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

test('every response has the headers against MIME sniffing and framing', async () => {
  for (const url of ['/healthz', '/v1/accounts', '/nothing']) {
    const { headers } = await server.app.inject(url);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['strict-transport-security']).toBeUndefined();
  }
});

describe('the id of a request', () => {
  test('is taken from a proxy and sent back', async () => {
    const { headers } = await server.app.inject({ url: '/healthz', headers: { 'x-request-id': 'edge-7:abc.1' } });
    expect(headers['x-request-id']).toBe('edge-7:abc.1');
  });

  test.each(['', 'a b', 'x'.repeat(129), '<script>', 'a,b'])('is a new one if %j was sent', async (id) => {
    const { headers } = await server.app.inject({ url: '/healthz', headers: { 'x-request-id': id } });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
  });
});

describe('health', () => {
  test('is reported without a session, including the database', async () => {
    for (const url of ['/healthz', '/readyz']) {
      const response = await server.app.inject(url);
      expect([response.statusCode, response.json()]).toEqual([200, { status: 'ok' }]);
    }
  });
});

test('a connection answers any number of requests, one after another', async () => {
  shows('4.host.calls.connection');
  const { app } = logged();
  onTestFinished(() => app.close());
  app.get('/things', { config: { access: anyone } }, () => ({}));
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const [connections, requests] = [6, 5000];
  const statuses = new Map<string, number>();
  let left = requests;
  /** Ignores `Connection: close`, as load tools do. */
  const exchange = async () => {
    const socket = connect(Number(port), '127.0.0.1');
    const send = () => left-- > 0 && socket.write('GET /things HTTP/1.1\r\nhost: x\r\n\r\n');
    socket.on('data', (chunk) => {
      const status = String(chunk).slice(9, 12);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (!send()) socket.end();
    });
    send();
    await once(socket, 'close');
  };
  await Promise.all(Array.from({ length: connections }, exchange));
  expect([...statuses]).toEqual([['200', requests]]);
});

/** A server that consists of the core only, with a recorded log. */
function logged() {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, next) => {
      lines.push(String(chunk));
      next();
    },
  });
  const app = emptyApp((log): Deps => ({ ...server.app.deps, log }), { ...logOptions('info'), stream });
  return { app, lines };
}

describe('the log', () => {
  test('has one line per request, with its id, route and caller, and no query', async () => {
    const { app, lines } = logged();
    app.get('/things', { config: { access: anyone } }, () => ({}));
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traceparent = `00-${trace}-00f067aa0ba902b7-01`;
    await app.inject({ url: '/things?signature=hush', headers: { 'x-request-id': 'abc', traceparent } });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      msg: 'request',
      request_id: 'abc',
      trace_id: trace,
      req: { method: 'GET', path: '/things' },
      status: 200,
    });
    expect(lines[0]).not.toContain('hush');
  });

  test('redacts secrets wherever they are logged', async () => {
    const { app, lines } = logged();
    const secrets = { password: 'hush', token: 'hush', authorization: 'hush', cookie: 'hush', 'set-cookie': 'hush' };
    app.log.info({ ...secrets }, 'at the top');
    app.log.info({ body: secrets }, 'one level down');
    app.log.info({ req2: { headers: secrets } }, 'two levels down');
    expect(lines).toHaveLength(3);
    expect(lines.join('')).not.toContain('hush');
    expect(lines.join('')).toContain('[redacted]');
  });

  test('has what the server refuses on purpose as a warning without a stack, and what fails as an error', async () => {
    shows('5.running.refusals');
    const { app, lines } = logged();
    const refusals = { full: new AppError('unavailable', { message: 'Full.' }), many: new AppError('rate_limit') };
    const lost = new AppError('unavailable', { cause: new Error('The database is gone.') });
    for (const [name, error] of Object.entries({ ...refusals, lost, fault: new Error('A fault.') }))
      app.get(`/${name}`, { config: { access: anyone } }, () => Promise.reject(error));
    const logOf = async (name: string) => {
      lines.length = 0;
      await app.inject(`/${name}`);
      return lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg !== 'request');
    };
    expect(await logOf('full')).toMatchObject([{ level: 40, status: 503, reason: 'Full.' }]);
    expect(await logOf('full')).not.toMatchObject([{ err: expect.anything() }]);
    expect(await logOf('many')).toEqual([]);
    for (const name of ['lost', 'fault']) expect(await logOf(name)).toMatchObject([{ level: 50, err: {} }]);
  });

  test('reports a failed query without its values, and the caller sees no details', async () => {
    const { app, lines } = logged();
    const { database } = server.app.deps;
    app.get('/fails', { config: { access: anyone } }, async () => {
      await database.query('select $1::text from nowhere', ['hush']);
    });
    const response = await app.inject('/fails');
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      status_code: 500,
      error: 'internal',
      message: 'Something went wrong. Please try again later',
    });
    expect(lines.join('')).toContain('nowhere');
    expect(lines.join('')).not.toContain('hush');
  });
});

describe('an error', () => {
  const answer = async (error: unknown) => {
    const { app } = logged();
    app.get('/fails', { config: { access: anyone } }, () => Promise.reject(error));
    const { statusCode, headers, body } = await app.inject('/fails');
    return { statusCode, retryAfter: headers['retry-after'], body: JSON.parse(body) as unknown };
  };

  test('has its fields, its details and the code of the catalogue', async () => {
    shows('3.errors.body.catalogue-code');
    const error = new AppError('rate_limit', {
      statusCode: 10005,
      fields: { email: 'is known' },
      details: { version: 3 },
      retryAfter: 60,
    });
    expect(await answer(error)).toEqual({
      statusCode: 429,
      retryAfter: '60',
      body: {
        status_code: 10005,
        error: 'rate_limit',
        message: 'Too many resend attempts',
        fields: { email: 'is known' },
        details: { version: 3 },
      },
    });
  });

  test.each([
    ['23505', 409],
    ['40001', 503],
    ['40P01', 503],
    ['53300', 503],
    ['ECONNREFUSED', 503],
    ['42601', 500],
  ])('from the database with the code %s answers %i', async (code, status) => {
    expect((await answer(Object.assign(new Error('Failed query'), { code }))).statusCode).toBe(status);
  });
});
