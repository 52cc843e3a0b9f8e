import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { trash as calls, restores } from '@quartermaster/contract/endpoints/trash.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { readSet } from '../support/bulk-edits.ts';
import { field, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import {
  apply,
  as,
  beginSwordEdits,
  byIds,
  create,
  dev,
  expectTidy,
  fields,
  operate,
  read,
  server,
  undo,
} from '../support/sword-edits.ts';
import { trashOf } from '../support/trash.ts';

beginSwordEdits();
let trash: ReturnType<typeof trashOf>;
beforeEach(() => {
  trash = trashOf(server);
});

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const query = <R>(text: string, values: unknown[] = []) => server.app.deps.database.query<R>(text, values);

describe('the list', () => {
  test('has what was deleted by hand and in bulk, newest first, by whom, from where and until when', async () => {
    shows('4.trash.list');
    const [first = 0, second = 0, third = 0] = await create({ price: 1 }, { price: 2 }, { price: 3 });
    await trash.remove('sword', second);
    const { id: set } = await apply(byIds(first), { delete: true });
    await trash.remove('sword', third);
    const { entries, total, next_cursor } = await trash.list();
    expect([total, next_cursor]).toEqual([3, null]);
    const common = {
      template_id: 'sword',
      template_name: 'Swords',
      items: 1,
      by: { id: server.studio.accounts.owner, name: 'owner' },
    };
    for (const { deleted_at, expires_at } of entries)
      expect(Date.parse(expires_at) - Date.parse(deleted_at)).toBe(90 * day);
    expect(entries.map(({ id: _, deleted_at: __, expires_at: ___, ...entry }) => entry)).toEqual([
      { ...common, item_id: third, name: 'Sword 2', origin: 'form', change_set_id: null },
      { ...common, item_id: first, name: 'Sword 0', origin: 'bulk-edit', change_set_id: set },
      { ...common, item_id: second, name: 'Sword 1', origin: 'form', change_set_id: null },
    ]);
    const page = await trash.list({ limit: 2 });
    expect(page.entries.map(({ item_id }) => item_id)).toEqual([third, first]);
    expect(await trash.list({ limit: 2, cursor: page.next_cursor ?? '' })).toMatchObject({
      total: 3,
      next_cursor: null,
      entries: [{ item_id: second }],
    });
  });

  test('is filtered by template and by a part of the name or an id, in which % and _ are letters', async () => {
    const [first = 0, second = 0] = await create({ price: 1, label: 'Excalibur 100%' }, { price: 2, label: 'Sting' });
    await saveTemplate(server, 'bow', [field('title', 'text')], { label: 'Bows' });
    const { id } = await saveOne(server, saveBody('bow', [field('title', 'text')], {}, { label: 'Sting bow' }));
    for (const gone of [first, second]) await trash.remove('sword', gone);
    await trash.remove('bow', id);
    expect(await trash.names()).toEqual(['Sting bow', 'Sting', 'Excalibur 100%']);
    expect(await trash.names({ template: 'sword' })).toEqual(['Sting', 'Excalibur 100%']);
    expect(await trash.names({ search: 'STING' })).toEqual(['Sting bow', 'Sting']);
    expect(await trash.names({ search: 'sting', template: 'bow' })).toEqual(['Sting bow']);
    expect(await trash.names({ search: String(first) })).toEqual(['Excalibur 100%']);
    expect(await trash.names({ search: '0%' })).toEqual(['Excalibur 100%']);
    expect(await trash.names({ search: '_' })).toEqual([]);
  });

  test('does not have what was deleted 90 days ago, which cannot be restored either', async () => {
    shows('4.trash.days');
    const [id = 0, later = 0] = await create({ price: 1 }, { price: 2 });
    await trash.remove('sword', id);
    server.clock.advance(hour / 1000);
    await trash.remove('sword', later);
    const last = (await trash.list()).entries.find((entry) => entry.item_id === id);
    server.clock.advance((90 * day - hour / 2) / 1000);
    expect((await trash.list()).entries.map(({ item_id }) => item_id)).toEqual([later]);
    expect(await trash.refused({ entries: [last?.id] })).toMatchObject({ status: 404 });
    expect(await trash.refused({ item: { template_id: 'sword', id } })).toMatchObject({ status: 404 });
    await trash.restore({ item: { template_id: 'sword', id: later } });
    await expectTidy();
  });
});

describe('restoring items', () => {
  test('brings one back as it was, under its id, with the next version, as a change set', async () => {
    shows('4.trash.restore');
    const [other = 0] = await create({ price: 1 });
    const { id } = await saveOne(
      server,
      saveBody(
        'sword',
        fields,
        { price: 7, parent: other, bonuses: [{ stat: 'might', amount: 3 }] },
        { label: 'Sting' },
      ),
    );
    const before = await read();
    await trash.remove('sword', id);
    expect((await read()).items.has(id)).toBe(false);
    expect(await trash.check({ item: { template_id: 'sword', id } })).toMatchObject({
      counts: { added: 1, templates: 0 },
      refusals: { count: 0 },
      partial: { count: 0 },
    });
    const set = await trash.restore({ item: { template_id: 'sword', id } });
    const after = await read();
    expect(after.items.get(id)).toEqual({ ...before.items.get(id), version: 3 });
    await expectTidy();
    expect((await trash.list()).total).toBe(0);
    expect(await readSet(server, set)).toMatchObject({
      origin: 'restore',
      state: 'applied',
      can_undo: true,
      counts: { added: 1, updated: 0, removed: 0, templates: 0 },
    });
    expect(
      await query(
        'select version, action, origin, account_id from item_revisions where item_id = $1 order by version',
        [id],
      ),
    ).toEqual([
      { version: 1, action: 'create', origin: 'form', account_id: server.studio.accounts.owner },
      { version: 2, action: 'delete', origin: 'form', account_id: server.studio.accounts.owner },
      { version: 3, action: 'create', origin: 'restore', account_id: server.studio.accounts.owner },
    ]);
    expect(await trash.refused({ item: { template_id: 'sword', id } })).toMatchObject({ status: 404 });
    // An undo puts it into the trash again.
    await undo(set);
    expect((await read()).items.has(id)).toBe(false);
    expect((await trash.list()).entries).toMatchObject([{ item_id: id, origin: 'undo' }]);
    await trash.restore({ entries: (await trash.list()).entries.map((entry) => entry.id) });
    expect((await read()).items.get(id)).toEqual({ ...before.items.get(id), version: 5 });
  });

  test('names exactly one selection, and nothing never means everything', async () => {
    shows('4.trash.selection');
    const [id = 0] = await create({ price: 1 });
    await trash.remove('sword', id);
    const [entry] = (await trash.list()).entries;
    const entries = [entry?.id ?? 0];
    const item = { template_id: 'sword', id };
    for (const body of [
      {},
      { leave_out: [1] },
      { entries, item },
      { item, template: 'sword' },
      { entries, matching: { count: 1 } },
      { entries: [] },
      { matching: {} },
    ])
      expect([body, (await trash.refused(body)).status]).toEqual([body, 422]);
    expect(await trash.refused({ matching: { search: 'Sword', count: 2 } })).toMatchObject({
      status: 409,
      error: 'changed',
      details: { count: 1 },
    });
    expect(await trash.refused({ entries: [...entries, 999_999] })).toMatchObject({ status: 404 });
    expect((await trash.list()).total).toBe(1);
    await trash.restore({ matching: { template: 'sword', count: 1 } });
    expect((await trash.list()).total).toBe(0);
  });

  test('by filter leaves out what is named', async () => {
    const ids = await create({ price: 1 }, { price: 2 }, { price: 3 });
    await apply(byIds(...ids), { delete: true });
    const [left] = (await trash.list({ search: 'Sword 1' })).entries;
    await trash.restore({ matching: { count: 3, except: [left?.id ?? 0] } });
    expect([...(await read()).items.keys()].toSorted((a, b) => a - b)).toEqual([ids[0], ids[2]]);
    expect(await trash.names()).toEqual(['Sword 1']);
    // An entry that is named twice is one.
    await trash.restore({ entries: [left?.id ?? 0, left?.id ?? 0] });
    expect(await trash.names()).toEqual([]);
  });

  test('brings items back that link to each other', async () => {
    shows('4.trash.links');
    const [a = 0, b = 0] = await create({ price: 1 }, { price: 2 });
    await saveOne(
      server,
      saveBody('sword', fields, { price: 1, parent: b }, { label: 'A', id: a, version: 1, before: { price: 1 } }),
    );
    await saveOne(
      server,
      saveBody('sword', fields, { price: 2, parts: [a, b] }, { label: 'B', id: b, version: 1, before: { price: 2 } }),
    );
    const before = await read();
    await apply(byIds(a, b), { delete: true });
    const clash = {
      status: 422,
      details: {
        refusals: {
          count: 1,
          sample: [
            { template_id: 'sword', id: a, label: 'A', field_id: 'parent', reason: `there is no item ${b} in sword` },
          ],
        },
      },
    };
    expect(await trash.refused({ item: { template_id: 'sword', id: a } })).toMatchObject(clash);
    expect((await read()).items.size).toBe(0);
    await trash.restore({ matching: { count: 2 } });
    const after = await read();
    for (const id of [a, b]) expect(after.items.get(id)).toEqual({ ...before.items.get(id), version: 4 });
    await expectTidy();
  });

  test('agrees with the undo of the deletion, whichever comes first', async () => {
    shows('4.trash.undo');
    const ids = await create({ price: 1 }, { price: 2 });
    const { id: set } = await apply(byIds(...ids), { delete: true });
    const entries = (await trash.list()).entries.map(({ id }) => id);
    await undo(set);
    expect((await trash.list()).total).toBe(0);
    expect(await trash.refused({ entries })).toMatchObject({ status: 404 });
    const whole = await read();
    const { id: again } = await apply(byIds(...ids), { delete: true });
    await trash.restore({ matching: { count: 2 } });
    const answer = await server.send(changeSets.undo, { params: { ...dev(), changeSetId: again ?? 0 }, body: {} }, as);
    expect(answer).toMatchObject({ status: 409, body: { error: 'conflict' } });
    const now = await read();
    for (const id of ids) expect(now.items.get(id)).toEqual({ ...whole.items.get(id), version: 5 });
    expect(now.items.size).toBe(2);
    await expectTidy();
  });

  test('of another instance finds nothing', async () => {
    const [id = 0] = await create({ price: 1 });
    await trash.remove('sword', id);
    const [entry] = (await trash.list()).entries;
    for (const instanceId of [server.studio.stage, server.studio.elsewhere.dev]) {
      const person = instanceId === server.studio.stage ? 'owner' : 'stranger';
      const { entries } = await server.call(calls.list, { params: { instanceId }, query: {} }, { as: person });
      expect(entries).toEqual([]);
    }
    const other = await server.send(
      restores.apply,
      { params: { instanceId: server.studio.elsewhere.dev }, body: { entries: [entry?.id] } },
      { as: 'stranger' },
    );
    expect(other.status).toBe(404);
  });
});

test('an item that an undo of an import or a copy removes can be restored, too', async () => {
  const [id = 0] = await create({ price: 1 });
  const { id: set } = await apply(byIds(id), { duplicate: { times: 2, label: '{label} {n}' } });
  await undo(set);
  expect((await trash.list()).total).toBe(2);
  await trash.restore({ matching: { count: 2 } });
  expect((await read()).items.size).toBe(3);
  await expectTidy();
});

test('an item that is deleted again after an edit comes back as it was last', async () => {
  const [id = 0] = await create({ price: 1 });
  await trash.remove('sword', id);
  await trash.restore({ item: { template_id: 'sword', id } });
  await apply(byIds(id), operate({ field_id: 'price', op: 'set', value: 9 }));
  await server.call(items.delete, { params: { ...dev(), templateId: 'sword', id } }, as);
  expect((await trash.list()).total).toBe(1);
  await trash.restore({ item: { template_id: 'sword', id } });
  expect((await read()).items.get(id)).toMatchObject({ values: { price: 9 }, version: 6 });
});
