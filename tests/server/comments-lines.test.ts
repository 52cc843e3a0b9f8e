import {
  comments,
  type NewThread,
  type Thread,
  type ThreadSubject,
} from '@quartermaster/contract/endpoints/comments.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { syncReviews } from '@quartermaster/contract/endpoints/sync.ts';
import { threadPath } from '@quartermaster/contract/paths.ts';
import { commentLimits } from '@quartermaster/contract/rules/comments.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mentionMailsJob } from '../../server/modules/comments/mention-service.ts';
import { shows } from '../specification/shows.ts';
import { allSent, linksOf, mailsOf } from '../support/mailbox.ts';
import { releasesOf } from '../support/release-calls.ts';
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
const createReview = async () => {
  const body = { changes: [], all: true as const, note: '' };
  return (await server.call(syncReviews.create, { params: dev(), body } as never, { as: 'admin' })).id;
};
const createProposal = async () => {
  const changes = [
    {
      template_id: 'thing',
      items: [
        { _id: itemId, price: 9 },
        { _label: 'Bow', price: 1 },
      ],
    },
  ];
  const body = { title: 'Prices', note: '', changes };
  return (await server.call(proposals.create, { params: dev(), body }, { as: 'owner' })).proposal.id;
};
const begin = (of: ThreadSubject, typed: Partial<NewThread> = {}, as: Person = 'owner') =>
  server.call(comments.create, { params: dev(), body: { ...of, text: 'Hm', ...typed } }, { as });
const listOf = async ({ about, subject_id, ...content }: ThreadSubject, as: Person = 'owner') => {
  const query = { about, ...(subject_id === undefined ? content : { subject_id }) };
  return (await server.call(comments.list, { params: dev(), query }, { as })).threads;
};
const commentOf = (commentId: number) => ({ params: { ...dev(), commentId } });

/** All that threads can be about, once each, with a line of those that have lines. */
async function everySubject(): Promise<ThreadSubject[]> {
  const line = { template_id: 'thing', item_id: itemId };
  return [
    { about: 'item', ...line },
    { about: 'template', template_id: 'thing' },
    { about: 'review', subject_id: await createReview(), ...line },
    { about: 'release', subject_id: await releasesOf(server).create(), ...line },
    { about: 'proposal', subject_id: await createProposal(), ...line },
  ];
}

describe('a thread about anything', () => {
  it('is begun, answered, resolved, reopened, edited and deleted', async () => {
    shows('5.comments.places', '5.comments.lines');
    for (const of of await everySubject()) {
      const { id } = await begin(of);
      await server.call(comments.reply, { ...commentOf(id), body: { text: 'Yes' } }, { as: 'admin' });
      await server.call(comments.resolve, { ...commentOf(id), body: { resolved: true } }, { as: 'admin' });
      expect((await listOf(of))[0]).toMatchObject({ ...of, resolved: { by: { name: 'admin' } } });
      await server.call(comments.resolve, { ...commentOf(id), body: { resolved: false } }, { as: 'owner' });
      await server.call(comments.edit, { ...commentOf(id), body: { text: 'Hm!' } }, { as: 'owner' });
      const [thread, ...more] = await listOf(of);
      expect(more).toEqual([]);
      expect(thread).toMatchObject({ ...of, resolved: null, comment_count: 2 });
      expect(thread?.comments.map(({ text }) => text)).toEqual(['Hm!', 'Yes']);
      const others = { as: 'admin' } as const;
      const edited = await server.send(comments.edit, { ...commentOf(id), body: { text: 'x' } }, others);
      const deleted = await server.send(comments.delete, commentOf(id), others);
      expect([edited.status, deleted.status]).toEqual([403, 403]);
      await server.call(comments.delete, commentOf(thread?.comments[1]?.id ?? 0), { as: 'admin' });
      await server.call(comments.delete, commentOf(id), { as: 'owner' });
      expect(await listOf(of)).toEqual([]);
    }
  });

  it('waits for those whom it mentions, and is mailed to them, with its address', async () => {
    shows('5.comments.mentions');
    const mentions = [server.studio.accounts.admin];
    const begun: Thread[] = [];
    for (const of of await everySubject()) begun.push(await begin(of, { text: '@admin look', mentions }));
    const { waiting } = await server.call(instances.getOverview, { params: dev() }, { as: 'admin' });
    expect(waiting.mention_count).toBe(begun.length);
    expect(waiting.mentions.map(({ thread_id, about, label }) => [thread_id, about, label])).toEqual(
      begun
        .slice(2)
        .toReversed()
        .map(({ id, about }) => [id, about, '']),
    );
    await mentionMailsJob.run(server.app.deps, {}, new AbortController().signal);
    await allSent(server.app);
    const mail = (await mailsOf(server.app)).find(({ subject }) => subject.includes('mentioned you'));
    const links = linksOf(mail ?? { text: '', html: '' }).text.map(({ pathname, search }) => pathname + search);
    for (const thread of begun) expect(links).toContain(threadPath(thread.id, thread, server.studio.dev));
  });
});

