import { instances } from '@quartermaster/contract/instances.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { type Request, useRequest } from '../http/request.ts';

/** What the caller may do in an instance, and the token with which a game reads it. */
export const instanceQueries = {
  permissions: (request: Request, instanceId: number) =>
    queryOptions({
      queryKey: ['instance', instanceId, 'permissions'],
      queryFn: ({ signal }) => request(instances.getPermissions, { params: { instanceId } }, signal),
      enabled: instanceId > 0,
      meta: { title: 'Permissions' },
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
      title: 'Regenerate token',
      success: 'Token updated successfully',
      invalidates: [['instance', instanceId, 'token']],
    },
  });
}
