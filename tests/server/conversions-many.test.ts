import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { jobs } from '@quartermaster/contract/endpoints/jobs.ts';
import { type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { changesJob, runChanges, runStep } from '../../server/content/documents/value-changes/change-values.ts';
import { shows } from '../specification/shows.ts';
import { copyItem } from '../support/copied-items.ts';
import { field, inOrder, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { holdJob } from '../support/server-jobs.ts';
import { expectWhole, readState } from '../support/sync-model/state.ts';

const as = { as: 'owner' } as const;
const options = ['fire', 'ice'].map((id) => ({ id, label: id === 'ice' ? 'Ice, cold' : id }));
const before = inOrder([
  field('price', 'integer', { unique: true }),
  field('kind', 'text'),
  field('drops', 'dynamic-group'),
  field('amount', 'integer', { parentId: 'drops' }),
  field('note', 'text'),
]);
/** All four fields get another type in one save. */
const after: SaveTemplateField[] = inOrder([
  { ...field('price', 'text', { unique: true }), converts: true },
  { ...field('kind', 'choice', { options }), converts: true },
  { ...field('drops', 'number-list'), converts: true },
  field('note', 'text'),
]);
const back = before.map((one) => ({ ...one, converts: true }));
const values: ItemValues[] = [
  { price: 1, kind: 'fire', drops: [{ amount: 5 }, { amount: 5 }, { amount: 2 }], note: 'x' },
  { price: 2, kind: 'Ice, cold' },
  { price: 3, drops: [{ amount: 1 }] },
  {},
];
const converted: ItemValues[] = [
  { price: '1', kind: 'fire', drops: [5, 5, 2], note: 'x' },
  { price: '2', kind: 'ice' },
  { price: '3', drops: [1] },
  {},
];

let server: TestServer;
let ids: number[];
const query = <R>(text: string, params: readonly unknown[] = []) => server.app.deps.database.query<R>(text, params);
const dev = () => ({ instanceId: server.studio.dev });
const params = () => ({ ...dev(), templateId: 'loot' });
const bodyOf = (fields: SaveTemplateField[], version: number) => ({ id: 'loot', label: 'Loot', version, fields });
const send = (fields: SaveTemplateField[], version: number) =>
  server.send(templates.save, { params: dev(), body: bodyOf(fields, version) }, as);
const save = (fields: SaveTemplateField[], version: number) =>
  server.call(templates.save, { params: dev(), body: bodyOf(fields, version) }, as);
const listed = async () => (await server.call(items.list, { params: params(), body: {} }, as)).items;
const whole = async () => expectWhole(query, server.studio.dev, await readState(query, server.studio.dev));
const without = (fields: SaveTemplateField[], id: string, settings: object) =>
  fields.map((one) => (one.id === id ? { ...one, settings: { ...one.settings, ...settings } as never } : one));

beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'loot', before, { label: 'Loot' });
  ids = (
    await saveAll(
      server,
      values.map((one) => saveBody('loot', before, one)),
    )
  ).map(({ id }) => id);
});

