import pg from 'pg';
import { StartError } from '../base/errors.ts';
import type { Database, Query } from './database.ts';
import { listenTo } from './listen.ts';
import { isDead } from './lost-connection.ts';
import { migrate, type Run } from './migrate.ts';
import { awaitMigrations, awaitOtherServers, type MigrationOrder, serverConnections } from './migration-order.ts';
import { type Timeouts, timeoutOf, withLongTimeout } from './timeouts.ts';

const int8 = 20;
const numbers = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** An arbitrary number; the advisory lock that makes servers migrate one after the other. */
const migrationLock = 7_164_001;

/** Returns values as the server sends them. */
const untouched = { getTypeParser: () => (value: Buffer) => value } as unknown as typeof pg.types;

interface BytesRow {
  value: Buffer | null;
}

const queryOn =
  (client: pg.Pool | pg.PoolClient): Query =>
  async <R>(text: string, values: readonly unknown[], name?: string) => {
    const result = await client.query<R & pg.QueryResultRow>({
      text,
      values: values as unknown[],
      ...(name && { name }),
    });
    return result.rows;
  };

/**
 * Statements are written so that one plan fits all values; planning them again for each execution, JIT-compiling them, or
 * starting parallel workers (20 ms) would take longer than most of them run.
 */
const planning = 'set plan_cache_mode = force_generic_plan; set jit = off; set max_parallel_workers_per_gather = 0';

/** Makes the server end a statement whose client has disconnected; not supported on every operating system. */
const noticeGoneClients = `do $$ begin
  perform set_config('client_connection_check_interval', '5s', false);
exception when others then null;
end $$`;

const usualTimeouts: Timeouts = { statement: 20_000, connection: 5000 };

/**
 * Applies the current timeout to every statement of a connection or pool. The pool determines it before it waits for a
 * connection: afterwards the code runs in the async context of the connection's previous user, whose timeout may be
 * longer.
 */
function limitStatements(on: pg.Pool | pg.PoolClient, usual: number): void {
  const send = on.query.bind(on) as (config: object, ...rest: unknown[]) => unknown;
  const limited = (config: string | object, ...rest: unknown[]) =>
    send({ query_timeout: timeoutOf(usual), ...(typeof config === 'string' ? { text: config } : config) }, ...rest);
  on.query = limited as typeof on.query;
}

const connectingTo = (url: string, timeouts = usualTimeouts) => ({
  connectionString: url,
  connectionTimeoutMillis: timeouts.connection,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  application_name: serverConnections,
});

/** How a pool connects. */
interface PoolOptions {
  connections?: number | undefined;
  timeouts?: Timeouts | undefined;
  /** Throws if a new connection must not be used. */
  check?: (client: pg.ClientBase) => Promise<void>;
}

/** The connections to a PostgreSQL server, primary or replica, as the product uses them. */
export function createPool(
  url: string,
  { connections = 20, timeouts = usualTimeouts, check = async () => {} }: PoolOptions,
): pg.Pool {
  const pool = new pg.Pool({
    ...connectingTo(url, timeouts),
    max: connections,
    types: numbers,
    verify: (client, done) => {
      check(client)
        .then(() => client.query(`${planning}; ${noticeGoneClients}`))
        .then(() => done(), done);
    },
  });
  // A broken connection is reported to its next user; without listeners, idle or in use, the error event would end the
  // process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    limitStatements(client, timeouts.statement);
  });
  limitStatements(pool, timeouts.statement);
  return pool;
}

/** The database that a pool is connected to. */
export const databaseOf = (pool: pg.Pool): Database => ({
  kind: 'postgres',
  query: queryOn(pool),
  bytes: async (text, values, name) => {
    const query = { text, values: values as unknown[], binary: true, types: untouched, ...(name && { name }) };
    const { rows } = await pool.query<BytesRow>(query);
    return rows[0]?.value ?? undefined;
  },
  script: (text) => runScript(pool, text),
  transaction: (work) => inTransaction(pool, (client) => work(queryOn(client))),
  close: () => pool.end(),
  connections: () => ({
    idle: pool.idleCount,
    busy: pool.totalCount - pool.idleCount,
    waiting: pool.waitingCount,
  }),
});

/** Opens a PostgreSQL server. */
export async function openPostgres(
  url: string,
  {
    migrations,
    order = 'start',
    ...options
  }: Omit<PoolOptions, 'check'> & { migrations?: string | undefined; order?: MigrationOrder },
): Promise<Database> {
  const pool = createPool(url, options);
  try {
    if (migrations === undefined) await pool.query('select 1');
    else await migrateInOrder(pool, { url, migrations, order });
  } catch (error) {
    await pool.end();
    if (error instanceof StartError) throw error;
    throw new StartError(`The database at ${withoutPassword(url)} cannot be used: ${reasonOf(error)}`, {
      cause: error,
    });
  }
  return {
    ...databaseOf(pool),
    listen: (channel, onMessage) => listenTo(connectingTo(url, options.timeouts), channel, onMessage),
  };
}

async function migrateInOrder(
  pool: pg.Pool,
  { url, migrations, order }: { url: string; migrations: string; order: MigrationOrder },
): Promise<void> {
  const run: Run = (sql, values) => pool.query(sql, values);
  if (order === 'wait') await awaitMigrations(url, migrations);
  if (order === 'only') await awaitOtherServers(run, migrations);
  await migrate(migrations, run, (work) =>
    withLongTimeout(() =>
      inTransaction(pool, async (client) => {
        await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
        await work((sql, values) => client.query(sql, values));
      }),
    ),
  );
}

/** A failed script may have left its transaction open, so its connection is not returned to the pool. */
async function runScript(pool: pg.Pool, text: string): Promise<unknown[]> {
  const client = await pool.connect();
  try {
    const rows = [await client.query(text)].flat().flatMap((result) => result.rows);
    client.release();
    return rows;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/**
 * A connection that is broken, or on which not even the rollback succeeds, is destroyed instead of being returned to
 * the pool.
 */
async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const value = await work(client);
    await client.query('commit');
    client.release();
    return value;
  } catch (error) {
    const isLost =
      isDead(error) ||
      (await client.query('rollback').then(
        () => false,
        () => true,
      ));
    client.release(isLost);
    throw error;
  }
}

/** The host and the database of an address. */
export function withoutPassword(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.host}${parsed.pathname}` : 'DATABASE_URL';
}

/** Why a server cannot be used, for the operator. */
export function reasonOf(error: unknown): string {
  const { code, message, errors } = error as { code?: string; message?: string; errors?: Error[] };
  return message || errors?.[0]?.message || code || String(error);
}
