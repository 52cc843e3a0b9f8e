import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { errorText } from '../shared/http/error-text.ts';
import { eventIdOf } from '../shared/http/event-id.ts';
import { HttpError, isRefusal } from '../shared/http/http-error.ts';
import type { CallMeta } from '../shared/http/query-meta.ts';
import { isChallengeError } from '../shared/session/challenge-run.ts';
import type { Report } from '../shared/session/report.ts';
import type { Notify } from '../shared/session/services.ts';

interface QueryClientOptions {
  notify: Notify;
  report: Report;
  /** A page could not be shown, after every retry. */
  onPageLost: (page: { eventId: string; missing?: string | undefined }) => void;
}

/** How often a failed query is tried again; what the server has refused is not. */
const retries = 3;

/** The caches of one console. Nothing else toasts for a call: what failed, what was done and what is stale is told here. */
export function createQueryClient({ notify, report, onPageLost }: QueryClientOptions): QueryClient {
  const tell = (error: Error, meta: CallMeta | undefined): boolean => {
    // A 401 has led to sign-in already.
    if (error instanceof HttpError && error.status === 401) return false;
    const isQuiet = typeof meta?.quiet === 'function' ? meta.quiet(error) : meta?.quiet;
    // A screen that shows a failure itself gives an id to whatever is no refusal. A failed check of a person is no answer of a
    // form: where many fail, something is wrong with the check.
    if (!isQuiet || !isRefusal(error) || isChallengeError(error)) report(error, meta ? { operation: meta.title } : {});
    if (isQuiet) return false;
    notify.error(meta?.title ?? 'Error', errorText(error), eventIdOf(error));
    return true;
  };

  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (!tell(error, query.meta)) return;
        const missing = query.meta?.missing;
        // What a page can do without is told by the part that lacks it.
        const isLost = missing !== undefined || !isRefusal(error);
        if (isLost && isFirstLoad(query)) onPageLost({ eventId: eventIdOf(error), missing });
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        tell(error, mutation.meta);
      },
      onSuccess: (_data, _variables, _result, mutation) => {
        const { success, invalidates = [] } = mutation.meta ?? {};
        if (success) notify.success(success);
        for (const queryKey of invalidates) void client.invalidateQueries({ queryKey });
      },
    }),
    defaultOptions: {
      queries: {
        // A page and what prefetches it share one call; coming back later looks again.
        staleTime: 10_000,
        // Offline, the tries that are left wait for the line; a first one is made, as a browser may be wrong about it.
        networkMode: 'offlineFirst',
        retry: (failures, error) => !isRefusal(error) && failures < retries,
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
      },
      // A save is never kept back to be sent some time: it fails at once, and the person sends it again.
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}

/** Without data there is nothing to show; with it, the page stays and only the toast tells. */
const isFirstLoad = (query: Query<unknown, unknown, unknown>) => query.state.data === undefined;
