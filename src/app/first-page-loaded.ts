import type { Query } from '@tanstack/react-query';
import type { createBrowserRouter } from 'react-router-dom';
import type { ConsoleQueries } from './context/page-cache.ts';

interface FirstPage {
  router: Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>;
  queries: ConsoleQueries;
  /** False for a query that the page can be shown without. */
  isNeeded: (query: Query) => boolean;
  /** Milliseconds after which the wait ends anyway. */
  timeout: number;
  /** Ends the wait early. */
  signal: AbortSignal;
}

/**
 * Resolves when the code of the first page is loaded and there is an answer to each of its requests, at least a kept one, or after the
 * timeout. Rendering only then takes one commit, and no rendering delays an answer.
 */
export function firstPageLoaded({ router, queries, isNeeded, timeout, signal }: FirstPage): Promise<void> {
  return new Promise((resolve) => {
    const isAwaited = (query: Query) => query.state.data === undefined && queries.isUsed(query) && isNeeded(query);
    const end = () => {
      clearTimeout(timer);
      stopRouter();
      stopQueries();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const check = () => {
      if (router.state.initialized && queries.isFetching({ predicate: isAwaited }) === 0) end();
    };
    const timer = setTimeout(end, timeout);
    const stopRouter = router.subscribe(check);
    const stopQueries = queries.getQueryCache().subscribe(check);
    signal.addEventListener('abort', end);
    check();
  });
}
