import { comments, type NewThread } from '@quartermaster/contract/endpoints/comments.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { field, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';

const fields = [field('price', 'integer')];
let server: TestServer;
let itemId: number;

beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'thing', fields);
  ({ id: itemId } = await saveOne(server, saveBody('thing', fields, { price: 20 }, { label: 'Axe' })));
});

const dev = () => ({ instanceId: server.studio.dev });
const aboutItem = () => ({ about: 'item' as const, template_id: 'thing', item_id: itemId });
const begin = (typed: Partial<NewThread> = {}, as: Person = 'member') =>
  server.call(comments.create, { params: dev(), body: { ...aboutItem(), text: 'Too dear?', ...typed } }, { as });
const threadsFor = async (as: Person) =>
  (await server.call(comments.list, { params: dev(), query: aboutItem() }, { as })).threads;
const of = (commentId: number) => ({ params: { ...dev(), commentId } });

describe('a thread', () => {
  it('is begun, answered, resolved and opened again, by whoever may read the instance', async () => {
    const thread = await begin({ text: '  Too **dear**?\r\nYes.  ' });
    expect(thread).toMatchObject({
      about: 'item',
      template_id: 'thing',
      item_id: itemId,
      resolved: null,
      is_unread: false,
    });
    expect(thread.comments).toMatchObject([
      { text: 'Too **dear**?\nYes.', is_own: true, env: 'Dev', by: { name: 'member' } },
    ]);
    expect((await threadsFor('owner'))[0]?.is_unread).toBe(true);
    await server.call(comments.resolve, { ...of(thread.id), body: { resolved: true } }, { as: 'owner' });
    expect((await threadsFor('member'))[0]?.resolved?.by.name).toBe('owner');
    const answered = await server.call(comments.reply, { ...of(thread.id), body: { text: 'No.' } }, { as: 'owner' });
    expect(answered.resolved).toBeNull();
    expect(answered.comments.map(({ text }) => text)).toEqual(['Too **dear**?\nYes.', 'No.']);
    expect((await threadsFor('member'))[0]?.is_unread).toBe(true);
    await server.call(
      comments.read,
      { ...of(thread.id), body: { up_to: answered.comments[1]?.id ?? 0 } },
      { as: 'member' },
    );
    expect((await threadsFor('member'))[0]?.is_unread).toBe(false);
  });

  it('is counted per item, with what is unread', async () => {
    await begin();
    const { id } = await begin({ text: 'Again' });
    await server.call(comments.resolve, { ...of(id), body: { resolved: true } }, { as: 'member' });
    const count = async (as: Person) =>
      (
        await server.call(
          comments.count,
          { params: dev(), body: { template_id: 'thing', item_ids: [itemId, itemId + 1] } },
          { as },
        )
      ).counts;
    expect(await count('member')).toEqual([{ item_id: itemId, open: 1, resolved: 1, unread: 0 }]);
    expect(await count('owner')).toEqual([{ item_id: itemId, open: 1, resolved: 1, unread: 2 }]);
  });

  it('goes with its last comment; before, a deleted one leaves its place', async () => {
    const thread = await begin();
    const { comments: both } = await server.call(
      comments.reply,
      { ...of(thread.id), body: { text: 'No.' } },
      { as: 'owner' },
    );
    await server.call(comments.delete, of(thread.id), { as: 'member' });
    const [left] = await threadsFor('owner');
    expect(left?.comments.map(({ text, is_deleted }) => [text, is_deleted])).toEqual([
      ['', true],
      ['No.', false],
    ]);
    await server.call(comments.delete, of(both[1]?.id ?? 0), { as: 'owner' });
    expect(await threadsFor('owner')).toEqual([]);
  });

  it('is changed and deleted by its writers only', async () => {
    const { id } = await begin();
    for (const endpoint of [comments.edit, comments.delete])
      expect(
        (
          await server.send(
            endpoint,
            { ...of(id), ...(endpoint === comments.edit && { body: { text: 'Mine' } }) },
            { as: 'owner' },
          )
        ).status,
      ).toBe(403);
    const edited = await server.call(comments.edit, { ...of(id), body: { text: 'Dear!' } }, { as: 'member' });
    expect(edited.comments[0]).toMatchObject({ text: 'Dear!', edited_at: expect.any(String) });
  });

  it('mentions only people who may read the instance', async () => {
    const { owner, stranger, admin } = server.studio.accounts;
    const { people } = await server.call(comments.listPeople, { params: dev(), query: {} }, { as: 'member' });
    expect(people.map(({ id }) => id).toSorted()).toEqual([owner, admin, server.studio.accounts.member].toSorted());
    expect((await begin({ mentions: [owner] })).comments[0]?.mentions).toEqual([{ id: owner, name: 'owner' }]);
    expect(
      (
        await server.send(
          comments.create,
          { params: dev(), body: { ...aboutItem(), text: 'x', mentions: [stranger] } },
          { as: 'member' },
        )
      ).status,
    ).toBe(422);
  });

  it('is not read, written or changed by others', async () => {
    const { id } = await begin();
    for (const as of ['stranger', 'free'] as const) {
      expect((await server.send(comments.list, { params: dev(), query: aboutItem() }, { as })).status).toBe(404);
      expect((await server.send(comments.reply, { ...of(id), body: { text: 'x' } }, { as })).status).toBe(404);
    }
    const elsewhere = { params: { instanceId: server.studio.elsewhere.dev, commentId: id } };
    expect((await server.send(comments.reply, { ...elsewhere, body: { text: 'x' } }, { as: 'stranger' })).status).toBe(
      404,
    );
  });
});
