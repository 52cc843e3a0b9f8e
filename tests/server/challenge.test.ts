import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import { type ApiEntry, api } from '@quartermaster/contract/endpoints/api.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import { buildServer } from '../../server/build-server.ts';
import type { App } from '../../server/core/app/deps.ts';
import { createChallenge } from '../../server/core/session/challenge.ts';
import { shows } from '../specification/shows.ts';
import { startTestServer, type TestServer, testEnvironment, urlOf } from '../support/server.ts';
import { cleanUp, temporaryFolder } from '../support/server-process.ts';
import { sampleInput } from '../support/server-shapes.ts';
import { emailOf, password } from '../support/server-studio.ts';
import { timeout } from '../support/timeout.ts';

let server: TestServer;
let guarded: App;
let closed: string;

beforeAll(async () => {
  server = await startTestServer();
  closed = `http://127.0.0.1:${await freePort()}/siteverify`;
  const port = await freePort();
  const standIn = { TURNSTILE_STAND_IN: '1', HOST: '127.0.0.1', PORT: String(port) };
  guarded = await build({ ...standIn, TURNSTILE_VERIFY_URL: `http://127.0.0.1:${port}/dev/turnstile/siteverify` });
  await guarded.listen({ host: '127.0.0.1', port });
});
const built: App[] = [];
afterAll(async () => {
  for (const app of built) {
    await app.deps.jobs.stop();
    await app.close();
  }
  await cleanUp();
});
beforeEach(async () => {
  server = await startTestServer();
});

async function build(variables: Record<string, string>): Promise<App> {
  const { database, clock } = server.app.deps;
  const config = testEnvironment(variables);
  // The service runs in this process, which may be busy for longer than a server waits.
  const app = await buildServer({ database, clock, config, challenge: createChallenge(config, timeout) });
  built.push(app);
  return app;
}

const tokenOf = (kind: string) => `stand-in.${kind}.${crypto.randomUUID()}`;
const withToken = (token: string) => ({ 'cf-turnstile-response': token });

const signIn = (app: App, headers: Record<string, string> = {}, origin = 'http://localhost:4401') =>
  app.inject({
    method: 'POST',
    url: `/v1${accounts.login.path}`,
    headers: { origin, ...headers },
    payload: { email: emailOf('owner'), password },
  });

/** The call demands a challenge, and names the widget. */
function expectChallenge(answer: Awaited<ReturnType<typeof signIn>>, app = guarded): void {
  expect(answer.statusCode).toBe(403);
  expect(answer.headers['cf-mitigated']).toBe('challenge');
  expect(answer.json()).toEqual({
    status_code: 403,
    error: 'challenge',
    message: "Please confirm that you're human.",
    details: { site_key: 'stand-in', script: `${app.deps.config.publicUrl}/dev/turnstile/api.js` },
  });
}

