import { notifyManager } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { createBrowserRouter } from 'react-router-dom';
import { useDelayed } from '../../shared/ui/lazy/delayed.tsx';
import type { ConsoleQueries } from '../context/page-cache.ts';

/** Delay before a page names what it is waiting for, in milliseconds. */
const timeout = 3000;

/** What the page has been waiting for longer than the delay, e.g. `Items`; otherwise `null`. */
export function useSlowQuery(queries: ConsoleQueries, router: ReturnType<typeof createBrowserRouter>): string | null {
  const subscribe = useCallback(
    (onChange: () => void) => {
      // A query may start during rendering, when no other component may be updated.
      const stops = [queries.getQueryCache().subscribe(notifyManager.batchCalls(onChange)), router.subscribe(onChange)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    [queries, router],
  );
  const awaited = useSyncExternalStore(subscribe, () => awaitedNow(queries, router));
  const isLate = useDelayed(awaited !== null, timeout);
  return isLate ? awaited : null;
}

function awaitedNow(queries: ConsoleQueries, router: ReturnType<typeof createBrowserRouter>): string | null {
  const query = queries
    .getQueryCache()
    .getAll()
    .find((each) => each.state.data === undefined && each.state.fetchStatus === 'fetching' && queries.isShown(each));
  if (query) return query.meta?.title ?? 'the server';
  return router.state.initialized && router.state.navigation.state !== 'loading' ? null : 'the page';
}
