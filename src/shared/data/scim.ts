import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { type ScimGroup, scim } from '@quartermaster/contract/endpoints/people/scim.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { queryKeys } from '../http/query-keys.ts';
import { type Request, useRequest } from '../services/request.ts';

/** The directory of a workspace: its address, tokens and groups. */
export type ScimAnswer = Output<typeof scim.get>;

/** The directory that keeps people of a workspace up to date. */
export const scimQueries = {
  get: (request: Request, workspaceId: number) =>
    queryOptions({
      queryKey: queryKeys.workspace.scim(workspaceId),
      queryFn: ({ signal }) => request(scim.get, { params: { workspaceId } }, signal),
      meta: { title: 'Directory' },
    }),
};

const changed = (workspaceId: number) => [queryKeys.workspace.scim(workspaceId)];

/** Makes a token, which only the answer has; the section shows failures itself. */
export function useCreateScimToken(workspaceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: () => request(scim.createToken, { params: { workspaceId } }),
    meta: { of: 'createScimToken', invalidates: changed(workspaceId) },
  });
}

/** Revokes a token; the dialog shows failures itself. */
export function useRevokeScimToken(workspaceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: (tokenId: number) => request(scim.revokeToken, { params: { workspaceId, tokenId } }),
    meta: { of: 'revokeScimToken', success: 'Token revoked', invalidates: changed(workspaceId) },
  });
}

/** Gives the members of a group a role; its row shows failures itself. */
export function useSetGroupRole(workspaceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: ({ groupId, roleId }: { groupId: number; roleId: ScimGroup['role_id'] }) =>
      request(scim.setGroupRole, { params: { workspaceId, groupId }, body: { role_id: roleId } }),
    meta: {
      of: 'setGroupRole',
      success: 'Role of the group saved',
      invalidates: [...changed(workspaceId), queryKeys.workspace.members(workspaceId)],
    },
  });
}
