import { registration } from '@quartermaster/contract/endpoints/people/registration.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildServer } from '../../server/build-server.ts';
import type { App } from '../../server/core/app/deps.ts';
import { systemClock } from '../../server/core/base/clock.ts';
import type { Database, Query } from '../../server/core/database/database.ts';
import { createSecrets } from '../../server/core/environment/secrets.ts';
import { createJobs } from '../../server/core/jobs/jobs.ts';
import { createMail } from '../../server/core/mail/mail.ts';
import type { MailKind } from '../../server/core/mail/mail-kinds.ts';
import { renderMail } from '../../server/core/mail/mail-text.ts';
import { issueLink, redeemLink, revokeSecrets } from '../../server/core/mail/one-time-links.ts';
import { shows } from '../specification/shows.ts';
import { eventually } from '../support/eventually.ts';
import { allSent, hashOf, linksOf, mailsOf, mailTo } from '../support/mailbox.ts';
import { startTestServer, type TestServer, testEnvironment } from '../support/server.ts';
import { emptyDatabase, openFreshDatabase } from '../support/server-database.ts';
import { openSmtpMailbox, type SmtpMailbox } from '../support/smtp-mailbox.ts';

const letter = {
  kind: 'awaited' as const,
  to: 'ann@studio.test',
  subject: 'Grüße',
  headline: 'A <b>bold</b> "claim" & more',
  sentences: ['One.', 'Two\nlines.'],
  button: { label: 'Go', path: '/a?b=1&c=2' },
  links: [{ label: 'Elsewhere', path: '/elsewhere' }],
  note: 'Small.',
};

const send = (app: App, to = letter.to) => app.deps.unit(({ post }) => post({ ...letter, to }));
/** Many concurrent mails to one recipient. */
const sendMany = (app: App, kind: MailKind, to: string, count: number) =>
  app.deps.unit(async ({ post }) => {
    for (let sent = 0; sent < count; sent++) await post({ ...letter, kind, to });
  });
const register = (app: App, email: string) =>
  app.inject({ method: 'POST', url: `/v1${registration.register.path}`, payload: { account_name: 'Ann', email } });

describe('the text of a mail', () => {
  const { text, html } = renderMail(letter, 'https://content.example.com');

  test('links only to addresses of PUBLIC_URL, the same in plain text and in HTML', () => {
    const { text: inText, html: inHtml } = linksOf({ text, html });
    const expected = ['https://content.example.com/a?b=1&c=2', 'https://content.example.com/elsewhere'];
    expect(inText.map(String)).toEqual([...expected, 'https://content.example.com/']);
    expect([...new Set(inHtml.map(String))]).toEqual(expected);
  });

  test('has the same content in plain text and in HTML', () => {
    for (const part of ['One.', 'Small.', 'Go', 'Elsewhere'])
      expect([text, html]).toEqual(Array(2).fill(expect.stringContaining(part)));
  });

  test('escapes its content in HTML', () => {
    expect(html).toContain('A &lt;b&gt;bold&lt;/b&gt; &quot;claim&quot; &amp; more');
    expect(html).not.toContain('<b>');
    expect(text).toContain(letter.headline);
  });
});

