import type { Database, Query } from '../core/database/database.ts';
import { applyMigrations, listMigrations, unfinishedRestore } from '../core/database/migrate.ts';
import { withLongTimeout } from '../core/database/timeouts.ts';
import { withoutIndexes } from '../core/database/without-indexes.ts';
import type { Secrets } from '../core/environment/secrets.ts';
import type { Files } from '../core/files/files.ts';
import { createBoss } from '../core/jobs/job-queues.ts';
import { ArchiveError } from './archive-error.ts';
import { checkFiles, restoreFiles } from './archive-files.ts';
import { clearSecrets } from './clear-secrets.ts';
import { createContentHash } from './content-hash.ts';
import { type ArchivedTable, type Manifest, readManifest } from './manifest.ts';
import { readBytes, readPart } from './parts.ts';
import {
  listTables,
  quoted,
  quotedColumn,
  readJobsVersion,
  readRows,
  type TableColumns,
  useSameText,
} from './read-tables.ts';
import { withoutChecks } from './without-checks.ts';
import { keyFingerprint } from './write-archive.ts';

/** Where a backup is restored. */
export interface RestoreTarget {
  database: Database;
  files: Files;
  secrets: Secrets;
  /** The folder of the product's migrations. */
  migrations: string;
  /** True if secrets that the key of this server cannot read are to be cleared. */
  withoutSecrets?: boolean | undefined;
  /** Called before each step: for tests. */
  step?: ((name: string) => void | Promise<void>) | undefined;
}

/** Throws an `ArchiveError` if a backup is damaged in any part or file, or cannot be restored by this server; writes nothing. */
export async function checkBackup(
  target: Pick<RestoreTarget, 'secrets' | 'migrations' | 'withoutSecrets'>,
  folder: string,
): Promise<Manifest> {
  const manifest = await readManifest(folder, 'server');
  await refuseOther(target, manifest);
  for (const { parts } of [...manifest.tables, manifest.files]) for (const part of parts) await readBytes(folder, part);
  await checkFiles(folder, manifest.files);
  return manifest;
}

/**
 * Restores a checked backup into an empty database and its files into the store. The database gets its tables and rows in one transaction,
 * in which each table is compared with the archive by its hash: it has all of them or none. Until then it has a table that keeps servers
 * from starting on it. Returns what was cleared, a line each.
 */
export function restoreBackup(target: RestoreTarget, folder: string, manifest: Manifest): Promise<string[]> {
  const { database, files, step = () => {} } = target;
  return withLongTimeout(async () => {
    await refuseFull(database.query);
    await step('mark the database');
    await database.query(
      `create table if not exists ${unfinishedRestore} (since timestamptz not null default now())`,
      [],
    );
    await step('restore files');
    await restoreFiles(files, folder, manifest.files);
    await step('create the job queue');
    await createJobTables(database, manifest);
    return database.transaction((query) => restoreTables(target, query, { folder, manifest }));
  });
}

async function refuseOther(
  { secrets, migrations, withoutSecrets }: Parameters<typeof checkBackup>[0],
  manifest: Manifest,
): Promise<void> {
  const known = await listMigrations(migrations);
  const unknown = manifest.migrations.filter((tag) => !known.includes(tag));
  if (unknown.length > 0) {
    throw new ArchiveError(
      `The archive was written by a newer version of Quartermaster (${manifest.version}; ${unknown.join(', ')}): restore it with that version or a later one.`,
    );
  }
  // In their order, without gaps.
  if (manifest.migrations.some((tag, index) => tag !== known[index]))
    throw new ArchiveError('The archive does not say which version of the tables it has. Use another backup.');
  if (manifest.key === keyFingerprint(secrets) || withoutSecrets) return;
  throw new ArchiveError(
    'The secrets in the archive are encrypted with another SECRET_KEY: set the one of the server that was backed up (or its file DATA_DIR/secret). Without it, --without-secrets clears them.',
  );
}

