import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../base/errors.ts';

interface Journal {
  entries: Migration[];
}

/** A migration: the name of its file without `.sql`, and when it was made, in milliseconds. */
interface Migration {
  tag: string;
  when: number;
}

/** Runs SQL: one statement with values, or a script of several statements without. */
export type Run = (sql: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;

/** Tags of the migrations that the database has; none if it is empty. */
async function readApplied(run: Run): Promise<Set<string>> {
  try {
    const { rows } = await run('select tag from schema_migrations', []);
    return new Set((rows as { tag: string }[]).map(({ tag }) => tag));
  } catch (error) {
    if ((error as { code?: string }).code === '42P01') return new Set(); // undefined_table
    throw error;
  }
}

const readEntries = async (folder: string): Promise<Migration[]> =>
  (JSON.parse(await readFile(join(folder, 'meta', '_journal.json'), 'utf8')) as Journal).entries;

/** The tags of the migrations in a folder, in their order. */
export const listMigrations = async (folder: string): Promise<string[]> =>
  (await readEntries(folder)).map(({ tag }) => tag);

/** The migrations of `folder` that the database does not have yet, in their order. Throws a `StartError` if it has others. */
export async function pendingMigrations(folder: string, run: Run): Promise<Migration[]> {
  const entries = await readEntries(folder);
  const applied = await readApplied(run);
  refuseUnknown([...applied].filter((tag) => entries.every((entry) => entry.tag !== tag)));
  return entries.filter(({ tag }) => !applied.has(tag));
}

/** Exists in a database that is being restored, until that has ended. */
export const unfinishedRestore = 'unfinished_restore';

/**
 * Migrates the database to the newest schema; a single query if it is up to date. `alone` runs its callback in one
 * transaction that excludes all other servers, so that many can start at once. Throws a `StartError` if a newer server
 * has migrated the database: this one would write into tables that it does not know.
 */
export async function migrate(
  folder: string,
  run: Run,
  alone: (work: (run: Run) => Promise<void>) => Promise<void>,
): Promise<void> {
  if ((await pendingMigrations(folder, run)).length === 0) return;
  await alone(async (locked) => {
    await refuseUnfinished(locked);
    await applyMigrations(folder, locked);
  });
}

/** Applies the migrations that a database does not have, or those of them until one, in the caller's transaction. */
export async function applyMigrations(folder: string, run: Run, last?: string): Promise<void> {
  await run(
    'create table if not exists schema_migrations (tag text primary key, made_at bigint not null, applied_at timestamptz not null default now())',
  );
  const pending = await pendingMigrations(folder, run);
  const end = last === undefined ? pending.length : pending.findIndex(({ tag }) => tag === last) + 1;
  for (const { tag, when } of pending.slice(0, end)) {
    await run(await readFile(join(folder, `${tag}.sql`), 'utf8'));
    await run('insert into schema_migrations (tag, made_at) values ($1, $2)', [tag, when]);
  }
}

async function refuseUnfinished(run: Run): Promise<void> {
  const { rows } = await run('select to_regclass($1) as found', [unfinishedRestore]);
  if ((rows as { found: string | null }[])[0]?.found === null) return;
  throw new StartError(
    'A backup was being restored into this database, and that has not ended: run the restore again, or use another database.',
  );
}

function refuseUnknown(tags: readonly string[]): void {
  if (tags.length === 0) return;
  throw new StartError(
    `A newer release of Quartermaster has migrated this database (${tags.toSorted().join(', ')}): start that release or a later one, or restore a backup from before the upgrade.`,
  );
}
