import { onServer, testDatabasePrefix } from './server-database.ts';

/** Passes the name of the run to its workers. */
export function setup(): void {
  process.env.QM_TEST_RUN = String(process.pid);
}

/** After the last test: drops the workers’ databases on a real server. */
export async function teardown(): Promise<void> {
  const server = process.env.DATABASE_URL;
  if (!server) return;
  const made = await onServer(server, `select datname from pg_database where datname like '${testDatabasePrefix()}%'`);
  for (const { datname } of made) await onServer(server, `drop database if exists ${datname} with (force)`);
}
