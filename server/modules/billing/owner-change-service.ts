import { allowedActions, type BillingAction, isPaid } from '@quartermaster/contract/billing.ts';
import type { PricePreview } from '@quartermaster/contract/endpoints/billing.ts';
import { currentPlan } from '@quartermaster/contract/subscription.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import type { PaidItems, ProviderSubscription } from '../../core/payments/payment-provider.ts';
import type { WorkspaceCaller } from '../../core/session/access.ts';
import { countProjects } from '../projects/repository.ts';
import { beginChange } from '../workspaces/change-service.ts';
import { countSeats } from '../workspaces/repository.ts';
import { changeAtProvider, isUnderWay, longestUntil } from './change-at-provider-service.ts';
import { named, refuseBelowUsage } from './refuse-below-usage.ts';
import { beginAtProvider, findStored, listRemovable, type StoredSubscription } from './repository.ts';
import { changeWithoutProvider } from './unpaid-service.ts';

/** A change requested by an owner. */
export type OwnerChange =
  | { action: Extract<BillingAction, 'cancel' | 'restore' | 'switchToFree' | 'upgrade' | 'downgrade'> }
  | { action: 'setMembers' | 'setProjects'; value: number };

type Needs = Pick<Deps, 'database' | 'unit' | 'payments' | 'clock' | 'log'>;

/**
 * Changes the subscription of a workspace on an owner's request. First the change is stored under the lock of the
 * subscription, then the payment provider is called, outside of a transaction, and its response is stored at once, as
 * after a webhook.
 */
export async function changeSubscription(
  deps: Needs,
  caller: WorkspaceCaller,
  change: OwnerChange,
  access: Ownership,
): Promise<void> {
  const { unit, clock } = deps;
  const { workspaceId } = caller;
  const run = await unit(async ({ query }) => {
    await beginChange(query, access, caller, clock.now());
    return begin(deps, query, workspaceId, change);
  });
  if (run) await changeAtProvider(deps, workspaceId, run);
}

type Ownership = Parameters<typeof beginChange>[1];

/** Checks and stores a change; returns the call to the payment provider, `undefined` if none is needed. */
async function begin(
  { payments, clock }: Needs,
  query: Query,
  workspaceId: number,
  change: OwnerChange,
): Promise<(() => Promise<ProviderSubscription>) | undefined> {
  const now = clock.now();
  const stored = await readAllowed(query, workspaceId, change.action, now);
  if (isUnderWay(stored, now)) throw new AppError('running');
  if (await changeWithoutProvider(query, workspaceId, { stored, action: change.action, now })) return undefined;
  const id = idOf(stored);
  const items = itemsAfter(stored, change);
  if (change.action === 'setMembers' || change.action === 'setProjects' || change.action === 'downgrade')
    await refuseTooFew(query, workspaceId, items, now);
  if (isSame(items, stored) && 'value' in change) return undefined;
  // Stored even if the provider does not respond in time, as it may have canceled nevertheless.
  const endsAs = change.action === 'switchToFree' ? 'free' : change.action === 'cancel' ? 'canceled' : stored.endsAs;
  await beginAtProvider(query, workspaceId, {
    until: longestUntil(now),
    members: items.members,
    projects: items.projects,
    endsAs,
  });
  return () => {
    if (change.action === 'restore') return payments.restore(id);
    if (change.action !== 'cancel' && change.action !== 'switchToFree') return payments.change(id, items);
    // The overdue payment is no longer collected, so there is no paid time left.
    return payments.cancel(id, stored.status === 'past_due' ? 'now' : 'at-billing-date');
  };
}

/** The price of a change. */
export async function previewChange(
  { database, payments, clock }: Needs,
  workspaceId: number,
  change: OwnerChange,
): Promise<PricePreview> {
  const { query } = database;
  const stored = await readAllowed(query, workspaceId, change.action, clock.now());
  const items = itemsAfter(stored, change);
  if (change.action !== 'upgrade') await refuseTooFew(query, workspaceId, items, clock.now());
  return payments.preview(idOf(stored), items);
}

/** The transaction with which an owner changes the payment method or pays an overdue amount. */
export async function findPaymentTransaction(
  { database, payments, clock }: Needs,
  workspaceId: number,
): Promise<string> {
  return payments.paymentTransaction(idOf(await readAllowed(database.query, workspaceId, 'payment', clock.now())));
}

/** The subscription, if its state allows the action; throws 409 otherwise. */
export async function readAllowed(
  query: Query,
  workspaceId: number,
  action: BillingAction,
  now: Date,
): Promise<StoredSubscription> {
  const stored = await findStored(query, workspaceId);
  if (!stored) throw new AppError('billing_state');
  const isFreeByNow = stored.status === 'cancel_requested' && currentPlan(stored, now).plan === 'free';
  const state = isFreeByNow ? ({ plan: 'free', status: 'active' } as const) : stored;
  if (!allowedActions(state).includes(action)) throw new AppError('billing_state');
  return stored;
}

function idOf({ providerId }: StoredSubscription): string {
  if (providerId === null)
    throw new AppError('billing_state', {
      message: 'The payment provider does not know this subscription. Please contact support.',
    });
  return providerId;
}

function itemsAfter({ plan, members, projects }: StoredSubscription, change: OwnerChange): PaidItems {
  if (!isPaid(plan)) throw new AppError('billing_state');
  if (change.action === 'upgrade') return { plan: 'teams', members, projects };
  if (change.action === 'downgrade') return { plan: 'starter', members, projects };
  if (change.action === 'setMembers') return { plan, members: change.value, projects };
  return { plan, members, projects: change.action === 'setProjects' ? change.value : projects };
}

const isSame = (items: PaidItems, stored: StoredSubscription) =>
  items.plan === stored.plan && items.members === stored.members && items.projects === stored.projects;

async function refuseTooFew(query: Query, workspaceId: number, items: PaidItems, now: Date): Promise<void> {
  const members = await countSeats(query, workspaceId, now);
  const removable = items.members < members ? await listRemovable(query, workspaceId, now, named) : [];
  refuseBelowUsage(items, { members, projects: await countProjects(query, workspaceId), removable });
}
