import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { items, type SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer, urlOf } from '../support/server.ts';

const fields = inOrder([
  field('title', 'text', { required: true, default: 'Untitled' }),
  field('price', 'integer', { minimum: 1, default: 5 }),
  field('looks', 'group'),
  field('glow', 'boolean', { parentId: 'looks', default: false }),
  field('weight', 'float'),
  field('bonuses', 'dynamic-group'),
  field('amount', 'integer', { parentId: 'bonuses', default: 3 }),
]);
const defaults = { title: 'Untitled', price: 5, glow: false };

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'thing', fields);
});

const as = { as: 'owner' } as const;
const inDev = () => ({ instanceId: server.studio.dev });
const valuesOf = async (id: number | undefined): Promise<ItemValues | undefined> =>
  (await server.app.deps.database.query<{ values: ItemValues }>('select "values" from items where id = $1', [id]))[0]
    ?.values;
const cleared = (id: string, type: 'integer' | 'text', status: 1 | 3): SaveItem['fields'][number] => ({
  id,
  template_field_id: id,
  template_field_type: type,
  template_group_id: null,
  template_group_path: null,
  value: null,
  status,
});
async function sendRecords(payload: string, type: string) {
  const { statusCode, body } = await server.app.inject({
    method: 'POST',
    url: urlOf(items.saveRecords, { params: { ...inDev(), templateId: 'thing' } }),
    headers: { authorization: server.bearer('owner'), 'content-type': type },
    payload,
  });
  expect([statusCode, body]).toEqual([200, body]);
  return (JSON.parse(body) as { items: { id: number }[] }).items.map(({ id }) => id);
}
const refusal = async (settings: Record<string, unknown>, type: 'text' | 'integer' | 'item-link', version = 0) => {
  const body = { id: 'other', label: 'Other', version, fields: [field('one', type, settings)] };
  const { status, body: answer } = await server.send(templates.save, { params: inDev(), body }, as);
  return [status, (answer as { fields?: unknown }).fields];
};

test('a created item has the defaults of the fields that its body does not name, outside of rows', async () => {
  shows('4.field.default');
  const { id } = await saveOne(server, saveBody('thing', fields, {}));
  expect(await valuesOf(id)).toEqual(defaults);
  const given = await saveOne(
    server,
    saveBody('thing', fields, { title: 'A', glow: true, bonuses: [{}, { amount: 1 }] }),
  );
  expect(await valuesOf(given.id)).toEqual({ ...defaults, title: 'A', glow: true, bonuses: [{}, { amount: 1 }] });
});

test('a field that is named without a value is empty, which a required field refuses', async () => {
  shows('4.field.default');
  for (const status of [1, 3] as const) {
    const body = { ...saveBody('thing', fields, {}), fields: [cleared('price', 'integer', status)] };
    expect(await valuesOf((await saveOne(server, body)).id)).toEqual({ title: 'Untitled', glow: false });
    const empty = { ...body, fields: [cleared('title', 'text', status)] };
    const refused = await server.send(items.save, { params: inDev(), body: empty }, as);
    expect([refused.status, (refused.body as { fields?: unknown }).fields]).toEqual([
      422,
      { 'fields.title': 'title is required field' },
    ]);
  }
});

test('a record creates an item with the defaults of the columns that are not sent', async () => {
  shows('4.field.default');
  const [line] = await sendRecords('{"_label":"A","price":7}\n', 'application/jsonl');
  expect(await valuesOf(line)).toEqual({ ...defaults, price: 7 });
  const [nothing] = await sendRecords('{"_label":"A","price":null}\n', 'application/jsonl');
  expect(await valuesOf(nothing)).toEqual({ title: 'Untitled', glow: false });
  const [cell] = await sendRecords('_label,price,weight\nA,,2\n', 'text/csv');
  expect(await valuesOf(cell)).toEqual({ title: 'Untitled', glow: false, weight: 2 });
  const [updated] = await sendRecords(`{"_id":${cell},"_version":1,"weight":3}\n`, 'application/jsonl');
  expect(await valuesOf(updated)).toEqual({ title: 'Untitled', glow: false, weight: 3 });
});

test('existing items and their copies have no defaults', async () => {
  shows('4.field.default-new-only');
  const plain = inOrder([field('one', 'text'), field('two', 'text')]);
  await saveTemplate(server, 'old', plain);
  const { id } = await saveOne(server, saveBody('old', plain, { one: 'A' }));
  const now = inOrder([field('one', 'text'), field('two', 'text', { default: 'B' })]);
  await saveTemplate(server, 'old', now, { version: 1 });
  expect(await valuesOf(id)).toEqual({ one: 'A' });
  const change = saveBody('old', now, { one: 'C' }, { id, version: 1, before: { one: 'A' } });
  await saveOne(server, change);
  expect(await valuesOf(id)).toEqual({ one: 'C' });
  await server.call(
    bulkEdits.apply,
    {
      params: inDev(),
      body: { selection: { template_id: 'old', ids: [id] }, action: { duplicate: { times: 1, label: '{label}' } } },
    },
    as,
  );
  const all = await server.app.deps.database.query<{ values: ItemValues }>(
    'select i."values" from items i join templates t on t.key = i.template_key where t.id = \'old\' order by i.id',
    [],
  );
  expect(all.map(({ values }) => values)).toEqual([{ one: 'C' }, { one: 'C' }]);
});

test('a default that the field does not accept is refused at the setting, also after a change of its rules', async () => {
  shows('4.field.default-fits');
  const at = (reason: string) => [422, { 'fields.0.settings.default': reason }];
  expect(await refusal({ default: 1 }, 'text')).toEqual(at('should be a text'));
  expect(await refusal({ default: 'a', minimum: 2 }, 'text')).toEqual(at('must be at least 2 characters'));
  expect(await refusal({ default: 1.5 }, 'integer')).toEqual(at('should be integer'));
  expect((await refusal({ default: 1 }, 'item-link'))[0]).toBe(422);
  expect(await refusal({ default: 'a', unique: true }, 'text')).toEqual(at('every new item would have the same value'));
  expect((await refusal({ default: 5 }, 'integer'))[0]).toBe(200);
  expect(await refusal({ default: 5, minimum: 6 }, 'integer', 1)).toEqual(at('should be at least 6'));
  expect((await refusal({ default: 6, minimum: 6 }, 'integer', 1))[0]).toBe(200);
});

test('a unit is neither in a value nor in an export', async () => {
  shows('4.field.unit');
  const priced = (unit: object) => [field('price', 'integer', { ...unit })];
  const jsonOf = async (unit: object) => {
    const body = { template_id: 'thing', template_fields: priced(unit), item_fields: [] };
    const value = { ...cleared('price', 'integer', 1), value: 7 };
    const { status: _, ...sent } = value;
    return (await server.call(templates.exampleExport, { params: inDev(), body: { ...body, item_fields: [sent] } }, as))
      .json;
  };
  expect(await jsonOf({ unit: 'gold' })).toBe(await jsonOf({}));
});
