import type { BillingState } from '@quartermaster/contract/billing.ts';
import type { Subscription } from '@quartermaster/contract/endpoints/workspaces.ts';
import { currentPlanOf } from '../../../shared/data/workspaces.ts';

/** The state that determines the available actions; a subscription that was to end on Free at a date is on Free from then on. */
export function billingState(subscription: Subscription): BillingState {
  const { type, status } = subscription;
  const isFree = status === 'cancel_requested' && currentPlanOf(subscription).plan === 'free';
  return isFree ? { plan: 'free', status: 'active' } : { plan: type, status };
}
