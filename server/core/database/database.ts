import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** A connection or a transaction; every function of a repository takes it first. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/**
 * Raw SQL for hot paths: text with `$1`..., rows as objects, `int8` as number. With a `name` PostgreSQL keeps the
 * statement prepared; one name stands for one text.
 */
export type Query = <R>(text: string, values: readonly unknown[], name?: string) => Promise<R[]>;

/**
 * The database, embedded or a server. PGlite has one connection: inside a transaction use only what it was given
 * (`tx`, `query`), as anything else waits for its end, and hold none across something slow.
 */
export interface Database {
  kind: 'pglite' | 'postgres';
  db: Db;
  query: Query;
  /** A statement of one row and one text, named `value`: its UTF-8 as it came, for an answer that is passed on unread. */
  bytes: (text: string, values: readonly unknown[], name?: string) => Promise<Buffer | undefined>;
  /** Several statements without values, as one; the rows of all of them. */
  script: (text: string) => Promise<unknown[]>;
  /** Commits when the work resolves, rolls back when it throws. */
  transaction: <T>(work: (tx: Db, query: Query) => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
}
