import { createHmac } from 'node:crypto';
import * as argon2 from '@node-rs/argon2';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { buildServer } from '../../server/build-server.ts';
import type { App } from '../../server/core/app/deps.ts';
import { hashPassword, verifyPassword } from '../../server/core/session/passwords.ts';
import { shows } from '../specification/shows.ts';
import { startTestServer, type TestServer, testEnvironment } from '../support/server.ts';
import { openBrowser, type TestBrowser } from '../support/server-browser.ts';
import { emailOf, password } from '../support/server-studio.ts';

const minute = 60;
const day = 24 * 60 * minute;

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const nowInSeconds = () => Math.floor(server.clock.now().getTime() / 1000);

const post = (browser: TestBrowser, path: string, body: unknown, headers: Record<string, string> = {}) =>
  browser.fetch(`/v1/accounts/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-protection': '1', ...headers },
    body: JSON.stringify(body),
  });

const signIn = (email: string, secret = password, browser = server.browser()) =>
  post(browser, 'login', { email, password: secret });
const refresh = (browser: TestBrowser) => post(browser, 'refresh', {});
const whoAmI = async (browser: TestBrowser) => (await browser.fetch('/v1/accounts')).status;

/** A second tab, or a thief, with a copy of the browser’s current cookies. */
function copyOf({ cookies }: TestBrowser): TestBrowser {
  const copy = server.browser();
  for (const [name, value] of cookies) copy.cookies.set(name, value);
  return copy;
}

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof argon2>();
  return { ...real, verify: vi.fn(real.verify) };
});

describe('signing in', () => {
  test('answers when the session expires and sets two cookies that scripts cannot read', async () => {
    shows(
      '1.3.token.auth-cookie',
      '1.3.token.cookie-path',
      '1.3.token.refresh-cookie',
      '1.7.login.call',
      '3.session.cookie.auth',
      '3.session.cookie.http-only',
      '3.session.cookie.path',
      '3.session.cookie.refresh',
      '3.session.cookie.same-site',
      '3.session.expires-at.login',
    );
    server.clock.stop();
    const response = await signIn(emailOf('owner'));
    expect(response.status).toBe(200);
    const body = (await response.json()) as { expires_at: number };
    expect(Object.keys(body)).toEqual(['expires_at']);
    expect(body.expires_at).toBe(nowInSeconds() + 15 * minute);
    const cookies = response.headers.getSetCookie();
    expect(cookies).toHaveLength(2);
    expect(cookies[0]).toMatch(/^qm_auth=[\w-]+\.[\w-]+\.[\w-]+; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(cookies[1]).toMatch(/^qm_refresh=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  describe('if PUBLIC_URL is https', () => {
    const over = async (work: (sign: (cookie?: string) => Promise<string[]>, app: App) => Promise<void>) => {
      const config = { ...server.app.deps.config, publicUrl: 'https://content.example.com' };
      const app = await buildServer({
        ...server.app.deps,
        config,
        jobs: undefined as never,
        mail: server.app.deps.mail,
      });
      const sign = async (cookie?: string) => {
        const answer = await app.inject({
          method: 'POST',
          url: '/v1/accounts/login',
          headers: { 'x-csrf-protection': '1', ...(cookie && { cookie }) },
          payload: { email: emailOf('owner'), password },
        });
        return [answer.headers['set-cookie'] ?? []].flat();
      };
      await work(sign, app);
      await app.close();
    };

    test('the cookies have the __Host- prefix', () =>
      over(async (sign) => {
        const [auth, refresh, ...more] = await sign();
        expect(auth).toMatch(/^__Host-qm_auth=[\w.-]+; Max-Age=900; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
        expect(refresh).toMatch(
          /^__Host-qm_refresh=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
        );
        expect(more).toEqual([]);
      }));

    test('a cookie that another host of the domain could have set is ignored', () =>
      over(async (_sign, app) => {
        const { cookies } = await server.signIn('owner');
        const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
        const headers = { cookie, 'x-csrf-protection': '1' };
        expect((await app.inject({ url: '/v1/accounts', headers })).statusCode).toBe(401);
        const renewed = await app.inject({ method: 'POST', url: '/v1/accounts/refresh', headers, payload: {} });
        expect(renewed.statusCode).toBe(401);
        const named = cookie.replaceAll('qm_', '__Host-qm_');
        const signedIn = await app.inject({ url: '/v1/accounts', headers: { cookie: `${named}; qm_auth=planted` } });
        expect(signedIn.statusCode).toBe(200);
      }));
  });

  test('stores nothing that would let a reader of the database sign in', async () => {
    shows('3.session.cookie.refresh-hashed');
    const { cookies } = await server.signIn('owner');
    const { query } = server.app.deps.database;
    const tokens = await query<{ token_hash: string }>('select token_hash from refresh_tokens', []);
    expect(tokens).toHaveLength(1);
    expect(tokens[0]?.token_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(tokens[0]?.token_hash).not.toContain(cookies.get('qm_refresh'));
    expect(await hashPassword(password)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('ignores the email’s case and surrounding spaces', async () => {
    shows('1.7.login.call');
    const browser = server.browser();
    expect((await signIn(`  ${emailOf('admin').toUpperCase()} `, password, browser)).status).toBe(200);
    expect(await (await browser.fetch('/v1/accounts')).json()).toMatchObject({ email: emailOf('admin') });
  });

  test.each([
    ['a wrong password', emailOf('owner'), 'Quartermaster2'],
    ['a password in another case', emailOf('owner'), password.toLowerCase()],
    ['an unknown account', 'nobody@studio.test', password],
  ])('answers the same for %s', async (_, email, secret) => {
    shows('1.7.login.wrong', '1.8.status.401-login');
    const response = await signIn(email, secret);
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({
      status_code: 401,
      error: 'credentials',
      message: 'Email or password is wrong.',
    });
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test('does the same work for an unknown account as for a known one', async () => {
    const verify = vi.mocked(argon2.verify);
    const cost = /^\$argon2id\$v=\d+\$m=\d+,t=\d+,p=\d+\$/;
    const workFor = async (known: string | undefined) => {
      verify.mockClear();
      expect(await verifyPassword(known, 'wrong')).toBe(false);
      return verify.mock.calls.map(([hash]) => cost.exec(String(hash))?.[0]);
    };
    const hash = await hashPassword(password);
    const known = await workFor(hash);
    expect(known).toEqual([expect.stringMatching(cost)]);
    expect(await workFor(undefined)).toEqual(known);
    expect(await verifyPassword(hash, password)).toBe(true);
  });
});

describe('after too many failed attempts', () => {
  const fail = async (times: number, email = emailOf('owner')) => {
    for (let attempt = 0; attempt < times; attempt++) expect((await signIn(email, 'wrong')).status).toBe(401);
  };

  test('an account is locked for fifteen minutes, even with the right password, and the answer has the remaining time', async () => {
    await fail(10);
    const response = await signIn(emailOf('owner'));
    expect(response.status).toBe(429);
    expect(((await response.json()) as { error: string }).error).toBe('rate_limit');
    const wait = Number(response.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(14 * minute);
    expect(wait).toBeLessThanOrEqual(15 * minute);
    expect((await signIn(emailOf('owner').toUpperCase())).status).toBe(429);
    server.clock.advance(wait + 1);
    expect((await signIn(emailOf('owner'))).status).toBe(200);
  });

  test('other accounts are not locked', async () => {
    await fail(10);
    expect((await signIn(emailOf('admin'))).status).toBe(200);
  });

  test('an unknown account is locked as well, so that it reveals nothing', async () => {
    await fail(10, 'nobody@studio.test');
    expect((await signIn('nobody@studio.test')).status).toBe(429);
  });

  test('successful sign-ins do not count', async () => {
    for (let attempt = 0; attempt < 12; attempt++) expect((await signIn(emailOf('owner'))).status).toBe(200);
    expect(await server.app.deps.database.query('select * from rate_limits', [])).toEqual([]);
  });

  test('an address is locked after a hundred', async () => {
    const { query } = server.app.deps.database;
    await fail(1);
    await query("update rate_limits set count = 100 where key like 'sign-in:address:%'", []);
    expect((await signIn(emailOf('admin'))).status).toBe(429);
  });

  test('servers on one database count together', async () => {
    const other = await buildServer({
      database: server.app.deps.database,
      clock: server.clock,
      config: testEnvironment(),
    });
    const elsewhere = openBrowser(other);
    await fail(5);
    for (let attempt = 0; attempt < 5; attempt++) {
      expect((await signIn(emailOf('owner'), 'wrong', elsewhere)).status).toBe(401);
    }
    expect((await signIn(emailOf('owner'))).status).toBe(429);
    await other.close();
  });
});

describe('the session token', () => {
  test('is valid for fifteen minutes', async () => {
    shows('3.session.cookie.auth-lifetime');
    server.clock.stop();
    const browser = await server.signIn('owner');
    server.clock.advance(15 * minute - 1);
    expect(await whoAmI(browser)).toBe(200);
    server.clock.advance(1);
    const response = await browser.fetch('/v1/accounts');
    expect(response.status).toBe(401);
    expect(((await response.json()) as { error: string }).error).toBe('session_expired');
  });

  test('has the claims sub, iat and exp, and the id of its sign-in', async () => {
    shows('1.3.token.exp', '3.session.cookie.auth', '3.session.cookie.auth-claims');
    const browser = await server.signIn('owner');
    const [, claims = ''] = (browser.cookies.get('qm_auth') ?? '').split('.');
    const iat = expect.any(Number);
    const read = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { iat: number; exp: number };
    const sid = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(read).toEqual({ sub: String(server.studio.accounts.owner), iat, exp: read.iat + 15 * minute, sid });
  });

  test('is accepted in Authorization: Bearer as well, without the anti-forgery header', async () => {
    const browser = await server.signIn('owner');
    const authorization = `Bearer ${browser.cookies.get('qm_auth')}`;
    const url = `/v1/instances/${server.studio.dev}/activate`;
    expect((await server.app.inject({ method: 'POST', url, headers: { authorization } })).statusCode).toBe(200);
  });

  test('in Authorization takes precedence over the cookie', async () => {
    const browser = await server.signIn('owner');
    const headers = { authorization: server.bearer('stranger') };
    const account = (await (await browser.fetch('/v1/accounts', { headers })).json()) as { email: string };
    expect(account.email).toBe(emailOf('stranger'));
    const wrong = await browser.fetch('/v1/accounts', { headers: { authorization: 'Bearer wrong' } });
    expect(wrong.status).toBe(401);
  });

  const claims = (sub: unknown) => ({ sub, iat: nowInSeconds(), exp: nowInSeconds() + 600 });
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  /** A token with any claims, correctly signed unless specified otherwise. */
  function forge(
    payload: unknown,
    { alg = 'HS256', hash = 'sha256', key = server.app.deps.secrets.jwtKey as Buffer | string } = {},
  ) {
    const text = `${part({ alg, typ: 'JWT' })}.${part(payload)}`;
    return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`;
  }

  test('is accepted if correctly signed', async () => {
    const authorization = `Bearer ${forge(claims(String(server.studio.accounts.owner)))}`;
    expect((await server.app.inject({ url: '/v1/accounts', headers: { authorization } })).statusCode).toBe(200);
  });

  const owner = () => claims(String(server.studio.accounts.owner));

  test.each<[string, () => string]>([
    ['that is malformed', () => 'abc'],
    ['without a signature', () => `${part({ alg: 'none', typ: 'JWT' })}.${part(owner())}.`],
    ['signed with another key', () => forge(owner(), { key: 'another key, another key, another key' })],
    ['signed with another algorithm', () => forge(owner(), { alg: 'HS512', hash: 'sha512' })],
    ['with another signature', () => `${forge(owner()).slice(0, -4)}AAAA`],
    ['that never expires', () => forge({ sub: String(server.studio.accounts.owner) })],
    ['without an account', () => forge({ exp: nowInSeconds() + 600 })],
    ['whose account is not a number', () => forge(claims('1 or 1=1'))],
    ['of a deleted account', () => forge(claims('2000000000'))],
  ])('%s is rejected', async (_, make) => {
    const response = await server.app.inject({ url: '/v1/accounts', headers: { authorization: `Bearer ${make()}` } });
    expect(response.statusCode).toBe(401);
  });
});

