import { comments, type NewThread } from '@quartermaster/contract/endpoints/comments.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import { commentLimits } from '@quartermaster/contract/rules/comments.ts';
import { beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { field, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';
import { syncOf } from '../support/sync.ts';

const fields = [
  field('price', 'integer'),
  field('bonuses', 'dynamic-group'),
  field('stat', 'text', { parentId: 'bonuses' }),
];
const values = { price: 20, bonuses: [{ stat: 'Strength' }, { stat: 'Wisdom' }] };
let server: TestServer;
let itemId: number;

beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'thing', fields);
  ({ id: itemId } = await saveOne(server, saveBody('thing', fields, values, { label: 'Axe' })));
});

const place = (instanceId = server.studio.dev) => ({ params: { instanceId } });
const about = () => ({ about: 'item' as const, template_id: 'thing', item_id: itemId });
const send = (typed: Partial<NewThread> & Record<string, unknown>, as: Person = 'member') =>
  server.send(comments.create, { ...place(), body: { ...about(), text: 'x', ...typed } as NewThread }, { as });
const listed = async (as: Person = 'owner', instanceId = server.studio.dev) =>
  (await server.call(comments.list, { ...place(instanceId), query: about() }, { as })).threads;

const pieces = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '[a](javascript:alert(1))',
  '\u202Eabc',
  '\u2066a\u2069',
  '\u0000',
  '\u0007',
  '\u001b[31m',
  '\uD800',
  '\uDFFFx',
  '\u200B\u200D',
  "'; drop table comments; --",
  '$\u007B7*7}',
  '{{7*7}}',
  '%s%n',
  '**bold',
  '`code',
  '@everyone',
  'e\u0301'.repeat(50),
  '👩‍👩‍👧‍👦'.repeat(20),
  '\r\n\r\n',
  '\u2028\u2029',
  '&lt;&amp;',
  'https://a@b.test/?<>"',
]; // prettier-ignore

test('100 hostile texts are stored as the rule leaves them, or refused', async () => {
  shows('5.comments.attacks');
  const texts = pieces.flatMap((piece) => [piece, `a ${piece} b`, piece.repeat(3), `${piece}\n${piece}`]);
  expect(texts.length).toBeGreaterThanOrEqual(100);
  const accepted: string[] = [];
  for (const text of texts) {
    const { status, body } = await send({ text });
    expect([200, 422, 400]).toContain(status);
    if (status === 200) accepted.push((body as { comments: { text: string }[] }).comments[0]?.text ?? '');
  }
  const stored = (await listed()).map((thread) => thread.comments[0]?.text ?? '');
  expect(stored).toEqual(accepted);
  expect(stored).toContain('<script>alert(1)</script>');
  for (const text of stored) {
    expect(text.isWellFormed()).toBe(true);
    expect(text).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/u);
    expect(text.length).toBeLessThanOrEqual(commentLimits.text);
  }
});

test('what is too long, too much or not there is refused, with its name', async () => {
  shows('5.comments.attacks');
  const { owner } = server.studio.accounts;
  for (const typed of [
    { text: '' },
    { text: ' \n ' },
    { text: 'x'.repeat(commentLimits.text + 1) },
    { mentions: Array.from({ length: 21 }, (_, index) => index + 1) },
    { mentions: [owner, owner] },
    { mentions: [2_147_483_647] },
    { field_id: 'nowhere' },
    { field_id: 'stat' },
    { field_id: 'stat', rows: [2] },
    { field_id: 'stat', rows: [0, 0] },
    { field_id: 'price', rows: [0] },
    { rows: [0] },
    { subject_id: 1 },
    { line: 1 },
    { about: 'template' as const },
  ])
    expect([typed, (await send(typed)).status]).toEqual([typed, 422]);
  expect((await send({ text: 'x'.repeat(commentLimits.text) })).status).toBe(200);
  for (const typed of [
    { item_id: itemId + 1 },
    { template_id: 'other' },
    { about: 'proposal' as const, subject_id: 1, template_id: undefined, item_id: undefined },
  ])
    expect([typed, (await send(typed as Partial<NewThread>)).status]).toEqual([typed, 404]);
  expect((await send({ field_id: 'stat', rows: [0], version: 9 })).status).toBe(409);
  expect((await send({ field_id: 'stat', rows: [1], version: 1 })).status).toBe(200);
});

