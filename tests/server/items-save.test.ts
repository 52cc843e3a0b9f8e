import {
  fieldStatus,
  type ItemFieldChange,
  type ItemValues,
  itemFieldId,
} from '@quartermaster/contract/content/item-fields.ts';
import { items, type SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { shows } from '../specification/shows.ts';
import { field, inOrder, sampleFields, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const fields = sampleFields('thing');
let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'thing', fields);
});

const query = <R>(text: string, values: unknown[] = []) => server.app.deps.database.query<R>(text, values);

const read = async (id: number, templateId = 'thing') =>
  (await server.call(items.get, { params: { instanceId: server.studio.dev, templateId, id } }, { as: 'owner' })).item;

const rowOf = async (id: number): Promise<{ values: ItemValues; version: number; label: string }> => {
  const [row] = await query<{ values: ItemValues; version: number; label: string }>(
    'select "values", version, label from items where id = $1',
    [id],
  );
  if (!row) throw new Error(`There is no item ${id}.`);
  return row;
};

async function refusal(body: unknown, endpoint: typeof items.save | typeof items.saveMany = items.save) {
  const { status, body: answer } = await server.send(
    endpoint,
    { params: { instanceId: server.studio.dev }, body },
    { as: 'owner' },
  );
  const {
    fields: wrong,
    error,
    details,
  } = answer as { fields?: Record<string, string>; error: string; details?: unknown };
  return { status, error, wrong, details };
}

const full: ItemValues = {
  title: 'Axe "of" \\ Größe 剣\n',
  rarity: 'rare',
  glow: false,
  price: 12,
  weight: -0.1,
  bonuses: [{ stat: 'str', amount: 3, levels: [{ step: 1.5 }, {}] }, {}, { stat: 'agi', amount: 0 }],
};

