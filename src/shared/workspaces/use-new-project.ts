import { newProject } from '@quartermaster/contract/endpoints/projects.ts';
import type { Subscription } from '@quartermaster/contract/endpoints/workspaces.ts';
import { projectLimit } from '@quartermaster/contract/plan-limits.ts';
import { type AccessResult, mostPermissive, useRefusals } from '../access/use-refusal.ts';
import { useSubscriptions } from '../access/use-subscriptions.ts';
import type { WorkspaceWithRole } from '../access/workspaces-with-role.ts';
import { currentPlanOf } from '../data/workspaces.ts';

/** Why the user cannot create a project in any of the workspaces (`null` while loading), and the workspaces in which they can. */
export function useNewProject(workspaces: readonly WorkspaceWithRole[] | null): {
  refusal: AccessResult;
  open: WorkspaceWithRole[];
} {
  const answers = useRefusals(newProject, workspaces ?? []);
  // Plans without additional projects may still have room for the first one. Whether a plan with additional projects is
  // full is decided by the server.
  const undecided = (workspaces ?? []).filter((_, index) => answers[index] === 'plan');
  const subscriptionOf = useSubscriptions(undecided.map(({ id }) => id));
  if (!workspaces || answers.includes('unknown')) return { refusal: 'unknown', open: [] };
  const open = workspaces.filter(({ id }, index) => answers[index] === null || hasRoom(subscriptionOf(id)?.data));
  return { refusal: open.length > 0 ? null : mostPermissive(answers), open };
}

const hasRoom = (subscription: Subscription | undefined): boolean =>
  subscription !== undefined &&
  subscription.used_projects < projectLimit(currentPlanOf(subscription).plan, subscription.projects);
