/** The result of a statement. */
export interface PgliteResult<R> {
  rows: R[];
}

/** How rows are returned: by default as objects with parsed values. */
export interface PgliteOptions {
  rowMode?: 'array' | 'object';
  /** Texts as UTF-8, which the database’s thread passes on without a copy; in this thread they stay strings. */
  asBytes?: boolean;
}

/** Runs statements on the embedded database, outside of transactions or in one. */
export interface PgliteStatements {
  query: <R>(text: string, values?: unknown[], options?: PgliteOptions) => Promise<PgliteResult<R>>;
  /** Runs several statements without parameters; returns a result for each. */
  exec: (text: string) => Promise<PgliteResult<unknown>[]>;
}

/** The embedded database, in this thread or in its own. */
export interface PgliteClient extends PgliteStatements {
  /** Commits when the callback resolves, rolls back when it throws; other statements wait until it ends. */
  transaction: <T>(work: (tx: PgliteStatements) => Promise<T>) => Promise<T>;
  /** Calls back for the notifications of the channels that are listened to, until the returned function is called. */
  onNotification: (onMessage: (channel: string, payload: string) => void) => () => void;
  close: () => Promise<void>;
}
