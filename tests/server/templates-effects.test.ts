import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { type FieldEffect, type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { field, inOrder, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const as = { as: 'owner' } as const;
const inDev = () => ({ params: { instanceId: server.studio.dev } });
const bodyOf = (fields: SaveTemplateField[], version: number, id = 'thing') => ({
  id,
  label: `The ${id}`,
  version,
  fields,
});
const query = <R>(text: string, values: unknown[] = []) => server.app.deps.database.query<R>(text, values);

interface Refused {
  error: string;
  fields: Record<string, string>;
  details: { version: number; effects: FieldEffect[]; template: { header: { version: number } } };
}

/** The effects that a dry run reports, by field; a save of the same fields is rejected exactly if there are incompatible values. */
async function effectsOf(fields: SaveTemplateField[], version = 1): Promise<Record<string, Partial<FieldEffect>>> {
  const before = await query('select "values", version from items order by id');
  const { effects } = await server.call(templates.dryRun, { ...inDev(), body: bodyOf(fields, version) }, as);
  expect(await query('select "values", version from items order by id')).toEqual(before);
  return Object.fromEntries(
    effects.map(({ field_id, ...effect }) => [
      field_id,
      Object.fromEntries(
        Object.entries(effect).filter(([, value]) =>
          typeof value === 'boolean'
            ? !value
            : typeof value === 'object'
              ? Array.isArray(value) || ('count' in value && value.count > 0)
              : value > 0,
        ),
      ),
    ]),
  );
}

async function refusal(fields: SaveTemplateField[], version = 1): Promise<Refused & { status: number }> {
  const { status, body } = await server.send(templates.save, { ...inDev(), body: bodyOf(fields, version) }, as);
  return { status, ...(body as Refused) };
}

const fields = inOrder([
  field('title', 'text'),
  field('price', 'integer'),
  field('weight', 'float'),
  field('magic', 'boolean'),
  field('parent', 'item-link', { templateId: 'thing' }),
  field('parts', 'item-link-list', { templateId: 'thing' }),
  field('looks', 'group'),
  field('color', 'text', { parentId: 'looks' }),
  field('rows', 'dynamic-group'),
  field('stat', 'text', { parentId: 'rows' }),
  field('amount', 'integer', { parentId: 'rows' }),
  field('inner', 'dynamic-group', { parentId: 'rows' }),
  field('step', 'float', { parentId: 'inner' }),
]);
const without = (...ids: string[]) => fields.filter(({ id }) => !ids.includes(id));
const having = (...changed: SaveTemplateField[]) =>
  fields.map((one) => {
    const change = changed.find(({ id }) => id === one.id);
    return change ? { ...change, order: one.order } : one;
  });

const documents: ItemValues[] = [
  {
    title: 'Axe',
    price: 5,
    weight: 1.5,
    magic: false,
    color: 'red',
    rows: [{ stat: 'a', amount: 1, inner: [{ step: 1 }, { step: 2.5 }] }, { amount: 7 }, {}],
  },
  { title: 'Bow', price: 9, weight: 2, rows: [{ stat: 'b', amount: 2 }] },
  { title: '\u{1F3F9}\u{1F3F9}', price: 12 },
  {},
];

let ids: number[] = [];
async function fill(): Promise<void> {
  await saveTemplate(server, 'thing', fields);
  const saved = await saveAll(
    server,
    documents.map((values, index) => saveBody('thing', fields, values, { label: `Item ${index}` })),
  );
  ids = saved.map(({ id }) => id);
  const [first = 0, second = 0] = ids;
  const third = saveBody('thing', fields, { parent: first, parts: [second, first, second] }, { label: 'Linker' });
  ids.push((await saveOne(server, third)).id);
}

describe('a dry run', () => {
  beforeEach(fill);

  it('of an unchanged template reports nothing, and counts its items', async () => {
    const { items, effects } = await server.call(templates.dryRun, { ...inDev(), body: bodyOf(fields, 1) }, as);
    expect([items, effects]).toEqual([5, []]);
  });

  it('reports how many items have values of a renamed field, and nothing for fields that only move down', async () => {
    const renamed = having(
      field('title', 'text', { name: 'name' }),
      field('parts', 'item-link-list', { templateId: 'thing', label: 'Made of' }),
    );
    expect(await effectsOf(renamed)).toEqual({ title: { status: 2, items: 3 }, parts: { status: 2, items: 1 } });
    const [first, second, ...rest] = fields;
    if (!first || !second) throw new Error('There are fields.');
    expect(await effectsOf(inOrder([second, first, ...rest]))).toEqual({});
  });

  it('reports how many items lose a value, for a group those that lose any value in it', async () => {
    expect(await effectsOf(without('price', 'magic', 'parts', 'stat'))).toEqual({
      price: { status: 3, items: 3 },
      magic: { status: 3, items: 1 },
      parts: { status: 3, items: 1 },
      stat: { status: 3, items: 2 },
    });
    expect(await effectsOf(without('looks', 'color', 'rows', 'stat', 'amount', 'inner', 'step'))).toEqual({
      looks: { status: 3, items: 1 },
      color: { status: 3, items: 1 },
      rows: { status: 3, items: 2 },
      stat: { status: 3, items: 2 },
      amount: { status: 3, items: 2 },
      inner: { status: 3, items: 1 },
      step: { status: 3, items: 1 },
    });
    const kept = [...without('looks', 'color'), field('color', 'text')];
    expect(await effectsOf(kept)).toEqual({ looks: { status: 3 }, color: { status: 2, items: 1 } });
  });

  it('counts items of rows only up to a limit, and marks the count as partial', async () => {
    await query(
      `insert into item_values (template_key, item_id, field_key, text)
        select v.template_key, 1000 + n / 10, v.field_key, 'x' from (select template_key, field_key from item_values v join templates t on t.key = v.template_key
          cross join lateral jsonb_to_recordset(t.fields) f (id text, key int) where f.id = 'stat' and v.field_key = f.key limit 1) v, generate_series(0, 69999) n`,
    );
    const { stat, rows } = await effectsOf(without('rows', 'stat', 'amount', 'inner', 'step'));
    for (const effect of [stat, rows]) {
      expect(effect).toMatchObject({ status: 3, items_is_exact: false });
      expect(effect?.items).toBeGreaterThan(1000);
      expect(effect?.items).toBeLessThan(7000);
    }
    expect((await effectsOf(without('amount'))).amount).toEqual({ status: 3, items: 2 });
  });

  it('treats a field with the status removed as omitted, and ignores any other status', async () => {
    const [title, price, ...rest] = fields;
    if (!title || !price) throw new Error('There are fields.');
    const sent = [{ ...title, status: 1 as const }, { ...price, status: 3 as const }, ...rest];
    expect(await effectsOf(sent)).toEqual({ price: { status: 3, items: 3 } });
    const invalid = sent.map((one) => (one.id === 'weight' ? field('weight', 'float', { name: '' }) : one));
    expect((await refusal(invalid)).fields).toEqual({ 'fields.2.settings.name': 'required field' });
    expect(await saveTemplate(server, 'thing', sent, { version: 1 })).toBe(2);
    const { fields: saved } = await server.call(
      templates.get,
      { params: { instanceId: server.studio.dev, templateId: 'thing' } },
      as,
    );
    expect(saved.map(({ id }) => id)).toEqual(without('price').map(({ id }) => id));
  });

  it('reports how many items lack a newly required value, in rows those with a row that lacks it', async () => {
    const stricter = having(
      field('title', 'text', { required: true }),
      field('parent', 'item-link', { templateId: 'thing', required: true }),
      field('stat', 'text', { parentId: 'rows', required: true }),
      field('step', 'float', { parentId: 'inner', required: true }),
    );
    const added = [
      ...stricter,
      field('new', 'integer', { required: true }),
      field('newer', 'integer', { parentId: 'inner', required: true }),
      field('free', 'text'),
    ];
    expect(await effectsOf(added)).toEqual({
      title: { status: 2, items: 3, missing: 2 },
      parent: { status: 2, items: 1, missing: 4 },
      stat: { status: 2, items: 2, missing: 1 },
      step: { status: 2, items: 1 },
      new: { status: 1, missing: 5 },
      newer: { status: 1, missing: 1 },
      free: { status: 1 },
    });
    expect(await saveTemplate(server, 'thing', added, { version: 1 })).toBe(2);
    const renamed = added.map((one) =>
      one.id === 'title' ? field('title', 'text', { required: true, name: 'x' }) : one,
    );
    expect(await effectsOf(renamed, 2)).toEqual({ title: { status: 2, items: 3 } });
  });

  it.each<[string, SaveTemplateField, string, { value: string; reason: string; item: number }[]]>([
    [
      'a maximum',
      field('price', 'integer', { maximum: 8 }),
      'price',
      [
        { item: 1, value: '9', reason: 'should be no more than 8' },
        { item: 2, value: '12', reason: 'should be no more than 8' },
      ],
    ],
    [
      'a minimum in rows',
      field('amount', 'integer', { minimum: 2, parentId: 'rows' }),
      'amount',
      [{ item: 0, value: '1', reason: 'should be at least 2' }],
    ],
    [
      'a maximum length, where a character beyond U+FFFF counts as two',
      field('title', 'text', { maximum: 3 }),
      'title',
      [{ item: 2, value: '\u{1F3F9}\u{1F3F9}', reason: 'must be at most 3 characters' }],
    ],
    [
      'a minimum length, where a character beyond U+FFFF counts as two',
      field('title', 'text', { minimum: 4 }),
      'title',
      [
        { item: 0, value: 'Axe', reason: 'must be at least 4 characters' },
        { item: 1, value: 'Bow', reason: 'must be at least 4 characters' },
      ],
    ],
    ['whole numbers', field('weight', 'integer'), 'weight', [{ item: 0, value: '1.5', reason: 'should be integer' }]],
    [
      'another type',
      field('magic', 'text'),
      'magic',
      [{ item: 0, value: 'false', reason: 'is a value of the type boolean' }],
    ],
    [
      'a list instead of a link',
      field('parent', 'item-link-list', { templateId: 'thing' }),
      'parent',
      [{ item: 4, value: '#0', reason: 'is a value of the type item-link' }],
    ],
    [
      'links to another template',
      field('parts', 'item-link-list', { templateId: 'other' }),
      'parts',
      [{ item: 4, value: '#1, #0, #1', reason: 'links to thing' }],
    ],
    [
      'a move into rows',
      field('price', 'integer', { parentId: 'rows' }),
      'price',
      [
        { item: 0, value: '5', reason: 'would be lost, as rows cannot be made of single values or the other way' },
        { item: 1, value: '9', reason: 'would be lost, as rows cannot be made of single values or the other way' },
        { item: 2, value: '12', reason: 'would be lost, as rows cannot be made of single values or the other way' },
      ],
    ],
    [
      'a move into other rows',
      field('step', 'float', { parentId: 'rows' }),
      'step',
      [{ item: 0, value: '1', reason: 'would be lost, as rows cannot be made of single values or the other way' }],
    ],
    [
      'one group instead of rows',
      field('inner', 'group', { parentId: 'rows' }),
      'inner',
      [{ item: 0, value: '2 rows', reason: 'is a value of the type dynamic-group' }],
    ],
  ])('names the values that do not fit, and the save is rejected: %s', async (_, changed, id, expected) => {
    await saveTemplate(server, 'other', [field('title', 'text')]);
    const next = [...having(changed), field('extra', 'boolean', { parentId: 'inner', order: 9 })];
    const sample = expected.map(({ item, value, reason }) => ({
      id: ids[item],
      label: item === 4 ? 'Linker' : `Item ${item}`,
      value: value.replaceAll(/#(\d)/g, (_, index) => String(ids[Number(index)])),
      reason,
    }));
    const effects = await effectsOf(next);
    expect(effects[id]?.incompatible).toEqual({ count: expected.length, sample });
    const { status, error, fields: wrong, details } = await refusal(next);
    const index = next.findIndex((one) => one.id === id);
    const path = changed.parentId === fields.find((one) => one.id === id)?.parentId ? 'settings' : 'parentId';
    expect([status, error, wrong[`fields.${index}.${path}`]]).toEqual([
      422,
      'invalid',
      `${id} of item ${sample[0]?.id} ${sample[0]?.reason}`,
    ]);
    expect(details.effects.find(({ field_id }) => field_id === id)?.incompatible).toEqual({
      count: expected.length,
      sample,
    });
  });

  it('checks the values for a change between integer and float', async () => {
    expect(await effectsOf(having(field('price', 'float', { minimum: 5, maximum: 12 })))).toEqual({
      price: { status: 2, items: 3 },
    });
  });

  it('finds rows that are all empty, which no index contains', async () => {
    const [first = 0] = ids;
    await saveOne(
      server,
      saveBody('thing', fields, { rows: [{}, {}] }, { id: ids[3] ?? 0, version: 1, label: 'Empty' }),
    );
    expect(first).toBeGreaterThan(0);
    const next = [...without('rows', 'stat', 'amount', 'inner', 'step'), field('rows', 'text')];
    expect((await effectsOf(next)).rows?.incompatible?.sample.map(({ id, value }) => [id, value])).toEqual([
      [ids[0], '3 rows'],
      [ids[1], '1 row'],
      [ids[3], '2 rows'],
    ]);
    expect((await refusal(next)).status).toBe(422);
  });

  it('names at most 20 of the items, truncates long values, and counts all', async () => {
    const long = '\u{1F4A5}'.repeat(300);
    const bodies = Array.from({ length: 30 }, () => saveBody('thing', fields, { title: long }));
    await saveAll(server, bodies);
    const { incompatible } = (await effectsOf(having(field('title', 'text', { maximum: 599 })))).title ?? {};
    expect([incompatible?.count, incompatible?.sample.length]).toEqual([30, 20]);
    expect(incompatible?.sample[0]?.value).toBe(`${'\u{1F4A5}'.repeat(99)}…`);
    expect(await effectsOf(having(field('title', 'text', { maximum: 600 })))).toEqual({
      title: { status: 2, items: 33 },
    });
  });

  it('accepts no integer beyond 2^53 - 1', async () => {
    await saveAll(server, [
      saveBody('thing', fields, { weight: 2 ** 53 - 1 }, { label: 'Largest' }),
      saveBody('thing', fields, { weight: 2 ** 53 }, { label: 'Beyond' }),
      saveBody('thing', fields, { weight: -(2 ** 53) }, { label: 'Below' }),
    ]);
    const { incompatible } = (await effectsOf(having(field('weight', 'integer')))).weight ?? {};
    expect(incompatible?.sample.map(({ label, value }) => [label, value])).toEqual([
      ['Item 0', '1.5'],
      ['Beyond', '9007199254740992'],
      ['Below', '-9007199254740992'],
    ]);
  });
});

describe('versions', () => {
  beforeEach(fill);

  it('a dry run and a save from an outdated version are both rejected with the current template', async () => {
    await saveTemplate(server, 'thing', without('title'), { version: 1 });
    for (const endpoint of [templates.dryRun, templates.save]) {
      const { status, body } = await server.send(endpoint, { ...inDev(), body: bodyOf(fields, 1) }, as);
      const { error, details } = body as Refused;
      expect([status, error, details.version, details.template.header.version]).toEqual([409, 'version', 2, 2]);
    }
  });

  it('of two saves from one version one is rejected', async () => {
    const answers = await Promise.all([
      refusal(without('title')),
      refusal(without('price')),
      refusal(without('parts')),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  it('of two concurrent creates with the same id, one is refused as taken', async () => {
    const create = () => server.send(templates.save, { ...inDev(), body: bodyOf([], 0, 'other') }, as);
    const answers = await Promise.all([create(), create()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { body } = answers.find(({ status }) => status === 409) ?? {};
    expect(body).toMatchObject({ error: 'taken', fields: { id: 'Template ID must be unique' } });
  });

  it('a dry run of a new template reports no items, and is rejected if the id is taken', async () => {
    const sent = [field('title', 'text', { required: true })];
    const { items, effects } = await server.call(templates.dryRun, { ...inDev(), body: bodyOf(sent, 0, 'other') }, as);
    expect([items, effects.map(({ field_id, status, missing }) => [field_id, status, missing])]).toEqual([
      0,
      [['title', 1, 0]],
    ]);
    const answers = [
      await server.send(templates.dryRun, { ...inDev(), body: bodyOf(sent, 0) }, as),
      await server.send(templates.dryRun, { ...inDev(), body: bodyOf(sent, 3, 'nothing') }, as),
      await server.send(templates.dryRun, { ...inDev(), body: bodyOf([], 1, 'image') }, as),
      await server.send(templates.dryRun, { ...inDev(), body: bodyOf([field('a', 'text', { name: '' })], 1) }, as),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 404, 403, 422]);
  });
});

it('equal trees are saved as equal fields, whatever their order numbers', async () => {
  await saveTemplate(server, 'thing', fields);
  const shuffled = fields.map((one) => ({ ...one, order: one.order * 7 + 3 })).toReversed();
  expect(await saveTemplate(server, 'thing', shuffled, { version: 1 })).toBe(1);
  await saveTemplate(
    server,
    'other',
    shuffled.map((one) => ({ ...one, order: one.order + 1 })),
  );
  const read = async (templateId: string) =>
    (await server.call(templates.get, { params: { instanceId: server.studio.dev, templateId } }, as)).fields.map(
      ({ id, order }) => [id, order],
    );
  expect(await read('other')).toEqual(await read('thing'));
  expect((await read('thing')).slice(-5)).toEqual([
    ['rows', 7],
    ['stat', 0],
    ['amount', 1],
    ['inner', 2],
    ['step', 0],
  ]);
});
