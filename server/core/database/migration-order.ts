import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../base/errors.ts';
import { pendingMigrations, type Run } from './migrate.ts';

/**
 * Who migrates a PostgreSQL: `start` is every server as it starts; with `only` a process does nothing else, after all servers
 * of the earlier release have ended; with `wait` a server starts once such a process is done.
 */
export type MigrationOrder = 'start' | 'only' | 'wait';

/** The name of a server's connections in PostgreSQL. */
export const serverConnections = 'quartermaster';

const interval = 1000;
const longestWait = 10 * 60_000;

/** Resolves once the database has every migration of `folder`. Asks over a connection that does not count as a server's. */
export async function awaitMigrations(url: string, folder: string): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url, application_name: `${serverConnections}-waiting` });
    // A connection that breaks later is reported by the query, too.
    client.on('error', () => {});
    try {
      await client.connect();
      const pending = await pendingMigrations(folder, (sql, values) => client.query(sql, values));
      if (pending.length === 0) return;
    } finally {
      await client.end();
    }
    await pause(interval);
  }
}

/**
 * Resolves once no server but this one is connected, if there is anything to migrate. Throws a `StartError` that names the
 * others' addresses after ten minutes.
 */
export async function awaitOtherServers(run: Run, folder: string): Promise<void> {
  const since = Date.now();
  while ((await pendingMigrations(folder, run)).length > 0) {
    const { rows } = await run(
      `select distinct coalesce(host(client_addr), 'this machine') as address from pg_stat_activity
        where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()`,
      [serverConnections],
    );
    if (rows.length === 0) return;
    if (Date.now() - since > longestWait) {
      const addresses = (rows as { address: string }[]).map(({ address }) => address).toSorted();
      throw new StartError(
        `The database is to be migrated, but servers of an earlier release are still connected to it, from ${addresses.join(', ')}: stop them first.`,
      );
    }
    await pause(interval);
  }
}
