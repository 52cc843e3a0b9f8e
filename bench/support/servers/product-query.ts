import { join } from 'node:path';
import { root } from '../../../scripts/processes.mjs';
import type { Query } from '../../../server/core/database/database.ts';
import { openPostgres } from '../../../server/core/database/postgres.ts';

/** Runs work that sends statements to a database as the product does: prepared, with its plans, on one connection. */
export async function withProductQuery<T>(databaseUrl: string, work: (query: Query) => Promise<T>): Promise<T> {
  const database = await openPostgres(databaseUrl, { connections: 1, migrations: join(root, 'server', 'migrations') });
  try {
    return await work(database.query);
  } finally {
    await database.close();
  }
}
