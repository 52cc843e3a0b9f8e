import type { Query } from '../database/database.ts';
import { textArray } from '../database/pg-array.ts';

/** Age at which an entry is deleted, in milliseconds. Its job never ended: the server also died during the last attempt. */
const keptFor = 7 * 24 * 60 * 60 * 1000;

/** The channel on which servers are told the names of jobs that were enqueued. */
export const jobChannel = 'quartermaster_jobs';

/**
 * Records that a job waits for its first start, of which other servers are notified on commit. Without an entry, {@link findDue}
 * would not find it if its server died before the start.
 */
export async function recordQueued(query: Query, name: string, jobId: string, now: Date): Promise<void> {
  await query(
    `with entry as (insert into job_starts (job_id, name, starts, started_at) values ($1, $2, 0, $3) on conflict do nothing)
      select pg_notify('${jobChannel}', $2)`,
    [jobId, name, now],
  );
}

/** How often a job has started without ending: each time, its server died. */
export async function countDeaths(query: Query, jobId: string): Promise<number> {
  const [row] = await query<{ starts: number }>('select starts from job_starts where job_id = $1', [jobId]);
  return row?.starts ?? 0;
}

/** Records that a job has started. */
export async function recordStart(query: Query, name: string, jobId: string, now: Date): Promise<void> {
  await query(
    `insert into job_starts (job_id, name, starts, started_at) values ($1, $2, 1, $3)
      on conflict (job_id) do update set starts = job_starts.starts + 1, started_at = excluded.started_at`,
    [jobId, name, now],
  );
}

/** Records that an attempt has ended in any way other than the death of its server; while a job waits for the next one, it has no entry. */
export async function recordEnd(query: Query, jobId: string): Promise<void> {
  await query('delete from job_starts where job_id = $1', [jobId]);
}

/** Deletes the entries of old jobs. */
export async function deleteOldStarts(query: Query, now: Date): Promise<void> {
  await query('delete from job_starts where started_at < $1', [new Date(now.getTime() - keptFor)]);
}

/**
 * Returns the names of jobs that can start. Those whose server has died are made available at once: those that still count
 * as running and have sent no heartbeat, and those that wait for a retry; not those without attempts left.
 */
export async function findDue(query: Query, names: readonly string[]): Promise<string[]> {
  const rows = await query<{ name: string }>(
    `with released as (
        update pgboss.job j set state = 'retry', start_after = now()
        from job_starts s
        where s.name = any($1::text::text[]) and j.name = s.name and j.id = s.job_id
          and (j.state = 'active' and j.retry_count < j.retry_limit and j.heartbeat_on + j.heartbeat_seconds * interval '1 second' < now()
            or j.state = 'retry' and j.start_after > now())
        returning j.name
      )
      select name from released
      union select name from pgboss.job where name = any($1::text::text[]) and state < 'active' and start_after <= now()`,
    [textArray(names)],
    'jobs-due',
  );
  return rows.map(({ name }) => name);
}
