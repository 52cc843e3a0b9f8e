import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Request } from './request.ts';

/** What a route passes to the prefetch of a page. */
export interface PrefetchContext {
  request: Request;
  queries: QueryClient;
  /** Parameters of the path. */
  params: Record<string, string | undefined>;
  search: URLSearchParams;
}

/** Starts the calls of a page while its code is loading; resolves once there is data to show for each of them. */
export type Prefetch = (context: PrefetchContext) => Promise<unknown>;

/** Starts a request, unless its response is cached and fresh; resolves at once if there is a cached one. Never rejects. */
export function prefetchInto<Data, Key extends QueryKey>(
  queries: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<void> {
  const isKnown = queries.getQueryData(query.queryKey) !== undefined;
  const answered = queries.prefetchQuery(query);
  return isKnown ? Promise.resolve() : answered;
}