describe('a conversion', () => {
  it('is refused for each value that cannot be converted, and says why', async () => {
    shows('4.conversion.refused');
    await saveOne(server, saveBody('loot', before, { kind: 'earth', drops: [{ amount: 1 }, {}] }));
    const short = without(after, 'price', { minimum: 2 });
    const { status, body } = await send(short, 1);
    expect([status, body]).toMatchObject([
      422,
      {
        fields: {
          'fields.0.settings': `price of item ${ids[0]} must be at least 2 characters`,
          'fields.1.settings': `kind of item ${(ids[3] ?? 0) + 1} is not one of the options`,
          'fields.2.settings': `drops of item ${(ids[3] ?? 0) + 1} has no value in row 2`,
        },
      },
    ]);
    expect((await listed()).slice(0, 4).map((item) => item.values)).toEqual(values);
    const { body: answer } = await server.send(templates.dryRun, { params: dev(), body: bodyOf(short, 1) }, as);
    const { effects } = answer as { effects: { field_id: string; incompatible: { count: number } }[] };
    expect(effects.map((effect) => `${effect.field_id} ${effect.incompatible.count}`)).toEqual([
      'price 3',
      'kind 1',
      'drops 1',
    ]);
  });

  it('is refused while options could be mistaken for values', async () => {
    const mixed = [
      { id: 'fire', label: 'Ice, cold' },
      { id: 'ice', label: 'fire' },
    ];
    expect(await send(without(after, 'kind', { options: mixed }), 1)).toMatchObject({
      status: 422,
      body: {
        fields: {
          'fields.1.settings.options': 'the id of Ice, cold is the label of another option: rename one of them',
        },
      },
    });
  });

  it('does not go back to a type that the field did not have', async () => {
    const text = inOrder([field('code', 'text')]);
    await saveTemplate(server, 'other', text, { label: 'Other' });
    await saveOne(server, saveBody('other', text, { code: '5' }));
    const fields = [{ ...field('code', 'integer'), converts: true }];
    const body = { id: 'other', label: 'Other', version: 1, fields };
    expect((await server.send(templates.save, { params: dev(), body }, as)).status).toBe(422);
  });

  it('keeps edits that were made since when it is reverted, and reports those that have no former form', async () => {
    shows('4.conversion.undone');
    await save(after, 1);
    expect((await listed()).map((item) => item.values)).toEqual(converted);
    await whole();
    const [id = 0] = ids;
    const next = { ...converted[0], price: '12', kind: 'ice', drops: [7] };
    await saveOne(
      server,
      saveBody('loot', after, next, { id, version: 1, before: converted[0] ?? {}, label: 'An item' }),
    );
    // The label was the value, whatever it is now.
    const renamed = options.map((option) => ({ ...option, label: `${option.label}!` }));
    await save(
      without(after, 'kind', { options: renamed }).map(({ converts: _, ...one }) => one),
      2,
    );
    const wrong = { ...next, price: 'many' };
    await saveOne(server, saveBody('loot', after, wrong, { id, version: 2, before: next, label: 'An item' }));
    expect((await send(back, 3)).body).toMatchObject({
      fields: { 'fields.0.settings': `price of item ${id} should be a number` },
    });
    await saveOne(server, saveBody('loot', after, next, { id, version: 3, before: wrong, label: 'An item' }));
    await save(back, 3);
    expect((await listed()).map((item) => item.values)).toEqual([
      { price: 12, kind: 'Ice, cold', drops: [{ amount: 7 }], note: 'x' },
      ...values.slice(1),
    ]);
    await whole();
  });

  it('lets no item take a value of a unique field', async () => {
    await save(after, 1);
    const taken = await server.send(items.save, { params: dev(), body: saveBody('loot', after, { price: '2' }) }, as);
    expect(taken.status).toBe(422);
    await saveOne(server, saveBody('loot', after, { price: '02' }));
    await whole();
  });
});

