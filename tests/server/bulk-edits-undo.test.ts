import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { expect, test, vi } from 'vitest';
import { buildUndo } from '../../server/content/change-sets/build-undo.ts';
import { getStoredChangeSet, storeChangeSet } from '../../server/content/change-sets/change-set-repository.ts';
import { editJob } from '../../server/modules/bulk-edits/edit-job-service.ts';
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
  valuesOf,
} from '../support/sword-edits.ts';
import { unitAfter } from '../support/unit.ts';

beginSwordEdits();

test('an edit in Stage counts as edited there for the next sync, and so does its undo', async () => {
  const [id = 0] = await create({ price: 1 });
  await server.call(sync.all, { params: dev(), body: {} }, as);
  const params = { instanceId: server.studio.stage };
  const body = { selection: byIds(id), action: operate({ field_id: 'price', op: 'set', value: 50 }) };
  const { id: set } = await server.call(bulkEdits.apply, { params, body }, as);
  const conflicts = async () => (await server.call(sync.listChanges, { params: dev(), query: {} }, as)).counts;
  expect(await conflicts()).toMatchObject({ updated: 1, conflicts: 1 });
  await expectTidy(server.studio.stage);
  await server.call(changeSets.undo, { params: { ...params, changeSetId: set ?? 0 }, body: {} }, as);
  expect(await conflicts()).toMatchObject({ updated: 0, conflicts: 0 });
  expect((await server.call(sync.list, { params, query: {} }, as)).syncs).toHaveLength(1);
  // What was synced stays what was synced, also for an item that was edited there before.
  const synced = () =>
    server.app.deps.database.query(
      'select i.synced_hash::text, i.synced_version from items i join templates t on t.key = i.template_key where t.instance_id = $1',
      [params.instanceId],
    );
  const last = await synced();
  const saved = saveBody('sword', fields, { price: 60 }, { label: 'Sword 0', id, version: 3, before: { price: 1 } });
  await saveOne(server, saved, 'owner', params.instanceId);
  await server.call(bulkEdits.apply, { params, body }, as);
  expect(await synced()).toEqual(last);
});

test('an undo outside of Dev does not create items again that were deleted since', async () => {
  shows('4.bulk.dev-only');
  const [id = 0, other = 0] = await create({ price: 1 }, { price: 2 });
  await server.call(sync.all, { params: dev(), body: {} }, as);
  const params = { instanceId: server.studio.stage };
  const body = { selection: byIds(id, other), action: operate({ field_id: 'price', op: 'set', value: 50 }) };
  const { id: set } = await server.call(bulkEdits.apply, { params, body }, as);
  await apply(byIds(id), { delete: true });
  await server.call(sync.all, { params: dev(), body: { conflicts: 'source' } }, as);
  const left = await read(params.instanceId);
  expect([...left.items.keys()]).toEqual([other]);
  const undoInStage = (conflicts: 'source' | 'target') =>
    server.send(changeSets.undo, { params: { ...params, changeSetId: set ?? 0 }, body: { conflicts } }, as);
  expect(await undoInStage('source')).toMatchObject({ status: 403, body: { error: 'environment' } });
  expect(await read(params.instanceId)).toEqual(left);
  expect(await undoInStage('target')).toMatchObject({ status: 200 });
  await expectTidy(params.instanceId);
});

test('an undo restores the state before; what was changed since is a conflict, decided by item', async () => {
  shows('4.bulk.undo', '4.bulk.undo-conflict');
  const ids = await create({ price: 1 }, { price: 2 }, { price: 3 });
  const { id: set } = await apply(byIds(...ids), operate({ field_id: 'price', op: 'add', value: 10 }));
  const changed = ids[1] ?? 0;
  await saveOne(
    server,
    saveBody('sword', fields, { price: 77 }, { label: 'Sword 1', id: changed, version: 2, before: { price: 12 } }),
  );
  const params = { ...dev(), changeSetId: set ?? 0 };
  const checked = await server.call(changeSets.checkUndo, { params, body: {} }, as);
  expect(checked.conflicts).toMatchObject({ count: 1, sample: [{ id: changed, change: 'updated' }] });
  const decisions = [{ template_id: 'sword', id: changed, take: 'target' as const }];
  const { id: undone } = await undo(set, { decisions });
  expect(await valuesOf(...ids)).toEqual([{ price: 1 }, { price: 77 }, { price: 3 }]);
  await expectTidy();
  const { change_set } = await server.call(changeSets.get, { params }, as);
  expect(change_set).toMatchObject({ state: 'applied', undone_by: undone, can_undo: false });
  const again = await server.send(changeSets.undo, { params, body: {} }, as);
  expect([again.status, (again.body as ErrorBody).message]).toEqual([422, 'This was undone already.']);
});

test('values that a change of the template has brought back since are not lost by an undo', async () => {
  const [id = 0] = await create({ price: 1, title: 'Old' });
  const untitled = fields.filter((one) => one.id !== 'title');
  await saveTemplate(server, 'sword', untitled, { version: 1, label: 'Swords' });
  const { id: set } = await apply(byIds(id), operate({ field_id: 'price', op: 'set', value: 5 }));
  await saveTemplate(server, 'sword', fields, { version: 2, label: 'Swords' });
  expect(await valuesOf(id)).toEqual([{ price: 5, title: 'Old' }]);
  const params = { ...dev(), changeSetId: set ?? 0 };
  const { status, body } = await server.send(changeSets.undo, { params, body: {} }, as);
  expect({ status, body }).toMatchObject({ status: 409, body: { error: 'conflict' } });
  expect(await valuesOf(id)).toEqual([{ price: 5, title: 'Old' }]);
  await undo(set, { conflicts: 'target' });
  await expectTidy();
});

