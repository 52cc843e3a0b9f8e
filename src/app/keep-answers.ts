import { hashKey, type Mutation, type Query, type QueryClient } from '@tanstack/react-query';
import { decidesAccess } from '../shared/http/query-meta.ts';
import type { KeptAnswer, KeptAnswers } from '../shared/stored-answers/stored-answers.ts';
import type { ConsoleProps } from './context/console-props.ts';

/** How long a page rests before its answers are kept, in milliseconds: several that arrive together are kept once. */
const rest = 100;

interface KeepOptions {
  queries: QueryClient;
  answers: KeptAnswers;
  /** The current path and query within the console. */
  path: () => string;
}

interface KeepingOptions extends Omit<KeepOptions, 'answers'> {
  props: Pick<ConsoleProps, 'cached' | 'discardKept'>;
}

/**
 * Restores the kept answers of the first page, and keeps those of each page from then on. What is kept is removed when it may no longer be
 * shown.
 */
export function startKeeping({ props, queries, path }: KeepingOptions) {
  const { cached, discardKept } = props;
  if (cached) restoreAnswers(queries, cached.restored);
  // Before the new answers are kept.
  const stopWatching = watchAccess(queries, () => {
    cached?.answers.erase();
    discardKept?.();
  });
  const stopKeeping = cached && keepAnswers({ queries, answers: cached.answers, path });
  return {
    /** The session has ended, or belongs to another account: what is kept is removed, and no answers are kept from now on. */
    close: () => {
      cached?.answers.close();
      discardKept?.();
    },
    stop: () => {
      stopWatching();
      stopKeeping?.();
    },
  };
}

/** Shows kept answers until the server has answered: each of them is stale, whatever its age. */
function restoreAnswers(queries: QueryClient, answers: readonly KeptAnswer[]): void {
  for (const { queryKey, data, at } of answers) {
    if (queries.getQueryData(queryKey) !== undefined) continue;
    queries.setQueryData(queryKey, data, { updatedAt: at });
    queries.getQueryCache().get(hashKey(queryKey))?.invalidate();
  }
}

/** Calls `onChanged` when what the user may do has changed. */
function watchAccess(queries: QueryClient, onChanged: () => void): () => void {
  const access = new Map<string, unknown>();
  /** The structure of an answer is shared with the one before: the same object is the same answer. */
  const isChanged = ({ queryHash, state: { data } }: Query) => {
    const before = access.get(queryHash);
    access.set(queryHash, data);
    return before !== undefined && before !== data;
  };
  return queries.getQueryCache().subscribe(({ type, query }) => {
    // Not the subscription: only its amounts may have changed.
    if ((type !== 'updated' && type !== 'observerAdded') || query.meta?.stored === undefined) return;
    if (decidesAccess(query) && isTrue(query) && isChanged(query)) onChanged();
  });
}

/** Keeps the answers of each page that is shown. */
function keepAnswers({ queries, answers, path }: KeepOptions): () => void {
  const cache = queries.getQueryCache();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let idle: number | undefined;
  const cancel = () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
    idle = undefined;
  };

  const keep = () => {
    const all = cache.getAll().filter(({ meta }) => meta?.stored !== undefined);
    if (all.some(({ state }) => state.fetchStatus !== 'idle')) return;
    const of = (part: 'page' | 'everywhere') => all.filter((query) => query.meta?.stored === part && isTrue(query));
    void answers.write(path(), {
      page: of('page')
        .filter((query) => query.isActive())
        .map(toKept),
      shared: of('everywhere').map(toKept),
    });
  };
  const unsubscribe = cache.subscribe(({ type, query }) => {
    if ((type !== 'updated' && type !== 'observerAdded') || query.meta?.stored === undefined) return;
    cancel();
    timer = setTimeout(() => {
      // Safari has no idle callbacks.
      if ('requestIdleCallback' in window) idle = requestIdleCallback(keep);
      else keep();
    }, rest);
  });
  const stopDropping = dropChangedPages({ queries, answers, path });
  return () => {
    cancel();
    unsubscribe();
    stopDropping();
  };
}

/** A page is not shown again with what it was before a change that was made on it; the change may leave the page. */
function dropChangedPages({ queries, answers, path }: KeepOptions): () => void {
  const madeOn = new Map<Mutation, string>();
  return queries.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { mutation, action } = event;
    if (action.type === 'pending') madeOn.set(mutation, path());
    const page = madeOn.get(mutation);
    if (page === undefined || (action.type !== 'success' && action.type !== 'error')) return;
    madeOn.delete(mutation);
    if (action.type === 'success') answers.drop(page);
  });
}

/** True for an answer that the server has given to this console: a restored one counts as invalidated until then. */
const isTrue = ({ state }: Query): boolean =>
  state.status === 'success' && state.data !== undefined && !state.isInvalidated;

const toKept = ({ queryKey, state }: Query): KeptAnswer => ({
  queryKey,
  data: state.data,
  at: state.dataUpdatedAt,
});
