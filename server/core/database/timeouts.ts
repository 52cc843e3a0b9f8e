import { AsyncLocalStorage } from 'node:async_hooks';

/** Database timeouts, in milliseconds. */
export interface Timeouts {
  /** For a statement of a request. */
  statement: number;
  /** For getting a connection: a new one, or one returned to the pool. */
  connection: number;
}

const timeoutStore = new AsyncLocalStorage<{ milliseconds: number }>();

/** For work that is known to take long: a job, a template change with all its items, a migration. */
const longTimeout = 10 * 60_000;

/** Runs work that is known to take long: its statements, including those of functions it calls, may take minutes. */
export const withLongTimeout = <T>(work: () => Promise<T>): Promise<T> =>
  timeoutStore.run({ milliseconds: longTimeout }, work);

/** Timeout of the next statement: `usual`, unless called inside {@link withLongTimeout}. */
export const timeoutOf = (usual: number): number => timeoutStore.getStore()?.milliseconds ?? usual;
