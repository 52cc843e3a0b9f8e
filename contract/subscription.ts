import type { Plan } from './access.ts';

/** The states of a subscription in the API. */
export const subscriptionStatuses = ['active', 'trial', 'canceled', 'past_due', 'cancel_requested'] as const;
/** The state of a subscription. */
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** The possible results of a requested cancellation at its date. */
export const subscriptionEnds = ['canceled', 'free'] as const;
/** The result of a requested cancellation at its date. */
export type SubscriptionEnd = (typeof subscriptionEnds)[number];

/** The number of days that an overdue payment has no consequences. */
const pastDueDays = 14;

/** The subscription fields that affect access. The billing date of a trial and of a requested cancellation is its end, that of a past due one the day when payment was due. */
export interface BilledPlan {
  plan: Plan;
  status: SubscriptionStatus;
  nextBillingDateAt: Date | string | null;
  /** The result of a requested cancellation at its date: no paid plan, or Free. */
  endsAs?: SubscriptionEnd | null;
  /** More seats are used than the subscription pays for. */
  isShortOfSeats?: boolean;
}

/** The plan of a workspace at a moment, and whether its subscription counts as canceled or has too few seats. */
export interface CurrentPlan {
  plan: Plan;
  isCanceled: boolean;
  isShortOfSeats: boolean;
}

/**
 * The current plan: an ended trial counts as Free, a payment that is overdue for too long as a cancellation, and a
 * requested cancellation from its date on as canceled, or as Free if that was chosen.
 */
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

/** Months after the billing date of a canceled workspace until its content is deleted. */
const keptMonths = 6;

/** The date on which the content of a canceled workspace is deleted. */
export function contentKeptUntil(billingDate: Date | string): Date {
  const from = new Date(billingDate);
  const until = new Date(from);
  until.setUTCMonth(from.getUTCMonth() + keptMonths);
  // August 31 plus six months is the last day of February, not March.
  if (until.getUTCDate() !== from.getUTCDate()) until.setUTCDate(0);
  return until;
}
