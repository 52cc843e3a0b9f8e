import { setTimeout as pause } from 'node:timers/promises';
import { activity } from '@quartermaster/contract/endpoints/activity.ts';
import { afterEach, expect, test } from 'vitest';
import type { Query } from '../../server/core/database/database.ts';
import { openDatabase } from '../../server/core/database/open-database.ts';
import { createSecrets } from '../../server/core/environment/secrets.ts';
import { signSession } from '../../server/core/session/session-token.ts';
import { shows } from '../specification/shows.ts';
import { diceOf } from '../support/dice.ts';
import { eventually } from '../support/eventually.ts';
import { restartableServer } from '../support/restartable-server.ts';
import { urlOf } from '../support/server.ts';
import { migrations, timeouts } from '../support/server-database.ts';
import { cleanUp } from '../support/server-process.ts';
import { seedStudio } from '../support/server-studio.ts';
import { timeout } from '../support/timeout.ts';
import { createTwoServers } from '../support/two-servers.ts';

afterEach(cleanUp);

/** ACTIVITY_KILLS=20 kills 20 servers. */
const kills = Number(process.env.ACTIVITY_KILLS ?? 1);
const seed = Number(process.env.ACTIVITY_SEED ?? 1);

/** Stores events of an instance, each with a number of its own. */
const emit = (query: Query, instanceId: number, first: number, count: number) =>
  query(
    `insert into events (instance_id, kind, actor, origin, details)
      select $1, 'export.completed', 'system', 'form', jsonb_build_object('report_id', n) from generate_series($2::int, $3::int) n`,
    [instanceId, first, first + count - 1],
  );

/** The numbers of the events that were read so far, in their order, of the entries, and of the events that are left. */
async function look(query: Query) {
  const numbers = async (sql: string) =>
    (await query<{ n: number }>(`select (details->>'report_id')::int as n from ${sql}`, [])).map(({ n }) => n);
  const reader = "coalesce((select position from event_consumers where name = 'activity'), 0)";
  return {
    read: await numbers(`events where position <= ${reader} order by position`),
    entries: await numbers('activity order by id'),
    left: await numbers(`events where position is null or position > ${reader}`),
  };
}

test(`a server that is killed ${kills} times while it adds entries adds each once, and leaves none out`, {
  timeout: (2 + kills) * 2 * timeout,
}, async () => {
  shows('4.activity.once');
  const dice = diceOf(seed);
  const restartable = await restartableServer(async () => {});
  const { studio, call, onDatabase } = restartable;
  const list = () => call(activity.list, { params: { projectId: studio.projectId }, query: { limit: 1 } });
  const count = 4000;
  let emitted = 0;
  let duration = 1500;
  for (let made = 0; made < kills; made += 1) {
    const now = await onDatabase(async ({ query }) => {
      if ((await look(query)).left.length < count) {
        await emit(query, studio.dev, emitted + 1, count);
        emitted += count;
      }
      return look(query);
    });
    const server = await restartable.begin({ LOG_LEVEL: 'error' });
    const answers = Promise.allSettled([1, 2, 3, 4].map(list));
    await pause(dice.below(1000) * (duration / 1000));
    server.child.kill('SIGKILL');
    expect(await server.ended).toBe('SIGKILL');
    await answers;
    const { read, entries, left } = await onDatabase(({ query }) => look(query));
    expect(entries, `kill ${made}`).toEqual(read);
    // Otherwise all kills would be too early on a busy machine, or too late.
    duration *= read.length === now.read.length ? 1.5 : left.length === 0 ? 0.7 : 1;
  }
  const server = await restartable.begin({ LOG_LEVEL: 'error' });
  // A reader waits for a part of what is left.
  for (let turn = 0; turn <= emitted / 2000; turn += 1) await list();
  server.child.kill('SIGTERM');
  await server.ended;
  const { entries, left } = await onDatabase(({ query }) => look(query));
  expect(left).toEqual([]);
  expect(entries.toSorted((a, b) => a - b)).toEqual(Array.from({ length: emitted }, (_, index) => index + 1));
});

const postgres = process.env.DATABASE_URL;
// The embedded database allows one process at a time.
if (postgres)
  test('two servers add entries at once, and one takes over from the other that dies while it adds some', {
    timeout: 4 * timeout,
  }, async () => {
    shows('4.activity.once');
    const pair = await createTwoServers(postgres, { LOG_LEVEL: 'error' });
    const database = await openDatabase({ url: pair.databaseUrl, folder: '', migrations, connections: 3, timeouts });
    const { query } = database;
    const studio = await seedStudio(database, new Date());
    await pair.start();
    const parts = { secrets: createSecrets(pair.secretKey), clock: { now: () => new Date() } };
    const list = async (index: 0 | 1) => {
      const { token } = signSession({ accountId: studio.accounts.owner, sessionsSince: 0 }, parts);
      const input = { params: { projectId: studio.projectId }, query: { limit: 1 } };
      const headers = { authorization: `Bearer ${token}` };
      expect((await fetch(`${pair.servers[index]?.url}${urlOf(activity.list, input)}`, { headers })).status).toBe(200);
    };
    const expectOnce = async (count: number) => {
      const { read, entries, left } = await look(query);
      expect(left).toEqual([]);
      expect(entries).toEqual(read);
      expect(entries.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    };

    // Both read while more and more events are stored.
    for (let turn = 0; turn < 40; turn += 1)
      await Promise.all([emit(query, studio.dev, 1 + 100 * turn, 100), list(0), list(1), list(0), list(1)]);
    await eventually(async () => {
      await list(0);
      await expectOnce(4000);
    });

    await emit(query, studio.dev, 4001, 1200);
    const held = Promise.withResolvers<void>();
    const isLocked = Promise.withResolvers<void>();
    const locking = database.transaction(async (inside) => {
      await inside('lock table activity in exclusive mode', []);
      isLocked.resolve();
      await held.promise;
    });
    await isLocked.promise;
    const dying = list(0).catch(() => {});
    await eventually(async () =>
      expect(
        await query(
          "select 1 from pg_locks where relation = 'activity'::regclass and not granted and database = (select oid from pg_database where datname = current_database())",
          [],
        ),
      ).toHaveLength(1),
    );
    pair.servers[0]?.child.kill('SIGKILL');
    await pair.servers[0]?.ended;
    await dying;
    held.resolve();
    await locking;
    await eventually(async () => {
      await list(1);
      await expectOnce(5200);
    });
    await pair.close();
    await database.close();
  });
