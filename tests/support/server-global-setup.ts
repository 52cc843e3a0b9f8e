import { onServer, testDatabasePrefix } from './server-database.ts';

/** Names the run for its workers. */
export function setup(): void {
  process.env.QM_TEST_RUN = String(process.pid);
}

/** After the last test: the databases that the workers made on a real server are dropped. */
export async function teardown(): Promise<void> {
  const server = process.env.DATABASE_URL;
  if (!server) return;
  const made = await onServer(server, `select datname from pg_database where datname like '${testDatabasePrefix()}%'`);
  for (const { datname } of made) await onServer(server, `drop database if exists ${datname} with (force)`);
}
