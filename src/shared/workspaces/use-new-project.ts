import { newProject } from '@quartermaster/contract/endpoints/projects.ts';
import type { Subscription } from '@quartermaster/contract/endpoints/workspaces.ts';
import { projectLimit } from '@quartermaster/contract/plan-limits.ts';
import { useQueries } from '@tanstack/react-query';
import { type AccessResult, mostPermissive, useRefusals } from '../access/use-refusal.ts';
import type { WorkspaceWithRole } from '../access/workspaces-with-role.ts';
import { currentPlanOf, workspaceQueries } from '../data/workspaces.ts';
import { useRequest } from '../services/request.ts';

/**
 * Why the user may not create a project in any of the workspaces (`null` while loading), and the workspaces in which
 * they may.
 */
export function useNewProject(workspaces: readonly WorkspaceWithRole[] | null): {
  refusal: AccessResult;
  open: WorkspaceWithRole[];
} {
  const request = useRequest();
  const answers = useRefusals(newProject, workspaces ?? []);
  // Plans without additional projects may still have room for the first one. Whether a plan with additional projects is
  // full is decided by the server.
  const ids = (workspaces ?? []).map(({ id }, index) => (answers[index] === 'plan' ? id : 0));
  const subscriptions = useQueries({ queries: ids.map((id) => workspaceQueries.subscription(request, id)) });
  if (!workspaces || answers.includes('unknown')) return { refusal: 'unknown', open: [] };
  const open = workspaces.filter((_, index) => answers[index] === null || hasRoom(subscriptions[index]?.data));
  return { refusal: open.length > 0 ? null : mostPermissive(answers), open };
}

const hasRoom = (subscription: Subscription | undefined): boolean =>
  subscription !== undefined &&
  subscription.used_projects < projectLimit(currentPlanOf(subscription).plan, subscription.projects);
