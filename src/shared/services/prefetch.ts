import type { QueryClient } from '@tanstack/react-query';
import type { Request } from './request.ts';

/** What a route passes to the prefetch of a page. */
export interface PrefetchContext {
  request: Request;
  queries: QueryClient;
  /** Parameters of the path. */
  params: Record<string, string | undefined>;
  search: URLSearchParams;
}

/** Starts the calls of a page while its code is loading; the responses go to the query cache. */
export type Prefetch = (context: PrefetchContext) => void;
