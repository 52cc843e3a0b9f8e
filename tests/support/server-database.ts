import { Blob } from 'node:buffer';
import { createHash, randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { FreeSpace } from '../../server/core/base/free-space.ts';
import type { Database, Query } from '../../server/core/database/database.ts';
import { openDatabase } from '../../server/core/database/open-database.ts';
import { migratePglite, openPglite } from '../../server/core/database/pglite.ts';
import { startPglite } from '../../server/core/database/pglite-engine.ts';
import type { Timeouts } from '../../server/core/database/timeouts.ts';
import { temporaryFolder } from './server-process.ts';
import { timeout } from './timeout.ts';

export const migrations = join(import.meta.dirname, '../../server/migrations');

const modules = join(import.meta.dirname, '../../node_modules');

/** The prefix of the databases of a test run’s workers; all are dropped at its end. */
export const testDatabasePrefix = (): string => `quartermaster_test_${process.env.QM_TEST_RUN ?? process.pid}_`;

let opened: Promise<Database> | undefined;

/** The worker’s own migrated database: in memory, or a separate one on the server of DATABASE_URL. */
export function testDatabase(): Promise<Database> {
  opened ??= openFreshDatabase();
  return opened;
}

/** An embedded database in memory, in the thread of the tests: a thread of its own takes longer to start. */
async function openInMemory(freeSpace?: FreeSpace): Promise<Database> {
  const copy = await preparedCopy();
  return openPglite('memory://', migrations, {
    start: (folder) => startPglite(folder, copy),
    ...(freeSpace && { freeSpace }),
  });
}

/** An embedded database in memory whose disk is simulated: `freeSpace` says when it is full. */
export const openWithFreeSpace = (freeSpace: FreeSpace): Promise<Database> => openInMemory(freeSpace);

/** The embedded database as the product opens it: in a folder, and in a separate thread. The caller closes it. */
export async function openInThread(): Promise<Database> {
  const folder = temporaryFolder();
  await fillFolder(folder);
  return openDatabase({ folder: join(folder, 'db'), migrations });
}

/** Another database of the kind of {@link testDatabase}, for tests whose jobs the worker's server must not run. The caller closes it. */
export async function openFreshDatabase(): Promise<Database> {
  const server = process.env.DATABASE_URL;
  if (!server) return openInMemory();
  return openDatabase({ url: await createMigrated(server), folder: '', migrations, connections: 5, timeouts });
}

let template: Promise<string> | undefined;

/**
 * Creates a database on the PostgreSQL server that has its tables, and returns its address. It is copied from one that is migrated once
 * in each run: migrating takes seconds, copying does not.
 */
export async function createMigrated(server: string): Promise<string> {
  template ??= findTemplate(server);
  const name = `${testDatabasePrefix()}${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name} template ${await template}`);
  return addressOf(server, name);
}

/** The database to copy, which the first worker creates, and nobody opens. It has its name once it is complete. */
async function findTemplate(server: string): Promise<string> {
  const name = `${testDatabasePrefix()}template`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rows } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rows.length > 0) return name;
    const unfinished = `${name}_unfinished`;
    await client.query(`create database ${unfinished}`);
    const database = await openDatabase({ url: addressOf(server, unfinished), folder: '', migrations, timeouts });
    await database.close();
    await client.query(`alter database ${unfinished} rename to ${name}`);
  } finally {
    await client.end();
  }
  return name;
}

function addressOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = name;
  return url.href;
}

/**
 * The timeouts of databases that tests share. They exceed the product's, which have tests of their own, because hundreds of calls of a test
 * wait for five connections.
 */
export const timeouts: Timeouts = { statement: timeout, connection: timeout };

/**
 * The shared files of all workers and runs. Each is created under a temporary name and renamed, so that it is complete
 * or absent.
 */
const cache = join(modules, '.cache', 'quartermaster');

/**
 * A migrated embedded database, created once for all workers and runs: creating one takes seconds, copying does not.
 */
async function preparedCopy(): Promise<globalThis.Blob> {
  const name = `tables-${cacheVersion()}.tar`;
  const file = join(cache, name);
  if (!existsSync(file)) {
    const client = await startPglite('memory://');
    await migratePglite(client, migrations);
    const copy = await client.dumpDataDir('none');
    await client.close();
    mkdirSync(cache, { recursive: true });
    removeOld(/^tables-.*\.tar$/, name);
    writeFileSync(`${file}.${process.pid}`, Buffer.from(await copy.arrayBuffer()));
    renameSync(`${file}.${process.pid}`, file);
  }
  // Not jsdom’s Blob, which cannot be read.
  return new Blob([readFileSync(file)], { type: 'application/x-tar' }) as globalThis.Blob;
}

/**
 * Removes databases of other migrations. Keeps the current name: another worker may just have created it and be about
 * to read it.
 */
function removeOld(pattern: RegExp, name: string): void {
  const old = readdirSync(cache).filter((other) => pattern.test(other) && other !== name);
  for (const other of old) rmSync(join(cache, other), { recursive: true, force: true });
}

