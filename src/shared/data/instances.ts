import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { isRefusal } from '../http/http-error.ts';
import { type Request, useRequest } from '../services/request.ts';

/** What the caller may do in an instance, and the token with which a game reads it. */
export const instanceQueries = {
  permissions: (request: Request, instanceId: number) =>
    queryOptions({
      queryKey: ['instance', instanceId, 'permissions'],
      queryFn: ({ signal }) => request(instances.getPermissions, { params: { instanceId } }, signal),
      enabled: instanceId > 0,
      // Asked for before it is known whether it may be: a page that may not be seen says so itself.
      meta: { title: 'Permissions', decidesAccess: true, quiet: isRefusal, missing: 'Instance data not found' },
    }),
  token: (request: Request, instanceId: number) =>
    queryOptions({
      queryKey: ['instance', instanceId, 'token'],
      queryFn: ({ signal }) => request(instances.getToken, { params: { instanceId } }, signal),
      enabled: instanceId > 0,
      meta: { title: 'API token' },
    }),
};

/** Replaces the instance's API token; the old one stops working at once. */
export function useRegenerateToken(instanceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: () => request(instances.regenerateToken, { params: { instanceId }, body: {} }),
    meta: {
      of: 'regenerateToken',
      success: 'Token updated successfully',
      invalidates: [['instance', instanceId, 'token']],
    },
  });
}
