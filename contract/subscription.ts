import type { Plan } from './access.ts';

/** How a subscription can stand, as the wire has it. */
export const subscriptionStatuses = ['active', 'trial', 'canceled', 'past_due', 'cancel_requested'] as const;
/** How a subscription stands. */
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** What a subscription can become at the date of its requested cancellation. */
export const subscriptionEnds = ['canceled', 'free'] as const;
/** What a subscription becomes at the date of its requested cancellation. */
export type SubscriptionEnd = (typeof subscriptionEnds)[number];

/** How long everything goes on after a payment was due and did not come, in days. */
const pastDueDays = 14;

/** The subscription fields that affect access. The billing date of a trial and of a requested cancellation is its end, that of a past due one the day when payment was due. */
export interface BilledPlan {
  plan: Plan;
  status: SubscriptionStatus;
  nextBillingDateAt: Date | string | null;
  /** What a requested cancellation turns into at its date: nothing that is paid for, or Free. */
  endsAs?: SubscriptionEnd | null;
  /** More seats are used than the subscription pays for. */
  isShortOfSeats?: boolean;
}

/** The plan that a workspace has at a moment, and whether its subscription counts as canceled or has too few seats. */
export interface CurrentPlan {
  plan: Plan;
  isCanceled: boolean;
  isShortOfSeats: boolean;
}

/** The plan that counts now: an ended trial counts as Free, a payment that is overdue for too long as a cancellation, and so does a requested cancellation from its date on, or as Free where that was chosen. */
export function currentPlan(
  { plan, status, nextBillingDateAt, endsAs, isShortOfSeats = false }: BilledPlan,
  now: Date,
): CurrentPlan {
  const hasPassed = (days: number) =>
    nextBillingDateAt !== null && new Date(nextBillingDateAt).getTime() + days * 86_400_000 <= now.getTime();
  const endsOnFree = status === 'trial' || (status === 'cancel_requested' && endsAs === 'free');
  if (endsOnFree && hasPassed(0)) return { plan: 'free', isCanceled: false, isShortOfSeats: false };
  const hasEnded = (status === 'cancel_requested' && hasPassed(0)) || (status === 'past_due' && hasPassed(pastDueDays));
  return { plan, isCanceled: status === 'canceled' || hasEnded, isShortOfSeats };
}

/** How long the content of a canceled workspace is kept after its billing date, in months. */
const keptMonths = 6;

/** When the content of a canceled workspace is deleted. */
export function contentKeptUntil(billingDate: Date | string): Date {
  const from = new Date(billingDate);
  const until = new Date(from);
  until.setUTCMonth(from.getUTCMonth() + keptMonths);
  // August 31 plus six months is the last day of February, not March.
  if (until.getUTCDate() !== from.getUTCDate()) until.setUTCDate(0);
  return until;
}
