import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { streamItems } from '../../server/content/lists/stream-items.ts';
import type { Database } from '../../server/core/database/database.ts';
import { field, inOrder, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const fields = inOrder([field('title', 'text'), field('price', 'integer')]);
/** The prices of the items, in the order of their ids. */
const stored = Array.from({ length: 2500 }, (_, index) => index);
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'thing', fields);
  const bodies = stored.map((price) => saveBody('thing', fields, { title: 'x'.repeat(900), price }));
  for (let at = 0; at < stored.length; at += 1000) await saveAll(server, bodies.slice(at, at + 1000));
});

/** The database with its calls counted, failing after a given number. */
function counted(limit = Number.POSITIVE_INFINITY): { database: Database; calls: () => number } {
  const { database } = server.app.deps;
  let calls = 0;
  const bytes: Database['bytes'] = async (...query) => {
    calls += 1;
    if (calls > limit) throw new Error('The database is gone.');
    return database.bytes(...query);
  };
  return { database: { ...database, bytes }, calls: () => calls };
}

const lists = [
  { name: 'all items', body: {} },
  {
    name: 'filtered and sorted items',
    body: {
      filters: [{ template_field_id: 'price', op: filterOps.moreOrEqual, value: '0' }],
      sort: { field: 'price', direction: 'desc' as const },
    },
  },
];

describe.each(lists)('a stream of $name', ({ body }) => {
  const open = (database: Database) => streamItems(database, server.studio.dev, 'thing', body);

  it('is one JSON text, read in several batches', async () => {
    const { database, calls } = counted();
    const text = Buffer.concat(await (await open(database)).toArray()).toString();
    const { items } = JSON.parse(text) as { items: { values: { price: number } }[] };
    const prices = items.map(({ values }) => values.price);
    expect(prices.toSorted((a, b) => a - b)).toEqual(stored);
    expect(calls()).toBeGreaterThan(2);
  });

  it('reads at most one batch ahead of its reader, and stops when the reader does', async () => {
    const { database, calls } = counted();
    const stream = await open(database);
    const chunks = stream[Symbol.asyncIterator]();
    await chunks.next();
    await chunks.next();
    await expect.poll(calls).toBeGreaterThan(0);
    expect(calls()).toBeLessThanOrEqual(4);
    await chunks.return?.();
    const before = calls();
    expect(stream.destroyed).toBe(true);
    for (let other = 0; other < 10; other += 1) await database.query('select 1', []);
    // The pending batch has arrived, and may have requested the one after it.
    expect(calls()).toBeLessThanOrEqual(before + 1);
  });

  it('breaks off without a proper end if the database fails', async () => {
    const { database } = counted(1);
    const chunks: Buffer[] = [];
    const reading = (async () => {
      for await (const chunk of await open(database)) chunks.push(chunk as Buffer);
    })();
    await expect(reading).rejects.toThrow('The database is gone.');
    expect(Buffer.concat(chunks).toString().endsWith(']}')).toBe(false);
  });

  it('returns items as they were when read, while others are saved and deleted', async () => {
    const { database } = counted();
    const stream = await open(database);
    const [row] = await database.query<{ id: number }>('select min(id) + 1200 as id from items', []);
    await database.query('delete from items where id = $1', [row?.id]);
    stored.splice(1200, 1);
    const { items } = JSON.parse(Buffer.concat(await stream.toArray()).toString()) as { items: unknown[] };
    expect([stored.length, stored.length + 1]).toContain(items.length);
  });
});

it('does not read ahead while a batch of large items is written', async () => {
  const large = 200_000;
  await saveAll(
    server,
    Array.from({ length: 12 }, () => saveBody('thing', fields, { title: 'y'.repeat(large), price: -1 })),
  );
  const { database, calls } = counted();
  const body = { filters: [{ template_field_id: 'price', op: filterOps.equal, value: '-1' }] };
  const stream = await streamItems(database, server.studio.dev, 'thing', body);
  const chunks = stream[Symbol.asyncIterator]();
  for (let read = 0; read < large; read += ((await chunks.next()).value as Buffer).length);
  for (let other = 0; other < 10; other += 1) await database.query('select 1', []);
  expect(calls()).toBe(1);
  await chunks.return?.();
});
