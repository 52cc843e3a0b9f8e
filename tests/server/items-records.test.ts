import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { field, inOrder, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { type Person, startTestServer, type TestServer, urlOf } from '../support/server.ts';
import { assertShape } from '../support/server-shapes.ts';
import { setSubscription } from '../support/subscription.ts';
import { fields } from '../support/sword-edits.ts';
import { expectWhole, readState } from '../support/sync-model/state.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'sword', fields, { label: 'Swords' });
});

const create = async (...all: ItemValues[]): Promise<number[]> =>
  (
    await saveAll(
      server,
      all.map((values, index) => saveBody('sword', fields, values, { label: `Sword ${index}` })),
    )
  ).map(({ id }) => id);

interface Options {
  type?: string;
  as?: Person;
  instanceId?: number;
  templateId?: string;
}

async function send(payload: string, { type = 'application/jsonl', as = 'owner', ...place }: Options = {}) {
  const params = { instanceId: server.studio.dev, templateId: 'sword', ...place };
  const { statusCode, headers, body } = await server.app.inject({
    method: 'POST',
    url: urlOf(items.saveRecords, { params }),
    headers: { authorization: server.bearer(as), 'content-type': type },
    payload,
  });
  const answer = JSON.parse(body) as { items: { id: number; version: number }[] } & ErrorBody;
  if (statusCode === 200) assertShape(items.saveRecords, answer);
  return { status: statusCode, retryAfter: headers['retry-after'], ...answer };
}

const lines = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const csv = { type: 'text/csv' };
const read = async () => {
  const { query } = server.app.deps.database;
  const state = await readState(query, server.studio.dev);
  await expectWhole(query, server.studio.dev, state);
  return state.items;
};
const contentOf = async (id: number | undefined) => {
  const item = (await read()).get(id ?? 0);
  return item && { label: item.label, version: item.version, values: item.values };
};

test('JSON lines create items and change the named fields of others, in order', async () => {
  const [first = 0, second = 0] = await create({ price: 1, title: 'Old', bonuses: [{ stat: 'x' }] }, { price: 2 });
  const saved = await send(
    lines(
      { _label: 'New', price: 5, weight: 1.5, shiny: false, parent: first, parts: [first, String(second)] },
      { _id: first, _version: 1, title: null, price: 7 },
      { _id: String(second), _version: 1, _label: 'Renamed' },
      { _id: null, _label: 'Other', price: 0 },
    ),
  );
  expect(saved.items.map(({ version }) => version)).toEqual([1, 2, 2, 1]);
  expect(saved.items.slice(1, 3).map(({ id }) => id)).toEqual([first, second]);
  expect(await contentOf(saved.items[0]?.id)).toEqual({
    label: 'New',
    version: 1,
    values: { price: 5, weight: 1.5, shiny: false, parent: first, parts: [first, second] },
  });
  expect(await contentOf(first)).toEqual({
    label: 'Sword 0',
    version: 2,
    values: { price: 7, bonuses: [{ stat: 'x' }] },
  });
  expect(await contentOf(second)).toEqual({ label: 'Renamed', version: 2, values: { price: 2 } });
  expect(await contentOf(saved.items[3]?.id)).toEqual({ label: 'Other', version: 1, values: { price: 0 } });
  const origins = 'select distinct origin from item_revisions where version = 2';
  expect(await server.app.deps.database.query(origins, [])).toEqual([{ origin: 'api' }]);
});

test('CSV has values as text, and an empty cell clears its field', async () => {
  const [first = 0, second = 0] = await create({ price: 1, title: 'Old', weight: 3 }, { price: 2 });
  const saved = await send(
    `_id,_version,_label,price,title,weight,shiny,parts\r\n` +
      `${first},1,Sword 0,10,"a, b",,true,"${first}, ${second}"\r\n` +
      `,,New,3,,0.5,,\r\n`,
    csv,
  );
  expect(saved.status).toBe(200);
  expect(await contentOf(first)).toEqual({
    label: 'Sword 0',
    version: 2,
    values: { price: 10, title: 'a, b', shiny: true, parts: [first, second] },
  });
  expect(await contentOf(saved.items[1]?.id)).toEqual({ label: 'New', version: 1, values: { price: 3, weight: 0.5 } });
});

