import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { removeItem } from '../../server/content/documents/delete-item.ts';
import { changesJob, runChanges, runStep } from '../../server/content/documents/value-changes/change-values.ts';
import type { RunUnit } from '../../server/core/app/unit.ts';
import { shows } from '../specification/shows.ts';
import { copyItem } from '../support/copied-items.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { holdJob } from '../support/server-jobs.ts';
import { expectWhole, readState } from '../support/sync-model/state.ts';
import { trashOf } from '../support/trash.ts';

let server: TestServer;
let trash: ReturnType<typeof trashOf>;
let first = 0;
const as = { as: 'owner' } as const;
let version = 0;

const query = <R>(text: string, values: readonly unknown[] = []) => server.app.deps.database.query<R>(text, values);
const read = () => readState(server.app.deps.database.query, server.studio.dev);
const expectTidy = async () => expectWhole(server.app.deps.database.query, server.studio.dev, await read());
const valuesOf = async (id: number) => (await read()).items.get(id)?.values;
const save = async (saved: SaveTemplateField[]) => {
  version = await saveTemplate(server, 'gem', saved, { version });
};
const itemOf = (id: number) => ({ item: { template_id: 'gem', id } });

const fields = inOrder([
  field('price', 'integer'),
  field('note', 'text'),
  field('parts', 'dynamic-group'),
  field('amount', 'integer', { parentId: 'parts' }),
]);
const without = (...ids: string[]) => inOrder(fields.filter(({ id }) => !ids.includes(id)));
const values: ItemValues = { price: 5, note: 'n', parts: [{ amount: 1 }, { amount: 2 }] };

beforeEach(async () => {
  server = await startTestServer();
  trash = trashOf(server);
  version = 0;
  await save(fields);
  first = (await saveOne(server, saveBody('gem', fields, values, { label: 'A' }))).id;
});

describe('while a change of the template is running', () => {
  /** More items than a save changes by itself. */
  const last = 1000 + 1050;
  let key = 0;
  const settle = () => runChanges(server.app.deps, new AbortController().signal);
  /** `price` gets another type, and `note` is gone. */
  const changed = inOrder([{ ...field('price', 'text'), converts: true }, ...without('price', 'note')]);
  const after: ItemValues = { price: '5', parts: values.parts ?? [] };

  beforeEach(async () => {
    // The tests do the steps of the job.
    await holdJob(server.app.deps, changesJob);
    key = await copyItem(query, first, { first: 1000, last });
  });

  test('an item that it has not reached is deleted as it would be, and comes back so', async () => {
    shows('4.trash.restore');
    await save(changed);
    await runStep(server.app.deps, key, 100);
    for (const id of [first, last]) await trash.remove('gem', id);
    await settle();
    expect(await trash.check({ matching: { count: 2 } })).toMatchObject({
      counts: { added: 2 },
      partial: { count: 0 },
    });
    await trash.restore({ matching: { count: 2 } });
    for (const id of [first, last]) expect(await valuesOf(id)).toEqual(after);
    await expectTidy();
    await save(inOrder([field('price', 'text'), ...without('price')]));
    await settle();
    for (const id of [first, last]) expect(await valuesOf(id)).toEqual({ ...after, note: 'n' });
    await expectTidy();
  });

  test('one that begins just before the deletion is applied to the item, too', async () => {
    let isFirst = true;
    const { deps } = server.app;
    const unit: RunUnit = async (work) => {
      if (isFirst) {
        isFirst = false;
        await save(changed);
      }
      return deps.unit(work);
    };
    const author = { actor: { kind: 'account', accountId: server.studio.accounts.owner }, origin: 'form' } as const;
    await removeItem({ ...deps, unit }, { instanceId: server.studio.dev, ...author }, { templateId: 'gem', id: last });
    expect(isFirst).toBe(false);
    await settle();
    await trash.restore(itemOf(last));
    expect(await valuesOf(last)).toEqual(after);
    await expectTidy();
  });

  test('deleting the template says nothing about each step that its items change in', async () => {
    await save(changed);
    await trash.removeTemplate('gem');
    expect(await query("select 1 from events where kind = 'items.changed' and origin = 'template-change'")).toEqual([]);
    await trash.restore({ template: 'gem' });
    expect(await valuesOf(last)).toEqual(after);
    await expectTidy();
  });
});

