import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { PgBoss } from 'pg-boss';
import type { Database, Db, Query } from '../database/database.ts';
import { withLongTimeout } from '../database/timeouts.ts';
import type { Job, JobFor } from './define-job.ts';
import {
  connectionOf,
  createBoss,
  deadLetterRetries,
  forHours,
  heartbeatRefreshSeconds,
  prepareQueue,
  requeueAfterCrash,
  retries,
} from './job-queues.ts';
import { deleteOldStarts, recordQueued, releaseDead } from './job-starts.ts';
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
  /** Runs a transaction; jobs enqueued in it exist only once it commits, and then start at once. */
  transaction: <R>(work: (tx: Db, send: Send, query: Query) => Promise<R>) => Promise<R>;
  /** Accepts no more jobs, aborts the running ones and waits for them to end. */
  stop: () => Promise<void>;
}

/** Enqueues a job; one with an `id` (a uuid) is enqueued only once, however often this is called. */
export type Send = <T extends object>(job: JobFor<T>, data: T, id?: string) => Promise<void>;

/** The dependencies of jobs; intervals and delays have defaults. */
export interface JobSettings {
  database: Database;
  log: FastifyBaseLogger;
  pollingIntervalSeconds?: number;
  retryDelaySeconds?: number;
  /** How often, at least, servers on one PostgreSQL check whether another has died while running a job; 15 by default. */
  monitorSeconds?: number;
}

const stopTimeout = 15_000;
/** How often servers on one PostgreSQL look for jobs whose server has died. */
const takeOverSeconds = 1;
/** The queue to which pg-boss moves jobs that have no retries left; its worker calls `onGivenUp`. */
const deadLetterQueue = (name: string) => `${name}.given-up`;

/** Jobs on pg-boss, which is only loaded at start. */
export function createJobs(settings: JobSettings): Jobs {
  const { database, log } = settings;
  const registered = new Map<string, RegisteredJob>();
  const workers = new Map<string, string[]>();
  const stopping = new AbortController();
  const run = createJobRunner({ database, log, stopping: stopping.signal });
  const timers: NodeJS.Timeout[] = [];
  let starting: Promise<PgBoss> | undefined;
  let boss: PgBoss | undefined;

  const wake = (name: string) => {
    for (const worker of workers.get(name) ?? []) boss?.notifyWorker(worker);
  };

  /** Adds a worker that runs jobs of the name one after the other; returns the id used to wake it. */
  const addWorker = async (running: PgBoss, name: string, registration: RegisteredJob): Promise<string> => {
    const options = {
      includeMetadata: true,
      pollingIntervalSeconds: settings.pollingIntervalSeconds ?? 5,
      heartbeatRefreshSeconds,
      ...(registration.groupOf && { localGroupConcurrency: 1 }),
    } as const;
    return running.work<never, void, typeof options>(name, options, async ([job]) => {
      if (!job) return;
      await withLongTimeout(() => run(running, job, registration));
      // Without this the next job would wait for the next poll of the queue.
      if (!stopping.signal.aborted) wake(name);
    });
  };

  const startWorkers = async (running: PgBoss, name: string, registration: RegisteredJob) => {
    const { onGivenUp, concurrency = 1 } = registration;
    // pg-boss's own worker count is not used, because only the first of its workers can be woken.
    const added = Array.from({ length: concurrency }, () => addWorker(running, name, registration));
    workers.set(name, await Promise.all(added));
    if (!onGivenUp) return;
    // A server that died during the last attempt has not called `onGivenUp`.
    await running.work<never, void, { pollingIntervalSeconds: number }>(
      deadLetterQueue(name),
      { pollingIntervalSeconds: settings.monitorSeconds ?? 15 },
      async ([job]) => {
        if (job) await onGivenUp(job.data, new Error('The server died too often while running this job.'));
      },
    );
  };

  /** Every server enqueues a recurring job; the database accepts one per period. */
  const repeat = async (running: PgBoss, name: string, seconds: number) => {
    const enqueue = async () => {
      await running.send(name, {}, { singletonKey: name, singletonSeconds: seconds });
    };
    const enqueueAgain = () =>
      void enqueue().catch((error: unknown) =>
        log.error({ err: error, job: name }, 'A recurring job could not be enqueued.'),
      );
    timers.push(setInterval(enqueueAgain, seconds * 1000).unref());
    await enqueue();
  };

  /**
   * Takes over jobs whose server has died. pg-boss would find them too, but with an infrequent check that reads its
   * whole table, and would delay them like failed jobs.
   */
  const watchOthers = () => {
    const takeOver = () =>
      void releaseDead(database.query, [...registered.keys()]).then(
        (names) => names.forEach(wake),
        (error: unknown) => log.error({ err: error }, 'Jobs of dead servers could not be taken over.'),
      );
    timers.push(setInterval(takeOver, Math.min(takeOverSeconds, settings.monitorSeconds ?? 15) * 1000).unref());
  };

  const startAll = async () => {
    const running = await createBoss(settings);
    for (const [name, { onGivenUp, retryFor }] of registered) {
      const deadLetter = onGivenUp && deadLetterQueue(name);
      if (deadLetter) await prepareQueue(running, deadLetter, deadLetterRetries);
      await prepareQueue(running, name, {
        ...retries(database, settings.retryDelaySeconds),
        ...(retryFor && forHours(settings.retryDelaySeconds)),
        ...(deadLetter && { deadLetter }),
      });
    }
    // The embedded database has only one process, so jobs marked as running are not running.
    if (database.kind === 'pglite') await requeueAfterCrash(running, database, registered.keys());
    await deleteOldStarts(database.db, new Date());
    for (const [name, entry] of registered) await startWorkers(running, name, entry);
    for (const [name, { everySeconds }] of registered) if (everySeconds) await repeat(running, name, everySeconds);
    if (database.kind === 'postgres') watchOthers();
    boss = running;
    return running;
  };

  const started = (): Promise<PgBoss> => {
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

  return {
    register: ({ name, run: handle, onGivenUp, ...options }, deps) => {
      if (starting) throw new Error(`The jobs have already been started; ${name} is registered too late.`);
      registered.set(name, {
        ...options,
        run: (data, signal) => handle(deps, data, signal),
        ...(onGivenUp && { onGivenUp: (data: never, error: unknown) => onGivenUp(deps, data, error) }),
      });
    },
    start: async () => {
      await started();
    },
    send: async ({ name }, data, id = randomUUID()) => {
      const active = await started();
      const options = sendOptions(name, data, id);
      await recordQueued(database.db, name, id, new Date());
      await active.send(name, data, options);
      wake(name);
    },
    transaction: async (work) => {
      // Before the transaction begins, which may hold the only connection.
      const active = await started();
      const sent = new Set<string>();
      const result = await database.transaction((tx, query) => {
        const db = connectionOf(query);
        const send: Send = async ({ name }, data, id = randomUUID()) => {
          const options = sendOptions(name, data, id);
          await recordQueued(tx, name, id, new Date());
          await active.send(name, data, { ...options, db });
          sent.add(name);
        };
        return work(tx, send, query);
      });
      for (const name of sent) wake(name);
      return result;
    },
    stop: async () => {
      const running = starting;
      for (const timer of timers) clearInterval(timer);
      stopping.abort(new Error('The server is stopping.'));
      const active = await running?.catch(() => undefined);
      if (!active) return;
      await withTimeout(Promise.all([...registered.keys()].map((name) => active.offWork(name, { wait: true }))));
      await active.stop({ graceful: false, close: false });
    },
  };
}

/** Waits for the work, at most as long as a stop may take. */
async function withTimeout(work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, stopTimeout);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}
