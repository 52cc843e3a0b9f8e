import { beforeEach, expect, test } from 'vitest';
import { answersKeyOf } from '../../server/core/session/answers-key.ts';
import { createRole } from '../../server/modules/workspaces/service.ts';
import { shows } from '../specification/shows.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';
import type { TestBrowser } from '../support/server-browser.ts';

const quarterHour = 15 * 60;

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const query = (text: string, values: unknown[] = []) => server.app.deps.database.query(text, values);

/** The key that the console's page would have in this browser. */
function keyIn({ cookies }: Pick<TestBrowser, 'cookies'>) {
  const { database, ...deps } = server.app.deps;
  return answersKeyOf([...cookies].map(([name, value]) => `${name}=${value}`).join('; '), {
    ...deps,
    query: database.query,
  });
}
const signIn = (person: Person) => server.signIn(person);

test('an account has the same key in all browsers, for as long as it is signed in', async () => {
  const one = await signIn('member');
  const key = await keyIn(one);
  expect(Buffer.from(key ?? '', 'base64')).toHaveLength(32);
  expect(await keyIn(await signIn('member'))).toBe(key);
  // The session token has expired, and the next call refreshes it.
  server.clock.advance(quarterHour + 1);
  expect(await keyIn(one)).toBe(key);
});

test('nobody else has it: another account, nobody, a forged token, a session that has ended', async () => {
  const member = await signIn('member');
  const key = await keyIn(member);
  expect(await keyIn(await signIn('owner'))).not.toBe(key);
  expect(await keyIn({ cookies: new Map() })).toBeUndefined();
  const forged = String(member.cookies.get('qm_auth')).replace(/\.[^.]+$/, '.AAAA');
  expect(await keyIn({ cookies: new Map([['qm_auth', forged]]) })).toBeUndefined();
  expect(await keyIn({ cookies: new Map([['qm_refresh', 'A'.repeat(43)]]) })).toBeUndefined();

  await query('update refresh_tokens set revoked_at = now()');
  expect(await keyIn(member)).toBe(key);
  server.clock.advance(quarterHour + 1);
  expect(await keyIn(member)).toBeUndefined();
});

test('a password reset ends it at once', async () => {
  const member = await signIn('member');
  await query('update accounts set sessions_since = $1', [Math.floor(server.clock.now().getTime() / 1000) + 1]);
  await query('update refresh_tokens set revoked_at = now()');
  expect(await keyIn(member)).toBeUndefined();
});

test('whatever changes what an account may read changes its key, and nothing else does', async () => {
  const { workspaceId, stage, dev, accounts, viewerRoleId, projectId } = server.studio;
  const member = await signIn('member');
  const seen = new Set<string>();
  const key = async () => String(await keyIn(member));
  const isNew = async () => {
    const now = await key();
    const wasSeen = seen.has(now);
    seen.add(now);
    return !wasSeen;
  };
  await isNew();
  expect(await isNew()).toBe(false);
  // Of others.
  await query('delete from workspace_members where account_id = $1', [accounts.admin]);
  expect(await isNew()).toBe(false);

  const role = await createRole(server.app.deps.database.query, { workspaceId, name: 'Another', allowed: ['READ'] });
  expect(await isNew()).toBe(false);
  const changes: [what: string, text: string, values: unknown[]][] = [
    ['a role', 'insert into instance_members values ($1, $2, $3)', [stage, accounts.member, role]],
    ['its permissions', `update roles set permission_ids = '{1,2}' where id = $1`, [role]],
    ['all permissions', 'update roles set is_admin = true where id = $1', [role]],
    ['a role taken', 'delete from instance_members where instance_id = $1 and role_id = $2', [dev, viewerRoleId]],
    ['the workspace role', 'update workspace_members set role_id = 2 where account_id = $1', [accounts.member]],
    ['a deleted project', `update projects set status = 'DeleteInProgress' where id = $1`, [projectId]],
    ['the membership', 'delete from workspace_members where account_id = $1', [accounts.member]],
  ];
  for (const [what, text, values] of changes) {
    await query(text, values);
    expect(await isNew(), what).toBe(true);
  }
});

test('a workspace that opens only with company sign-in changes it, and so does the way of signing in', async () => {
  shows('5.company.only');
  const member = await signIn('member');
  const before = await keyIn(member);
  await query(
    `insert into company_sign_ins (workspace_id, issuer, client_id, client_secret, portal_client_id, claim, roles_by_claim, is_only, changed_at)
      values ($1, 'https://id.example', 'x', 'x', '', '', '[]', true, now())`,
    [server.studio.workspaceId],
  );
  const closed = await keyIn(member);
  expect(closed).not.toBe(before);
  const other = await signIn('member');
  expect(await keyIn(other)).toBe(closed);
  // Only the refresh token is left, whose sign-in was by a company.
  await query("update sign_ins set via = 'company:1' where account_id = $1", [server.studio.accounts.member]);
  server.clock.advance(quarterHour + 1);
  expect(await keyIn(other)).not.toBe(closed);
});
