import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Journal {
  entries: { tag: string; when: number }[];
}

/** Runs SQL: one statement with values, or a script of several statements without. */
type Run = (sql: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;

/** Timestamp of the newest applied migration, in milliseconds since 1970; 0 if none. */
async function newestApplied(run: Run): Promise<number> {
  try {
    const { rows } = await run('select coalesce(max(made_at), 0)::float8 as newest from schema_migrations');
    return (rows[0] as { newest: number }).newest;
  } catch (error) {
    if ((error as { code?: string }).code === '42P01') return 0; // undefined_table
    throw error;
  }
}

/**
 * Migrates the database to the newest schema; a single query if it is up to date. `alone` runs its callback in one
 * transaction that excludes all other servers, so that many can start at once.
 */
export async function migrate(
  folder: string,
  run: Run,
  alone: (work: (run: Run) => Promise<void>) => Promise<void>,
): Promise<void> {
  const journal = JSON.parse(await readFile(join(folder, 'meta', '_journal.json'), 'utf8')) as Journal;
  const newest = journal.entries.at(-1)?.when ?? 0;
  if ((await newestApplied(run)) >= newest) return;
  await alone(async (locked) => {
    await locked(
      'create table if not exists schema_migrations (tag text primary key, made_at bigint not null, applied_at timestamptz not null default now())',
    );
    const applied = await newestApplied(locked);
    for (const { tag, when } of journal.entries.filter((entry) => entry.when > applied)) {
      await locked(await readFile(join(folder, `${tag}.sql`), 'utf8'));
      await locked('insert into schema_migrations (tag, made_at) values ($1, $2)', [tag, when]);
    }
  });
}