describe('all or none', () => {
  let before: Awaited<ReturnType<typeof read>>;
  let id: number;
  beforeEach(async () => {
    [id = 0] = await create({ price: 1 });
    before = await read();
  });

  test.each<[what: string, records: () => object[], fields: Record<string, string>]>([
    [
      'what no item can have',
      () => [
        { _label: 'New', price: 1 },
        { _id: 0, _version: 0.5, _label: ' ', prize: 1, stat: 'x', bonuses: null },
        { price: 1 },
        { _id: id, _label: 'x'.repeat(256) },
      ],
      {
        'lines.2._id': 'should be the id of an item',
        'lines.2._version': 'should be the version of the item',
        'lines.2._label': 'required field',
        'lines.2.prize': 'is not a field of the template; the nearest is price',
        'lines.2.stat': 'a field in rows cannot be set by a record',
        'lines.2.bonuses': 'a field in rows cannot be set by a record',
        'lines.3._label': 'required field',
        'lines.4._label': 'must be at most 255 characters',
      },
    ],
    [
      'what a rule of the template refuses',
      () => [
        { _label: 'New', price: 1001, title: 'a long title!' },
        { _label: 'New', parent: 999_999, price: '1' },
        { _id: id, price: 5 },
        { _version: 1, _label: 'New', price: 1 },
        { _label: 'New', price: {} },
      ],
      {
        'lines.5.price': 'should be integer',
        'lines.1.title': 'must be at most 12 characters',
        'lines.1.price': 'should be no more than 1000',
        'lines.2.price': 'should be integer',
        'lines.3._version': 'required field',
        'lines.4._version': 'a new item has no version',
      },
    ],
    [
      'a link to no item',
      () => [{ _label: 'New', parent: 999_999, price: 1 }],
      { 'lines.1.parent': expect.any(String) },
    ],
    [
      'what no field can have',
      () => [{ _label: 'New', price: { en: 1 }, parts: [false], title: [true] }],
      {
        'lines.1.price': 'is not of an accepted type',
        'lines.1.parts': 'is not of an accepted type',
        'lines.1.title': 'is not of an accepted type',
      },
    ],
    [
      'an item twice',
      () => [
        { _id: id, _version: 1, price: 5 },
        { _id: id, _version: 1, price: 6 },
      ],
      { 'lines.2._id': 'this item appears twice in the request' },
    ],
  ])('%s is refused by line and column', async (_, records, named) => {
    const refused = await send(lines(...records()));
    expect([refused.status, refused.error, refused.fields]).toEqual([422, 'invalid', named]);
    expect(await read()).toEqual(before);
  });

  test('an image is refused', async () => {
    const record = { _label: 'New', [imageTemplate.fieldId]: 'x.png' };
    const refused = await send(lines(record), { templateId: imageTemplate.id });
    const named = { [`lines.1.${imageTemplate.fieldId}`]: 'an image cannot be set by a record' };
    expect([refused.status, refused.fields]).toEqual([422, named]);
  });

  test('a text that is not one of its type is refused in CSV', async () => {
    const refused = await send('_label,price,shiny\n\nNew,1.5x,perhaps\n', csv);
    expect([refused.status, Object.keys(refused.fields ?? {})]).toEqual([422, ['lines.3.price', 'lines.3.shiny']]);
    expect(await read()).toEqual(before);
  });

  test('a stale version is a conflict, and an item that does not exist is not found', async () => {
    const records = [{ _label: 'New', price: 3 }, {}, { _id: id, _version: 1, price: 5 }];
    await send(lines({ _id: id, _version: 1, price: 2 }));
    before = await read();
    const stale = await send(`\n${lines(records[0] ?? {}, records[2] ?? {})}`);
    expect(stale).toMatchObject({
      status: 409,
      error: 'version',
      fields: { 'lines.3._version': 'someone else has saved version 2 of this item' },
      details: { stale: [{ line: 3, version: 2 }] },
    });
    const missing = await send(lines({ _id: 999_999, _version: 1, price: 5 }));
    expect([missing.status, missing.fields]).toEqual([404, { 'lines.1._id': 'there is no such item' }]);
    expect(await read()).toEqual(before);
  });

  test('more than 1,000 records, none, and more than 8 MiB are refused', async () => {
    const many = await send(lines(...Array.from({ length: 1001 }, () => ({ _label: 'New', price: 1 }))));
    expect([many.status, many.message]).toEqual([422, 'Send at most 1,000 records at once.']);
    for (const payload of ['', '\n'])
      expect(await send(payload)).toMatchObject({ status: 422, message: 'Send at least one record.' });
    expect((await send('_label,price\n', csv)).message).toBe('Send at least one record.');
    const large = lines({ _label: 'New', price: 1, title: 'x'.repeat(1024 * 1024) });
    expect(await send(large.repeat(9))).toMatchObject({ status: 413, error: 'too_large' });
    expect(await read()).toEqual(before);
  });

  test('the limit of the plan, an unknown template, and JSON are refused', async () => {
    await setSubscription(server, { plan: 'free', status: 'active' });
    const many = lines(...Array.from({ length: 800 }, () => ({ _label: 'New', price: 1 })));
    expect(await send(many)).toMatchObject({ status: 402, error: 'item_limit' });
    expect((await send(lines({ _label: 'New' }), { templateId: 'axe' })).status).toBe(404);
    const json = await send('{}', { type: 'application/json' });
    expect([json.status, json.error]).toEqual([415, 'media_type']);
    expect(await read()).toEqual(before);
  });

  test('new items are refused outside of Dev, and strangers before anything is read', async () => {
    await server.call(sync.all, { params: { instanceId: server.studio.dev }, body: {} }, { as: 'owner' });
    const inStage = { instanceId: server.studio.stage };
    expect(await send(lines({ _label: 'New', price: 3 }), inStage)).toMatchObject({
      status: 403,
      error: 'environment',
    });
    expect((await send(lines({ _id: id, _version: 1, price: 3 }), inStage)).status).toBe(200);
    expect((await send('no', { as: 'stranger' })).status).toBe(404);
  });
});