describe('a field that is back when the item is', () => {
  const remaining = () => query('select 1 from removed_values');
  /** The template also changes an item that stays. */
  const before: ItemValues = { price: 6, note: 'b' };
  let other = { id: 0, version: 0 };
  beforeEach(async () => {
    const saved = await saveOne(server, saveBody('gem', fields, before, { label: 'B' }));
    other = { id: saved.id, version: saved.version };
  });

  test('has its value again, except inside rows, where it is named', async () => {
    shows('4.trash.partial');
    await save(without('note', 'amount'));
    await trash.remove('gem', first);
    await save(fields);
    expect((await trash.check(itemOf(first))).partial).toEqual({
      count: 1,
      sample: [{ template_id: 'gem', id: first, label: 'A', fields: ['The amount'] }],
    });
    await trash.restore(itemOf(first));
    expect(await valuesOf(first)).toEqual({ price: 5, note: 'n', parts: [{}, {}] });
    expect(await remaining()).toEqual([]);
    await expectTidy();
    await save(without('note'));
    await save(fields);
    expect(await valuesOf(first)).toEqual({ price: 5, note: 'n', parts: [{}, {}] });
    await expectTidy();
  });

  test('has its rows again, if it is a whole group', async () => {
    await save(without('parts', 'amount'));
    await trash.remove('gem', first);
    await save(fields);
    expect((await trash.check(itemOf(first))).partial.count).toBe(0);
    await trash.restore(itemOf(first));
    expect(await valuesOf(first)).toEqual(values);
    expect(await remaining()).toEqual([]);
    await expectTidy();
  });

  test('has no value if its type was changed since, and is named', async () => {
    // No value may stand in the way of the other type.
    await saveOne(server, saveBody('gem', fields, { price: 6 }, { label: 'B', before, ...other }));
    await save(without('note'));
    await trash.remove('gem', first);
    await save(fields);
    await save(inOrder([...without('note'), { ...field('note', 'integer'), converts: true }]));
    expect((await trash.check(itemOf(first))).partial).toMatchObject({ count: 1, sample: [{ fields: ['The note'] }] });
    await trash.restore(itemOf(first));
    expect(await valuesOf(first)).toEqual({ price: 5, parts: values.parts });
    await expectTidy();
  });

  test('has its value again after the undo of a bulk deletion, too', async () => {
    await save(without('note', 'parts', 'amount'));
    const params = { instanceId: server.studio.dev };
    const selection = { template_id: 'gem', ids: [first] };
    const { id } = await server.call(bulkEdits.apply, { params, body: { selection, action: { delete: true } } }, as);
    await save(fields);
    await server.call(changeSets.undo, { params: { ...params, changeSetId: id ?? 0 }, body: {} }, as);
    expect(await valuesOf(first)).toEqual(values);
    expect(await remaining()).toEqual([]);
    await expectTidy();
  });

  test('has a value of its former type, where that has one', async () => {
    const changed = inOrder([...without('price', 'note'), { ...field('price', 'text'), converts: true }]);
    await save(without('price'));
    await trash.remove('gem', first);
    await save(fields);
    await save(changed);
    expect((await trash.check(itemOf(first))).partial).toMatchObject({ count: 1, sample: [{ fields: ['The note'] }] });
    await trash.restore(itemOf(first));
    expect(await valuesOf(first)).toEqual({ price: '5', parts: values.parts });
    await expectTidy();
  });

  test('has its value also if the item is restored before it', async () => {
    await save(without('note'));
    await trash.remove('gem', first);
    await trash.restore(itemOf(first));
    await save(fields);
    expect(await valuesOf(first)).toEqual(values);
    await expectTidy();
  });
});
