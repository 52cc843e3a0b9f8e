import { AsyncLocalStorage } from 'node:async_hooks';

/** How long the answer to a statement is waited for, in milliseconds. */
export interface Timeouts {
  /** Under a call that somebody waits for. */
  statement: number;
  /** For a connection: a new one, or one that others give back. */
  connection: number;
}

const timeoutStore = new AsyncLocalStorage<{ milliseconds: number }>();

/** What is known to take long: a job, a change of a template with all its items, a migration. */
const longTimeout = 10 * 60_000;

/** Runs what is known to take long: its statements, and those of what it calls, may take minutes. */
export const withLongTimeout = <T>(work: () => Promise<T>): Promise<T> =>
  timeoutStore.run({ milliseconds: longTimeout }, work);

/** How long the next statement may take, `usual` unless it runs {@link withLongTimeout}. */
export const timeoutOf = (usual: number): number => timeoutStore.getStore()?.milliseconds ?? usual;
