import { type Plan, plans } from './access.ts';
import type { CurrentPlan } from './subscription.ts';

/** How many projects a workspace has room for: `paid` counts the included ones, and a plan that sells none has those it includes. */
export const projectLimit = (plan: Plan, paid: number): number =>
  plans[plan].createProjects ? Math.max(plans[plan].projects, paid) : plans[plan].projects;

/** Whether somebody may make a workspace, by the plans of those that they own: the first always, others where a plan has more. */
export const mayAddWorkspace = (owned: readonly CurrentPlan[]): boolean =>
  owned.length === 0 || owned.some(({ plan, isCanceled }) => !isCanceled && plans[plan].createWorkspaces);

/** Seats of a workspace on trial. */
const trialSeats = 25;

/** How many members and open invitations a workspace has room for; `paid` are the seats of its subscription. */
export const seatLimit = ({ status, paid }: { status: string; paid: number }): number =>
  status === 'trial' ? trialSeats : paid;
