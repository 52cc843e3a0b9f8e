import { newProject } from '@quartermaster/contract/endpoints/projects.ts';
import type { Subscription } from '@quartermaster/contract/endpoints/workspaces.ts';
import { projectLimit } from '@quartermaster/contract/plan-limits.ts';
import { useQueries } from '@tanstack/react-query';
import type { RoledWorkspace } from '../access/roled-workspaces.ts';
import { type Answer, bestOf, useRefusals } from '../access/use-refusal.ts';
import { currentPlanOf, workspaceQueries } from '../data/workspaces.ts';
import { useRequest } from '../services/request.ts';

/** Why the caller may not make a project in any of some workspaces (`null` while they are not known), and those in which they may. */
export function useNewProject(workspaces: readonly RoledWorkspace[] | null): {
  refusal: Answer;
  open: RoledWorkspace[];
} {
  const request = useRequest();
  const answers = useRefusals(newProject, workspaces ?? []);
  // A plan that sells no further ones may have room for the first. Whether one that does is full, the server says.
  const ids = (workspaces ?? []).map(({ id }, index) => (answers[index] === 'plan' ? id : 0));
  const subscriptions = useQueries({ queries: ids.map((id) => workspaceQueries.subscription(request, id)) });
  if (!workspaces || answers.includes('unknown')) return { refusal: 'unknown', open: [] };
  const open = workspaces.filter((_, index) => answers[index] === null || hasRoom(subscriptions[index]?.data));
  return { refusal: open.length > 0 ? null : bestOf(answers), open };
}

const hasRoom = (subscription: Subscription | undefined): boolean =>
  subscription !== undefined &&
  subscription.used_projects < projectLimit(currentPlanOf(subscription).plan, subscription.projects);
