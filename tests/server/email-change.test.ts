import { randomUUID } from 'node:crypto';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { emailChangeJob } from '../../server/modules/accounts/email-service.ts';
import { shows } from '../specification/shows.ts';
import { allSent, hashOf, linksOf, mailsOf, mailTo } from '../support/mailbox.ts';
import { type Person, type Sent, startTestServer, type TestServer } from '../support/server.ts';
import { emailOf, password } from '../support/server-studio.ts';

const minute = 60;
const email = emailOf('owner');
const newEmail = 'New.Owner@studio.test';
const ok = { status: 200, body: { ok: true } };

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => allSent(server.app));

const secondsNow = () => Math.floor(server.clock.now().getTime() / 1000);
const requestCode = (as: Person = 'owner') => server.send(accounts.requestEmailCode, {}, { as });
const change = (code: string, to = newEmail, as: Person = 'owner') =>
  server.send(accounts.changeEmail, { body: { email: to, code } }, { as });
const complete = (hash: string) => server.send(accounts.completeEmailChange, { query: { hash } });
const signIn = async (as: string) => (await server.send(accounts.login, { body: { email: as, password } })).status;
const wordOf = ({ status, body }: Sent) => [status, (body as { error?: string }).error];
const fieldsOf = ({ body }: Sent) => (body as { fields?: Record<string, string> }).fields;

async function mailedCode(count = 1, person: Person = 'owner'): Promise<string> {
  const { text, html } = await mailTo(server.app, emailOf(person), count);
  const code = /\d{6}/.exec(text)?.[0] ?? '';
  expect(html).toContain(code);
  return code;
}

