import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { compactAll, keepHistoryIn } from '../support/history-upkeep.ts';
import { importFile, jsonLines, outcomesOf } from '../support/import-file.ts';
import { saveSwords, swordsOf } from '../support/import-swords.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { setSubscription } from '../support/subscription.ts';
import { syncOf } from '../support/sync.ts';

let server: TestServer;
let swords: ReturnType<typeof swordsOf>;
const as = { as: 'owner' } as const;
const title = 'A sword that was found below the old tower, where nobody has been for ages';

beforeEach(async () => {
  server = await startTestServer();
  swords = swordsOf(server);
  await saveSwords(server);
});

const dev = () => ({ instanceId: server.studio.dev });

/** Stores all former versions as differences, of which there have to be some. */
async function compact(): Promise<void> {
  await compactAll(server);
  const differences = await server.app.deps.database.query(
    'select 1 from item_revisions where base_version is not null',
    [],
  );
  expect(differences.length).toBeGreaterThan(0);
}

/** Sets the price of items as one change set. */
async function edit(ids: readonly number[], price: number): Promise<number> {
  const body = {
    selection: { template_id: 'sword', ids: [...ids] },
    action: { operations: [{ field_id: 'price', op: 'set' as const, value: price }] },
  };
  return (await server.call(bulkEdits.apply, { params: dev(), body }, as)).id ?? 0;
}

describe('versions that are stored as differences', () => {
  test('are what an undo restores, and what it compares with', async () => {
    const ids = await swords.create({ sku: 'a', title, price: 1 }, { sku: 'b', title, price: 2 });
    const [first = 0, second = 0] = ids;
    await swords.change(first, { price: 5 });
    const before = await swords.bySku();
    const set = await edit(ids, 50);
    // Its content is that of the change set, in a later version.
    await swords.change(second, { price: 60 });
    await swords.change(second, { price: 50 });
    await compact();
    const params = { ...dev(), changeSetId: set };
    const checked = await server.call(changeSets.checkUndo, { params, body: {} }, as);
    expect(checked.conflicts.count).toBe(0);
    const listed = await server.call(
      changeSets.getItem,
      { params: { ...params, templateId: 'sword', itemId: first } },
      as,
    );
    expect(listed.fields).toContainEqual({ field_id: 'price', change: 'updated', changed_in: 'unknown' });
    await server.call(changeSets.undo, { params, body: {} }, as);
    const after = await swords.bySku();
    for (const sku of ['a', 'b']) {
      const { version: _, ...content } = before.get(sku) ?? expect.fail('It exists.');
      expect(after.get(sku)).toMatchObject(content);
    }
  });

  test('are the base that both sides of a sync are compared with', async () => {
    const [id = 0] = await swords.create({ sku: 'a', title, price: 1, serial: 1 });
    const stage = syncOf(server, server.studio.dev);
    await swords.change(id, { price: 2 });
    await stage.all();
    await swords.change(id, { price: 3 });
    await stage.all();
    // Its version 2 of Stage is what was synced last.
    const params = { instanceId: server.studio.stage };
    const body = {
      selection: { template_id: 'sword', ids: [id] },
      action: { operations: [{ field_id: 'serial', op: 'set' as const, value: 9 }] },
    };
    await server.call(bulkEdits.apply, { params, body }, as);
    await swords.change(id, { price: 4 });
    await compact();
    const place = { ...dev(), templateId: 'sword', itemId: id };
    const diff = await server.call(sync.getItem, { params: place }, as);
    expect(diff.conflict).toBe(true);
    expect(Object.fromEntries(diff.fields.map(({ field_id, changed_in }) => [field_id, changed_in]))).toEqual({
      price: 'source',
      double: 'source',
      serial: 'target',
    });
    await stage.all({ decisions: [{ template_id: 'sword', id, take: 'fields' }] });
    expect((await swords.bySku(server.studio.stage)).get('a')).toMatchObject({ price: 4, serial: 9, title });
  });

  test('are the versions that rows of an import were made from', async () => {
    const [id = 0] = await swords.create({ sku: 'a', title, price: 1, serial: 1 });
    await swords.change(id, { price: 2 });
    await swords.change(id, { price: 3 });
    await swords.change(id, { price: 4 });
    await compact();
    const send = (row: object) => importFile(server, jsonLines([row]));
    const merged = await send({ _id: id, _version: 3, sku: 'a', title, price: 3, serial: 7 });
    expect(outcomesOf(merged)).toEqual(['1 changed']);
    expect(await swords.valuesOf(id)).toMatchObject({ price: 4, serial: 7 });
    const conflict = await send({ _id: id, _version: 2, price: 9 });
    expect(outcomesOf(conflict)).toEqual(['1 conflict']);
    expect(conflict.rows[0]?.fields).toContainEqual(
      expect.objectContaining({ field_id: 'price', before: 4, after: 9, is_conflict: true }),
    );
  });
});

