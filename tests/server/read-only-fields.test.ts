import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { readOnlySentence } from '@quartermaster/contract/content/read-only-values.ts';
import { type Action, bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { history } from '@quartermaster/contract/endpoints/history.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { restores } from '@quartermaster/contract/endpoints/trash.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { immediateLimits } from '../../server/content/change-sets/run/apply-now.ts';
import { shows } from '../specification/shows.ts';
import { allowInDev } from '../support/allow-in-dev.ts';
import { eventually } from '../support/eventually.ts';
import { importFile, jsonLines, outcomesOf } from '../support/import-file.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer, urlOf } from '../support/server.ts';
import { readState } from '../support/sync-model/state.ts';

const fields = inOrder([
  field('title', 'text'),
  field('price', 'integer', { readOnly: true, default: 5 }),
  field('drops', 'dynamic-group'),
  field('name', 'text', { parentId: 'drops' }),
  field('rate', 'float', { parentId: 'drops', readOnly: true }),
  field('tiers', 'dynamic-group', { parentId: 'drops' }),
  field('limit', 'integer', { parentId: 'tiers', readOnly: true }),
]);
const refused = (name: string) => readOnlySentence({ label: `The ${name}`, name });
const member = { as: 'member' } as const;
const first: ItemValues = {
  title: 'One',
  price: 7,
  drops: [
    { name: 'a', rate: 0.1, tiers: [{ limit: 1 }, { limit: 2 }] },
    { name: 'b', rate: 0.2 },
  ],
};

let server: TestServer;
let id: number;
const dev = () => ({ instanceId: server.studio.dev });
const valuesOf = async (itemId: number, instanceId = server.studio.dev) =>
  (await readState(server.app.deps.database.query, instanceId)).items.get(itemId)?.values;
const wrongOf = (answer: { status: number; body: unknown }) => [answer.status, (answer.body as ErrorBody).fields];
const change = async (values: ItemValues, before: ItemValues, version: number) =>
  wrongOf(
    await server.send(
      items.save,
      { params: dev(), body: saveBody('thing', fields, values, { before, id, version }) },
      member,
    ),
  );
const records = async (lines: object[]) => {
  const answer = await server.app.inject({
    method: 'POST',
    url: urlOf(items.saveRecords, { params: { ...dev(), templateId: 'thing' } }),
    headers: { authorization: server.bearer('member'), 'content-type': 'application/jsonl' },
    payload: lines.map((line) => JSON.stringify(line)).join('\n'),
  });
  return [answer.statusCode, answer.json().fields];
};
const edit = (action: Action, as: typeof member | { as: 'owner' } = member) =>
  server.send(bulkEdits.apply, { params: dev(), body: { selection: { template_id: 'thing', ids: [id] }, action } }, as);

beforeEach(async () => {
  server = await startTestServer();
  await allowInDev(server, 'READ', 'CREATE_ITEM', 'INSTANCE_CHANGES', 'MOVE_INSTANCE_CHANGES');
  await saveTemplate(server, 'thing', fields);
  id = (await saveOne(server, saveBody('thing', fields, first))).id;
});

test('a save by a member leaves read-only values as they are, and changes all others', async () => {
  shows('4.field.read-only');
  expect(await change({ ...first, title: 'Two', price: 8 }, first, 1)).toEqual([
    422,
    { 'fields.price': refused('price') },
  ]);
  const { price: _, ...without } = first;
  expect((await change(without, first, 1))[0]).toBe(422);
  expect(await valuesOf(id)).toEqual(first);
  expect((await change({ ...first, title: 'Two' }, { ...first, price: null }, 1))[0]).toBe(200);
  expect(await valuesOf(id)).toEqual({ ...first, title: 'Two' });
  await allowInDev(server, 'READ', 'CREATE_ITEM', 'CREATE_TEMPLATE');
  expect((await change({ ...first, price: 9 }, first, 2))[0]).toBe(200);
});

test('rows are moved, added and removed by a member, with the read-only values that they had', async () => {
  shows('4.field.read-only-rows');
  const [a = {}, b = {}] = first.drops as ItemValues[];
  const drops = (...rows: ItemValues[]) => ({ ...first, drops: rows });
  expect(await change(drops(a, { ...b, rate: 0.3 }), first, 1)).toEqual([422, { 'fields.rate.1': refused('rate') }]);
  expect(await change(drops(a, b, { name: 'c', rate: 0.1 }), first, 1)).toEqual([
    422,
    { 'fields.rate.2': refused('rate') },
  ]);
  expect(await change(drops({ ...a, tiers: [{ limit: 1 }, { limit: 3 }] }, b), first, 1)).toEqual([
    422,
    { 'fields.limit.0.1': refused('limit') },
  ]);
  expect(await valuesOf(id)).toEqual(first);
  const moved = drops({ name: 'new' }, { ...b, name: 'renamed' }, { ...a, tiers: [{ limit: 2 }] });
  expect((await change(moved, first, 1))[0]).toBe(200);
  expect(await valuesOf(id)).toEqual(moved);
});

test('a new item of a member has the defaults of its read-only fields', async () => {
  shows('4.field.read-only');
  const create = async (values: ItemValues) => {
    const body = saveBody('thing', fields, values);
    return wrongOf(await server.send(items.save, { params: dev(), body }, member));
  };
  expect(await create({ title: 'Two', price: 6 })).toEqual([422, { 'fields.price': refused('price') }]);
  expect((await create({ title: 'Two', price: 5 }))[0]).toBe(200);
  expect((await create({ title: 'Three' }))[0]).toBe(200);
  expect(await valuesOf(id + 2)).toEqual({ title: 'Three', price: 5 });
});

test('records of a member that change a read-only value are refused by line and column', async () => {
  shows('4.field.read-only');
  expect(await records([{ _id: id, _version: 1, price: 8 }])).toEqual([422, { 'lines.1.price': refused('price') }]);
  expect(await records([{ _label: 'New', price: 8 }])).toEqual([422, { 'lines.1.price': refused('price') }]);
  expect((await records([{ _id: id, _version: 1, price: 7, title: 'Two' }, { _label: 'New' }]))[0]).toBe(200);
});

test('a bulk edit of a member cannot name a read-only field, and its copies have the defaults', async () => {
  shows('4.field.read-only-bulk');
  for (const field_id of ['price', 'rate'])
    expect(wrongOf(await edit({ operations: [{ field_id, op: 'set', value: 1 }] }))).toEqual([
      422,
      { 'action.operations.0.field_id': refused(field_id) },
    ]);
  const pattern = [{ field_id: 'price', pattern: '9' }];
  expect(wrongOf(await edit({ duplicate: { times: 1, label: 'Copy', fields: pattern } }))).toEqual([
    422,
    { 'action.duplicate.fields.0.field_id': refused('price') },
  ]);
  expect((await edit({ duplicate: { times: 1, label: 'Copy' } })).status).toBe(200);
  expect(await valuesOf(id + 1)).toEqual({
    title: 'One',
    price: 5,
    drops: [{ name: 'a', tiers: [{}, {}] }, { name: 'b' }],
  });
  expect((await edit({ duplicate: { times: 1, label: 'Copy' } }, { as: 'owner' })).status).toBe(200);
  expect(await valuesOf(id + 2)).toEqual(first);
});

test('copies that a job makes for a member have the defaults of read-only fields', async () => {
  shows('4.field.read-only-bulk');
  const { items: atOnce } = immediateLimits;
  onTestFinished(() => void Object.assign(immediateLimits, { items: atOnce }));
  Object.assign(immediateLimits, { items: 0 });
  expect((await edit({ duplicate: { times: 1, label: 'Copy' } })).status).toBe(200);
  await eventually(async () => expect(await valuesOf(id + 1)).toMatchObject({ title: 'One', price: 5 }));
});

test('a member cannot undo an edit that changed a read-only value', async () => {
  shows('4.field.read-only-bulk');
  const { body } = await edit({ operations: [{ field_id: 'price', op: 'set', value: 8 }] }, { as: 'owner' });
  const changeSetId = (body as { id: number }).id;
  const set = { params: { ...dev(), changeSetId }, body: {} };
  const check = await server.call(changeSets.checkUndo, set, member);
  expect(check.incompatible.sample).toMatchObject([{ id, field_id: 'price', reason: refused('price') }]);
  expect((await server.send(changeSets.undo, set, member)).status).toBe(422);
  expect(await valuesOf(id)).toMatchObject({ price: 8 });
  expect((await server.call(changeSets.checkUndo, set, { as: 'owner' })).incompatible.count).toBe(0);
  expect((await server.send(changeSets.undo, set, { as: 'owner' })).status).toBe(200);
  expect(await valuesOf(id)).toEqual(first);
});

test('a member who may move changes syncs read-only values as they are', async () => {
  shows('4.field.read-only-sync');
  await server.call(sync.all, { params: dev(), body: {} }, { as: 'owner' });
  await server.send(
    items.save,
    {
      params: dev(),
      body: saveBody('thing', fields, { ...first, price: 8 }, { before: first, id, version: 1 }),
    },
    { as: 'owner' },
  );
  await server.app.deps.database.query(
    `insert into instance_members (instance_id, account_id, role_id)
      select $1, account_id, role_id from instance_members where account_id = $2`,
    [server.studio.stage, server.studio.accounts.member],
  );
  expect((await server.send(sync.all, { params: dev(), body: {} }, member)).status).toBe(200);
  expect(await valuesOf(id, server.studio.stage)).toMatchObject({ price: 8 });
});

test('no other door lets a member change a read-only value', async () => {
  shows('4.field.read-only');
  const now: ItemValues = { ...first, price: 8 };
  const byOwner = saveBody('thing', fields, now, { before: first, id, version: 1 });
  await server.call(items.save, { params: dev(), body: byOwner }, { as: 'owner' });
  const changed = saveBody('thing', fields, { ...now, price: 9 }, { before: now, id, version: 2 });
  const place = { ...dev(), templateId: 'thing', id };
  const upload = async (origin: 'import' | 'grid', dry_run: boolean) =>
    outcomesOf(
      await importFile(server, jsonLines([{ _id: id, price: 9 }]), {
        ...{ as: 'member', templateId: 'thing', query: { origin, dry_run } },
      }),
    );
  const inRow = [`1 refused price: ${refused('price')}`];
  const doors: Record<string, () => Promise<unknown>> = {
    batch: async () =>
      wrongOf(await server.send(items.saveMany, { params: dev(), body: { items: [changed] } }, member)),
    // From the version before, in which the member has changed the title only.
    merge: async () => {
      const body = saveBody('thing', fields, { ...first, price: 9 }, { before: first, id, version: 1 });
      return (await server.send(items.save, { params: dev(), body: { ...body, merge: true } }, member)).status;
    },
    import: () => upload('import', false),
    'check of an import': () => upload('import', true),
    grid: () => upload('grid', false),
    'check of a restore': async () =>
      (await server.call(history.checkItem, { params: place, query: { version: 1 } }, member)).refusals,
    restore: async () =>
      (await server.send(history.restoreItem, { params: place, body: { version: 1, seen: 2 } }, member)).status,
  };
  const found = Object.fromEntries(
    await Promise.all(Object.entries(doors).map(async ([door, attempt]) => [door, await attempt()])),
  );
  expect(found).toEqual({
    ...{ batch: [422, { 'items.0.fields.price': refused('price') }], merge: 409 },
    ...{ import: inRow, 'check of an import': inRow, grid: inRow, restore: 422 },
    'check of a restore': [{ field_id: 'price', reason: refused('price') }],
  });
  expect(await valuesOf(id)).toEqual(now);
  // The trash gives back the whole item as it was.
  await server.call(items.delete, { params: place }, { as: 'owner' });
  await server.call(restores.apply, { params: dev(), body: { item: { template_id: 'thing', id } } }, member);
  expect(await valuesOf(id)).toEqual(now);
});