/** Any code but the right one. */
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a change of email', () => {
  test('needs a code from the old address and a link from the new one', async () => {
    shows(
      '1.7.change-email.code',
      '1.7.change-email.confirmation',
      '1.7.change-email.complete',
      '1.7.change-email.complete-public',
    );
    expect(await requestCode()).toMatchObject(ok);
    expect(await change(await mailedCode(), ` ${newEmail} `)).toMatchObject(ok);
    const mail = await mailTo(server.app, newEmail);
    const page = `http://localhost:4400/email-update/confirm?hash=${hashOf(mail)}`;
    expect(linksOf(mail).html.map(String)).toEqual([page, page]);
    expect(await server.call(accounts.get, {}, { as: 'owner' })).toMatchObject({ email });
    expect(await complete(hashOf(mail))).toMatchObject({ status: 200, body: { email: newEmail } });
    expect(await server.call(accounts.get, {}, { as: 'owner' })).toMatchObject({ email: newEmail });
    expect([await signIn(email), await signIn(newEmail.toLowerCase())]).toEqual([401, 200]);
    expect(await signIn(emailOf('admin'))).toBe(200);
  });

  test('is reported to the old address', async () => {
    await requestCode();
    await change(await mailedCode());
    await complete(hashOf(await mailTo(server.app, newEmail)));
    const mail = await mailTo(server.app, email, 2);
    expect(mail.subject).toBe('Your email address was changed');
    expect(mail.text).toContain(newEmail);
  });

  test('invalidates password links mailed to the old address', async () => {
    await server.call(accounts.requestPasswordReset, { body: { email } });
    const reset = hashOf(await mailTo(server.app, email));
    await requestCode();
    await change(await mailedCode(2));
    await complete(hashOf(await mailTo(server.app, newEmail)));
    expect(wordOf(await server.send(accounts.resetPassword, { body: { hash: reset, password } }))).toEqual([
      410,
      'link_expired',
    ]);
  });

  test('to an address with an account returns the same response, and only the mail differs', async () => {
    await requestCode();
    expect(await change(await mailedCode(), emailOf('admin').toUpperCase())).toMatchObject(ok);
    const mail = await mailTo(server.app, emailOf('admin').toUpperCase());
    expect(mail.subject).toBe('You have an account already');
    expect(linksOf(mail).text.some(({ searchParams }) => searchParams.has('hash'))).toBe(false);
    expect(await server.call(accounts.get, {}, { as: 'owner' })).toMatchObject({ email });
  });

  test('to an address that was taken in the meantime is rejected, and the link stays valid', async () => {
    shows('1.7.change-email.complete');
    await requestCode();
    await change(await mailedCode());
    const hash = hashOf(await mailTo(server.app, newEmail));
    const { query } = server.app.deps.database;
    const { admin } = server.studio.accounts;
    await query('update accounts set email = lower($1) where id = $2', [newEmail, admin]);
    expect(await complete(hash)).toMatchObject({
      status: 409,
      body: { error: 'taken', message: 'Another account has this email address already.' },
    });
    await query("update accounts set email = 'elsewhere@studio.test' where id = $1", [admin]);
    expect(await complete(hash)).toMatchObject({ status: 200 });
  });

  test('mails an existing account once if the job runs again', async () => {
    const job = {
      id: '3d5c1b8e-7d0f-4b5e-9a51-1f0a4c1c2d41',
      account_id: server.studio.accounts.owner,
      email: emailOf('admin'),
      issued_at: secondsNow(),
    };
    await emailChangeJob.run(server.app.deps, job, AbortSignal.any([]));
    await mailTo(server.app, emailOf('admin'));
    await emailChangeJob.run(server.app.deps, job, AbortSignal.any([]));
    await allSent(server.app);
    expect((await mailsOf(server.app)).map(({ subject }) => subject)).toEqual(['You have an account already']);
  });

  test('to the account’s own address is refused, and the code stays valid', async () => {
    await requestCode();
    const code = await mailedCode();
    expect(fieldsOf(await change(code, email.toUpperCase()))).toEqual({ email: 'This is your email address already' });
    expect(await change(code)).toMatchObject(ok);
  });

  test('mails nothing twice if the job runs again', async () => {
    const job = {
      id: '3d5c1b8e-7d0f-4b5e-9a51-1f0a4c1c2d40',
      account_id: server.studio.accounts.owner,
      email: newEmail,
      issued_at: secondsNow(),
    };
    await emailChangeJob.run(server.app.deps, job, AbortSignal.any([]));
    await emailChangeJob.run(server.app.deps, job, AbortSignal.any([]));
    const hash = hashOf(await mailTo(server.app, newEmail));
    await allSent(server.app);
    expect(await mailsOf(server.app)).toHaveLength(1);
    expect(await complete(hash)).toMatchObject({ status: 200 });
  });

  test('that was requested before a new password was set sends no mail afterwards', async () => {
    const job = {
      id: randomUUID(),
      account_id: server.studio.accounts.owner,
      email: newEmail,
      issued_at: secondsNow(),
    };
    await server.call(accounts.requestPasswordReset, { body: { email } });
    const hash = hashOf(await mailTo(server.app, email));
    await server.call(accounts.resetPassword, { body: { hash, password: 'Another1' } });
    await emailChangeJob.run(server.app.deps, job, AbortSignal.any([]));
    await allSent(server.app);
    expect((await mailsOf(server.app)).filter(({ recipient }) => recipient === newEmail)).toEqual([]);
  });

  test('that was requested in a session after the new password is mailed', async () => {
    await server.call(accounts.requestPasswordReset, { body: { email } });
    const hash = hashOf(await mailTo(server.app, email));
    await server.call(accounts.resetPassword, { body: { hash, password: 'Another1' } });
    server.clock.advance(2);
    await requestCode();
    await change(await mailedCode(3));
    expect(hashOf(await mailTo(server.app, newEmail))).toBeTruthy();
  });

  test.each([
    ['email', '', 'Email is a required field'],
    ['email', 'nobody', 'Please enter a valid email address'],
    ['code', '', 'Code is a required field'],
  ])('with the %s %j is refused: %s', async (field, value, message) => {
    const body = { email: newEmail, code: '123456', [field]: value };
    const answer = await server.send(accounts.changeEmail, { body }, { as: 'owner' });
    expect(answer.status).toBe(422);
    expect(fieldsOf(answer)).toEqual({ [field]: message });
  });
});

