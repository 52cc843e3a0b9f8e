import { randomUUID } from 'node:crypto';
import type { PaidPlan } from '@quartermaster/contract/billing.ts';
import { extraProjects } from '@quartermaster/contract/billing.ts';
import type { SimulatedSubscription } from './simulated-subscription.ts';

/** The simulator's price ids. */
export const simulatedPrices: Record<PaidPlan | 'project', string> = {
  starter: 'pri_simulated_starter',
  teams: 'pri_simulated_teams',
  project: 'pri_simulated_project',
};

/** The webhook for a change of a subscription, in Paddle's form; `inServerTime` converts a time of the simulator's clock. */
export function webhookOf(
  type: string,
  subscription: SimulatedSubscription,
  inServerTime: (time: string) => string,
): string {
  const { id, workspaceId, proof, plan, members, status, isEnding, changedAt } = subscription;
  const until = inServerTime(subscription.until);
  const isOver = status === 'canceled';
  const extra = extraProjects(subscription);
  const money = { amount: '0', currency_code: 'USD' };
  const item = (price: string, quantity: number) => ({
    status: 'active',
    quantity,
    recurring: true,
    price: { id: price, unit_price: money, quantity: { minimum: 1, maximum: 10_000 } },
    product: { id: price.replace('pri_', 'pro_') },
  });
  return JSON.stringify({
    event_id: `evt_${randomUUID().replaceAll('-', '')}`,
    event_type: type,
    occurred_at: changedAt,
    notification_id: `ntf_${randomUUID().replaceAll('-', '')}`,
    data: {
      id,
      status,
      customer_id: `ctm_${workspaceId}`,
      address_id: `add_${workspaceId}`,
      currency_code: 'USD',
      collection_mode: 'automatic',
      billing_cycle: { interval: 'month', frequency: 1 },
      custom_data: { workspace_id: workspaceId, proof },
      items: [item(simulatedPrices[plan], members), ...(extra > 0 ? [item(simulatedPrices.project, extra)] : [])],
      current_billing_period: isOver ? null : { starts_at: inServerTime(subscription.from), ends_at: until },
      next_billed_at: isOver || isEnding ? null : until,
      scheduled_change: isEnding ? { action: 'cancel', effective_at: until, resume_at: null } : null,
      canceled_at: isOver ? until : null,
      updated_at: changedAt,
    },
  });
}
