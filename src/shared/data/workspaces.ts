import { type Subscription, type Workspace, workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { type CurrentPlan, currentPlan } from '@quartermaster/contract/subscription.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { completeAnswer } from '../http/complete-answer.ts';
import { queryKeys } from '../http/query-keys.ts';
import { sentName } from '../http/query-meta.ts';
import { type Request, useRequest } from '../services/request.ts';

/**
 * The user's workspaces with their instances and projects, without those that are being deleted, and each workspace's plan; neither becomes
 * stale by itself.
 */
export const workspaceQueries = {
  list: (request: Request) =>
    queryOptions({
      queryKey: queryKeys.workspaces.list,
      queryFn: async ({ signal }) => {
        const answer = completeAnswer(await request(workspaces.list, {}, signal), 'workspaces');
        return { workspaces: answer.workspaces.map(withoutRemovedProjects) };
      },
      staleTime: Number.POSITIVE_INFINITY,
      meta: { title: 'Workspaces', decidesAccess: true, stored: 'everywhere', missing: 'Workspaces data not found' },
    }),
  subscription: (request: Request, workspaceId: number) =>
    queryOptions({
      queryKey: queryKeys.workspace.subscription(workspaceId),
      queryFn: ({ signal }) => request(workspaces.getSubscription, { params: { workspaceId } }, signal),
      enabled: workspaceId > 0,
      staleTime: Number.POSITIVE_INFINITY,
      // The header requests it on every page and renders without it; a page that needs it shows the failure itself.
      meta: { title: 'Subscription', decidesAccess: true, quiet: true },
    }),
};

function withoutRemovedProjects(workspace: Workspace): Workspace {
  return { ...workspace, projects: workspace.projects.filter(({ status }) => status !== 'DeleteInProgress') };
}

/** The plan that a subscription provides at the moment. */
export const currentPlanOf = (subscription: Subscription): CurrentPlan => {
  const { type: plan, status, next_billing_date_at, ends_as, is_short_of_seats } = subscription;
  const billed = { plan, status, nextBillingDateAt: next_billing_date_at, endsAs: ends_as };
  return currentPlan({ ...billed, isShortOfSeats: is_short_of_seats }, new Date());
};

/** Creates a workspace owned by the user; the form shows failures itself. */
export function useCreateWorkspace() {
  const request = useRequest();
  return useMutation({
    mutationFn: (name: string) => request(workspaces.create, { body: { name } }),
    meta: {
      of: 'createWorkspace',
      success: 'Workspace created successfully',
      name: sentName,
      invalidates: [queryKeys.workspaces.all, queryKeys.account.roles],
    },
  });
}

/** Renames a workspace; the form shows failures itself. */
export function useRenameWorkspace(workspaceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: (name: string) => request(workspaces.rename, { params: { workspaceId }, body: { name } }),
    meta: {
      of: 'renameWorkspace',
      success: 'Workspace renamed',
      name: sentName,
      invalidates: [queryKeys.workspaces.all],
    },
  });
}