describe('the code', () => {
  const over = { code: 'This code is no longer good. Send a new one.' };
  const wrong = { code: 'This code is not correct. Use the one in the latest mail that we sent you.' };

  test('has six digits and is stored as a hash keyed by the server', async () => {
    await requestCode();
    const code = await mailedCode();
    expect(code).toMatch(/^\d{6}$/);
    const { query } = server.app.deps.database;
    const rows = await query<{ secret_hash: string }>(
      "select * from one_time_secrets where purpose = 'email-code'",
      [],
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(`"${code}"`);
    expect(rows[0]?.secret_hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('works once', async () => {
    shows('1.7.change-email.confirmation');
    await requestCode();
    const code = await mailedCode();
    const answers = await Promise.all([change(code), change(code), change(code)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
    expect(fieldsOf(await change(code))).toEqual(over);
  });

  test('is valid for 15 minutes', async () => {
    shows('1.7.change-email.confirmation');
    await requestCode();
    const code = await mailedCode();
    server.clock.advance(14 * minute);
    expect(fieldsOf(await change(otherThan(code)))).toEqual(wrong);
    server.clock.advance(2 * minute);
    expect(fieldsOf(await change(code))).toEqual(over);
  });

  test('allows 10 attempts, however many are concurrent', async () => {
    shows('1.7.change-email.confirmation');
    await requestCode();
    const code = await mailedCode();
    const answers = await Promise.all(Array.from({ length: 12 }, () => change(otherThan(code))));
    expect(answers.filter((answer) => fieldsOf(answer)?.code === wrong.code)).toHaveLength(10);
    expect(fieldsOf(await change(code))).toEqual(over);
  });

  test('is still accepted after 9 wrong attempts', async () => {
    await requestCode();
    const code = await mailedCode();
    for (let time = 0; time < 9; time++) expect(fieldsOf(await change(otherThan(code)))).toEqual(wrong);
    expect(await change(code)).toMatchObject(ok);
  });

  test('ends when a newer one is mailed, and is valid for no other account', async () => {
    shows('1.7.change-email.confirmation');
    await requestCode();
    const first = await mailedCode();
    await requestCode('admin');
    const others = await mailedCode(1, 'admin');
    if (others !== first) expect(fieldsOf(await change(others))).toEqual(wrong);
    await requestCode();
    const second = await mailedCode(2);
    if (second !== first) expect(fieldsOf(await change(first))).toEqual(wrong);
    expect(await change(second)).toMatchObject(ok);
  });

  test('that was never requested is invalid', async () => {
    expect(fieldsOf(await change('123456'))).toEqual(over);
  });

  test('is mailed 5 times an hour at most', async () => {
    for (let time = 0; time < 5; time++) expect(await requestCode()).toMatchObject(ok);
    expect(wordOf(await requestCode())).toEqual([429, 'rate_limit']);
    expect(await requestCode('admin')).toMatchObject(ok);
  });
});

describe('its link', () => {
  const mailedHash = async () => {
    await requestCode();
    await change(await mailedCode());
    return hashOf(await mailTo(server.app, newEmail));
  };

  test('works once, even concurrently', async () => {
    shows('1.7.change-email.complete');
    const hash = await mailedHash();
    const answers = await Promise.all([complete(hash), complete(hash), complete(hash)]);
    expect(answers.map(wordOf).toSorted()).toEqual([
      [200, undefined],
      [410, 'link_used'],
      [410, 'link_used'],
    ]);
  });

  test('works for 24 hours', async () => {
    shows('1.7.change-email.complete');
    const hash = await mailedHash();
    server.clock.advance(24 * 60 * minute + 1);
    expect(wordOf(await complete(hash))).toEqual([410, 'link_expired']);
    expect(await server.call(accounts.get, {}, { as: 'owner' })).toMatchObject({ email });
  });

  test('has a distinct error for each way of being invalid', async () => {
    expect(wordOf(await complete('nonsense'))).toEqual([404, 'link_wrong']);
  });
});
