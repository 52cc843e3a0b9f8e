import type { FastifyBaseLogger } from 'fastify';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { Database, Db } from '../database/database.ts';
import { withoutHurry } from '../database/patience.ts';
import {
  createBoss,
  diedBefore,
  forHours,
  giveBack,
  prepareQueue,
  retries,
  setRetryLimit,
  takeUpAfterCrash,
  untilTold,
} from './job-queues.ts';

/** Runs a job. The signal says that the server stops: the handler ends soon by throwing, and the next start begins it anew. */
export type JobHandler<T> = (data: T, signal: AbortSignal) => Promise<void>;

/** What can be said beside a handler. */
export interface JobOptions<T> {
  /** Told once no further try follows; possibly more than once, so it must not mind. */
  onGivenUp?: (data: T, error: unknown) => Promise<void>;
  /** `hours`: what needs somebody else's server is tried for half a day; otherwise a job is given up after a minute. */
  patience?: 'hours';
  /** Runs the job with an empty object as data at the start and then every so often, on one of all servers. */
  everySeconds?: number;
  /** How many of the name one server runs at a time (1). */
  concurrency?: number;
  /** Whose job it is: of one group a server runs one at a time, so that the others' do not wait for all of it. */
  groupOf?: (data: T) => string | undefined;
}

/**
 * Work that goes on after the answer, in the database that is there anyway. A job runs at least once and, where its
 * server dies, again on another one or after the next start; so a handler must be able to go on with what is half done.
 * One whose server has died twice in a row with it is given up: it may be what has ended them.
 */
export interface Jobs {
  /** Says how jobs of a name are run; to be called before the start. */
  register: <T extends object>(name: string, handler: JobHandler<T>, options?: JobOptions<T>) => void;
  /** Begins to run jobs; more than one call is one start. */
  start: () => Promise<void>;
  /**
   * Hands in a job. With `tx` it is there when that transaction commits, and only then: call {@link Jobs.start} before
   * the transaction, which may hold the only connection, and {@link Jobs.wake} after it. A job with an `id` (a uuid) is
   * handed in once, however often it is said.
   */
  send: <T extends object>(name: string, data: T, tx?: Db, id?: string) => Promise<void>;
  /** Has this server look for jobs of the name at once. */
  wake: (name: string) => void;
  /** Takes no more jobs and waits until those that run have noticed. */
  stop: () => Promise<void>;
}

/** How often and how patiently things are tried; defaults where left out. */
export interface JobSettings {
  database: Database;
  log: FastifyBaseLogger;
  pollingIntervalSeconds?: number;
  retryDelaySeconds?: number;
  /** How often servers on one PostgreSQL look whether another has died with a job. */
  monitorSeconds?: number;
}

interface Registered {
  handler: JobHandler<never>;
  onGivenUp: ((data: never, error: unknown) => Promise<void>) | undefined;
  patience: 'hours' | undefined;
  everySeconds: number | undefined;
  concurrency: number;
  groupOf: ((data: never) => string | undefined) | undefined;
}

const stopPatience = 15_000;
const givenUp = (name: string) => `${name}.given-up`;

