import { createHmac } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { exportJWK, exportSPKI, type JWTPayload } from 'jose';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildServer } from '../../server/build-server.ts';
import type { App } from '../../server/core/app/deps.ts';
import { writePassword } from '../../server/modules/accounts/repository.ts';
import { examplesIn } from '../support/examples.ts';
import { createKey, type IssuerKey, type OidcIssuer, signToken, startIssuer } from '../support/oidc-issuer.ts';
import { startTestServer, type TestServer, testEnvironment } from '../support/server.ts';
import { emailOf } from '../support/server-studio.ts';
import {
  credentialsOf,
  type Exchanged,
  exchangeEmail,
  exchangeIdToken,
  sendExchange,
} from '../support/token-exchange.ts';

let server: TestServer;
let issuer: OidcIssuer;
let app: App;
let key: IssuerKey;
let other: IssuerKey;
const built: App[] = [];

beforeAll(async () => {
  [key, other] = await Promise.all([createKey('first'), createKey('second', 'RS256')]);
});
beforeEach(async () => {
  server = await startTestServer();
  issuer = await startIssuer(key);
  app = await build();
});
afterEach(async () => {
  vi.useRealTimers();
  await issuer.close();
  for (const one of built.splice(0)) {
    await one.deps.jobs.stop();
    await one.close();
  }
});

async function build(settings: Record<string, unknown> = {}): Promise<App> {
  const { database, clock } = server.app.deps;
  const issuers = [{ issuer: issuer.url, audience: 'portal', domains: ['studio.test'], ...settings }];
  const config = testEnvironment({ ...credentialsOf({}), TOKEN_EXCHANGE_ISSUERS: JSON.stringify(issuers) });
  const one = await buildServer({ database, clock, config });
  built.push(one);
  return one;
}

const now = () => Math.floor(server.clock.now().getTime() / 1000);

test('the documented form exchanges an id token', async () => {
  const code = examplesIn('docs/embedding.md').take('js', 'subject_token: idToken');
  const body = new Function('idToken', `${code}\nreturn body;`)(await signToken(key, claims()));
  expect(await sendExchange(app, String(body))).toMatchObject({ status: 200 });
});

/** Claims that differ from good ones; `undefined`: left out. */
type Changed = { [Name in keyof JWTPayload]?: JWTPayload[Name] | undefined };

const claims = (changed: Changed = {}) => ({
  iss: issuer.url,
  aud: 'portal',
  sub: 'person-7',
  iat: now(),
  exp: now() + 300,
  email: emailOf('member'),
  email_verified: true,
  ...changed,
});

const tokenOf = (changed: Changed = {}, by = key, header: Record<string, unknown> = {}) =>
  signToken(by, claims(changed), header);

const refusalOf = ({ status, body }: Exchanged) => [status, body.error, body.message];
const invalid = (message: string) => [400, 'invalid_grant', message];

