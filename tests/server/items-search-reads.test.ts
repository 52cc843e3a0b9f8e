import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { beforeAll, expect, test } from 'vitest';
import { listPage } from '../../server/content/lists/list-items.ts';
import { shows } from '../specification/shows.ts';
import { countingRows } from '../support/rows-read.ts';
import { field, inOrder, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const fields = inOrder([field('title', 'text'), field('cost', 'integer')]);
const count = 20_000;
const limit = 25;
let server: TestServer;

/** The last 40 items have a word that no other has, and one that they share with the first eight; every twenty-fifth of the others has a word of its own. */
beforeAll(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'thing', fields);
  const { query } = server.app.deps.database;
  await query(
    `with added as (
        insert into items (template_key, id, label, "values", version, created_at, updated_at)
        select key, n, 'Item ' || n, jsonb_build_object('title', text, 'cost', n % 100), 1, now(), now()
        from templates, generate_series(1, $2::int) n, lateral (select case when n > $2::int - 40 then 'Sword of winter dawn ' when n <= 8 then 'Key of dawn ' when n % 25 = 0 then 'Yew bow 最大hp回復 ' else 'Axe of spring ' end || n as text) t
        where id = 'thing' and instance_id = $1 returning template_key, id, "values"
      ), counted as (insert into item_counts (template_key, items) select distinct template_key, $2::int from added
        on conflict (template_key) do update set items = excluded.items)
      insert into item_values (template_key, field_key, item_id, text, number)
      select a.template_key, (f->>'key')::int, a.id, a."values"->>'title', null::float8
      from added a join templates t on t.key = a.template_key cross join lateral jsonb_array_elements(t.fields) f where f->>'id' = 'title'
      union all select a.template_key, (f->>'key')::int, a.id, null, (a."values"->>'cost')::float8
      from added a join templates t on t.key = a.template_key cross join lateral jsonb_array_elements(t.fields) f where f->>'id' = 'cost'`,
    [server.studio.dev, count],
  );
  await query('analyze items', []);
  await query('analyze item_values', []);
});

/** A page of the items whose field contains a text, and the rows that were read for it. */
async function search(fieldId: string, value: string, sort: string) {
  const { database, secrets } = server.app.deps;
  const counting = countingRows(database, ['items', 'item_values']);
  const filters = [{ template_field_id: fieldId, op: filterOps.contains, value }];
  const body = { filters, sort: { field: sort, direction: 'asc' as const } };
  const list = () =>
    listPage(
      { database: { ...database, query: counting.query }, secrets },
      server.studio.dev,
      'thing',
      body,
      limit,
    ).then((json) => JSON.parse(json) as { items: { id: number }[]; total: number; total_is_exact: boolean });
  // How many items there are is known from the first one.
  await list();
  const before = counting.rows();
  const { items, total, total_is_exact } = await list();
  const looksUp = counting.plans().some((line) => /Index Scan on \w+_contains/.test(line));
  return { ids: items.map(({ id }) => id), total, total_is_exact, read: counting.rows() - before, looksUp };
}

const last = Array.from({ length: limit }, (_, at) => count - 39 + at);

test.each(['id', 'label', 'title', 'cost'])(
  'a text that few or no items have is found by its index, sorted by %s',
  async (sort) => {
    shows('5.running.rare-texts');
    for (const [fieldId, text, found] of [
      ['title', 'nowhere', 0],
      ['title', 'winter', 40],
      ['label', 'nowhere', 0],
      ['label', '19997', 1],
    ] as const) {
      const { ids, total, total_is_exact, read } = await search(fieldId, text, sort);
      expect([total, total_is_exact, ids.length]).toEqual([found, true, Math.min(found, limit)]);
      if (text === 'winter' && sort === 'id') expect(ids).toEqual(last);
      // Some four rows for each of the first items that are tested, and for each that is found.
      expect(read).toBeLessThan(4 * (16 * limit + found) + 200);
    }
  },
);

test.each(['id', 'label', 'title', 'cost'])(
  'one or two letters that few or no items have are found by an index, sorted by %s',
  async (sort) => {
    shows('5.running.short-texts');
    for (const [fieldId, text, found] of [
      ['title', 'q', 0],
      ['title', 'zq', 0],
      ['title', 'ж', 0],
      ['title', 'wi', 40],
      ['label', 'q', 0],
      ['label', 'zq', 0],
      ['label', '剣', 0],
    ] as const) {
      const { ids, total, total_is_exact, read } = await search(fieldId, text, sort);
      expect([text, total, total_is_exact, ids.length]).toEqual([text, found, true, Math.min(found, limit)]);
      if (text === 'wi' && sort === 'id') expect(ids).toEqual(last);
      // The texts that are not ASCII are tested one by one.
      const beyond = fieldId === 'title' ? count / 25 : 0;
      expect(read).toBeLessThan(4 * (16 * limit + found) + beyond + 200);
    }
  },
);

test('two letters between letters beyond ASCII are found', async () => {
  const { ids, total_is_exact } = await search('title', 'hp', 'id');
  expect([ids, total_is_exact]).toEqual([Array.from({ length: limit }, (_, at) => 25 * (at + 1)), false]);
});

test('a text that one item in 25 has is found in the order of the list, without its index', async () => {
  shows('5.running.common-texts');
  const { ids, total_is_exact, read, looksUp } = await search('title', 'yew bow', 'id');
  expect([ids, total_is_exact, looksUp]).toEqual([
    Array.from({ length: limit }, (_, at) => 25 * (at + 1)),
    false,
    false,
  ]);
  // The first 400 items do not fill the page, and are read again with the others.
  expect(read).toBeLessThan(4 * (16 * limit + 25 * (limit + 1)));
});

test('a text that eight of the first items have and none of the next thousands is found in the others', async () => {
  const { ids, total, total_is_exact } = await search('title', 'dawn', 'id');
  expect([ids, total, total_is_exact]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, ...last].slice(0, limit), 48, true]);
});

test('a text that many items have is found in the order of the list', async () => {
  const { ids, total_is_exact, read } = await search('title', 'spring', 'id');
  expect(ids).toEqual(Array.from({ length: limit + 1 }, (_, at) => 9 + at).filter((id) => id !== 25));
  expect(total_is_exact).toBe(false);
  expect(read).toBeLessThan(4 * 16 * limit);
});
