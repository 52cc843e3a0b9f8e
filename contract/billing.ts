import { type Plan, plans } from './access.ts';
import type { BilledPlan, SubscriptionStatus } from './subscription.ts';

/** A plan that is paid for. */
export type PaidPlan = Exclude<Plan, 'free'>;

/** True for a plan that is paid for. */
export const isPaid = (plan: Plan): plan is PaidPlan => plan !== 'free';

/** What a subscription is paid for: its plan, seats, and projects with the included ones. */
export interface PaidFor {
  plan: Plan;
  members: number;
  projects: number;
}

/** How many projects are paid for beyond those that the plan includes. */
export const extraProjects = ({ plan, projects }: Pick<PaidFor, 'plan' | 'projects'>): number =>
  plans[plan].extraProjectPrice === null ? 0 : Math.max(0, projects - plans[plan].projects);

/** What a subscription costs a month before tax, in cents. */
export const monthlyPrice = (paidFor: PaidFor): number =>
  plans[paidFor.plan].pricePerMember * paidFor.members +
  (plans[paidFor.plan].extraProjectPrice ?? 0) * extraProjects(paidFor);

/** The state of a subscription, as far as it decides what can be done with it. */
export type BillingState = Pick<BilledPlan, 'plan' | 'status'>;

/** What can be done with a subscription: named like the endpoint that does it; `checkout` buys one, `payment` updates the method. */
export type BillingAction =
  | 'cancel'
  | 'restore'
  | 'switchToFree'
  | 'downgrade'
  | 'upgrade'
  | 'setMembers'
  | 'setProjects'
  | 'payment'
  | 'checkout';

const ofActive: Record<Plan, readonly BillingAction[]> = {
  free: ['checkout'],
  starter: ['cancel', 'switchToFree', 'upgrade', 'setMembers', 'setProjects', 'payment'],
  teams: ['cancel', 'switchToFree', 'downgrade', 'setMembers', 'setProjects', 'payment'],
};

const ofPaid: Record<Exclude<SubscriptionStatus, 'active'>, readonly BillingAction[]> = {
  trial: ['switchToFree', 'checkout'],
  past_due: ['cancel', 'payment'],
  cancel_requested: ['restore'],
  canceled: ['switchToFree', 'checkout'],
};

/** What can be done with a subscription in a state; the server refuses everything else with 409. */
export const allowedActions = ({ plan, status }: BillingState): readonly BillingAction[] =>
  status === 'active' ? ofActive[plan] : isPaid(plan) || status === 'canceled' ? ofPaid[status] : [];

/** A card of the billing page: a plan, and what choosing it does; nothing where it is the current one. */
export interface PlanCard {
  plan: Plan;
  action: Extract<BillingAction, 'switchToFree' | 'checkout' | 'upgrade' | 'downgrade' | 'restore'> | null;
}

/** The plans that are offered in a state, in the order in which they are shown. */
export function planCards({ plan, status }: BillingState): PlanCard[] {
  if (status === 'past_due') return [{ plan, action: null }];
  if (status === 'cancel_requested') return [{ plan, action: 'restore' }];
  if (status === 'active' && isPaid(plan)) {
    const other = plan === 'starter' ? ({ plan: 'teams', action: 'upgrade' } as const) : toStarter;
    return [{ plan: 'free', action: 'switchToFree' }, other];
  }
  return [
    { plan: 'free', action: status === 'active' ? null : 'switchToFree' },
    { plan: 'starter', action: 'checkout' },
    { plan: 'teams', action: 'checkout' },
  ];
}

const toStarter = { plan: 'starter', action: 'downgrade' } as const;

/** A change that was asked for. */
export type BillingChange =
  | { action: 'cancel' | 'restore' | 'switchToFree' | 'upgrade' | 'downgrade' }
  | { action: 'setMembers' | 'setProjects'; value: number }
  | { action: 'checkout'; plan: PaidPlan };

/** Whether a subscription has become what a change makes of it. */
export function hasChanged({ status, ...paidFor }: BillingState & PaidFor, change: BillingChange): boolean {
  switch (change.action) {
    case 'cancel':
      return status === 'cancel_requested' || status === 'canceled';
    case 'switchToFree':
      return status === 'cancel_requested' || (status === 'active' && paidFor.plan === 'free');
    // A trial goes on as a trial.
    case 'restore':
      return status === 'active' || status === 'trial';
    case 'upgrade':
      return status === 'active' && paidFor.plan === 'teams';
    case 'downgrade':
      return status === 'active' && paidFor.plan === 'starter';
    case 'checkout':
      return status === 'active' && paidFor.plan === change.plan;
    case 'setMembers':
      return paidFor.members === change.value;
    case 'setProjects':
      return paidFor.projects === change.value;
  }
}
