import type { QueryClient } from '@tanstack/react-query';
import type { Request } from './request.ts';

/** What a route knows of a page before its code has arrived. */
export interface PrefetchContext {
  request: Request;
  queries: QueryClient;
  /** Parameters of the path. */
  params: Record<string, string | undefined>;
  search: URLSearchParams;
}

/** Starts the calls of a page while its code is still on its way; their answers wait in the cache. */
export type Prefetch = (context: PrefetchContext) => void;