const badSignature = invalid('The signature of the id token is not valid.');
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('an id token of a trusted issuer', () => {
  test('is exchanged for a session token of its person', async () => {
    const answer = await exchangeIdToken(app, await tokenOf());
    expect(answer.status).toBe(200);
    const headers = { authorization: `Bearer ${answer.body.access_token}` };
    expect((await app.inject({ url: '/v1/accounts', headers })).json()).toMatchObject({ email: emailOf('member') });
  });

  test('may be signed with RSA, and name several audiences', async () => {
    issuer.keys = [key, other];
    const token = await tokenOf({ aud: ['portal', 'api'], azp: 'portal' }, other);
    expect((await exchangeIdToken(app, token)).status).toBe(200);
  });

  test('is read with the keys at a given address, without the discovery document', async () => {
    const given = await build({ issuer: 'https://id.example.com/', jwks: `${issuer.url}/keys` });
    const token = await tokenOf({ iss: 'https://id.example.com/' });
    expect((await exchangeIdToken(given, token)).status).toBe(200);
  });

  const claim = (name: string) => invalid(`The id token is not valid: "${name}".`);
  const unverified = invalid('The id token has no verified email address.');
  const missing = undefined;

  test.each<[string, Changed, unknown[]]>([
    ['for another audience', { aud: 'other' }, claim('aud')],
    ['without an audience', { aud: missing }, claim('aud')],
    [
      'for several audiences, requested by another',
      { aud: ['portal', 'x'], azp: 'x' },
      invalid('The id token is not for this portal: "azp".'),
    ],
    ['for this portal, requested by another', { azp: 'x' }, invalid('The id token is not for this portal: "azp".')],
    ['of another issuer', { iss: 'https://id.example.org' }, invalid('The id token is not of a trusted issuer.')],
    ['without a subject', { sub: missing }, claim('sub')],
    ['without an expiry', { exp: missing }, claim('exp')],
    ['without a time', { iat: missing }, claim('iat')],
    ['with an unverified address', { email_verified: false }, unverified],
    ['with an address verified in a text', { email_verified: 'true' }, unverified],
    ['with an address of which it does not say whether it is verified', { email_verified: missing }, unverified],
    ['without an address', { email: missing }, unverified],
    [
      'with a null byte in the address',
      { email: 'a\0@studio.test' },
      invalid('People of this domain are not accepted.'),
    ],
    ['of another domain', { email: 'owner@other.test' }, invalid('People of this domain are not accepted.')],
    ['of a person without an account', { email: 'nobody@studio.test' }, invalid('No account has this email address.')],
  ])('is refused %s', async (_, changed, expected) => {
    expect(refusalOf(await exchangeIdToken(app, await tokenOf(changed)))).toEqual(expected);
  });

  test('may be a minute off, and not more', async () => {
    server.clock.stop();
    const of = async (changed: Changed) => (await exchangeIdToken(app, await tokenOf(changed))).body.message;
    expect(await of({ exp: now() - 59 })).toBeUndefined();
    expect(await of({ exp: now() - 61 })).toBe('The id token has expired.');
    expect(await of({ iat: now() + 59 })).toBeUndefined();
    expect(await of({ iat: now() + 61 })).toBe('The id token was issued in the future.');
    expect(await of({ nbf: now() + 59 })).toBeUndefined();
    expect(await of({ nbf: now() + 61 })).toBe('The id token is not valid: "nbf".');
  });

  test('is accepted for a day after it was issued, whatever its own expiry', async () => {
    server.clock.stop();
    const day = 24 * 60 * 60;
    const of = async (age: number) =>
      refusalOf(await exchangeIdToken(app, await tokenOf({ iat: now() - age, exp: now() + 365 * day })));
    expect(await of(day)).toEqual([200, undefined, undefined]);
    expect(await of(day + 61)).toEqual(invalid('The id token was not issued within the last 24 hours. Get a new one.'));
  });

  test('is refused if the person’s account was deleted', async () => {
    await app.deps.database.query('delete from accounts where id = $1', [server.studio.accounts.member]);
    expect((await exchangeIdToken(app, await tokenOf())).status).toBe(400);
  });

  test('is refused if the person’s sessions were ended after it was issued', async () => {
    server.clock.stop();
    const token = await tokenOf();
    const { query } = app.deps.database;
    await writePassword(query, server.studio.accounts.member, { passwordHash: 'x', now: server.clock.now() });
    const ended = 'The id token was issued before the sessions of this person were ended. Get a new one.';
    expect(refusalOf(await exchangeIdToken(app, token))).toEqual(invalid(ended));
    server.clock.advance(1);
    expect((await exchangeIdToken(app, await tokenOf())).status).toBe(200);
  });
});

describe('a signature', () => {
  const forgeries: Record<string, () => string | Promise<string>> = {
    'is missing': () => `${encode({ alg: 'none' })}.${encode(claims())}.`,
    'is missing, under the name of a key': async () => `${encode({ alg: 'none', kid: 'first' })}.${encode(claims())}.`,
    'is made with the public key as a secret': async () => {
      const signed = `${encode({ alg: 'HS256', kid: 'first' })}.${encode(claims())}`;
      const secret = await exportSPKI(key.publicKey);
      return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
    },
    'is of another content': async () => {
      const [header, , signature] = (await tokenOf()).split('.');
      return `${header}.${encode(claims({ email: emailOf('owner') }))}.${signature}`;
    },
    'is of another key under the same name': async () => tokenOf({}, { ...(await createKey('first')), kid: 'first' }),
    'is of an unknown key': () => tokenOf({}, other),
    'is of a key that the token brings along': async () => {
      const own = await createKey('first');
      return tokenOf({}, own, { jwk: await exportJWK(own.publicKey) });
    },
  };

  test.each(Object.entries(forgeries))('is refused if it %s', async (_, forge) => {
    expect(refusalOf(await exchangeIdToken(app, await forge()))).toEqual(badSignature);
  });

  test.each(['', 'x', 'a.b.c', '....', `${encode({})}.${encode({ iss: 7 })}.x`])('is needed: "%s"', async (token) => {
    expect((await exchangeIdToken(app, token)).status).toBeGreaterThanOrEqual(400);
    expect((await exchangeIdToken(app, token)).status).toBeLessThan(500);
  });

  test('of anything other than an id token is refused', async () => {
    const token = await tokenOf({}, key, { typ: 'at+jwt' });
    expect(refusalOf(await exchangeIdToken(app, token))).toEqual(invalid('The token is not an id token.'));
  });
});

