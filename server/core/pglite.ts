import { PGlite, type Transaction, types } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { drizzle, PgliteSession, PgliteTransaction } from 'drizzle-orm/pglite';
import type { Database, Db, Query } from './database.ts';
import { StartError } from './errors.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { migrate } from './migrate.ts';

const dialect = new PgDialect();

const queryOn =
  (client: PGlite | Transaction): Query =>
  async <R>(text: string, values: readonly unknown[]) =>
    (await client.query<R>(text, values as unknown[])).rows;

/** PostgreSQL inside this process, kept in a folder that no other process may use meanwhile. */
export async function openPglite(folder: string, migrations: string): Promise<Database> {
  const lock: FolderLock | undefined = folder.startsWith('memory://') ? undefined : lockFolder(folder);
  try {
    const client = await PGlite.create({
      dataDir: folder,
      extensions: { pg_trgm, btree_gin },
      parsers: { [types.INT8]: Number },
    });
    await migrate(
      migrations,
      (sql, values) => client.query(sql, values),
      (work) =>
        client.transaction((tx) =>
          work((sql, values) =>
            values ? tx.query(sql, values) : tx.exec(sql).then((results) => results.at(-1) ?? { rows: [] }),
          ),
        ),
    );
    return {
      kind: 'pglite',
      db: drizzle(client) as unknown as Db,
      query: queryOn(client),
      // In a transaction, so that one which fails half way leaves the only connection usable.
      script: (text) => client.transaction(async (tx) => (await tx.exec(text)).flatMap(({ rows }) => rows)),
      transaction: (work) =>
        client.transaction((raw) => {
          // A transaction of PGlite has the calls of its connection that a session needs.
          const session = new PgliteSession(raw as unknown as PGlite, dialect, undefined);
          return work(new PgliteTransaction(dialect, session, undefined) as unknown as Db, queryOn(raw));
        }),
      close: async () => {
        await client.close();
        lock?.release();
      },
    };
  } catch (error) {
    lock?.release();
    if (error instanceof StartError) throw error;
    throw new StartError(`The embedded database in ${folder} cannot be opened: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
