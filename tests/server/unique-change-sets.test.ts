import { type Action, bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { immediateLimits } from '../../server/content/change-sets/run/apply-now.ts';
import { syncJob } from '../../server/modules/sync/run/sync-job-service.ts';
import { shows } from '../specification/shows.ts';
import { keyedFields, keyedItems, plainFields, saveKeyed, usedBy } from '../support/keyed-items.ts';
import { field, inOrder } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { openSync, syncOf } from '../support/sync.ts';
import { unitAfter } from '../support/unit.ts';

let server: TestServer;
let dev: ReturnType<typeof keyedItems>;
let stage: ReturnType<typeof keyedItems>;
let syncs: ReturnType<typeof syncOf>;
const owner = { as: 'owner' } as const;
const params = () => ({ instanceId: server.studio.dev });

beforeEach(async () => {
  server = await startTestServer();
  dev = keyedItems(server);
  stage = keyedItems(server, server.studio.stage);
  syncs = syncOf(server, server.studio.dev);
  await saveKeyed(server);
});

const bodyOf = (ids: readonly number[], action: Action) => ({
  selection: { template_id: 'keyed', ids: [...ids] },
  action,
});
const apply = async (ids: readonly number[], action: Action) => {
  const { status, body } = await server.send(bulkEdits.apply, { params: params(), body: bodyOf(ids, action) }, owner);
  return { status, ...(body as ErrorBody & { id: number | null; state: string }) };
};
const set = (value: string): Action => ({ operations: [{ field_id: 'sku', op: 'set', value }] });
const add = (value: number): Action => ({ operations: [{ field_id: 'number', op: 'add', value }] });
const remove = (id: number) => server.call(items.delete, { params: { ...params(), templateId: 'keyed', id } }, owner);

const { items: atOnce } = immediateLimits;
afterEach(() => void Object.assign(immediateLimits, { items: atOnce }));

/** Lets a job apply what the call otherwise would. */
const applyBy = (by: string) => void Object.assign(immediateLimits, { items: by === 'by a job' ? 0 : atOnce });

describe.each(['in the call', 'by a job'])('a bulk edit %s', (by) => {
  it('names each item whose value would be repeated', async () => {
    shows('4.unique.bulk');
    const [first = 0, second = 0, third = 0] = await dev.create({ sku: 'a' }, { sku: 'b' }, { sku: 'c' });
    applyBy(by);
    const check = await server.call(
      bulkEdits.check,
      { params: params(), body: bodyOf([second, third], set('a')) },
      owner,
    );
    const usedByFirst = { field_id: 'sku', path: null, reason: `is already used by item ${first}`, linked_by: null };
    const usedBySecond = { field_id: 'sku', path: null, reason: `is already used by item ${second}`, linked_by: null };
    expect(check).toMatchObject({
      counts: { updated: 0, refused: 2 },
      refusals: {
        count: 2,
        sample: [
          { id: second, ...usedByFirst },
          { id: third, ...usedBySecond },
        ],
      },
      rows: [{ refusal: usedByFirst }, { refusal: usedBySecond }],
    });
    expect(await apply([second, third], set('a'))).toMatchObject({ status: by === 'by a job' ? 409 : 422 });
    // The second item of a page of one is compared with the first.
    const page = await server.call(
      bulkEdits.check,
      { params: params(), body: { ...bodyOf([second, third], set('new')), limit: 1 } },
      owner,
    );
    expect(page).toMatchObject({ counts: { updated: 1, refused: 1 }, rows: [{ refusal: null }] });
    const next = await server.call(
      bulkEdits.check,
      {
        params: params(),
        body: { ...bodyOf([second, third], set('new')), limit: 1, cursor: page.next_cursor ?? '' },
      },
      owner,
    );
    expect(next).toMatchObject({ counts: { updated: 1, refused: 1 }, rows: [{ id: third, refusal: usedBySecond }] });
    expect(await dev.valuesOf(first, second, third)).toEqual([{ sku: 'a' }, { sku: 'b' }, { sku: 'c' }]);
    await dev.expectTidy();
  });

  it('can pass values on among its items, and is undone', async () => {
    shows('4.unique.bulk', '4.unique.undo');
    const ids = await dev.create({ number: 1 }, { number: 2 }, { number: 3 }, { number: 5 });
    const [first = 0, second = 0, third = 0] = ids;
    applyBy(by);
    const { status, id, ...answer } = await apply([first, second, third], add(1));
    expect([status, answer.state], answer.message).toEqual([200, 'applied']);
    expect(await dev.valuesOf(...ids)).toEqual([2, 3, 4, 5].map((number) => ({ number })));
    await dev.expectTidy();
    expect((await apply([third], add(1))).status).toBe(by === 'by a job' ? 409 : 422);
    const undo = (body: object) =>
      server.send(changeSets.undo, { params: { ...params(), changeSetId: id ?? 0 }, body }, owner);
    const { id: taker } = await dev.send({ number: 1 });
    const taken = (itemId: number, holder: number) => ({
      status: 422,
      body: {
        details: {
          incompatible: {
            count: 1,
            sample: [{ id: itemId, field_id: 'number', reason: `is already used by item ${holder}` }],
          },
        },
      },
    });
    expect(await undo({})).toMatchObject(taken(first, taker));
    // The first item keeps the value that the second one had.
    const decisions = [{ template_id: 'keyed', id: first, take: 'target' as const }];
    expect(await undo({ decisions })).toMatchObject(taken(second, first));
    await remove(taker);
    expect((await undo({})).status).toBe(200);
    expect(await dev.valuesOf(...ids)).toEqual([1, 2, 3, 5].map((number) => ({ number })));
    await dev.expectTidy();
  });

  it('leaves unique fields of copies empty, apart from patterns', async () => {
    shows('4.unique.copy');
    const [first = 0] = await dev.create({ sku: 'a', number: 1, title: 'Same' });
    applyBy(by);
    const copy = (pattern?: string) =>
      apply([first], {
        duplicate: {
          label: '{label} {n}',
          times: 2,
          ...(pattern !== undefined && { fields: [{ field_id: 'sku', pattern }] }),
        },
      });
    expect((await copy()).status).toBe(200);
    expect((await copy('{value}_{n:02}')).status).toBe(200);
    const copies = () =>
      server.app.deps.database.query<{ id: number; values: object }>(
        'select id, "values" from items where id <> $1 order by id',
        [first],
      );
    expect((await copies()).map(({ values }) => values)).toEqual([
      { title: 'Same' },
      { title: 'Same' },
      { sku: 'a_01', title: 'Same' },
      { sku: 'a_02', title: 'Same' },
    ]);
    const refusal = by === 'by a job' ? 409 : 422;
    expect((await copy('{value}_{n:02}')).status).toBe(refusal);
    expect((await copy('same')).status).toBe(refusal);
    await dev.expectTidy();
    const key = keyedFields.map((entry) =>
      entry.id === 'sku' ? field('sku', 'text', { unique: true, required: true }) : entry,
    );
    for (const { id } of await copies()) await remove(id);
    expect((await dev.saveFields(inOrder(key))).status).toBe(200);
    expect(await copy()).toMatchObject({
      status: 422,
      fields: { 'action.duplicate.fields': 'The sku is a key field and needs a pattern' },
    });
    expect((await copy('k{n}')).status).toBe(200);
    await dev.expectTidy();
  });
});

describe('a sync', () => {
  it('shows a value that would be repeated before it, and is refused', async () => {
    shows('4.unique.sync');
    const [first = 0, second = 0] = await dev.create({ sku: 'a' }, { sku: 'b' });
    await syncs.all();
    await stage.expectTidy();
    // Dev passes a value on; Stage has given it to an item that the sync does not change.
    expect((await stage.send({ sku: 'c' }, first)).status).toBe(200);
    expect((await dev.send({ sku: 'c' }, second)).status).toBe(200);
    const alone = { changes: [{ template_id: 'keyed', is_update_template: false, items: [second] }] };
    const reason = `is already used by item ${first}`;
    expect(await syncs.check(alone)).toMatchObject({
      incompatible: { count: 1, sample: [{ template_id: 'keyed', id: second, field_id: 'sku', reason }] },
    });
    const { status } = await server.send(sync.some, { params: params(), body: alone }, owner);
    expect(status).toBe(422);
    expect(await stage.valuesOf(first, second)).toEqual([{ sku: 'c' }, { sku: 'b' }]);
    // Together with the other item, it fits.
    await syncs.all({ conflicts: 'source' });
    expect(await stage.valuesOf(first, second)).toEqual([{ sku: 'a' }, { sku: 'c' }]);
    await stage.expectTidy();
  });

  it('exchanges values of items, and its undo, too', async () => {
    shows('4.unique.sync', '4.unique.undo');
    const [first = 0, second = 0] = await dev.create({ sku: 'a' }, { sku: 'b' });
    await syncs.all();
    for (const [id, values] of [
      [first, {}],
      [second, { sku: 'a' }],
      [first, { sku: 'b' }],
    ] as const)
      expect((await dev.send(values, id)).status).toBe(200);
    const { id = 0 } = await syncs.all();
    expect(await stage.valuesOf(first, second)).toEqual([{ sku: 'b' }, { sku: 'a' }]);
    await stage.expectTidy();
    await syncs.undo(id ?? 0);
    expect(await stage.valuesOf(first, second)).toEqual([{ sku: 'a' }, { sku: 'b' }]);
    await stage.expectTidy();
  });

  it('that makes a field unique names the repeated values of the target', async () => {
    shows('4.unique.sync');
    await dev.saveFields(plainFields);
    const [first = 0, second = 0] = await dev.create({ sku: 'a' }, { sku: 'b' });
    await syncs.all();
    expect((await stage.send({ sku: 'a' }, second, plainFields)).status).toBe(200);
    await dev.saveFields(keyedFields);
    const template = { changes: [{ template_id: 'keyed', is_update_template: true, items: [] }] };
    const reason = `is already used by item ${first}`;
    expect(await syncs.check(template)).toMatchObject({
      incompatible: { sample: [{ id: second, field_id: 'sku', reason }] },
    });
    const { status } = await server.send(sync.some, { params: params(), body: template }, owner);
    expect(status).toBe(422);
    // An item that is copied does not fit one that stays.
    const third = await dev.create({ sku: 'c' });
    expect((await stage.send({ sku: 'c' }, second, plainFields)).status).toBe(200);
    const items = { changes: [{ template_id: 'keyed', is_update_template: true, items: third }] };
    expect(await syncs.check(items)).toMatchObject({
      incompatible: { sample: [{ id: third[0], field_id: 'sku', reason: `is already used by item ${second}` }] },
    });
    await syncs.all({ conflicts: 'source' });
    await stage.expectTidy();
    expect(await stage.send({ sku: 'a' }, second)).toMatchObject(usedBy('sku', first));
  });

  it('fails, and names the items, if another one takes a value while it is prepared', async () => {
    shows('4.unique.sync');
    const [first = 0, second = 0] = await dev.create({ sku: 'a' }, { sku: 'b' });
    await syncs.all();
    expect((await dev.send({ sku: 'c' }, first)).status).toBe(200);
    const changes = [{ template_id: 'keyed', is_update_template: false, items: [first] }];
    const id = await openSync(server, { selection: { changes } });
    const { deps } = server.app;
    let isTaken = false;
    const take = async () => {
      if (isTaken) return;
      isTaken = true;
      expect((await stage.send({ sku: 'c' }, second)).status).toBe(200);
    };
    await syncJob.run({ ...deps, unit: unitAfter(deps.unit, take) }, { sync_id: id }, new AbortController().signal);
    expect(await syncs.get(id)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('values of other items in fields that are unique'),
    });
    const rows = await deps.database.query(
      "select errors from job_progress where kind = 'change-set' and subject_id = $1",
      [id],
    );
    expect(rows).toEqual([{ errors: [{ row: `An item #${first}`, message: `is already used by item ${second}` }] }]);
    expect(await stage.valuesOf(first, second)).toEqual([{ sku: 'a' }, { sku: 'c' }]);
    await stage.expectTidy();
  });

  it('is undone only if no other item has a value that would come back', async () => {
    shows('4.unique.undo');
    const [first = 0] = await dev.create({ sku: 'a' });
    await syncs.all();
    expect((await dev.send({ sku: 'b' }, first)).status).toBe(200);
    const { id } = await syncs.all();
    const [other = 0] = await dev.create({ sku: 'a' });
    await syncs.items('keyed', [other]);
    const call = { params: { ...params(), syncId: id ?? 0 }, body: {} };
    expect((await server.call(sync.checkUndo, call, owner)).incompatible).toMatchObject({
      count: 1,
      sample: [{ id: first, field_id: 'sku', reason: `is already used by item ${other}` }],
    });
    expect((await server.send(sync.undo, call, owner)).status).toBe(422);
    expect(await stage.valuesOf(first, other)).toEqual([{ sku: 'b' }, { sku: 'a' }]);
    await stage.expectTidy();
  });
});
