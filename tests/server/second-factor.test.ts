import { accessLog } from '@quartermaster/contract/endpoints/people/access-log.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { secondFactor } from '@quartermaster/contract/endpoints/people/second-factor.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { removeSecondFactor } from '../../server/backup/remove-second-factor.ts';
import { buildServer } from '../../server/build-server.ts';
import { withCode } from '../../server/modules/accounts/code-service.ts';
import { shows } from '../specification/shows.ts';
import { hashOf, mailAbout } from '../support/mailbox.ts';
import { codeOf } from '../support/one-time-code.ts';
import { setUpFactor } from '../support/second-factor.ts';
import { type Person, type Sent, startTestServer, type TestServer, testEnvironment } from '../support/server.ts';
import type { TestBrowser } from '../support/server-browser.ts';
import { emailOf, password } from '../support/server-studio.ts';
import { credentialsOf, exchangeEmail } from '../support/token-exchange.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  server.clock.stop();
});

const now = () => server.clock.now();
const refusal = ({ status, body }: Sent) => [status, (body as { error?: string }).error];
const query = (text: string, values: unknown[] = []) => server.app.deps.database.query(text, values);

const signIn = (code?: string, { as = 'owner' as Person, secret = password } = {}): Promise<Sent> =>
  server.send(accounts.login, { body: { email: emailOf(as), password: secret, ...(code !== undefined && { code }) } });
