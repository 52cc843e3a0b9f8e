import {
  type NewProjectToken,
  type ProjectToken,
  projectTokens,
} from '@quartermaster/contract/endpoints/project-tokens.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { queryKeys } from '../http/query-keys.ts';
import { type Request, useRequest } from '../services/request.ts';

/** Tokens of a project that open an instance. */
export const projectTokenQueries = {
  /** Newest first. */
  list: (request: Request, instanceId: number) =>
    queryOptions({
      queryKey: queryKeys.instance.projectTokens(instanceId),
      queryFn: async ({ signal }): Promise<ProjectToken[]> =>
        (await request(projectTokens.list, { params: { instanceId } }, signal)).tokens,
      enabled: instanceId > 0,
      meta: { title: 'Tokens', quiet: true, isPart: true },
    }),
};

/** Makes a token; its answer has the secret. */
export function useCreateProjectToken(instanceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: (body: NewProjectToken) => request(projectTokens.create, { params: { instanceId }, body }),
    meta: {
      of: 'createProjectToken',
      success: 'Token created',
      invalidates: [queryKeys.instance.projectTokens(instanceId)],
    },
  });
}

/** Revokes a token. */
export function useRevokeProjectToken(instanceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: (tokenId: number) => request(projectTokens.revoke, { params: { instanceId, tokenId } }),
    meta: {
      of: 'revokeProjectToken',
      success: 'Token revoked',
      invalidates: [queryKeys.instance.projectTokens(instanceId)],
    },
  });
}