describe('a save', () => {
  it('stores every type of value, and returns it field by field', async () => {
    shows(
      '2.3.item-field.group',
      '2.3.item-field.group-path',
      '2.3.item-field.group-path-null',
      '2.3.item-field.id',
      '2.3.item-field.template-field',
      '2.3.item-field.template-field-type',
      '2.3.item-field.value',
      '2.3.item.fields',
      '2.3.item.internal-label',
      '2.7.item.create',
      '2.7.item.get',
    );
    const { id: target } = await saveOne(server, saveBody('thing', fields, {}, { label: 'Target' }));
    const values = { ...full, parent: target, parts: [target, target] };
    const saved = await saveOne(server, saveBody('thing', fields, values, { label: 'Axe' }));
    expect(saved).toEqual({ id: target + 1, version: 1 });
    expect(await rowOf(saved.id)).toEqual({ values, version: 1, label: 'Axe' });
    const item = await read(saved.id);
    expect(item.header.internal_label).toBe('Axe');
    const again = saveBody('thing', fields, values).fields.map(({ status: _, ...rest }) => rest);
    expect(item.fields).toEqual(again);
  });

  it('accepts the ids of a list of links as texts or numbers, and returns texts', async () => {
    shows('2.5.item-link-list.strings');
    const { id: target } = await saveOne(server, saveBody('thing', fields, {}, { label: 'Target' }));
    const one = saveBody('thing', fields, { parts: [target, target] });
    const [parts] = one.fields;
    expect(parts).toMatchObject({ id: 'parts', value: [String(target), String(target)] });
    for (const value of [[String(target)], [target], [target, String(target)]]) {
      const { id } = await saveOne(server, { ...one, fields: [{ ...parts, value } as SaveItem['fields'][0]] });
      expect((await rowOf(id)).values).toEqual({ parts: value.map(Number) });
      expect((await read(id)).fields).toEqual([expect.objectContaining({ id: 'parts', value: value.map(String) })]);
    }
  });

  it('accepts the id of a link as a number or a text, and returns a number', async () => {
    const { id: target } = await saveOne(server, saveBody('thing', fields, {}, { label: 'Target' }));
    const one = saveBody('thing', fields, { parent: target });
    const [parent] = one.fields;
    for (const value of [target, String(target)]) {
      const { id } = await saveOne(server, { ...one, fields: [{ ...parent, value } as SaveItem['fields'][0]] });
      expect((await rowOf(id)).values).toEqual({ parent: target });
      expect((await read(id)).fields).toEqual([expect.objectContaining({ id: 'parent', value: target })]);
    }
    const wrong = { ...parent, value: `${target} ` } as SaveItem['fields'][0];
    expect(await refusal({ ...one, fields: [wrong] })).toMatchObject({
      status: 422,
      wrong: { 'fields.parent': 'should be the id of an item' },
    });
  });

  it('names a missing template', async () => {
    const { status, body: errorsOf } = await server.send(
      items.save,
      { params: { instanceId: server.studio.dev }, body: saveBody('thingg', fields, {}) },
      { as: 'owner' },
    );
    expect([status, errorsOf]).toMatchObject([
      404,
      { message: 'There is no template "thingg" in this instance. Check its ID.' },
    ]);
  });

  it('rejects a whole number that is too large with its maximum, and anything else as no integer', async () => {
    const errorsOf = async (value: number | string) => (await refusal(body(change({ value })))).wrong;
    expect(await errorsOf(2 ** 53)).toEqual({
      'fields.price':
        'should be between -9007199254740991 and 9007199254740991, as larger numbers are not stored exactly',
    });
    expect(await errorsOf(1.5)).toEqual({ 'fields.price': 'should be integer' });
    expect(await errorsOf('1')).toEqual({ 'fields.price': 'should be integer' });
  });

  it('changes only what it names, and increments the version', async () => {
    shows(
      '2.3.item-field.status-added',
      '2.3.item-field.status-removed',
      '2.3.item-field.status-updated',
      '2.7.item.edit',
    );
    const [{ id } = { id: 0 }, other] = await saveAll(server, [
      saveBody('thing', fields, full),
      saveBody('thing', fields, full, { label: 'Other' }),
    ]);
    const after: ItemValues = {
      ...full,
      price: 13,
      bonuses: [{ stat: 'str', amount: 3, levels: [{ step: 1.5 }] }, { stat: 'new' }],
    };
    delete after.rarity;
    expect(await saveOne(server, saveBody('thing', fields, after, { before: full, id, version: 1 }))).toEqual({
      id,
      version: 2,
    });
    expect((await rowOf(id)).values).toEqual(after);
    expect(await rowOf(other?.id ?? 0)).toEqual({ values: full, version: 1, label: 'Other' });
  });

  it('writes index rows for filterable values, one per distinct value', async () => {
    const { id } = await saveOne(
      server,
      saveBody('thing', fields, { price: 5, bonuses: [{ amount: 1 }, { amount: 1 }, { amount: 2 }], parts: [] }),
    );
    await saveOne(
      server,
      saveBody(
        'thing',
        fields,
        { price: 6, parts: [id, id], parent: id },
        { before: { price: 5, bonuses: [{ amount: 1 }, { amount: 1 }, { amount: 2 }] }, id, version: 1 },
      ),
    );
    const numbers = await query(
      'select field_key, number, text from item_values where item_id = $1 order by field_key, number',
      [id],
    );
    expect(numbers).toEqual([{ field_key: 6, number: 6, text: null }]);
    expect(
      await query('select field_key, target_id, instance_id from item_links where item_id = $1 order by field_key', [
        id,
      ]),
    ).toEqual([
      { field_key: 8, target_id: id, instance_id: server.studio.dev },
      { field_key: 9, target_id: id, instance_id: server.studio.dev },
    ]);
  });

  it('stores a revision of each state, with author and time', async () => {
    shows('3.calls.revision.item-save', '3.calls.revision.what', '3.calls.revision.who');
    const { id } = await saveOne(server, saveBody('thing', fields, { price: 1 }));
    await saveOne(
      server,
      saveBody('thing', fields, { price: 2 }, { before: { price: 1 }, id, version: 1, label: 'Renamed' }),
      'admin',
    );
    const revisions = await query(
      'select version, action, label, "values", account_id from item_revisions where item_id = $1 order by version',
      [id],
    );
    expect(revisions).toEqual([
      {
        version: 1,
        action: 'create',
        label: 'An item',
        values: { price: 1 },
        account_id: server.studio.accounts.owner,
      },
      {
        version: 2,
        action: 'update',
        label: 'Renamed',
        values: { price: 2 },
        account_id: server.studio.accounts.admin,
      },
    ]);
  });

  it('writes nothing if nothing changes', async () => {
    const { id } = await saveOne(server, saveBody('thing', fields, full));
    const same = { ...saveBody('thing', fields, { price: 12 }, { before: { price: 11 } }), id, version: 1 };
    expect(await saveOne(server, same)).toEqual({ id, version: 1, unchanged: true });
    expect(await saveOne(server, { ...same, fields: [] })).toEqual({ id, version: 1, unchanged: true });
    expect(await query('select version from item_revisions where item_id = $1', [id])).toHaveLength(1);
    expect(await saveOne(server, { ...same, internal_label: 'Other' })).toEqual({ id, version: 2 });
  });

  it('of an outdated version is rejected with the current item', async () => {
    shows('3.calls.version.conflict-current', '3.calls.version.conflict-item', '3.errors.status.409-version');
    const { id } = await saveOne(server, saveBody('thing', fields, { price: 1 }));
    await saveOne(server, saveBody('thing', fields, { price: 2 }, { before: { price: 1 }, id, version: 1 }), 'admin');
    const { status, error, details } = await refusal(
      saveBody('thing', fields, { price: 3 }, { before: { price: 1 }, id, version: 1 }),
    );
    expect([status, error]).toEqual([409, 'version']);
    const [last] = await query<{ id: number; name: string; at: Date }>(
      'select a.id, a.name, r.at from item_revisions r join accounts a on a.id = r.account_id where r.item_id = $1 and r.version = 2',
      [id],
    );
    const saved = { by: last?.name, by_id: last?.id, at: last?.at.toISOString() };
    expect(details).toEqual({ version: 2, item: await read(id), saved });
    expect((await rowOf(id)).values).toEqual({ price: 2 });
  });

  it('is merged on request with what others have changed in other fields', async () => {
    shows('5.merge.fields', '5.merge.both', '5.merge.request');
    const pair = inOrder([
      field('low', 'integer'),
      field('high', 'integer'),
      field('rows', 'dynamic-group'),
      field('part', 'text', { parentId: 'rows' }),
    ]);
    await saveTemplate(server, 'pair', pair);
    const before = { low: 1, high: 9, rows: [{ part: 'a' }] };
    const { id } = await saveOne(server, saveBody('pair', pair, before, { label: 'Pair' }));
    const from = (version: number, values: ItemValues, label = 'Pair') =>
      saveBody('pair', pair, values, { before, id, version, label });
    await saveOne(server, from(1, { ...before, low: 2 }, 'Renamed'), 'admin');
    // Without the request, and where both have changed a field, a person decides.
    const mine = from(1, { ...before, high: 8, rows: [{ part: 'a' }, { part: 'b' }] });
    expect((await refusal(mine)).status).toBe(409);
    expect((await refusal({ ...from(1, { ...before, low: 3 }), merge: true })).status).toBe(409);
    expect((await refusal({ ...from(1, before, 'Mine'), merge: true })).status).toBe(409);
    // Both have typed the same label.
    expect(await saveOne(server, { ...from(1, before, 'Renamed'), merge: true })).toMatchObject({
      version: 2,
      unchanged: true,
    });
    expect(await saveOne(server, { ...mine, merge: true })).toEqual({
      id,
      version: 3,
      merged: { by: 'admin', by_id: expect.any(Number), fields: ['low'], label: true },
    });
    expect((await rowOf(id)).values).toEqual({ low: 2, high: 8, rows: [{ part: 'a' }, { part: 'b' }] });
    // A dynamic group is one field, as its rows have no identity.
    expect((await refusal({ ...from(1, { ...before, rows: [{ part: 'c' }] }), merge: true })).status).toBe(409);
    // In a batch, too; a base that is not stored any longer is a conflict.
    const batch = (body: SaveItem) =>
      server.send(
        items.saveMany,
        { params: { instanceId: server.studio.dev }, body: { items: [body] } },
        { as: 'owner' },
      );
    await query('delete from item_revisions where item_id = $1 and version = 1', [id]);
    expect((await batch({ ...from(1, { ...before, high: 7 }), merge: true })).status).toBe(409);
    const second = { low: 2, high: 8, rows: [{ part: 'a' }, { part: 'b' }] };
    await saveOne(
      server,
      saveBody('pair', pair, { ...second, low: 5 }, { before: second, id, version: 3, label: 'Renamed' }),
    );
    const last = saveBody('pair', pair, { ...second, high: 6 }, { before: second, id, version: 3, label: 'Renamed' });
    expect(await batch({ ...last, merge: true })).toMatchObject({ status: 200, body: { items: [{ version: 5 }] } });
    expect((await rowOf(id)).values).toMatchObject({ low: 5, high: 6 });
  });

  it('is not merged if the item would break a rule of its template', async () => {
    shows('5.merge.rules');
    const rules = [{ name: 'Order', condition: 'low <= high', message: 'low is above high' }];
    const range = inOrder([field('low', 'integer', { rules }), field('high', 'integer')]);
    await saveTemplate(server, 'range', range);
    const before = { low: 1, high: 9 };
    const { id } = await saveOne(server, saveBody('range', range, before));
    await saveOne(server, saveBody('range', range, { low: 5, high: 9 }, { before, id, version: 1 }), 'admin');
    const { status, details } = await refusal({
      ...saveBody('range', range, { low: 1, high: 3 }, { before, id, version: 1 }),
      merge: true,
    });
    expect([status, details]).toEqual([409, expect.objectContaining({ version: 2 })]);
    expect((await rowOf(id)).values).toEqual({ low: 5, high: 9 });
  });

  it('answers 404 for a missing item or template', async () => {
    shows('3.errors.status.404-missing');
    const missing = await refusal(saveBody('thing', fields, {}, { id: 4711, version: 1 }));
    const noTemplate = await refusal(saveBody('nothing', fields, {}));
    expect([missing.status, noTemplate.status]).toEqual([404, 404]);
    const { id } = await saveOne(server, saveBody('thing', fields, {}));
    await saveTemplate(server, 'other', inOrder([field('title', 'text')]));
    expect((await refusal(saveBody('other', [], {}, { id, version: 1 }))).status).toBe(404);
    const { status } = await server.send(
      items.get,
      { params: { instanceId: server.studio.dev, templateId: 'other', id } },
      { as: 'owner' },
    );
    expect(status).toBe(404);
  });

  it('requires the version of an existing item, and a label that is not blank', async () => {
    shows('3.errors.status.422-fields', '2.7.item.edit');
    const { id } = await saveOne(server, saveBody('thing', fields, {}));
    expect((await refusal(saveBody('thing', fields, {}, { id }))).wrong).toEqual({ version: 'required field' });
    expect((await refusal(saveBody('thing', fields, {}, { version: 3 }))).wrong).toEqual({
      version: 'a new item has no version',
    });
    expect((await refusal(saveBody('thing', fields, {}, { label: '   ' }))).wrong).toEqual({
      internal_label: 'required field',
    });
  });
});