async function refuseFull(query: Query): Promise<void> {
  const found = await query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p', 'v', 'm', 'S')
        and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
      order by n.nspname desc, 1`,
    [],
  );
  const names = found.map(({ name }) => name);
  // What an earlier restore has left.
  const isLeft =
    names.includes(`public.${unfinishedRestore}`) && names.filter((name) => name.startsWith('public.')).length === 1;
  if (names.length === 0 || isLeft) return;
  throw new ArchiveError(`The database is not empty: it has ${names[0]}. Restore into an empty one.`);
}

async function createJobTables(database: Database, { jobs }: Manifest): Promise<void> {
  if (jobs === null) return;
  const boss = await createBoss({ database, log: { error: () => {}, warn: () => {} } });
  await boss.stop({ graceful: false });
  const created = await readJobsVersion(database.query);
  if (created === jobs) return;
  throw new ArchiveError(
    `The archive has version ${jobs} of the job queue and this version of Quartermaster creates ${created}: restore it with the version that wrote it, start that once, and upgrade.`,
  );
}

async function restoreTables(
  { database, secrets, migrations, withoutSecrets, step = () => {} }: RestoreTarget,
  query: Query,
  { folder, manifest }: { folder: string; manifest: Manifest },
): Promise<string[]> {
  await useSameText(query);
  /** A script of several statements; a query runs only one. */
  const run = async (sql: string, values?: unknown[]) => ({
    rows: await query(
      values ? sql : `do $script$ begin execute $migration$${sql}$migration$; end $script$`,
      values ?? [],
    ),
  });
  await step('create tables');
  await query(`drop table ${unfinishedRestore}`, []);
  await applyMigrations(migrations, run, manifest.migrations.at(-1));
  const tables = await listTables(query);
  refuseOtherTables(tables, manifest.tables);
  // It gets the rows of the archive.
  await query('truncate schema_migrations', []);
  const names = tables.flatMap(({ name }) => (name.startsWith('public.') ? [name] : []));
  await withoutChecks(query, () =>
    withoutIndexes(query, names, async () => {
      for (const table of inOrder(manifest.tables)) {
        await step(`fill ${table.name}`);
        await fillTable(query, folder, table);
      }
    }),
  );
  for (const { name, last } of manifest.sequences)
    if (last !== null) await query('select setval($1::regclass, $2)', [`public.${quotedColumn(name)}`, last]);
  for (const table of manifest.tables) {
    await step(`compare ${table.name}`);
    await compareTable(query, table);
  }
  await step('migrate');
  await applyMigrations(migrations, run);
  await continueJobs(query, database.kind, manifest);
  const isOtherKey = manifest.key !== keyFingerprint(secrets);
  const cleared = withoutSecrets && isOtherKey ? await clearSecrets(query, secrets) : [];
  await step('commit');
  return cleared;
}

/** A job's row needs the row of its queue. */
const inOrder = (tables: readonly ArchivedTable[]): ArchivedTable[] =>
  tables.toSorted((a, b) => Number(a.name === 'pgboss.job') - Number(b.name === 'pgboss.job'));

function refuseOtherTables(tables: readonly TableColumns[], archived: readonly ArchivedTable[]): void {
  const textOf = ({ name, columns }: TableColumns) => `${name} (${columns.join(', ')})`;
  const created = tables.map(textOf);
  const found = archived.map(textOf);
  const other = created.find((text) => !found.includes(text)) ?? found.find((text) => !created.includes(text));
  if (other !== undefined)
    throw new ArchiveError(
      `The archive and this version of Quartermaster differ in the table ${other}. Use another backup.`,
    );
}

async function fillTable(query: Query, folder: string, { name, columns, parts }: ArchivedTable): Promise<void> {
  const listed = columns.map(quotedColumn).join(', ');
  const insert = `insert into ${quoted(name)} (${listed}) select ${listed} from json_populate_recordset(null::${quoted(name)}, $1::json)`;
  for (const part of parts) {
    const lines = await readPart(folder, part);
    await query(insert, [`[${lines.join(',')}]`]).catch((error: unknown) => {
      throw new ArchiveError(
        `${part.file} of the archive does not fit the table ${name}: ${(error as Error).message}`,
        {
          cause: error,
        },
      );
    });
  }
}

async function compareTable(query: Query, { name, columns, rows, content }: ArchivedTable): Promise<void> {
  const hash = createContentHash();
  let found = 0;
  for await (const row of readRows(query, { name, columns })) {
    hash.add(row);
    found += 1;
  }
  if (found === rows && hash.value() === content) return;
  throw new ArchiveError(
    `The table ${name} was restored with other content than the archive has. Nothing was restored.`,
  );
}

/** The servers that were running jobs do not run any more: theirs start again. Heartbeats are only of PostgreSQL. */
async function continueJobs(query: Query, kind: Database['kind'], { jobs }: Manifest): Promise<void> {
  if (jobs === null) return;
  await query(
    `update pgboss.job set state = 'retry', start_after = now(), heartbeat_on = null,
        heartbeat_seconds = case when $1 then heartbeat_seconds end
      where state = 'active'`,
    [kind === 'postgres'],
  );
}
