import { comments } from '@quartermaster/contract/endpoints/comments.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { pageWithHash, paths } from '@quartermaster/contract/paths.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mentionMailsJob } from '../../server/modules/comments/mention-service.ts';
import { shows } from '../specification/shows.ts';
import { allSent, linksOf, mailsOf } from '../support/mailbox.ts';
import { field, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';

const fields = [field('price', 'integer')];
let server: TestServer;
let itemId: number;

beforeEach(async () => {
  server = await startTestServer();
  server.clock.stop();
  await saveTemplate(server, 'thing', fields);
  ({ id: itemId } = await saveOne(server, saveBody('thing', fields, { price: 20 }, { label: 'Axe' })));
});
afterEach(() => allSent(server.app));

const dev = () => ({ instanceId: server.studio.dev });
const about = () => ({ about: 'item' as const, template_id: 'thing', item_id: itemId });
const idOf = (person: 'owner' | 'admin' | 'member') => server.studio.accounts[person];
const begin = (text: string, mentions = [idOf('owner')], as: Person = 'member') =>
  server.call(comments.create, { params: dev(), body: { ...about(), text, mentions } }, { as });
const waiting = async (as: Person = 'owner') =>
  (await server.call(instances.getOverview, { params: dev() }, { as })).waiting;
const runJob = () => mentionMailsJob.run(server.app.deps, {}, new AbortController().signal);
const mails = async () => {
  await allSent(server.app);
  return mailsOf(server.app);
};

it('waits until the thread is read, the newest first', async () => {
  shows('5.comments.waiting');
  const first = await begin('@owner one');
  for (const text of ['@owner two', '@owner three', '@owner four']) await begin(text);
  const { mentions, mention_count } = await waiting();
  expect(mention_count).toBe(4);
  expect(mentions.map(({ text }) => text)).toEqual(['@owner four', '@owner three', '@owner two']);
  expect(mentions[0]).toMatchObject({ about: 'item', item_id: itemId, label: 'Axe', by: 'member' });
  expect((await server.call(instances.getWaiting, { params: dev() }, { as: 'owner' })).mentions).toBe(4);
  expect(await waiting('admin')).toMatchObject({ mentions: [], mention_count: 0 });
  const body = { up_to: first.id };
  await server.call(comments.read, { params: { ...dev(), commentId: first.id }, body }, { as: 'owner' });
  expect((await waiting()).mention_count).toBe(3);
  // What is not there is not named.
  await server.call(items.delete, { params: { ...dev(), templateId: 'thing', id: itemId } }, { as: 'owner' });
  expect((await waiting()).mention_count).toBe(0);
});

it('does not wait any more once it is deleted, or its text mentions the person no more', async () => {
  const [one, two] = [await begin('@owner one'), await begin('@owner two')];
  const of = ({ id }: { id: number }) => ({ params: { ...dev(), commentId: id } });
  await server.call(comments.reply, { ...of(one), body: { text: 'x' } }, { as: 'admin' });
  await server.call(comments.delete, of(one), { as: 'member' });
  await server.call(comments.edit, { ...of(two), body: { text: 'nobody', mentions: [] } }, { as: 'member' });
  expect((await waiting()).mention_count).toBe(0);
  await runJob();
  expect(await mails()).toEqual([]);
});

it('is mailed, grouped, at most every ten minutes', async () => {
  shows('5.comments.mails');
  const thread = await begin('@owner <b>one</b>');
  await begin('@owner two');
  await runJob();
  await runJob();
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ recipient: 'owner@studio.test', subject: 'member mentioned you in 2 comments' });
  expect(mail?.html).toContain('&lt;b&gt;one');
  const links = linksOf(mail ?? { text: '', html: '' });
  expect(links.text.map(({ pathname, search }) => pathname + search)).toContain(
    `/instance/${server.studio.dev}/templates/thing/items/${itemId}/edit?thread=${thread.id}`,
  );
  await begin('@owner three');
  server.clock.advance(9 * 60 + 59);
  await runJob();
  expect(await mails()).toHaveLength(1);
  server.clock.advance(1);
  await runJob();
  expect((await mails()).map(({ subject }) => subject).at(-1)).toContain('member mentioned you in');
  expect(await mails()).toHaveLength(2);
});

it('is not mailed to whoever has read it, or may not read it any more', async () => {
  shows('5.comments.mails');
  const { id } = await begin('@owner @admin one', [idOf('owner'), idOf('admin')]);
  await server.call(comments.read, { params: { ...dev(), commentId: id }, body: { up_to: id } }, { as: 'owner' });
  await server.app.deps.database.query('delete from instance_members where account_id = $1', [idOf('admin')]);
  await runJob();
  expect(await mails()).toEqual([]);
});

it('is not mailed once the item is deleted', async () => {
  await begin('@owner one');
  await server.call(items.delete, { params: { ...dev(), templateId: 'thing', id: itemId } }, { as: 'owner' });
  await runJob();
  expect(await mails()).toEqual([]);
});

it('is not mailed to whoever has turned such mails off, with one click or in the account', async () => {
  shows('5.comments.mails', '5.comments.mail-setting');
  const settings = () => server.call(comments.getMails, {}, { as: 'owner' });
  const key = `${idOf('owner')}.${server.app.deps.secrets.sign(`stop mails of mentions ${idOf('owner')}`)}`;
  for (const wrong of [`${idOf('admin')}${key.slice(key.indexOf('.'))}`, 'x', '0.é', key.slice(0, -1)])
    expect((await server.send(comments.stopMails, { query: { key: wrong } })).status).toBe(404);
  expect(await settings()).toEqual({ mentions: true });
  // A person who opens the address gets to a page; opening alone changes nothing.
  const opened = await server.app.inject({
    method: 'GET',
    url: `/v1${comments.openStopMails.path}?${new URLSearchParams({ key })}`,
  });
  expect([opened.statusCode, opened.headers.location]).toEqual([
    303,
    `${server.app.deps.config.publicUrl}${pageWithHash(paths.mentionMails, key)}`,
  ]);
  expect(await settings()).toEqual({ mentions: true });
  // As mail programs do it (RFC 8058), without cookies.
  const sent = await server.app.inject({
    method: 'POST',
    url: `/v1${comments.stopMails.path}?${new URLSearchParams({ key })}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });
  expect(sent.statusCode).toBe(200);
  expect(await settings()).toEqual({ mentions: false });
  await begin('@owner one');
  await runJob();
  expect(await mails()).toEqual([]);
  await server.call(comments.setMails, { body: { mentions: true } }, { as: 'owner' });
  await begin('@owner two');
  await runJob();
  expect(await mails()).toHaveLength(1);
});
