import { Writable } from 'node:stream';
import { tokenExchange } from '@quartermaster/contract/endpoints/people/token-exchange.ts';
import { tokenExchangeNames } from '@quartermaster/contract/token-exchange.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildServer } from '../../server/build-server.ts';
import type { App } from '../../server/core/app/deps.ts';
import { logOptions } from '../../server/core/base/log.ts';
import { writePassword } from '../../server/modules/accounts/repository.ts';
import { tokenExchangeRoutes } from '../../server/modules/token-exchange/routes.ts';
import { emptyApp } from '../support/app.ts';
import { startTestServer, type TestServer, testEnvironment } from '../support/server.ts';
import { emailOf } from '../support/server-studio.ts';
import {
  basic,
  credentialsOf,
  type Exchanged,
  exchangeEmail,
  exchangeIdToken,
  portalSecret,
  sendExchange,
  sha256,
} from '../support/token-exchange.ts';

let server: TestServer;
let app: App;
const built: App[] = [];

beforeEach(async () => {
  server = await startTestServer();
  app = await build(credentialsOf({}));
});
afterEach(async () => {
  for (const one of built.splice(0)) {
    await one.deps.jobs.stop();
    await one.close();
  }
});

async function build(variables: Record<string, string>): Promise<App> {
  const { database, clock } = server.app.deps;
  const one = await buildServer({ database, clock, config: testEnvironment(variables) });
  built.push(one);
  return one;
}

/** The account of a token, as the API returns it. */
async function whoIs({ body }: Exchanged): Promise<unknown> {
  const answer = await app.inject({ url: '/v1/accounts', headers: { authorization: `Bearer ${body.access_token}` } });
  return answer.statusCode === 200 ? answer.json().email : answer.json().error;
}

const refusalOf = ({ status, body }: Exchanged) => [status, body.error];

