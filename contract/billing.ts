import { type Plan, plans } from './access.ts';
import type { BilledPlan, SubscriptionStatus } from './subscription.ts';

/** A plan that costs money. */
export type PaidPlan = Exclude<Plan, 'free'>;

/** True for a plan that costs money. */
export const isPaid = (plan: Plan): plan is PaidPlan => plan !== 'free';

/** The paid contents of a subscription: its plan, seats, and projects including the plan's own. */
export interface PaidFor {
  plan: Plan;
  members: number;
  projects: number;
}

/** The number of paid projects beyond those that the plan includes. */
export const extraProjects = ({ plan, projects }: Pick<PaidFor, 'plan' | 'projects'>): number =>
  plans[plan].extraProjectPrice === null ? 0 : Math.max(0, projects - plans[plan].projects);

/** What a subscription costs a month before tax, in cents. */
export const monthlyPrice = (paidFor: PaidFor): number =>
  plans[paidFor.plan].pricePerMember * paidFor.members +
  (plans[paidFor.plan].extraProjectPrice ?? 0) * extraProjects(paidFor);

/** The fields of a subscription that determine the allowed actions. */
export type BillingState = Pick<BilledPlan, 'plan' | 'status'>;

/** An action on a subscription, named after its endpoint; `checkout` buys one, `payment` updates the payment method. */
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

/** The actions that a subscription's state allows; the server refuses all others with 409. */
export const allowedActions = ({ plan, status }: BillingState): readonly BillingAction[] =>
  status === 'active' ? ofActive[plan] : isPaid(plan) || status === 'canceled' ? ofPaid[status] : [];

/** A card of the billing page: a plan and the action of choosing it; no action for the current plan. */
export interface PlanCard {
  plan: Plan;
  action: Extract<BillingAction, 'switchToFree' | 'checkout' | 'upgrade' | 'downgrade' | 'restore'> | null;
}

/** The plans that are offered in a state, in display order. */
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

/** A requested change; a purchase includes the ordered seats. */
export type BillingChange =
  | { action: 'cancel' | 'restore' | 'switchToFree' | 'upgrade' | 'downgrade' }
  | { action: 'setMembers' | 'setProjects'; value: number }
  | { action: 'checkout'; plan: PaidPlan; quantity: number };

/** The fields of a subscription that changes are compared by. */
export type ComparedSubscription = BillingState & PaidFor;

/** True once plan, status, members and projects match the requested change of the subscription `before`. */
export function hasChanged(
  current: ComparedSubscription & { usedMembers: number },
  change: BillingChange,
  before: ComparedSubscription,
): boolean {
  const { plan, status, projects } = current;
  return endsOf(change, before, current).some(
    (end) => end.plan === plan && end.status === status && end.members === current.members && end.projects === projects,
  );
}

/**
 * The possible results of a change: the provider cancels immediately or at the billing date, and a reactivated trial is
 * a trial again.
 */
function endsOf(
  change: BillingChange,
  before: ComparedSubscription,
  { members, usedMembers }: { members: number; usedMembers: number },
): ComparedSubscription[] {
  switch (change.action) {
    case 'cancel':
      return [
        { ...before, status: 'cancel_requested' },
        { ...before, status: 'canceled' },
      ];
    case 'switchToFree':
      return [
        // A trial that ends has as many seats as are used.
        { ...before, status: 'cancel_requested', members: before.status === 'trial' ? usedMembers : before.members },
        // Free has a seat for each member, but none for open invitations, although these count as used seats.
        { plan: 'free', status: 'active', members: Math.min(members, Math.max(1, usedMembers)), projects: 0 },
      ];
    case 'restore':
      return [
        { ...before, status: 'active' },
        { ...before, status: 'trial' },
      ];
    case 'upgrade':
      return [{ ...before, status: 'active', plan: 'teams' }];
    case 'downgrade':
      return [{ ...before, status: 'active', plan: 'starter' }];
    case 'checkout':
      return [
        {
          plan: change.plan,
          status: 'active',
          // A quantity below the used seats is raised to them.
          members: Math.max(change.quantity, usedMembers),
          projects: plans[change.plan].projects,
        },
      ];
    case 'setMembers':
      return [{ ...before, members: change.value }];
    case 'setProjects':
      return [{ ...before, projects: change.value }];
  }
}
