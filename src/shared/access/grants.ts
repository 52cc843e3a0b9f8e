import type { Asked, Environment, Grants, WorkspaceRole } from '@quartermaster/contract/access.ts';
import { isSafe, workspaceRoles } from '@quartermaster/contract/access.ts';
import type { Project, Workspace } from '@quartermaster/contract/workspaces.ts';
import { useQuery } from '@tanstack/react-query';
import { instanceQueries } from '../data/instances.ts';
import { workspaceQueries } from '../data/workspaces.ts';
import { useRequest } from '../services/request.ts';
import { useInstanceId } from './active-instance.ts';

/** Where an instance is: its project and workspace. */
export interface InstancePlace {
  workspace: Workspace;
  project: Project;
  env: Environment;
}

/** Finds an instance among the caller's workspaces; projects that are being deleted do not count. */
export function findInstance(workspaces: readonly Workspace[] | undefined, instanceId: number): InstancePlace | null {
  for (const workspace of workspaces ?? []) {
    for (const project of workspace.projects) {
      const instance = project.instances.find(({ id }) => id === instanceId);
      if (instance && project.status !== 'DeleteInProgress') return { workspace, project, env: instance.env };
    }
  }
  return null;
}

/** The name of a workspace role by its id on the wire; `null` for an unknown one. */
export const roleName = (id: number | undefined): WorkspaceRole | null =>
  (Object.keys(workspaceRoles) as WorkspaceRole[]).find((name) => workspaceRoles[name] === id) ?? null;

/** The place of the active instance; `null` where none is chosen or the workspaces are not loaded yet. */
export function useInstancePlace(): InstancePlace | null {
  const instanceId = useInstanceId();
  const { data } = useQuery(workspaceQueries.list(useRequest()));
  return findInstance(data?.workspaces, instanceId);
}

/**
 * How a call depends on the plan. What asks for a feature is not allowed until the plan is known; what only changes
 * something is, as hardly ever a subscription is canceled or an instance no more included.
 */
type PlanUse = 'none' | 'trusted' | 'awaited';

/** How an endpoint depends on the plan. */
export function planUseOf(endpoint: Asked): PlanUse {
  if ('feature' in endpoint.access && endpoint.access.feature !== undefined) return 'awaited';
  return isSafe(endpoint) ? 'none' : 'trusted';
}

/** Grants of the active instance, and whether what is needed of them is still being loaded (they then allow nothing). */
export function useGrantsState(planUse: PlanUse = 'none'): { grants: Grants; isPending: boolean } {
  const request = useRequest();
  const instanceId = useInstanceId();
  const place = useInstancePlace();
  const permissions = useQuery(instanceQueries.permissions(request, instanceId));
  const workspaceId = planUse === 'none' ? 0 : (place?.workspace.id ?? 0);
  const subscription = useQuery(workspaceQueries.subscription(request, workspaceId));
  return {
    isPending: instanceId > 0 && (permissions.isPending || (planUse === 'awaited' && subscription.isPending)),
    grants: {
      workspaceRole: roleName(permissions.data?.workspace_role_id),
      permissionIds: permissions.data?.permissions ?? [],
      env: place?.env ?? null,
      plan: subscription.data?.type ?? (planUse === 'trusted' ? 'teams' : 'free'),
      isCanceled: subscription.data?.status === 'canceled',
    },
  };
}
