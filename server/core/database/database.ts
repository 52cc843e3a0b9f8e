/**
 * Runs a statement on a connection or in a transaction; the first parameter of every repository function. Text with `$1`...,
 * rows as objects, `int8` as number. With a `name`, PostgreSQL caches the prepared statement; a name must always be used with
 * the same text.
 */
export type Query = <R>(text: string, values: readonly unknown[], name?: string) => Promise<R[]>;

/**
 * The database, embedded or on a server. PGlite has one connection: inside a transaction use only the `query`
 * that the callback receives, because anything else waits for the transaction to end, and do not hold a transaction
 * during slow work.
 */
export interface Database {
  kind: 'pglite' | 'postgres';
  query: Query;
  /**
   * Runs a statement that returns one row with one text column named `value`, and returns its raw UTF-8, for responses
   * that are passed on unparsed.
   */
  bytes: (text: string, values: readonly unknown[], name?: string) => Promise<Buffer | undefined>;
  /** Runs several statements without parameters at once; returns the rows of all of them. */
  script: (text: string) => Promise<unknown[]>;
  /** Commits when the callback resolves, rolls back when it throws. */
  transaction: <T>(work: (query: Query) => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
  /**
   * Calls back for each notification of a channel, a plain lower-case name, until the returned function is called; with an empty text
   * once the connection was lost and is back. Those sent meanwhile are lost, and some others may be.
   */
  listen?: (channel: string, onMessage: (payload: string) => void) => Promise<() => Promise<void>>;
  /** The connections of the pool by what they do, and the callers that wait for one; undefined without a pool. */
  connections?: () => Record<'idle' | 'busy' | 'waiting', number>;
}
