import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { type Action, bulkEdits, type Operation } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Endpoint } from '@quartermaster/contract/endpoints/endpoint.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { type Arena, beginArena, race } from '../support/arena.ts';
import { field, inOrder, saveBody } from '../support/sample-template.ts';
import type { Loose } from '../support/server.ts';
import { expectWhole, readState } from '../support/sync-model/state.ts';

const times = Number(process.env.BULK_RACES ?? (process.env.DATABASE_URL ? 8 : 4));

let arena: Arena;
beginArena((opened) => {
  arena = opened;
});

const fields = inOrder([
  field('title', 'text'),
  field('price', 'integer'),
  field('parent', 'item-link', { templateId: 'raced' }),
]);

interface Answer {
  status: number;
  body: unknown;
}

const dev = () => ({ instanceId: arena.studio.dev });
const read = () => readState(arena.database.query, arena.studio.dev);

async function done<Body>(endpoint: Endpoint, input: Loose): Promise<Body> {
  const { status, body } = await arena.send(0, 'owner', endpoint, input);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Body;
}

async function create(...all: ItemValues[]): Promise<number[]> {
  const body = { items: all.map((values) => saveBody('raced', fields, values)) };
  const answer = await done<{ items: { id: number }[] }>(items.saveMany, { params: dev(), body });
  return answer.items.map(({ id }) => id);
}

const edit = (ids: number[], action: Action) => (server: 0 | 1) =>
  arena.send(server, 'owner', bulkEdits.apply, {
    params: dev(),
    body: { selection: { template_id: 'raced', ids }, action },
  });
const operate = (ids: number[], ...operations: Operation[]) => edit(ids, { operations });
const undoOf = (changeSetId: number) => (server: 0 | 1) =>
  arena.send(server, 'owner', changeSets.undo, { params: { ...dev(), changeSetId }, body: {} });

async function saveOf(id: number, values: ItemValues): Promise<(server: 0 | 1) => Promise<Answer>> {
  const item = (await read()).items.get(id);
  const body = saveBody('raced', fields, values, { id, version: item?.version ?? 0, before: item?.values ?? {} });
  return (server) => arena.send(server, 'owner', items.save, { params: dev(), body });
}

const told = (turn: number, ...answers: Answer[]): string => `turn ${turn}: ${JSON.stringify(answers).slice(0, 1500)}`;

/** A call either succeeded, or was refused because of the other one. */
function isMade({ status, body }: Answer, why: string): boolean {
  if (status === 200) return true;
  expect([409, 422, 404], why).toContain(status);
  expect(body, why).toMatchObject({
    error: expect.stringMatching(/^(changed|version|invalid|linked|conflict|busy|not_found)$/),
  });
  return false;
}

async function expectTidy(): Promise<void> {
  await expectWhole(arena.database.query, arena.studio.dev, await read());
  const open = await arena.database.query(
    `select 1 from change_sets where state = 'running' union all select 1 from change_set_index union all select 1 from change_set_inputs
      union all select 1 from item_revisions r left join change_sets y on y.id = r.change_set_id where r.change_set_id is not null and y.state is distinct from 'applied'`,
    [],
  );
  expect(open).toEqual([]);
}

