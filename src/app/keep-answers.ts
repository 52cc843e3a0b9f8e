import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import { decidesAccess } from '../shared/http/query-meta.ts';
import type { KeptAnswer, KeptAnswers } from '../shared/kept-answers/kept-answers.ts';

/** How long a page rests before its answers are kept, in milliseconds: several that arrive together are kept once. */
const rest = 100;

interface KeepOptions {
  queries: QueryClient;
  kept: KeptAnswers;
  /** The current path and query within the console. */
  path: () => string;
}

/** Shows kept answers until the server has answered: each of them is stale, whatever its age. */
export function restoreAnswers(queries: QueryClient, answers: readonly KeptAnswer[]): void {
  for (const { queryKey, data, at } of answers) {
    queries.setQueryData(queryKey, data, { updatedAt: at });
    queries.getQueryCache().get(hashKey(queryKey))?.invalidate();
  }
}

/** Keeps the answers of each page that is shown; erases them when what the user may do has changed. Returns a function that stops it. */
export function keepAnswers({ queries, kept, path }: KeepOptions): () => void {
  const cache = queries.getQueryCache();
  const access = new Map<string, unknown>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let idle: number | undefined;
  const cancel = () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
    idle = undefined;
  };

  const keep = () => {
    const all = cache.getAll().filter(({ meta }) => meta?.kept !== undefined);
    if (all.some(({ state }) => state.fetchStatus !== 'idle')) return;
    const of = (part: 'page' | 'everywhere') => all.filter((query) => query.meta?.kept === part && isTrue(query));
    void kept.write(path(), {
      own: of('page')
        .filter((query) => query.isActive())
        .map(toKept),
      shared: of('everywhere').map(toKept),
    });
  };
  /** The structure of an answer is shared with the one before: the same object is the same answer. */
  const isAccessChanged = (query: Query) => {
    const { data } = query.state;
    const before = access.get(query.queryHash);
    access.set(query.queryHash, data);
    return before !== undefined && before !== data;
  };
  const unsubscribe = cache.subscribe(({ type, query }) => {
    if ((type !== 'updated' && type !== 'observerAdded') || query.meta?.kept === undefined) return;
    if (decidesAccess(query) && isTrue(query) && isAccessChanged(query)) kept.erase();
    cancel();
    timer = setTimeout(() => {
      // Safari has no idle callbacks.
      if ('requestIdleCallback' in window) idle = requestIdleCallback(keep);
      else keep();
    }, rest);
  });
  return () => {
    cancel();
    unsubscribe();
  };
}

/** True for an answer that the server has given to this console: a restored one counts as invalidated until then. */
const isTrue = ({ state }: Query): boolean =>
  state.status === 'success' && state.data !== undefined && !state.isInvalidated;

const toKept = ({ queryKey, state }: Query): KeptAnswer => ({
  queryKey,
  data: state.data,
  at: state.dataUpdatedAt,
});
