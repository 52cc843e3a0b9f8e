import type { Subscription, SubscriptionPreview, TransactionTotals } from '@paddle/paddle-node-sdk';
import { plans } from '@quartermaster/contract/access.ts';
import type { PaidPlan } from '@quartermaster/contract/billing.ts';
import type { Price, PricePreview } from '@quartermaster/contract/endpoints/billing.ts';
import type { PaddleSettings } from '../../../core/environment/read-paddle.ts';
import type { ProviderSubscription } from '../../../core/payments/payment-provider.ts';

/** The total is the amount charged, even if a credit of the customer is used for it. */
const priceOf = (totals: TransactionTotals | undefined): Price => ({
  subtotal: Number(totals?.subtotal ?? 0) - Number(totals?.discount ?? 0),
  tax: Number(totals?.tax ?? 0),
  total: Number(totals?.grandTotal ?? 0),
});

export const previewOf = ({ nextTransaction, recurringTransactionDetails }: SubscriptionPreview): PricePreview => ({
  next: priceOf(nextTransaction?.details.totals),
  recurring: priceOf(recurringTransactionDetails?.totals),
});

/** Converts Paddle's subscription to the server's terms; `undefined` if it is for something else. */
export function subscriptionOf(
  subscription: Subscription,
  prices: PaddleSettings['prices'],
): ProviderSubscription | undefined {
  const { id, items, customData, scheduledChange, updatedAt, nextTransaction, recurringTransactionDetails } =
    subscription;
  const quantityOf = (price: string) => items.find((item) => item.price.id === price)?.quantity ?? 0;
  const plan = (['teams', 'starter'] as PaidPlan[]).find((name) => quantityOf(prices[name]) > 0);
  const { workspace_id, proof } = (customData ?? {}) as { workspace_id?: unknown; proof?: unknown };
  const workspaceId = Number(workspace_id);
  if (!plan || !Number.isInteger(workspaceId) || workspaceId < 1 || workspaceId >= 2 ** 31) return undefined;
  const isEnding = scheduledChange?.action === 'cancel';
  return {
    id,
    workspaceId,
    proof: String(proof),
    plan,
    members: quantityOf(prices[plan]),
    projects: plans[plan].projects + quantityOf(prices.project),
    status: statusOf(subscription),
    isEnding,
    billingDate: billingDateOf(subscription),
    nextPayment: priceOf(nextTransaction?.details.totals).total,
    recurringPayment: priceOf(recurringTransactionDetails?.totals).total,
    changedAt: new Date(updatedAt),
  };
}

/** This server neither pauses subscriptions nor uses Paddle's trials, but both are possible at Paddle. */
const statusOf = ({ status }: Subscription): ProviderSubscription['status'] =>
  status === 'trialing' ? 'active' : status === 'paused' ? 'past_due' : status;

function billingDateOf(subscription: Subscription): Date | null {
  const { status, scheduledChange, canceledAt, pausedAt, nextBilledAt, currentBillingPeriod } = subscription;
  const date =
    status === 'canceled'
      ? canceledAt
      : status === 'past_due' || status === 'paused'
        ? (pausedAt ?? currentBillingPeriod?.startsAt)
        : scheduledChange?.action === 'cancel'
          ? scheduledChange.effectiveAt
          : nextBilledAt;
  return date ? new Date(date) : null;
}