const change = (over: Partial<ItemFieldChange> = {}): ItemFieldChange => ({
  id: itemFieldId(over.template_field_id ?? 'price', over.template_group_path ?? null),
  template_field_id: 'price',
  template_field_type: 'integer',
  template_group_id: null,
  template_group_path: null,
  value: 1,
  status: fieldStatus.added,
  ...over,
});
const body = (...changes: ItemFieldChange[]) => ({ template_id: 'thing', internal_label: 'x', fields: changes });
const inRow = { template_field_id: 'amount', template_group_id: 'bonuses' };

describe('values that do not fit the template', () => {
  it.each([
    ['an unknown field', change({ template_field_id: 'nothing' }), 'fields.nothing'],
    ['another type', change({ template_field_type: 'float' }), 'fields.price'],
    [
      'a group as a field',
      change({ template_field_id: 'looks', template_field_type: 'text', value: 'x' }),
      'fields.looks',
    ],
    [
      'a field in the wrong group',
      change({ template_group_id: 'bonuses', template_group_path: [0] }),
      'fields.price.0',
    ],
    ['a row field without its row', change({ ...inRow, template_group_path: null }), 'fields.amount'],
    [
      'a row field without its group',
      change({ ...inRow, template_group_id: null, template_group_path: [0] }),
      'fields.amount.0',
    ],
    ['a path that is too deep', change({ ...inRow, template_group_path: [0, 0] }), 'fields.amount.0.0'],
    ['a gap between rows', change({ ...inRow, template_group_path: [1] }), 'fields.bonuses.1.row'],
    ['the id of another field', change({ id: 'weight' }), 'fields.weight'],
    ['the id of another row', change({ ...inRow, id: 'amount.1', template_group_path: [0] }), 'fields.amount.1'],
    ['a number that is a text', change({ value: '1' }), 'fields.price'],
    ['an integer with a fraction', change({ value: 1.5 }), 'fields.price'],
    ['an integer beyond 2^53', change({ value: 2 ** 53 }), 'fields.price'],
    [
      'a link that is not an id',
      change({ template_field_id: 'parent', template_field_type: 'item-link', value: -1 }),
      'fields.parent',
    ],
    [
      'a link to nothing',
      change({ template_field_id: 'parent', template_field_type: 'item-link', value: 99 }),
      'fields.parent',
    ],
    [
      'a list with a link to nothing',
      change({ template_field_id: 'parts', template_field_type: 'item-link-list', value: [99] }),
      'fields.parts',
    ],
    [
      'a text that is a list',
      change({ template_field_id: 'title', template_field_type: 'text', value: [1] }),
      'fields.title',
    ],
    [
      'a checkbox that is a number',
      change({ template_field_id: 'glow', template_field_type: 'boolean', value: 1 }),
      'fields.glow',
    ],
  ])('are rejected and named: %s', async (_, wrong, path) => {
    const { status, wrong: named } = await refusal(body(wrong));
    expect([status, Object.keys(named ?? {})]).toEqual([422, [path]]);
    expect(await query('select id from items where label = $1', ['x'])).toEqual([]);
  });

  it('are each named with the reason', async () => {
    const wrong = body(
      change({ template_field_id: 'nothing' }),
      change({ template_field_type: 'float' }),
      change({ template_group_id: 'bonuses', template_group_path: [0] }),
      change({ ...inRow, template_group_path: null }),
      change({ ...inRow, template_group_path: [1] }),
    );
    expect((await refusal(wrong)).wrong).toEqual({
      'fields.nothing': 'the template has no such field',
      'fields.price': 'the field is of the type integer',
      'fields.price.0': 'the field is not in this dynamic group',
      'fields.amount': 'the path does not lead to a row of the field',
      'fields.bonuses.1.row': 'rows must follow each other without a gap',
    });
  });

  it('include a field that is sent twice', async () => {
    const twice = body(change({ value: 1 }), change({ value: 2 }));
    expect(await refusal(twice)).toMatchObject({
      status: 422,
      wrong: { 'fields.price': 'this field appears twice in the request' },
    });
    expect(await query('select id from items where label = $1', ['x'])).toEqual([]);
  });

  it('include an id that contradicts the field', async () => {
    expect((await refusal(body(change({ id: 'weight' })))).wrong).toEqual({
      'fields.weight': 'the id of this value is price',
    });
  });

  it('include a link to an item of another template', async () => {
    await saveTemplate(server, 'other', inOrder([field('title', 'text')]));
    const { id } = await saveOne(server, saveBody('other', [], {}));
    const { wrong } = await refusal(saveBody('thing', fields, { parent: id }));
    expect(wrong).toEqual({ 'fields.parent': `there is no item ${id} in thing` });
  });
});

