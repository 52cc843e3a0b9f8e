import {
  type Grants,
  type GuardedEndpoint,
  isSafe,
  type Plan,
  type Refusal,
  refusalOf,
  type WorkspaceRole,
} from '@quartermaster/contract/access.ts';
import type { Project, Subscription } from '@quartermaster/contract/endpoints/workspaces.ts';
import { useQuery } from '@tanstack/react-query';
import { currentPlanOf, workspaceQueries } from '../data/workspaces.ts';
import { useRequest } from '../services/request.ts';
import { roleName, usePlace } from './instance-context.ts';
import { type InstancePermissions, noPermissions, usePermissions, usePermissionsIn } from './permissions.ts';
import { useSubscriptions } from './use-subscriptions.ts';
import type { WorkspaceWithRole } from './workspaces-with-role.ts';

/** The reason of a refusal; `unknown` while loading, `null` if allowed. */
export type AccessResult = Refusal | 'unknown' | null;

/** Why the user cannot call an endpoint: in the given workspace or project of it, or else in the active instance. */
export function useRefusal(endpoint: GuardedEndpoint, workspace?: WorkspaceWithRole, project?: Project): AccessResult {
  const active = usePermissions();
  const ofInstance = useRefusalWith(endpoint, workspace ? noPermissions : active);
  const [ofWorkspace = null] = useRefusals(endpoint, workspace ? [workspace] : [], project);
  return workspace ? ofWorkspace : ofInstance;
}

/** Like {@link useRefusal} in the active instance, for several endpoints. */
export const useRefusalsHere = (endpoints: readonly GuardedEndpoint[]): AccessResult[] =>
  useRefusalsWith(endpoints, usePermissions());

/** Like {@link useRefusal}, for several workspaces. */
export function useRefusals(
  endpoint: GuardedEndpoint,
  workspaces: readonly WorkspaceWithRole[],
  project?: Project,
): AccessResult[] {
  // If the role does not suffice, the plan does not matter.
  const undecided = workspaces.filter(({ role }) => dependsOnPlan(endpoint, workspaceGrants(role)));
  const subscriptionOf = useSubscriptions(undecided.map(({ id }) => id));
  return workspaces.map(({ id, role }) => {
    const answer = subscriptionOf(id);
    return refusedIfFailed(answer, refusalOf(endpoint, workspaceGrants(role, answer?.data, project)));
  });
}

/** If the plan could not be loaded, access is refused, also during a retry; guards of pages show why. */
const refusedIfFailed = (plan: { errorUpdateCount: number } | undefined, refusal: AccessResult): AccessResult =>
  refusal === 'unknown' && plan && plan.errorUpdateCount > 0 ? 'role' : refusal;

/** The most permissive answer: allowed, else unknown, else refused by the plan alone, else the first one. */
export function mostPermissive(answers: readonly AccessResult[]): AccessResult {
  const best = ([null, 'unknown', 'plan'] as const).find((one) => answers.includes(one));
  return best === undefined ? (answers[0] ?? 'no-role') : best;
}

/** Why the user cannot call an endpoint in this instance, which need not be the active one. */
export function useRefusalIn(endpoint: GuardedEndpoint, instanceId: number): AccessResult {
  return useRefusalWith(endpoint, usePermissionsIn(instanceId));
}

function useRefusalWith(endpoint: GuardedEndpoint, permissions: InstancePermissions): AccessResult {
  const [refusal = 'unknown'] = useRefusalsWith([endpoint], permissions);
  return refusal;
}

function useRefusalsWith(
  endpoints: readonly GuardedEndpoint[],
  { instanceId, answer, isKnown }: InstancePermissions,
): AccessResult[] {
  const context = usePlace(instanceId);
  const grants: Grants<Plan | null> = {
    workspaceRole: roleName(answer?.workspace_role_id),
    permissionIds: answer?.permissions ?? [],
    env: context?.env ?? null,
    plan: null,
    isCanceled: false,
    isShortOfSeats: false,
    isBeyondPlan: context?.project.is_read_only ?? false,
  };
  const isOfPlan = endpoints.some((endpoint) => dependsOnPlan(endpoint, grants));
  const planId = isOfPlan ? (context?.workspace.id ?? 0) : 0;
  const plan = useQuery(workspaceQueries.subscription(useRequest(), planId));
  // A failed call does not mean that access is refused: the error page is shown.
  if (!isKnown) return endpoints.map(() => 'unknown');
  return endpoints.map((endpoint) => refusedIfFailed(plan, refusalOf(endpoint, { ...grants, ...planOf(plan.data) })));
}

const planOf = (subscription: Subscription | undefined) =>
  subscription ? currentPlanOf(subscription) : { plan: null, isCanceled: false, isShortOfSeats: false };

/** The grants of a workspace role, in the workspace and its projects. */
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

/** True if the role and permissions allow it, so that the plan decides. */
function dependsOnPlan(endpoint: GuardedEndpoint, grants: Grants<Plan | null>): boolean {
  const answer = refusalOf(endpoint, grants);
  return answer === 'unknown' || (answer === null && !isSafe(endpoint));
}
