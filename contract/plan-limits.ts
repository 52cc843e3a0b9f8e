import { type Plan, plans } from './access.ts';
import type { CurrentPlan } from './subscription.ts';

/**
 * How many projects a workspace may have. `paidProjects` includes those that the plan contains; a plan without extra
 * projects allows only these.
 */
export const projectLimit = (plan: Plan, paidProjects: number): number =>
  plans[plan].createProjects ? Math.max(plans[plan].projects, paidProjects) : plans[plan].projects;

/**
 * Whether a user may create a workspace, given the plans of the workspaces that they own. The first one is always
 * allowed, another one if one of the plans allows it.
 */
export const mayAddWorkspace = (owned: readonly CurrentPlan[]): boolean =>
  owned.length === 0 || owned.some(({ plan, isCanceled }) => !isCanceled && plans[plan].createWorkspaces);

/** Seats of a workspace on trial. */
const trialSeats = 25;

/** How many members and open invitations a workspace may have; `paid` is the number of seats of its subscription. */
export const seatLimit = ({ status, paid }: { status: string; paid: number }): number =>
  status === 'trial' ? trialSeats : paid;