describe('the rules of the fields', () => {
  const strict = inOrder([
    field('title', 'text', { required: true, minimum: 2, maximum: 4 }),
    field('price', 'integer', { minimum: 1, maximum: 9 }),
    field('weight', 'float', { required: true }),
    field('parent', 'item-link', { required: true, templateId: 'thing' }),
    field('parts', 'item-link-list', { required: true, templateId: 'thing' }),
    field('rows', 'dynamic-group'),
    field('note', 'text', { required: true, parentId: 'rows' }),
  ]);
  beforeEach(() => saveTemplate(server, 'strict', strict));

  it('apply to the whole item, with the specification’s messages, by the ids of its values', async () => {
    shows('3.errors.status.422-fields', '3.errors.status.422-rule');
    const { wrong } = await refusal(
      saveBody('strict', strict, { title: 'x', price: 10, rows: [{ note: 'fine' }, {}] }),
    );
    expect(wrong).toEqual({
      'fields.title': 'must be at least 2 characters',
      'fields.price': 'should be no more than 9',
      'fields.weight': 'required field',
      'fields.parent': 'required field',
      'fields.parts': 'required field',
      'fields.note.1': 'note is required field',
    });
    expect((await refusal(saveBody('strict', strict, { price: 0 }))).wrong).toMatchObject({
      'fields.title': 'title is required field',
      'fields.price': 'should be at least 1',
    });
    expect((await refusal(saveBody('strict', strict, { title: 'longer' }))).wrong).toMatchObject({
      'fields.title': 'must be at most 4 characters',
    });
    const { id } = await saveOne(server, saveBody('thing', fields, {}));
    const links = { parent: id, parts: [id] };
    // At the limits, and with a zero where a value is required.
    for (const values of [
      { title: 'ab', price: 1, weight: 0 },
      { title: 'abcd', price: 9, weight: -1.5 },
    ])
      expect((await saveOne(server, saveBody('strict', strict, { ...values, ...links }))).version).toBe(1);
    expect((await refusal(saveBody('strict', strict, { ...links, weight: 0, title: 'abcde' }))).wrong).toEqual({
      'fields.title': 'must be at most 4 characters',
    });
  });

  it('are reported alike by a batch and a save, whether or not the body contains the value', async () => {
    shows('3.calls.batch.errors');
    const bodies = [
      saveBody('strict', strict, { title: 'x', price: 10 }),
      { ...body(change({ value: null })), template_id: 'strict' },
    ];
    const single = await Promise.all(bodies.map(async (one) => (await refusal(one)).wrong ?? {}));
    expect(single).toMatchObject([{ 'fields.weight': 'required field' }, { 'fields.weight': 'required field' }]);
    const batch = await refusal({ items: bodies }, items.saveMany);
    const prefixed = single.flatMap((wrong, index) =>
      Object.entries(wrong).map(([path, reason]) => [`items.${index}.${path}`, reason]),
    );
    expect([batch.status, batch.wrong]).toEqual([422, Object.fromEntries(prefixed)]);
    expect(
      await query('select 1 from items i join templates t on t.key = i.template_key where t.id = $1', ['strict']),
    ).toEqual([]);
  });
});

