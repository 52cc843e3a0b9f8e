import type { FastifyBaseLogger } from 'fastify';
import type { JobWithMetadata, PgBoss, QueueOptions } from 'pg-boss';
import type { Database } from '../database/database.ts';
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

/** What pg-boss writes into a job whose server has not been heard of. */
const diedOutput = { value: { message: 'job heartbeat timeout' } };

/** Whether the last try of a job ended with its server. */
export const diedBefore = ({ output, retryCount }: JobWithMetadata<unknown>): boolean =>
  retryCount > 0 && (output as { value?: { message?: string } } | null)?.value?.message === diedOutput.value.message;

/** Says how many tries a job that runs has. */
export async function setRetryLimit(database: Database, name: string, id: string, retryLimit: number): Promise<void> {
  await database.query(`update ${schema}.job set retry_limit = $3 where name = $1 and id = $2 and state = 'active'`, [
    name,
    id,
    retryLimit,
  ]);
}

/** Lets jobs that ran when the process was killed run again at once; one that has no more tries is given up. */
export async function takeUpAfterCrash(boss: PgBoss, database: Database, names: string[]): Promise<void> {
  await database.query(
    `update ${schema}.job set state = 'retry', start_after = now(), heartbeat_on = null, output = $2::jsonb
      where name = any($1::text[]) and state = 'active' and retry_count < retry_limit`,
    [names, JSON.stringify(diedOutput)],
  );
  const lost = await database.query<{ name: string; id: string }>(
    `select name, id from ${schema}.job where name = any($1::text[]) and state = 'active'`,
    [names],
  );
  for (const { name, id } of lost)
    await boss.fail(name, id, { message: 'The server was stopped too often meanwhile.' });
}

/**
 * Puts a job back for the next start without counting a try. It becomes free only after a moment, when pg-boss, which
 * is told nothing of this, has already noted that the handler has returned.
 */
export async function giveBack(database: Database, name: string, id: string): Promise<void> {
  await database.query(
    `update ${schema}.job set state = 'created', started_on = null, heartbeat_on = null, start_after = now() + interval '2 seconds'
      where name = $1 and id = $2 and state = 'active'`,
    [name, id],
  );
}
