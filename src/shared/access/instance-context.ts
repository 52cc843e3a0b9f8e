import { type Environment, type Plan, type WorkspaceRole, workspaceRoles } from '@quartermaster/contract/access.ts';
import type { Project, Workspace } from '@quartermaster/contract/endpoints/workspaces.ts';
import { useQuery } from '@tanstack/react-query';
import { currentPlanOf, workspaceQueries } from '../data/workspaces.ts';
import { useRequest } from '../services/request.ts';
import { useInstanceId } from './active-instance.ts';

/** An instance with its project and workspace. */
export interface InstanceContext {
  workspace: Workspace;
  project: Project;
  env: Environment;
}

/** Finds an instance in the caller's workspaces. */
export function findInstance(workspaces: readonly Workspace[] | undefined, instanceId: number): InstanceContext | null {
  for (const workspace of workspaces ?? []) {
    for (const project of workspace.projects) {
      const instance = project.instances.find(({ id }) => id === instanceId);
      if (instance) return { workspace, project, env: instance.env };
    }
  }
  return null;
}

/** The name of a workspace role by its id in the API; `null` for an unknown one. */
export const roleName = (id: number | undefined): WorkspaceRole | null =>
  (Object.keys(workspaceRoles) as WorkspaceRole[]).find((name) => workspaceRoles[name] === id) ?? null;

/** The active instance with its project and workspace; `null` if there is none or the workspaces are not loaded yet. */
export function useInstanceContext(): InstanceContext | null {
  return usePlace(useInstanceId());
}

/** Like {@link useInstanceContext}, for any instance. */
export function usePlace(instanceId: number): InstanceContext | null {
  const { data } = useQuery(workspaceQueries.list(useRequest()));
  return findInstance(data?.workspaces, instanceId);
}

/** The plan of the active instance's workspace; `null` while it is not known. */
export function usePlan(): Plan | null {
  const context = useInstanceContext();
  const { data } = useQuery(workspaceQueries.subscription(useRequest(), context?.workspace.id ?? 0));
  return data ? currentPlanOf(data).plan : null;
}
