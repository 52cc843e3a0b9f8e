import { type Environment, type Plan, type WorkspaceRole, workspaceRoles } from '@quartermaster/contract/access.ts';
import type { Project, Workspace } from '@quartermaster/contract/endpoints/workspaces.ts';
import { useQuery } from '@tanstack/react-query';
import { currentPlanOf, workspaceQueries } from '../data/workspaces.ts';
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

/** The plan of the active instance's workspace; `null` while it is not known. */
export function usePlan(): Plan | null {
  const place = useInstancePlace();
  const { data } = useQuery(workspaceQueries.subscription(useRequest(), place?.workspace.id ?? 0));
  return data ? currentPlanOf(data).plan : null;
}