const sessions = async () => (await query('select 1 from sign_ins')).length;
const setUp = (as: Person = 'owner') => setUpFactor(server, as);
const read = (as: Person = 'owner') => server.call(secondFactor.get, {}, { as });
const turnOff = (body: object, as: Person = 'owner') => server.send(secondFactor.remove, { body }, { as });
/** A call of a browser, which has a session of its own. */
const callIn = async (browser: TestBrowser, path: string, body?: object): Promise<Sent> => {
  const response = await browser.fetch(`/v1/accounts/second-factor${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-csrf-protection': '1', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: {}, body: await response.json() };
};

const refused = [401, 'second_factor'];

describe('signing in with a second factor', () => {
  test('needs a code after the right password, and has no session and no cookie before', async () => {
    shows('5.company.factor');
    const { secret } = await setUp();
    const asked = await signIn();
    expect(asked.body).toEqual({
      status_code: 401,
      error: 'second_factor',
      message: 'Use your second factor: a passkey, a code of your authenticator app, or a recovery code.',
      details: { has_app: true, has_passkey: false },
    });
    expect(asked.headers['set-cookie']).toBeUndefined();
    const wrong = await signIn('000000');
    expect(refusal(wrong)).toEqual(refused);
    expect(wrong.body).toMatchObject({ fields: { code: expect.stringContaining('not correct') } });
    expect(wrong.headers['set-cookie']).toBeUndefined();
    expect(await sessions()).toBe(0);
    const right = await signIn(codeOf(secret, now()));
    expect([right.status, right.headers['set-cookie']]).toEqual([200, expect.any(Array)]);
    expect(await sessions()).toBe(1);
  });

  test('answers a wrong password the same, with and without a factor, with and without a code', async () => {
    const { secret } = await setUp();
    const answers = [
      await signIn(undefined, { secret: 'wrong' }),
      await signIn(codeOf(secret, now()), { secret: 'wrong' }),
      await signIn(undefined, { secret: 'wrong', as: 'admin' }),
      await signIn('123456', { secret: 'wrong', as: 'admin' }),
    ].map(({ status, body, headers }) => [status, body, Object.keys(headers).toSorted()]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.[0]).toBe(401);
    // The code of the attempt was not used up.
    expect((await signIn(codeOf(secret, now()))).status).toBe(200);
  });

  test('an account without a factor ignores a code', async () => {
    expect((await signIn('123456')).status).toBe(200);
  });

  test('takes a code once, and none before it afterwards', async () => {
    shows('5.company.factor');
    const { secret } = await setUp();
    server.clock.advance(60);
    const code = codeOf(secret, now());
    expect((await signIn(code)).status).toBe(200);
    expect(refusal(await signIn(code))).toEqual(refused);
    expect(refusal(await signIn(codeOf(secret, now(), -1)))).toEqual(refused);
    server.clock.advance(30);
    expect(refusal(await signIn(code))).toEqual(refused);
    expect((await signIn(codeOf(secret, now()))).status).toBe(200);
  });

  test('does not take the code with which it was set up', async () => {
    const { secret } = await setUp();
    expect(refusal(await signIn(codeOf(secret, now(), -1)))).toEqual(refused);
  });

  test.each([-2, -1, 0, 1, 2])('a clock that is off by %i steps', async (steps) => {
    const { secret } = await setUp();
    server.clock.advance(300);
    expect((await signIn(codeOf(secret, now(), steps))).status).toBe(Math.abs(steps) <= 1 ? 200 : 401);
  });

  test('of two sign-ins with one code at the same time, one succeeds', async () => {
    const { secret, codes } = await setUp();
    for (const code of [codeOf(secret, now()), codes[0]]) {
      const both = await Promise.all([signIn(code), signIn(code), signIn(code)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    }
    expect(await sessions()).toBe(2);
    // Without the password, whose verification would let one be ahead.
    server.clock.advance(60);
    for (const code of [codeOf(secret, now()), codes[1] ?? '']) {
      const typed = { accountId: server.studio.accounts.owner, code, address: '', error: 'invalid' } as const;
      const both = await Promise.allSettled(
        [1, 2, 3].map((answer) => withCode(server.app.deps, typed, async () => answer)),
      );
      expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });

  test('takes spaces and hyphens in a code, and a recovery code in any case', async () => {
    const { secret, codes } = await setUp();
    const code = codeOf(secret, now());
    expect((await signIn(` ${code.slice(0, 3)} ${code.slice(3)} `)).status).toBe(200);
    expect(codes[0]).toMatch(/^[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}$/);
    expect((await signIn(codes[0]?.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
  });

  test('takes each of ten recovery codes once', async () => {
    shows('5.company.factor');
    const { codes } = await setUp();
    expect(new Set(codes).size).toBe(10);
    expect(await read()).toEqual({
      is_on: true,
      has_app: true,
      recovery_codes_left: 10,
      passkeys: [],
      required_by: [],
    });
    for (const [index, code] of codes.entries()) {
      expect((await signIn(code)).status).toBe(200);
      expect((await read()).recovery_codes_left).toBe(9 - index);
      expect(refusal(await signIn(code))).toEqual(refused);
    }
  });

  test('refuses codes of another account', async () => {
    const [owner, admin] = [await setUp(), await setUp('admin')];
    for (const code of [codeOf(admin.secret, now()), admin.codes[0]])
      expect(refusal(await signIn(code))).toEqual(refused);
    expect((await signIn(owner.codes[0])).status).toBe(200);
    expect((await signIn(admin.codes[0], { as: 'admin' })).status).toBe(200);
  });

  test.each(['', ' ', '-', '00000', '0000000', 'x'.repeat(256), '１２３４５６', 'NaN', '-1'])(
    'refuses the code %j',
    async (code) => {
      await setUp();
      const { status } = await signIn(code);
      expect([401, 422]).toContain(status);
      expect(await sessions()).toBe(0);
    },
  );

  test('a code that is too long is refused before anything is looked up', async () => {
    expect((await signIn('1'.repeat(257))).status).toBe(422);
  });
});

describe('guessing', () => {
  test('ten wrong codes lock the account, also for the right one, for fifteen minutes', async () => {
    const { secret } = await setUp();
    for (let guess = 0; guess < 10; guess++) expect(refusal(await signIn('000000'))).toEqual(refused);
    expect((await signIn(codeOf(secret, now()))).status).toBe(429);
    server.clock.advance(15 * 60 + 1);
    expect((await signIn(codeOf(secret, now()))).status).toBe(200);
  });

  test('thirty wrong codes in a day lock it for the day, and a new password does not give more', async () => {
    const { secret } = await setUp();
    for (let guess = 0; guess < 30; guess++) {
      if (guess % 10 === 0) server.clock.advance(15 * 60 + 1);
      expect(refusal(await signIn('000000'))).toEqual(refused);
    }
    await server.call(accounts.requestPasswordReset, { body: { email: emailOf('owner') } });
    const hash = hashOf(await mailAbout(server.app, emailOf('owner'), 'Reset your password'));
    await server.call(accounts.resetPassword, { body: { hash, password } });
    const locked = await signIn(codeOf(secret, now()));
    expect(locked.status).toBe(429);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(20 * 60 * 60);
    expect((await signIn(undefined, { as: 'admin' })).status).toBe(200);
    server.clock.advance(24 * 60 * 60);
    expect((await signIn(codeOf(secret, now()))).status).toBe(200);
  });

  test('right codes, and sign-ins that were only asked for one, do not count', async () => {
    const { secret } = await setUp();
    for (let turn = 0; turn < 12; turn++) {
      expect(refusal(await signIn())).toEqual(refused);
      expect((await signIn(codeOf(secret, now()))).status).toBe(200);
      server.clock.advance(30);
    }
    expect(await query('select * from rate_limits')).toEqual([]);
  });

  test('a network is locked after three hundred', async () => {
    const { secret } = await setUp();
    await signIn('000000');
    await query("update rate_limits set count = 300 where key like 'second-factor:address:%'");
    expect((await signIn(codeOf(secret, now()))).status).toBe(429);
  });

  test('in the profile, wrong codes and wrong passwords count as well', async () => {
    const { secret } = await setUp();
    for (let guess = 0; guess < 30; guess++)
      expect((await turnOff({ password, code: '000000' })).status, `${guess}`).toBe(422);
    expect((await turnOff({ password, code: codeOf(secret, now()) })).status).toBe(429);
    await setUp('admin');
    for (let guess = 0; guess < 10; guess++)
      expect((await turnOff({ password: 'wrong', code: '000000' }, 'admin')).status).toBe(422);
    expect((await turnOff({ password, code: '000000' }, 'admin')).status).toBe(429);
  });
});

describe('setting up', () => {
  const enrol = async (browser: TestBrowser) =>
    (await callIn(browser, '/enrolment')).body as { enrolment: string; secret: string; address: string };

  test('turns the factor on only by a code and the password, and answers ten codes', async () => {
    shows('5.company.factor-set-up');
    const browser = await server.signIn('owner');
    const { enrolment, secret, address } = await enrol(browser);
    expect(address).toBe(
      `otpauth://totp/Quartermaster:owner%40studio.test?issuer=Quartermaster&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const code = codeOf(secret, now());
    expect((await callIn(browser, '', { enrolment, password: 'wrong', code })).body).toMatchObject({
      fields: { password: 'This is not your password' },
    });
    expect((await callIn(browser, '', { enrolment, password, code: '000000' })).status).toBe(422);
    expect((await signIn()).status).toBe(200);
    const on = await callIn(browser, '', { enrolment, password, code });
    expect(on.body).toEqual({ recovery_codes: expect.arrayContaining([expect.any(String)]) });
    expect(refusal(await signIn())).toEqual(refused);
  });

  test('a secret is confirmed by the session that asked for it, within an hour', async () => {
    const [browser, elsewhere, admin] = [
      await server.signIn('owner'),
      await server.signIn('owner'),
      await server.signIn('admin'),
    ];
    const { enrolment, secret } = await enrol(browser);
    const confirm = (by: TestBrowser, text = enrolment) =>
      callIn(by, '', { enrolment: text, password, code: codeOf(secret, now()) });
    const modified = `${enrolment.slice(0, -2)}${enrolment.endsWith('AA') ? 'BB' : 'AA'}`;
    const token = server.app.deps.secrets.encrypt(JSON.stringify({ kind: 'assistant-code', accountId: 1 }));
    for (const one of [confirm(elsewhere), confirm(admin), confirm(browser, modified), confirm(browser, token)])
      expect(refusal(await one)).toEqual([422, 'invalid']);
    const as = { as: 'owner' } as const;
    const late = await server.call(secondFactor.enrol, {}, as);
    // Tokens of portals name no session.
    const stolen = { enrolment: late.enrolment, password, code: codeOf(late.secret, now()) };
    expect(refusal(await server.send(secondFactor.confirm, { body: stolen }, { as: 'admin' }))).toEqual([
      422,
      'invalid',
    ]);
    const confirmLate = () => {
      const body = { enrolment: late.enrolment, password, code: codeOf(late.secret, now()) };
      return server.send(secondFactor.confirm, { body }, as);
    };
    server.clock.advance(60 * 60);
    expect(refusal(await confirmLate())).toEqual([422, 'invalid']);
    expect(await read()).toEqual({
      is_on: false,
      has_app: false,
      recovery_codes_left: 0,
      passkeys: [],
      required_by: [],
    });
    server.clock.advance(-1);
    expect((await confirmLate()).status).toBe(200);
  });

  test('of two at the same time, one is stored, and its codes are the good ones', async () => {
    const both = [await server.signIn('owner'), await server.signIn('owner')];
    const enrolled = await Promise.all(both.map(enrol));
    const answers = await Promise.all(
      both.map((browser, index) => {
        const { enrolment = '', secret = '' } = enrolled[index] ?? {};
        return callIn(browser, '', { enrolment, password, code: codeOf(secret, now()) });
      }),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const stored = answers.findIndex(({ status }) => status === 200);
    const body = answers[stored]?.body as { recovery_codes: string[] } | undefined;
    expect((await signIn(body?.recovery_codes[0])).status).toBe(200);
    server.clock.advance(30);
    expect(refusal(await signIn(codeOf(enrolled[1 - stored]?.secret ?? '', now())))).toEqual(refused);
    expect((await signIn(codeOf(enrolled[stored]?.secret ?? '', now()))).status).toBe(200);
  });

  test('another secret does not replace one', async () => {
    const { secret } = await setUp();
    await expect(setUp()).rejects.toMatchObject({ status: 409 });
    expect((await signIn(codeOf(secret, now()))).status).toBe(200);
  });
});

