import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../server/core/database/database.ts';
import { openDatabase } from '../../server/core/database/open-database.ts';
import { withLongTimeout } from '../../server/core/database/timeouts.ts';
import { toAppError } from '../../server/core/http/error-handler.ts';
import { eventually } from '../support/eventually.ts';
import { type FakePostgres, noMigrations, startFakePostgres } from '../support/fake-postgres.ts';
import { openFreshDatabase } from '../support/server-database.ts';
import { cleanUp, temporaryFolder } from '../support/server-process.ts';

let postgres: FakePostgres;
let database: Database;
const open = () =>
  openDatabase({
    url: postgres.url,
    folder: '',
    migrations: noMigrations(temporaryFolder()),
    connections: 2,
    timeouts: { statement: 60_000, connection: 60_000 },
  });

beforeEach(async () => {
  postgres = await startFakePostgres();
});
afterEach(async () => {
  await postgres.close();
  await database.close();
  await cleanUp();
});

/** The error that a caller receives. */
const errorOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error === undefined) throw new Error('It has not failed.');
  const { status, retryAfter } = toAppError(error);
  return { status, retryAfter };
};
const unavailable = { status: 503, retryAfter: expect.any(Number) };

describe('a connection that breaks', () => {
  test('between two statements of a transaction fails that transaction and not the process', async () => {
    database = await open();
    const work = database.transaction(async (query) => {
      await query('select 1', []);
      postgres.breakConnections();
      // The client has noticed once it rejects statements.
      await eventually(() => expect(query('select 2', [])).rejects.toThrow());
      return query('select 3', []);
    });
    expect(await errorOf(work)).toEqual(unavailable);
    expect(await database.query('select 4', [])).toEqual([]);
  });

  test('during a statement of a transaction does not affect the next one', async () => {
    database = await open();
    const work = database.transaction((query) => {
      postgres.fallSilent();
      const answer = query('select 1', []);
      postgres.breakConnections();
      return answer;
    });
    expect(await errorOf(work)).toEqual(unavailable);
    postgres.speak();
    await database.transaction(async (query) => query('select 2', []));
  });

  test('during a statement outside of a transaction, or of a script', async () => {
    database = await open();
    for (const ask of [() => database.query('select 1', []), () => database.script('select 1; select 2')]) {
      await database.query('select 0', []);
      postgres.fallSilent();
      const answer = errorOf(ask());
      await eventually(() => expect(postgres.connections()).toBeGreaterThan(0));
      postgres.breakConnections();
      expect(await answer).toEqual(unavailable);
      postgres.speak();
    }
  });
});

describe('a database that accepts connections and never responds', () => {
  // Only this timeout is short: on a busy machine everything else is slow, too.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  /** Advances the clock minute by minute until the work has ended. */
  const afterMinutes = async <Answer>(work: Promise<Answer>): Promise<Answer> => {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    work.then(end, end);
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve));
      await vi.advanceTimersByTimeAsync(60_000);
    }
    return work;
  };

  test('times out statements, transactions and scripts', async () => {
    database = await open();
    for (const ask of [
      () => database.query('select 1', []),
      () => database.transaction((query) => query('select 1', [])),
      () => database.script('select 1; select 2'),
    ]) {
      await database.query('select 0', []);
      postgres.fallSilent();
      expect(await afterMinutes(errorOf(ask()))).toEqual(unavailable);
      postgres.speak();
    }
  });

  test('times out new connections, and calls that wait for one in the pool', async () => {
    database = await open();
    postgres.fallSilent();
    // More than there are connections.
    const calls = Array.from({ length: 5 }, () => errorOf(database.query('select 1', [])));
    expect(await afterMinutes(Promise.all(calls))).toEqual(Array.from(calls, () => unavailable));
    // Connections opened for calls that have ended also time out.
    await vi.advanceTimersByTimeAsync(60_000);
    postgres.speak();
    expect(await database.query('select 1', [])).toEqual([]);
  });

  test('has a longer timeout for slow statements', async () => {
    database = await open();
    await Promise.all([database.query('select 0', []), database.query('select 0', [])]);
    expect(postgres.connections()).toBe(2);
    postgres.fallSilent();
    const long = withLongTimeout(() => database.query('select 1', []));
    const short = database.query('select 1', []);
    await expect(afterMinutes(short)).rejects.toThrow('timeout');
    await eventually(() => expect(postgres.connections()).toBe(1));
    postgres.breakConnections();
    await expect(long).rejects.toThrow('terminated');
    postgres.speak();
  });
});

const server = process.env.DATABASE_URL;
if (server) {
  test('a backend that is terminated inside a transaction does not end the process', async () => {
    database = await openFreshDatabase();
    const work = database.transaction(async (query) => {
      const [own] = await query<{ pid: number }>('select pg_backend_pid() as pid', []);
      await database.query('select pg_terminate_backend($1)', [own?.pid]);
      await eventually(() => expect(query('select 1', [])).rejects.toThrow());
      return query('select 1', []);
    });
    expect(await errorOf(work)).toEqual(unavailable);
    expect(await database.query('select 1 as one', [])).toEqual([{ one: 1 }]);
  });
}
