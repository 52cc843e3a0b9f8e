import { feedback } from '@quartermaster/contract/endpoints/feedback.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { eventually } from '../support/eventually.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const send = (body: object) => server.send(feedback.send, { body }, { as: 'member' });
const kept = () =>
  server.app.deps.database.query('select account_id, message, name, email, uid from feedback order by id', []);
const outbox = () =>
  server.app.deps.database.query<{ recipient: string; subject: string; text: string; html: string }>(
    'select recipient, subject, text, html from outbox',
    [],
  );

/** The server with an address that receives feedback. */
async function withReader(work: () => Promise<void>): Promise<void> {
  const { config } = server.app.deps;
  config.feedbackEmail = 'team@quartermaster.test';
  try {
    await work();
  } finally {
    config.feedbackEmail = undefined;
  }
}

describe('feedback', () => {
  test('is stored with its sender', async () => {
    shows('1.3.feedback.shape', '3.calls.feedback.call', '3.calls.feedback.kept');
    const body = { message: '  It works.  ', name: 'Mia', email: 'mia@studio.test', tags: { uid: 'event-1' } };
    expect((await send(body)).body).toEqual({ ok: true });
    expect((await send({ message: 'Yes' })).status).toBe(200);
    const account_id = server.studio.accounts.member;
    expect(await kept()).toEqual([
      { account_id, message: 'It works.', name: 'Mia', email: 'mia@studio.test', uid: 'event-1' },
      { account_id, message: 'Yes', name: '', email: '', uid: null },
    ]);
    expect(await outbox()).toEqual([]);
  });

  test('stays when the account is deleted', async () => {
    await send({ message: 'It works.' });
    await server.app.deps.database.query('delete from accounts where id = $1', [server.studio.accounts.member]);
    expect(await kept()).toMatchObject([{ account_id: null, message: 'It works.' }]);
  });

  test('is mailed if an address is configured', () => {
    shows('3.calls.feedback.mailed');
    return withReader(async () => {
      await send({ message: 'One <b>bold</b>\nline' });
      const mail = await eventually(async () => {
        const [first] = await outbox();
        expect(first).toBeTruthy();
        return first;
      });
      expect(mail?.recipient).toBe('team@quartermaster.test');
      expect(mail?.subject).toBe('Feedback from member');
      expect(mail?.text).toContain('One <b>bold</b>\nline');
      expect(mail?.text).toContain('member@studio.test');
      expect(mail?.html).toContain('One &lt;b&gt;bold&lt;/b&gt;<br>line');
      expect(await kept()).toHaveLength(1);
    });
  });

  test.each([
    [{ message: '   ' }, { message: 'Required field' }],
    [{ message: ' ab ' }, { message: 'Must be at least 3 characters' }],
    [{ message: 'abc', email: 'nobody' }, { email: 'Please enter a valid email address' }],
  ])('%j is rejected', async (body, fields) => {
    shows('1.9.feedback.minimum');
    const { status, body: answer } = await send(body);
    expect([status, (answer as { fields?: object }).fields]).toEqual([422, fields]);
    expect(await kept()).toEqual([]);
  });

  test('is limited to 10 per user and hour, and says how long to wait', async () => {
    for (let time = 0; time < 10; time++) expect((await send({ message: 'Yes' })).status).toBe(200);
    const { status, headers, body } = await send({ message: 'Once more' });
    expect([status, body]).toEqual([
      429,
      { status_code: 429, error: 'rate_limit', message: 'Too many attempts. Please wait and try again.' },
    ]);
    const wait = Number(headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60 * 60);
    expect(await kept()).toHaveLength(10);
    expect((await server.send(feedback.send, { body: { message: 'Yes' } }, { as: 'owner' })).status).toBe(200);
    server.clock.advance(wait + 1);
    expect((await send({ message: 'Once more' })).status).toBe(200);
  });

  test('that is rejected does not count', async () => {
    for (let time = 0; time < 11; time++) expect((await send({ message: ' ' })).status).toBe(422);
    expect((await send({ message: 'Yes' })).status).toBe(200);
  });

  test('may omit name and email', async () => {
    expect((await send({ message: 'abc', name: '', email: '' })).status).toBe(200);
  });
});