describe('the keys of an issuer', () => {
  /** Also for jose, which compares with the machine's time. */
  const advance = (seconds: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
  };

  test('are fetched once', async () => {
    for (let count = 0; count < 5; count += 1) expect((await exchangeIdToken(app, await tokenOf())).status).toBe(200);
    expect(issuer.reads()).toBe(1);
  });

  test('are fetched again immediately for a new key, also under an old name', async () => {
    expect((await exchangeIdToken(app, await tokenOf())).status).toBe(200);
    issuer.keys = [key, other];
    const answers = await Promise.all(
      Array.from({ length: 3 }, async () => exchangeIdToken(app, await tokenOf({}, other))),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(issuer.reads()).toBe(2);
    advance(6);
    const renewed = await createKey('first');
    issuer.keys = [renewed];
    expect((await exchangeIdToken(app, await tokenOf({}, renewed))).status).toBe(200);
    expect(issuer.reads()).toBe(3);
  });

  test('are fetched at most every 5 seconds, however many forged tokens arrive', async () => {
    expect((await exchangeIdToken(app, await tokenOf())).status).toBe(200);
    for (let count = 0; count < 5; count += 1)
      expect(refusalOf(await exchangeIdToken(app, await tokenOf({}, other)))).toEqual(badSignature);
    expect(issuer.reads()).toBe(2);
    advance(6);
    expect(refusalOf(await exchangeIdToken(app, await tokenOf({}, other)))).toEqual(badSignature);
    expect(issuer.reads()).toBe(3);
  });

  test('need unique names, and the error says so', async () => {
    issuer.keys = [key, await createKey('first')];
    expect(refusalOf(await exchangeIdToken(app, await tokenOf()))).toEqual(
      invalid(
        'The issuer publishes several keys with the same "kid", so that the id token cannot be verified. Give each key its own.',
      ),
    );
  });

  test('are discarded after 10 minutes, so that a removed one is not accepted for longer', async () => {
    expect((await exchangeIdToken(app, await tokenOf())).status).toBe(200);
    issuer.keys = [other];
    advance(9 * 60);
    expect((await exchangeIdToken(app, await tokenOf())).status).toBe(200);
    advance(2 * 60);
    expect(refusalOf(await exchangeIdToken(app, await tokenOf()))).toEqual(badSignature);
  });

  const outage = [503, 'unavailable', 'The issuer of the id token does not answer. Please try again in a moment.'];
  const breaks: Record<string, RequestListener> = {
    'answers an error': (_request, response) => response.writeHead(500).end(),
    'answers no JSON': (_request, response) => response.end('<html>'),
    'answers something else': (_request, response) => response.end('{"keys":7}'),
    'is somebody else': async (_request, response) =>
      response.end(JSON.stringify({ ...(await issuer.content()), issuer: 'https://id.example.org' })),
    'leads elsewhere': ({ url }, response) => response.writeHead(302, { location: `/moved${url}` }).end(),
    'answers too much': async (_request, response) =>
      response.end(JSON.stringify({ ...(await issuer.content()), padding: ' '.repeat(512 * 1024) })),
    'never answers': () => undefined,
  };

  test.each(Object.entries(breaks))('are unavailable if it %s, and available again afterwards', async (_, broken) => {
    issuer.broken = broken;
    const answer = await exchangeIdToken(app, await tokenOf());
    expect(refusalOf(answer)).toEqual(outage);
    expect(answer.headers['retry-after']).toBe('5');
    issuer.broken = undefined;
    advance(6);
    expect((await exchangeIdToken(app, await tokenOf())).status).toBe(200);
  });

  test('are not fetched again right after a failure', async () => {
    const given = await build({ jwks: `${issuer.url}/keys` });
    issuer.broken = (_request, response) => response.writeHead(500).end();
    for (let count = 0; count < 5; count += 1)
      expect(refusalOf(await exchangeIdToken(given, await tokenOf()))).toEqual(outage);
    expect(issuer.reads()).toBe(1);
  });

  test('are still used while the issuer is down, and credentials do not need it', async () => {
    expect((await exchangeIdToken(app, await tokenOf())).status).toBe(200);
    await issuer.close();
    expect((await exchangeIdToken(app, await tokenOf())).status).toBe(200);
    expect((await exchangeEmail(await build(), emailOf('owner'))).status).toBe(200);
  });
});

test('forged id tokens count against their network, refused ones of the issuer do not', async () => {
  const [signed, forged] = await Promise.all([tokenOf({ aud: 'other' }), tokenOf({}, other)]);
  for (let count = 0; count < 101; count += 1) expect((await exchangeIdToken(app, signed)).status).toBe(400);
  expect((await exchangeIdToken(app, await tokenOf())).status).toBe(200);
  for (let count = 0; count < 100; count += 1) expect((await exchangeIdToken(app, forged)).status).toBe(400);
  expect((await exchangeIdToken(app, await tokenOf())).status).toBe(429);
  expect((await exchangeIdToken(app, await tokenOf(), '203.0.113.7')).status).toBe(200);
});
