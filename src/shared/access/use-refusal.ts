import {
  type Asked,
  type Grants,
  isSafe,
  type Plan,
  type Refusal,
  refusalOf,
  type WorkspaceRole,
} from '@quartermaster/contract/access.ts';
import type { Project, Subscription } from '@quartermaster/contract/endpoints/workspaces.ts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { instanceQueries } from '../data/instances.ts';
import { currentPlanOf, workspaceQueries } from '../data/workspaces.ts';
import { useRequest } from '../services/request.ts';
import { useInstanceId } from './active-instance.ts';
import { roleName, useInstancePlace } from './instance-place.ts';
import type { RoledWorkspace } from './roled-workspaces.ts';

/** Why somebody may not do something, `unknown` while what decides is still on its way, and `null` when they may. */
export type Answer = Refusal | 'unknown' | null;

/** Why the caller may not use an endpoint: in a workspace or a project of it, or where none is named in the active instance. */
export function useRefusal(endpoint: Asked, workspace?: RoledWorkspace, project?: Project): Answer {
  const ofInstance = useInstanceRefusal(endpoint, workspace === undefined);
  const [ofWorkspace = null] = useRefusals(endpoint, workspace ? [workspace] : [], project);
  return workspace ? ofWorkspace : ofInstance;
}

/** As {@link useRefusal}, for each of several workspaces. */
export function useRefusals(endpoint: Asked, workspaces: readonly RoledWorkspace[], project?: Project): Answer[] {
  const request = useRequest();
  // Where the role does not suffice, the plan does not matter.
  const asks = workspaces.map(({ id, role }) => (dependsOnPlan(endpoint, workspaceGrants(role)) ? id : 0));
  const answers = useQueries({ queries: asks.map((id) => workspaceQueries.subscription(request, id)) });
  return workspaces.map(({ role }, index) => {
    const refusal = refusalOf(endpoint, workspaceGrants(role, answers[index]?.data, project));
    // What could not be asked is not offered.
    return refusal === 'unknown' && answers[index]?.isError ? 'role' : refusal;
  });
}

/** The best of some answers: that one may, that it is not known yet, that only the plan is in the way, or the first. */
export function bestOf(answers: readonly Answer[]): Answer {
  const best = ([null, 'unknown', 'plan'] as const).find((one) => answers.includes(one));
  return best === undefined ? (answers[0] ?? 'no-role') : best;
}

function useInstanceRefusal(endpoint: Asked, isWanted: boolean): Answer {
  const request = useRequest();
  const activeId = useInstanceId();
  const instanceId = isWanted ? activeId : 0;
  const place = useInstancePlace();
  const permissions = useQuery(instanceQueries.permissions(request, instanceId));
  const grants: Grants<Plan | null> = {
    workspaceRole: roleName(permissions.data?.workspace_role_id),
    permissionIds: permissions.data?.permissions ?? [],
    env: place?.env ?? null,
    plan: null,
    isCanceled: false,
    isBeyondPlan: place?.project.is_read_only ?? false,
  };
  const planId = isWanted && dependsOnPlan(endpoint, grants) ? (place?.workspace.id ?? 0) : 0;
  const { data } = useQuery(workspaceQueries.subscription(request, planId));
  if (instanceId > 0 && permissions.isPending) return 'unknown';
  return refusalOf(endpoint, { ...grants, ...planOf(data) });
}

const planOf = (subscription: Subscription | undefined) =>
  subscription ? currentPlanOf(subscription) : { plan: null, isCanceled: false };

/** What a role in a workspace allows there and in its projects. */
const workspaceGrants = (
  workspaceRole: WorkspaceRole | null,
  subscription?: Subscription,
  project?: Project,
): Grants<Plan | null> => ({
  workspaceRole,
  permissionIds: [],
  env: null,
  isBeyondPlan: project?.is_read_only ?? false,
  ...planOf(subscription),
});

/** Whether the plan has a say where the caller's role and permissions have none against it. */
function dependsOnPlan(endpoint: Asked, grants: Grants<Plan | null>): boolean {
  const answer = refusalOf(endpoint, grants);
  return answer === 'unknown' || (answer === null && !isSafe(endpoint));
}
