import { type InvalidateQueryFilters, MutationCache, type Query, type QueryKey } from '@tanstack/react-query';
import { isChallengeError } from '../shared/challenge/challenge-run.ts';
import { changes } from '../shared/http/changes.ts';
import { isIncomplete } from '../shared/http/complete-answer.ts';
import type { Done } from '../shared/http/done.ts';
import { errorText } from '../shared/http/error-text.ts';
import { eventIdOf } from '../shared/http/event-id.ts';
import { entranceFor, HttpError, isConfirmationAsked, isRefusal, isUnanswered } from '../shared/http/http-error.ts';
import type { ChangeMeta } from '../shared/http/query-meta.ts';
import type { Report } from '../shared/services/report.ts';
import type { Notify } from '../shared/services/services.ts';
import { ConsoleQueries, PageCache } from './context/page-cache.ts';

interface QueryClientOptions {
  /** Shared with the other consoles of the page that have the same session; none by default. */
  cache?: PageCache;
  notify: Notify;
  report: Report;
  /** Called when a page cannot be shown after all retries. */
  onPageFailed: (error: Error, page: { eventId: string; missing?: string | undefined; reason: string }) => void;
  /** Called when the server refuses a call that the screen offered: the user's permissions have changed, or the workspace does not open to the session. */
  onRefused: (error: Error, key?: QueryKey) => void;
  /** Called once for each successful change that hosts get an event for. */
  onDone: (done: Done) => void;
}

interface Failure {
  title: string;
  isShown: boolean;
  show?: Notify['error'];
}

/** The default, so that no failure is silent. */
const unnamed = { title: 'Error', failure: 'toast' } as const;

/** True for an error that role, permissions or plan may have caused; content without access also answers 404. */
const isOfAccess = (error: Error): boolean =>
  error instanceof HttpError &&
  [402, 403, 404].includes(error.status) &&
  !isChallengeError(error) &&
  !isConfirmationAsked(error);

const isSignedOut = (error: Error): boolean => error instanceof HttpError && error.status === 401;

/** How often a failed query is retried; refusals are not retried. */
const retries = 3;

/** The query client of one console. All toasts for requests originate here, as do reports and invalidations. */
export function createQueryClient({
  cache = new PageCache(),
  notify,
  report,
  onPageFailed,
  onRefused,
  onDone,
}: QueryClientOptions): ConsoleQueries {
  /** Reports a failed request; `isShown` if the screen shows it itself. A 401, or one of a workspace that does not open, has already navigated. */
  const reportFailure = (error: Error, { title, isShown, show = notify.error }: Failure) => {
    if (isSignedOut(error) || entranceFor(error)) return;
    // Refusals shown by the screen itself are not reported. Failed human verifications are, because many of them mean
    // that the verification is broken.
    if (!isShown || !isRefusal(error) || isChallengeError(error)) report(error, { operation: title });
    if (!isShown) show(title, errorText(error), eventIdOf(error));
  };

  const invalidate = (meta: ChangeMeta | undefined, variables: unknown, answer?: unknown) => {
    const { invalidates = [] } = meta ?? {};
    const stale = typeof invalidates === 'function' ? invalidates(variables, answer) : invalidates.map(toFilters);
    // Not awaited: the change is done, whatever is refetched afterwards.
    for (const filters of stale) void client.invalidateQueries(filters);
  };

  const client = new ConsoleQueries(cache, {
    mutationCache: new MutationCache({
      onError: (error, variables, _result, mutation) => {
        if (isOfAccess(error)) onRefused(error);
        if (mutation.meta?.changesDespiteFailure) invalidate(mutation.meta, variables);
        const { title, failure } = mutation.meta ? changes[mutation.meta.of] : unnamed;
        reportFailure(error, {
          title,
          isShown: failure === 'callout' || (failure === 'callout-if-refused' && isRefusal(error)),
        });
      },
      onSuccess: (answer, variables, _result, mutation) => {
        const { success, failed, name, offer, done, removes } = mutation.meta ?? {};
        const reason = failed?.(answer, variables);
        const offers = [offer?.(answer, variables) ?? []].flat();
        if (mutation.meta && reason !== undefined)
          notify.error(changes[mutation.meta.of].title, reason, undefined, ...offers);
        const isDone = reason === undefined;
        const text = typeof success === 'function' ? success(answer, variables) : success;
        const named = text && name?.(answer, variables);
        if (text && isDone) notify.success(named ? { done: text, name: named } : text, ...offers);
        for (const filters of removes?.(answer, variables) ?? []) client.removeQueries(filters);
        invalidate(mutation.meta, variables, answer);
        const event = done?.(answer, variables);
        if (event) onDone(event);
      },
    }),
    defaultOptions: {
      queries: {
        // A page and its prefetch share one request; returning later refetches.
        staleTime: 10_000,
        // Offline, retries wait for the connection; the first attempt is made anyway, as a browser may be wrong about it.
        networkMode: 'offlineFirst',
        retry: (failures, error) => !isRefusal(error) && !isIncomplete(error) && failures < retries,
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
      },
      // A save is never queued for later: it fails immediately, and the user retries.
      mutations: { networkMode: 'always' },
    },
  });
  cache.join(client, (error, query, isFirst) => {
    const { title = 'Error', quiet = false, isPart = false, missing } = query.meta ?? {};
    const isShown = typeof quiet === 'function' ? quiet(error) : quiet;
    // An optional part of a page shows its own failure.
    const isOfPage = !isPart && (missing !== undefined || !isRefusal(error));
    const failsPage = !isShown && isOfPage && isFirstLoad(query);
    // Otherwise the queries that decide permissions would be refetched endlessly.
    if (isFirst && isOfAccess(error) && (!query.meta?.decidesAccess || entranceFor(error)))
      onRefused(error, query.queryKey);
    // Unlike a change, it is repeated once the server responds.
    const show = isUnanswered(error) ? notify.unanswered : notify.error;
    if (isFirst) reportFailure(error, { title, isShown: isShown || failsPage, show });
    // A 401 has already navigated to sign-in.
    if (failsPage && !isSignedOut(error) && !entranceFor(error))
      onPageFailed(error, { eventId: eventIdOf(error), missing, reason: `${title}: ${errorText(error)}` });
  });
  return client;
}

/**
 * Ends the query client of a console: cancels the requests that no other console of the page uses, then removes them. A cancelled query
 * starts the timer of its removal when it settles, and a client that was emptied before no longer stops that timer: for minutes it would
 * retain the console.
 */
export async function endQueries(client: ConsoleQueries): Promise<void> {
  const { answers } = client;
  client.getMutationCache().clear();
  answers.leave(client);
  const abandoned = { predicate: answers.isAbandoned };
  await answers.client.cancelQueries(abandoned);
  for (const query of answers.findAll(abandoned)) answers.remove(query);
}

const toFilters = (queryKey: QueryKey): InvalidateQueryFilters => ({ queryKey });

/** Without data there is nothing to show; with data the page stays, and only a toast is shown. */
const isFirstLoad = (query: Query<unknown, unknown, unknown>) => query.state.data === undefined;