describe('what an item was synced as', () => {
  /** An item that was synced into Stage and changed there, a year ago. */
  async function syncedLongAgo(): Promise<number> {
    const [id = 0] = await swords.create({ sku: 'a', title, price: 1, serial: 1 });
    await syncOf(server, server.studio.dev).all();
    const body = {
      selection: { template_id: 'sword', ids: [id] },
      action: { operations: [{ field_id: 'serial', op: 'set' as const, value: 9 }] },
    };
    await server.call(bulkEdits.apply, { params: { instanceId: server.studio.stage }, body }, as);
    const { query } = server.app.deps.database;
    for (const table of ['item_revisions', 'template_revisions'])
      await query(`update ${table} set at = at - interval '370 days'`, []);
    await query(
      "update change_sets set created_at = created_at - interval '370 days', finished_at = finished_at - interval '370 days'",
      [],
    );
    return id;
  }
  /** Keeps a year; the plan with syncs keeps everything. */
  async function keepYearIn(days: number): Promise<void> {
    await setSubscription(server, { plan: 'starter', status: 'active' });
    await server.app.deps.database.query('delete from kept_history', []);
    await keepHistoryIn(server, days);
    await setSubscription(server, { plan: 'teams', status: 'active' });
  }
  const changedIn = async (id: number) => {
    const place = { ...dev(), templateId: 'sword', itemId: id };
    const { fields } = await server.call(sync.getItem, { params: place }, as);
    return Object.fromEntries(fields.map(({ field_id, changed_in }) => [field_id, changed_in]));
  };

  test('is kept as long as an undo can make it the base of the next sync again', async () => {
    const id = await syncedLongAgo();
    await swords.change(id, { price: 4 });
    const stage = syncOf(server, server.studio.dev);
    const { id: second } = await stage.all({ decisions: [{ template_id: 'sword', id, take: 'fields' }] });
    await keepYearIn(10);
    await stage.undo(second ?? 0);
    expect(await changedIn(id)).toEqual({ price: 'source', double: 'source', serial: 'target' });
    // Once it cannot be undone any more, and the item was synced again.
    await stage.all({ decisions: [{ template_id: 'sword', id, take: 'fields' }] });
    for (const days of [400, 401, 402]) await keepYearIn(days);
    const left = await server.app.deps.database.query(
      `select 1 from item_revisions r join templates t on t.key = r.template_key
        where t.instance_id = $1 and r.item_id = $2 and r.version < 3`,
      [server.studio.stage, id],
    );
    expect(left).toEqual([]);
  });

  test('is kept while the item is in the trash', async () => {
    const { query } = server.app.deps.database;
    const [id = 0] = await swords.create({ sku: 'a', title, price: 1 });
    for (const price of [2, 3, 4]) await swords.change(id, { price });
    await query("update item_revisions set at = at - interval '370 days'", []);
    await swords.remove(id);
    await query(`update trash set rest = rest || '{"syncedVersion": 2}'`, []);
    await keepYearIn(10);
    const left = await query<{ version: number }>(
      'select version from item_revisions where item_id = $1 order by version',
      [id],
    );
    expect(left.map(({ version }) => version)).toEqual([2, 4, 5]);
  });
});

test('an undo is refused if the versions before it are not kept any more', async () => {
  await setSubscription(server, { plan: 'starter', status: 'active' });
  const ids = await swords.create({ sku: 'a', title: 'A', price: 1 }, { sku: 'b', title: 'B', price: 2 });
  const set = await edit(ids, 50);
  const params = { ...dev(), changeSetId: set };
  await keepHistoryIn(server, 364);
  await server.call(changeSets.checkUndo, { params, body: {} }, as);
  await keepHistoryIn(server, 366);
  // The versions that the edit wrote were stored as differences from those before it.
  await keepHistoryIn(server, 367);
  const before = await swords.bySku();
  const refused = {
    status: 422,
    body: {
      message: 'This cannot be undone any more: the versions before it are older than the history that is kept.',
    },
  };
  expect(await server.send(changeSets.checkUndo, { params, body: {} }, as)).toMatchObject(refused);
  expect(await server.send(changeSets.undo, { params, body: {} }, as)).toMatchObject(refused);
  expect(await swords.bySku()).toEqual(before);
  // What was changed since can be undone.
  const later = await edit(ids, 70);
  await server.call(changeSets.undo, { params: { ...dev(), changeSetId: later }, body: {} }, as);
  expect([...(await swords.bySku()).values()].map(({ price }) => price)).toEqual([50, 50]);
});
