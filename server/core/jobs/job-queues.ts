import type { FastifyBaseLogger } from 'fastify';
import type { JobWithMetadata, PgBoss, QueueOptions } from 'pg-boss';
import type { Database, Query } from '../database/database.ts';
import { withLongTimeout } from '../database/timeouts.ts';

const schema = 'pgboss';

/** A job whose server sends no heartbeat for this long is taken over by another server; pg-boss accepts no less. */
const heartbeatSeconds = 10;

/** How often a server sends a heartbeat for each of its jobs. */
export const heartbeatRefreshSeconds = 2;

interface BossSettings {
  database: Database;
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  monitorSeconds?: number;
}

/** Starts pg-boss on the server's database connections. */
export async function createBoss({ database, log, monitorSeconds = 15 }: BossSettings): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss');
  const embedded = database.kind === 'pglite';
  const boss = new PgBoss({
    backend: database.kind,
    schema,
    schedule: false,
    // No job depends on others.
    flowIntervalSeconds: 60 * 60,
    // The embedded database has no autovacuum, and its few jobs do not need one.
    ...(embedded
      ? { reindex: false, monitorVacuum: false }
      : { superviseIntervalSeconds: monitorSeconds, monitorIntervalSeconds: monitorSeconds }),
    db: {
      executeSql: async (text, values) => ({
        rows: values?.length
          ? await database.query(text, values)
          : // pg-boss creates and maintains its tables with scripts, which may take long.
            await withLongTimeout(() => database.script(text)),
      }),
    },
  });
  boss.on('error', (error) => log.error({ err: error }, 'The job queue failed.'));
  boss.on('warning', (warning) => log.warn(warning, 'The job queue reports a warning.'));
  await boss.start();
  return boss;
}

/** A transaction in the form that pg-boss accepts. */
export const connectionOf = (query: Query) => ({
  executeSql: async (text: string, values: unknown[] = []) => ({ rows: await query(text, values) }),
});

/** How a failed job is retried: four times, after 2 to 32 seconds; and how a lost server is detected. */
export const retries = ({ kind }: Database, retryDelay = 2) => ({
  retryLimit: 4,
  retryDelay,
  retryBackoff: retryDelay > 0,
  expireInSeconds: 12 * 60 * 60,
  ...(kind === 'postgres' && { heartbeatSeconds }),
});

/** Retries of work that depends on an external server: for half a day, every 5 minutes after the first few. */
export const longRetries = (retryDelay = 2) => ({
  retryLimit: 144,
  retryDelay,
  retryBackoff: retryDelay > 0,
  ...(retryDelay > 0 && { retryDelayMax: 300 }),
});

/**
 * Retries of `onGivenUp`, practically without end: if it never succeeded, whatever waits for the job would wait forever.
 */
export const deadLetterRetries = { retryLimit: 1000, retryDelay: 5, retryBackoff: true, retryDelayMax: 300 };

/** Creates a queue, or updates an existing one to these settings. */
export async function prepareQueue(
  boss: PgBoss,
  name: string,
  options: QueueOptions & { deadLetter?: string },
): Promise<void> {
  if (!(await boss.getQueue(name))) await boss.createQueue(name, options);
  else await boss.updateQueue(name, options);
  // Makes pg-boss cache the queue's settings now, rather than in a transaction that holds the only connection.
  await boss.getJobById(name, '00000000-0000-0000-0000-000000000000');
}

/**
 * Resets a running job as if it had never been tried. It becomes available after that many seconds: pg-boss, which sees
 * the reset only in its tables, must first record that the handler has returned.
 */
export async function requeue(
  boss: PgBoss,
  { transaction }: Database,
  { name, id, data, groupId, singletonKey }: JobWithMetadata<object>,
  startAfter: number,
): Promise<void> {
  await transaction(async (query) => {
    const db = connectionOf(query);
    await boss.deleteJob(name, id, { db });
    await boss.send(name, data, {
      id,
      db,
      startAfter,
      ...(groupId != null && { group: { id: groupId } }),
      ...(singletonKey != null && { singletonKey }),
    });
  });
}

/**
 * Requeues jobs that were running when the process was killed: the embedded database has one process, so none of them
 * is running now. A job without retries left fails.
 */
export async function requeueAfterCrash(boss: PgBoss, database: Database, names: Iterable<string>): Promise<void> {
  for (const name of names) {
    const active = (await boss.findJobs<object>(name)).filter(({ state }) => state === 'active');
    for (const job of active) {
      if (job.retryCount < job.retryLimit) await requeue(boss, database, job, 0);
      else await boss.fail(name, job.id, { message: 'The server died too often while running this job.' });
    }
  }
}
