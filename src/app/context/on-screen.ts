import type { createBrowserRouter } from 'react-router-dom';
import type { ConsoleQueries } from './page-cache.ts';

interface Page {
  router: Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>;
  queries: ConsoleQueries;
  /** True while the error page replaces the page. */
  isFailed: () => boolean;
  /** Ends the wait. */
  signal: AbortSignal;
}

/** Which location is on the screen: the router moves on before React has rendered the page. */
export interface OnScreen {
  /** Called with the key of a location when it has been rendered, and again if its page has crashed. */
  note: (key: string, isCrash?: boolean) => void;
  /** Resolves when the first page is on the screen with all its data; never if the signal aborts first. */
  firstShown: (page: Page) => Promise<void>;
}

/** Tracks what is on the screen of one console. */
export function followScreen(): OnScreen {
  let rendered: string | null = null;
  let crashed: string | null = null;
  const waiting = new Set<() => void>();

  const isComplete = ({ router, queries, isFailed }: Page) => {
    const { initialized, navigation, location } = router.state;
    const isRendered = initialized && navigation.state === 'idle' && location.key === rendered;
    return isRendered && location.key !== crashed && !isFailed() && !isWaiting(queries);
  };

  return {
    note(key, isCrash = false) {
      if (isCrash) crashed = key;
      else rendered = key;
      for (const look of waiting) look();
    },
    firstShown: (page) =>
      new Promise((resolve) => {
        let frame = 0;
        const end = () => {
          cancelAnimationFrame(frame);
          waiting.delete(look);
          for (const stop of stops) stop();
        };
        const finish = () => {
          if (!isComplete(page)) return;
          end();
          resolve();
        };
        const look = () => {
          cancelAnimationFrame(frame);
          // The second frame begins after the first one is painted, with what React has rendered of the last answer.
          if (isComplete(page)) frame = requestAnimationFrame(() => (frame = requestAnimationFrame(finish)));
        };
        waiting.add(look);
        const stops = [page.router.subscribe(look), page.queries.getQueryCache().subscribe(look)];
        page.signal.addEventListener('abort', end, { once: true });
        look();
      }),
  };
}

/** True if a query on the screen of this console has no answer yet. */
const isWaiting = (queries: ConsoleQueries): boolean =>
  queries
    .getQueryCache()
    .getAll()
    .some((query) => query.state.data === undefined && query.state.fetchStatus !== 'idle' && queries.isShown(query));
