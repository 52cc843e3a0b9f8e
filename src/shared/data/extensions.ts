import { extensions } from '@quartermaster/contract/endpoints/extensions.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { queryKeys } from '../http/query-keys.ts';
import { type Request, useRequest } from '../services/request.ts';

/** The code of the studio in the console. */
export const extensionQueries = {
  /** Those that are allowed in a workspace. */
  list: (request: Request, workspaceId: number) =>
    queryOptions({
      queryKey: queryKeys.extensions.list(workspaceId),
      queryFn: async ({ signal }) => (await request(extensions.list, { params: { workspaceId } }, signal)).extensions,
      enabled: workspaceId > 0,
      meta: { title: 'Extensions' },
    }),
  /** Those of an instance's workspace, as they are run. */
  running: (request: Request, instanceId: number) =>
    queryOptions({
      queryKey: queryKeys.extensions.running(instanceId),
      queryFn: async ({ signal }) => (await request(extensions.running, { params: { instanceId } }, signal)).extensions,
      enabled: instanceId > 0,
      staleTime: 60_000,
      meta: { title: 'Extensions', quiet: true, isPart: true },
    }),
};

/** Reads what an extension asks for. */
export function useCheckExtension(workspaceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: (address: string) => request(extensions.check, { params: { workspaceId }, body: { address } }),
    meta: { of: 'checkExtension' },
  });
}

/** The workspaces have the kinds of parts that there are. */
const changed = [queryKeys.extensions.all, queryKeys.workspaces.all];

/** Allows an extension that was checked, or another version of it. */
export function useAllowExtension(workspaceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: (body: { address: string; fingerprint: string }) =>
      request(extensions.allow, { params: { workspaceId }, body }),
    meta: { of: 'allowExtension', success: 'Extension allowed', invalidates: changed },
  });
}

/** Removes an extension. */
export function useRemoveExtension(workspaceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: (extensionId: number) => request(extensions.remove, { params: { workspaceId, extensionId } }),
    meta: { of: 'removeExtension', success: 'Extension removed', invalidates: changed },
  });
}