test('a review is discussed by those who may read it, in its source only', async () => {
  shows('5.comments.attacks');
  const { dev, stage } = server.studio;
  const body = { changes: [], all: true as const, note: '' };
  const { id } = await server.call(syncReviews.create, { ...place(), body } as never, { as: 'admin' });
  const ofReview = { about: 'review' as const, subject_id: id, template_id: 'thing', item_id: itemId };
  const begin = (as: Person, instanceId = dev) =>
    server.send(comments.create, { ...place(instanceId), body: { ...ofReview, text: 'Hm' } }, { as });
  const { query } = server.app.deps.database;
  expect((await begin('admin')).status).toBe(200);
  expect((await begin('admin', stage)).status).toBe(404);
  // A role with READ alone.
  await query(
    `with r as (insert into roles (workspace_id, name, permission_ids) values ($1, 'Reader', '{1}') returning id)
      update instance_members set role_id = (select id from r) where account_id = $2`,
    [server.studio.workspaceId, server.studio.accounts.member],
  );
  expect((await send({})).status).toBe(200);
  expect((await begin('member')).status).toBe(403);
  expect(
    (await server.send(comments.list, { ...place(), query: { about: 'review', subject_id: id } }, { as: 'member' }))
      .status,
  ).toBe(403);
  const [thread] = await query<{ id: number }>(`select id from comments where about = 'review'`, []);
  const of = { params: { instanceId: dev, commentId: thread?.id ?? 0 } };
  for (const [endpoint, input] of [
    [comments.reply, { body: { text: 'x' } }],
    [comments.resolve, { body: { resolved: true } }],
    [comments.read, { body: { up_to: 1 } }],
    [comments.delete, {}],
  ] as const)
    expect((await server.send(endpoint, { ...of, ...input } as never, { as: 'member' })).status).toBe(404);
  const mention = { ...ofReview, text: 'x', mentions: [server.studio.accounts.member] };
  expect((await server.send(comments.create, { ...place(), body: mention }, { as: 'admin' })).status).toBe(422);
});

test('a quote is for those who may read where it was written, too', async () => {
  shows('5.comments.rows');
  await syncOf(server, server.studio.dev).all();
  expect((await send({ field_id: 'stat', rows: [1], text: 'Why?' })).status).toBe(200);
  const { stage } = server.studio;
  await server.app.deps.database.query(
    `insert into instance_members (instance_id, account_id, role_id)
      select $2, account_id, role_id from instance_members where account_id = $1 and instance_id = $3`,
    [server.studio.accounts.member, stage, server.studio.dev],
  );
  expect(await listed('member', stage)).toMatchObject([
    { quote: 'Wisdom', rows: [1], field_label: 'The stat', comments: [{ env: 'Dev' }] },
  ]);
  await server.app.deps.database.query('delete from instance_members where account_id = $1 and instance_id = $2', [
    server.studio.accounts.member,
    server.studio.dev,
  ]);
  expect(await listed('member', stage)).toMatchObject([{ quote: '', rows: [1], comments: [{ text: 'Why?' }] }]);
});

test('a thread in a row follows it through saves, and stays without its field', async () => {
  shows('5.comments.rows');
  await send({ field_id: 'stat', rows: [1] });
  await send({ field_id: 'bonuses', rows: [0] });
  const swapped = { price: 20, bonuses: [{ stat: 'Wisdom' }, { stat: 'Strength' }] };
  const options = { label: 'Axe', before: values, id: itemId };
  await saveOne(server, saveBody('thing', fields, swapped, { ...options, version: 1 }));
  expect(await listed()).toMatchObject([
    { rows: [0], quote: 'Wisdom' },
    { rows: [1], quote: 'Strength' },
  ]);
  const one = { price: 20, bonuses: [{ stat: 'Other' }] };
  await saveOne(server, saveBody('thing', fields, one, { ...options, before: swapped, version: 2 }));
  expect((await listed()).map(({ rows, quote }) => [rows, quote])).toEqual([
    [null, 'Wisdom'],
    [null, 'Strength'],
  ]);
  await send({ field_id: 'price' });
  await saveTemplate(server, 'thing', fields.slice(1), { version: 1 });
  expect((await listed()).at(-1)).toMatchObject({ field_id: 'price', field_label: 'The price', quote: '20' });
});

test('an item that was deleted meanwhile is not there, in plain words', async () => {
  shows('5.comments.attacks');
  await server.call(items.delete, { params: { ...place().params, templateId: 'thing', id: itemId } }, { as: 'owner' });
  expect((await send({})).body).toMatchObject({ message: 'This item does not exist here any more.' });
});
