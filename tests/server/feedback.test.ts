import { feedback } from '@quartermaster/contract/feedback.ts';
import { beforeEach, describe, expect, test } from 'vitest';
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

/** The server with an address that gets feedback. */
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
  test('is kept, with who has sent it', async () => {
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

  test('stays when the account goes', async () => {
    await send({ message: 'It works.' });
    await server.app.deps.database.query('delete from accounts where id = $1', [server.studio.accounts.member]);
    expect(await kept()).toMatchObject([{ account_id: null, message: 'It works.' }]);
  });

  test('is mailed where somebody reads it', () =>
    withReader(async () => {
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
    }));

  test.each([
    [{ message: '   ' }, { message: 'Required field' }],
    [{ message: ' ab ' }, { message: 'Must be at least 3 characters' }],
    [{ message: 'abc', email: 'nobody' }, { email: 'Please enter a valid email address' }],
  ])('%j is refused', async (body, fields) => {
    const { status, body: answer } = await send(body);
    expect([status, (answer as { fields?: object }).fields]).toEqual([422, fields]);
    expect(await kept()).toEqual([]);
  });

  test('may leave name and email empty', async () => {
    expect((await send({ message: 'abc', name: '', email: '' })).status).toBe(200);
  });
});
