import { type Action, bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { jobs } from '@quartermaster/contract/endpoints/jobs.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { buildUndo } from '../../server/content/change-sets/build-undo.ts';
import {
  cancelRunning,
  getStoredChangeSet,
  storeChangeSet,
} from '../../server/content/change-sets/change-set-repository.ts';
import { readInputs, storeInputs } from '../../server/content/change-sets/edits/input-repository.ts';
import type { Deps } from '../../server/core/app/deps.ts';
import type { Query } from '../../server/core/database/database.ts';
import { checkUndo } from '../../server/modules/bulk-edits/change-set-service.ts';
import { editJob } from '../../server/modules/bulk-edits/edit-job-service.ts';
import { shows } from '../specification/shows.ts';
import { endedSet, openEdit, readSet } from '../support/bulk-edits.ts';
import { isLong } from '../support/long.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { indexItems, insertItems } from '../support/server-content.ts';
import { setSubscription } from '../support/subscription.ts';
import { contentOfState, expectWhole, readState } from '../support/sync-model/state.ts';
import { timeout } from '../support/timeout.ts';
import { unitAfter, unitWithQuery } from '../support/unit.ts';

const as = { as: 'owner' } as const;
const addOne: Action = { operations: [{ field_id: 'cost', op: 'add', value: 1 }] };

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const dev = () => ({ instanceId: server.studio.dev });
const idsTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** A template `thing` with items of the ids 1 to `count`. */
async function fill(count: number): Promise<void> {
  const { database } = server.app.deps;
  await insertItems(database, server.studio.dev, 'thing', count);
  await indexItems(database, server.studio.dev);
  // As saves by hand would have left them.
  await database.query(
    `insert into item_revisions (template_key, item_id, version, action, label, "values", account_id, at)
      select template_key, id, 1, 'create', label, "values", $1, now() from items`,
    [server.studio.accounts.owner],
  );
  await database.query('update projects set next_item_id = $1', [count + 1]);
}

const content = async () => {
  const { query } = server.app.deps.database;
  const state = await readState(query, server.studio.dev);
  await expectWhole(query, server.studio.dev, state);
  return JSON.stringify(contentOfState(state));
};

/** Nothing is left of what was prepared, of any change set. */
async function expectNothingPrepared(): Promise<void> {
  const { query } = server.app.deps.database;
  const left = await query(
    `select 'index' as left from change_set_index union all select 'inputs' from change_set_inputs
      union all select 'items' from change_set_items s join change_sets y on y.id = s.change_set_id where y.state <> 'applied'
      union all select 'revisions' from item_revisions r join change_sets y on y.id = r.change_set_id where y.state <> 'applied'`,
    [],
  );
  expect(left).toEqual([]);
}

/** The dependencies with something that happens before each statement, in transactions and outside. */
function observed(deps: Deps, before: () => void | Promise<void>): Deps {
  const observe =
    (query: Query): Query =>
    async (...given) => {
      await before();
      return query(...given);
    };
  const database = { ...deps.database, query: observe(deps.database.query) };
  return { ...deps, database, unit: unitWithQuery(deps.unit, observe) };
}

const run = (deps: Deps, id: number) => editJob.run(deps, { sync_id: id }, new AbortController().signal);

test('more than 1,000 items are edited by a job, in the state that was selected, and undone by one', {
  timeout: 6 * timeout,
}, async () => {
  shows('4.bulk.at-once', '4.bulk.as-by-hand');
  await fill(2500);
  const before = await content();
  const filters = [{ template_field_id: 'id', op: filterOps.less, value: '2401' }];
  const selection = { template_id: 'thing', filters, count: 2400 };
  const action: Action = { operations: [{ field_id: 'cost', op: 'multiply', value: 3 }] };
  const body = { selection, action, leave_out: [7] };
  const { id, progress } = await server.call(bulkEdits.apply, { params: dev(), body }, as);
  expect(progress.total).toBe(2399);
  const set = await endedSet(server, id ?? 0);
  expect(set).toMatchObject({
    state: 'applied',
    error: null,
    counts: { updated: 2399 },
    progress: { done: 2399, total: 2399 },
  });
  const { items } = await readState(server.app.deps.database.query, server.studio.dev);
  for (const [itemId, { values, version }] of items)
    expect([values.cost, version]).toEqual(itemId > 2400 || itemId === 7 ? [2 * itemId, 1] : [6 * itemId, 2]);
  await content();
  const params = { ...dev(), changeSetId: id ?? 0 };
  const undone = await server.call(changeSets.undo, { params, body: {} }, as);
  expect((await endedSet(server, undone.id ?? 0)).counts).toMatchObject({ updated: 2399 });
  expect(await content()).toBe(before);
  await expectNothingPrepared();
});

test('copies and deletions of many items are made by a job', { timeout: 6 * timeout }, async () => {
  await fill(600);
  const before = await content();
  const selection = { template_id: 'thing', ids: idsTo(600) };
  const duplicate = { times: 3, label: '{label} {n}' };
  const copied = await server.call(bulkEdits.apply, { params: dev(), body: { selection, action: { duplicate } } }, as);
  expect(await endedSet(server, copied.id ?? 0)).toMatchObject({ state: 'applied', counts: { added: 1800 } });
  const labels = [...(await readState(server.app.deps.database.query, server.studio.dev)).items.values()].map(
    ({ label }) => label,
  );
  expect(new Set(labels).size).toBe(2400);
  expect(labels).toEqual(expect.arrayContaining(['Item 600 1', 'Item 600 3', 'Item 1 2']));
  await content();
  const filters = [{ template_field_id: 'id', op: filterOps.more, value: '600' }];
  const body = { selection: { template_id: 'thing', filters, count: 1800 }, action: { delete: true as const } };
  const deleted = await server.call(bulkEdits.apply, { params: dev(), body }, as);
  expect(await endedSet(server, deleted.id ?? 0)).toMatchObject({ state: 'applied', counts: { removed: 1800 } });
  expect(await content()).toBe(before);
  await expectNothingPrepared();
});

test('the items of a large selection are stored in parts, and read in order', async () => {
  await fill(1);
  const { query } = server.app.deps.database;
  const id = await openEdit(server, { templateId: 'thing', ids: [1], action: addOne });
  await query('delete from change_set_inputs', []);
  const items = {
    ids: Int32Array.from(idsTo(25_001), (item) => 3 * item),
    versions: Int32Array.from(idsTo(25_001), (item) => (item % 7) + 1),
  };
  await storeInputs(query, id, items);
  expect(await query('select part from change_set_inputs order by part', [])).toHaveLength(3);
  expect(await readInputs(query, id)).toEqual(items);
});

test('copies beyond the limit of the plan are refused by the call, and by a job at its first run', async () => {
  await fill(600);
  await setSubscription(server, { plan: 'free', status: 'active' });
  const before = await content();
  const action: Action = { duplicate: { times: 2, label: '{label} {n}' } };
  const body = { selection: { template_id: 'thing', ids: idsTo(600) }, action };
  expect((await server.send(bulkEdits.apply, { params: dev(), body }, as)).body).toMatchObject({ error: 'item_limit' });
  const id = await openEdit(server, { templateId: 'thing', ids: idsTo(101), action, itemLimit: 800 });
  await run(server.app.deps, id);
  expect(await readSet(server, id)).toMatchObject({
    state: 'failed',
    error: 'Your plan includes 800 items per project. Upgrade to create more.',
  });
  expect(await content()).toBe(before);
  await expectNothingPrepared();
});

test('an undo that creates more items than the plan allows is refused by the call, and by a job at its first run', {
  timeout: 6 * timeout,
}, async () => {
  await fill(1200);
  const { query } = server.app.deps.database;
  const body = { selection: { template_id: 'thing', ids: idsTo(1001) }, action: { delete: true } as const };
  const deleted = await server.call(bulkEdits.apply, { params: dev(), body }, as);
  const params = { ...dev(), changeSetId: deleted.id ?? 0 };
  expect((await endedSet(server, params.changeSetId)).counts.removed).toBe(1001);
  const before = await content();
  await setSubscription(server, { plan: 'free', status: 'active' });
  expect((await server.send(changeSets.undo, { params, body: {} }, as)).body).toMatchObject({ error: 'item_limit' });
  expect(await query("select 1 from change_sets where origin = 'undo'", [])).toEqual([]);
  const undone = (await getStoredChangeSet(query, params.changeSetId)) ?? expect.fail('It was just applied.');
  const id = await storeChangeSet(query, await buildUndo(query, undone, {}), {
    actor: { kind: 'account', accountId: server.studio.accounts.owner },
    note: '',
    request: { selection: null, itemLimit: 1199 },
    reviewId: null,
    at: server.app.deps.clock.now(),
  });
  await run(server.app.deps, id ?? 0);
  expect(await readSet(server, id ?? 0)).toMatchObject({
    state: 'failed',
    error: 'Your plan includes 800 items per project. Upgrade to create more.',
  });
  expect(await content()).toBe(before);
  await expectNothingPrepared();
});

test('a job that meets a rule, or an item that was saved since, fails whole and says why', async () => {
  await fill(40);
  const before = await content();
  const set = (value: string): Action => ({ operations: [{ field_id: 'label', op: 'append', value }] });
  const tooLong = await openEdit(server, { templateId: 'thing', ids: idsTo(40), action: set('x'.repeat(250)) });
  await run(server.app.deps, tooLong);
  expect(await readSet(server, tooLong)).toMatchObject({
    state: 'failed',
    error:
      'A rule refuses some of the items. "Item 1", label: must be at most 255 characters. Nothing was changed. Look at the items, and try again.',
  });
  expect(await content()).toBe(before);
  await expectNothingPrepared();

  const first = await openEdit(server, { templateId: 'thing', ids: idsTo(40), action: addOne });
  const second = await openEdit(server, { templateId: 'thing', ids: [3, 40], action: addOne });
  await run(server.app.deps, second);
  await run(server.app.deps, first);
  expect(await readSet(server, second)).toMatchObject({ state: 'applied' });
  expect(await readSet(server, first)).toMatchObject({
    state: 'failed',
    error:
      'Items or their template were changed in the meantime. Nothing was changed. Look at the items, and try again.',
  });
  const { items } = await readState(server.app.deps.database.query, server.studio.dev);
  expect(
    [...items]
      .filter(([, { version }]) => version > 1)
      .map(([id]) => id)
      .toSorted(),
  ).toEqual([3, 40]);
  await expectNothingPrepared();
});

// A server that dies after that leaves the cleaning up to the job.
test.each(['by a call', 'in the database alone'])(
  'a running edit has progress, and changes nothing once it is cancelled %s',
  async (how) => {
    shows('4.bulk.cancel', '4.bulk.at-once');
    await fill(1200);
    const before = await content();
    const id = await openEdit(server, { templateId: 'thing', ids: idsTo(1200), action: addOne });
    const params = { ...dev(), kind: 'change-set', id: String(id) } as const;
    const progress: number[] = [];
    const { deps } = server.app;
    const unit = unitAfter(deps.unit, async () => {
      const set = await readSet(server, id);
      progress.push(set.progress.done);
      if (set.progress.done !== 1000 || set.state !== 'running') return;
      if (how === 'by a call') await server.call(jobs.cancel, { params }, as);
      else await cancelRunning(deps.database.query, id, deps.clock.now());
    });
    await run({ ...deps, unit }, id);
    expect([...new Set(progress)]).toEqual([0, 500, 1000]);
    expect(await readSet(server, id)).toMatchObject({ state: 'cancelled', progress: { total: 1200 } });
    expect(await content()).toBe(before);
    await expectNothingPrepared();
    const again = await server.send(jobs.cancel, { params }, as);
    expect(again).toMatchObject({ status: 409, body: { error: 'changed' } });
  },
);

test('a database that has lost prepared items in a crash makes the run fail, and the next one prepares all again', async () => {
  await fill(1200);
  const id = await openEdit(server, { templateId: 'thing', ids: idsTo(1200), action: addOne });
  const { deps } = server.app;
  const { query } = deps.database;
  const unit = unitAfter(deps.unit, async () => {
    const { progress } = await readSet(server, id);
    if (progress.done !== 1000) return;
    await query('delete from change_set_items where change_set_id = $1 and item_id > 500', [id]);
    await query('delete from item_revisions where change_set_id = $1 and item_id > 500', [id]);
    await query('delete from change_set_index where change_set_id = $1 and item_id > 500', [id]);
    await query("update job_progress set done = 500 where kind = 'change-set' and subject_id = $1", [id]);
  });
  await expect(run({ ...deps, unit }, id)).rejects.toThrow(
    'The database has lost steps of the job: 700 are left of 1200.',
  );
  expect(await readSet(server, id)).toMatchObject({ state: 'running' });
  await run(deps, id);
  expect(await readSet(server, id)).toMatchObject({ state: 'applied', counts: { updated: 1200 } });
  await content();
  await expectNothingPrepared();
});

/** BULK_MOMENTS=20 tries 20 of them. */
const moments = Number(process.env.BULK_MOMENTS ?? (isLong ? 8 : 3));

test(`a server that dies at any of ${moments} moments leaves all or nothing, and the next run completes it`, {
  timeout: 20 * timeout,
}, async () => {
  shows('4.bulk.whole');
  await fill(600);
  const before = await content();
  const ids = idsTo(600);
  const { deps } = server.app;
  const open = () => openEdit(server, { templateId: 'thing', ids, action: addOne });
  const undo = async (changeSetId: number) =>
    server.call(changeSets.undo, { params: { ...dev(), changeSetId }, body: {} }, as);

  let statements = 0;
  const whole = await open();
  await run(
    observed(deps, () => {
      statements += 1;
    }),
    whole,
  );
  const after = await content();
  expect(after).not.toBe(before);
  await undo(whole);
  expect(await content()).toBe(before);

  const numbers = Array.from(
    { length: moments },
    (_, index) => 1 + Math.floor((index * (statements - 1)) / (moments - 1)),
  );
  expect(new Set(numbers).size).toBe(moments);
  const left: string[] = [];
  for (const moment of numbers) {
    const id = await open();
    let done = 0;
    const dying = observed(deps, () => {
      done += 1;
      if (done >= moment) throw new Error('The server died.');
    });
    await expect(run(dying, id)).rejects.toThrow('The server died.');
    const { state } = await readSet(server, id);
    left.push(state);
    expect(await content(), `moment ${moment}`).toBe(state === 'applied' ? after : before);
    await run(deps, id);
    expect(await readSet(server, id), `moment ${moment}`).toMatchObject({ state: 'applied', counts: { updated: 600 } });
    expect(await content(), `moment ${moment}`).toBe(after);
    await expectNothingPrepared();
    await undo(id);
    expect(await content(), `moment ${moment}`).toBe(before);
  }
  expect(new Set(left)).toEqual(new Set(['running', 'applied']));
});

test('the checks of a large deletion and of a large undo read at most 2,000 rows at a time', {
  timeout: 6 * timeout,
}, async () => {
  const { database } = server.app.deps;
  await fill(2600);
  /** Links the last item to these, so that they cannot be removed. */
  const link = (first: number, last: number) =>
    database.query(
      `insert into item_links (instance_id, template_key, field_key, item_id, target_id)
        select instance_id, key, 1, 2600, n from templates, generate_series($2::int, $3::int) n where instance_id = $1 and id = 'thing'`,
      [server.studio.dev, first, last],
    );
  const selection = { template_id: 'thing', ids: idsTo(2500) };
  const action: Action = { duplicate: { times: 1, label: '{label}' } };
  const copied = await server.call(bulkEdits.apply, { params: dev(), body: { selection, action } }, as);
  expect((await endedSet(server, copied.id ?? 0)).counts.added).toBe(2500);
  await link(1, 2500);
  await link(2601, 5100);
  const { query } = database;
  const read: number[] = [];
  const spy = vi.spyOn(database, 'query').mockImplementation(async (...given) => {
    const rows = await query(...given);
    read.push(rows.length);
    return rows as never;
  });
  onTestFinished(() => spy.mockRestore());
  const body = { selection, action: { delete: true } as const, limit: 2 };
  const checked = await server.call(bulkEdits.check, { params: dev(), body }, as);
  expect(checked).toMatchObject({ counts: { removed: 0, refused: 2500 } });
  expect(checked.refusals.sample.map(({ id }) => id)).toEqual(idsTo(1000));
  expect(checked.rows.map(({ id, refusal }) => [id, refusal?.reason])).toEqual([
    [1, '"Item 2600" in thing links to it'],
    [2, '"Item 2600" in thing links to it'],
  ]);
  const undone = (await getStoredChangeSet(query, copied.id ?? 0)) ?? expect.fail('It was just applied.');
  const { items, still_linked } = await checkUndo(server.app.deps, undone, {}, { mayEditReadOnly: true });
  expect([items, still_linked.count]).toEqual([2500, 2500]);
  expect(still_linked.sample.map(({ id }) => id)).toEqual(idsTo(1000).map((id) => 2600 + id));
  expect(Math.max(...read)).toBeLessThanOrEqual(2000);
});