describe('rows of a dynamic group', () => {
  it('can be added, changed, moved and removed in one save', async () => {
    const before: ItemValues = {
      bonuses: [{ stat: 'a', amount: 1 }, { stat: 'b', levels: [{ step: 1 }, { step: 2 }] }, { stat: 'c' }],
    };
    const { id } = await saveOne(server, saveBody('thing', fields, before));
    const states: ItemValues[] = [
      { bonuses: [{ stat: 'b', levels: [{ step: 2 }] }, { stat: 'c' }] },
      { bonuses: [{}, {}, {}, {}] },
      {},
      { bonuses: [{ levels: [{}, { step: 3 }] }] },
    ];
    let current = before;
    let version = 1;
    for (const state of states) {
      version = (await saveOne(server, saveBody('thing', fields, state, { before: current, id, version }))).version;
      expect((await rowOf(id)).values).toEqual(state);
      current = state;
    }
  });

  it('are created by their values, even if the row itself is not named', async () => {
    const { id } = await saveOne(server, body(change({ ...inRow, template_group_path: [0] })) as SaveItem);
    expect((await rowOf(id)).values).toEqual({ bonuses: [{ amount: 1 }] });
  });
});

describe('a batch', () => {
  it('saves new and existing items, all or none, and answers in its order', async () => {
    shows('3.calls.batch.answers', '3.calls.batch.takes', '3.calls.batch.transaction');
    const [first, second] = await saveAll(server, [
      saveBody('thing', fields, { price: 1 }),
      saveBody('thing', fields, { price: 2 }),
    ]);
    if (!first || !second) throw new Error('Two were saved.');
    const change = (id: number, from: number, to: number, version = 1) =>
      saveBody('thing', fields, { price: to }, { before: { price: from }, id, version });
    const saved = await saveAll(
      server,
      [
        change(second.id, 2, 22),
        saveBody('thing', fields, { price: 3 }),
        change(first.id, 1, 11),
        { ...change(second.id, 2, 2), id: first.id + 1000 },
      ].slice(0, 3),
    );
    expect(saved).toEqual([
      { id: second.id, version: 2 },
      { id: second.id + 1, version: 1 },
      { id: first.id, version: 2 },
    ]);
    const { status, details } = await refusal(
      { items: [change(first.id, 11, 12, 2), change(second.id, 22, 23, 1)] },
      items.saveMany,
    );
    expect([status, details]).toEqual([409, { stale: [{ index: 1, version: 2 }] }]);
    expect((await rowOf(first.id)).values).toEqual({ price: 11 });
    const counts = await query<{ items: number }>(
      'select items from item_counts c join templates t on t.key = c.template_key where t.id = $1',
      ['thing'],
    );
    expect(counts).toEqual([{ items: 3 }]);
  });

  it('names all its stale, missing and invalid items at once', async () => {
    shows('3.calls.batch.all-refused');
    await saveTemplate(server, 'other', inOrder([field('title', 'text', { required: true })]));
    const saved = await saveAll(server, [saveBody('thing', fields, {}), saveBody('thing', fields, {})]);
    for (const { id } of saved) await saveOne(server, saveBody('thing', fields, { price: 1 }, { id, version: 1 }));
    const [first, second] = saved.map(({ id }) => saveBody('thing', fields, { price: 2 }, { id, version: 1 }));
    const missing = saveBody('thing', fields, {}, { id: 4711, version: 1 });
    const bad = [
      body(change({ value: 1.5 })),
      saveBody('other', [], {}),
      { ...saveBody('thing', fields, {}), internal_label: ' ' },
      saveBody('thing', fields, { parent: 99 }),
    ];
    const fine = saveBody('thing', fields, { price: 3 });
    const answer = await refusal({ items: [first, fine, missing, ...bad, second] }, items.saveMany);
    const stale = 'someone else has saved version 2 of this item';
    expect(answer).toEqual({
      status: 409,
      error: 'version',
      details: {
        stale: [
          { index: 0, version: 2 },
          { index: 7, version: 2 },
        ],
      },
      wrong: {
        'items.0.version': stale,
        'items.2.id': 'there is no such item',
        'items.3.fields.price': 'should be integer',
        'items.4.fields.title': 'title is required field',
        'items.5.internal_label': 'required field',
        'items.6.fields.parent': 'there is no item 99 in thing',
        'items.7.version': stale,
      },
    });
    expect(await refusal({ items: [fine, missing, ...bad] }, items.saveMany)).toMatchObject({
      status: 422,
      error: 'invalid',
      wrong: { 'items.1.id': 'there is no such item', 'items.5.fields.parent': 'there is no item 99 in thing' },
    });
    expect(await refusal({ items: [fine, missing] }, items.saveMany)).toMatchObject({
      status: 404,
      wrong: { 'items.1.id': 'there is no such item' },
    });
    expect(await query('select id from items where label in ($1, $2) and version = 1', ['x', 'An item'])).toEqual([]);
  });

  it('rejects the same item twice', async () => {
    shows('3.calls.batch.all-refused');
    const { id } = await saveOne(server, saveBody('thing', fields, {}));
    const one = saveBody('thing', fields, { price: 1 }, { id, version: 1 });
    expect((await refusal({ items: [one, one] }, items.saveMany)).wrong).toEqual({
      'items.1.id': 'this item appears twice in the request',
    });
  });

  it('accepts 1,000 items of several templates, and not one more', async () => {
    shows('3.calls.batch.limit');
    await saveTemplate(server, 'other', inOrder([field('title', 'text')]));
    const bodies = Array.from({ length: 1000 }, (_, index) =>
      saveBody(index % 2 ? 'thing' : 'other', index % 2 ? fields : [], index % 2 ? { price: index } : {}),
    );
    const saved = await saveAll(server, bodies);
    expect(new Set(saved.map(({ id }) => id)).size).toBe(1000);
    expect((await rowOf(saved[501]?.id ?? 0)).values).toEqual({ price: 501 });
    expect((await refusal({ items: [...bodies, bodies[0]] }, items.saveMany)).status).toBe(422);
  });
});

