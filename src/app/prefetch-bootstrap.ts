import type { QueryClient } from '@tanstack/react-query';
import { accountQueries } from '../shared/data/accounts.ts';
import { instanceQueries } from '../shared/data/instances.ts';
import { menuQueries } from '../shared/data/menu.ts';
import { workspaceQueries } from '../shared/data/workspaces.ts';
import type { Request } from '../shared/services/services.ts';

/** Starts all requests that every signed-in page needs, in parallel. */
export function prefetchBootstrap(request: Request, queries: QueryClient): void {
  void queries.prefetchQuery(workspaceQueries.list(request));
  void queries.prefetchQuery(accountQueries.settings(request));
  void queries.prefetchQuery(accountQueries.roles(request));
}

/** Starts the requests that every page of an instance needs, without waiting for its permissions. */
export function prefetchInstance(request: Request, queries: QueryClient, instanceId: number): void {
  if (!(instanceId > 0)) return;
  void queries.prefetchQuery(instanceQueries.permissions(request, instanceId));
  void queries.prefetchQuery(menuQueries.list(request, instanceId));
}
