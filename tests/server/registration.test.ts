import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { registration } from '@quartermaster/contract/endpoints/people/registration.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifyPassword } from '../../server/core/session/passwords.ts';
import { registrationJob } from '../../server/modules/registration/service.ts';
import { shows } from '../specification/shows.ts';
import { allSent, hashOf, linksOf, mailsOf, mailTo } from '../support/mailbox.ts';
import { type Sent, startTestServer, type TestServer } from '../support/server.ts';
import { emailOf, password } from '../support/server-studio.ts';

const minute = 60;
const hour = 60 * minute;
const email = 'Ann.Smith@studio.test';
const ok = { status: 200, body: { ok: true } };

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => allSent(server.app));

const register = (body: unknown = { account_name: 'Ann', email }) => server.send(registration.register, { body });
const resend = (to = email) => server.send(registration.resend, { body: { email: to } });
const confirm = (hash: string, secret = password) =>
  server.send(registration.confirm, { body: { hash, password: secret } });
const signIn = (as = email) => server.send(accounts.login, { body: { email: as, password } });
const wordOf = ({ status, body }: Sent) => [status, (body as { error?: string }).error];

async function mailedHash(count = 1): Promise<string> {
  return hashOf(await mailTo(server.app, email, count));
}

describe('registration', () => {
  test('mails a link that sets a password, after which sign-in works', async () => {
    shows('1.7.registration.call', '1.7.registration.confirm', '1.7.registration.confirm-public');
    await register({ account_name: 'Ben', email: 'ben@studio.test' });
    expect(await register({ account_name: '  Ann ', email: ` ${email} ` })).toMatchObject(ok);
    expect((await signIn()).status).toBe(401);
    const mail = await mailTo(server.app, email);
    expect(mail.subject).toBe('Confirm your registration');
    const hash = hashOf(mail);
    expect(await confirm(hash)).toMatchObject(ok);
    expect((await signIn(email.toLowerCase())).status).toBe(200);
    expect((await signIn('ben@studio.test')).status).toBe(401);
    const [row] = await server.app.deps.database.query<{ name: string; password_hash: string }>(
      'select name, password_hash from accounts where email = $1',
      [email],
    );
    expect(row?.name).toBe('Ann');
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword(row?.password_hash, password)).toBe(true);
  });

  test('links to the same page in plain text and HTML', async () => {
    await register();
    const mail = await mailTo(server.app, email);
    const { text, html } = linksOf(mail);
    const page = `http://localhost:4400/registration/confirm?hash=${hashOf(mail)}`;
    expect(text.map(String)).toContain(page);
    expect(html.map(String)).toEqual([page, page]);
  });

  test('stores nothing that would let a reader of the database confirm', async () => {
    await register();
    const hash = await mailedHash();
    await allSent(server.app);
    const { query } = server.app.deps.database;
    const rows = [
      ...(await query('select * from one_time_secrets', [])),
      ...(await query('select data, output from pgboss.job', [])),
    ];
    expect(rows.length).toBeGreaterThan(2);
    expect(JSON.stringify(rows)).not.toContain(hash);
    expect(JSON.stringify(rows)).toContain('"sealed"');
  });

  test('of an address with an account mails a notice with the ways to sign in, and changes nothing', async () => {
    const known = emailOf('owner');
    expect(await register({ account_name: 'Thief', email: known.toUpperCase() })).toMatchObject(ok);
    const mail = await mailTo(server.app, known.toUpperCase());
    expect(mail.subject).toBe('You have an account already');
    expect(linksOf(mail).html.map(({ pathname }) => pathname)).toEqual(['/login', '/login', '/password-reset']);
    expect((await server.call(accounts.get, {}, { as: 'owner' })).name).toBe('owner');
  });

  test('does not mail the typed name', async () => {
    await register({ account_name: 'Visit evil.example', email });
    const { subject, text, html } = await mailTo(server.app, email);
    expect(subject + text + html).not.toContain('evil.example');
  });

  test('if repeated uses the latest name, and only the latest link is valid', async () => {
    shows('1.7.registration.call');
    await register({ account_name: 'First', email });
    const first = await mailedHash();
    await register({ account_name: 'Second', email: email.toLowerCase() });
    const second = hashOf(await mailTo(server.app, email.toLowerCase()));
    expect(wordOf(await confirm(first))).toEqual([410, 'link_expired']);
    expect(await confirm(second)).toMatchObject(ok);
    const rows = await server.app.deps.database.query('select name from accounts where lower(email) = lower($1)', [
      email,
    ]);
    expect(rows).toEqual([{ name: 'Second' }]);
  });

  test('sends no mail twice if the job runs again', async () => {
    const job = { id: '3d5c1b8e-7d0f-4b5e-9a51-1f0a4c1c2d3e', email, name: 'Ann' };
    await registrationJob.run(server.app.deps, job, AbortSignal.any([]));
    const hash = await mailedHash();
    await registrationJob.run(server.app.deps, job, AbortSignal.any([]));
    await allSent(server.app);
    expect(await mailsOf(server.app)).toHaveLength(1);
    expect(await confirm(hash)).toMatchObject(ok);
  });

  test('mails the notice of an existing account once if the job is repeated, and again for each new registration', async () => {
    const job = { id: '3d5c1b8e-7d0f-4b5e-9a51-1f0a4c1c2d3e', email: emailOf('owner'), name: 'Ann' };
    await registrationJob.run(server.app.deps, job, AbortSignal.any([]));
    await mailTo(server.app, emailOf('owner'));
    await registrationJob.run(server.app.deps, job, AbortSignal.any([]));
    await allSent(server.app);
    expect((await mailsOf(server.app)).map(({ subject }) => subject)).toEqual(['You have an account already']);
    await registrationJob.run(
      server.app.deps,
      { ...job, id: '3d5c1b8e-7d0f-4b5e-9a51-1f0a4c1c2d3f' },
      AbortSignal.any([]),
    );
    await mailTo(server.app, emailOf('owner'), 2);
  });

  test.each([
    ['account_name', '', 'Name is a required field'],
    ['account_name', '   ', 'Name is a required field'],
    ['account_name', 'A', 'Must be at least 2 characters'],
    ['account_name', 'A'.repeat(33), 'Must be at most 32 characters'],
    ['email', '', 'Please enter a valid email address'],
    ['email', 'ann', 'Please enter a valid email address'],
    ['email', 'a@bc', 'Please enter a valid email address'],
    ['email', `${'a'.repeat(53)}@studio.test`, 'Please enter a valid email address'],
  ])('with the %s %j is rejected: %s', async (field, value, message) => {
    shows('1.9.email.registration', '1.9.name.registration');
    const { status, body } = await register({ account_name: 'Ann', email, [field]: value });
    expect(status).toBe(422);
    expect(body).toMatchObject({ error: 'invalid', fields: { [field]: message } });
  });

  test.each([
    ['account_name', 'An'],
    ['account_name', 'A'.repeat(32)],
    ['email', 'a@bcd'],
    ['email', `${'a'.repeat(52)}@studio.test`],
  ])('with the %s %j is accepted', async (field, value) => {
    shows('1.9.email.registration', '1.9.name.registration');
    expect(await register({ account_name: 'Ann', email, [field]: value })).toMatchObject(ok);
  });
});

