import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { passwordResetJob } from '../../server/modules/accounts/password-service.ts';
import { shows } from '../specification/shows.ts';
import { allSent, hashOf, linksOf, mailsOf, mailTo } from '../support/mailbox.ts';
import { type Sent, startTestServer, type TestServer } from '../support/server.ts';
import type { TestBrowser } from '../support/server-browser.ts';
import { emailOf, password } from '../support/server-studio.ts';

const minute = 60;
const email = emailOf('owner');
const newPassword = 'Another1Password';
const ok = { status: 200, body: { ok: true } };

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => allSent(server.app));

const ask = (to = email) => server.send(accounts.requestPasswordReset, { body: { email: to } });
const reset = (hash: string, secret = newPassword) =>
  server.send(accounts.resetPassword, { body: { hash, password: secret } });
const signIn = async (secret: string, as = email) =>
  (await server.send(accounts.login, { body: { email: as, password: secret } })).status;
const wordOf = ({ status, body }: Sent) => [status, (body as { error?: string }).error];

async function mailedHash(count = 1): Promise<string> {
  return hashOf(await mailTo(server.app, email, count));
}

async function signInWith(secret: string): Promise<TestBrowser> {
  const browser = server.browser();
  const headers = { 'content-type': 'application/json', 'x-csrf-protection': '1' };
  const body = JSON.stringify({ email, password: secret });
  expect((await browser.fetch('/v1/accounts/login', { method: 'POST', headers, body })).status).toBe(200);
  return browser;
}

const refresh = async (browser: TestBrowser) =>
  (
    await browser.fetch('/v1/accounts/refresh', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf-protection': '1' },
      body: '{}',
    })
  ).status;

describe('a password reset', () => {
  test('mails a link with which a new one is set', async () => {
    shows('1.7.password-reset-email.call', '1.7.password-reset.call', '1.7.password-reset.public');
    expect(await ask(` ${email.toUpperCase()} `)).toMatchObject(ok);
    const mail = await mailTo(server.app, email);
    expect(mail.subject).toBe('Reset your password');
    const page = `http://localhost:4400/password-reset/confirm?hash=${hashOf(mail)}`;
    expect(linksOf(mail).text.map(String)).toContain(page);
    expect(linksOf(mail).html.map(String)).toEqual([page, page]);
    expect(await signIn(password)).toBe(200);
    expect(await reset(hashOf(mail))).toMatchObject(ok);
    expect(await signIn(password)).toBe(401);
    expect(await signIn(newPassword)).toBe(200);
    expect(await signIn(password, emailOf('admin'))).toBe(200);
  });

  test('ends every session of the account and of no other', async () => {
    shows('1.7.password-reset.call');
    const [phone, laptop, other] = [
      await server.signIn('owner'),
      await server.signIn('owner'),
      await server.signIn('admin'),
    ];
    await ask();
    await reset(await mailedHash());
    expect([await refresh(phone), await refresh(laptop), await refresh(other)]).toEqual([401, 401, 200]);
  });

  test('invalidates other browsers’ sessions at once, whatever they request, and allows the next sign-in', async () => {
    const { workspaceId, projectId, dev } = server.studio;
    const [laptop, other] = [await server.signIn('owner'), await server.signIn('admin')];
    const stolen = `Bearer ${laptop.cookies.get('qm_auth')}`;
    const calls = [
      { url: '/v1/accounts' },
      { url: `/v1/workspaces/${workspaceId}/rename`, method: 'POST' },
      { url: `/v1/projects/${projectId}/rename`, method: 'POST' },
      { url: `/v1/instances/${dev}/permissions` },
      { url: '/v1/instances/2000000000/permissions' },
    ] as const;
    const statuses = () =>
      Promise.all(
        calls.map(
          async (call) => (await server.app.inject({ ...call, headers: { authorization: stolen } })).statusCode,
        ),
      );
    expect(await statuses()).toEqual([200, 422, 422, 200, 404]);
    await ask();
    await reset(await mailedHash());
    expect(await statuses()).toEqual([401, 401, 401, 401, 401]);
    expect((await laptop.fetch('/v1/accounts')).status).toBe(401);
    expect((await other.fetch('/v1/accounts')).status).toBe(200);
    // In the same second, twice.
    const again = await signInWith(newPassword);
    expect((await again.fetch('/v1/accounts')).status).toBe(200);
    await ask();
    await reset(await mailedHash(3), 'Third1Password');
    expect((await again.fetch('/v1/accounts')).status).toBe(401);
    expect((await (await signInWith('Third1Password')).fetch('/v1/accounts')).status).toBe(200);
  });

  test('also ends a session that is being renewed at that moment', async () => {
    const tabs = await Promise.all(Array.from({ length: 5 }, () => server.signIn('owner')));
    await ask();
    const hash = await mailedHash();
    await Promise.all([reset(hash), ...tabs.map(refresh)]);
    expect(await Promise.all(tabs.map(refresh))).toEqual([401, 401, 401, 401, 401]);
  });

  test('unlocks an account that was locked by wrong passwords', async () => {
    for (let time = 0; time < 10; time++) expect(await signIn('wrong')).toBe(401);
    expect(await signIn(password)).toBe(429);
    await ask();
    await reset(await mailedHash());
    expect(await signIn(newPassword)).toBe(200);
  });

  test('notifies the account by mail of its new password', async () => {
    await ask();
    await reset(await mailedHash());
    const mail = await mailTo(server.app, email, 2);
    expect(mail.subject).toBe('Your password was changed');
    expect(mail.text + mail.html).not.toContain(newPassword);
  });

  test('cancels what another person may have started with the account', async () => {
    await server.call(accounts.requestEmailCode, {}, { as: 'owner' });
    const code = /\d{6}/.exec((await mailTo(server.app, email)).text)?.[0] ?? '';
    await server.call(accounts.changeEmail, { body: { email: 'thief@studio.test', code } }, { as: 'owner' });
    const change = hashOf(await mailTo(server.app, 'thief@studio.test'));
    await ask();
    await reset(await mailedHash(2));
    expect(wordOf(await server.send(accounts.completeEmailChange, { query: { hash: change } }))).toEqual([
      410,
      'link_expired',
    ]);
  });

  test('for an address without an account answers the same and mails nothing', async () => {
    const unknown = await ask('nobody@studio.test');
    expect(unknown).toMatchObject(ok);
    await allSent(server.app);
    expect(await mailsOf(server.app)).toEqual([]);
  });

  test('mails nothing twice if the job runs again', async () => {
    const job = { id: '3d5c1b8e-7d0f-4b5e-9a51-1f0a4c1c2d3f', email };
    await passwordResetJob.run(server.app.deps, job, AbortSignal.any([]));
    await passwordResetJob.run(server.app.deps, job, AbortSignal.any([]));
    const hash = await mailedHash();
    await allSent(server.app);
    expect(await mailsOf(server.app)).toHaveLength(1);
    expect(await reset(hash)).toMatchObject(ok);
  });
});