describe('a call that requires a challenge', () => {
  const injectSample = ({ endpoint, ...entry }: ApiEntry) => {
    const sample = sampleInput({ endpoint, ...entry }, {});
    return guarded.inject({
      method: endpoint.method,
      url: urlOf(endpoint, sample),
      ...(sample.body !== undefined && { payload: sample.body as object }),
    });
  };
  const challenged = [
    'accounts.login',
    'accounts.requestPasswordReset',
    'registration.register',
    'registration.resend',
  ];

  test('is sign-in, registration, resending or a reset', () => {
    expect(api.filter(({ endpoint }) => endpoint.challenge).map(({ name }) => name)).toEqual(challenged);
  });

  test.each(api.filter(({ endpoint }) => endpoint.challenge).map((entry): [string, ApiEntry] => [entry.name, entry]))(
    '%s is refused without it',
    async (_, entry) => expectChallenge(await injectSample(entry)),
  );

  test('succeeds with it', async () => {
    expect((await signIn(guarded, withToken(tokenOf('pass')))).statusCode).toBe(200);
  });

  test('accepts a token once', async () => {
    const token = tokenOf('pass');
    expect((await signIn(guarded, withToken(token))).statusCode).toBe(200);
    expectChallenge(await signIn(guarded, withToken(token)));
  });

  test.each([
    ['that is rejected', tokenOf('fail')],
    ['that was never issued', 'that is forged'],
    ['that is empty', ''],
    ['that is too long', 'x'.repeat(2049)],
  ])('requires another one for a token %s', async (_, token) => {
    shows('3.session.challenge.siteverify-refused');
    expectChallenge(await signIn(guarded, withToken(token)));
  });

  test('is challenged before an attempt is counted', async () => {
    for (let time = 0; time < 12; time++) expectChallenge(await signIn(guarded));
    expect((await signIn(guarded, withToken(tokenOf('pass')))).statusCode).toBe(200);
  });

  test('lets other origins read the marker and send the token', async () => {
    const answer = await signIn(guarded);
    expect(answer.headers['access-control-expose-headers']).toContain('cf-mitigated');
    const preflight = await guarded.inject({
      method: 'OPTIONS',
      url: `/v1${accounts.login.path}`,
      headers: { origin: 'http://localhost:4401', 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers['access-control-allow-headers']).toContain('cf-turnstile-response');
  });

  test('is open to everybody if no challenge is configured', async () => {
    shows('3.session.challenge.off');
    expect((await signIn(server.app)).statusCode).toBe(200);
    expect((await server.app.inject('/dev/turnstile/api.js')).statusCode).toBe(404);
  });
});

describe('a failing verification service', () => {
  const unavailable = {
    status_code: 503,
    error: 'unavailable',
    message:
      "We couldn't check that you're human, as the verification service does not answer. Please try again in a minute.",
  };
  const keys = { TURNSTILE_SITE_KEY: 'site', TURNSTILE_SECRET_KEY: 'secret' };

  const expectUnavailable = (answer: Awaited<ReturnType<typeof signIn>>) => {
    expect(answer.statusCode).toBe(503);
    expect(answer.json() as ErrorBody).toEqual(unavailable);
    expect(answer.headers['cf-mitigated']).toBeUndefined();
    expect(answer.headers['retry-after']).toBe('60');
  };

  test('that answers an error', async () => {
    expectUnavailable(await signIn(guarded, withToken(tokenOf('down'))));
  });

  test('that is down', async () => {
    const app = await build({ ...keys, TURNSTILE_VERIFY_URL: closed });
    expectUnavailable(await signIn(app, withToken('token')));
  });

  test('that rejects the server’s keys', async () => {
    const { verifyUrl = '' } = guarded.deps.config.turnstile ?? {};
    const app = await build({ ...keys, TURNSTILE_VERIFY_URL: verifyUrl });
    expectUnavailable(await signIn(app, withToken(tokenOf('pass'))));
  });

  test('that times out', async () => {
    const { url } = await listen(() => {});
    const turnstile = { siteKey: 'site', secretKey: 'secret', scriptUrl: 'http://a.example', verifyUrl: url };
    const { database, clock } = server.app.deps;
    const challenge = createChallenge({ turnstile }, 30);
    const app = await buildServer({ database, clock, config: testEnvironment(), challenge });
    built.push(app);
    expectUnavailable(await signIn(app, withToken('token')));
  });

  test('that answers something unexpected', async () => {
    const { url } = await listen((_request, response) => response.end('<html>'));
    expectUnavailable(await signIn(await build({ ...keys, TURNSTILE_VERIFY_URL: url }), withToken('token')));
  });
});

const listening: Server[] = [];
afterEach(async () => {
  for (const open of listening.splice(0)) {
    open.closeAllConnections();
    open.close();
  }
});

async function listen(handler: RequestListener) {
  const service = createServer(handler).listen(0, '127.0.0.1');
  listening.push(service);
  await once(service, 'listening');
  const address = service.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/siteverify` };
}

test('the service receives the secret, the token and the user’s address', async () => {
  shows('3.session.challenge.siteverify');
  const requests: unknown[] = [];
  const { url } = await listen(async (request, response) => {
    const chunks = await request.toArray();
    requests.push(request.method, JSON.parse(Buffer.concat(chunks).toString()));
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ success: true }));
  });
  const app = await build({
    TURNSTILE_SITE_KEY: 'site',
    TURNSTILE_SECRET_KEY: 'the secret',
    TURNSTILE_VERIFY_URL: url,
    TRUST_PROXY: '1',
  });
  const answer = await signIn(app, { ...withToken('the token'), 'x-forwarded-for': '203.0.113.7' });
  expect(answer.statusCode).toBe(200);
  expect(requests).toEqual(['POST', { secret: 'the secret', response: 'the token', remoteip: '203.0.113.7' }]);
});

describe('the console page', () => {
  const extensionFrames = `${testEnvironment({}).publicUrl}/v1/extensions/`;
  const policyOf = async (variables: Record<string, string>) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'console'));
    writeFileSync(join(folder, 'console', 'index.html'), '<head></head>');
    const { database, clock } = server.app.deps;
    const config = { ...testEnvironment(variables), distDir: folder };
    const app = await buildServer({ database, clock, config });
    built.push(app);
    const page = await app.inject({ url: '/login', headers: { accept: 'text/html' } });
    return String(page.headers['content-security-policy']).split('; ');
  };
  const keys = { TURNSTILE_SITE_KEY: 'site', TURNSTILE_SECRET_KEY: 'secret' };

  test('allows scripts and frames of Cloudflare if they are needed', async () => {
    const policy = await policyOf(keys);
    expect(policy).toContainEqual(
      expect.stringMatching(/^script-src .*\/assets\/ .* https:\/\/challenges\.cloudflare\.com$/),
    );
    // The server's own origin is allowed for the simulated checkout.
    expect(policy).toContain(`frame-src https://challenges.cloudflare.com 'self' ${extensionFrames}`);
    expect(policy.filter((rule) => rule.startsWith('require-trusted-types-for'))).toEqual([]);
  });

  test('allows no third party without it, or with the stand-in', async () => {
    for (const variables of [{}, { TURNSTILE_STAND_IN: '1' }]) {
      const policy = await policyOf(variables);
      const scripts = policy.find((rule) => rule.startsWith('script-src ')) ?? '';
      expect(scripts).not.toMatch(/https?:|'self'/);
      expect(scripts.includes('/dev/turnstile/api.js')).toBe('TURNSTILE_STAND_IN' in variables);
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy.filter((rule) => rule.startsWith('frame-src'))).toEqual([`frame-src 'self' ${extensionFrames}`]);
    }
  });
});
