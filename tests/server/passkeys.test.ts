import { accessLog } from '@quartermaster/contract/endpoints/people/access-log.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { passkeys } from '@quartermaster/contract/endpoints/people/passkeys.ts';
import { secondFactor } from '@quartermaster/contract/endpoints/people/second-factor.ts';
import { passkeyLimit } from '@quartermaster/contract/rules/people/passkey.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { allSent, mailsOf } from '../support/mailbox.ts';
import { codeOf } from '../support/one-time-code.ts';
import { type Authenticator, addPasskey, type Changes, callIn, createAuthenticator } from '../support/passkey.ts';
import { setUpFactor } from '../support/second-factor.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';
import type { TestBrowser } from '../support/server-browser.ts';
import { emailOf, password } from '../support/server-studio.ts';

let server: TestServer;
let browser: TestBrowser;
beforeEach(async () => {
  server = await startTestServer();
  server.clock.stop();
  browser = await server.signIn('owner');
});

const query = (text: string, values: unknown[] = []) => server.app.deps.database.query(text, values);
const originOf = () => new URL(server.app.deps.config.publicUrl).origin;
const authenticator = (options = {}) => createAuthenticator(originOf(), options);
const ask = async (by: TestBrowser) => (await callIn(by, passkeys.challenge, { body: {} })).body;
const read = (as: Person = 'owner') => server.call(secondFactor.get, {}, { as });
const refused = [422, 'passkey'];

/** Signs in with a passkey in a browser without a session. */
async function signIn(key: Authenticator, changes: Changes = {}, by = server.browser()) {
  const { status, body } = await callIn(by, passkeys.signIn, { body: key.sign(await ask(by), changes) });
  return { status, refusal: [status, body.error], by };
}

const login = async (code?: string) => {
  const body = { email: emailOf('owner'), password, ...(code && { code }) };
  const sent = await server.send(accounts.login, { body });
  return { status: sent.status, body: sent.body as { error?: string; details?: unknown } };
};

