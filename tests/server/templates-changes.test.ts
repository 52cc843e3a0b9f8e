import { text } from 'node:stream/consumers';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { reports } from '@quartermaster/contract/endpoints/reports.ts';
import { type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  changesJob,
  enqueueChanges,
  runChanges,
  runStep,
} from '../../server/content/documents/value-changes/change-values.ts';
import { copyInstanceContent } from '../../server/content/schema/copy-content.ts';
import { removeDueProjects } from '../../server/modules/projects/remove-projects.ts';
import { purgeTrashJob } from '../../server/modules/trash/purge-trash.ts';
import { copyItem } from '../support/copied-items.ts';
import { eventually } from '../support/eventually.ts';
import { field, inOrder, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { holdJob } from '../support/server-jobs.ts';

let server: TestServer;
let releaseJob: () => Promise<void>;
const as = { as: 'owner' } as const;
const query = <R>(text: string, values: readonly unknown[] = []) => server.app.deps.database.query<R>(text, values);

const fields = inOrder([
  field('title', 'text'),
  field('price', 'integer'),
  field('parent', 'item-link', { templateId: 'thing' }),
  field('rows', 'dynamic-group'),
  field('stat', 'text', { parentId: 'rows' }),
  field('amount', 'integer', { parentId: 'rows' }),
]);
const without = (...ids: string[]) => fields.filter(({ id }) => !ids.includes(id));
const original: ItemValues = { title: 'Axe', price: 5, rows: [{ stat: 'a', amount: 1 }, { amount: 7 }, {}] };

/** More items than a save changes by itself. */
const count = 1050;
const firstCopy = 1000;
const last = firstCopy + count - 1;
let version = 0;
let templateKey = 0;

const params = () => ({ instanceId: server.studio.dev, templateId: 'thing' });
const save = async (saved: SaveTemplateField[]) => {
  version = await saveTemplate(server, 'thing', saved, { version });
};
const settle = () => runChanges(server.app.deps, new AbortController().signal);
/** Changes up to this many items. */
const doSome = (some: number) => runStep(server.app.deps, templateKey, some);
const progress = async () => (await server.call(templates.progress, { params: params() }, as)).change;
const valuesOf = async (id: number) =>
  (await query<{ values: ItemValues; version: number }>('select "values", version from items where id = $1', [id]))[0];
/** Saves values typed into an item at the version last read. */
const type = (id: number, now: SaveTemplateField[], values: ItemValues, before: ItemValues, from = 1) =>
  saveOne(server, saveBody('thing', now, values, { id, version: from, label: 'Item', before }));

const content = async () => [
  await query('select id, label, "values", version, hash::text from items order by id'),
  await query(
    'select item_id, field_key, number, text from item_values order by item_id, field_key, number, text collate "C"',
  ),
  await query('select item_id, field_key, target_id from item_links order by item_id, field_key, target_id'),
];

beforeEach(async () => {
  server = await startTestServer();
  version = 0;
  // The test does the steps of the job.
  releaseJob = await holdJob(server.app.deps, changesJob);
  await save(fields);
  const [first] = await saveAll(server, [saveBody('thing', fields, original, { label: 'Item' })]);
  const id = first?.id ?? 0;
  await copyItem(query, id, { first: firstCopy, last });
  [{ key: templateKey } = { key: 0 }] = await query<{ key: number }>("select key from templates where id = 'thing'");
});

it('few items with large documents are also left to the job', async () => {
  await query('delete from items where id >= $1', [firstCopy]);
  await query('update item_counts set items = 1');
  await save(without('price'));
  expect(await progress()).toBeNull();
  // Random letters, which do not compress.
  await query(
    `update items set "values" = "values" || jsonb_build_object('title',
      (select string_agg(md5(n::text), '') from generate_series(1, 140000) n))`,
  );
  await save(without('price', 'rows', 'stat', 'amount'));
  expect(await progress()).toMatchObject({ items: 1, done: 0 });
  await settle();
  expect(await progress()).toBeNull();
  expect(await query('select 1 from items where "values" ? \'rows\'')).toEqual([]);
});

describe('while values of a removed field are being removed from many items', () => {
  it('saves of other fields work from the version last read, and nothing is lost', async () => {
    const before = await content();
    await save(without('price', 'stat'));
    const now = without('price', 'stat');
    const seen = { ...original, price: undefined } as unknown as ItemValues;
    const ids = Array.from({ length: 30 }, (_, index) => last - index * 30);
    const [saved] = await Promise.all([
      Promise.all(ids.map((id) => type(id, now, { ...seen, title: 'Bow' }, seen))),
      settle(),
    ]);
    expect(new Set(saved.map((answer) => answer.version))).toEqual(new Set([2]));
    expect(await valuesOf(last)).toEqual({
      version: 2,
      values: { title: 'Bow', rows: [{ amount: 1 }, { amount: 7 }, {}] },
    });
    expect(await valuesOf(firstCopy + 1)).toMatchObject({ version: 1 });
    await save(fields);
    await settle();
    for (const id of ids) await type(id, fields, original, { ...original, title: 'Bow' }, 2);
    await query('update items set version = 1');
    expect(await content()).toEqual(before);
    expect(await query('select 1 from removed_values union all select 1 from removed_documents')).toEqual([]);
  });

  it('a save of many items, adjacent and scattered, updates each of them', async () => {
    const ids = [
      ...Array.from({ length: 100 }, (_, index) => firstCopy + 10 + index),
      firstCopy + 500,
      firstCopy + 700,
    ];
    const distant = Array.from({ length: 12 }, (_, index) => firstCopy + 200 + index * 60);
    const all = [...new Set([...ids, ...distant])];
    const change = (now: SaveTemplateField[], before: ItemValues, title: string, from: number) =>
      saveAll(
        server,
        all.map((id) => saveBody('thing', now, { ...before, title }, { id, version: from, label: 'Item', before })),
      );
    const now = without('price');
    await save(now);
    const { price, ...seen } = original;
    await change(now, seen, 'Bow', 1);
    expect(await valuesOf(firstCopy + 500)).toEqual({ version: 2, values: { ...seen, title: 'Bow' } });
    await settle();
    expect(await query('select 1 from removed_values where number = $1', [price])).toHaveLength(count + 1);
    await save(fields);
    await change(fields, { ...seen, title: 'Bow' }, 'Club', 2);
    const settled = await query<{ values: ItemValues }>('select "values" from items where version = 3');
    expect(settled).toHaveLength(all.length);
    expect(new Set(settled.map(({ values }) => values.price))).toEqual(new Set([price]));
  });

  it('no call returns outdated values: neither a list, nor all items, nor an item, nor its links', async () => {
    const [target] = await saveAll(server, [saveBody('thing', fields, {})]);
    await type(last, fields, { ...original, parent: target?.id ?? 0 }, original);
    await save(without('price', 'parent', 'stat'));
    await doSome(400);
    const shown = { title: 'Axe', rows: [{ amount: 1 }, { amount: 7 }, {}] };
    const page = await server.call(
      items.list,
      { params: params(), body: { limit: 10, sort: { field: 'id', direction: 'desc' } } },
      as,
    );
    expect(page.items.map((item) => item.values).slice(1)).toEqual(Array.from({ length: 9 }, () => shown));
    const filters = [{ template_field_id: 'title', op: filterOps.equal, value: 'Axe' }];
    const filtered = await server.call(items.list, { params: params(), body: { limit: 80, filters } }, as);
    expect(new Set(filtered.items.map((item) => JSON.stringify(item.values))).size).toBe(1);
    const { item } = await server.call(items.get, { params: { ...params(), id: last } }, as);
    expect(item.fields.some(({ template_field_id }) => ['price', 'parent', 'stat'].includes(template_field_id))).toBe(
      false,
    );
    const deleted = await server.send(items.delete, { params: { ...params(), id: target?.id ?? 0 } }, as);
    expect(deleted.status).toBe(200);
  });

  it('the progress is reported, and only another change of items is rejected', async () => {
    await save(without('price'));
    expect(await progress()).toEqual({ removes: true, restores: false, items: count + 1, done: 0 });
    expect(await server.call(templates.get, { params: params() }, as)).toMatchObject({ is_changing: true });
    await doSome(526);
    expect((await progress())?.done).toBe(526);
    const body = {
      id: 'thing',
      label: 'The thing',
      version,
      fields: fields.filter(({ id }) => id !== 'price' && id !== 'stat'),
    };
    for (const endpoint of [templates.save, templates.dryRun])
      expect(await server.send(endpoint, { params: { instanceId: server.studio.dev }, body }, as)).toMatchObject({
        status: 409,
        body: {
          error: 'running',
          message: 'Values of an earlier change are still being removed: 50 % is done. Save this once it has finished.',
          details: { done: 526, items: count + 1 },
        },
      });
    await save([...without('price'), field('new', 'text', { order: 9 })]);
    await settle();
    expect(await progress()).toBeNull();
    expect((await server.call(templates.get, { params: params() }, as)).is_changing).toBeUndefined();
    expect(await query(`select 1 from items where "values" ? 'price'`)).toEqual([]);
    expect((await server.call(templates.removedFields, { params: params() }, as)).fields).toMatchObject([
      { id: 'price', items: count + 1 },
    ]);
    await save(without('price', 'stat'));
  });

  it('the template can be deleted, which finishes that, and in the end nothing of it remains', async () => {
    await save(without('price'));
    await doSome(100);
    await server.call(templates.delete, { params: params() }, as);
    await settle();
    const rowsOf = (...tables: string[]) => query(tables.map((table) => `select 1 from ${table}`).join(' union all '));
    expect(await rowsOf('template_changes', 'field_removals')).toEqual([]);
    expect(await rowsOf('removed_documents')).toHaveLength(count + 1);
    await query("update trash set deleted_at = deleted_at - interval '90 days'");
    await purgeTrashJob.run(server.app.deps, {}, new AbortController().signal);
    expect(await rowsOf('removed_values', 'removed_documents', 'trash')).toEqual([]);
  });

  it('the project can be removed at the same time, and nothing of it remains', async () => {
    await save(without('price', 'stat'));
    await doSome(100);
    await query("update projects set status = 'DeleteInProgress', delete_after = now() - interval '1 hour'");
    await Promise.all([settle(), removeDueProjects(server.app.deps, new AbortController().signal)]);
    const tables = ['projects', 'items', 'item_values', 'template_changes', 'removed_values', 'removed_documents'];
    expect(await query(tables.map((table) => `select '${table}' from ${table}`).join(' union all '))).toEqual([]);
  });

  it('several concurrent workers change each item once', async () => {
    await save(without('price', 'stat'));
    await Promise.all([settle(), settle(), settle()]);
    const kept = await query<{ item_id: number }>('select item_id from removed_documents');
    expect(kept).toHaveLength(count + 1);
    // One price and one stat per item, and nothing twice.
    expect(await query('select 1 from removed_values')).toHaveLength(2 * (count + 1));
    const { fields: removed } = await server.call(templates.removedFields, { params: params() }, as);
    expect(removed.map(({ items: had }) => had)).toEqual([count + 1, count + 1]);
    await save(fields);
    await Promise.all([settle(), settle(), settle()]);
    expect(
      new Set(
        (await query<{ values: ItemValues }>('select "values" from items')).map(({ values }) => JSON.stringify(values)),
      ).size,
    ).toBe(1);
    expect((await valuesOf(last))?.values).toEqual(original);
  });

  it('a copy of the instance has items that match the template', async () => {
    await save(without('price'));
    await doSome(100);
    await server.app.deps.database.transaction((inside) =>
      copyInstanceContent(inside, { from: server.studio.dev, to: server.studio.stage }),
    );
    expect(await query(`select 1 from items where "values" ? 'price'`)).toEqual([]);
    expect(await query('select 1 from items')).toHaveLength(2 * (count + 1));
    expect(await query('select 1 from template_changes')).toEqual([]);
  });
});

describe('while values are being restored to many items', () => {
  const now = without('price', 'rows', 'stat', 'amount');
  beforeEach(async () => {
    await save(now);
    await settle();
  });

  it('a value typed into the field in the meantime stays', async () => {
    await save([...now, ...fields.filter(({ id }) => id === 'price')]);
    const { title } = original;
    await type(last, fields, { title: title ?? '', price: 50 }, { title: title ?? '' });
    await settle();
    expect(await valuesOf(last)).toEqual({ version: 2, values: { title: 'Axe', price: 50 } });
    expect(await valuesOf(last - 1)).toEqual({ version: 1, values: { title: 'Axe', price: 5 } });
    expect(await query('select number from item_values where item_id = $1 and number is not null', [last])).toEqual([
      { number: 50 },
    ]);
  });

  it('rows typed in the meantime are not mixed with restored ones', async () => {
    await save(fields);
    await type(last, fields, { title: 'Axe', rows: [{ stat: 'mine' }] }, { title: 'Axe' });
    await settle();
    expect((await valuesOf(last))?.values).toEqual({ title: 'Axe', price: 5, rows: [{ stat: 'mine' }] });
    expect((await valuesOf(last - 1))?.values).toEqual(original);
    expect(
      await query('select number, text from item_values where item_id = $1 order by number, text', [last]),
    ).toEqual([
      { number: 5, text: null },
      { number: null, text: 'Axe' },
      { number: null, text: 'mine' },
    ]);
  });

  it('restored rows are not mixed with those of a stale draft, whose other fields are saved', async () => {
    await save(fields);
    await settle();
    const send = (before: ItemValues, values: ItemValues) => {
      const body = saveBody('thing', fields, values, { id: last, version: 1, label: 'Item', before });
      return server.send(items.save, { params: { instanceId: server.studio.dev }, body }, as);
    };
    expect(await send({ title: 'Axe' }, { title: 'Axe', rows: [{ stat: 'mine' }] })).toMatchObject({
      status: 409,
      body: { error: 'version' },
    });
    expect((await valuesOf(last))?.values).toEqual(original);
    expect(await send({ title: 'Axe' }, { title: 'Bow' })).toMatchObject({ status: 200, body: { version: 3 } });
    expect((await valuesOf(last))?.values).toEqual({ ...original, title: 'Bow' });
    // Another member has saved in the meantime.
    expect(await send({ title: 'Axe' }, { title: 'Club' })).toMatchObject({ status: 409 });
  });

  it('saves of other fields work, and their items still get their values back', async () => {
    await save(fields);
    const ids = Array.from({ length: 20 }, (_, index) => last - index * 30);
    const [saved] = await Promise.all([
      Promise.all(ids.map((id) => type(id, fields, { title: 'Bow' }, { title: 'Axe' }))),
      settle(),
    ]);
    expect(new Set(saved.map((answer) => answer.version))).toEqual(new Set([3]));
    expect((await valuesOf(last))?.values).toEqual({ ...original, title: 'Bow' });
    expect(await query('select 1 from items where "values"->>\'price\' is null')).toEqual([]);
  });

  it('an export waits until all values are restored', async () => {
    await save(fields);
    await releaseJob();
    // Enqueued as the save would have done.
    await enqueueChanges(server.app.deps);
    const { id } = await server.call(reports.start, { params: { instanceId: server.studio.dev }, body: {} }, as);
    const read = async () =>
      (await server.call(reports.get, { params: { instanceId: server.studio.dev, reportId: id } }, as)).report;
    const done = await eventually(async () => {
      const report = await read();
      expect(report.completed_steps).toBe(report.total_steps);
      return report;
    });
    const step = done.steps.find(({ template_id }) => template_id === 'thing');
    const [file] = await query<{ file: string }>('select file from report_steps where id = $1', [step?.id]);
    const stream = await server.app.deps.files.get(file?.file ?? '');
    const written = JSON.parse(await text(stream)) as ItemValues[];
    expect(written.filter(({ price }) => price !== 5)).toEqual([]);
    expect(written).toHaveLength(count + 1);
  });
});
