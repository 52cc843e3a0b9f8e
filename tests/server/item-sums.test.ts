import { beforeEach, describe, expect, test } from 'vitest';
import type { Query } from '../../server/core/database/database.ts';
import { listDifferences } from '../../server/modules/sync/pairs/differences-sql.ts';
import { findPair } from '../../server/modules/sync/pairs/pair.ts';
import { shows } from '../specification/shows.ts';
import { type Dice, diceOf } from '../support/dice.ts';
import { comparedInFull, wrongSums } from '../support/item-sums.ts';
import { isLong } from '../support/long.ts';
import { countingRows } from '../support/rows-read.ts';
import { field, inOrder, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { syncOf } from '../support/sync.ts';

const fields = inOrder([field('title', 'text')]);
let server: TestServer;
let query: Query;

beforeEach(async () => {
  server = await startTestServer();
  query = server.app.deps.database.query;
  for (const id of ['thing', 'other']) await saveTemplate(server, id, fields);
  await syncOf(server, server.studio.dev).all();
});

const keyOf = async (templateId: string, instanceId: number) =>
  (
    await query<{ key: number }>('select key from templates where id = $1 and instance_id = $2', [
      templateId,
      instanceId,
    ])
  )[0]?.key ?? 0;

const differing = async () => {
  const pair = await findPair(query, server.studio.dev);
  return (await listDifferences(query, pair)).items.map(({ id }) => id);
};

const insertItems = (key: number, first: number, count: number, label = 'Item') =>
  query(
    `insert into items (template_key, id, label, "values", version, created_at, updated_at)
      select $1, n, $4, '{}', 1, now(), now() from generate_series($2::int, $2::int + $3::int - 1) n on conflict do nothing`,
    [key, first, count, label],
  );

/** Statements as saves, syncs and template changes send them, to items that are few and far between. */
function writes(dice: Dice, keys: readonly number[]): () => Promise<unknown> {
  const id = () => (dice.percent(70) ? dice.below(400) : dice.below(100_000)) + 1;
  const label = () => dice.oneOf(['a', 'b', 'c']);
  const key = () => dice.oneOf(keys);
  const actions: (() => Promise<unknown>)[] = [
    () => insertItems(key(), id(), 1 + dice.below(200), label()),
    () => query('update items set label = $2 where template_key = $1 and id % 7 = $3', [key(), label(), dice.below(7)]),
    // Of all templates at once, and of none of the content.
    () => query('update items set label = $1 where id between $2 and $2::int + 90', [label(), id()]),
    () => query('update items set version = version + 1, synced_hash = hash where template_key = $1', [key()]),
    () => query('delete from items where template_key = $1 and id between $2 and $2::int + 50', [key(), id()]),
    // The same content under other ids must not have equal sums.
    () =>
      query(`update items set label = case id % 2 when 0 then 'a' else 'b' end where template_key = $1 and id < 100`, [
        key(),
      ]),
    () =>
      query(`update items set label = case id % 2 when 0 then 'b' else 'a' end where template_key = $1 and id < 100`, [
        key(),
      ]),
    () =>
      query(
        `with changed as (update items set label = $3 where template_key = $1 and id < 200),
          gone as (delete from items where template_key = $2 and id between 100 and 120)
          insert into items (template_key, id, label, "values", version, created_at, updated_at)
          select $2, n, $3, '{}', 1, now(), now() from generate_series(500000, 500010) n on conflict do nothing`,
        [keys[0], keys[1], label()],
      ),
    () =>
      query(
        `insert into items (template_key, id, label, "values", version, created_at, updated_at)
          select $2, id, label, "values", version, created_at, updated_at from items where template_key = $1
          on conflict (template_key, id) do update set label = excluded.label`,
        dice.percent(50) ? [keys[0], keys[1]] : [keys[1], keys[0]],
      ),
    () =>
      server.app.deps.database
        .transaction(async (inside) => {
          await inside('update items set label = $2 where template_key = $1', [key(), label()]);
          throw new Error('rolled back');
        })
        .catch(() => undefined),
  ];
  return () => dice.oneOf(actions)();
}

test.each(Array.from({ length: isLong ? 30 : 3 }, (_, seed) => seed))(
  'whatever was written, what differs is what reading all items finds (%i)',
  async (seed) => {
    shows('5.running.compared');
    const { dev, stage } = server.studio;
    const keys = await Promise.all(
      ['thing', 'other'].flatMap((id) => [dev, stage].map((instanceId) => keyOf(id, instanceId))),
    );
    const write = writes(diceOf(seed), keys);
    for (let turn = 0; turn < 40; turn += 1) {
      await write();
      expect(await differing()).toEqual(await comparedInFull(query, dev, stage));
    }
    expect(await wrongSums(query)).toEqual([]);
    await query('delete from templates where key = any($1::int[])', [`{${keys.slice(0, 2).join(',')}}`]);
    expect(await wrongSums(query)).toEqual([]);
  },
);

test('only items whose neighbours differ are read', async () => {
  const keys = [await keyOf('thing', server.studio.dev), await keyOf('thing', server.studio.stage)] as const;
  for (const key of keys) await insertItems(key, 1, 20_000);
  await query(`update items set label = 'Changed' where template_key = $1 and id in (7, 9000, 9001)`, [keys[0]]);
  await query('analyze items', []);
  const counting = countingRows(server.app.deps.database, ['items']);
  const { items } = await listDifferences(counting.query, await findPair(query, server.studio.dev));
  expect(items.map(({ id }) => id)).toEqual([7, 9000, 9001]);
  expect(counting.rows()).toBeGreaterThan(0);
  expect(counting.rows()).toBeLessThan(4 * 2 * 64);
});

// The embedded database has one connection.
if (process.env.DATABASE_URL)
  describe('saves of neighbours at the same time', () => {
    test('do not wait for each other, and both count', async () => {
      const key = await keyOf('thing', server.studio.dev);
      await insertItems(key, 1, 10);
      const rename = (on: Query, id: number) =>
        on('update items set label = label || $2 where template_key = $1 and id = $3', [key, 'x', id]);
      await server.app.deps.database.transaction(async (first) => {
        await rename(first, 1);
        // Each would wait for the lock timeout, and fail.
        await server.app.deps.database.transaction(async (second) => {
          await second(`set local lock_timeout = '1s'`, []);
          await rename(second, 2);
          await rename(second, 3);
        });
        await rename(first, 4);
      });
      expect(await wrongSums(query)).toEqual([]);
      await Promise.all(Array.from({ length: 40 }, (_, at) => rename(query, 1 + (at % 10))));
      expect(await wrongSums(query)).toEqual([]);
    });
  });