describe('signing in', () => {
  test('a passkey alone signs in, and begins a session of its account', async () => {
    shows('5.company.passkeys');
    const key = authenticator();
    expect(await addPasskey(browser, key)).toHaveLength(10);
    const { status, by } = await signIn(key);
    expect(status).toBe(200);
    expect((await callIn(by, accounts.get)).body).toMatchObject({ email: emailOf('owner') });
    const { passkeys: listed } = await read();
    expect(listed).toEqual([
      {
        id: expect.any(Number),
        name: 'Laptop',
        created_at: expect.any(String),
        used_at: expect.any(String),
        is_backed_up: true,
      },
    ]);
    const [row] = await query('select counter::int, can_back_up, transports from passkeys');
    expect(row).toEqual({ counter: 1, can_back_up: true, transports: ['internal'] });
  });

  test('a passkey that does not count its signatures signs in again and again', async () => {
    const key = authenticator({ counts: false });
    await addPasskey(browser, key);
    for (let turn = 0; turn < 3; turn++) expect((await signIn(key)).status).toBe(200);
  });

  const changed: [string, Changes][] = [
    ['of another origin', { origin: 'https://evil.test' }],
    ['of the same host at another port', { origin: 'http://localhost:1' }],
    ['of another RP id', { rpId: 'evil.test' }],
    ['without a verified user', { isVerified: false }],
    ['without a present user', { isPresent: false }],
    ['that was made for a new passkey', { type: 'webauthn.create' }],
    ['of another challenge', { challenge: 'AAAA' }],
    ['in a frame of another site', { topOrigin: 'https://evil.test' }],
  ];
  test.each(changed)('refuses a signature %s', async (_, changes) => {
    shows('5.company.passkey-attacks');
    const key = authenticator();
    await addPasskey(browser, key);
    expect((await signIn(key, changes)).refusal).toEqual(refused);
    expect(await query('select 1 from sign_ins')).toHaveLength(1);
    expect((await signIn(key)).status).toBe(200);
  });

  test('refuses a challenge that was answered, is of another browser, too old or changed', async () => {
    shows('5.company.passkey-attacks');
    const key = authenticator();
    await addPasskey(browser, key);
    const by = server.browser();
    const send = async (body: object, sender = by) => {
      const answer = await callIn(sender, passkeys.signIn, { body });
      return [answer.status, answer.body.error];
    };
    const answer = key.sign(await ask(by));
    expect(await send(answer)).toEqual([200, undefined]);
    expect(await send(answer)).toEqual(refused);
    const asked = await ask(by);
    expect(await send(key.sign(asked), server.browser())).toEqual(refused);
    const other = server.browser();
    await ask(other);
    expect(await send(key.sign(asked), other)).toEqual(refused);
    const sealed = `${asked.sealed.slice(0, -2)}${asked.sealed.endsWith('AA') ? 'BB' : 'AA'}`;
    expect(await send(key.sign({ ...asked, sealed }))).toEqual(refused);
    const { body: enrolment } = await callIn(browser, passkeys.enrol);
    expect(await send(key.sign(enrolment), browser)).toEqual(refused);
    const late = await ask(by);
    server.clock.advance(10 * 60);
    expect(await send(key.sign(late))).toEqual(refused);
  });

  test('of two answers to one challenge at the same time, one signs in', async () => {
    shows('5.company.passkey-attacks');
    const key = authenticator({ counts: false });
    await addPasskey(browser, key);
    const by = server.browser();
    const asked = await ask(by);
    const both = await Promise.all([1, 2, 3].map(() => callIn(by, passkeys.signIn, { body: key.sign(asked) })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
  });

  test('refuses an unknown passkey, and one with the id of another', async () => {
    shows('5.company.passkey-attacks');
    const key = authenticator();
    await addPasskey(browser, key);
    const by = server.browser();
    expect((await signIn(authenticator())).refusal).toEqual(refused);
    const forged = { ...authenticator().sign(await ask(by)), id: key.id };
    expect((await callIn(by, passkeys.signIn, { body: forged })).status).toBe(422);
    expect(await query('select 1 from sign_ins')).toHaveLength(1);
  });

  test.each([1, 2])('refuses a copy, whose counter is %i behind, and logs it', async (behind) => {
    shows('5.company.passkey-attacks');
    const key = authenticator();
    await addPasskey(browser, key);
    expect((await signIn(key)).status).toBe(200);
    expect((await signIn(key)).status).toBe(200);
    expect((await signIn(key, { counter: 3 - behind })).refusal).toEqual(refused);
    const { workspaceId } = server.studio;
    const { entries } = await server.call(accessLog.list, { params: { workspaceId }, query: {} }, { as: 'owner' });
    expect(entries[0]).toMatchObject({ action: 'passkey_refused', details: { passkey_name: 'Laptop' } });
  });

  test('a removed passkey signs in no more', async () => {
    shows('5.company.passkey-attacks');
    const key = authenticator();
    await addPasskey(browser, key);
    const by = server.browser();
    const answer = key.sign(await ask(by));
    const [one] = (await read()).passkeys;
    expect((await callIn(browser, passkeys.remove, { params: { passkeyId: one?.id ?? 0 } })).status).toBe(200);
    expect((await callIn(by, passkeys.signIn, { body: answer })).status).toBe(422);
    expect((await signIn(key)).refusal).toEqual(refused);
  });

  test('a hundred refused ones of a network in a quarter of an hour are the last', async () => {
    const key = authenticator();
    await addPasskey(browser, key);
    expect((await signIn(key, { isVerified: false })).status).toBe(422);
    await query("update rate_limits set count = 100 where key like 'passkey:address:%'");
    expect((await signIn(key)).status).toBe(429);
  });
});

describe('as second factor', () => {
  test('the password alone does not sign in any more; a recovery code does, once', async () => {
    shows('5.company.passkeys');
    const codes = await addPasskey(browser, authenticator());
    expect(await login()).toMatchObject({
      status: 401,
      body: { error: 'second_factor', details: { has_app: false, has_passkey: true } },
    });
    expect((await login('123456')).status).toBe(401);
    expect((await login(codes[0])).status).toBe(200);
    expect((await login(codes[0])).status).toBe(401);
  });

  test('an app and passkeys share the recovery codes, which end with the last of them', async () => {
    shows('5.company.passkeys');
    const { secret, codes } = await setUpFactor(server, 'owner');
    expect(await addPasskey(browser, authenticator())).toEqual([]);
    expect(await read()).toMatchObject({ is_on: true, has_app: true, recovery_codes_left: 10 });
    const code = codeOf(secret, server.clock.now());
    await server.call(secondFactor.remove, { body: { password, code } }, { as: 'owner' });
    expect(await read()).toMatchObject({ is_on: true, has_app: false, recovery_codes_left: 10 });
    expect((await login(codes[0])).status).toBe(200);
    const [one] = (await read()).passkeys;
    await callIn(browser, passkeys.remove, { params: { passkeyId: one?.id ?? 0 } });
    expect(await read()).toEqual({
      is_on: false,
      has_app: false,
      recovery_codes_left: 0,
      passkeys: [],
      required_by: [],
    });
    expect((await login()).status).toBe(200);
  });

  test('a passkey of the account, and of no other, makes new recovery codes, also when all are used up', async () => {
    shows('5.company.passkeys', '5.company.passkey-attacks');
    const [mine, other] = [authenticator(), authenticator()];
    await addPasskey(browser, mine);
    await addPasskey(await server.signIn('admin'), other);
    await query("update second_factors set recovery_codes = '{}'");
    const renew = async (key: Authenticator) =>
      callIn(browser, secondFactor.renewCodes, { body: { passkey: key.sign(await ask(browser)) } });
    expect((await renew(other)).status).toBe(422);
    expect(await read()).toMatchObject({ recovery_codes_left: 0 });
    const { body } = await renew(mine);
    expect(body.recovery_codes).toHaveLength(10);
    expect((await login(body.recovery_codes[0])).status).toBe(200);
  });

  test('an app is added to passkeys without new recovery codes', async () => {
    const codes = await addPasskey(browser, authenticator());
    const { codes: added } = await setUpFactor(server, 'owner');
    expect(added).toEqual([]);
    expect((await login(codes[9])).status).toBe(200);
  });
});

describe('adding', () => {
  const add = async (key: Authenticator, { by = browser, changes = {} as Changes, asked = browser } = {}) => {
    const { body: enrolment } = await callIn(asked, passkeys.enrol);
    const { status } = await callIn(by, passkeys.add, { body: { ...key.make(enrolment, changes), name: 'Key' } });
    return status;
  };

  test.each([
    ['of another origin', { origin: 'https://evil.test' }],
    ['of another RP id', { rpId: 'evil.test' }],
    ['without a verified user', { isVerified: false }],
    ['that is a signature', { type: 'webauthn.get' }],
    ['of another challenge', { challenge: 'AAAA' }],
  ] satisfies [string, Changes][])('refuses one %s', async (_, changes) => {
    shows('5.company.passkey-attacks');
    expect(await add(authenticator(), { changes })).toBe(422);
    expect(await read()).toMatchObject({ is_on: false, passkeys: [] });
  });

  test('refuses a challenge of another session or account, and one that was used or is too old', async () => {
    shows('5.company.passkey-attacks');
    expect(await add(authenticator(), { by: await server.signIn('owner') })).toBe(422);
    expect(await add(authenticator(), { by: await server.signIn('admin') })).toBe(422);
    const { body: enrolment } = await callIn(browser, passkeys.enrol);
    const send = async (key: Authenticator) =>
      (await callIn(browser, passkeys.add, { body: { ...key.make(enrolment), name: 'Key' } })).status;
    expect((await Promise.all([authenticator(), authenticator()].map(send))).toSorted()).toEqual([200, 422]);
    const { body: late } = await callIn(browser, passkeys.enrol);
    server.clock.advance(10 * 60);
    await query('update sign_ins set proved_at = $1', [server.clock.now()]);
    const body = { ...authenticator().make(late), name: 'Key' };
    expect((await callIn(browser, passkeys.add, { body })).status).toBe(422);
    expect((await read()).passkeys).toHaveLength(1);
  });

  test('refuses a passkey of another account, and names those of the account to the browser', async () => {
    shows('5.company.passkey-attacks');
    const key = authenticator();
    await addPasskey(browser, key);
    const admin = await server.signIn('admin');
    expect(await add(key, { by: admin, asked: admin })).toBe(409);
    expect((await read('admin')).is_on).toBe(false);
    expect((await callIn(browser, passkeys.enrol)).body.exclude).toEqual([key.id]);
    expect((await callIn(admin, passkeys.enrol)).body.exclude).toEqual([]);
  });

  test('of two first ones at the same time, one brings the recovery codes, and they are good', async () => {
    shows('5.company.passkey-attacks');
    const added = await Promise.all(['One', 'Two'].map((name) => addPasskey(browser, authenticator(), name)));
    expect(added.map(({ length }) => length).toSorted()).toEqual([0, 10]);
    expect((await login(added.flat()[0])).status).toBe(200);
    expect((await read()).passkeys).toHaveLength(2);
  });

  test('refuses a second one of the same name at its input, whatever its case and spaces', async () => {
    shows('5.company.passkeys');
    const { body: enrolment } = await callIn(browser, passkeys.enrol);
    await addPasskey(browser, authenticator(), 'Laptop');
    const body = { ...authenticator().make(enrolment), name: ' LAPTOP ' };
    expect(await callIn(browser, passkeys.add, { body })).toMatchObject({
      status: 422,
      body: { fields: { name: expect.stringMatching(/^You have a passkey with this name/) } },
    });
    expect((await read()).passkeys).toHaveLength(1);
    await addPasskey(await server.signIn('admin'), authenticator(), 'Laptop');
  });

  test('an account has at most twenty', async () => {
    await addPasskey(browser, authenticator());
    await query(
      `insert into passkeys (account_id, credential_id, public_key, counter, transports, can_back_up, is_backed_up, name, created_at)
        select account_id, n::text, '', 0, '{}', false, false, 'more', now() from passkeys, generate_series(2, $1::int) n`,
      [passkeyLimit],
    );
    expect(await add(authenticator())).toBe(422);
  });

  test('adding and removing ask again after ten minutes', async () => {
    shows('5.company.confirm');
    await addPasskey(browser, authenticator());
    const [one] = (await read()).passkeys;
    server.clock.advance(11 * 60);
    expect(await add(authenticator())).toBe(403);
    const remove = await callIn(browser, passkeys.remove, { params: { passkeyId: one?.id ?? 0 } });
    expect(remove.body.error).toBe('confirm_again');
  });

  test('the passkey of another account is not removed', async () => {
    await addPasskey(browser, authenticator());
    const [one] = (await read()).passkeys;
    const admin = await server.signIn('admin');
    expect((await callIn(admin, passkeys.remove, { params: { passkeyId: one?.id ?? 0 } })).status).toBe(404);
    expect((await read()).passkeys).toHaveLength(1);
  });
});

test('each change is mailed to the account and logged', async () => {
  shows('5.company.factor-mail', '5.company.factor-log');
  const codes = await addPasskey(browser, authenticator());
  const { secret } = await setUpFactor(server, 'owner');
  for (const code of codes.slice(0, 8)) await login(code);
  for (const code of codes.slice(8)) await login(code);
  const code = codeOf(secret, server.clock.now());
  await server.call(secondFactor.renewCodes, { body: { password, code } }, { as: 'owner' });
  server.clock.advance(30);
  const removal = { password, code: codeOf(secret, server.clock.now()) };
  await server.call(secondFactor.remove, { body: removal }, { as: 'owner' });
  const [one] = (await read()).passkeys;
  await callIn(browser, passkeys.remove, { params: { passkeyId: one?.id ?? 0 } });
  await allSent(server.app);
  const mails = (await mailsOf(server.app)).filter(({ recipient }) => recipient === emailOf('owner'));
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'A passkey was added',
    'A passkey was removed',
    'An authenticator app was added',
    'You have 2 recovery codes left',
    'You have new recovery codes',
    'Your authenticator app was removed',
    'Your recovery codes are used up',
  ]);
  const { workspaceId } = server.studio;
  const { entries } = await server.call(accessLog.list, { params: { workspaceId }, query: {} }, { as: 'owner' });
  expect(entries.map(({ action }) => action).slice(0, 5)).toEqual([
    'passkey_removed',
    'second_factor_removed',
    'recovery_codes_renewed',
    'second_factor_added',
    'passkey_added',
  ]);
});