describe(`${times} times at the same moment`, () => {
  beforeEach(async () => {
    const version = (await read()).templates.get('raced')?.version ?? 0;
    await done(templates.save, { params: dev(), body: { id: 'raced', label: 'Raced', version, fields } });
  });

  test('an edit of many items and a save of one of them: one after the other, or one is refused whole', async () => {
    shows('4.bulk.whole');
    for (let turn = 0; turn < times; turn++) {
      const ids = await create(...Array.from({ length: 30 }, () => ({ price: 1 })));
      const [, , id = 0] = ids;
      const save = await saveOf(id, { price: 1, title: 'saved' });
      const answers = await race(turn, operate(ids, { field_id: 'price', op: 'add', value: 1 }), save);
      const why = told(turn, ...answers);
      const [edited, saved] = answers.map((answer) => isMade(answer, why));
      expect(edited || saved, why).toBe(true);
      const { items: all } = await read();
      const prices = ids.map((key) => all.get(key)?.values.price);
      expect(new Set(prices), why).toEqual(new Set([edited ? 2 : 1]));
      expect(all.get(id)?.values.title, why).toBe(saved ? 'saved' : undefined);
    }
    await expectTidy();
  });

  test('two edits of the same items: both in turn, or one is refused whole', async () => {
    shows('4.bulk.whole');
    for (let turn = 0; turn < times; turn++) {
      const ids = await create(...Array.from({ length: 30 }, () => ({ price: 1 })));
      const answers = await race(
        turn,
        operate(ids, { field_id: 'price', op: 'add', value: 1 }),
        operate(ids.toReversed().slice(5), { field_id: 'price', op: 'multiply', value: 10 }),
      );
      const why = told(turn, ...answers);
      const [added, multiplied] = answers.map((answer) => isMade(answer, why));
      expect(added || multiplied, why).toBe(true);
      const { items: all } = await read();
      const prices = [...new Set(ids.map((key) => all.get(key)?.values.price))].toSorted();
      const possible =
        added && multiplied
          ? [
              [2, 20],
              [11, 2],
            ]
          : added
            ? [[2]]
            : [[1, 10]];
      expect(
        possible.map((list) => list.toSorted()),
        why,
      ).toContainEqual(prices);
    }
    await expectTidy();
  });

  test('a deletion and a save that links to a deleted item leave no link without its target', async () => {
    for (let turn = 0; turn < times; turn++) {
      const [target = 0, other = 0, linking = 0] = await create({ price: 1 }, { price: 2 }, { price: 3 });
      const save = await saveOf(linking, { price: 3, parent: target });
      const answers = await race(turn, edit([target, other], { delete: true }), save);
      const why = told(turn, ...answers);
      const [deleted, saved] = answers.map((answer) => isMade(answer, why));
      expect(deleted, why).toBe(!saved);
      const { items: all } = await read();
      expect([all.has(target), all.has(other)], why).toEqual([!deleted, !deleted]);
      await expectTidy();
    }
  });

  test('an edit that links to an item and its deletion leave no link without its target', async () => {
    for (let turn = 0; turn < times; turn++) {
      const [target = 0, first = 0, second = 0] = await create({ price: 1 }, { price: 2 }, { price: 3 });
      const remove = (server: 0 | 1) =>
        arena.send(server, 'owner', items.delete, { params: { ...dev(), templateId: 'raced', id: target } });
      const answers = await race(
        turn,
        operate([first, second], { field_id: 'parent', op: 'set', value: target }),
        remove,
      );
      const why = told(turn, ...answers);
      const [linked, removed] = answers.map((answer) => isMade(answer, why));
      expect(linked, why).toBe(!removed);
      await expectTidy();
    }
  });

  test('an undo and a save of one of its items: the save is never lost', async () => {
    for (let turn = 0; turn < times; turn++) {
      const ids = await create({ price: 1 }, { price: 1 }, { price: 1 });
      const { body } = await operate(ids, { field_id: 'price', op: 'add', value: 1 })(0);
      const [id = 0] = ids;
      const save = await saveOf(id, { price: 99 });
      const answers = await race(turn, undoOf((body as { id: number }).id), save);
      const why = told(turn, ...answers);
      const [undone, saved] = answers.map((answer) => isMade(answer, why));
      expect(undone, why).toBe(!saved);
      const { items: all } = await read();
      expect(
        ids.map((key) => all.get(key)?.values.price),
        why,
      ).toEqual(saved ? [99, 2, 2] : [1, 1, 1]);
    }
    await expectTidy();
  });

  test.each([
    ['edit', 1, 40],
    ['undo', 40, 1],
  ])(
    'an %s and a stricter save of its template: one of them, as both would leave items that do not fit',
    async (made, first, then) => {
      for (let turn = 0; turn < times; turn++) {
        const id = `strict_${made}_${turn}`;
        const price = (maximum: number | null) => [field('price', 'integer', { maximum })];
        const saveTemplate = (version: number, maximum: number | null) => (server: 0 | 1) =>
          arena.send(server, 'owner', templates.save, {
            params: dev(),
            body: { id, label: id, version, fields: price(maximum) },
          });
        const { version = 0 } = (await read()).templates.get(id) ?? {};
        expect((await saveTemplate(version, null)(0)).status).toBe(200);
        const { id: itemId } = await done<{ id: number }>(items.save, {
          params: dev(),
          body: saveBody(id, price(null), { price: first }),
        });
        const set = (server: 0 | 1) =>
          arena.send(server, 'owner', bulkEdits.apply, {
            params: dev(),
            body: {
              selection: { template_id: id, ids: [itemId] },
              action: { operations: [{ field_id: 'price', op: 'set', value: then }] },
            },
          });
        const change = made === 'edit' ? set : undoOf(((await set(0)).body as { id: number }).id);
        const answers = await race(turn, change, saveTemplate(version + 1, 30));
        const why = told(turn, ...answers);
        const [changed, saved] = answers.map((answer) => isMade(answer, why));
        expect(changed, why).toBe(!saved);
        expect((await read()).items.get(itemId)?.values, why).toEqual({ price: changed ? 40 : 1 });
      }
      await expectTidy();
    },
  );
});