describe('a service credential and an email address', () => {
  test('are exchanged for a session token of that user, without cookies', async () => {
    server.clock.stop();
    const answer = await exchangeEmail(app, emailOf('member'));
    expect(answer).toMatchObject({
      status: 200,
      body: {
        access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        token_type: 'Bearer',
        expires_in: 15 * 60,
      },
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await whoIs(answer)).toBe(emailOf('member'));
  });

  test('the token is valid for 15 minutes', async () => {
    server.clock.stop();
    const answer = await exchangeEmail(app, emailOf('member'));
    server.clock.advance(15 * 60 - 1);
    expect(await whoIs(answer)).toBe(emailOf('member'));
    server.clock.advance(1);
    expect(await whoIs(answer)).toBe('session_expired');
  });

  test('the token ends with all sessions of the user, and the next one is valid again', async () => {
    server.clock.stop();
    const answer = await exchangeEmail(app, emailOf('member'));
    const { query } = app.deps.database;
    await writePassword(query, server.studio.accounts.member, { passwordHash: 'x', now: server.clock.now() });
    expect(await whoIs(answer)).toBe('session_expired');
    expect(await whoIs(await exchangeEmail(app, emailOf('member')))).toBe(emailOf('member'));
  });

  test('the token ends with the account, and no other is issued', async () => {
    const answer = await exchangeEmail(app, emailOf('member'));
    await app.deps.database.query('delete from accounts where id = $1', [server.studio.accounts.member]);
    expect(await whoIs(answer)).toBe('session_expired');
    expect(refusalOf(await exchangeEmail(app, emailOf('member')))).toEqual([400, 'invalid_grant']);
  });

  test('no account is created', async () => {
    const answer = await exchangeEmail(app, 'nobody@studio.test');
    expect(refusalOf(answer)).toEqual([400, 'invalid_grant']);
    expect(answer.body.message).toBe('No account has this email address.');
    const found = await app.deps.database.query("select 1 from accounts where email like 'nobody%'", []);
    expect(found).toEqual([]);
  });

  test('the address is compared as at sign-in, and letters that only look alike do not match', async () => {
    const { query } = app.deps.database;
    await query("update accounts set email = 'Kim@Studio.test' where id = $1", [server.studio.accounts.member]);
    expect(await whoIs(await exchangeEmail(app, 'kim@studio.TEST'))).toBe('Kim@Studio.test');
    // The Kelvin sign is k in lower case.
    expect(refusalOf(await exchangeEmail(app, '\u212Aim@studio.test'))).toEqual([400, 'invalid_grant']);
  });

  test.each([
    'owner@other.test',
    'owner@sub.studio.test',
    'owner@studio.test.other',
    'studio.test',
    '@studio.test',
    'a b@studio.test',
  ])('of another domain are refused: %s', async (email) => {
    const answer = await exchangeEmail(app, email);
    expect([...refusalOf(answer), answer.body.message]).toEqual([
      400,
      'invalid_grant',
      'People of this domain are not accepted.',
    ]);
  });

  test('a credential for all domains is accepted for every address', async () => {
    const open = await build(credentialsOf({ domains: ['*'] }));
    expect((await exchangeEmail(open, emailOf('owner'))).status).toBe(200);
  });
});

describe('the credential', () => {
  const wrong: Record<string, string | undefined> = {
    'is missing': undefined,
    'has another secret': basic('portal', `${portalSecret}x`),
    'has no secret': basic('portal', ''),
    'has the hash as its secret': basic('portal', sha256(portalSecret)),
    'has an unknown id': basic('other'),
    'has an id that is a property of every object': basic('__proto__'),
    'is a bearer token': `Bearer ${portalSecret}`,
    'is not base64': 'Basic ***',
    'has no colon': `Basic ${Buffer.from(portalSecret).toString('base64')}`,
    'is wrongly encoded': basic('portal', '%E0%A4%A'),
  };

  test.each(Object.entries(wrong))('is refused if it %s', async (_, authorization) => {
    const fields = { subject_token_type: tokenExchangeNames.email, subject_token: emailOf('member') };
    const answer = await sendExchange(app, fields, { authorization });
    expect(refusalOf(answer)).toEqual([401, 'invalid_client']);
    expect(answer.headers['www-authenticate']).toBe('Basic realm="Quartermaster"');
  });

  test('may be encoded as OAuth clients do', async () => {
    const secret = 'a+b/c=d e%';
    const own = await build(credentialsOf({ secret }));
    const encoded = basic('portal', new URLSearchParams({ '': secret }).toString().slice(1));
    expect((await exchangeEmail(own, emailOf('member'), { authorization: encoded })).status).toBe(200);
  });

  test('is rotated by a second secret under the same id', async () => {
    const both = await build(credentialsOf({ secret: 'old' }, { secret: 'new' }));
    for (const secret of ['old', 'new']) {
      const authorization = basic('portal', secret);
      expect((await exchangeEmail(both, emailOf('member'), { authorization })).status).toBe(200);
    }
  });

  test('of one portal is refused for users of another', async () => {
    const two = await build(
      credentialsOf({ id: 'one', secret: 'first' }, { id: 'two', secret: 'second', domains: ['other.test'] }),
    );
    const exchange = (id: string, secret: string) =>
      exchangeEmail(two, emailOf('member'), { authorization: basic(id, secret) });
    expect((await exchange('one', 'first')).status).toBe(200);
    expect(refusalOf(await exchange('two', 'second'))).toEqual([400, 'invalid_grant']);
    expect(refusalOf(await exchange('one', 'second'))).toEqual([401, 'invalid_client']);
  });
});

describe('the form', () => {
  const good = {
    grant_type: tokenExchangeNames.grant,
    subject_token_type: tokenExchangeNames.email,
    subject_token: emailOf('member'),
  };

  test('may request an access token', async () => {
    const fields = { ...good, requested_token_type: tokenExchangeNames.accessToken };
    expect((await sendExchange(app, fields, { authorization: basic() })).status).toBe(200);
  });

  test.each([
    ['grant_type', 'client_credentials'],
    ['subject_token_type', 'urn:ietf:params:oauth:token-type:jwt'],
    ['subject_token', ''],
    ['subject_token', 'x'.repeat(16_385)],
    ['requested_token_type', 'urn:ietf:params:oauth:token-type:refresh_token'],
    // Claims that would limit the token are refused rather than ignored.
    ['scope', 'read'],
    ['actor_token', 'x'],
  ])('is refused with a wrong or unknown %s, which is named', async (name, value) => {
    const answer = await sendExchange(app, { ...good, [name]: value }, { authorization: basic() });
    expect(refusalOf(answer)).toEqual([422, 'invalid']);
    expect(Object.keys(answer.body.fields ?? {})).toEqual([name]);
  });

  test('is refused with a field that is sent twice', async () => {
    const form = `${new URLSearchParams(good)}&subject_token=owner%40studio.test`;
    expect(refusalOf(await sendExchange(app, form, { authorization: basic() }))).toEqual([400, 'malformed']);
  });

  test('must not be JSON', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: `/v1${tokenExchange.exchange.path}`,
      headers: { authorization: basic() },
      payload: good,
    });
    expect([answer.statusCode, answer.json().message]).toEqual([
      415,
      'Send a form with the header Content-Type: application/x-www-form-urlencoded.',
    ]);
  });
});

