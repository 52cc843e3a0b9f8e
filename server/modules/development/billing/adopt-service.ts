import { randomUUID } from 'node:crypto';
import { isPaid, monthlyPrice } from '@quartermaster/contract/billing.ts';
import type { Deps } from '../../../core/app/deps.ts';
import { checkoutProof } from '../../billing/checkout-proof-service.ts';
import { lockUnknownPaid, storeProvider, storeState } from '../../billing/repository.ts';
import { monthAfter, startSubscription, withTax } from './simulated-subscription.ts';
import { lockSettings, saveSimulated } from './simulator-repository.ts';

/** As many as can be added at start. */
const most = 100;

/**
 * Adds paid subscriptions that no payment provider has, such as the demo workspace's, to the simulator, so that their
 * owners can change them.
 */
export async function adoptPaidSubscriptions({
  unit,
  clock,
  secrets,
}: Pick<Deps, 'unit' | 'clock' | 'secrets'>): Promise<void> {
  const now = clock.now();
  await unit(async ({ query }) => {
    for (const { workspaceId, ...stored } of await lockUnknownPaid(query, most)) {
      const { plan, members, projects, nextBillingDateAt } = stored;
      if (!isPaid(plan)) continue;
      const id = `sub_${randomUUID().replaceAll('-', '')}`;
      const proof = checkoutProof(secrets, workspaceId);
      const until = nextBillingDateAt ?? monthAfter(now);
      const started = startSubscription({ id, workspaceId, proof, plan, members, projects }, now);
      await lockSettings(query, workspaceId);
      await saveSimulated(query, { ...started, until: until.toISOString(), billingDay: until.getUTCDate() });
      const { total } = withTax(monthlyPrice(stored));
      const state = { ...stored, nextBillingDateAt: until, nextPayment: total, recurringPayment: total, endsAs: null };
      await storeState(query, workspaceId, state);
      await storeProvider(query, workspaceId, { id, changedAt: now }, now);
    }
  });
}
