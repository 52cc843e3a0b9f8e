import type { FastifyBaseLogger } from 'fastify';
import type { JobWithMetadata, PgBoss, QueueOptions } from 'pg-boss';
import type { Database, Query } from '../database/database.ts';
import { withLongTimeout } from '../database/timeouts.ts';

const schema = 'pgboss';

/** A job whose server has not been heard of for so long is taken over by another. */
const heartbeatSeconds = 20;

interface BossSettings {
  database: Database;
  log: FastifyBaseLogger;
  monitorSeconds?: number;
}

/** Starts pg-boss on the connections of the server. */
export async function createBoss({ database, log, monitorSeconds = 15 }: BossSettings): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss');
  const embedded = database.kind === 'pglite';
  const boss = new PgBoss({
    backend: database.kind,
    schema,
    schedule: false,
    // No vacuum runs by itself in the embedded database, and its few jobs need none.
    ...(embedded
      ? { reindex: false, monitorVacuum: false }
      : { superviseIntervalSeconds: monitorSeconds, monitorIntervalSeconds: monitorSeconds }),
    db: {
      executeSql: async (text, values) => ({
        rows: values?.length
          ? await database.query(text, values)
          : // Its own tables are made and kept in order by scripts, which may take long.
            await withLongTimeout(() => database.script(text)),
      }),
    },
  });
  boss.on('error', (error) => log.error({ err: error }, 'The job queue has a problem.'));
  boss.on('warning', (warning) => log.warn(warning, 'The job queue warns.'));
  await boss.start();
  return boss;
}

/** A transaction as pg-boss takes one. */
export const connectionOf = (query: Query) => ({
  executeSql: async (text: string, values: unknown[] = []) => ({ rows: await query(text, values) }),
});

/** How a failed job is tried again: four times, after 2 to 32 seconds; and how it is noticed that its server is gone. */
export const retries = ({ kind }: Database, retryDelay = 2) => ({
  retryLimit: 4,
  retryDelay,
  retryBackoff: retryDelay > 0,
  expireInSeconds: 12 * 60 * 60,
  ...(kind === 'postgres' && { heartbeatSeconds }),
});

/** What waits for somebody else's server: tried for half a day, every 5 minutes after the first ones. */
export const forHours = (retryDelay = 2) => ({
  retryLimit: 144,
  retryDelay,
  retryBackoff: retryDelay > 0,
  ...(retryDelay > 0 && { retryDelayMax: 300 }),
});

/** That a job is given up has to be told some time, or what it was for would wait for ever. */
export const untilTold = { retryLimit: 1000, retryDelay: 5, retryBackoff: true, retryDelayMax: 300 };

/** Declares a queue, or brings one that is there to these settings. */
export async function prepareQueue(
  boss: PgBoss,
  name: string,
  options: QueueOptions & { deadLetter?: string },
): Promise<void> {
  if (!(await boss.getQueue(name))) await boss.createQueue(name, options);
  else await boss.updateQueue(name, options);
  // Has pg-boss read the queue's settings now, and not in a transaction that holds the only connection.
  await boss.getJobById(name, '00000000-0000-0000-0000-000000000000');
}

/**
 * Puts a job that runs back as if it had never been tried. It becomes free after so many seconds: pg-boss, which learns of
 * this only from its tables, first has to note that the handler has returned.
 */
export async function putBack(
  boss: PgBoss,
  { transaction }: Database,
  { name, id, data, groupId, singletonKey }: JobWithMetadata<object>,
  startAfter: number,
): Promise<void> {
  await transaction(async (_tx, query) => {
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
 * Puts jobs back that ran when the process was killed: the embedded database has one process, so none of them runs. One
 * that has no more tries is given up.
 */
export async function putBackAfterCrash(boss: PgBoss, database: Database, names: Iterable<string>): Promise<void> {
  for (const name of names) {
    const active = (await boss.findJobs<object>(name)).filter(({ state }) => state === 'active');
    for (const job of active) {
      if (job.retryCount < job.retryLimit) await putBack(boss, database, job, 0);
      else await boss.fail(name, job.id, { message: 'The server was stopped too often meanwhile.' });
    }
  }
}