/**
 * Copies a migrated embedded database into the data folder of a server, whose first start would take seconds to create
 * one.
 */
export async function fillFolder(folder: string): Promise<void> {
  cpSync(await preparedFolder(), join(folder, 'db'), { recursive: true });
}

/** The folder that {@link fillFolder} copies. Never open it: all workers and runs share it. */
async function preparedFolder(): Promise<string> {
  const name = `db-${cacheVersion()}`;
  const folder = join(cache, name);
  if (existsSync(folder)) return folder;
  const copy = await preparedCopy();
  const place = mkdtempSync(join(cache, 'filling-'));
  try {
    const start = (inside: string) => startPglite(inside, copy);
    const database = await openPglite(join(place, 'db'), migrations, { start });
    await database.close();
    removeOld(/^db-[0-9a-f]+$/, name);
    renameSync(join(place, 'db'), folder);
  } catch (error) {
    // Another worker was first.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
  return folder;
}

/** Part of the names in the cache: changes with the migrations and with the version of the embedded database. */
function cacheVersion(): string {
  const hash = createHash('sha256');
  const names = readdirSync(migrations).filter((name) => name.endsWith('.sql'));
  for (const name of names.toSorted()) hash.update(readFileSync(join(migrations, name)));
  const version = readFileSync(join(modules, '@electric-sql', 'pglite', 'package.json'));
  return hash.update(version).digest('hex').slice(0, 16);
}

/** Runs one statement on the PostgreSQL server. */
export async function onServer(server: string, statement: string): Promise<{ datname?: string }[]> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Ten pages, in bytes. The planner assumes as many for a table that was never analyzed, so smaller ones need not be truncated. */
const smallTable = 10 * 8192;

/**
 * Empties every table. Ids continue, so that no cached id matches a new row. The few rows of most tests are deleted:
 * truncating creates a file for each table and index, which takes a tenth of a second.
 */
export async function emptyDatabase(database: Database): Promise<void> {
  await database.script((await statementsToEmpty(database)).join('; '));
  if (await hasJobs(database)) await database.query('delete from pgboss.job', []);
}

async function statementsToEmpty(database: Pick<Database, 'query'>): Promise<string[]> {
  const names = await tableNames(database);
  const sizes = await database.query<{ name: string; bytes: number }>(
    `select relname as name, pg_relation_size(oid)::int as bytes from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`,
    [],
  );
  const bytes = new Map(sizes.map((table) => [table.name, table.bytes]));
  const used = names.filter((name) => bytes.has(name)).toReversed();
  const isLarge = used.some((name) => (bytes.get(name) ?? 0) > smallTable);
  if (isLarge) return [`truncate ${names.map((name) => `"${name}"`).join(', ')}`];
  return used.map((name) => `delete from "${name}"`);
}

/** True once jobs were started in the database, which creates their tables. */
export async function hasJobs(database: Pick<Database, 'query'>): Promise<boolean> {
  const [jobs] = await database.query<{ found: boolean }>("select to_regclass('pgboss.job') is not null as found", []);
  return jobs?.found === true;
}

let tables: Promise<string[]> | undefined;

/** Every table of the schema except the record of migrations, after those that it refers to. */
export const tableNames = (database: Pick<Database, 'query'>): Promise<string[]> => (tables ??= listTables(database));

async function listTables(database: Pick<Database, 'query'>): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `with recursive depths as (
      select oid as id, 0 as depth from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migrations'
      union
      select conrelid, depth + 1 from depths join pg_constraint on confrelid = id and contype = 'f' and conrelid <> id)
    select relname as name from depths join pg_class on oid = id group by relname order by max(depth), relname`,
    [],
  );
  return rows.map(({ name }) => name);
}

/** Restores the content of all tables if the check, in the same transaction, allows it; returns whether it did. */
export type Restore = (isIdle: (query: Query) => Promise<boolean>) => Promise<boolean>;

/**
 * Copies the content of all tables, and returns a function that restores it, which takes milliseconds instead of the seconds to fill them
 * through the services.
 */
export async function snapshotTables(database: Database): Promise<Restore> {
  const names = await tableNames(database);
  const refills: string[] = [];
  await database.script('drop schema if exists snapshot cascade; create schema snapshot');
  for (const name of names) {
    const [some] = await database.query(`select 1 from "${name}" limit 1`, []);
    if (!some) continue;
    // The standard view information_schema.columns takes ten times as long.
    const columns = await database.query<{ name: string }>(
      `select attname as name from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and attgenerated = '' and not attisdropped order by attnum`,
      [`public."${name}"`],
    );
    const list = columns.map((column) => `"${column.name}"`).join(', ');
    await database.script(`create table snapshot."${name}" as select ${list} from "${name}"`);
    refills.push(`insert into "${name}" (${list}) select ${list} from snapshot."${name}"`);
  }
  return (isIdle) =>
    database.transaction(async (query) => {
      if (!(await isIdle(query))) return false;
      const statements = [...(await statementsToEmpty({ query })), ...refills];
      await query(`do $$ begin ${statements.map((statement) => `${statement};`).join(' ')} end $$`, []);
      return true;
    });
}
