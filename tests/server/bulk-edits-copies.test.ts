import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { describe, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { setSubscription } from '../support/subscription.ts';
import {
  apply,
  as,
  beginSwordEdits,
  byIds,
  check,
  create,
  dev,
  expectTidy,
  operate,
  read,
  refused,
  server,
  undo,
  valuesOf,
} from '../support/sword-edits.ts';

beginSwordEdits();

describe('copies', () => {
  test('get labels and fields by patterns, and share nothing with their original', async () => {
    shows('4.bulk.duplicate');
    const [target = 0] = await create({ price: 1 });
    const values = { price: 7, title: 'axe', parent: target, parts: [target], bonuses: [{ stat: 'x', amount: 1 }] };
    const [id = 0] = await create({ ...values, label: 'Axe' });
    const duplicate = { times: 12, label: '{label}_{n:02}', fields: [{ field_id: 'title', pattern: '{value} {n}' }] };
    const checked = await check(byIds(id), { duplicate }, { limit: 2 });
    expect(checked).toMatchObject({
      counts: { added: 12 },
      rows: [
        {
          id,
          copy: 1,
          label: 'Axe_01',
          change: 'added',
          fields: [
            { field_id: 'label', before: 'Axe', after: 'Axe_01' },
            { field_id: 'title', before: 'axe', after: 'axe 1' },
          ],
        },
        { id, copy: 2, label: 'Axe_02' },
      ],
    });
    const { id: set, counts } = await apply(byIds(id), { duplicate });
    expect(counts).toEqual({ added: 12, updated: 0, removed: 0, templates: 0 });
    const copies = [...(await read()).items].filter(([copy]) => copy > id);
    expect(copies.map(([, { label }]) => label).toSorted()).toEqual(
      Array.from({ length: 12 }, (_, index) => `Axe_${String(index + 1).padStart(2, '0')}`),
    );
    const [first = 0] = copies.map(([copy]) => copy).toSorted((a, b) => a - b);
    expect(await valuesOf(first)).toEqual([{ ...values, title: 'axe 1' }]);
    await apply(byIds(first), operate({ field_id: 'amount', op: 'set', value: 9 }));
    expect(await valuesOf(id)).toEqual([values]);
    await expectTidy();
    expect(
      await server.send(changeSets.undo, { params: { ...dev(), changeSetId: set ?? 0 }, body: {} }, as),
    ).toMatchObject({
      status: 409,
      body: { error: 'conflict', details: { conflicts: { count: 1, sample: [{ id: first }] } } },
    });
    await undo(set, { conflicts: 'source' });
    expect([...(await read()).items.keys()].every((left) => left <= id)).toBe(true);
    await expectTidy();
  });

  test('are limited by the call and by the plan', async () => {
    const ids = await create(...Array.from({ length: 11 }, () => ({ price: 1 })));
    expect(await refused(byIds(...ids), { duplicate: { times: 1000, label: 'x' } })).toMatchObject({
      status: 422,
      fields: { 'action.duplicate.times': 'would create 11,000 items, and at most 10,000 can be created at once' },
    });
    await setSubscription(server, { plan: 'free', status: 'active' });
    expect(await refused(byIds(...ids), { duplicate: { times: 90, label: 'x' } })).toMatchObject({
      status: 402,
      error: 'item_limit',
    });
    expect((await apply(byIds(...ids), { duplicate: { times: 71, label: 'x' } })).counts.added).toBe(781);
    await expectTidy();
  });
});

test('two patterns for one field are refused', async () => {
  const [id = 0] = await create({ price: 1 });
  const fieldsOf = (...ids: string[]) => ids.map((field_id) => ({ field_id, pattern: '{n}' }));
  const duplicate = { times: 2, label: '{n}', fields: fieldsOf('price', 'title', 'price', 'price') };
  expect(await refused(byIds(id), { duplicate })).toMatchObject({
    status: 422,
    fields: {
      'action.duplicate.fields.2.field_id': 'this field has a pattern already',
      'action.duplicate.fields.3.field_id': 'this field has a pattern already',
    },
  });
});

describe('a deletion', () => {
  test('lists the links that it would break, and is undone with ids and links', async () => {
    shows('4.bulk.delete', '4.bulk.undo');
    const [target = 0, alone = 0] = await create({ price: 1, title: 'target' }, { price: 2 });
    const [linking = 0] = await create({ price: 3, parent: target });
    const before = await read();
    const checked = await check(byIds(target, alone), { delete: true });
    expect(checked).toMatchObject({
      counts: { removed: 1, refused: 1 },
      refusals: {
        count: 1,
        sample: [{ id: target, label: 'Sword 0', linked_by: { template_id: 'sword', id: linking, label: 'Sword 0' } }],
      },
    });
    expect(await refused(byIds(target, alone), { delete: true })).toMatchObject({
      status: 422,
      details: { refusals: { count: 1 } },
    });
    expect((await read()).items.size).toBe(3);
    const { id, counts } = await apply(byIds(target, alone, linking), { delete: true });
    expect(counts).toEqual({ added: 0, updated: 0, removed: 3, templates: 0 });
    expect((await read()).items.size).toBe(0);
    await expectTidy();
    const undone = await undo(id);
    const after = await read();
    expect([...after.items].map(([key, { label, values }]) => [key, label, values]).toSorted()).toEqual(
      [...before.items].map(([key, { label, values }]) => [key, label, values]).toSorted(),
    );
    await expectTidy();
    await undo(undone.id);
    expect((await read()).items.size).toBe(0);
    await expectTidy();
  });

  test('names what links to its items on every page of its check', async () => {
    const ids = await create(...Array.from({ length: 5 }, () => ({ price: 1 })));
    const [first = 0, , , , last = 0] = ids;
    await create({ price: 1, parts: [first, last], parent: last, label: 'A' }, { price: 1, parent: last, label: 'B' });
    const refusal = { field_id: null, path: null, reason: '"A" in Swords links to it', linked_by: expect.anything() };
    const page = await check(byIds(...ids), { delete: true }, { limit: 3 });
    const next = await check(byIds(...ids), { delete: true }, { limit: 3, cursor: page.next_cursor });
    for (const { counts } of [page, next]) expect([counts.removed, counts.refused]).toEqual([3, 2]);
    expect([...page.rows, ...next.rows].map(({ id, change, refusal: found }) => [id, change, found])).toEqual(
      ids.map((id) => (id === first || id === last ? [id, null, refusal] : [id, 'removed', null])),
    );
  });

  test('and copies are refused outside of Dev', async () => {
    shows('4.bulk.dev-only');
    const [id = 0] = await create({ price: 1 });
    await server.call(sync.all, { params: dev(), body: {} }, as);
    const params = { instanceId: server.studio.stage };
    for (const action of [{ delete: true }, { duplicate: { times: 1, label: 'x' } }]) {
      const { status, body } = await server.send(
        bulkEdits.apply,
        { params, body: { selection: byIds(id), action } },
        as,
      );
      expect([status, (body as ErrorBody).error]).toEqual([403, 'environment']);
    }
  });
});
