import { randomUUID } from 'node:crypto';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { items, type SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { shows } from '../specification/shows.ts';
import { drawPortrait } from '../support/draw-portrait.ts';
import { imageBody } from '../support/image-body.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const picture = drawPortrait('QM', [10, 20, 30]).toString('base64');
const otherPicture = drawPortrait('QM', [30, 20, 10]).toString('base64');

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const image = (over: Partial<SaveItem> = {}) => imageBody(picture, over);

const params = () => ({ instanceId: server.studio.dev });
const create = (over: Partial<SaveItem>) =>
  server.call(items.save, { params: params(), body: image(over) }, { as: 'owner' });
const send = (over: Partial<SaveItem>) =>
  server.send(items.save, { params: params(), body: image(over) }, { as: 'owner' });
const labels = async () =>
  (await server.app.deps.database.query<{ label: string }>('select label from items order by id', [])).map(
    ({ label }) => label,
  );

describe('creating an item again with the same key', () => {
  it('creates no second item, and answers with the first one in its current version', async () => {
    const key = randomUUID();
    const first = await create({ idempotency_key: key });
    expect(await create({ idempotency_key: key })).toEqual(first);
    const renamed = { id: first.id, version: first.version, internal_label: 'Renamed', fields: [] };
    await create(renamed);
    expect(await create({ idempotency_key: key })).toEqual({ id: first.id, version: 2 });
    expect(await labels()).toEqual(['Renamed']);
  });

  it('creates one item, however many requests arrive concurrently', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => create({ idempotency_key: key })));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await labels()).toEqual(['A picture']);
  });

  it('succeeds even if the item took the last free place in the plan', async () => {
    const { dev } = server.studio.free;
    await server.app.deps.database.query(
      'update item_counts set items = 799 where template_key in (select key from templates where instance_id = $1)',
      [dev],
    );
    const body = image({ idempotency_key: randomUUID() });
    const repeat = () => server.send(items.save, { params: { instanceId: dev }, body }, { as: 'free' });
    const first = await repeat();
    expect(first.status).toBe(200);
    expect((await repeat()).body).toEqual(first.body);
  });

  it('creates none again after the item was deleted', async () => {
    const key = randomUUID();
    const { id } = await create({ idempotency_key: key });
    await server.call(items.delete, { params: { ...params(), templateId: imageTemplate.id, id } }, { as: 'owner' });
    expect(await create({ idempotency_key: key })).toEqual({ id, version: 1 });
    expect(await labels()).toEqual([]);
  });

  it('is refused with another body, naming the first item, which is unchanged', async () => {
    shows('3.settled.idempotency-key.other-body');
    const key = randomUUID();
    const { id } = await create({ idempotency_key: key });
    const [field] = image().fields;
    const others = [{ internal_label: 'Another' }, { fields: [{ ...field, value: otherPicture } as typeof field] }];
    for (const over of others as Partial<SaveItem>[]) {
      expect(await send({ idempotency_key: key, ...over })).toMatchObject({
        status: 422,
        body: {
          fields: { idempotency_key: `this key has created item ${id} with another body` },
          details: { created: { id, version: 1 } },
        },
      });
    }
    expect(await labels()).toEqual(['A picture']);
    // Bodies that differ only in the order of properties are the same.
    const reversed = Object.fromEntries(Object.entries(image({ idempotency_key: key })).toReversed()) as SaveItem;
    expect(await create(reversed)).toEqual({ id, version: 1 });
  });

  it('is answered with its item if the key is from before bodies were stored', async () => {
    const key = randomUUID();
    const first = await create({ idempotency_key: key });
    await server.app.deps.database.query('update idempotency_keys set body_hash = null', []);
    expect(await create({ idempotency_key: key, internal_label: 'Another' })).toEqual(first);
  });

  it('creates an item if the first one was refused', async () => {
    const key = randomUUID();
    expect((await send({ idempotency_key: key, internal_label: ' ' })).status).toBe(422);
    await create({ idempotency_key: key });
    expect(await labels()).toEqual(['A picture']);
  });

  it('creates the item as part of a batch only if it does not exist yet', async () => {
    const [one, two] = [randomUUID(), randomUUID()];
    const first = await create({ idempotency_key: one, internal_label: one });
    const bodies = [one, two].map((key) => image({ idempotency_key: key, internal_label: key }));
    const saved = await server.call(items.saveMany, { params: params(), body: { items: bodies } }, { as: 'owner' });
    expect(saved.items[0]).toEqual(first);
    expect(await labels()).toEqual([one, two]);
    const other = { items: bodies.map((body) => ({ ...body, internal_label: 'Other' })) };
    expect(await server.send(items.saveMany, { params: params(), body: other }, { as: 'owner' })).toMatchObject({
      status: 422,
      body: {
        fields: {
          'items.0.idempotency_key': expect.stringContaining('with another body'),
          'items.1.idempotency_key': expect.stringContaining('with another body'),
        },
      },
    });
  });
});

it('with different keys, in different instances or without a key creates different items', async () => {
  const key = randomUUID();
  await create({ idempotency_key: key });
  await create({ idempotency_key: randomUUID() });
  await create({});
  await create({});
  const elsewhere = { params: { instanceId: server.studio.elsewhere.dev }, body: image({ idempotency_key: key }) };
  await server.call(items.save, elsewhere, { as: 'stranger' });
  expect(await labels()).toHaveLength(5);
});

it('a key is refused for an existing item, twice in a batch, and if it is not a UUID', async () => {
  const key = randomUUID();
  const { id, version } = await create({});
  const wrong = { status: 422, body: { fields: { idempotency_key: 'only a new item has a key' } } };
  expect(await send({ id, version, idempotency_key: key })).toMatchObject(wrong);
  const batch = { items: [image({ idempotency_key: key }), image({ idempotency_key: key })] };
  expect(await server.send(items.saveMany, { params: params(), body: batch }, { as: 'owner' })).toMatchObject({
    status: 422,
    body: { fields: { 'items.1.idempotency_key': 'this key appears twice in the request' } },
  });
  expect((await send({ idempotency_key: 'again' })).status).toBe(422);
});

it('a key is stored for a week, and deleted by the next creation with a key', async () => {
  const keys = async () =>
    (await server.app.deps.database.query<{ key: string }>('select key::text from idempotency_keys', [])).map(
      ({ key }) => key,
    );
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
  await create({ idempotency_key: first });
  server.clock.advance(7 * 24 * 3600 - 60);
  await create({ idempotency_key: second });
  expect((await keys()).toSorted()).toEqual([first, second].toSorted());
  server.clock.advance(120);
  await create({ idempotency_key: third });
  expect((await keys()).toSorted()).toEqual([second, third].toSorted());
});
