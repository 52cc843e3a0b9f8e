import { plans } from '@quartermaster/contract/access.ts';
import { ensureImageTemplate } from '../../content/schema/delete-template.ts';
import type { Query } from '../../core/database/database.ts';
import type { ProviderSubscription } from '../../core/payments/payment-provider.ts';
import { countSeats, insertInstance } from '../workspaces/repository.ts';
import {
  countMembers,
  listMissingInstances,
  lockStored,
  type NewState,
  type StoredSubscription,
  storeProvider,
  storeState,
} from './repository.ts';

/**
 * The result: `applied`, even if nothing had to be changed; `short-of-seats` if it was applied and pays for fewer seats
 * than are used; `stale` if the stored state is newer; `other` if the workspace has another subscription that has not
 * ended as far as is stored.
 */
type Applied = 'applied' | 'short-of-seats' | 'stale' | 'other';

/** Stores the payment provider's state of a workspace's subscription; the newer of two states wins. */
export async function applySubscription(query: Query, subscription: ProviderSubscription, now: Date): Promise<Applied> {
  const { workspaceId } = subscription;
  const stored = await lockStored(query, workspaceId);
  if (!stored) return 'stale';
  const standing = standingOf(stored, subscription);
  if (standing !== 'applied') return standing;
  const state = await nextState(query, stored, subscription, now);
  if (state) await storeState(query, workspaceId, state);
  await storeProvider(query, workspaceId, subscription, now);
  if (state && state.status !== 'canceled') await addMissingInstances(query, workspaceId, state.plan);
  return state?.isShortOfSeats && state.status === 'active' ? 'short-of-seats' : 'applied';
}

/** True if nothing is paid for, either not any more or not yet. */
const hasEnded = ({ plan, status, providerId }: StoredSubscription) =>
  providerId === null || status === 'canceled' || plan === 'free';

function standingOf(stored: StoredSubscription, { id, status, changedAt }: ProviderSubscription): Applied {
  if (stored.providerId === id) return changedAt < (stored.providerChangedAt ?? changedAt) ? 'stale' : 'applied';
  // One that was over before it was first reported changes nothing: it may be the second of two bought at once.
  if (status === 'canceled') return 'stale';
  return hasEnded(stored) ? 'applied' : 'other';
}

/** `undefined` if the stored subscription has already ended. */
async function nextState(
  query: Query,
  stored: StoredSubscription,
  subscription: ProviderSubscription,
  now: Date,
): Promise<NewState | undefined> {
  const { plan, members, projects, status, isEnding, billingDate, nextPayment, recurringPayment } = subscription;
  if (status === 'canceled') {
    if (hasEnded(stored)) return undefined;
    if (stored.endsAs === 'free') return freeState(await countMembers(query, subscription.workspaceId));
    const unpaid = { nextPayment: 0, recurringPayment: 0, endsAs: null, isShortOfSeats: false };
    return { ...unpaid, plan, members, projects, status, nextBillingDateAt: billingDate };
  }
  // The chosen end belongs to a cancellation that may still be pending.
  const isUnderWay = stored.changeUntil !== null && stored.changeUntil > now;
  const storedEnd = stored.providerId === subscription.id ? stored.endsAs : null;
  return {
    plan,
    members,
    projects,
    status: isEnding ? 'cancel_requested' : status,
    nextBillingDateAt: billingDate,
    endsAs: isEnding ? (storedEnd ?? 'canceled') : isUnderWay ? storedEnd : null,
    nextPayment: isEnding ? 0 : nextPayment,
    // The price that applies again if the cancellation is revoked.
    recurringPayment,
    isShortOfSeats: members < (await countSeats(query, subscription.workspaceId, now)),
  };
}

/** Free has a seat for each current member, as none is paid for and nobody can be invited. */
export const freeState = (members: number): NewState => ({
  plan: 'free',
  status: 'active',
  members: Math.max(1, members),
  projects: 0,
  nextBillingDateAt: null,
  endsAs: null,
  nextPayment: 0,
  recurringPayment: 0,
  isShortOfSeats: false,
});

async function addMissingInstances(query: Query, workspaceId: number, plan: StoredSubscription['plan']): Promise<void> {
  for (const { projectId, env } of await listMissingInstances(query, workspaceId, plans[plan].environments))
    await ensureImageTemplate(query, await insertInstance(query, projectId, env));
}