describe('the Free plan', () => {
  it('allows 800 items per project', async () => {
    shows(
      '1.9.free.items',
      '2.9.free.items',
      '3.errors.status.402-plan',
      '3.plans.items.free',
      '3.settled.free-items.limit',
    );
    const { dev } = server.studio.free;
    await saveTemplate(server, 'thing', fields, { as: 'free', instanceId: dev });
    const one = saveBody('thing', fields, {});
    await saveAll(
      server,
      Array.from({ length: 799 }, () => one),
      'free',
      dev,
    );
    const send = () => server.send(items.save, { params: { instanceId: dev }, body: one }, { as: 'free' });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 402, 402]);
    expect(answers.find(({ status }) => status === 402)?.body).toMatchObject({ error: 'item_limit' });
    expect(await query('select items from item_counts where items > 0')).toEqual([{ items: 800 }]);
    const [{ id } = { id: 0 }] = await query<{ id: number }>('select max(id) as id from items');
    expect(await saveOne(server, saveBody('thing', fields, { price: 1 }, { id, version: 1 }), 'free', dev)).toEqual({
      id,
      version: 2,
    });
    const params = { instanceId: dev, templateId: 'thing', id };
    await server.call(items.delete, { params }, { as: 'free' });
    expect([(await send()).status, (await send()).status]).toEqual([200, 402]);
  });
});

