import type { QueryClient } from '@tanstack/react-query';
import { instanceQueries } from '../shared/data/instances.ts';
import { menuQueries } from '../shared/data/menu.ts';
import { prefetchInto } from '../shared/services/prefetch.ts';
import type { Request } from '../shared/services/services.ts';

/** Starts the requests that every page of an instance needs, without waiting for its permissions. */
export async function prefetchInstance(request: Request, queries: QueryClient, instanceId: number): Promise<void> {
  if (!(instanceId > 0)) return;
  await Promise.all([
    prefetchInto(queries, instanceQueries.permissions(request, instanceId)),
    prefetchInto(queries, menuQueries.list(request, instanceId)),
  ]);
}
