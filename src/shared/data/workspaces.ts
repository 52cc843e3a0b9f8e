import { type Subscription, workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { type CurrentPlan, currentPlan } from '@quartermaster/contract/subscription.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { type Request, useRequest } from '../services/request.ts';

/** The caller's workspaces with their projects and instances, and the plan of each; neither goes stale by itself. */
export const workspaceQueries = {
  list: (request: Request) =>
    queryOptions({
      queryKey: ['workspaces', 'list'],
      queryFn: ({ signal }) => request(workspaces.list, {}, signal),
      staleTime: Number.POSITIVE_INFINITY,
      meta: { title: 'Workspaces', missing: 'Workspaces data not found' },
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

/** What counts of a subscription now. */
export const currentPlanOf = ({ type, status, next_billing_date_at }: Subscription): CurrentPlan =>
  currentPlan({ plan: type, status, nextBillingDateAt: next_billing_date_at }, new Date());

/** Makes a workspace, whose owner the caller is; the form shows a failure itself. */
export function useCreateWorkspace() {
  const request = useRequest();
  return useMutation({
    mutationFn: (name: string) => request(workspaces.create, { body: { name } }),
    meta: {
      of: 'createWorkspace',
      success: 'Workspace created successfully',
      invalidates: [['workspaces'], ['account', 'roles']],
    },
  });
}

/** Renames a workspace; the form shows a failure itself. */
export function useRenameWorkspace(workspaceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: (name: string) => request(workspaces.rename, { params: { workspaceId }, body: { name } }),
    meta: { of: 'renameWorkspace', success: 'Workspace renamed', invalidates: [['workspaces']] },
  });
}
