import { type Asked, hasRole, refusalOf } from '@quartermaster/contract/access.ts';
import { mayAddWorkspace, projectLimit } from '@quartermaster/contract/plan-limits.ts';
import type { Subscription } from '@quartermaster/contract/workspaces.ts';
import { useQueries } from '@tanstack/react-query';
import { workspaceQueries } from '../data/workspaces.ts';
import { useRequest } from '../services/request.ts';
import { isManager, type RoledWorkspace, useRoledWorkspaces } from './roled-workspaces.ts';
import { workspaceGrants } from './workspace-grants.ts';

/** Whether something is offered to the caller: not for them to do, not in their plan, or not known yet. */
export type Offer = 'yes' | 'no' | 'plan' | 'pending';

const newProject: Asked = { access: { ...hasRole('workspace', 'owner', 'admin'), feature: 'createProjects' } };

/** The best offer of a new project among some workspaces, and those of them that have it. */
export function useNewProject(workspaces: readonly RoledWorkspace[] | null): {
  offer: Offer;
  open: RoledWorkspace[];
} {
  const managed = workspaces?.filter(isManager);
  const subscriptions = useSubscriptions(managed);
  if (!managed || !subscriptions) return { offer: 'pending', open: [] };
  const offers = managed.map((workspace) => projectOffer(workspace, subscriptions.get(workspace.id)));
  const open = managed.filter((_, index) => offers[index] === 'yes');
  if (open.length > 0) return { offer: 'yes', open };
  return { offer: offers.includes('plan') ? 'plan' : 'no', open };
}

function projectOffer({ role }: RoledWorkspace, subscription: Subscription | undefined): Offer {
  if (!subscription) return 'no';
  const { type: plan, projects, used_projects } = subscription;
  const refusal = refusalOf(newProject, workspaceGrants(role, subscription));
  if (refusal === null) return 'yes';
  if (refusal !== 'plan') return 'no';
  return used_projects < projectLimit(plan, projects) ? 'yes' : 'plan';
}

/** Whether the caller may make another workspace. */
export function useNewWorkspace(): Offer {
  const owned = useRoledWorkspaces()?.filter(({ role }) => role === 'owner');
  const subscriptions = useSubscriptions(owned);
  if (!subscriptions) return 'pending';
  const plans = [...subscriptions.values()].map(({ type, status }) => ({ plan: type, status }));
  return mayAddWorkspace(plans) ? 'yes' : 'plan';
}

/** The plan of each workspace by its id; `null` until all have been asked for. */
function useSubscriptions(workspaces: readonly RoledWorkspace[] | undefined): Map<number, Subscription> | null {
  const request = useRequest();
  const ids = workspaces?.map(({ id }) => id) ?? [];
  const answers = useQueries({ queries: ids.map((id) => workspaceQueries.subscription(request, id)) });
  if (!workspaces || answers.some(({ isPending }) => isPending)) return null;
  return new Map(answers.flatMap(({ data }, index) => (data ? [[ids[index] ?? 0, data] as const] : [])));
}
