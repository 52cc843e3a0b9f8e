import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { PgBoss } from 'pg-boss';
import type { Database, Query } from '../database/database.ts';
import type { Job, JobFor } from './define-job.ts';
import {
  connectionOf,
  createBoss,
  deadLetterRetries,
  longRetries,
  prepareQueue,
  requeueAfterCrash,
  retries,
} from './job-queues.ts';
import { deleteOldStarts, findDue, jobChannel, recordQueued } from './job-starts.ts';
import { createWorkers, deadLetterQueue } from './job-workers.ts';
import { createJobRunner, type RegisteredJob } from './run-job.ts';

/**
 * Background work, queued in the database that also holds the content, so that a transaction can include both. A job runs
 * at least once and, if its server dies, again on another server or after the next start, so a handler must be able to
 * continue half-finished work. A job whose server has died twice in a row is given up: it may be the cause.
 */
export interface Jobs {
  /** Registers the handler of a job; must be called before `start`. */
  register: <T extends object, D>(job: Job<T, D>, deps: D) => void;
  /** Starts running jobs; repeated calls have no effect. */
  start: () => Promise<void>;
  /** Enqueues a job, which starts at once. */
  send: Send;
  /** Enqueues jobs in a transaction, so that they exist only once it commits. */
  within: (query: Query) => JobsOfTransaction;
  /** Accepts no more jobs, aborts the running ones and waits for them to end. */
  stop: () => Promise<void>;
}

/** The jobs of one transaction. */
interface JobsOfTransaction {
  /**
   * Throws {@link JobsNotStarted} if `start` has to be called first: starting creates tables, for which the transaction
   * may hold the only connection.
   */
  send: Send;
  /** Makes the sent jobs start at once; called after the commit. */
  wake: () => void;
}

/** Thrown when a job is sent in a transaction before the jobs were started. */
export class JobsNotStarted extends Error {}

/** Enqueues a job; one with an `id` (a uuid) is enqueued only once, however often this is called. */
export type Send = <T extends object>(job: JobFor<T>, data: T, id?: string) => Promise<void>;

/** The dependencies of jobs; intervals and delays have defaults. */
export interface JobSettings {
  database: Database;
  log: FastifyBaseLogger;
  /** How often a server looks for jobs that can start, with one statement for all of them; 2 by default. */
  pollingIntervalSeconds?: number;
  retryDelaySeconds?: number;
  /** The interval, in seconds, of pg-boss's own checks for dead servers; 15 by default. */
  monitorSeconds?: number;
}

/** How long a stop waits for running jobs, in milliseconds. */
const stopTimeout = 15_000;

