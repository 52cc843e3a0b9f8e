import { AsyncLocalStorage } from 'node:async_hooks';
import type { Replica } from './replica.ts';

/** Where a call reads; without a replica from the primary. */
export interface ReadTarget {
  replica: Replica | undefined;
}

/** The targets of calls that may read from a replica. */
export const readTargets = new AsyncLocalStorage<ReadTarget>();

/** The name of the replica that the current call reads from, and nothing for the primary: what one has read is not what another would. */
export const readsFrom = (): string => readTargets.getStore()?.replica?.name ?? '';
