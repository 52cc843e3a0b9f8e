import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';
import type { TestBrowser } from '../support/server-browser.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1';
const edge =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0';

const send = (browser: TestBrowser, method: string, path: string, headers: Record<string, string> = {}) =>
  browser.fetch(`/v1/accounts${path}`, {
    method,
    headers: { 'x-csrf-protection': '1', ...(method === 'POST' && { 'content-type': 'application/json' }), ...headers },
    ...(method === 'POST' && { body: '{}' }),
  });

const signIn = (userAgent: string, as: Person = 'member') => server.signIn(as, { 'user-agent': userAgent });

interface Listed {
  id: string;
  browser: string | null;
  system: string | null;
  is_current: boolean;
}
const list = async (browser: TestBrowser): Promise<Listed[]> =>
  (await (await send(browser, 'GET', '/sessions')).json()).sessions;
const whoAmI = async (browser: TestBrowser) => (await send(browser, 'GET', '')).status;
const inContent = async (browser: TestBrowser) =>
  (await browser.fetch(`/v1/editor/${server.studio.dev}/menu`, { method: 'GET' })).status;

test('sessions are listed by device, the last used one first, and only those of the account', async () => {
  await signIn(safari);
  server.clock.advance(60);
  const here = await signIn(firefox);
  await signIn(edge, 'admin');
  server.clock.advance(60);
  await signIn('curl/8.5.0');
  expect(await list(here)).toMatchObject([
    { browser: null, system: null, is_current: false },
    { browser: 'Firefox', system: 'Windows', is_current: true },
    { browser: 'Safari', system: 'iOS', is_current: false },
  ]);
  expect(await list(await signIn(edge, 'admin'))).toMatchObject([
    { browser: 'Edge', is_current: true },
    { browser: 'Edge', is_current: false },
  ]);
});

test('an ended session is refused at once, in every call, and cannot be extended; the others go on', async () => {
  shows('5.company.sessions-ended');
  const phone = await signIn(safari);
  const here = await signIn(firefox);
  expect([await whoAmI(phone), await inContent(phone)]).toEqual([200, 200]);
  const [{ id } = { id: '' }] = (await list(here)).filter(({ is_current }) => !is_current);
  expect((await send(here, 'DELETE', `/sessions/${id}`)).status).toBe(200);
  const refused = await send(phone, 'GET', '');
  expect([refused.status, (await refused.json()).error]).toEqual([401, 'session_expired']);
  expect(await inContent(phone)).toBe(401);
  expect((await send(phone, 'POST', '/refresh')).status).toBe(401);
  expect([await whoAmI(here), await inContent(here)]).toEqual([200, 200]);
  expect(await list(here)).toMatchObject([{ is_current: true }]);
  // After its last token has expired, nothing of it is left in the account.
  server.clock.advance(16 * 60);
  await signIn(edge);
  const other = await signIn(edge);
  await send(other, 'DELETE', '/sessions');
  const [row] = await server.app.deps.database.query<{ ended: string[] }>(
    'select ended_sign_ins as ended from accounts where id = $1',
    [server.studio.accounts.member],
  );
  expect(row?.ended).toHaveLength(2);
  expect(row?.ended).not.toContain(id);
});

test('all other sessions can be ended, and those of another account cannot', async () => {
  const [phone, here, admin] = [await signIn(safari), await signIn(firefox), await signIn(edge, 'admin')];
  const [{ id } = { id: '' }] = await list(admin);
  expect((await send(here, 'DELETE', `/sessions/${id}`)).status).toBe(200);
  expect(await whoAmI(admin)).toBe(200);
  expect((await send(here, 'DELETE', '/sessions')).status).toBe(200);
  expect([await whoAmI(phone), await whoAmI(here), await whoAmI(admin)]).toEqual([401, 200, 200]);
  expect((await send(here, 'DELETE', '/sessions/not-an-id')).status).toBe(404);
});

test('signing out, and a refresh token that is used twice, end the session of copied cookies at once', async () => {
  for (const end of [
    (browser: TestBrowser) => send(browser, 'POST', '/logout'),
    async (browser: TestBrowser) => {
      const thief = server.browser();
      for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
      await send(browser, 'POST', '/refresh');
      server.clock.advance(11);
      await send(thief, 'POST', '/refresh');
    },
  ]) {
    const browser = await signIn(firefox);
    const copy = server.browser();
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    expect(await whoAmI(copy)).toBe(200);
    await end(browser);
    expect(await whoAmI(copy)).toBe(401);
  }
});

test('a token that a portal has exchanged is no session of a device, and goes on', async () => {
  const here = await signIn(firefox);
  expect((await server.call(accounts.listSessions, {}, { as: 'member' })).sessions).toMatchObject([
    { is_current: false },
  ]);
  await server.call(accounts.endOtherSessions, {}, { as: 'member' });
  expect(await whoAmI(here)).toBe(401);
  expect((await server.send(accounts.get, {}, { as: 'member' })).status).toBe(200);
});

test('each of more than a hundred sessions is ended, and two that end at the same time are both refused', async () => {
  const here = await signIn(firefox);
  const { query } = server.app.deps.database;
  const account = server.studio.accounts.member;
  await query(
    `with made as (
        insert into sign_ins (id, account_id, user_agent, created_at, used_at)
        select gen_random_uuid(), $1, '', now(), now() from generate_series(1, 120) returning id
      )
      insert into refresh_tokens (account_id, family, token_hash, created_at, expires_at)
      select $1, id, id::text, now(), now() + interval '1 day' from made`,
    [account],
  );
  expect(await list(here)).toHaveLength(100);
  const [phone, tablet] = [await signIn(safari), await signIn(safari)];
  await Promise.all([phone, tablet].map((browser) => send(browser, 'POST', '/logout')));
  const [row] = await query<{ ended: string[] }>('select ended_sign_ins as ended from accounts where id = $1', [
    account,
  ]);
  expect(row?.ended).toHaveLength(2);
  await send(here, 'DELETE', '/sessions');
  const left = await query(
    'select 1 from refresh_tokens where account_id = $1 and revoked_at is null and family not in (select id from sign_ins where ended_at is null)',
    [account],
  );
  expect(left).toEqual([]);
  expect(await list(here)).toMatchObject([{ is_current: true }]);
});

test('a session whose last token has expired is not listed', async () => {
  await signIn(safari);
  server.clock.advance(31 * 24 * 60 * 60);
  const [session, ...others] = await list(await signIn(firefox));
  expect(session).toMatchObject({ browser: 'Firefox' });
  expect(others).toEqual([]);
});