describe('concurrent saves', () => {
  it('of one item: one succeeds, the others get a conflict', async () => {
    shows('3.calls.version.conflict-item', '3.errors.status.409-version');
    const { id } = await saveOne(server, saveBody('thing', fields, { price: 0 }));
    const send = (price: number) =>
      server.send(
        items.save,
        {
          params: { instanceId: server.studio.dev },
          body: saveBody('thing', fields, { price }, { before: { price: 0 }, id, version: 1 }),
        },
        { as: 'owner' },
      );
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(send));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const winner = answers.findIndex(({ status }) => status === 200) + 1;
    expect((await rowOf(id)).values).toEqual({ price: winner });
    expect(await query('select number from item_values where item_id = $1', [id])).toEqual([{ number: winner }]);
    expect(await query('select version from item_revisions where item_id = $1', [id])).toHaveLength(2);
  });

  it('that create items get distinct ids', async () => {
    shows('3.calls.item-id.unique');
    const saved = await Promise.all(
      Array.from({ length: 12 }, (_, index) => saveOne(server, saveBody('thing', fields, { price: index }))),
    );
    expect(new Set(saved.map(({ id }) => id)).size).toBe(12);
    expect(
      await query("select items from item_counts c join templates t on t.key = c.template_key where t.id = 'thing'"),
    ).toEqual([{ items: 12 }]);
  });

  it('of a link and a delete of its target: never both succeed', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id: target } = await saveOne(server, saveBody('thing', fields, {}));
      const { id } = await saveOne(server, saveBody('thing', fields, {}));
      const params = { instanceId: server.studio.dev, templateId: 'thing', id: target };
      const [linked, deleted] = await Promise.all([
        server.send(
          items.save,
          { params, body: saveBody('thing', fields, { parent: target }, { id, version: 1 }) },
          { as: 'owner' },
        ),
        server.send(items.delete, { params }, { as: 'owner' }),
      ]);
      expect([
        [200, 409],
        [422, 200],
      ]).toContainEqual([linked.status, deleted.status]);
    }
    expect(
      await query('select 1 from item_links l where not exists (select 1 from items i where i.id = l.target_id)'),
    ).toEqual([]);
  });
});
