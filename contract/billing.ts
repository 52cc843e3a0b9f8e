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

/** A requested change; a purchase with the seats that were ordered. */
export type BillingChange =
  | { action: 'cancel' | 'restore' | 'switchToFree' | 'upgrade' | 'downgrade' }
  | { action: 'setMembers' | 'setProjects'; value: number }
  | { action: 'checkout'; plan: PaidPlan; quantity: number };

/** A subscription as far as changes of it are compared. */
export type ComparedSubscription = BillingState & PaidFor;

/** True once plan, status, members and projects are what a change makes of the subscription before it. */
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

/** What a change can end in: the provider cancels at once or at the billing date, and a trial is reactivated as a trial. */
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
        // An ending trial has the seats that are used.
        { ...before, status: 'cancel_requested', members: before.status === 'trial' ? usedMembers : before.members },
        // Free has a seat for each member, and none for open invitations, which count as used.
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
          // Fewer seats than are used are raised to them.
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