/** Saves the template with a rule that the former price of 900 breaks. */
const saveStricter = () => {
  const { order } = fields.find(({ id }) => id === 'price') ?? expect.fail('The template has a price.');
  const price = field('price', 'integer', { order, required: true, maximum: 500 });
  const stricter = fields.map((one) => (one.id === 'price' ? price : one));
  return saveTemplate(server, 'sword', stricter, { version: 1, label: 'Swords' });
};

test('an undo is refused if its template was changed after its content was checked', async () => {
  const [id = 0] = await create({ price: 900 });
  const { id: set } = await apply(byIds(id), operate({ field_id: 'price', op: 'set', value: 5 }));
  const { deps } = server.app;
  vi.spyOn(deps, 'unit').mockImplementationOnce(unitAfter(deps.unit, saveStricter));
  const params = { ...dev(), changeSetId: set ?? 0 };
  const { status, body } = await server.send(changeSets.undo, { params, body: {} }, as);
  expect({ status, body }).toMatchObject({ status: 409, body: { error: 'changed' } });
  expect(await valuesOf(id)).toEqual([{ price: 5 }]);
  await expectTidy();
});

test('an undo by a job writes nothing that its template refuses by then', async () => {
  const [id = 0] = await create({ price: 900 });
  const { id: set } = await apply(byIds(id), operate({ field_id: 'price', op: 'set', value: 5 }));
  const { deps } = server.app;
  const { query } = deps.database;
  const undone = (await getStoredChangeSet(query, set ?? 0)) ?? expect.fail('It was just applied.');
  const undoId = await storeChangeSet(query, await buildUndo(query, undone, {}), {
    actor: { kind: 'account', accountId: server.studio.accounts.owner },
    note: '',
    request: { selection: null, itemLimit: null },
    reviewId: null,
    at: deps.clock.now(),
  });
  let isSaved = false;
  const unit = unitAfter(deps.unit, async () => {
    const applying = "select 1 from job_progress where subject_id = $1 and doing = 'Applying the changes'";
    if (isSaved || (await query(applying, [undoId])).length === 0) return;
    isSaved = true;
    await saveStricter();
  });
  await editJob.run({ ...deps, unit }, { sync_id: undoId ?? 0 }, new AbortController().signal);
  expect(isSaved).toBe(true);
  expect(await readSet(server, undoId ?? 0)).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('should be no more than 500'),
  });
  expect(await valuesOf(id)).toEqual([{ price: 5 }]);
  await expectTidy();
});

test('the history lists edits with what they do, their items, and each before and after', async () => {
  shows('4.bulk.history');
  const ids = await create({ price: 1 }, { price: 2 });
  const action = operate({ field_id: 'price', op: 'multiply', value: 3 });
  const { id: set } = await apply(byIds(...ids), action);
  const { id: undone } = await undo(set);
  await apply(byIds(...ids), { delete: true });
  const list = async (query = {}) => (await server.call(changeSets.list, { params: dev(), query }, as)).change_sets;
  expect(await list()).toMatchObject([
    { origin: 'bulk-edit', counts: { removed: 2 }, action: { delete: true } },
    { id: undone, origin: 'undo', undoes: set, action: null, template: { template_id: 'sword', name: 'Swords' } },
    {
      ...{ id: set, origin: 'bulk-edit', state: 'applied', error: null, source: null, action, undone_by: undone },
      ...{ template: { template_id: 'sword', name: 'Swords' }, by: { id: server.studio.accounts.owner } },
      ...{ counts: { added: 0, updated: 2, removed: 0, templates: 0, menu: false }, progress: { done: 2, total: 2 } },
    },
  ]);
  expect((await list({ origin: 'undo' })).map(({ id }) => id)).toEqual([undone]);
  const params = { ...dev(), changeSetId: set ?? 0 };
  const page = await server.call(changeSets.listItems, { params, query: { limit: 1 } }, as);
  expect(page.items).toEqual([{ template_id: 'sword', id: ids[0], name: 'Sword 0', change: 'updated', decided: null }]);
  const next = await server.call(changeSets.listItems, { params, query: { cursor: page.next_cursor ?? '' } }, as);
  expect(next).toMatchObject({ items: [{ id: ids[1] }], next_cursor: null });
  const diff = await server.call(
    changeSets.getItem,
    { params: { ...params, templateId: 'sword', itemId: ids[0] ?? 0 } },
    as,
  );
  expect(diff).toMatchObject({
    change: 'updated',
    target: { version: 1 },
    source: { version: 2 },
    fields: [{ field_id: 'price' }],
  });
  const elsewhere = { instanceId: server.studio.stage, changeSetId: set ?? 0 };
  expect((await server.send(changeSets.get, { params: elsewhere }, as)).status).toBe(404);
});
