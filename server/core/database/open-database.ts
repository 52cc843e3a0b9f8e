import type { FreeSpace } from '../base/free-space.ts';
import type { Database } from './database.ts';
import type { MigrationOrder } from './migration-order.ts';
import type { Timeouts } from './timeouts.ts';

/** Where the database is and how its tables are created. */
export interface DatabaseOptions {
  /** URL of a PostgreSQL server; without it the embedded database in `folder` is used. */
  url?: string | undefined;
  /** Maximum number of connections to the server. */
  connections?: number;
  /** Folder of the embedded database; `memory://` keeps it in memory only. */
  folder: string;
  /** Folder of the migrations; without it the database stays as it is. */
  migrations?: string | undefined;
  /** Who migrates a PostgreSQL server; by default this process. */
  order?: MigrationOrder;
  /** Timeouts of the server; by default 20 seconds per statement. */
  timeouts?: Timeouts | undefined;
  /** True if no other process can open the folder, as the caller has locked it or made it. */
  isLocked?: boolean;
  /** Free space on the embedded database's disk. */
  freeSpace?: FreeSpace;
}

/** Opens the database, and migrates it to the newest schema if it is to. Throws a `StartError` with one sentence on failure. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.url) return (await import('./postgres.ts')).openPostgres(options.url, options);
  return (await import('./pglite.ts')).openPglite(options.folder, options.migrations, options);
}
