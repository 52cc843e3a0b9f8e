import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import type { Database } from '../../server/core/database.ts';
import { openDatabase } from '../../server/core/open-database.ts';

export const migrations = join(import.meta.dirname, '../../server/migrations');

/** Begins the names of the databases that the workers of a test run make; all are dropped at its end. */
export const testDatabasePrefix = (): string => `quartermaster_test_${process.env.QM_TEST_RUN ?? process.pid}_`;

let opened: Promise<Database> | undefined;

/** The worker's own database with all tables: in memory, or one of its own on the server of DATABASE_URL. */
export function testDatabase(): Promise<Database> {
  opened ??= open();
  return opened;
}

async function open(): Promise<Database> {
  const server = process.env.DATABASE_URL;
  if (!server) return openDatabase({ folder: 'memory://', migrations });
  const name = `${testDatabasePrefix()}${randomBytes(4).toString('hex')}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return openDatabase({ url: url.href, folder: '', migrations, connections: 5 });
}

/** Runs one statement on the server itself. */
export async function onServer(server: string, statement: string): Promise<{ datname?: string }[]> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

let tables: string | undefined;

/** Empties every table. Ids go on, so that nothing that was remembered of a row fits another one. */
export async function emptyDatabase(database: Database): Promise<void> {
  tables ??= (await tableNames(database)).map((name) => `"${name}"`).join(', ');
  await database.query(`truncate ${tables}`, []);
  const [jobs] = await database.query<{ found: boolean }>("select to_regclass('pgboss.job') is not null as found", []);
  if (jobs?.found) await database.query('delete from pgboss.job', []);
}

/** Every table of the schema but the record of migrations. */
export async function tableNames(database: Database): Promise<string[]> {
  const rows = await database.query<{ tablename: string }>(
    "select tablename from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' order by tablename",
    [],
  );
  return rows.map(({ tablename }) => tablename);
}

/** Tables that others refer to, in the order in which they can be filled. */
const filledFirst = ['accounts', 'workspaces', 'projects', 'instances', 'roles', 'templates'];

/**
 * Keeps what the tables hold now, and answers what brings them back to it: some milliseconds instead of the time that
 * filling them through the services takes.
 */
export async function keepState(database: Database): Promise<() => Promise<void>> {
  const names = await tableNames(database);
  const rank = (name: string) => (filledFirst.includes(name) ? filledFirst.indexOf(name) : filledFirst.length);
  const refills: string[] = [];
  await database.script('drop schema if exists kept cascade; create schema kept');
  for (const name of names.toSorted((a, b) => rank(a) - rank(b))) {
    const [some] = await database.query(`select 1 from "${name}" limit 1`, []);
    if (!some) continue;
    const columns = await database.query<{ column_name: string }>(
      "select column_name from information_schema.columns where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'",
      [name],
    );
    const list = columns.map(({ column_name }) => `"${column_name}"`).join(', ');
    await database.script(`create table kept."${name}" as select ${list} from "${name}"`);
    refills.push(`insert into "${name}" (${list}) select ${list} from kept."${name}"`);
  }
  return async () => {
    await emptyDatabase(database);
    await database.script(refills.join('; '));
  };
}
