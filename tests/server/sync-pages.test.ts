import { type ChangeList, sync } from '@quartermaster/contract/endpoints/sync.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../server/core/database/database.ts';
import { listChanges, streamChanges } from '../../server/modules/sync/differences/list-service.ts';
import { field, inOrder, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer, urlOf } from '../support/server.ts';
import { syncOf } from '../support/sync.ts';

const fields = inOrder([field('title', 'text')]);
const count = 3000;
let server: TestServer;
let dev: ReturnType<typeof syncOf>;

/** Two templates, one of whose 3,000 items differ, with labels that JSON has to escape. */
beforeEach(async () => {
  server = await startTestServer();
  dev = syncOf(server, server.studio.dev);
  await saveTemplate(server, 'other', fields);
  await saveTemplate(server, 'thing', fields);
  await dev.all();
  const { query } = server.app.deps.database;
  await query(
    `insert into items (template_key, id, label, "values", version, created_at, updated_at)
      select key, 10000 + 3 * n, 'Item "' || n || E'" \\n\\\\ <é>', '{}', 1, now(), now() from templates, generate_series(1, $2) n where id = 'thing' and instance_id = $1`,
    [server.studio.dev, count],
  );
  await query('analyze items', []);
});

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

const rowsOfItems = (node: PlanNode): number => {
  const { 'Actual Rows': rows, 'Actual Loops': loops, 'Rows Removed by Filter': removed = 0, Plans = [] } = node;
  const own = node['Relation Name'] === 'items' ? (rows + removed) * loops : 0;
  return Plans.reduce((sum, plan) => sum + rowsOfItems(plan), own);
};

/** The database, with the rows of items counted that its statements read. */
function counting(): { database: Database; read: () => number; statements: () => number } {
  const { database } = server.app.deps;
  let [read, statements] = [0, 0];
  const explain = async (text: string, values: readonly unknown[]) => {
    const rows = await database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) ${text}`,
      values,
    );
    read += rowsOfItems((rows[0] as (typeof rows)[number])['QUERY PLAN'][0].Plan);
    statements += 1;
  };
  return {
    database: {
      ...database,
      query: async (text, values, name) => {
        await explain(text, values);
        return database.query(text, values, name);
      },
      bytes: async (text, values, name) => {
        await explain(text, values);
        return database.bytes(text, values, name);
      },
    },
    read: () => read,
    statements: () => statements,
  };
}

describe('pages of changes', () => {
  const limit = 100;

  it('read only what follows their cursor', async () => {
    const { database, read } = counting();
    let cursor = (await dev.changes({ template: 'thing', limit })).templates[0]?.next_cursor;
    let pages = 0;
    for (; cursor; pages += 1) {
      const request = { template: 'thing', limit, cursor };
      const list: ChangeList = await listChanges({ database }, server.studio.dev, request);
      cursor = list.templates[0]?.next_cursor;
    }
    expect(pages).toBe(count / limit - 1);
    // Each item is also looked up in the target, and so is the first one after the window.
    expect(read()).toBeLessThan(4 * count);
  });

  it('contain all changes in order, and the totals and the fingerprint of the first page', async () => {
    const whole = await dev.changes({ template: 'thing' });
    const ids: number[] = [];
    let cursor: string | null | undefined = (await dev.changes({ limit: 1 })).templates[0]?.next_cursor;
    ids.push(10_003);
    while (cursor) {
      const page: ChangeList = await dev.changes({ template: 'thing', limit: 1000, cursor });
      expect({ ...page, templates: [] }).toEqual({ ...whole, templates: [] });
      ids.push(...(page.templates[0]?.items ?? []).map(({ id }) => id));
      cursor = page.templates[0]?.next_cursor;
    }
    expect(ids).toEqual(whole.templates[0]?.items.map(({ id }) => id));
    expect(ids).toHaveLength(count);
  });

  it('find few changes among many with filters', async () => {
    const filter = { template: 'thing', search: 'Item "29', limit: 10 } as const;
    const [first] = (await dev.changes(filter)).templates;
    const [next] = (await dev.changes({ ...filter, cursor: first?.next_cursor ?? '' })).templates;
    expect(first?.items.map(({ id }) => id)).toEqual([29, ...range(290, 298)].map((nth) => 10_000 + 3 * nth));
    expect(next?.items.map(({ id }) => id)).toEqual([299, ...range(2900, 2908)].map((nth) => 10_000 + 3 * nth));
    expect(next?.counts).toEqual(first?.counts);
    expect(next?.counts.added).toBe(111);
  });

  it.each([
    ['another filter', { template: 'thing', limit, search: 'Item' }],
    ['another template', { template: 'other', limit }],
    ['no template', { limit }],
    ['no limit', { template: 'thing' }],
  ])('are refused with %s than the cursor was created for', async (_name, query) => {
    const cursor = (await dev.changes({ template: 'thing', limit })).templates[0]?.next_cursor;
    const params = { instanceId: server.studio.dev };
    const refused = await server.send(sync.listChanges, { params, query: { ...query, cursor } }, { as: 'owner' });
    expect(refused).toMatchObject({ status: 422, body: { fields: { cursor: expect.stringContaining('same list') } } });
  });

  const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);
});

describe('all changes in one response', () => {
  it('are the same text as a page that contains them all', async () => {
    await server.app.deps.database.query(
      'delete from items where id > 10900 and template_key in (select key from templates)',
      [],
    );
    const text = async (query: Record<string, number>) => {
      const url = urlOf(sync.listChanges, { params: { instanceId: server.studio.dev }, query });
      return (await server.app.inject({ url, headers: { authorization: server.bearer('owner') } })).body;
    };
    const whole = await text({});
    expect(whole).toContain('"name":"Item \\"300\\" \\n\\\\ <é>"');
    // Only pages have the last edits.
    expect(whole).toBe((await text({ limit: 1000 })).replaceAll(/"edited":\{[^}]+\},/g, ''));
  });

  it('are read in batches, and not far ahead of their reader', async () => {
    const { database, statements } = counting();
    await server.app.deps.database.query("update items set label = label || repeat('x', 1000)", []);
    const open = () => streamChanges({ database }, server.studio.dev, {});
    const stream = await open();
    const chunks = stream[Symbol.asyncIterator]();
    for (let taken = 0; taken < 3; taken += 1) await chunks.next();
    for (let other = 0; other < 10; other += 1) await server.app.deps.database.query('select 1', []);
    expect(statements()).toBeLessThan(15);
    await chunks.return?.();
    const list = JSON.parse(Buffer.concat(await (await open()).toArray()).toString()) as ChangeList;
    expect(list.templates[0]?.items).toHaveLength(count);
    expect(statements()).toBeGreaterThan(45);
  });
});
