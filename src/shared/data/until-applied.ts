import {
  type MutationFilters,
  type QueryClient,
  type QueryKey,
  QueryObserver,
  type QueryObserverOptions,
} from '@tanstack/react-query';
import type { CallMeta } from '../http/query-meta.ts';

/** A change that a job applies; `failure` explains why it failed. */
export interface Run {
  state: 'running' | 'applied' | 'failed' | 'cancelled';
  failure: string;
}

/** A query as `queryOptions` returns it. */
export type FollowedQuery<Data, Key extends QueryKey> = QueryObserverOptions<Data, Error, Data, Data, Key>;

/**
 * Keeps a query on the page until its answer is done, and resolves to that; rejects if it fails. The query follows the stream as all others do.
 * Stays pending after `signal`.
 */
export function untilDone<Data, Key extends QueryKey>(
  queries: QueryClient,
  options: FollowedQuery<Data, Key>,
  isDone: (answer: Data) => boolean,
  signal: AbortSignal,
): Promise<Data> {
  return new Promise((resolve, reject) => {
    const observer = new QueryObserver(queries, {
      ...options,
      staleTime: 0,
      // Every query of the console has a title.
      meta: { ...options.meta, isAwaited: true } as CallMeta,
    });
    const stop = () => {
      const query = observer.getCurrentQuery();
      observer.destroy();
      // A query that was removed before would start the timer of its removal again.
      if (queries.getQueryCache().get<Data, Error, Data, Key>(query.queryHash) !== query) query.destroy();
    };
    const look = ({ data, error, isFetching } = observer.getCurrentResult()) => {
      if (signal.aborted) return;
      const hasEnded = data !== undefined && isDone(data);
      if (!hasEnded && (!error || isFetching)) return;
      stop();
      if (hasEnded) resolve(data);
      else reject(error);
    };
    signal.addEventListener('abort', stop);
    if (signal.aborted) return;
    observer.subscribe(look);
    look();
  });
}

/** A signal that is aborted once there is no such mutation any more: signing out and closing the console clear the cache. */
export function whileMutating(queries: QueryClient, filters: MutationFilters): AbortSignal {
  const ending = new AbortController();
  const look = () => {
    if (queries.isMutating(filters) > 0) return;
    stop();
    ending.abort();
  };
  const stop = queries.getMutationCache().subscribe(look);
  look();
  return ending.signal;
}

/** Whether a run was applied; throws if it has failed. */
export function isApplied({ state, failure }: Run): boolean {
  if (state === 'failed') throw new Error(failure);
  return state === 'applied';
}