describe('the confirmation link', () => {
  test('works once', async () => {
    shows('1.7.registration.confirm');
    await register();
    const hash = await mailedHash();
    expect(await confirm(hash)).toMatchObject(ok);
    expect(wordOf(await confirm(hash, 'Another1Password'))).toEqual([410, 'link_used']);
    expect((await signIn()).status).toBe(200);
  });

  test('creates one account if used twice concurrently', async () => {
    await register();
    const hash = await mailedHash();
    const answers = await Promise.all(Array.from({ length: 6 }, () => confirm(hash)));
    expect(answers.map(wordOf).toSorted()).toEqual([[200, undefined], ...Array(5).fill([410, 'link_used'])]);
  });

  test('works for 24 hours', async () => {
    shows('1.7.registration.confirm');
    await register();
    const hash = await mailedHash();
    server.clock.advance(24 * hour - minute);
    // A rejected password does not use up the link.
    expect(wordOf(await confirm(hash, 'short'))).toEqual([422, 'invalid']);
    server.clock.advance(2 * minute);
    expect(wordOf(await confirm(hash))).toEqual([410, 'link_expired']);
  });

  test('distinguishes an invalid link from one of another kind', async () => {
    shows('1.7.registration.confirm');
    expect(wordOf(await confirm('x'.repeat(43)))).toEqual([404, 'link_wrong']);
    await server.call(accounts.requestPasswordReset, { body: { email: emailOf('owner') } });
    const other = hashOf(await mailTo(server.app, emailOf('owner')));
    expect(wordOf(await confirm(other))).toEqual([404, 'link_wrong']);
  });

  test.each([
    ['', 'Password is a required field'],
    ['Seven77', 'Password must be at least 8 characters'],
    ['NoNumbers', 'Must include at least 1 number'],
    ['lowercase1', 'Must use a mix of uppercase and lowercase letters'],
    ['UPPERCASE1', 'Must use a mix of uppercase and lowercase letters'],
    ['With spaces 1', 'No spaces allowed'],
  ])('rejects the password %j: %s', async (secret, message) => {
    shows('1.9.password.minimum');
    await register();
    const { status, body } = await confirm(await mailedHash(), secret);
    expect(status).toBe(422);
    expect(body).toMatchObject({ fields: { password: message } });
  });

  test('accepts a password of 8 characters', async () => {
    shows('1.9.password.minimum');
    await register();
    expect(await confirm(await mailedHash(), 'Eight888')).toMatchObject(ok);
  });
});

