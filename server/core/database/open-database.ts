import type { FreeSpace } from '../base/free-space.ts';
import type { Database } from './database.ts';
import type { Timeouts } from './timeouts.ts';

/** Where the database is and how it gets its tables. */
export interface DatabaseOptions {
  /** Of a PostgreSQL server; without it the embedded one in `folder` is used. */
  url?: string | undefined;
  /** Most connections to the server. */
  connections?: number;
  /** Folder of the embedded database; `memory://` keeps nothing. */
  folder: string;
  migrations: string;
  /** How long the server may take; 20 seconds for a statement where left out. */
  timeouts?: Timeouts | undefined;
  /** Of the disk that the embedded database lies on. */
  freeSpace?: FreeSpace;
}

/** Opens the database with the newest schema. Throws a `StartError` with one sentence where that cannot be. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.url) return (await import('./postgres.ts')).openPostgres(options.url, options);
  return (await import('./pglite.ts')).openPglite(options.folder, options.migrations, options);
}
