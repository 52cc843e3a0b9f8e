import { Gauge, type Registry } from 'prom-client';
import type { Deps } from '../../core/app/deps.ts';
import { freeBytes } from '../../core/base/free-space.ts';
import { isMissingTable } from '../../core/database/sql-states.ts';
import { countJobs, readConsumerLags, readDatabaseSize } from './repository.ts';

/** How long a scrape waits for the database, in milliseconds; collectors give up after some 10 s. */
const patience = 5000;

type Needs = Pick<Deps, 'database' | 'replicas' | 'config' | 'freeSpace'>;

/** Before the first start of the jobs their tables are missing. */
function noneWithoutTables(error: unknown): [] {
  if (isMissingTable(error)) return [];
  throw error;
}

/** Gauges that are read when the metrics are: from the database, its pool and the disk. */
export function createStateGauges(registers: Registry[]): (deps: Needs) => Promise<void> {
  const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge({ name: `quartermaster_${name}`, help, labelNames, registers });
  const isUp = gauge('database_up', '1 if the database has answered within 5 seconds.');
  const pool = gauge('database_connections', 'Connections of the pool, and callers that wait for one.', 'state');
  const bytes = gauge('database_bytes', 'Size of the database.');
  const rows = gauge('database_rows', 'Rows of the largest tables, as PostgreSQL estimates them.', 'table');
  const jobs = gauge('jobs', 'Jobs that wait or run, and those that were given up within an hour.', 'job', 'state');
  const lag = gauge('events_lag_seconds', 'Age of the first event that a consumer has not handled.', 'consumer');
  const replicaUp = gauge('replica_up', '1 if a replica can be used.', 'replica');
  const replicaLag = gauge('replica_lag_bytes', 'Bytes of the log that a replica has not replayed.', 'replica');
  const free = gauge('disk_free_bytes', 'Free bytes on the disk of DATA_DIR.');
  const isShort = gauge('disk_is_short', '1 if saves are refused, as the disk is nearly full.');

  const readDatabase = async ({ query }: Needs['database']) => {
    const [counts, lags, size] = await Promise.all([
      countJobs(query).catch(noneWithoutTables),
      readConsumerLags(query),
      readDatabaseSize(query),
    ]);
    // Without a pause until they are set: another collector may read at the same time.
    for (const changing of [jobs, lag]) changing.reset();
    for (const { job, state, count } of counts) jobs.set({ job, state }, count);
    for (const { consumer, seconds } of lags) lag.set({ consumer }, seconds);
    bytes.set(size.bytes);
    for (const [table, count] of Object.entries(size.rows ?? {})) rows.set({ table }, count);
  };

  const readReplicas = async (replicas: Needs['replicas']) => {
    const lags = (await replicas?.lags()) ?? [];
    replicaLag.reset();
    for (const { replica, bytes } of lags) {
      replicaUp.set({ replica }, bytes === undefined ? 0 : 1);
      if (bytes !== undefined) replicaLag.set({ replica }, bytes);
    }
  };

  return async ({ database, replicas, config, freeSpace }) => {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error('The database has not answered.')), patience);
    const isAnswering = await Promise.race([Promise.all([readDatabase(database), readReplicas(replicas)]), late]).then(
      () => true,
      () => false,
    );
    clearTimeout(timer);
    isUp.set(isAnswering ? 1 : 0);
    const states = database.connections?.();
    for (const [state, count] of Object.entries(states ?? {})) pool.set({ state }, count);
    free.set(await freeBytes(config.dataDir));
    isShort.set(freeSpace.isShort ? 1 : 0);
  };
}