describe('changing', () => {
  test('needs the password and a code, and a session', async () => {
    shows('5.company.factor-set-up');
    const { secret, codes } = await setUp();
    const code = codeOf(secret, now());
    expect((await turnOff({ password })).status).toBe(422);
    expect((await turnOff({ password, code: '' })).status).toBe(422);
    expect((await turnOff({ password: 'wrong', code })).body).toMatchObject({
      fields: { password: expect.any(String) },
    });
    expect((await turnOff({ password, code: '000000' })).body).toMatchObject({ fields: { code: expect.any(String) } });
    expect((await server.send(secondFactor.remove, { body: { password, code } })).status).toBe(401);
    expect((await server.send(secondFactor.remove, { body: 'none' })).status).toBe(401);
    expect((await turnOff({ password, code }, 'admin')).body).toMatchObject({ error: 'not_found' });
    expect(await read()).toEqual({
      is_on: true,
      has_app: true,
      recovery_codes_left: 10,
      passkeys: [],
      required_by: [],
    });
    expect((await turnOff({ password, code: codes[3] })).status).toBe(200);
    expect(await read()).toEqual({
      is_on: false,
      has_app: false,
      recovery_codes_left: 0,
      passkeys: [],
      required_by: [],
    });
    expect((await signIn()).status).toBe(200);
  });

  test('new recovery codes replace the earlier ones', async () => {
    shows('5.company.factor-set-up');
    const { secret, codes } = await setUp();
    await signIn(codes[0]);
    const body = { password, code: codeOf(secret, now()) };
    const renewed = await server.call(secondFactor.renewCodes, { body }, { as: 'owner' });
    expect((await server.send(secondFactor.renewCodes, { body }, { as: 'owner' })).status).toBe(422);
    expect((await read()).recovery_codes_left).toBe(10);
    expect(refusal(await signIn(codes[1]))).toEqual(refused);
    expect((await signIn(renewed.recovery_codes[0])).status).toBe(200);
  });

  test('a password that was reset by mail leaves the factor on', async () => {
    const { secret } = await setUp();
    await server.call(accounts.requestPasswordReset, { body: { email: emailOf('owner') } });
    const hash = hashOf(await mailAbout(server.app, emailOf('owner'), 'Reset your password'));
    await server.call(accounts.resetPassword, { body: { hash, password: 'Quartermaster2' } });
    expect(refusal(await signIn(undefined, { secret: 'Quartermaster2' }))).toEqual(refused);
    expect((await signIn(codeOf(secret, now()), { secret: 'Quartermaster2' })).status).toBe(200);
  });

  test('is in the access log of the workspaces of the account, as are refused codes', async () => {
    shows('5.company.factor-log');
    const { codes } = await setUp('member');
    await signIn('000000', { as: 'member' });
    await server.call(secondFactor.renewCodes, { body: { password, code: codes[0] ?? '' } }, { as: 'member' });
    await turnOff({ password, code: '000000' }, 'member');
    const { workspaceId, accounts: ids } = server.studio;
    const log = async () =>
      (await server.call(accessLog.list, { params: { workspaceId }, query: {} }, { as: 'owner' })).entries;
    expect((await log()).map(({ action }) => action)).toEqual([
      'code_refused',
      'recovery_codes_renewed',
      'code_refused',
      'second_factor_added',
    ]);
    expect(new Set((await log()).map(({ actor }) => actor.id))).toEqual(new Set([ids.member]));
    // An account of another workspace is not in it.
    await setUp('stranger');
    expect(await log()).toHaveLength(4);
  });
});

