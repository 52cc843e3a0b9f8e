import type { JobError, JobKind, JobState } from '@quartermaster/contract/endpoints/jobs.ts';
import { AppError } from '../base/errors.ts';
import type { Query } from '../database/database.ts';

/** What a job with progress is about: the id of an export or of a change set, or the key of a template. */
export interface JobSubject {
  kind: JobKind;
  id: number;
}

/** An attempt at a job that starts again from the beginning, so that only its latest attempt may write. */
export interface JobAttempt extends JobSubject {
  attempt: number;
}

/** Thrown if a later attempt has taken over, or the job has ended. */
export class Superseded extends Error {}

/** A job that starts. */
export interface NewProgress extends JobSubject {
  instanceId: number;
  /** What it is doing, for its user. */
  doing: string;
  total: number;
  canCancel: boolean;
  at: Date;
}

/** The progress of a job, with the first rows that have errors. */
export interface JobProgress {
  instance_id: number;
  state: JobState;
  doing: string;
  total: number;
  done: number;
  error: string | null;
  errors: JobError[];
  error_count: number;
  can_cancel: boolean;
  started_at: Date;
  finished_at: Date | null;
}

/** How many rows with errors are stored; all are counted. */
const storedErrors = 100;

/** SQL: the running job `$1, $2`; if `$3` is not null, only while that attempt is its latest. */
const isRunning = `kind = $1 and subject_id = $2 and state = 'running' and ($3::int is null or attempt = $3)`;

const keyOf = ({ kind, id, attempt }: JobSubject & { attempt?: number }) => [kind, id, attempt ?? null];

/** Stores the progress of a job, in the transaction that starts it. That of an earlier job for the same subject is replaced. */
export async function startProgress(query: Query, progress: NewProgress): Promise<void> {
  const { kind, id, instanceId, doing, total, canCancel, at } = progress;
  await query(
    `insert into job_progress (kind, subject_id, instance_id, doing, total, can_cancel, started_at) values ($1, $2, $3, $4, $5, $6, $7::timestamptz)
      on conflict (kind, subject_id) do update set state = 'running', doing = excluded.doing, total = excluded.total, done = 0, error = null,
        errors = '[]', error_count = 0, can_cancel = excluded.can_cancel, attempt = 0, started_at = excluded.started_at, finished_at = null`,
    [kind, id, instanceId, doing, total, canCancel, at.toISOString()],
  );
}

/** Begins an attempt at a running job, without the errors of earlier ones; undefined if it is not running any more. */
export const beginAttempt = async (query: Query, { kind, id }: JobSubject): Promise<number | undefined> =>
  (
    await query<{ attempt: number }>(
      `update job_progress set attempt = attempt + 1, errors = '[]', error_count = 0 where ${isRunning} returning attempt`,
      keyOf({ kind, id }),
    )
  )[0]?.attempt;

/**
 * Locks a running job until the end of the transaction; throws {@link Superseded} if this is not its latest attempt. If
 * `done` is given, as much must be recorded: the database may have lost steps that were losable.
 */
export async function lockAttempt(query: Query, attempt: JobAttempt, done?: number): Promise<void> {
  const [row] = await query<{ done: number }>(
    `select done from job_progress where ${isRunning} for update`,
    keyOf(attempt),
  );
  if (!row) throw new Superseded();
  if (done !== undefined && row.done !== done)
    throw new Error(`The database has lost steps of the job: ${row.done} are left of ${done}.`);
}

/** Counts from 0 again, in a transaction that has called {@link lockAttempt}. */
export async function restartProgress(
  query: Query,
  attempt: JobAttempt,
  { doing, total }: { doing: string; total?: number | undefined },
): Promise<void> {
  await query(`update job_progress set done = 0, doing = $4, total = coalesce($5, total) where ${isRunning}`, [
    ...keyOf(attempt),
    doing,
    total ?? null,
  ]);
}

/**
 * Records that more is done, and what is done next. In a transaction of the work it locks the job until the end, so such
 * a transaction must be short: until it commits, nobody sees the progress. Returns false if the job has ended, or a later
 * attempt has taken over. A losable step does not wait for the disk: a database that crashes may lose it, and
 * {@link lockAttempt} notices.
 */
export const advance = async (
  query: Query,
  job: JobSubject & { attempt?: number },
  { more = 0, doing, isLosable = false }: { more?: number; doing?: string; isLosable?: boolean },
): Promise<boolean> =>
  (
    await query(
      `update job_progress set done = done + $4, doing = coalesce($5, doing) where ${isRunning}
        returning ${isLosable ? `set_config('synchronous_commit', 'off', true)` : '1'}`,
      [...keyOf(job), more, doing ?? null],
    )
  ).length > 0;

/** Adds rows with errors to those of the attempt. */
export async function recordErrors(
  query: Query,
  job: JobSubject & { attempt?: number },
  errors: readonly JobError[],
): Promise<void> {
  if (errors.length === 0) return;
  await query(
    `update job_progress set error_count = error_count + $4,
        errors = errors || (case when error_count < ${storedErrors} then $5::jsonb else '[]' end) where ${isRunning}`,
    [...keyOf(job), errors.length, JSON.stringify(errors.slice(0, storedErrors))],
  );
}

/** Ends a running job; returns false if it has ended, or a later attempt has taken over. */
export const endProgress = async (
  query: Query,
  job: JobSubject & { attempt?: number },
  { state, error = null, at }: { state: Exclude<JobState, 'running'>; error?: string | null; at: Date },
): Promise<boolean> =>
  (
    await query(
      `update job_progress set state = $4, error = $5, finished_at = $6::timestamptz where ${isRunning} returning 1`,
      [...keyOf(job), state, error, at.toISOString()],
    )
  ).length > 0;

/** The error for a job that cannot be cancelled because it has ended. */
export const hasEnded = (): AppError =>
  new AppError('changed', { message: 'This has ended already, so it cannot be cancelled.' });

/** The progress of a job, with at most that many rows with errors; undefined if there was none. */
export const readProgress = async (
  query: Query,
  { kind, id }: JobSubject,
  errors = 0,
): Promise<JobProgress | undefined> =>
  (
    await query<JobProgress>(
      `select instance_id, state, doing, total, least(done, total) as done, error, error_count, can_cancel, started_at, finished_at,
          coalesce((select jsonb_agg(e.value order by e.place) from jsonb_array_elements(errors) with ordinality e (value, place) where e.place <= $3), '[]') as errors
        from job_progress where kind = $1 and subject_id = $2`,
      [kind, id, errors],
    )
  )[0];

/**
 * A signal for an attempt that does not write progress itself for long: aborted with a {@link Superseded} soon after the
 * job has ended, for example because it was cancelled. The caller has to stop it.
 */
export function watchJob(query: Query, job: JobSubject, signal: AbortSignal, everyMilliseconds = 1000) {
  const ended = new AbortController();
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    // A failure will meet the work, too.
    const progress = await readProgress(query, job).catch(() => undefined);
    isLooking = false;
    if (progress && progress.state !== 'running') ended.abort(new Superseded());
  };
  const timer = setInterval(() => void look(), everyMilliseconds).unref();
  return { signal: AbortSignal.any([signal, ended.signal]), ended: ended.signal, stop: () => clearInterval(timer) };
}

/** Deletes the progress of a job together with what it is about. */
export async function deleteProgress(query: Query, { kind, id }: JobSubject): Promise<void> {
  await query('delete from job_progress where kind = $1 and subject_id = $2', [kind, id]);
}