describe('a conversion of many items', () => {
  const count = 1050;
  const first = 1000;
  const last = first + count - 1;
  let key = 0;
  const progress = async () => (await server.call(templates.progress, { params: params() }, as)).change;
  const settle = () => runChanges(server.app.deps, new AbortController().signal);

  beforeEach(async () => {
    // The test does the steps of the job.
    await holdJob(server.app.deps, changesJob);
    key = await copyItem(query, ids[0] ?? 0, { first, last, withoutKey: 1 });
    await query('update items set "values" = jsonb_set("values", \'{price}\', to_jsonb(id)) where id >= $1', [first]);
    await query(
      'insert into item_values (template_key, field_key, item_id, number) select template_key, 1, id, id from items where id >= $1',
      [first],
    );
  });

  const own = (id: number): ItemValues => ({ ...converted[0], price: String(id) });

  it('is done by a job, and items are read and saved converted until then', async () => {
    shows('4.conversion.job');
    const former = await query('select id, hash::text, version from items order by id');
    await save(after, 1);
    expect(await progress()).toEqual({
      removes: false,
      restores: false,
      converts: true,
      items: count + values.length,
      done: 0,
    });
    const { job } = await server.call(
      jobs.get,
      { params: { ...dev(), kind: 'template-change', id: 'loot' }, query: {} },
      as,
    );
    expect(job.doing).toBe('Converting values');
    await runStep(server.app.deps, key, 100);
    expect(await progress()).toMatchObject({ done: 100 });
    const descending = { sort: { field: 'id', direction: 'desc' }, limit: 3 } as const;
    const page = await server.call(items.list, { params: params(), body: descending }, as);
    expect(page.items.map((item) => item.values)).toEqual([own(last), own(last - 1), own(last - 2)]);
    const { item } = await server.call(items.get, { params: { ...params(), id: last } }, as);
    expect(item.fields.map(({ id, value }) => [id, value])).toEqual([
      ['price', String(last)],
      ['kind', 'fire'],
      ['drops', [5, 5, 2]],
      ['note', 'x'],
    ]);
    const stream = await server.call(items.list, { params: params(), body: {} }, as);
    expect(stream.items.at(-1)?.values).toEqual(own(last));

    // A save converts its item first, and another change waits.
    const next = { ...own(last), kind: 'ice', note: 'y' };
    await saveOne(server, saveBody('loot', after, next, { id: last, version: 1, before: own(last), label: 'An item' }));
    expect(await send(back, 2)).toMatchObject({
      status: 409,
      body: {
        message: 'Values of an earlier change are still being converted: 9 % is done. Save this once it has finished.',
      },
    });
    // No other item can take a value that is not converted yet.
    const taken = saveBody('loot', after, { price: String(last - 1) });
    expect((await server.send(items.save, { params: dev(), body: taken }, as)).status).toBe(422);
    await settle();
    expect(await progress()).toBeNull();
    const now = await query<{ values: ItemValues }>('select "values" from items where id >= $1 order by id', [first]);
    expect(now.map((row) => row.values)).toEqual([
      ...Array.from({ length: count - 1 }, (_, place) => own(first + place)),
      next,
    ]);
    await whole();
    await saveOne(server, saveBody('loot', after, own(last), { id: last, version: 2, before: next, label: 'An item' }));
    await save(back, 2);
    await settle();
    const version = 'case when id = $1 then 1 else version end as version';
    expect(await query(`select id, hash::text, ${version} from items order by id`, [last])).toEqual(former);
    await whole();
  });

  it('lets no item take a large number that is not converted yet', async () => {
    shows('4.conversion.whole');
    const large = Number.MAX_SAFE_INTEGER;
    await query('update items set "values" = jsonb_set("values", \'{price}\', to_jsonb($2::bigint)) where id = $1', [
      last,
      large,
    ]);
    await query('delete from item_values where item_id = $1 and field_key = 1', [last]);
    await query('insert into item_values (template_key, field_key, item_id, number) values ($1, 1, $2, $3)', [
      key,
      last,
      large,
    ]);
    await save(after, 1);
    await runStep(server.app.deps, key, 100);
    const taken = saveBody('loot', after, { price: String(large) });
    expect((await server.send(items.save, { params: dev(), body: taken }, as)).status).toBe(422);
    await settle();
    expect((await listed()).at(-1)?.values).toMatchObject({ price: String(large) });
    await whole();
  });

  it('is done with the removal of a field in one save, and the field comes back', async () => {
    const removed = after.filter(({ id }) => id !== 'note');
    await save(removed, 1);
    expect(await progress()).toMatchObject({ removes: true, converts: true });
    const { note: _, ...shown } = own(last);
    const { item } = await server.call(items.get, { params: { ...params(), id: last } }, as);
    expect(item.fields.map(({ id }) => id)).toEqual(['price', 'kind', 'drops']);
    await settle();
    expect(
      (await query<{ values: ItemValues }>('select "values" from items where id = $1', [last]))[0]?.values,
    ).toEqual(shown);
    await save(back, 2);
    await settle();
    expect(
      (await query<{ values: ItemValues }>('select "values" from items where id = $1', [last]))[0]?.values,
    ).toEqual({
      ...values[0],
      price: last,
    });
    await whole();
  });
});
