import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import { type ItemFieldChange, itemRowId } from '@quartermaster/contract/content/item-fields.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { field, inOrder, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let params: { instanceId: number };
beforeEach(async () => {
  server = await startTestServer();
  params = { instanceId: server.studio.dev };
});

const text = (value: string): ItemFieldChange => ({
  id: 'story',
  template_field_id: 'story',
  template_field_type: 'text',
  template_group_id: null,
  template_group_path: null,
  value,
  status: 1,
});
const row = (index: number): ItemFieldChange => ({
  id: itemRowId('rows', [index]),
  template_field_id: 'rows',
  template_field_type: 'dynamic-group-row',
  template_group_id: 'rows',
  template_group_path: [index],
  value: null,
  status: 1,
});
const rows = (count: number) => Array.from({ length: count }, (_, index) => row(index));

async function save(fields: ItemFieldChange[], from?: { id: number; version: number }) {
  const body = { template_id: 'thing', internal_label: 'One', fields, ...from };
  const { status, body: answer } = await server.send(items.save, { params, body }, { as: 'owner' });
  const { fields: wrong, ...rest } = answer as { id: number; version: number; fields?: Record<string, string> };
  return { status, wrong, ...rest };
}

const manyFields = (count: number) =>
  inOrder(Array.from({ length: count }, (_, index) => field(`f${index}`, 'integer')));
const saveFields = async (count: number, version: number) => {
  const body = { id: 'wide', label: 'Wide', version, fields: manyFields(count) };
  const { status, body: answer } = await server.send(templates.save, { params, body }, { as: 'owner' });
  return { status, message: (answer as { message?: string }).message };
};

describe('an item', () => {
  beforeEach(async () => {
    await saveTemplate(
      server,
      'thing',
      inOrder([
        field('story', 'text'),
        field('rows', 'dynamic-group'),
        ...Array.from({ length: 40 }, (_, index) => field(`cell${index}`, 'text', { parentId: 'rows' })),
      ]),
    );
  });

  test('has at most the allowed number of cells in its rows', async () => {
    const most = contentLimits.itemCells / 40;
    const { status, id, version } = await save(rows(most));
    expect(status).toBe(200);
    const refused = { fields: 'an item can have at most 200,000 cells in its rows, and this one would have 200,040' };
    expect(await save([row(most)], { id, version })).toMatchObject({ status: 422, wrong: refused });
    expect((await save(rows(most + 1))).wrong).toEqual(refused);
  });

  test('has at most the allowed number of rows', async () => {
    expect((await save(rows(contentLimits.itemRows + 1))).wrong).toEqual({
      fields: 'an item can have at most 10,000 rows, and this one would have 10,001',
    });
  });

  test('has texts of at most the allowed length', async () => {
    const most = 'x'.repeat(contentLimits.textLength);
    const { status, id, version } = await save([text(most)]);
    expect(status).toBe(200);
    expect((await save([text(`${most}x`)], { id, version })).wrong).toEqual({
      'fields.story': 'must be at most 262,144 characters',
    });
  });

  test('has at most the allowed size', async () => {
    await saveTemplate(
      server,
      'thing',
      inOrder(Array.from({ length: 9 }, (_, index) => field(`story${index}`, 'text'))),
      {
        version: 1,
      },
    );
    const stories = Array.from({ length: 9 }, (_, index) => ({
      ...text('x'.repeat(contentLimits.textLength - 100)),
      id: `story${index}`,
      template_field_id: `story${index}`,
    }));
    const { status, id, version } = await save(stories.slice(0, 8));
    expect(status).toBe(200);
    expect((await save(stories.slice(8), { id, version })).wrong?.fields).toMatch(
      /^an item can have at most 2,097,152 bytes, and this one would have 2,35\d,\d{3}$/,
    );
  });

  test('that already exceeded a limit can be renamed and shrunk, but not grown', async () => {
    const { id, version } = await save([text('short'), ...rows(2)]);
    const { query } = server.app.deps.database;
    await query(
      `update items set "values" = jsonb_build_object('story', repeat('x', $2::int), 'rows', (select jsonb_agg('{}'::jsonb) from generate_series(1, $3::int))) where id = $1`,
      [id, contentLimits.textLength + 10, contentLimits.itemRows + 10],
    );
    expect(await save([text('y'.repeat(contentLimits.textLength + 9))], { id, version })).toMatchObject({
      status: 200,
    });
    const last = contentLimits.itemRows + 9;
    expect(await save([{ ...row(last), status: 3 }], { id, version: version + 1 })).toMatchObject({ status: 200 });
    expect(await save([text('y'.repeat(contentLimits.textLength + 11))], { id, version: version + 2 })).toMatchObject({
      status: 422,
      wrong: { 'fields.story': 'must be at most 262,144 characters' },
    });
    expect(await save([row(last), row(last + 1)], { id, version: version + 2 })).toMatchObject({
      status: 422,
      wrong: { fields: 'an item can have at most 10,000 rows, and this one would have 10,011' },
    });
  });
});

describe('a template', () => {
  test('has at most the allowed number of fields', async () => {
    expect(await saveFields(contentLimits.templateFields + 1, 0)).toEqual({
      status: 422,
      message:
        'A template can have at most 2,000 fields, and this one would have 2,001. Remove some, or make two templates of it.',
    });
    expect((await saveFields(contentLimits.templateFields, 0)).status).toBe(200);
  });

  test('that already exceeded the limit can be shrunk step by step, but not grown', async () => {
    await saveFields(2, 0);
    const { query } = server.app.deps.database;
    const stored = manyFields(contentLimits.templateFields + 100).map((one, index) => ({ ...one, key: index + 1 }));
    await query(
      `update templates set fields = (select jsonb_agg(f || '{"created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z"}') from jsonb_array_elements($1::jsonb) f), next_field_key = 9000 where id = 'wide'`,
      [JSON.stringify(stored)],
    );
    expect((await saveFields(contentLimits.templateFields + 101, 1)).status).toBe(422);
    expect(await saveFields(contentLimits.templateFields + 99, 1)).toEqual({ status: 200, message: undefined });
  });
});

test('a body has a limited number of objects and arrays', async () => {
  const send = async (members: number, ...texts: string[]) => {
    const containers = Array.from({ length: members - 1 }, (_, index) => (index % 2 ? '{}' : '[]'));
    const { statusCode } = await server.app.inject({
      method: 'POST',
      url: `/v1/editor/${server.studio.dev}/items`,
      headers: { authorization: server.bearer('owner'), 'content-type': 'application/json' },
      payload: `[${[...texts.map((text) => JSON.stringify(text)), ...containers].join()}]`,
    });
    return statusCode;
  };
  expect(await send(contentLimits.bodyMembers)).toBe(422);
  expect(await send(contentLimits.bodyMembers + 1)).toBe(413);
  // Brackets inside texts do not count, whatever escapes surround them.
  const texts = ['[{[{', '"[', '\\', '\\"{', '\\\\', ''];
  expect(await send(contentLimits.bodyMembers, ...texts)).toBe(422);
  expect(await send(contentLimits.bodyMembers + 1, ...texts)).toBe(413);
});
