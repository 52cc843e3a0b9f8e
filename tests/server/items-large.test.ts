import { items } from '@quartermaster/contract/endpoints/items.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { pageBytes } from '../../server/content/lists/page-sql.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { insertItems } from '../support/server-content.ts';

const [count, letters] = [20, 300_000];
/** As many as fit into the bytes of a page, the last one partly. */
const perPage = Math.ceil(pageBytes / letters);

let server: TestServer;
let params: { instanceId: number; templateId: string };
beforeEach(async () => {
  server = await startTestServer();
  params = { instanceId: server.studio.dev, templateId: 'hero' };
  await insertItems(server.app.deps.database, params.instanceId, 'hero', count);
  const { query } = server.app.deps.database;
  await query(
    "update items set values = jsonb_build_object('title', 'Story ' || id || repeat(chr(64 + id), $1::int), 'cost', id * 2)",
    [letters],
  );
  await query(
    `insert into item_values (template_key, item_id, field_key, number, text)
      select template_key, id, v.* from items, lateral (values (1, null, values->>'title'), (2, id * 2, null)) v`,
    [],
  );
});

const ids = Array.from({ length: count }, (_, index) => index + 1);

type List = Parameters<typeof server.call<typeof items.list>>[1]['body'];

/** The ids on each page of a list. */
const pagesOf = async (body: List) => {
  const pages: number[][] = [];
  let cursor: string | null | undefined;
  do {
    const page = await server.call(
      items.list,
      { params, body: { ...body, limit: 18, ...(cursor && { cursor }) } },
      { as: 'owner' },
    );
    for (const { id, values } of page.items) expect(values.title).toHaveLength(`Story ${id}`.length + letters);
    pages.push(page.items.map(({ id }) => id));
    cursor = page.next_cursor;
  } while (cursor);
  return pages;
};

const pagesFrom = (order: readonly number[]) =>
  Array.from({ length: Math.ceil(order.length / perPage) }, (_, page) =>
    order.slice(page * perPage, (page + 1) * perPage),
  );

describe('a page of items that exceed its size', () => {
  const cost = (op: number, value: number) => ({ template_field_id: 'cost', op, value: String(value) });
  test.each<[string, List, number[]]>([
    ['in order of id', {}, ids],
    ['by a field', { sort: { field: 'cost', direction: 'desc' } }, ids.toReversed()],
    ['by label', { sort: { field: 'label', direction: 'desc' } }, ids.toReversed()],
    ['with a condition', { filters: [cost(3, 4)] }, ids.slice(2)],
    [
      'with few matches',
      { filters: [cost(3, 4), { template_field_id: 'title', op: 6, value: 'story 1' }] },
      ids.slice(9, 19),
    ],
  ])('ends early, and the next one continues: %s', async (_, body, order) => {
    expect(await pagesOf(body)).toEqual(pagesFrom(order));
  });

  test('has at least one item, however large', async () => {
    const { query } = server.app.deps.database;
    await query(
      `update items set values = jsonb_build_object('title', (select string_agg(title, '') from (select values->>'title' as title from items) t)) where id = 1`,
      [],
    );
    const [first, second] = [{ limit: 5 }, { limit: 1 }].map((body) =>
      server.call(items.list, { params, body }, { as: 'owner' }),
    );
    expect((await first)?.items.map(({ id }) => id)).toEqual([1]);
    expect((await second)?.items.map(({ id }) => id)).toEqual([1]);
    expect((await first)?.next_cursor).toBe((await second)?.next_cursor);
  });
});

describe('a whole list of large items', () => {
  test.each<[string, List, number[]]>([
    ['in order of id', {}, ids],
    ['by a field', { sort: { field: 'cost', direction: 'desc' } }, ids.toReversed()],
  ])('is read a few at a time: %s', async (_, body, order) => {
    const bytes = vi.spyOn(server.app.deps.database, 'bytes');
    const { items: listed } = await server.call(items.list, { params, body }, { as: 'owner' });
    const sizes = await Promise.all(bytes.mock.results.map(async ({ value }) => (await value)?.length ?? 0));
    bytes.mockRestore();
    expect(listed.map(({ id }) => id)).toEqual(order);
    expect(Math.max(...sizes)).toBeLessThan(1024 * 1024 + 2 * letters);
  });

  test('still reads labels in large batches', async () => {
    const bytes = vi.spyOn(server.app.deps.database, 'bytes');
    const { items: listed } = await server.call(items.listHeaders, { params }, { as: 'owner' });
    const queries = bytes.mock.calls.length;
    bytes.mockRestore();
    expect(listed.map(({ id }) => id)).toEqual(ids);
    expect(queries).toBe(1);
  });
});