describe('resending the confirmation', () => {
  test('mails a new link that replaces the old one, and no other user’s link', async () => {
    shows('1.7.registration.resend');
    await register({ account_name: 'Ben', email: 'ben@studio.test' });
    const otherHash = hashOf(await mailTo(server.app, 'ben@studio.test'));
    await register();
    const first = await mailedHash();
    expect(await resend(email.toUpperCase())).toMatchObject(ok);
    const second = hashOf(await mailTo(server.app, email.toUpperCase()));
    expect(wordOf(await confirm(first))).toEqual([410, 'link_expired']);
    expect(await confirm(second)).toMatchObject(ok);
    expect(await confirm(otherHash)).toMatchObject(ok);
  });

  test('works after the first link has expired', async () => {
    await register();
    await mailedHash();
    server.clock.advance(25 * hour);
    await resend();
    expect(await confirm(await mailedHash(2))).toMatchObject(ok);
  });

  test('to an unregistered address has the same answer and mails nothing', async () => {
    expect(await resend('nobody@studio.test')).toMatchObject(ok);
    await allSent(server.app);
    expect(await mailsOf(server.app)).toEqual([]);
  });

  test('to a confirmed address mails that the account exists', async () => {
    await register();
    await confirm(await mailedHash());
    await resend();
    expect((await mailTo(server.app, email, 2)).subject).toBe('You have an account already');
  });

  test.each([email, 'nobody@studio.test', emailOf('owner')])(
    'to %s more than 5 times per hour answers 10005',
    async (to) => {
      shows('3.errors.code.10005-limit');
      for (let time = 0; time < 5; time++) expect(await resend(to)).toMatchObject(ok);
      const refused = await resend(to.toUpperCase());
      expect(refused).toMatchObject({
        status: 429,
        body: { status_code: 10005, error: 'rate_limit', message: 'Too many resend attempts' },
      });
      expect(await resend('another@studio.test')).toMatchObject(ok);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(59 * minute);
      server.clock.advance(Number(refused.headers['retry-after']) + 1);
      expect(await resend(to)).toMatchObject(ok);
    },
  );

  test('to an invalid address is rejected', async () => {
    const { status, body } = await resend('nobody');
    expect(status).toBe(422);
    expect(body).toMatchObject({ fields: { email: 'Please enter a valid email address' } });
  });
});