test('items that are being written by others are refused, with the time after which to try again', async () => {
  const ids = await create({ price: 1 }, { price: 2 });
  const locked = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
  vi.spyOn(server.app.deps, 'unit').mockRejectedValueOnce(locked);
  const refused = await send(lines(...ids.map((id) => ({ _id: id, _version: 1, price: 5 }))));
  expect(refused).toMatchObject({ status: 409, error: 'busy', retryAfter: '1' });
});

test('a text of an item that is as large as possible fits into a record', async () => {
  const large = inOrder(Array.from({ length: 7 }, (_, index) => field(`text_${index}`, 'text')));
  await saveTemplate(server, 'book', large, { label: 'Books' });
  const texts = Object.fromEntries(large.map(({ id }) => [id, 'x'.repeat(262_144)]));
  expect((await send(lines({ _label: 'New', ...texts }), { templateId: 'book' })).status).toBe(200);
});

test('the API reference describes both kinds of records', async () => {
  const { paths } = (await server.app.inject('/openapi.json')).json<{
    paths: Record<string, Record<string, { requestBody: { content: Record<string, { schema: object }> } }>>;
  }>();
  const { content } = paths['/v1/editor/{instanceId}/items/{templateId}/records']?.post?.requestBody ?? {};
  expect(content).toEqual({
    'application/jsonl': { schema: expect.objectContaining({ description: expect.stringContaining('per line') }) },
    'text/csv': { schema: expect.objectContaining({ description: expect.stringContaining('RFC 4180') }) },
  });
  const page = await server.app.inject('/docs');
  expect(page.body).toContain('<p>application/jsonl</p>');
  expect(page.body).toContain('<p>text/csv</p>');
});