describe('with SMTP_URL', () => {
  let database: Database;
  let app: App;
  let mailbox: SmtpMailbox;
  const lines: string[] = [];
  const stops: (() => Promise<unknown>)[] = [];

  const startServer = async () => {
    const record = (entry: unknown, message?: string) => lines.push(JSON.stringify([entry, message], withErrors));
    const log = { error: record, warn: record, info: record } as never;
    const jobs = createJobs({ database, log, retryDelaySeconds: 0, pollingIntervalSeconds: 0.5 });
    const config = testEnvironment({
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'The Studio, Inc. <no-reply@studio.test>',
      PUBLIC_URL: 'https://content.example.com',
    });
    const secrets = createSecrets('only for tests, only for tests, only for tests');
    const mail = createMail({ database, config, jobs, secrets, clock: systemClock, log });
    const started = await buildServer({ database, config, jobs, secrets, mail });
    stops.unshift(
      () => jobs.stop(),
      () => started.close(),
    );
    return started;
  };

  beforeAll(async () => {
    database = await openFreshDatabase();
    mailbox = await openSmtpMailbox();
    stops.push(() => mailbox.close(), database.close);
    app = await startServer();
  });
  afterAll(async () => {
    for (const stop of stops) await stop();
  });
  beforeEach(async () => {
    await emptyDatabase(database);
    mailbox.mails.length = 0;
    lines.length = 0;
  });

  const received = (count = 1) =>
    eventually(() => {
      if (mailbox.mails.length < count) throw new Error(`${mailbox.mails.length} mails came.`);
      return mailbox.mails;
    });

  test('a mail reaches its recipient, with sender, subject and both bodies', async () => {
    shows('3.start.env.smtp-set');
    await send(app);
    const [mail] = await received();
    const { text, html } = renderMail(letter, 'https://content.example.com');
    expect(mail).toMatchObject({ sender: 'no-reply@studio.test', recipients: ['ann@studio.test'] });
    expect(mail?.text.trim()).toBe(text.trim());
    expect(mail?.html.trim()).toBe(html.trim());
    expect(mail?.headers.from).toBe('"The Studio, Inc." <no-reply@studio.test>');
    expect(mail?.headers.subject).toBe('=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=');
    expect(mail?.headers['message-id']).toMatch(/^<[0-9a-f-]{36}@content\.example\.com>$/);
    expect(mail?.headers['auto-submitted']).toBe('auto-generated');
  });

  test.each(['text', 'html'] as const)('a registration is confirmed with the link of the %s', async (form) => {
    expect((await register(app, 'ann@studio.test')).statusCode).toBe(200);
    const [mail] = await received();
    const link = linksOf(mail ?? { text: '', html: '' })[form].find(({ searchParams }) => searchParams.has('hash'));
    expect(link?.origin + String(link?.pathname)).toBe('https://content.example.com/registration/confirm');
    const answer = await app.inject({
      method: 'POST',
      url: `/v1${registration.confirm.path}`,
      payload: { hash: link?.searchParams.get('hash'), password: 'Quartermaster1' },
    });
    expect(answer.json()).toEqual({ ok: true });
  });

  test('text that looks like two addresses is never two recipients', async () => {
    expect((await register(app, 'ann@studio.test, bob@studio.test')).statusCode).toBe(422);
    await send(app, 'a,b@studio.test');
    expect((await received())[0]?.recipients).toHaveLength(1);
  });

  test('a mail server that is briefly down loses no mail', async () => {
    mailbox.refuse(451, 421);
    await send(app);
    expect(await received()).toHaveLength(1);
    await allSent(app);
    expect(mailbox.mails).toHaveLength(1);
    expect(lines.filter((line) => line.includes('A job has failed'))).toHaveLength(2);
  });

  test('a permanent rejection is not retried, and does not block other mails', async () => {
    mailbox.refuseRecipient('gone@studio.test', 550);
    await send(app, 'gone@studio.test');
    await send(app);
    expect((await received()).map(({ recipients }) => recipients)).toEqual([['ann@studio.test']]);
    await allSent(app);
    expect(lines.filter((line) => line.includes('a mail was permanently rejected'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('A job has failed'))).toEqual([]);
  });

  test.each(['operator', 'notice'] as const)(
    'a mail that a user waits for arrives while those of the kind %s hang',
    async (kind) => {
      const release = mailbox.hold('slow@studio.test');
      await sendMany(app, kind, 'slow@studio.test', 20);
      await send(app);
      expect((await received()).map(({ recipients }) => recipients)).toEqual([['ann@studio.test']]);
      release();
      await received(21);
      await allSent(app);
    },
  );

  test('a mail that hangs does not block others of its kind', async () => {
    const release = mailbox.hold('slow@studio.test');
    await send(app, 'slow@studio.test');
    for (const to of ['ann@studio.test', 'bob@studio.test']) await send(app, to);
    expect((await received(2)).flatMap(({ recipients }) => recipients).toSorted()).toEqual([
      'ann@studio.test',
      'bob@studio.test',
    ]);
    release();
    await received(3);
    await allSent(app);
  });

  test('the log reports failures without text, links or secrets', async () => {
    mailbox.refuse(451, 550);
    await register(app, 'ann@studio.test');
    await allSent(app);
    // On a slow machine the queue may log warnings as well.
    expect(lines.filter((line) => !line.includes('The job queue reports a warning.'))).toHaveLength(2);
    expect(lines.join()).not.toMatch(/hash=|registration\/confirm|sealed|Confirm/);
  });

  test('nothing is stored for the outbox, and its page is not served', async () => {
    await send(app);
    await received();
    expect(await mailsOf(app)).toEqual([]);
    expect((await app.inject('/dev/outbox')).statusCode).toBe(404);
  });

  test('a transaction that fails sends nothing', async () => {
    const work = app.deps.unit(async ({ post }) => {
      await post(letter);
      throw new Error('on second thoughts');
    });
    await expect(work).rejects.toThrow('on second thoughts');
    await send(app, 'later@studio.test');
    await received();
    await allSent(app);
    expect(mailbox.mails.map(({ recipients }) => recipients)).toEqual([['later@studio.test']]);
  });

  test('a mail that is resent after a crash has the same id', async () => {
    await send(app);
    await received();
    await allSent(app);
    await database.query("update pgboss.job set state = 'created' where name = 'mail'", []);
    const [first, second] = await received(2);
    expect(first?.headers['message-id']).toBe(second?.headers['message-id']);
  });

  test('on a stop, a mail whose server does not respond is left to the next start', async () => {
    const release = mailbox.hold('slow@studio.test');
    const states = async () => (await database.query<{ state: string }>(mailStates, [])).map(({ state }) => state);
    await send(app, 'slow@studio.test');
    // A job can be active before its work has started, and then a stop has nothing to wait for.
    await eventually(() => expect(mailbox.isOffered('slow@studio.test')).toBe(true));
    expect(await states()).toEqual(['active']);
    const wait = setTimeout;
    const hurried = (work: () => void, milliseconds?: number) => wait(work, milliseconds === 3000 ? 100 : milliseconds);
    // A stop waits three seconds.
    const clock = vi.spyOn(globalThis, 'setTimeout').mockImplementation(hurried as typeof setTimeout);
    onTestFinished(() => clock.mockRestore());
    await app.deps.jobs.stop();
    expect(clock).toHaveBeenCalledWith(expect.any(Function), 3000);
    clock.mockRestore();
    expect(await states()).toEqual(['created']);
    app = await startServer();
    await app.deps.jobs.start();
    release();
    await received();
    await allSent(app);
    // The interrupted delivery arrives too, unless its connection has timed out: the id shows that it is the same mail.
    expect(new Set(mailbox.mails.map(({ headers }) => headers['message-id'])).size).toBe(1);
  });
});

const mailStates = "select state from pgboss.job where name = 'mail'";

const withErrors = (_key: string, value: unknown) =>
  value instanceof Error ? { ...value, message: value.message, stack: value.stack } : value;

describe('without SMTP_URL', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => allSent(server.app));
  const get = (url: string) => server.app.inject({ url, headers: { accept: 'text/html' } });

  test('the outbox shows that it is empty', async () => {
    const page = await get('/dev/outbox');
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('No mail was sent yet.');
  });

  test('the outbox lists mails, the newest first, and shows each with working links', async () => {
    shows('3.start.env.smtp-unset');
    await send(server.app, 'first@studio.test');
    await mailTo(server.app, 'first@studio.test');
    server.clock.advance(1);
    await register(server.app, 'second@studio.test');
    const mail = await mailTo(server.app, 'second@studio.test');
    const list = await get('/dev/outbox');
    expect(list.headers['content-type']).toBe('text/html; charset=utf-8');
    expect([...list.body.matchAll(/<td>([\w.]+@[\w.]+)<\/td>/g)].map(([, to]) => to)).toEqual([
      'second@studio.test',
      'first@studio.test',
    ]);
    const [, address = ''] = /href="(\/dev\/outbox\/[\w-]+)">Confirm your registration/.exec(list.body) ?? [];
    const page = await get(address);
    expect(page.body).toContain(`href="http://localhost:4400/registration/confirm?hash=${hashOf(mail)}"`);
    const [, frame = ''] = /<iframe [^>]*src="([^"]+)"/.exec(page.body) ?? [];
    const shown = await get(frame);
    expect(shown.body.replace('<base target="_top">', '')).toBe(mail.html);
  });

  test.each(['localhost:4400', '127.0.0.1', '[::1]:4400', 'content.localhost'])(
    'the outbox answers under the name %s',
    async (host) => {
      expect((await server.app.inject({ url: '/dev/outbox', headers: { host } })).statusCode).toBe(200);
    },
  );

  test.each(['attacker.example', 'localhost.attacker.example', '127.0.0.1.attacker.example:4400', 'a b'])(
    'the outbox does not answer under the name %s, even if a proxy claims another',
    async (host) => {
      await send(server.app);
      await mailTo(server.app, letter.to);
      const [, address = ''] = /href="(\/dev\/outbox\/[\w-]+)"/.exec((await get('/dev/outbox')).body) ?? [];
      for (const url of ['/dev/outbox', address, `${address}/html`]) {
        const answer = await server.app.inject({ url, headers: { host, 'x-forwarded-host': 'localhost' } });
        expect([url, answer.statusCode]).toEqual([url, 421]);
        expect(answer.json()).toMatchObject({ message: 'Request this at http://localhost:4400, or at localhost.' });
      }
    },
  );

  test('a mail cannot run scripts on the page', async () => {
    await send(server.app);
    await mailTo(server.app, letter.to);
    const [, address = ''] = /href="(\/dev\/outbox\/[\w-]+)"/.exec((await get('/dev/outbox')).body) ?? [];
    const page = await get(address);
    expect(page.body).toContain('sandbox="allow-top-navigation-by-user-activation"');
    expect(page.body).not.toContain('<b>bold');
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'nonce-[^']+'; frame-src 'self';/,
    );
    expect((await get(`${address}/html`)).headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'unsafe-inline';.* sandbox allow-top-navigation-by-user-activation$/,
    );
  });

  test.each(['nothing', '00000000-0000-0000-0000-000000000000', "1'--"])('there is no mail %s', async (id) => {
    expect((await get(`/dev/outbox/${encodeURIComponent(id)}`)).statusCode).toBe(404);
  });

  const link = { purpose: 'email-change', subject: '7' } as const;
  const postWith = async (seconds: number, spoil: (query: Query, secret: string) => Promise<unknown>) => {
    const now = server.clock.now();
    await server.app.deps.unit(async ({ query, post }) => {
      const secret = await issueLink(query, { ...link, now, seconds });
      await post({ ...letter, secretId: secret.id });
      await spoil(query, secret.text);
    });
    await allSent(server.app);
    return (await mailsOf(server.app)).map(({ recipient }) => recipient);
  };

  test('a mail whose link is valid is sent', async () => {
    expect(await postWith(60, async () => {})).toEqual([letter.to]);
  });

  test.each<[string, number, (query: Query, secret: string) => Promise<unknown>]>([
    ['ended', 60, (query) => revokeSecrets(query, [link.purpose], link.subject, server.clock.now())],
    ['used', 60, (query, secret) => redeemLink(query, link.purpose, secret, server.clock.now())],
    ['replaced by a newer one', 60, (query) => issueLink(query, { ...link, now: server.clock.now() })],
    ['expired', -1, async () => {}],
  ])('a mail whose link is %s before it is sent is dropped', async (_, seconds, spoil) => {
    expect(await postWith(seconds, spoil)).toEqual([]);
  });

  test('mails older than a week are dropped', async () => {
    await send(server.app, 'old@studio.test');
    await mailTo(server.app, 'old@studio.test');
    server.clock.advance(8 * 24 * 60 * 60);
    await send(server.app, 'new@studio.test');
    await mailTo(server.app, 'new@studio.test');
    expect((await mailsOf(server.app)).map(({ recipient }) => recipient)).toEqual(['new@studio.test']);
  });
});
