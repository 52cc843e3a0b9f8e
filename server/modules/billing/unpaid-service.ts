import type { BillingAction } from '@quartermaster/contract/billing.ts';
import { currentPlan } from '@quartermaster/contract/subscription.ts';
import type { Query } from '../../core/database/database.ts';
import { countSeats } from '../workspaces/repository.ts';
import { freeState } from './apply-service.ts';
import { countMembers, type NewState, type StoredSubscription, storeState } from './repository.ts';

/**
 * Makes the changes that do not involve the payment provider: those of a trial, and from an ended subscription to Free.
 * Returns false for all others.
 */
export async function changeWithoutProvider(
  query: Query,
  workspaceId: number,
  { stored, action, now }: { stored: StoredSubscription; action: BillingAction; now: Date },
): Promise<boolean> {
  const { status, nextBillingDateAt } = stored;
  const isTrial = status === 'trial' || (status === 'cancel_requested' && stored.providerId === null);
  const hasEnded = status === 'canceled' || (isTrial && currentPlan(stored, now).plan === 'free');
  if (action === 'switchToFree' && hasEnded) {
    await storeState(query, workspaceId, freeState(await countMembers(query, workspaceId)));
    return true;
  }
  if (!isTrial || (action !== 'switchToFree' && action !== 'restore')) return false;
  const unpaid = {
    plan: stored.plan,
    projects: stored.projects,
    nextBillingDateAt,
    nextPayment: 0,
    recurringPayment: 0,
    isShortOfSeats: false,
  };
  const trial: NewState = { ...unpaid, status: 'trial', members: stored.members, endsAs: null };
  // It has as many seats as are used, as none are paid for any more.
  const seats = await countSeats(query, workspaceId, now);
  const ending: NewState = { ...unpaid, status: 'cancel_requested', members: seats, endsAs: 'free' };
  await storeState(query, workspaceId, action === 'restore' ? trial : ending);
  return true;
}
