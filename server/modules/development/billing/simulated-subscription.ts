import { monthlyPrice } from '@quartermaster/contract/billing.ts';
import type { Price, PricePreview } from '@quartermaster/contract/endpoints/billing.ts';
import type { PaidItems } from '../../../core/payments/payment-provider.ts';

/** A payment that was due, and whether it was made; amounts in US cents. */
export interface Charge extends Price {
  at: string;
  isPaid: boolean;
}

/** A subscription of the simulator; times are those of its own clock. */
export interface SimulatedSubscription extends PaidItems {
  id: string;
  workspaceId: number;
  proof: string;
  status: 'active' | 'past_due' | 'canceled';
  isEnding: boolean;
  /** The start of the paid month. */
  from: string;
  until: string;
  /** The day of the month on which it is paid, or its last day if the month is shorter; without it, the day of `until`. */
  billingDay?: number;
  /** The cost or credit for the rest of the current month after changes, before tax; part of the next payment. */
  pending: number;
  charges: Charge[];
  /** Set with each change, by the server's clock. */
  changedAt: string;
}

const day = 24 * 60 * 60 * 1000;

/** Half a cent is rounded up, also below zero. */
const rounded = (cents: number) => Math.floor(cents + 0.5);

/** Tax is 20 %, rounded half up to the cent on the subtotal. */
export function withTax(subtotal: number): Price {
  const tax = Math.floor((subtotal * 20 + 50) / 100);
  return { subtotal, tax, total: subtotal + tax };
}

/** A day of the next month, or its last day; by default the same one. */
export function monthAfter(from: Date, billingDay: number = from.getUTCDate()): Date {
  const next = new Date(from);
  next.setUTCMonth(from.getUTCMonth() + 1, 1);
  const lastDay = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate();
  next.setUTCDate(Math.min(billingDay, lastDay));
  return next;
}

/** The amount of the next payment; a credit that exceeds it is carried over. */
export const nextPayment = (subscription: PaidItems & { pending: number }): Price =>
  withTax(Math.max(0, monthlyPrice(subscription) + subscription.pending));

/** A new subscription, whose first month is paid. */
export function startSubscription(
  bought: PaidItems & Pick<SimulatedSubscription, 'id' | 'workspaceId' | 'proof'>,
  now: Date,
): SimulatedSubscription {
  const charge = { at: now.toISOString(), isPaid: true, ...withTax(monthlyPrice(bought)) };
  return {
    ...bought,
    status: 'active',
    isEnding: false,
    from: now.toISOString(),
    until: monthAfter(now).toISOString(),
    billingDay: now.getUTCDate(),
    pending: 0,
    charges: [charge],
    changedAt: now.toISOString(),
  };
}

/** The subscription with changed items; the difference for the remaining days is part of the next payment. */
export function withItems(subscription: SimulatedSubscription, items: PaidItems, now: Date): SimulatedSubscription {
  const [from, until] = [Date.parse(subscription.from), Date.parse(subscription.until)];
  const days = Math.round((until - from) / day);
  const left = Math.min(days, Math.max(0, Math.ceil((until - now.getTime()) / day)));
  const difference = monthlyPrice(items) - monthlyPrice(subscription);
  return { ...subscription, ...items, pending: subscription.pending + rounded((difference * left) / days) };
}

/** The price of other items. */
export function previewItems(subscription: SimulatedSubscription, items: PaidItems, now: Date): PricePreview {
  const changed = withItems(subscription, items, now);
  return { next: nextPayment(changed), recurring: withTax(monthlyPrice(changed)) };
}

/** The subscription at a time: months that have begun since are paid or unpaid, or it has ended. */
export function settled(subscription: SimulatedSubscription, now: Date, failsPayments: boolean): SimulatedSubscription {
  let current = subscription;
  while (current.status === 'active' && Date.parse(current.until) <= now.getTime()) {
    if (current.isEnding) return { ...current, status: 'canceled', isEnding: false };
    current = failsPayments
      ? { ...current, status: 'past_due', charges: [...current.charges, dueCharge(current, false)] }
      : renewed(current);
  }
  return current;
}

/** A past due subscription after payment: its months continue from the due date. */
export function paid(subscription: SimulatedSubscription): SimulatedSubscription {
  if (subscription.status !== 'past_due') return subscription;
  return renewed({ ...subscription, status: 'active', charges: subscription.charges.slice(0, -1) });
}

/** Only the last charges are displayed. */
const keptCharges = 24;

function renewed(current: SimulatedSubscription): SimulatedSubscription {
  const charges = [...current.charges, dueCharge(current, true)].slice(-keptCharges);
  const pending = Math.min(0, monthlyPrice(current) + current.pending);
  return {
    ...current,
    from: current.until,
    until: monthAfter(new Date(current.until), current.billingDay).toISOString(),
    pending,
    charges,
  };
}

const dueCharge = (current: SimulatedSubscription, isPaid: boolean): Charge => ({
  at: current.until,
  isPaid,
  ...nextPayment(current),
});
