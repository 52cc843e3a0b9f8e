import { requiredFactor } from '@quartermaster/contract/endpoints/people/required-factor.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { queryKeys } from '../http/query-keys.ts';
import { type Request, useRequest } from '../services/request.ts';

/** Whether a workspace requires a second factor, and how many members have none. */
export const requiredFactorQueries = {
  get: (request: Request, workspaceId: number) =>
    queryOptions({
      queryKey: queryKeys.workspace.requiredFactor(workspaceId),
      queryFn: ({ signal }) => request(requiredFactor.get, { params: { workspaceId } }, signal),
      meta: { title: 'Second factor' },
    }),
};

/** Requires a second factor within so many days, or none (`null`); the section shows failures itself. */
export function useSetRequiredFactor(workspaceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: (days: number | null) => request(requiredFactor.set, { params: { workspaceId }, body: { days } }),
    meta: {
      of: 'setRequiredFactor',
      success: 'Saved',
      invalidates: [
        queryKeys.workspace.requiredFactor(workspaceId),
        queryKeys.workspace.members(workspaceId),
        queryKeys.account.secondFactor,
        queryKeys.account.roles,
      ],
    },
  });
}
