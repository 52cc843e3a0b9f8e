import { formatJson } from '@quartermaster/contract/content/format-json.ts';
import { type ItemValues, toItemFields } from '@quartermaster/contract/content/item-fields.ts';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { type SaveTemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { beforeAll, expect, test } from 'vitest';
import { findTemplate } from '../../server/content/model/template-models.ts';
import { exportItem } from '../../server/core/files/export-item.ts';
import { shows } from '../specification/shows.ts';
import { drawPortrait } from '../support/draw-portrait.ts';
import { field, inOrder, sampleFields, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
// Created once, as an example writes nothing.
beforeAll(async () => {
  server = await startTestServer();
});

const valuesOf = (fields: SaveTemplateField[], values: ItemValues) => toItemFields(buildTree(fields), values);

/** Members of the studio have READ, which is all that an example needs. */
const send = (fields: SaveTemplateField[], values: object[], template_id = 'thing') =>
  server.send(
    templates.exampleExport,
    {
      params: { instanceId: server.studio.dev },
      body: { template_id, template_fields: fields, item_fields: values },
    },
    { as: 'member' },
  );

async function example(fields: SaveTemplateField[], values: object[], templateId?: string): Promise<string> {
  const { status, body } = await send(fields, values, templateId);
  expect([status, body]).toEqual([200, { json: expect.any(String) }]);
  return (body as { json: string }).json;
}

async function refusal(fields: SaveTemplateField[], values: object[], templateId?: string) {
  const { status, body } = await send(fields, values, templateId);
  return [status, (body as { fields?: object }).fields];
}

const values: ItemValues = {
  title: 'Axe "of" Öl',
  rarity: 'rare',
  glow: false,
  price: -3,
  weight: 0.1,
  parent: 7,
  parts: [3, 1, 3],
  bonuses: [{ stat: 'a', amount: 1, levels: [{ step: 0.5 }, {}] }, {}],
};

test('it equals the item’s export exactly, except for indentation and the id 1', async () => {
  shows('2.7.example-export.answers', '2.7.example-export.takes');
  const fields = sampleFields('thing');
  const shown = await example(fields, valuesOf(fields, values));
  await saveTemplate(server, 'thing', fields);
  const model = await findTemplate(server.app.deps.database.query, server.studio.dev, 'thing');
  expect(shown).toBe(formatJson(exportItem(model?.tree ?? [], 1, values)));
  expect(JSON.parse(shown)).toMatchObject({
    id: 1,
    looks: { rarity: 'rare', inner: { glow: false } },
    parts: [3, 1, 3],
  });
});

test('names that JavaScript would sort first keep their position, and order numbers decide the order', async () => {
  const fields = [
    field('c', 'text', { name: '7', order: 30 }),
    field('a', 'text', { name: 'zebra', order: 10 }),
    field('b', 'text', { name: '__proto__', order: 20 }),
  ];
  expect(await example(fields, [])).toBe('{\n  "id": 1,\n  "zebra": null,\n  "__proto__": null,\n  "7": null\n}');
});

test('required values may be missing, and limits may be exceeded', async () => {
  const fields = inOrder([
    field('title', 'text', { required: true, maximum: 2 }),
    field('price', 'integer', { required: true, minimum: 5 }),
    field('parent', 'item-link', { required: true, templateId: 'thing' }),
  ]);
  expect(JSON.parse(await example(fields, valuesOf(fields, { title: 'long', price: 1 })))).toEqual({
    id: 1,
    title: 'long',
    price: 1,
    parent: null,
  });
});

test('a field with the status removed is left out', async () => {
  const fields = inOrder([field('title', 'text'), field('price', 'integer')]);
  const [title, price] = fields;
  if (!title || !price) throw new Error('There are fields.');
  expect(JSON.parse(await example([title, { ...price, status: 3 }], []))).toEqual({ id: 1, title: null });
});

test('an image that is not stored has a sample path, and a stored one its own', async () => {
  shows('2.7.example-export.image', '2.7.example-export.takes');
  const fields: SaveTemplateField[] = [
    {
      id: imageTemplate.fieldId,
      settings: { type: 'image', name: 'image', label: 'Image', required: true },
      parentId: null,
      order: 0,
    },
  ];
  const image = async (value: string) =>
    JSON.parse(await example(fields, valuesOf(fields, { [imageTemplate.fieldId]: value }), imageTemplate.id)).image;
  expect(await image(drawPortrait('QM', [10, 20, 30]).toString('base64'))).toMatch(/^[0-9a-f]{64}\.png$/);
  expect(await image(`${'ab'.repeat(32)}.jpg`)).toBe(`${'ab'.repeat(32)}.jpg`);
});

test.each<[string, SaveTemplateField[], Record<string, string>]>([
  ['a bad name', [field('a', 'text', { name: 'ä' })], { 'template_fields.0.settings.name': expect.any(String) }],
  [
    'a missing parent, numbered as in the request',
    [{ ...field('x', 'text'), status: 3 }, field('a', 'text', { parentId: 'x' })],
    { 'template_fields.1.parentId': 'the field that holds this one is missing' },
  ],
  ['an image', [field('a', 'image')], { 'template_fields.0.settings.type': 'this type cannot be added' }],
])('fields that do not form a template are rejected: %s', async (_, fields, wrong) => {
  expect(await refusal(fields, [])).toEqual([422, wrong]);
});

const typed = inOrder([
  field('title', 'text'),
  field('price', 'integer'),
  field('weight', 'float'),
  field('magic', 'boolean'),
  field('parent', 'item-link', { templateId: 'thing' }),
  field('parts', 'item-link-list', { templateId: 'thing' }),
  field('rows', 'dynamic-group'),
  field('stat', 'text', { parentId: 'rows' }),
]);

test.each<[string, unknown, string]>([
  ['title', 5, 'should be a text'],
  ['price', '5', 'should be integer'],
  ['price', 1.5, 'should be integer'],
  [
    'price',
    2 ** 53,
    'should be between -9007199254740991 and 9007199254740991, as larger numbers are not stored exactly',
  ],
  ['weight', true, 'should be a number'],
  ['magic', 1, 'should be true or false'],
  ['parent', [1], 'should be the id of an item'],
  ['parent', 1.5, 'should be the id of an item'],
  ['parts', 1, 'should be a list of item ids'],
])('values of a wrong kind are rejected: %s is %j', async (id, value, reason) => {
  const [right] = valuesOf(typed, { [id]: id === 'parts' ? [1] : 1 });
  expect(await refusal(typed, [{ ...right, value }])).toEqual([422, { [`item_fields.${id}`]: reason }]);
});

test('values at positions that do not exist in the fields are rejected', async () => {
  const [row, stat] = valuesOf(typed, { rows: [{ stat: 'a' }] });
  expect(await refusal(typed, [{ ...stat, template_field_id: 'other' }])).toEqual([
    422,
    { 'item_fields.stat.0': 'the template has no such field' },
  ]);
  expect(await refusal(typed, [{ ...row, id: 'rows.1.row', template_group_path: [1] }])).toEqual([
    422,
    { 'item_fields.rows.1.row': 'rows must follow each other without a gap' },
  ]);
  expect(await refusal(typed, [{ ...stat, template_group_path: null }])).toEqual([
    422,
    { 'item_fields.stat.0': 'the path does not lead to a row of the field' },
  ]);
  expect(await refusal(typed, [row ?? {}, stat ?? {}, stat ?? {}])).toEqual([
    422,
    { 'item_fields.stat.0': 'this field appears twice in the request' },
  ]);
});

test('a tree of any depth that can be saved is rendered', async () => {
  const groups = Array.from({ length: 15 }, (_, depth) =>
    field(`g${depth}`, 'dynamic-group', { parentId: depth === 0 ? null : `g${depth - 1}` }),
  );
  const others = groups.map((_, depth) => field(`t${depth}`, 'text', { parentId: `g${depth}` }));
  const fields = inOrder([...groups, ...others]);
  const nested = groups.reduceRight<ItemValues>(
    (inner, { id }, depth) => ({ [id]: [Object.assign(inner, { [`t${depth}`]: 'x' })] }),
    {},
  );
  const shown = await example(fields, valuesOf(fields, nested));
  expect(shown.match(/"x"/g)).toHaveLength(15);
});

test.each(['text', 'group'] as const)(
  'many rows of many %s fields are rejected before they are written',
  async (type) => {
    const others = Array.from({ length: 999 }, (_, order) => field(`f${order}`, type, { parentId: 'bonuses', order }));
    const fields = [field('bonuses', 'dynamic-group'), field('stat', 'text', { parentId: 'bonuses' }), ...others];
    const rows = (count: number) => valuesOf(fields, { bonuses: Array.from({ length: count }, () => ({ stat: 'a' })) });
    expect(JSON.parse(await example(fields, rows(99))).bonuses).toHaveLength(99);
    expect(await refusal(fields, rows(101))).toEqual([422, { item_fields: 'these rows make too long an example' }]);
  },
);
