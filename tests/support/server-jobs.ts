import { onTestFinished, vi } from 'vitest';
import type { Deps } from '../../server/core/app/deps.ts';
import type { Database, Query } from '../../server/core/database/database.ts';
import { eventually } from './eventually.ts';
import { hasJobs } from './server-database.ts';

/**
 * Removes waiting jobs and waits for running ones: one that continues would write among the rows of the next test, and
 * on PostgreSQL block the truncation of the tables.
 */
export async function clearJobs(database: Database): Promise<void> {
  if (!(await hasJobs(database))) return;
  await eventually(
    async () => {
      const [left] = await database.query<{ waiting: number; active: number }>(
        `with gone as (delete from pgboss.job where state in ('created', 'retry') returning 1)
          select (select count(*) from gone)::int as waiting, count(*)::int as active from pgboss.job where state = 'active'`,
        [],
      );
      // Check again if some were waiting: one of them may just have started.
      if (!left || left.waiting + left.active > 0) throw new Error(`Jobs are under way: ${JSON.stringify(left)}`);
    },
    { interval: 10 },
  );
}

/**
 * Removes waiting jobs and lets none start until the end of the transaction; returns whether none is running or being enqueued. Recurring
 * ones are enqueued at any time, also right after {@link clearJobs}.
 */
export async function lockJobs(query: Query): Promise<boolean> {
  if (!(await hasJobs({ query }))) return true;
  // Not waited for: transactions of the queue lock this table and its partitions in any order, so that waiting can end in a deadlock.
  await query(
    `do $$ begin
      lock table pgboss.job in share row exclusive mode nowait;
    exception when lock_not_available then null;
    end $$`,
    [],
  );
  const [locked] = await query(
    `select 1 from pg_locks
      where pid = pg_backend_pid() and relation = 'pgboss.job'::regclass and mode = 'ShareRowExclusiveLock' and granted`,
    [],
  );
  if (!locked) return false;
  const [running] = await query("select 1 from pgboss.job where state = 'active' limit 1", []);
  if (running) return false;
  await query('delete from pgboss.job', []);
  return true;
}

/**
 * Blocks enqueuing of a job until the test ends or calls the returned function, for tests that run steps themselves: a
 * server of the worker, which an earlier test has made start its jobs, enqueues the recurring ones every minute.
 */
export const holdJob = (
  deps: Pick<Deps, 'database' | 'jobs'>,
  { name }: { name: string },
): Promise<() => Promise<void>> => {
  const send = vi.spyOn(deps.jobs, 'send').mockResolvedValue();
  return blockJobs(deps, `when (new.name = '${name}')`, () => send.mockRestore());
};

/** Drops all jobs that are enqueued until the test ends, for tests that compare tables, which jobs write too. */
export const holdJobs = (deps: Pick<Deps, 'database'>): Promise<() => Promise<void>> => blockJobs(deps, '');

async function blockJobs({ database }: Pick<Deps, 'database'>, which: string, onReleased?: () => void) {
  const release = async () => {
    onReleased?.();
    await database.script('drop function if exists hold_job cascade');
  };
  onTestFinished(release);
  if (await hasJobs(database)) {
    await database.script(`create or replace function hold_job() returns trigger language plpgsql as 'begin return null; end';
      create trigger hold_job before insert on pgboss.job for each row ${which} execute function hold_job()`);
    await clearJobs(database);
  }
  return release;
}
