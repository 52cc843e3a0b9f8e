import type { QueryClient } from '@tanstack/react-query';
import { instanceQueries } from '../shared/data/instances.ts';
import { menuQueries } from '../shared/data/menu.ts';
import type { Request } from '../shared/services/services.ts';

/** Starts the requests that every page of an instance needs, without waiting for its permissions. */
export function prefetchInstance(request: Request, queries: QueryClient, instanceId: number): void {
  if (!(instanceId > 0)) return;
  void queries.prefetchQuery(instanceQueries.permissions(request, instanceId));
  void queries.prefetchQuery(menuQueries.list(request, instanceId));
}
