import type { FastifyBaseLogger } from 'fastify';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { Database } from '../database/database.ts';
import type { Job } from './define-job.ts';
import { requeue } from './job-queues.ts';
import { countDeaths, recordEnd, recordStart } from './job-starts.ts';

/** A job bound to its dependencies. */
export interface RegisteredJob
  extends Pick<Job<never, never>, 'retryFor' | 'everySeconds' | 'concurrency' | 'groupOf'> {
  run: (data: never, signal: AbortSignal) => Promise<void>;
  onGivenUp?: (data: never, error: unknown) => Promise<void>;
  isNeeded?: () => Promise<boolean>;
}

interface RunnerContext {
  database: Database;
  log: FastifyBaseLogger;
  /** Aborted when the server stops. */
  stopping: AbortSignal;
}

/** How long pg-boss may take to record that a handler has returned. */
const secondsUntilRecorded = 2;

/** Returns a function that runs one attempt of a job. */
export function createJobRunner({ database, log, stopping }: RunnerContext) {
  const lockAfterDeath = createLock();

  /** Cancels a job during which two servers have died, so that it is not retried. */
  const giveUp = async (pgBoss: PgBoss, { name, id, data }: JobWithMetadata<never>, { onGivenUp }: RegisteredJob) => {
    const error = new Error('The server died twice while running this job.');
    log.error({ err: error, job: name, id }, 'A job was given up.');
    await onGivenUp?.(data, error);
    await pgBoss.cancel(name, id);
    await recordEnd(database.query, id);
  };

  /**
   * A job whose server died is started once more; if that server dies too, it is given up. A failure that is not a death
   * counts as an ordinary retry. Jobs whose server died run one at a time, so that none is blamed for the death that
   * another causes.
   */
  return async (pgBoss: PgBoss, job: JobWithMetadata<never>, registration: RegisteredJob) => {
    const { name, id } = job;
    const signal = AbortSignal.any([job.signal, stopping]);
    const deaths = await countDeaths(database.query, id);
    if (deaths > 1) return giveUp(pgBoss, job, registration);
    const release = deaths > 0 ? await lockAfterDeath(signal) : undefined;
    try {
      signal.throwIfAborted();
      await recordStart(database.query, name, id, new Date());
      await registration.run(job.data, signal);
    } catch (error) {
      if (stopping.aborted) return await requeue(pgBoss, database, job, secondsUntilRecorded);
      log.error({ err: error, job: name, id, attempt: job.retryCount + 1 }, 'A job has failed.');
      if (job.retryCount >= job.retryLimit) await registration.onGivenUp?.(job.data, error);
      throw error;
    } finally {
      release?.();
      await recordEnd(database.query, id);
    }
  };
}

/**
 * Creates a lock. A caller waits until all earlier callers have released it, or until the signal is aborted; it gets the
 * function that releases it.
 */
function createLock(): (signal: AbortSignal) => Promise<() => void> {
  let last = Promise.resolve();
  return async (signal) => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    // Also for callers that stop waiting: later callers still wait for the earlier ones.
    last = before.then(() => promise);
    const aborted = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => aborted.resolve(), { once: true });
    if (signal.aborted) aborted.resolve();
    await Promise.race([before, aborted.promise]);
    return resolve;
  };
}
