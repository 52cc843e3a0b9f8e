import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { isRefusal } from '../http/http-error.ts';
import { queryKeys } from '../http/query-keys.ts';
import { type Request, useRequest } from '../services/request.ts';

/** The user's permissions in an instance, and its API token. */
export const instanceQueries = {
  permissions: (request: Request, instanceId: number) =>
    queryOptions({
      queryKey: queryKeys.instance.permissions(instanceId),
      queryFn: ({ signal }) => request(instances.getPermissions, { params: { instanceId } }, signal),
      enabled: instanceId > 0,
      // Requested before access is known: a forbidden page shows that itself.
      meta: {
        title: 'Permissions',
        decidesAccess: true,
        stored: 'everywhere',
        quiet: isRefusal,
        missing: 'Instance data not found',
      },
    }),
  /** The content of the home page; edits elsewhere change it, so every visit refetches it. */
  overview: (request: Request, instanceId: number) =>
    queryOptions({
      queryKey: queryKeys.instance.overview(instanceId),
      queryFn: ({ signal }) => request(instances.getOverview, { params: { instanceId } }, signal),
      enabled: instanceId > 0,
      staleTime: 0,
      // Home has other content, and shows itself that this part is missing.
      meta: { title: 'Overview', quiet: true, isPart: true, stored: 'page' },
    }),
  /** The state of an instance, which need not be the active one. */
  summary: (request: Request, instanceId: number) =>
    queryOptions({
      queryKey: [...queryKeys.instance.overview(instanceId), 'summary'],
      queryFn: ({ signal }) => request(instances.getSummary, { params: { instanceId } }, signal),
      staleTime: 0,
      meta: { title: 'Environment', quiet: true, isPart: true, stored: 'page' },
    }),
  /** How much waits in the lists of the navigation; what changes the overview changes it, too. */
  waiting: (request: Request, instanceId: number) =>
    queryOptions({
      queryKey: [...queryKeys.instance.overview(instanceId), 'waiting'],
      queryFn: ({ signal }) => request(instances.getWaiting, { params: { instanceId } }, signal),
      staleTime: 60_000,
      retry: false,
      meta: { title: 'What waits', quiet: true, isPart: true },
    }),
  token: (request: Request, instanceId: number) =>
    queryOptions({
      queryKey: queryKeys.instance.token(instanceId),
      queryFn: ({ signal }) => request(instances.getToken, { params: { instanceId } }, signal),
      enabled: instanceId > 0,
      meta: { title: 'API token', quiet: isRefusal },
    }),
};

/** Replaces the instance's API token; the old one stops working immediately. */
export function useRegenerateToken(instanceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: () => request(instances.regenerateToken, { params: { instanceId }, body: {} }),
    meta: {
      of: 'regenerateToken',
      success: 'Token updated successfully',
      invalidates: [queryKeys.instance.token(instanceId)],
    },
  });
}