/** Jobs on pg-boss, which is only loaded at start. */
export function createJobs(settings: JobSettings): Jobs {
  const { database, log } = settings;
  const registered = new Map<string, RegisteredJob>();
  const stopping = new AbortController();
  const workers = createWorkers({
    run: createJobRunner({ database, log, stopping: stopping.signal }),
    stopping: stopping.signal,
  });
  const { wake } = workers;
  const timers: NodeJS.Timeout[] = [];
  let stopListening = async () => {};
  let starting: Promise<PgBoss> | undefined;
  let started: PgBoss | undefined;

  const startAll = async () => {
    const pgBoss = await createBoss(settings);
    for (const [name, { onGivenUp, retryFor }] of registered) {
      const deadLetter = onGivenUp && deadLetterQueue(name);
      if (deadLetter) await prepareQueue(pgBoss, deadLetter, deadLetterRetries);
      await prepareQueue(pgBoss, name, {
        ...retries(database, settings.retryDelaySeconds),
        ...(retryFor && longRetries(settings.retryDelaySeconds)),
        ...(deadLetter && { deadLetter }),
      });
    }
    // The embedded database has only one process, so jobs marked as running are not running.
    if (database.kind === 'pglite') await requeueAfterCrash(pgBoss, database, registered.keys());
    await deleteOldStarts(database.query, new Date());
    for (const [name, entry] of registered) await workers.start(pgBoss, name, entry);
    for (const [name, { everySeconds, isNeeded }] of registered)
      if (everySeconds) timers.push(await repeat({ pgBoss, log, wake }, { name, everySeconds, isNeeded }));
    timers.push(watchQueues(settings, workers));
    stopListening = (await database.listen?.(jobChannel, wake)) ?? stopListening;
    started = pgBoss;
    return pgBoss;
  };

  /** Starts pg-boss with all workers on the first call; later calls return the same instance. */
  const ensureStarted = (): Promise<PgBoss> => {
    if (stopping.signal.aborted) throw new Error('The server is stopping.');
    starting ??= startAll().catch((error: unknown) => {
      starting = undefined;
      throw error;
    });
    return starting;
  };

  const sendOptions = (name: string, data: object, id: string) => {
    const registration = registered.get(name);
    if (!registration) throw new Error(`No job named ${name} is registered.`);
    const group = registration.groupOf?.(data as never);
    return { id, ...(group !== undefined && { group: { id: group } }) };
  };

  const within: Jobs['within'] = (query) => {
    const db = connectionOf(query);
    const sent = new Set<string>();
    return {
      send: async ({ name }, data, id = randomUUID()) => {
        if (!started) throw new JobsNotStarted();
        const options = sendOptions(name, data, id);
        await recordQueued(query, name, id, new Date());
        await started.send(name, data, { ...options, db });
        sent.add(name);
      },
      wake: () => sent.forEach(wake),
    };
  };

  return {
    register: ({ name, run: handle, onGivenUp, isNeeded, ...options }, deps) => {
      if (starting) throw new Error(`The jobs have already been started; ${name} is registered too late.`);
      registered.set(name, {
        ...options,
        run: (data, signal) => handle(deps, data, signal),
        ...(onGivenUp && { onGivenUp: (data: never, error: unknown) => onGivenUp(deps, data, error) }),
        ...(isNeeded && { isNeeded: () => isNeeded(deps) }),
      });
    },
    start: async () => {
      await ensureStarted();
    },
    send: async (job, data, id) => {
      await ensureStarted();
      // In a transaction, as other servers are notified on commit.
      await database.transaction((query) => within(query).send(job, data, id));
      wake(job.name);
    },
    within,
    stop: async () => {
      const pending = starting;
      for (const timer of timers) clearInterval(timer);
      stopping.abort(new Error('The server is stopping.'));
      const pgBoss = await pending?.catch(() => undefined);
      await stopListening();
      if (!pgBoss) return;
      await untilDoneOrTimeout(Promise.all([...registered.keys()].map((name) => pgBoss.offWork(name, { wait: true }))));
      await pgBoss.stop({ graceful: false, close: false });
    },
  };
}

/** Enqueues a recurring job again and again, on every server; the database accepts one per period. */
async function repeat(
  { pgBoss, log, wake }: { pgBoss: PgBoss; wake: (name: string) => void } & Pick<JobSettings, 'log'>,
  { name, everySeconds, isNeeded }: { name: string; everySeconds: number; isNeeded: RegisteredJob['isNeeded'] },
): Promise<NodeJS.Timeout> {
  const enqueue = async () => {
    if (isNeeded && !(await isNeeded())) return;
    await pgBoss.send(name, {}, { singletonKey: name, singletonSeconds: everySeconds });
    wake(name);
  };
  const enqueueAgain = () =>
    void enqueue().catch((error: unknown) =>
      log.error({ err: error, job: name }, 'A recurring job could not be enqueued.'),
    );
  const timer = setInterval(enqueueAgain, everySeconds * 1000).unref();
  await enqueue();
  return timer;
}

/**
 * Wakes the workers of jobs that can start: those that are retried, that another server has sent, and that were left by a
 * dead one. pg-boss would find them too, but with a statement for each worker, with an infrequent check for dead servers
 * that reads its whole table, and would delay their jobs like failed ones.
 */
function watchQueues(
  { database, log, pollingIntervalSeconds = 2 }: JobSettings,
  { names, wake }: { names: () => readonly string[]; wake: (name: string) => void },
): NodeJS.Timeout {
  const look = () =>
    void findDue(database.query, names()).then(
      (due) => due.forEach(wake),
      (error: unknown) => log.error({ err: error }, 'Jobs that can start could not be found.'),
    );
  return setInterval(look, pollingIntervalSeconds * 1000).unref();
}

/** Waits for the work, at most for `stopTimeout`. */
async function untilDoneOrTimeout(work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, stopTimeout);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}