describe('if it is not configured', () => {
  test('there is no token exchange', async () => {
    for (const answer of [await exchangeEmail(server.app, emailOf('member')), await exchangeIdToken(server.app, 'x')])
      expect(refusalOf(answer)).toEqual([404, 'not_found']);
  });

  test('with issuers no credential is accepted, and with credentials no id token', async () => {
    const issuers = [{ issuer: 'https://id.example.com', audience: 'portal', domains: ['studio.test'] }];
    const own = await build({ TOKEN_EXCHANGE_ISSUERS: JSON.stringify(issuers) });
    expect(refusalOf(await exchangeEmail(own, emailOf('member')))).toEqual([401, 'invalid_client']);
    expect(refusalOf(await exchangeIdToken(app, 'a.b.c'))).toEqual([400, 'invalid_grant']);
  });
});

describe('limits', () => {
  const wrong = (address?: string) =>
    exchangeEmail(app, emailOf('member'), { authorization: basic('portal', 'guess'), ...(address && { address }) });

  test('100 wrong credentials from a network end only that network’s attempts, for 15 minutes', async () => {
    server.clock.stop();
    for (let guess = 0; guess < 100; guess += 1) expect((await wrong()).status).toBe(401);
    const right = await exchangeEmail(app, emailOf('member'));
    expect(refusalOf(right)).toEqual([429, 'rate_limit']);
    expect(right.headers['retry-after']).toBe('900');
    expect((await exchangeEmail(app, emailOf('member'), { address: '203.0.113.7' })).status).toBe(200);
    server.clock.advance(15 * 60);
    expect((await exchangeEmail(app, emailOf('member'))).status).toBe(200);
  });

  test('requests with a valid credential count for the user, not for the network', async () => {
    for (let count = 0; count < 100; count += 1) {
      expect((await exchangeEmail(app, emailOf('member'))).status).toBe(200);
      expect((await exchangeEmail(app, `nobody-${count}@studio.test`)).status).toBe(400);
    }
    expect(refusalOf(await exchangeEmail(app, emailOf('member')))).toEqual([429, 'rate_limit']);
    expect((await exchangeEmail(app, emailOf('owner'))).status).toBe(200);
  });
});

test('the log records who issued a token to whom, and has no secret, token or email address', async () => {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, next) => {
      lines.push(String(chunk));
      next();
    },
  });
  const logged = emptyApp((log) => ({ ...app.deps, log }), { ...logOptions('trace'), stream });
  tokenExchangeRoutes(logged, logged.deps);
  const { body } = await exchangeEmail(logged, emailOf('member'));
  await exchangeEmail(logged, 'nobody@studio.test');
  await exchangeEmail(logged, emailOf('member'), { authorization: basic('portal', 'guessed-secret') });
  await exchangeIdToken(logged, 'aGVhZGVy.cGF5bG9hZA.c2ln');
  const entries = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg !== 'request');
  expect(entries).toMatchObject([
    { msg: 'a token was exchanged', by: 'portal', account: server.studio.accounts.member },
    { msg: 'a token exchange was refused', by: 'portal', reason: 'No account has this email address.' },
    { msg: 'a token exchange was refused', reason: 'The service credential is missing or wrong.' },
    { msg: 'a token exchange was refused', reason: 'The id token cannot be read.' },
  ]);
  const text = lines.join('');
  for (const secret of [portalSecret, basic(), body.access_token, 'guessed-secret', 'studio.test', 'cGF5bG9hZA'])
    expect(text).not.toContain(secret);
  await logged.close();
});