describe('refreshing', () => {
  test('gives new tokens and continues the session', async () => {
    shows('1.7.refresh.call', '3.session.cookie.refresh-rotated', '3.session.expires-at.refresh');
    server.clock.stop();
    const browser = await server.signIn('owner');
    const before = new Map(browser.cookies);
    server.clock.advance(16 * minute);
    expect(await whoAmI(browser)).toBe(401);
    const response = await refresh(browser);
    expect(response.status).toBe(200);
    const { expires_at } = (await response.json()) as { expires_at: number };
    expect(expires_at).toBe(nowInSeconds() + 15 * minute);
    expect(browser.cookies.get('qm_refresh')).not.toBe(before.get('qm_refresh'));
    expect(await whoAmI(browser)).toBe(200);
  });

  test('works for thirty days after the last refresh, and no longer', async () => {
    shows('3.session.cookie.refresh-lifetime');
    server.clock.stop();
    const browser = await server.signIn('owner');
    server.clock.advance(30 * day - 1);
    const renewed = await refresh(browser);
    expect(renewed.status).toBe(200);
    expect(renewed.headers.getSetCookie()[1]).toMatch(/^qm_refresh=[^;]+; Max-Age=2592000;/);
    server.clock.advance(30 * day);
    expect((await refresh(browser)).status).toBe(401);
  });

  test.each(['', 'wrong', 'x'.repeat(43)])('without a known token (%j) answers 401', async (token) => {
    shows('1.7.refresh.call');
    const browser = server.browser();
    if (token) browser.cookies.set('qm_refresh', token);
    const response = await refresh(browser);
    expect(response.status).toBe(401);
    expect(((await response.json()) as { error: string }).error).toBe('session_expired');
  });

  test('twice with the same token within ten seconds serves both tabs, concurrently too', async () => {
    shows('3.session.cookie.refresh-grace');
    server.clock.stop();
    const browser = await server.signIn('owner');
    const tabs = [copyOf(browser), copyOf(browser), copyOf(browser)];
    const answers = await Promise.all(tabs.map(refresh));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    server.clock.advance(10);
    const late = copyOf(browser);
    expect((await refresh(late)).status).toBe(200);
    for (const tab of [...tabs, late]) expect((await refresh(tab)).status).toBe(200);
  });

  test('counts the ten seconds from the first use, however often the token is used in between', async () => {
    shows('3.session.cookie.refresh-grace');
    server.clock.stop();
    const browser = await server.signIn('owner');
    const [first, second, third] = [copyOf(browser), copyOf(browser), copyOf(browser)];
    expect((await refresh(first)).status).toBe(200);
    server.clock.advance(6);
    expect((await refresh(second)).status).toBe(200);
    server.clock.advance(6);
    expect((await refresh(third)).status).toBe(401);
  });

  test('later with a used token ends every session of that sign-in', async () => {
    shows('3.session.cookie.refresh-grace', '3.session.cookie.refresh-reuse');
    const browser = await server.signIn('owner');
    const thief = copyOf(browser);
    const elsewhere = await server.signIn('owner');
    expect((await refresh(browser)).status).toBe(200);
    server.clock.advance(11);
    expect((await refresh(thief)).status).toBe(401);
    expect((await refresh(browser)).status).toBe(401);
    expect((await refresh(elsewhere)).status).toBe(200);
  });

  test('with a reused token during a rotation leaves no session behind', async () => {
    shows('3.session.cookie.refresh-reuse');
    const browser = await server.signIn('owner');
    const thief = copyOf(browser);
    expect((await refresh(browser)).status).toBe(200);
    server.clock.advance(11);
    await Promise.all([refresh(browser), refresh(thief)]);
    server.clock.advance(1);
    expect((await refresh(browser)).status).toBe(401);
  });

  test('expired sessions are deleted at the next sign-in', async () => {
    await server.signIn('owner');
    server.clock.advance(31 * day);
    await server.signIn('owner');
    expect(await server.app.deps.database.query('select id from refresh_tokens', [])).toHaveLength(1);
  });
});

