import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { isChallengeError } from '../shared/challenge/challenge-run.ts';
import { changes } from '../shared/http/changes.ts';
import { errorText } from '../shared/http/error-text.ts';
import { eventIdOf } from '../shared/http/event-id.ts';
import { HttpError, isRefusal } from '../shared/http/http-error.ts';
import type { Report } from '../shared/services/report.ts';
import type { Notify } from '../shared/services/services.ts';

interface QueryClientOptions {
  notify: Notify;
  report: Report;
  /** A page could not be shown, after every retry. */
  onPageLost: (page: { eventId: string; missing?: string | undefined }) => void;
  /** The server has refused a call that the screen had offered: what the caller may do is not what it was. */
  onRefused: () => void;
}

/** What is told of by default, so that nothing fails in silence. */
const unnamed = { title: 'Error', failure: 'toast' } as const;

/** True for an answer that role, permissions or plan may have brought about; 404 is also said of what one may not see. */
const isOfAccess = (error: Error): boolean =>
  error instanceof HttpError && [402, 403, 404].includes(error.status) && !isChallengeError(error);

/** How often a failed query is tried again; what the server has refused is not. */
const retries = 3;

/** The caches of one console. Nothing else toasts for a call: what failed, what was done and what is stale is told here. */
export function createQueryClient({ notify, report, onPageLost, onRefused }: QueryClientOptions): QueryClient {
  /** Tells of a failed call; `isShown` where the screen shows it itself. True where it was toasted. */
  const tell = (error: Error, { title, isShown }: { title: string; isShown: boolean }): boolean => {
    // A 401 has led to sign-in already.
    if (error instanceof HttpError && error.status === 401) return false;
    // A screen that shows a failure itself gives an id to whatever is no refusal. A failed check of a person is no answer of a
    // form: where many fail, something is wrong with the check.
    if (!isShown || !isRefusal(error) || isChallengeError(error)) report(error, { operation: title });
    if (isShown) return false;
    notify.error(title, errorText(error), eventIdOf(error));
    return true;
  };

  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // What access itself is read from would be asked for over and over.
        if (isOfAccess(error) && !query.meta?.decidesAccess) onRefused();
        const { title = 'Error', quiet = false, isPart = false, missing } = query.meta ?? {};
        if (!tell(error, { title, isShown: typeof quiet === 'function' ? quiet(error) : quiet })) return;
        // What a page can do without is told by the part that lacks it.
        const isLost = !isPart && (missing !== undefined || !isRefusal(error));
        if (isLost && isFirstLoad(query)) onPageLost({ eventId: eventIdOf(error), missing });
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (isOfAccess(error)) onRefused();
        const { title, failure } = mutation.meta ? changes[mutation.meta.of] : unnamed;
        tell(error, {
          title,
          isShown: failure === 'callout' || (failure === 'callout-if-refused' && isRefusal(error)),
        });
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
