import { execFileSync } from 'node:child_process';
import { root } from '../../scripts/processes.mjs';
import { onServer, testDatabasePrefix } from './server-database.ts';

/** Passes the name of the run to its workers, and builds the server, which some tests start, if it is stale. */
export function setup(): void {
  process.env.QM_TEST_RUN = String(process.pid);
  execFileSync(process.execPath, ['scripts/building/build.mjs', '--server'], { cwd: root, stdio: 'inherit' });
}

/** After the last test: drops the workers’ databases on a real server. */
export async function teardown(): Promise<void> {
  const server = process.env.DATABASE_URL;
  if (!server) return;
  const made = await onServer(server, `select datname from pg_database where datname like '${testDatabasePrefix()}%'`);
  for (const { datname } of made) await onServer(server, `drop database if exists ${datname} with (force)`);
}
