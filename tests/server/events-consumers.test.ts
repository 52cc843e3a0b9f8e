import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { consumeEvents, type EventConsumer } from '../../server/core/app/consume-events.ts';
import { removeOldEvents } from '../../server/core/app/event-retention.ts';
import type { RunUnit } from '../../server/core/app/unit.ts';
import type { Database, Query } from '../../server/core/database/database.ts';
import { openDatabase } from '../../server/core/database/open-database.ts';
import type { StoredEvent } from '../../server/core/events/event.ts';
import { insertEvent, numberEvents } from '../../server/core/events/event-repository.ts';
import { eventually } from '../support/eventually.ts';
import { migrations, openFreshDatabase, timeouts } from '../support/server-database.ts';
import { unitWithoutJobs } from '../support/unit.ts';

let database: Database;
let unit: RunUnit;
/** Aborted at the end of a test. */
let ending: AbortController;
/** Lets what a test holds back continue. */
let release = () => {};
beforeEach(async () => {
  ending = new AbortController();
  database = await openFreshDatabase();
  unit = unitWithoutJobs(database);
  await database.script('create table handled (place serial, consumer text, report_id int)');
});
afterEach(async () => {
  ending.abort();
  release();
  await database.close();
});

const author = { actor: { kind: 'account', accountId: 5 }, origin: 'form' } as const;
const emitWith = (query: Query, report_id: number) =>
  insertEvent(query, { kind: 'export.completed', instanceId: 3, author, report_id });
const emit = async (...ids: number[]) => {
  for (const id of ids) await emitWith(database.query, id);
};

const emitMany = (query: Query, count: number) =>
  query(
    `insert into events (instance_id, kind, account_id, actor, origin, details)
      select 3, 'export.completed', 5, 'account', 'form', jsonb_build_object('report_id', id) from generate_series(1, $1::int) id`,
    [count],
  );
const idsTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

const idsOf = (events: readonly StoredEvent[]) =>
  events.map((event) => (event.kind === 'export.completed' ? event.report_id : undefined));

/** A consumer that writes what it has handled. */
const consumer = (name = 'first', meanwhile: () => void | Promise<void> = () => {}): EventConsumer => ({
  name,
  handle: async ({ query }, events) => {
    for (const id of idsOf(events))
      await query('insert into handled (consumer, report_id) values ($1, $2)', [name, id]);
    await meanwhile();
  },
});
const consume = (what = consumer(), run = unit) => consumeEvents(run, what, ending.signal);
const handled = async (name = 'first') =>
  (
    await database.query<{ report_id: number }>('select report_id from handled where consumer = $1 order by place', [
      name,
    ])
  ).map(({ report_id }) => report_id);

test('a consumer gets each event after its first call once, in order, with all that was emitted', async () => {
  await emit(1, 2);
  await consume();
  expect(await handled()).toEqual([]);
  await emit(3, 4);
  const read: StoredEvent[] = [];
  const add = (_: unknown, events: readonly StoredEvent[]) => {
    read.push(...events);
    return Promise.resolve();
  };
  await consume({ name: 'first', handle: add });
  expect(read).toEqual(
    [3, 4].map((report_id) => ({
      kind: 'export.completed',
      instanceId: 3,
      accountId: 5,
      actor: 'account',
      origin: 'form',
      report_id,
      at: expect.any(Date),
      position: expect.any(Number),
    })),
  );
  await consume();
  expect(await handled()).toEqual([]);
});

test('consumers have positions of their own', async () => {
  await consume();
  await emit(1);
  await consume(consumer('second'));
  await emit(2);
  await consume(consumer('second'));
  await emit(3);
  await consume();
  expect([await handled(), await handled('second')]).toEqual([[1, 2, 3], [2]]);
});

