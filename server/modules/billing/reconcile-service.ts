import type { Deps } from '../../core/app/deps.ts';
import { defineJob } from '../../core/app/module.ts';
import { checkoutProof } from './checkout-proof-service.ts';
import {
  forgetEvents,
  listKnown,
  listShortOfSeats,
  listUnchecked,
  markChecked,
  settleEndedTrials,
} from './repository.ts';
import { follow } from './webhook-service.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** Webhooks are repeated for some days at most. */
const eventDays = 30;

/** Purchases of these days are fetched: no server is down for longer unnoticed. */
const purchaseDays = 7;

/** Fetches the payment provider's state, as its webhooks may have been lost. */
export const reconcileJob = defineJob({
  name: 'billing-reconcile',
  // A user may be waiting for a purchase.
  everySeconds: 15 * 60,
  run: (deps, _data, signal) => reconcile(deps, signal),
});

type Needs = Parameters<typeof follow>[0] & Pick<Deps, 'database' | 'payments' | 'clock' | 'secrets' | 'log'>;

/**
 * Stores the payment provider's state of each subscription that was not updated for a day, should have ended an hour
 * ago or has too few seats, and of each that was bought and never reported.
 */
export async function reconcile(deps: Needs, signal: AbortSignal): Promise<void> {
  const { query } = deps.database;
  const now = deps.clock.now();
  await settleEndedTrials(query, now);
  await forgetEvents(query, new Date(now.getTime() - eventDays * day));
  const failures: unknown[] = [];
  // A failure of one must not prevent the others from being fetched.
  const attempt = async (work: () => Promise<unknown>) => {
    signal.throwIfAborted();
    await work().catch((error: unknown) => failures.push(error));
  };
  const since = { checked: new Date(now.getTime() - day), ended: new Date(now.getTime() - hour) };
  for (const one of await listUnchecked(query, since)) await attempt(() => refresh(deps, one, now));
  // Those updated above are no longer included if their seats could be raised.
  for (const one of await listShortOfSeats(query)) await attempt(() => refresh(deps, one, now));
  await attempt(async () => {
    for (const id of await listUnknown(deps, new Date(now.getTime() - purchaseDays * day)))
      await attempt(() => take(deps, id));
  });
  if (failures.length > 0) throw failures[0];
}

async function refresh(
  deps: Needs,
  { workspaceId, providerId }: { workspaceId: number; providerId: string },
  now: Date,
): Promise<void> {
  if (!(await take(deps, providerId)))
    deps.log.error(
      { subscription: providerId, workspace: workspaceId },
      'The payment provider has lost a subscription.',
    );
  await markChecked(deps.database.query, workspaceId, now);
}

/** Returns whether the subscription exists. */
async function take(deps: Needs, id: string): Promise<boolean> {
  const subscription = await deps.payments.find(id);
  if (subscription) await follow(deps, subscription);
  return subscription !== undefined;
}

/** Purchases for workspaces of this server, as other servers may use the same provider account, that are not stored. */
async function listUnknown({ database, payments, secrets }: Needs, since: Date): Promise<string[]> {
  const bought = await payments.listBought(since);
  const proven = bought.filter(({ workspaceId, proof }) => proof === checkoutProof(secrets, workspaceId));
  const ids = proven.map(({ id }) => id);
  const known = new Set(await listKnown(database.query, ids));
  return ids.filter((id) => !known.has(id));
}