/** Jobs on pg-boss, which is loaded with the start and not before. */
export function createJobs(settings: JobSettings): Jobs {
  const { database, log } = settings;
  const registered = new Map<string, Registered>();
  const workers = new Map<string, string[]>();
  const turns = oneAtATime();
  const stopping = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  let starting: Promise<PgBoss> | undefined;
  let boss: PgBoss | undefined;

  const wake = (name: string) => {
    for (const worker of workers.get(name) ?? []) boss?.notifyWorker(worker);
  };

  /**
   * Where its server has died with the job, it gets one more try, which it has to end: only by ending in whatever way does it get
   * the others back. Such jobs take turns, so that none pays for another.
   */
  const run = async (name: string, job: JobWithMetadata<never>, { handler, onGivenUp }: Registered) => {
    const signal = AbortSignal.any([job.signal, stopping.signal]);
    const isSuspect = diedBefore(job);
    const endTurn = isSuspect ? await turns(signal) : undefined;
    try {
      signal.throwIfAborted();
      if (isSuspect) await setRetryLimit(database, name, job.id, job.retryCount);
      await handler(job.data, signal);
    } catch (error) {
      if (isSuspect) await setRetryLimit(database, name, job.id, job.retryLimit);
      if (stopping.signal.aborted) return giveBack(database, name, job.id);
      log.error({ err: error, job: name, id: job.id, attempt: job.retryCount + 1 }, 'A job has failed.');
      if (job.retryCount >= job.retryLimit) await onGivenUp?.(job.data, error);
      throw error;
    } finally {
      endTurn?.();
    }
  };

  /** Runs one job of the name after the other; answers the id by which it is woken. */
  const addWorker = async (running: PgBoss, name: string, registration: Registered): Promise<string> => {
    const options = {
      includeMetadata: true,
      pollingIntervalSeconds: settings.pollingIntervalSeconds ?? 5,
      ...(registration.groupOf && { localGroupConcurrency: 1 }),
    } as const;
    return running.work<never, void, typeof options>(name, options, async ([job]) => {
      if (!job) return;
      await withoutHurry(() => run(name, job, registration));
      // Without this the next one waits until the queue is looked at again.
      if (!stopping.signal.aborted) wake(name);
    });
  };

  const work = async (running: PgBoss, name: string, registration: Registered) => {
    const { onGivenUp, concurrency } = registration;
    // Not by pg-boss's own number of workers, of which only the first can be woken.
    const added = Array.from({ length: concurrency }, () => addWorker(running, name, registration));
    workers.set(name, await Promise.all(added));
    if (!onGivenUp) return;
    // Whoever died with its last try has told nobody.
    await running.work<never, void, { pollingIntervalSeconds: number }>(
      givenUp(name),
      { pollingIntervalSeconds: settings.monitorSeconds ?? 15 },
      async ([job]) => {
        if (job) await onGivenUp(job.data, new Error('The server was stopped too often meanwhile.'));
      },
    );
  };

  /** Every server asks, and the database takes one job for each period. */
  const repeat = async (running: PgBoss, name: string, seconds: number) => {
    const ask = async () => {
      await running.send(name, {}, { singletonKey: name, singletonSeconds: seconds });
    };
    const again = () =>
      void ask().catch((error: unknown) => log.error({ err: error, job: name }, 'A job is not repeated.'));
    timers.push(setInterval(again, seconds * 1000).unref());
    await ask();
  };

  const begin = async () => {
    const running = await createBoss(settings);
    for (const [name, { onGivenUp, patience }] of registered) {
      const deadLetter = onGivenUp && givenUp(name);
      if (deadLetter) await prepareQueue(running, deadLetter, untilTold);
      await prepareQueue(running, name, {
        ...retries(database, settings.retryDelaySeconds),
        ...(patience && forHours(settings.retryDelaySeconds)),
        ...(deadLetter && { deadLetter }),
      });
    }
    // The embedded database has one process at a time, so nobody else can be running what seems to run.
    if (database.kind === 'pglite') await takeUpAfterCrash(running, database, [...registered.keys()]);
    for (const [name, entry] of registered) await work(running, name, entry);
    for (const [name, { everySeconds }] of registered) if (everySeconds) await repeat(running, name, everySeconds);
    boss = running;
    return running;
  };

  const started = (): Promise<PgBoss> => {
    if (stopping.signal.aborted) throw new Error('The server is stopping.');
    starting ??= begin().catch((error: unknown) => {
      starting = undefined;
      throw error;
    });
    return starting;
  };

  return {
    register: (name, handler, options) => {
      if (starting) throw new Error(`Jobs run already; ${name} is registered too late.`);
      registered.set(name, {
        handler,
        onGivenUp: options?.onGivenUp,
        patience: options?.patience,
        everySeconds: options?.everySeconds,
        concurrency: options?.concurrency ?? 1,
        groupOf: options?.groupOf,
      });
    },
    start: async () => {
      await started();
    },
    send: async (name, data, tx, id) => {
      const registration = registered.get(name);
      if (!registration) throw new Error(`Nobody runs jobs named ${name}.`);
      const group = registration.groupOf?.(data as never);
      const known = { ...(id !== undefined && { id }), ...(group !== undefined && { group: { id: group } }) };
      if (tx) {
        if (!boss) throw new Error('Jobs have to be started before the transaction.');
        const [{ fromDrizzle }, { sql }] = await Promise.all([import('pg-boss'), import('drizzle-orm')]);
        // Its result is typed for whichever driver there is; both of ours have rows.
        const connection = tx as unknown as Parameters<typeof fromDrizzle>[0];
        await boss.send(name, data, { ...known, db: fromDrizzle(connection, sql) });
      } else {
        await (await started()).send(name, data, known);
        wake(name);
      }
    },
    wake,
    stop: async () => {
      const running = starting;
      for (const timer of timers) clearInterval(timer);
      stopping.abort(new Error('The server is stopping.'));
      const active = await running?.catch(() => undefined);
      if (!active) return;
      await withPatience(Promise.all([...registered.keys()].map((name) => active.offWork(name, { wait: true }))));
      await active.stop({ graceful: false, close: false });
    },
  };
}

/** Waits for the work, but not longer than a stop may take. */
async function withPatience(work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, stopPatience);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}

/** Whoever asks waits until all before have ended their turn, or until the signal says that it is of no use any more. */
function oneAtATime(): (signal: AbortSignal) => Promise<() => void> {
  let last = Promise.resolve();
  return async (signal) => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    const aborted = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => aborted.resolve(), { once: true });
    if (signal.aborted) aborted.resolve();
    await Promise.race([before, aborted.promise]);
    return resolve;
  };
}
