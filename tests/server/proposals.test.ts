import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { outcomesOf, startProposals } from '../support/proposals.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let the: Awaited<ReturnType<typeof startProposals>>;
const owner = { as: 'owner' } as const;

beforeEach(async () => {
  server = await startTestServer();
  the = await startProposals(server);
});

const idOf = ({ proposal }: { proposal?: { id: number } }): number => proposal?.id ?? 0;

describe('a proposal', () => {
  test('of several templates is stored, changes nothing, and is applied and undone as one', async () => {
    shows('4.proposals.create', '4.proposals.apply', '4.proposals.undo');
    const [a, b] = (await the.save('sword', { sku: 'a', price: 1 }, { sku: 'b', price: 2, title: 'B' })).map(
      ({ id }) => id,
    );
    const [c] = (await the.save('chest', { code: 'c', size: 1 })).map(({ id }) => id);
    const before = await the.read();
    const sent = await the.send(
      [
        {
          template_id: 'sword',
          items: [
            { _id: a, _version: 1, price: 10 },
            { sku: 'b', price: 20 },
          ],
        },
        {
          template_id: 'chest',
          items: [
            { code: 'c', _label: 'Big', size: 5 },
            { code: 'c2', _label: 'Small', size: 6 },
          ],
        },
      ],
      { title: '  Cheaper swords ', note: 'For the sale' },
    );
    expect(sent).toMatchObject({
      status: 200,
      proposal: {
        title: 'Cheaper swords',
        note: 'For the sale',
        origin: 'form',
        state: 'open',
        by: { id: server.studio.accounts.owner, name: 'owner' },
        items: 4,
        templates: [
          { template_id: 'sword', name: 'Swords', items: 2 },
          { template_id: 'chest', name: 'Chests', items: 2 },
        ],
        decided_by: null,
        decided_at: null,
        change_set_id: null,
      },
      check: {
        counts: { added: 1, changed: 3, unchanged: 0, conflict: 0, refused: 0 },
        templates: [
          { template_id: 'sword', counts: { added: 0, changed: 2 } },
          { template_id: 'chest', counts: { added: 1, changed: 1 } },
        ],
      },
    });
    expect(outcomesOf(sent)).toEqual(['1 sword changed', '2 sword changed', '3 chest changed', '4 chest added']);
    expect(await the.read()).toEqual(before);

    const applied = await the.apply(idOf(sent));
    expect(applied).toMatchObject({ status: 200, proposal: { state: 'applied', decided_by: { name: 'owner' } } });
    const after = await the.byKey();
    expect(after.get('a')).toMatchObject({ id: a, price: 10, version: 2 });
    expect(after.get('b')).toMatchObject({ id: b, price: 20, title: 'B', version: 2 });
    expect(after.get('c')).toMatchObject({ id: c, size: 5, label: 'Big' });
    expect(after.get('c2')).toMatchObject({ size: 6, version: 1 });
    const changeSetId = applied.proposal?.change_set_id ?? 0;
    const params = { instanceId: server.studio.dev, changeSetId };
    const { change_set } = await server.call(changeSets.get, { params }, owner);
    expect(change_set).toMatchObject({
      ...{ origin: 'proposal', note: 'Cheaper swords', template: null, can_undo: true },
      counts: { added: 1, updated: 3, removed: 0 },
    });
    await the.undo(changeSetId);
    const undone = await the.byKey();
    expect([...undone.keys()].toSorted()).toEqual(['a', 'b', 'c']);
    expect(undone.get('a')).toMatchObject({ price: 1 });
    expect(undone.get('c')).toMatchObject({ size: 1, label: 'c' });
  });

  test('links new items of several templates by their keys, in either direction', async () => {
    shows('4.proposals.links');
    const sent = await the.send([
      {
        template_id: 'sword',
        items: [
          { sku: 'a', _label: 'a', chest: 'c' },
          { sku: 'b', _label: 'b', parent: 'a' },
        ],
      },
      {
        template_id: 'chest',
        items: [
          { code: 'c', _label: 'c', swords: ['b', 'a'] },
          { code: 'd', _label: 'd', swords: ['b'] },
        ],
      },
    ]);
    expect(outcomesOf(sent)).toEqual(['1 sword added', '2 sword added', '3 chest added', '4 chest added']);
    expect(sent.rows?.[0]?.fields).toContainEqual({
      field_id: 'chest',
      before: null,
      after: 'new item',
      is_conflict: false,
    });
    await the.apply(idOf(sent));
    const after = await the.byKey();
    const [a, b, c] = ['a', 'b', 'c'].map((key) => after.get(key)?.id);
    expect(after.get('a')).toMatchObject({ chest: c });
    expect(after.get('b')).toMatchObject({ parent: a });
    expect(after.get('c')).toMatchObject({ swords: [b, a] });
    expect(after.get('d')).toMatchObject({ swords: [b] });
    expect(after.size).toBe(4);
    await the.undo((await the.get(idOf(sent))).proposal.change_set_id);
    expect((await the.read()).size).toBe(0);
  });
});