test('the database has no secret and no recovery code that can be read', async () => {
  const { secret, codes } = await setUp();
  const [row] = await query('select * from second_factors');
  const stored = JSON.stringify(row);
  for (const text of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))]) {
    for (const form of [
      text,
      text.toLowerCase(),
      Buffer.from(text).toString('base64url'),
      Buffer.from(text).toString('hex'),
    ])
      expect(stored).not.toContain(form);
  }
  expect((row as { recovery_codes: string[] }).recovery_codes).toEqual(
    Array.from({ length: 10 }, () => expect.stringMatching(/^[0-9a-f]{64}$/)),
  );
});

test('an operator removes a factor', async () => {
  await setUp();
  expect(await removeSecondFactor(server.app.deps.database.query, emailOf('owner').toUpperCase())).toBe(true);
  expect((await signIn()).status).toBe(200);
});

test('with another secret key, the server says that the factor has to be removed', async () => {
  const { secret } = await setUp();
  const { database, clock } = server.app.deps;
  const config = testEnvironment({ SECRET_KEY: 'another key of tests, another key of tests, another' });
  const other = await buildServer({ database, clock, config });
  const answer = await other.inject({
    method: 'POST',
    url: '/v1/accounts/login',
    payload: { email: emailOf('owner'), password, code: codeOf(secret, now()) },
  });
  await other.close();
  expect([answer.statusCode, answer.json().message]).toEqual([503, expect.stringContaining('Ask its operator')]);
});

test('a portal that exchanges tokens is not asked for a code', async () => {
  await setUp();
  const { database, clock } = server.app.deps;
  const portal = await buildServer({ database, clock, config: testEnvironment(credentialsOf({})) });
  const { status } = await exchangeEmail(portal, emailOf('owner'));
  await portal.deps.jobs.stop();
  await portal.close();
  expect(status).toBe(200);
});
