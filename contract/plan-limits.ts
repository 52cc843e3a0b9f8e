import { type Plan, plans } from './access.ts';
import type { CurrentPlan } from './subscription.ts';

/**
 * How many projects a workspace may have: `paid` includes the plan's own projects; a plan without extra projects allows
 * only its own.
 */
export const projectLimit = (plan: Plan, paid: number): number =>
  plans[plan].createProjects ? Math.max(plans[plan].projects, paid) : plans[plan].projects;

/**
 * Whether a user may create a workspace, given the plans of those that they own: the first always, more if one of the
 * plans allows it.
 */
export const mayAddWorkspace = (owned: readonly CurrentPlan[]): boolean =>
  owned.length === 0 || owned.some(({ plan, isCanceled }) => !isCanceled && plans[plan].createWorkspaces);

/** Seats of a workspace on trial. */
const trialSeats = 25;

/**
 * The number of members and open invitations that a workspace can have; `paid` is the number of its subscription's
 * seats.
 */
export const seatLimit = ({ status, paid }: { status: string; paid: number }): number =>
  status === 'trial' ? trialSeats : paid;
