import { readFileSync } from 'node:fs';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { type FieldEffect, type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { copyInstanceContent } from '../../server/content/schema/copy-content.ts';
import { shows } from '../specification/shows.ts';
import { field, inOrder, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
const as = { as: 'owner' } as const;
const query = <R>(text: string, values: unknown[] = []) => server.app.deps.database.query<R>(text, values);

const fields = inOrder([
  field('title', 'text'),
  field('price', 'integer'),
  field('magic', 'boolean'),
  field('parent', 'item-link', { templateId: 'thing' }),
  field('parts', 'item-link-list', { templateId: 'thing' }),
  field('looks', 'group'),
  field('color', 'text', { parentId: 'looks' }),
  field('rows', 'dynamic-group'),
  field('stat', 'text', { parentId: 'rows' }),
  field('amount', 'integer', { parentId: 'rows' }),
  field('source', 'item-link', { parentId: 'rows', templateId: 'thing' }),
  field('inner', 'dynamic-group', { parentId: 'rows' }),
  field('step', 'float', { parentId: 'inner' }),
  field('note', 'text', { parentId: 'inner' }),
]);
const without = (...ids: string[]) => fields.filter(({ id }) => !ids.includes(id));
const having = (...changed: SaveTemplateField[]) =>
  fields.map((one) => ({ ...(changed.find(({ id }) => id === one.id) ?? one), order: one.order }));

let version = 0;
const save = async (saved: SaveTemplateField[]) => {
  version = await saveTemplate(server, 'thing', saved, { version });
};

let ids: number[] = [];
const create = async (...documents: ItemValues[]) => {
  const saved = await saveAll(
    server,
    documents.map((values, index) => saveBody('thing', fields, values, { label: `Item ${index}` })),
  );
  ids = saved.map(({ id }) => id);
};
/** Changes an item of the template that currently lacks some fields. */
async function change(index: number, values: ItemValues, now: SaveTemplateField[]): Promise<void> {
  const id = ids[index] ?? 0;
  const [item] = await query<{ label: string; version: number; values: ItemValues }>(
    'select label, version, "values" from items where id = $1',
    [id],
  );
  if (!item) throw new Error(`There is no item ${index}.`);
  await saveOne(
    server,
    saveBody('thing', now, values, { id, version: item.version, label: item.label, before: item.values }),
  );
}
const remove = (index: number) =>
  server.call(
    items.delete,
    { params: { instanceId: server.studio.dev, templateId: 'thing', id: ids[index] ?? 0 } },
    as,
  );

const valuesOf = async (): Promise<ItemValues[]> =>
  (await query<{ values: ItemValues }>('select "values" from items order by id')).map(({ values }) => values);

/** The results of reads, filters, sorts and links. */
const content = async () => [
  await query('select id, label, "values", hash::text from items order by id'),
  await query(
    'select item_id, field_key, number, text from item_values order by item_id, field_key, number, text collate "C"',
  ),
  await query(
    'select item_id, field_key, target_id, instance_id from item_links order by item_id, field_key, target_id',
  ),
];

async function dryRun(saved: SaveTemplateField[]): Promise<Map<string, FieldEffect>> {
  const body = { id: 'thing', label: 'The thing', version, fields: saved };
  const { effects } = await server.call(templates.dryRun, { params: { instanceId: server.studio.dev }, body }, as);
  return new Map(effects.map((effect) => [effect.field_id, effect]));
}
/** For each added field, how many items get a value back, how many cannot, and how many are incompatible. */
const restoredBy = async (saved: SaveTemplateField[]) =>
  Object.fromEntries(
    [...(await dryRun(saved))].map(([id, { restored, unrestorable, incompatible }]) => [
      id,
      [restored, unrestorable.count, incompatible.count],
    ]),
  );

const removedFields = async () =>
  (await server.call(templates.removedFields, { params: { instanceId: server.studio.dev, templateId: 'thing' } }, as))
    .fields;
const fieldIds = async (templateId: string) =>
  (await server.call(templates.listFieldIds, { params: { instanceId: server.studio.dev, templateId } }, as)).ids;
const namesOfRemoved = async () => (await removedFields()).map(({ id, items: count }) => [id, count]);

beforeEach(async () => {
  server = await startTestServer();
  version = 0;
  await save(fields);
  await create(
    {
      title: 'Axe \u{1FA93}',
      price: 5,
      magic: false,
      color: 'red',
      rows: [
        { stat: 'a', amount: 1, inner: [{ step: 1, note: 'x' }, { step: 2.5 }] },
        { amount: 7, inner: [{}, { note: 'y' }] },
        {},
      ],
    },
    { title: 'Bow', price: 9, magic: true, rows: [{ stat: 'b', amount: 2 }, { stat: 'b' }] },
    { rows: [{}] },
    {},
  );
  const [first = 0, second = 0] = ids;
  await saveOne(
    server,
    saveBody('thing', fields, {
      parent: first,
      parts: [second, first, second],
      rows: [{ source: first }, { source: second }],
    }),
  ).then(({ id }) => ids.push(id));
});

const everything: [string, string[]][] = [
  ['a text', ['title']],
  ['numbers and a checkbox', ['price', 'magic']],
  ['links', ['parent', 'parts']],
  ['a group with its field', ['looks', 'color']],
  ['fields in rows', ['stat', 'amount']],
  ['links in rows', ['amount', 'source']],
  ['fields in rows of rows', ['step', 'note']],
  ['a dynamic group in another', ['inner', 'step', 'note']],
  ['a dynamic group with all that it holds', ['rows', 'stat', 'amount', 'source', 'inner', 'step', 'note']],
  ['all fields', fields.map(({ id }) => id)],
];

describe('removed and restored', () => {
  it.each(everything)('every value is restored, in items and in every index: %s', async (_, removed) => {
    const before = await content();
    const had = new Map((await dryRun(without(...removed))).entries());
    await save(without(...removed));
    const between = await content();
    expect(between).not.toEqual(before);
    const listed = await removedFields();
    expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(removed));
    const effects = await dryRun(fields);
    for (const { id, items: count } of listed) {
      const { restored, unrestorable, incompatible } = effects.get(id) ?? {};
      expect([id, restored, unrestorable?.count, incompatible?.count]).toEqual([id, count, 0, 0]);
      expect(count).toBeGreaterThanOrEqual(had.get(id)?.items ?? -1);
    }
    expect(await content()).toEqual(between);
    await save(fields);
    expect(await content()).toEqual(before);
    expect(await removedFields()).toEqual([]);
  });

  it('in steps or all at once: the last removed is restored first, so that rows match those before the earlier removal', async () => {
    const before = await content();
    await save(without('amount'));
    await save(without('amount', 'stat', 'price'));
    await save(without('amount', 'stat', 'price', 'rows', 'source', 'inner', 'step', 'note'));
    const named = (await namesOfRemoved()).map(([id]) => id);
    expect(named).toEqual(['rows', 'source', 'inner', 'step', 'note', 'stat', 'price', 'amount']);
    expect(Object.values(await restoredBy(fields)).map(([, ...not]) => not)).toEqual(named.map(() => [0, 0]));
    await save(fields);
    expect(await content()).toEqual(before);
  });

  it('more than once: the last removal counts', async () => {
    await save(without('price'));
    await save(fields);
    await change(0, { ...(await valuesOf())[0], price: 50 }, fields);
    const before = await content();
    await save(without('price'));
    expect(await namesOfRemoved()).toEqual([['price', 2]]);
    await save(fields);
    expect(await content()).toEqual(before);
  });

  it('items keep their versions, except those whose rows the removal changed', async () => {
    await save(without('price', 'stat'));
    await save(fields);
    const versions = await query<{ version: number }>('select version from items order by id');
    expect(versions.map(({ version: now }) => now)).toEqual([2, 2, 1, 1, 1]);
    expect(
      await query('select version, origin from item_revisions where item_id = $1 order by version', [ids[1]]),
    ).toEqual([
      { version: 1, origin: 'form' },
      { version: 2, origin: 'template-change' },
    ]);
  });

  it('values are restored to items without revisions, as in a copied instance', async () => {
    const before = await content();
    await query('delete from item_revisions');
    await save(without('price', 'stat'));
    await save(fields);
    expect(await content()).toEqual(before);
    expect(await query('select 1 from removed_values union all select 1 from removed_documents')).toEqual([]);
  });

  it('its id stays taken, also after a deletion of the template and in other instances', async () => {
    shows('5.names.new-ids');
    await save(without('price'));
    expect(await fieldIds('thing')).toEqual(fields.map(({ id }) => id).toSorted());
    await query('delete from template_revisions');
    expect(await fieldIds('thing')).toContain('price');
    const { dev, stage } = server.studio;
    await server.app.deps.database.transaction((run) => copyInstanceContent(run, { from: dev, to: stage }));
    await server.call(templates.delete, { params: { instanceId: dev, templateId: 'thing' } }, as);
    await query('delete from template_revisions');
    expect(await fieldIds('thing')).toEqual(
      without('price')
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(await fieldIds('other')).toEqual([]);
  });

  it('the field has its previous key and creation time', async () => {
    const stored = () =>
      query(
        "select f->>'key' as key, f->>'created_at' as at from templates, jsonb_array_elements(fields) f where f->>'id' = 'price'",
      );
    const before = await stored();
    await save(without('price'));
    server.clock.advance(60);
    await save([...without('price'), field('other', 'text')]);
    await save(having(field('price', 'integer', { name: 'cost' })));
    expect(await stored()).toEqual(before);
  });
});

it('thirty removals in sequence are restored by one save, whatever the ids', async () => {
  const many = inOrder([
    field('rows', 'dynamic-group'),
    field('kept', 'text', { parentId: 'rows' }),
    ...['null', 'NULL', '-', '1', ...Array.from({ length: 26 }, (_, index) => `f${index}`)].map((id, index) =>
      field(id, 'text', { parentId: index % 2 === 0 ? 'rows' : null }),
    ),
  ]);
  const texts = (inRows: boolean) =>
    Object.fromEntries(many.slice(2).flatMap(({ id, parentId }) => (inRows === (parentId !== null) ? [[id, id]] : [])));
  await saveTemplate(server, 'many', many);
  await saveOne(server, saveBody('many', many, { ...texts(false), rows: [{}, texts(true), { kept: 'x' }] }));
  const before = await content();
  let at = 1;
  for (let left = many.length - 1; left >= 2; left -= 1)
    at = await saveTemplate(server, 'many', many.slice(0, left), { version: at });
  await saveTemplate(server, 'many', many, { version: at });
  expect(await content()).toEqual(before);
});

it('a restored link whose target is being deleted either prevents the deletion or stays removed', async () => {
  for (let round = 0; round < 5; round += 1) {
    await save(without('parent'));
    const [target, linker] = await saveAll(server, [saveBody('thing', [], {}), saveBody('thing', [], {})]);
    await save(fields);
    const body = saveBody('thing', fields, { parent: target?.id ?? 0 }, { id: linker?.id ?? 0, version: 1 });
    await saveOne(server, body);
    await save(without('parent'));
    const params = { instanceId: server.studio.dev, templateId: 'thing', id: target?.id ?? 0 };
    const [, deleted] = await Promise.all([save(fields), server.send(items.delete, { params }, as)]);
    const links = await query('select 1 from item_links where item_id = $1', [linker?.id]);
    expect([deleted.status, links.length]).toEqual(deleted.status === 200 ? [200, 0] : [409, 1]);
  }
});

describe('changes made in the meantime are preserved', () => {
  it('values outside of rows are restored next to new values', async () => {
    await save(without('price', 'magic'));
    await change(0, { title: 'Another' }, without('price', 'magic'));
    await save(fields);
    expect((await valuesOf())[0]).toEqual({ title: 'Another', price: 5, magic: false });
  });

  it('values in rows are restored only if the rows are unchanged', async () => {
    const now = without('amount', 'step');
    await save(now);
    const [first, second] = await valuesOf();
    await change(0, { ...first, title: 'Another' }, now);
    await change(1, { ...second, rows: [{ stat: 'b' }, { stat: 'changed' }] }, now);
    const effects = await dryRun(fields);
    expect(effects.get('amount')).toMatchObject({
      restored: 1,
      unrestorable: {
        count: 1,
        sample: [{ id: ids[1], label: 'Item 1', value: '2', reason: 'its rows have changed since' }],
      },
    });
    expect(effects.get('step')).toMatchObject({ restored: 1, unrestorable: { count: 0 } });
    await save(fields);
    const after = await valuesOf();
    expect(after[0]?.rows).toEqual([
      { stat: 'a', amount: 1, inner: [{ step: 1, note: 'x' }, { step: 2.5 }] },
      { amount: 7, inner: [{}, { note: 'y' }] },
      {},
    ]);
    expect(after[1]?.rows).toEqual([{ stat: 'b' }, { stat: 'changed' }]);
    // The history has what the template has changed.
    shows('5.same.rows');
    expect(
      await query(
        `select r.item_id, r.actor, r.version = i.version as is_last, revision_values(r) = i."values" as is_same
          from item_revisions r join items i on i.id = r.item_id where r.origin = 'template-change'`,
        [],
      ),
    ).toEqual([{ item_id: ids[0], actor: 'system', is_last: true, is_same: true }]);
    expect(
      await query(
        'select 1 from item_values v join items i on i.id = v.item_id where v.item_id = $1 and v.number = 2',
        [ids[1]],
      ),
    ).toEqual([]);
  });

  it('rows that changed between two removals are not given the values of the first', async () => {
    await save(without('amount'));
    const [, second] = await valuesOf();
    await change(1, { ...second, rows: [{ stat: 'c' }, { stat: 'b' }] }, without('amount'));
    await save(without('amount', 'stat'));
    expect(await restoredBy(fields)).toEqual({ stat: [2, 0, 0], amount: [1, 1, 0] });
    await save(fields);
    expect((await valuesOf())[1]?.rows).toEqual([{ stat: 'c' }, { stat: 'b' }]);
  });

  it('a deleted item stays deleted, and is counted with the value that it had', async () => {
    await save(without('parent', 'parts', 'source'));
    await save(without('parent', 'parts', 'source', 'price'));
    await remove(1);
    expect(await namesOfRemoved()).toEqual([
      ['price', 2],
      ['source', 1],
      ['parent', 1],
      ['parts', 1],
    ]);
    await save(without('parent', 'parts', 'source'));
    expect(await valuesOf()).toHaveLength(4);
    expect(await query('select 1 from item_values where item_id = $1', [ids[1]])).toEqual([]);
  });

  it('a link is restored only if all its targets still exist', async () => {
    await save(without('parent', 'parts', 'source'));
    await remove(1);
    const effects = await dryRun(fields);
    const reason = `item ${ids[1]} is not there any more`;
    expect(effects.get('parent')).toMatchObject({ restored: 1, unrestorable: { count: 0 } });
    expect(effects.get('parts')).toMatchObject({
      restored: 0,
      unrestorable: { count: 1, sample: [{ id: ids[4], value: `${ids[1]}, ${ids[0]}, ${ids[1]}`, reason }] },
    });
    expect(effects.get('source')).toMatchObject({ restored: 0, unrestorable: { count: 1, sample: [{ reason }] } });
    await save(fields);
    expect((await valuesOf())[3]).toEqual({ parent: ids[0], rows: [{}, {}] });
    expect(await query('select item_id, target_id from item_links')).toEqual([{ item_id: ids[4], target_id: ids[0] }]);
  });

  it('an item can be deleted while only a removed link points to it', async () => {
    await save(without('parent', 'parts', 'source'));
    await remove(0);
    expect(await valuesOf()).toHaveLength(4);
  });
});

describe('restored with other settings', () => {
  it('with a limit that its values exceed a field is rejected, and with one that they fit it is restored', async () => {
    await save(without('price', 'amount'));
    const strict = having(field('price', 'integer', { maximum: 8 }));
    expect((await dryRun(strict)).get('price')).toMatchObject({
      restored: 2,
      incompatible: { count: 1, sample: [{ id: ids[1], value: '9', reason: 'should be no more than 8' }] },
    });
    await expect(save(strict)).rejects.toThrow();
    await save(having(field('price', 'float', { maximum: 9 })));
    expect((await valuesOf()).map(({ price }) => price)).toEqual([5, 9, undefined, undefined, undefined]);
  });

  it('with another type its values are incompatible', async () => {
    await save(without('price', 'stat', 'rows', 'amount', 'source', 'inner', 'step', 'note'));
    const other = [...without('price', 'stat', 'rows', 'amount', 'source', 'inner', 'step', 'note')];
    expect(await restoredBy([...other, field('price', 'text')])).toEqual({ price: [0, 0, 2] });
    expect(await restoredBy([...other, field('price', 'group'), field('x', 'text', { parentId: 'price' })])).toEqual({
      price: [0, 0, 2],
      x: [0, 0, 0],
    });
    expect(await restoredBy([...other, field('rows', 'text')])).toEqual({ rows: [0, 0, 4] });
    await expect(save([...other, field('price', 'text')])).rejects.toThrow();
  });

  it('in other rows its values cannot be restored, and the save is accepted', async () => {
    await save(without('price', 'amount', 'step'));
    const moved = having(
      field('price', 'integer', { parentId: 'rows' }),
      field('amount', 'integer'),
      field('step', 'float', { parentId: 'rows' }),
    );
    const effects = await dryRun(moved);
    expect(effects.get('amount')?.unrestorable).toMatchObject({
      count: 2,
      sample: [{ value: '1', reason: 'rows cannot be made of single values or the other way' }, { value: '2' }],
    });
    expect(await restoredBy(moved)).toEqual({ price: [0, 2, 0], amount: [0, 2, 0], step: [0, 1, 0] });
    const before = await valuesOf();
    await save(moved);
    expect(await valuesOf()).toEqual(before);
    expect(await removedFields()).toEqual([]);
  });

  it('in another group outside of rows it gets its values back', async () => {
    await save(without('looks', 'color', 'price'));
    await save([
      ...without('looks', 'color', 'price'),
      field('more', 'group'),
      field('color', 'text', { parentId: 'more' }),
      field('price', 'integer', { parentId: 'more' }),
    ]);
    expect((await valuesOf())[0]).toMatchObject({ color: 'red', price: 5 });
  });

  it('a dynamic group without some of its fields gets its rows back with the remaining fields', async () => {
    await save(without('rows', 'stat', 'amount', 'source', 'inner', 'step', 'note'));
    await save(without('stat', 'source', 'inner', 'step', 'note'));
    expect((await valuesOf()).map(({ rows }) => rows)).toEqual([
      [{ amount: 1 }, { amount: 7 }, {}],
      [{ amount: 2 }, {}],
      [{}],
      undefined,
      [{}, {}],
    ]);
    expect(await restoredBy(without('source', 'inner', 'step', 'note'))).toEqual({ stat: [0, 2, 0] });
  });

  it('reports the values that are still missing if it is required', async () => {
    await save(without('price', 'amount', 'stat'));
    const strict = having(
      field('price', 'integer', { required: true }),
      field('amount', 'integer', { required: true, parentId: 'rows' }),
      field('stat', 'text', { required: true, parentId: 'rows' }),
    );
    const effects = await dryRun(strict);
    expect(['price', 'amount', 'stat'].map((id) => effects.get(id)?.missing)).toEqual([3, 4, 3]);
  });

  it('every item is reported once, however many batches they are read in', async () => {
    const [first, last] = [10_000, 12_499];
    for (const [table, columns] of [
      ['items', 'label, "values", version, created_at, updated_at'],
      ['item_revisions', 'version, action, label, "values", account_id, at'],
      ['item_values', 'field_key, number, text'],
    ]) {
      const id = table === 'items' ? 'id' : 'item_id';
      await query(
        `insert into ${table} (template_key, ${id}, ${columns})
          select template_key, copy, ${columns} from ${table}, generate_series(${first}, ${last}) copy where ${id} = ${ids[1]}`,
      );
    }
    await save(without('stat', 'price'));
    await query(`update items set "values" = "values" || '{"rows": [{}]}' where id in (${first}, ${last})`);
    const effects = (await dryRun(having(field('stat', 'text', { required: true, parentId: 'rows' })))).get('stat');
    // Two of the copies still have no value; of the other items two get a value back, and three have a row that never
    // had one.
    expect(effects).toMatchObject({ restored: 2498 + 2, missing: 2 + 3, incompatible: { count: 0 } });
    expect(effects?.unrestorable).toMatchObject({ count: 2, sample: [{ id: first }, { id: last }] });
    const lower = await dryRun(having(field('stat', 'text', { minimum: 2, parentId: 'rows' })));
    expect(lower.get('stat')?.incompatible.count).toBe(2498 + 2);
  });
});

describe('the record of removed fields', () => {
  it('lists their settings and removal times, last removed first', async () => {
    await save(without('price'));
    server.clock.advance(60);
    await save(without('price', 'rows', 'stat', 'amount', 'source', 'inner', 'step', 'note'));
    const [rows, stat, ...rest] = await removedFields();
    expect(rows).toEqual({
      id: 'rows',
      settings: fields.find(({ id }) => id === 'rows')?.settings,
      parentId: null,
      order: 5,
      removed_at: expect.any(String),
      items: 4,
    });
    expect(stat).toMatchObject({ id: 'stat', parentId: 'rows', order: 0, items: 2 });
    expect(rest.at(-1)).toMatchObject({ id: 'price', items: 2, order: 1 });
    expect(Date.parse(rows?.removed_at ?? '') - Date.parse(rest.at(-1)?.removed_at ?? '')).toBeGreaterThanOrEqual(
      60_000,
    );
  });

  it('has their counts even for removals from before counts were stored', async () => {
    await save(without('price', 'rows', 'stat', 'amount', 'source', 'inner', 'step', 'note'));
    const before = await removedFields();
    const [, fill = ''] = readFileSync('server/migrations/0006_removal_items.sql', 'utf8').split(
      '--> statement-breakpoint',
    );
    await query('update field_removals set items = 0');
    await query(fill);
    expect(await removedFields()).toEqual(before);
  });

  it('restores values even from removals that raised the versions of items', async () => {
    const before = await content();
    await save(without('price', 'stat', 'parts'));
    const former = [
      `insert into item_revisions (template_key, item_id, version, action, label, "values", account_id, at)
        select i.template_key, i.id, 2, 'update', i.label, i."values", 1, now() from items i join removed_documents d on d.item_id = i.id`,
      'update items i set version = 2 from removed_documents d where d.item_id = i.id',
      'update removed_values set version = 2',
      'delete from removed_documents',
    ];
    for (const statement of former) await query(statement);
    const statements = readFileSync('server/migrations/0009_template_changes.sql', 'utf8').split(
      '--> statement-breakpoint',
    );
    for (const fill of statements.slice(-2)) await query(fill);
    await save(fields);
    expect(await content()).toEqual(before);
  });

  it('goes with the template, and a new template with its id has none of it', async () => {
    await save(without('price'));
    await server.call(templates.delete, { params: { instanceId: server.studio.dev, templateId: 'thing' } }, as);
    expect(await query('select 1 from field_removals')).toEqual([]);
    version = 0;
    await save(without('price'));
    expect(await removedFields()).toEqual([]);
  });

  it('is neither copied with an instance, nor left in the target of a copy', async () => {
    const { dev, stage } = server.studio;
    await save(without('price'));
    await server.app.deps.database.transaction((inside) => copyInstanceContent(inside, { from: dev, to: stage }));
    const counts = await query<{ instance_id: number }>(
      'select distinct t.instance_id from field_removals r join templates t on t.key = r.template_key',
    );
    expect(counts).toEqual([{ instance_id: dev }]);
    await query('delete from items where template_key in (select key from templates where instance_id = $1)', [dev]);
    await server.app.deps.database.transaction((inside) => copyInstanceContent(inside, { from: stage, to: dev }));
    expect(
      await query(
        'select 1 from field_removals union all select 1 from removed_values union all select 1 from removed_documents',
      ),
    ).toEqual([]);
  });

  it('is empty for a template that never existed', async () => {
    const { status } = await server.send(
      templates.removedFields,
      { params: { instanceId: server.studio.dev, templateId: 'nothing' } },
      as,
    );
    expect(status).toBe(404);
  });
});