describe('a line', () => {
  it('has the label of its item or template as it is now; one that is not there has none', async () => {
    shows('5.comments.lines');
    const review = { about: 'review', subject_id: await createReview() } as const;
    await begin({ ...review, template_id: 'thing', item_id: itemId });
    await begin({ ...review, template_id: 'thing' });
    await begin({ ...review, template_id: 'thing', item_id: 99 });
    await begin(review);
    await saveOne(server, saveBody('thing', fields, {}, { label: 'Great axe', id: itemId, version: 1 }));
    const labels = (await listOf(review)).map(({ line_label }) => line_label);
    expect(labels).toEqual(['Great axe', 'The thing', undefined, undefined]);
    const proposal = { about: 'proposal', subject_id: await createProposal() } as const;
    expect(await begin(proposal, { template_id: 'thing', line: 2 })).toMatchObject({ template_id: 'thing', line: 2 });
    expect((await listOf(proposal))[0]).not.toHaveProperty('line_label');
  });

  it('that cannot be is refused, with what to do', async () => {
    shows('5.comments.lines');
    const review = { about: 'review', subject_id: await createReview() } as const;
    const proposal = { about: 'proposal', subject_id: await createProposal() } as const;
    const wrong: [ThreadSubject, Partial<NewThread>, string][] = [
      [review, { item_id: itemId }, 'template_id and item_id'],
      [review, { template_id: 'thing', line: 1 }, 'Only a proposal has lines'],
      [review, { template_id: 'thing', item_id: itemId, field_id: 'price' }, 'omit the field'],
      [proposal, { line: 1 }, 'Name the template'],
      [proposal, { template_id: 'other', line: 1 }, 'no items of "other"'],
      [proposal, { template_id: 'thing', line: 3 }, 'no line 3'],
    ];
    for (const [of, typed, sentence] of wrong) {
      const { status, body } = await server.send(
        comments.create,
        { params: dev(), body: { ...of, text: 'x', ...typed } },
        { as: 'owner' },
      );
      expect([typed, status, JSON.stringify(body)]).toEqual([
        typed,
        422,
        expect.stringContaining(sentence.replaceAll('"', '\\"')),
      ]);
    }
  });
});

describe('a long thread', () => {
  it('is listed with its first comment and the latest, and the others are read some at a time', async () => {
    shows('5.comments.panel');
    const of = { about: 'item', template_id: 'thing', item_id: itemId } as const;
    const mentions = [server.studio.accounts.admin];
    const { id } = await begin(of, { text: 'first', mentions });
    const total = commentLimits.page + commentLimits.latest + 10;
    await server.app.deps.database.query(
      `insert into comments (project_id, instance_id, thread_id, account_id, actor, text, mentions, created_at)
        select project_id, instance_id, id, account_id, actor, 'answer ' || n, array[$2::int], created_at
        from comments, generate_series(1, $3) n where id = $1 order by n`,
      [id, server.studio.accounts.member, total - 1],
    );
    await begin(of, { text: 'another' });
    const [thread, other] = await listOf(of);
    expect(thread?.comment_count).toBe(total);
    expect(other?.comment_count).toBe(1);
    expect(thread?.comments.map(({ text }) => text)).toEqual([
      'first',
      ...Array.from({ length: commentLimits.latest }, (_, index) => `answer ${total - commentLimits.latest + index}`),
    ]);
    expect(thread?.comments.map((comment) => comment.mentions[0]?.name)).toEqual([
      'admin',
      ...Array(commentLimits.latest).fill('member'),
    ]);
    const read = async (after = 0) =>
      (
        await server.call(
          comments.listReplies,
          { ...commentOf(id), query: after > 0 ? { after } : {} },
          { as: 'member' },
        )
      ).comments;
    const page = await read();
    expect(page.map(({ text }) => text)).toEqual(
      Array.from({ length: commentLimits.page }, (_, index) => `answer ${index + 1}`),
    );
    const rest = await read(page.at(-1)?.id);
    expect(rest.map(({ text }) => text).at(-1)).toBe(`answer ${total - 1}`);
    expect(page.length + rest.length).toBe(total - 1);
    for (const as of ['stranger', 'free'] as const)
      expect((await server.send(comments.listReplies, { ...commentOf(id), query: {} }, { as })).status).toBe(404);
  });

  it('ends at its limit, and not before', async () => {
    const of = { about: 'item', template_id: 'thing', item_id: itemId } as const;
    const { id } = await begin(of);
    await server.app.deps.database.query(
      `insert into comments (project_id, instance_id, thread_id, account_id, actor, text, created_at)
        select project_id, instance_id, id, account_id, actor, 'x', created_at from comments, generate_series(3, $2) where id = $1`,
      [id, commentLimits.replies],
    );
    const reply = () => server.send(comments.reply, { ...commentOf(id), body: { text: 'x' } }, { as: 'owner' });
    expect((await reply()).status).toBe(200);
    expect((await reply()).status).toBe(422);
  });
});
