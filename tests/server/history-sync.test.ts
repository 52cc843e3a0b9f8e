import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { history } from '@quartermaster/contract/endpoints/history.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { describe, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { saveBody, saveOne } from '../support/sample-template.ts';
import { as, beginSwordEdits, create, dev, expectTidy, fields, read, server } from '../support/sword-edits.ts';
import { syncOf } from '../support/sync.ts';
import { trashOf } from '../support/trash.ts';

beginSwordEdits();

type Env = 'dev' | 'stage';

const place = (env: Env) => server.studio[env];

/** Gives an item another price by hand. */
async function save(env: Env, id: number, price: number): Promise<void> {
  const { version, values, label } = (await read(place(env))).items.get(id) ?? expect.fail('The item exists.');
  const body = saveBody('sword', fields, { ...values, price }, { id, version, before: values, label });
  await saveOne(server, body, 'owner', place(env));
}

/** Restores a version, and returns its change set. */
async function restore(env: Env, id: number, version: number): Promise<number> {
  const params = { instanceId: place(env), templateId: 'sword', id };
  const seen = (await read(place(env))).items.get(id)?.version ?? 0;
  const checked = await server.call(history.checkItem, { params, query: { version } }, as);
  expect([checked.missing, checked.refusals]).toEqual([[], []]);
  const { change_set_id } = await server.call(history.restoreItem, { params, body: { version, seen } }, as);
  return change_set_id ?? expect.fail('The version differs.');
}

const undo = (env: Env, changeSetId: number) =>
  server.call(changeSets.undo, { params: { instanceId: place(env), changeSetId }, body: {} }, as);

const price = async (env: Env, id: number) => (await read(place(env))).items.get(id)?.values.price;

/** What the next sync lists, such as `updated` or `updated, conflict`, by id; and that the counts say the same. */
async function listed(): Promise<Record<number, string>> {
  const { templates, counts } = await server.call(sync.listChanges, { params: dev(), query: {} }, as);
  const items = templates.flatMap((template) => template.items);
  const count = (kind: string) => items.filter(({ change }) => change === kind).length;
  expect(counts).toMatchObject({
    added: count('added'),
    updated: count('updated'),
    removed: count('removed'),
    conflicts: items.filter(({ conflict }) => conflict).length,
  });
  return Object.fromEntries(items.map(({ id, change, conflict }) => [id, `${change}${conflict ? ', conflict' : ''}`]));
}

const tidy = async () => {
  await expectTidy();
  await expectTidy(server.studio.stage);
};

/** An item with the prices 1, 2 and 3 in its first versions, the last of which is in Stage. */
async function synced(): Promise<{ id: number; syncs: ReturnType<typeof syncOf> }> {
  const [id = 0] = await create({ price: 1 });
  await save('dev', id, 2);
  await save('dev', id, 3);
  const syncs = syncOf(server, server.studio.dev);
  await syncs.all();
  expect(await listed()).toEqual({});
  return { id, syncs };
}

