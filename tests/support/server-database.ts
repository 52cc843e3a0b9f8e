import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type Database, openDatabase } from '../../server/core/database.ts';

export const migrations = fileURLToPath(new URL('../../server/migrations', import.meta.url));

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