describe('its link', () => {
  test('works once, even concurrently', async () => {
    shows('1.7.password-reset.call');
    await ask();
    const hash = await mailedHash();
    const answers = await Promise.all(Array.from({ length: 4 }, () => reset(hash)));
    expect(answers.map(wordOf).toSorted()).toEqual([[200, undefined], ...Array(3).fill([410, 'link_used'])]);
    expect(wordOf(await reset(hash, 'Third1Password'))).toEqual([410, 'link_used']);
    expect(await signIn(newPassword)).toBe(200);
  });

  test('works for 1 hour', async () => {
    shows('1.7.password-reset.call');
    await ask();
    const hash = await mailedHash();
    server.clock.advance(59 * minute);
    expect(wordOf(await reset(hash, 'short'))).toEqual([422, 'invalid']);
    server.clock.advance(2 * minute);
    expect(wordOf(await reset(hash))).toEqual([410, 'link_expired']);
    expect(await signIn(password)).toBe(200);
  });

  test('ends when a newer one is mailed', async () => {
    shows('1.7.password-reset-email.call');
    await ask();
    const first = await mailedHash();
    await ask();
    const second = await mailedHash(2);
    expect(wordOf(await reset(first))).toEqual([410, 'link_expired']);
    expect(await reset(second)).toMatchObject(ok);
  });

  test('has a distinct error for each way of being invalid', async () => {
    expect(wordOf(await reset('nonsense'))).toEqual([404, 'link_wrong']);
    expect(wordOf(await server.send(accounts.resetPassword, { body: { hash: '', password } }))).toEqual([
      422,
      'invalid',
    ]);
  });

  test.each([
    ['Short1', 'Password must be at least 8 characters'],
    ['NoNumbers', 'Must include at least 1 number'],
    ['lowercase1', 'Must use a mix of uppercase and lowercase letters'],
    ['With spaces 1', 'No spaces allowed'],
  ])('rejects the password %j: %s', async (secret, message) => {
    expect((await reset('x', secret)).body).toMatchObject({ fields: { password: message } });
  });
});

test('an invalid address is rejected by the form’s rule', async () => {
  expect((await ask('')).body).toMatchObject({ fields: { email: 'Email is a required field' } });
  expect((await ask('nobody')).body).toMatchObject({ fields: { email: 'Please enter a valid email address' } });
  const login = (body: unknown) => server.send(accounts.login, { body });
  expect((await login({ email: '', password: '' })).body).toMatchObject({
    fields: { email: 'Email is a required field', password: 'Password is a required field' },
  });
  expect((await login({ email: 'nobody', password })).body).toMatchObject({
    fields: { email: 'Please enter a valid email address' },
  });
});

describe('the name of an account', () => {
  const rename = (name: string) => server.send(accounts.changeName, { body: { name } }, { as: 'owner' });

  test('is changed', async () => {
    shows('1.7.change-name.call', '1.9.name.account');
    expect(await rename('  New name ')).toMatchObject(ok);
    expect(await server.call(accounts.get, {}, { as: 'owner' })).toMatchObject({ name: 'New name' });
    expect(await server.call(accounts.get, {}, { as: 'admin' })).toMatchObject({ name: 'admin' });
    expect(await rename('x'.repeat(32))).toMatchObject(ok);
  });

  test.each([
    ['', 'Name is a required field'],
    ['  ', 'Name is a required field'],
    ['x'.repeat(33), 'Maximum 32 characters allowed'],
  ])('cannot be %j: %s', async (name, message) => {
    shows('1.9.name.account');
    const { status, body } = await rename(name);
    expect(status).toBe(422);
    expect(body).toMatchObject({ fields: { name: message } });
  });
});