test('many events come in batches', async () => {
  await consume();
  await emitMany(database.query, 2300);
  const sizes: number[] = [];
  const { handle } = consumer();
  await consume({
    name: 'first',
    handle: (inside, events) => {
      sizes.push(events.length);
      return handle(inside, events);
    },
  });
  expect(sizes).toEqual([500, 500, 500, 500, 300]);
  expect(await handled()).toEqual(idsTo(2300));
});

test('a batch whose handling fails is rolled back, and handled again', async () => {
  await consume();
  await emit(1, 2);
  const fails = consume(
    consumer('first', () => {
      throw new Error('no answer');
    }),
  );
  await expect(fails).rejects.toThrow('no answer');
  expect(await handled()).toEqual([]);
  await emit(3);
  await consume();
  expect(await handled()).toEqual([1, 2, 3]);
});

test('an event of a transaction that is rolled back is not read', async () => {
  await consume();
  const rolledBack = database.transaction(async (query) => {
    await emitWith(query, 1);
    throw new Error('on second thoughts');
  });
  await expect(rolledBack).rejects.toThrow('on second thoughts');
  await emit(2);
  await consume();
  expect(await handled()).toEqual([2]);
});

describe('events older than 30 days', () => {
  const remove = () => removeOldEvents({ database, unit, clock: { now: () => new Date() } }, ending.signal);
  const left = async () =>
    (await database.query<{ id: number }>(`select (details->>'report_id')::int as id from events order by id`, [])).map(
      ({ id }) => id,
    );
  const age = (ids: number[], interval: string) =>
    database.query(`update events set at = now() - $2::interval where (details->>'report_id')::int = any($1)`, [
      ids,
      interval,
    ]);

  test('are deleted, read or not, in any number of runs', async () => {
    await emit(1, 2, 3);
    await consume();
    await emit(4, 5, 6);
    await age([1, 4], '30 days 1 minute');
    await age([2, 5], '29 days 23 hours');
    await remove();
    expect(await left()).toEqual([2, 3, 5, 6]);
    await remove();
    await consume();
    expect(await handled()).toEqual([5, 6]);
  });

  test('are deleted in batches', async () => {
    await database.query(
      `insert into events (instance_id, kind, account_id, actor, origin, details, at)
        select 3, 'menu.changed', 5, 'account', 'form', '{}', now() - interval '31 days' from generate_series(1, 11000)`,
      [],
    );
    await emit(1);
    const deleted: number[] = [];
    const query: Query = async (text, ...rest) => {
      const rows = await database.query<never>(text, ...rest);
      deleted.push(rows.length);
      return rows;
    };
    await removeOldEvents({ database: { ...database, query }, unit, clock: { now: () => new Date() } }, ending.signal);
    expect(deleted).toEqual([5000, 5000, 1000, 0]);
    expect(await left()).toEqual([1]);
  });

  test('do not take the position of a consumer along', async () => {
    await consume();
    await emit(1);
    await consume();
    await age([1], '31 days');
    await remove();
    await emit(2);
    await consume();
    expect(await handled()).toEqual([1, 2]);
  });
});

