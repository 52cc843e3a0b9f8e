import { drizzle, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { StartError } from '../errors.ts';
import type { Database, Db, Query } from './database.ts';
import { migrate } from './migrate.ts';

const int8 = 20;
const numbers = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** Any number; servers that migrate at the same time agree on it. */
const migrationLock = 7_164_001;

const dialect = new PgDialect();

/** Leaves values as the server sends them. */
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
 * Statements are written so that one plan fits all values: planning anew for each would take longer than most of them run.
 * Compiling one would take longer than any of them runs.
 */
const planning = 'set plan_cache_mode = force_generic_plan; set jit = off';

/** A pool of connections to a PostgreSQL server. */
export async function openPostgres(
  url: string,
  { connections = 20, migrations }: { connections?: number; migrations: string },
): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types: numbers,
    connectionTimeoutMillis: 10_000,
    application_name: 'quartermaster',
    verify: (client, done) => {
      client.query(planning).then(() => done(), done);
    },
  });
  // A connection that breaks while idle is replaced by the next query; without a listener it would end the process.
  pool.on('error', () => {});
  const transaction = <T>(work: (tx: Db, query: Query) => Promise<T>) =>
    inTransaction(pool, (client) => {
      const tx = new NodePgTransaction(dialect, new NodePgSession(client, dialect, undefined), undefined);
      return work(tx as unknown as Db, queryOn(client));
    });
  try {
    await migrate(
      migrations,
      (sql, values) => pool.query(sql, values),
      (work) =>
        inTransaction(pool, async (client) => {
          await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
          await work((sql, values) => client.query(sql, values));
        }),
    );
  } catch (error) {
    await pool.end();
    throw new StartError(`The database at ${withoutPassword(url)} cannot be used: ${reason(error)}`, { cause: error });
  }
  return {
    kind: 'postgres',
    db: drizzle(pool) as unknown as Db,
    query: queryOn(pool),
    bytes: async (text, values, name) => {
      const query = { text, values: values as unknown[], binary: true, types: untouched, ...(name && { name }) };
      const { rows } = await pool.query<BytesRow>(query);
      return rows[0]?.value ?? undefined;
    },
    script: (text) => runScript(pool, text),
    transaction,
    close: () => pool.end(),
  };
}

/** A script that fails may have left its transaction open, so its connection does not go back to the pool. */
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

/** Where even the rollback fails, the connection is thrown away instead of going back to the pool. */
async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const value = await work(client);
    await client.query('commit');
    client.release();
    return value;
  } catch (error) {
    client.release(
      await client.query('rollback').then(
        () => false,
        () => true,
      ),
    );
    throw error;
  }
}

function withoutPassword(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.host}${parsed.pathname}` : 'DATABASE_URL';
}

function reason(error: unknown): string {
  const { code, message, errors } = error as { code?: string; message?: string; errors?: Error[] };
  return message || errors?.[0]?.message || code || String(error);
}