describe('a sync after a restored version', () => {
  test('has its content as an update without a conflict; undone, both are as before', async () => {
    shows('4.history.sync');
    const { id, syncs } = await synced();
    const set = await restore('dev', id, 1);
    expect(await listed()).toEqual({ [id]: 'updated' });
    const { id: syncId } = await syncs.items('sword', [id]);
    expect([await price('stage', id), await listed()]).toEqual([1, {}]);
    await syncs.undo(syncId ?? 0);
    expect([await price('stage', id), await listed()]).toEqual([3, { [id]: 'updated' }]);
    await undo('dev', set);
    expect([await price('dev', id), await listed()]).toEqual([3, {}]);
    await tidy();
  });

  test('lists nothing if the version is the one that was synced, whatever was in between', async () => {
    shows('4.history.sync');
    const { id, syncs } = await synced();
    await save('dev', id, 4);
    expect(await listed()).toEqual({ [id]: 'updated' });
    const set = await restore('dev', id, 3);
    expect(await listed()).toEqual({});
    expect(await syncs.all()).toMatchObject({ id: null });
    await undo('dev', set);
    expect([await price('dev', id), await listed()]).toEqual([4, { [id]: 'updated' }]);
    await tidy();
  });

  test('names a conflict with an edit of the target, and none once the target has its synced version again', async () => {
    shows('4.history.sync');
    const { id, syncs } = await synced();
    await save('stage', id, 30);
    expect(await listed()).toEqual({ [id]: 'updated, conflict' });
    await restore('dev', id, 1);
    expect(await listed()).toEqual({ [id]: 'updated, conflict' });
    const refused = await server.send(sync.all, { params: dev(), body: {} }, as);
    expect([refused.status, await price('stage', id)]).toEqual([409, 30]);
    const set = await restore('stage', id, 1);
    expect([await price('stage', id), await listed()]).toEqual([3, { [id]: 'updated' }]);
    await undo('stage', set);
    expect([await price('stage', id), await listed()]).toEqual([30, { [id]: 'updated, conflict' }]);
    await restore('stage', id, 1);
    await syncs.all();
    expect([await price('stage', id), await listed()]).toEqual([1, {}]);
    await tidy();
  });

  test('names the restored version of the target as the conflict that an edit by hand would be', async () => {
    shows('4.history.sync');
    const { id, syncs } = await synced();
    await save('dev', id, 4);
    await syncs.all();
    // Version 1 of the item in Stage has the price 3.
    await restore('stage', id, 1);
    expect(await listed()).toEqual({ [id]: 'updated, conflict' });
    await restore('dev', id, 3);
    expect([await price('dev', id), await price('stage', id), await listed()]).toEqual([3, 3, {}]);
    await save('dev', id, 5);
    expect(await listed()).toEqual({ [id]: 'updated, conflict' });
    await syncs.all({ conflicts: 'source' });
    expect([await price('stage', id), await listed()]).toEqual([5, {}]);
    await tidy();
  });

  test('adds an item that the target never had or lost, without a conflict', async () => {
    shows('4.history.sync');
    const { id, syncs } = await synced();
    const [fresh = 0] = await create({ price: 10 });
    await save('dev', fresh, 11);
    const set = await restore('dev', fresh, 1);
    expect(await listed()).toEqual({ [fresh]: 'added' });
    const { id: added } = await syncs.items('sword', [fresh]);
    expect([await price('stage', fresh), await listed()]).toEqual([10, {}]);
    await undo('dev', set);
    expect(await listed()).toEqual({ [fresh]: 'updated' });
    await syncs.undo(added ?? 0);
    expect([await price('stage', fresh), await listed()]).toEqual([undefined, { [fresh]: 'added' }]);
    const trash = trashOf(server);
    await trash.remove('sword', id);
    const { id: removed } = await syncs.items('sword', [id]);
    expect(await price('stage', id)).toBeUndefined();
    await trash.restore({ item: { template_id: 'sword', id } });
    const again = await restore('dev', id, 1);
    expect(await listed()).toEqual({ [fresh]: 'added', [id]: 'added' });
    await syncs.undo(removed ?? 0);
    expect([await price('stage', id), await listed()]).toEqual([3, { [fresh]: 'added', [id]: 'updated' }]);
    await undo('dev', again);
    expect(await listed()).toEqual({ [fresh]: 'added' });
    await tidy();
  });

  test('removes an item that was restored in the target only as a conflict', async () => {
    shows('4.history.sync');
    const { id, syncs } = await synced();
    await save('dev', id, 4);
    await syncs.all();
    const trash = trashOf(server);
    await trash.remove('sword', id);
    expect(await listed()).toEqual({ [id]: 'removed' });
    const set = await restore('stage', id, 1);
    expect([await price('stage', id), await listed()]).toEqual([3, { [id]: 'removed, conflict' }]);
    expect((await server.send(sync.all, { params: dev(), body: {} }, as)).status).toBe(409);
    await undo('stage', set);
    expect(await listed()).toEqual({ [id]: 'removed' });
    const { id: removed } = await syncs.all();
    expect(await price('stage', id)).toBeUndefined();
    await syncs.undo(removed ?? 0);
    expect([await price('stage', id), await listed()]).toEqual([4, { [id]: 'removed' }]);
    await tidy();
  });
});

describe('a restored version after a sync', () => {
  test('is a conflict of the undo of that sync, unless it is what the sync has written', async () => {
    shows('4.history.sync');
    const { id, syncs } = await synced();
    await save('dev', id, 4);
    const { id: syncId } = await syncs.all();
    const params = { ...dev(), syncId: syncId ?? 0 };
    const conflicts = async () =>
      (await server.call(sync.checkUndo, { params, body: {} }, as)).conflicts.sample.map((one) => one.id);
    expect(await conflicts()).toEqual([]);
    // In Stage, version 1 has the price 3, and version 2 the price 4.
    await restore('stage', id, 1);
    expect(await conflicts()).toEqual([id]);
    expect((await server.send(sync.undo, { params, body: {} }, as)).status).toBe(409);
    await restore('stage', id, 2);
    expect(await conflicts()).toEqual([]);
    await syncs.undo(syncId ?? 0);
    expect([await price('stage', id), await listed()]).toEqual([3, { [id]: 'updated' }]);
    await tidy();
  });

  test('in the source is no conflict of the undo, and the next sync lists what it should', async () => {
    shows('4.history.sync');
    const { id, syncs } = await synced();
    await save('dev', id, 4);
    const { id: syncId } = await syncs.all();
    const set = await restore('dev', id, 3);
    expect(await listed()).toEqual({ [id]: 'updated' });
    await syncs.undo(syncId ?? 0);
    expect([await price('stage', id), await listed()]).toEqual([3, {}]);
    await undo('dev', set);
    expect([await price('dev', id), await listed()]).toEqual([4, { [id]: 'updated' }]);
    await syncs.all();
    expect([await price('stage', id), await listed()]).toEqual([4, {}]);
    await tidy();
  });

  test('of which the undo is refused if a sync has changed the item since, and not otherwise', async () => {
    shows('4.history.sync');
    const { id, syncs } = await synced();
    await save('stage', id, 30);
    const restored = await restore('stage', id, 1);
    await save('dev', id, 4);
    expect(await listed()).toEqual({ [id]: 'updated' });
    const { id: syncId } = await syncs.all();
    const params = { instanceId: server.studio.stage, changeSetId: restored };
    expect((await server.send(changeSets.undo, { params, body: {} }, as)).status).toBe(409);
    await syncs.undo(syncId ?? 0);
    await undo('stage', restored);
    expect([await price('stage', id), await listed()]).toEqual([30, { [id]: 'updated, conflict' }]);
    await tidy();
  });
});