// The embedded database has a single connection, so its transactions follow each other.
const server = process.env.DATABASE_URL;
if (server) {
  /** The same database, as another server has it open. */
  const openAgain = async () => {
    const [row] = await database.query<{ name: string }>('select current_database() as name', []);
    const url = new URL(server);
    url.pathname = row?.name ?? '';
    return openDatabase({ url: url.href, folder: '', migrations, connections: 3, timeouts });
  };

  describe('transactions at the same time', () => {
    type Work = (query: Query) => Promise<unknown>;

    /** Runs the first part of a transaction, and the second one when it is to commit. */
    async function openTransaction(before: Work, after: Work = async () => {}) {
      const reached = Promise.withResolvers<void>();
      const end = Promise.withResolvers<void>();
      const done = database.transaction(async (query) => {
        await before(query);
        reached.resolve();
        await end.promise;
        await after(query);
      });
      await reached.promise;
      return {
        commit: () => {
          end.resolve();
          return done;
        },
      };
    }

    const waiting = async () =>
      (
        await database.query<{ count: number }>(
          `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          [],
        )
      )[0]?.count;

    test('an event that commits after others with higher ids is read after them', async () => {
      await consume();
      const late = await openTransaction((query) => emitWith(query, 1));
      await emit(2);
      await consume();
      expect(await handled()).toEqual([2]);
      await emit(3);
      await late.commit();
      await consume();
      expect(await handled()).toEqual([2, 1, 3]);
    });

    test('changes of one row are read in their order, whichever transaction began first', async () => {
      await database.script("create table item (label text); insert into item values ('one')");
      await consume();
      const change = (id: number) => async (query: Query) => {
        await query('update item set label = $1', [`${id}`]);
        await emitWith(query, id);
      };
      const first = await openTransaction((query) => query('select pg_current_xact_id()', []), change(2));
      await database.transaction((query) => change(1)(query));
      await first.commit();
      await consume();
      expect(await handled()).toEqual([1, 2]);
    });

    test('no event is skipped while two other servers assign positions', async () => {
      await consume();
      // As many as get positions at a time, so that the second server does not wait for the row of the first one.
      const late = await openTransaction((query) => emitMany(query, 1000));
      await emit(1001);
      let others: { commit: () => Promise<void>; second: Promise<unknown> } | undefined;
      await consume(
        consumer('first', async () => {
          if (others) return;
          await emit(1002);
          const { commit } = await openTransaction((query) => numberEvents(query));
          await late.commit();
          const second = unit(({ query }) => numberEvents(query));
          await Promise.race([second, eventually(async () => expect(await waiting()).toBe(1))]);
          others = { commit, second };
        }),
      );
      await others?.commit();
      await others?.second;
      await consume();
      expect(await handled()).toEqual([1001, 1002, ...idsTo(1000)]);
    });

    test('a second server does not handle a batch that a first one is handling', async () => {
      const other = await openAgain();
      await consume();
      await emit(1, 2);
      const handling = Promise.withResolvers<void>();
      const end = Promise.withResolvers<void>();
      release = end.resolve;
      const first = consume(
        consumer('first', () => {
          handling.resolve();
          return end.promise;
        }),
      );
      await handling.promise;
      await emit(3);
      await consume(consumer(), unitWithoutJobs(other));
      expect(await handled()).toEqual([]);
      end.resolve();
      await first;
      expect(await handled()).toEqual([1, 2, 3]);
      await other.close();
    });

    test('two servers at once handle each event once, in order', async () => {
      const other = await openAgain();
      await consume();
      const units = [unit, unitWithoutJobs(other)];
      const all = Array.from({ length: 200 }, (_, index) => index);
      let isDone = false;
      const emitting = Promise.all(
        [0, 1].map(async (half) => {
          for (const id of all.filter((one) => one % 2 === half)) await emit(id);
        }),
      ).then(() => (isDone = true));
      const consuming = units.map(async (run) => {
        while (!isDone) await consume(consumer(), run);
      });
      await Promise.all([emitting, ...consuming]);
      await consume();
      const positions = await database.query<{ id: number }>(
        `select (details->>'report_id')::int as id from events order by position`,
        [],
      );
      expect((await handled()).toSorted((a, b) => a - b)).toEqual(all);
      expect(await handled()).toEqual(positions.map(({ id }) => id));
      await other.close();
    });

    test('a batch is handled again if its server dies before the position is stored', async () => {
      const dying = await openAgain();
      await consume();
      await emit(1, 2);
      const dies = consume(
        {
          name: 'first',
          handle: async (inside, events) => {
            await consumer().handle(inside, events);
            const [own] = await inside.query<{ pid: number }>('select pg_backend_pid() as pid', []);
            await database.query('select pg_terminate_backend($1)', [own?.pid]);
          },
        },
        unitWithoutJobs(dying),
      );
      await expect(dies).rejects.toThrow();
      await consume();
      expect(await handled()).toEqual([1, 2]);
      await dying.close();
    });
  });
}
