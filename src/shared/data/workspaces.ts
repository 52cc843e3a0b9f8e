import { workspaces } from '@quartermaster/contract/workspaces.ts';
import { queryOptions } from '@tanstack/react-query';
import type { Request } from '../http/request.ts';

/** The caller's workspaces with their projects and instances, and the plan of each; neither goes stale by itself. */
export const workspaceQueries = {
  list: (request: Request) =>
    queryOptions({
      queryKey: ['workspaces', 'list'],
      queryFn: ({ signal }) => request(workspaces.list, {}, signal),
      staleTime: Number.POSITIVE_INFINITY,
      meta: { title: 'Workspaces' },
    }),
  subscription: (request: Request, workspaceId: number) =>
    queryOptions({
      queryKey: ['workspace', workspaceId, 'subscription'],
      queryFn: ({ signal }) => request(workspaces.getSubscription, { params: { workspaceId } }, signal),
      enabled: workspaceId > 0,
      staleTime: Number.POSITIVE_INFINITY,
      meta: { title: 'Subscription' },
    }),
};
