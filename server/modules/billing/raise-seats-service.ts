import { isPaid } from '@quartermaster/contract/billing.ts';
import type { Deps } from '../../core/app/deps.ts';
import type { PaidItems } from '../../core/payments/payment-provider.ts';
import { countSeats } from '../workspaces/repository.ts';
import { changeAtProvider, isUnderWay, longestUntil } from './change-at-provider-service.ts';
import { beginAtProvider, lockStored } from './repository.ts';

/**
 * Raises the seats of a subscription to those that are used. The number of seats of a checkout comes from the browser,
 * and members may have been invited while it was open. If the payment provider fails, the workspace stays read-only and
 * the job retries.
 */
export async function raiseSeats(
  deps: Pick<Deps, 'unit' | 'payments' | 'clock'>,
  { id, workspaceId }: { id: string; workspaceId: number },
): Promise<void> {
  const { unit, payments, clock } = deps;
  const items = await unit(async ({ query }): Promise<PaidItems | undefined> => {
    const now = clock.now();
    const stored = await lockStored(query, workspaceId);
    if (!stored?.isShortOfSeats || stored.providerId !== id || stored.status !== 'active') return undefined;
    const { plan, projects, endsAs } = stored;
    const members = await countSeats(query, workspaceId, now);
    if (!isPaid(plan) || members <= stored.members || isUnderWay(stored, now)) return undefined;
    await beginAtProvider(query, workspaceId, { until: longestUntil(now), members, projects, endsAs });
    return { plan, members, projects };
  });
  if (items) await changeAtProvider(deps, workspaceId, () => payments.change(id, items));
}