describe('signing out', () => {
  test('clears the cookies and ends the session, in all tabs but in no other browser', async () => {
    shows('1.7.logout.call');
    const browser = await server.signIn('owner');
    const tab = copyOf(browser);
    const elsewhere = await server.signIn('owner');
    const response = await post(browser, 'logout', {});
    expect(response.status).toBe(204);
    expect(response.headers.getSetCookie()).toEqual([
      'qm_auth=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
      'qm_refresh=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    ]);
    expect(browser.cookies.size).toBe(0);
    expect((await refresh(tab)).status).toBe(401);
    expect((await refresh(elsewhere)).status).toBe(200);
  });

  test('without a session is no error', async () => {
    expect((await post(server.browser(), 'logout', {})).status).toBe(204);
  });
});

test('with https and another site, cookies are Secure and SameSite=None', async () => {
  shows('3.session.cookie.cross-site');
  const { database } = server.app.deps;
  const config = testEnvironment({ PUBLIC_URL: 'https://content.example.com', COOKIE_SAMESITE: 'none' });
  const app: App = await buildServer({ database, config });
  const response = await signIn(emailOf('owner'), password, openBrowser(app));
  for (const cookie of response.headers.getSetCookie()) {
    expect(cookie).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=None$/);
  }
  expect(response.headers.get('strict-transport-security')).toMatch(/^max-age=31536000/);
  await app.close();
});

describe('the account', () => {
  test('has a name and an email, and no trace of its password', async () => {
    shows('1.3.account.email', '1.3.account.name', '1.7.account.get');
    const { owner } = server.studio.accounts;
    expect(await server.call(accounts.get, {}, { as: 'owner' })).toEqual({
      id: owner,
      name: 'owner',
      email: emailOf('owner'),
    });
  });

  test('lists its role in each workspace', async () => {
    shows(
      '1.3.workspace-role.admin',
      '1.3.workspace-role.member',
      '1.3.workspace-role.owner',
      '1.3.workspace.role',
      '1.7.account-workspaces.get',
      '2.6.role.admin',
      '2.6.role.member',
      '2.6.role.owner',
    );
    const roles = async (person: 'owner' | 'admin' | 'member' | 'stranger') =>
      (await server.call(accounts.listRoles, {}, { as: person })).workspaces;
    const { workspaceId, elsewhere } = server.studio;
    expect(await roles('owner')).toEqual([{ id: workspaceId, workspace_role_id: 1 }]);
    expect(await roles('admin')).toEqual([{ id: workspaceId, workspace_role_id: 2 }]);
    expect(await roles('member')).toEqual([{ id: workspaceId, workspace_role_id: 3 }]);
    expect(await roles('stranger')).toEqual([{ id: elsewhere.workspaceId, workspace_role_id: 1 }]);
    await server.app.deps.database.query('insert into workspace_members values ($1, $2, 2), ($1, $3, 3)', [
      elsewhere.workspaceId,
      server.studio.accounts.member,
      server.studio.accounts.owner,
    ]);
    expect(await roles('member')).toEqual([
      { id: workspaceId, workspace_role_id: 3 },
      { id: elsewhere.workspaceId, workspace_role_id: 2 },
    ]);
    expect((await roles('owner')).map((one) => one.workspace_role_id)).toEqual([1, 3]);
  });
});
