import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import { countAttempt, networkOf } from '../../core/http/rate-limit.ts';
import type { ProviderSubscription } from '../../core/payments/payment-provider.ts';
import { applySubscription } from './apply-service.ts';
import { checkoutProof } from './checkout-proof-service.ts';
import { raiseSeats } from './raise-seats-service.ts';
import { findStored, forgetProvider, isEventKnown, rememberEvent } from './repository.ts';

type Needs = Pick<Deps, 'database' | 'unit' | 'payments' | 'clock' | 'secrets' | 'log'>;

/** Forged webhooks are counted per network; beyond this many an hour the response is 429. */
const forgedLimit = (address: string) => ({ key: `webhook:${networkOf(address)}`, attempts: 1000, seconds: 60 * 60 });

/**
 * Treats a webhook as a hint that something has changed: the subscription is read from the payment provider, so that
 * the delay, order and number of webhooks do not matter.
 */
export async function receiveWebhook(
  deps: Needs,
  { body, signature, address }: { body: Buffer; signature: string | undefined; address: string },
): Promise<void> {
  const { database, payments, clock, log } = deps;
  const event = payments.readWebhook(body, signature);
  if (!event) {
    log.warn({ address }, 'A webhook without a valid signature was refused.');
    await countAttempt(database.query, clock.now(), [forgedLimit(address)]);
    throw new AppError('unauthorized', { message: 'The signature of the webhook is not valid.' });
  }
  if (await isEventKnown(database.query, event.id)) return;
  const subscription = event.subscriptionId === undefined ? undefined : await payments.find(event.subscriptionId);
  if (subscription) await follow(deps, subscription, event.id);
}

/** Stores the payment provider's state of the subscription, once per event, and raises its seats if more are used. */
export async function follow(deps: Needs, subscription: ProviderSubscription, eventId?: string): Promise<void> {
  const { database, unit, payments, clock, secrets, log } = deps;
  const { id, workspaceId } = subscription;
  if (subscription.proof !== checkoutProof(secrets, workspaceId)) {
    log.error(
      { subscription: id, workspace: workspaceId },
      'A subscription was not bought by an owner of its workspace.',
    );
    return;
  }
  const apply = async (current: ProviderSubscription, lost?: string | null) => {
    const applied = await unit(async ({ query }) => {
      if (lost) await forgetProvider(query, workspaceId, lost);
      const result = await applySubscription(query, current, clock.now());
      if ((result === 'applied' || result === 'stale') && eventId !== undefined)
        await rememberEvent(query, eventId, clock.now());
      return result;
    });
    if (applied === 'short-of-seats') {
      // If it fails, the provider sends the event again.
      await raiseSeats(deps, current);
      if (eventId !== undefined) await rememberEvent(database.query, eventId, clock.now());
    }
    return applied;
  };
  if ((await apply(subscription)) !== 'other') return;
  // The workspace has another subscription, which may have ended without the server's knowledge.
  const { providerId } = (await findStored(database.query, workspaceId)) ?? {};
  const other = providerId ? await payments.find(providerId) : undefined;
  if (other && other.status !== 'canceled') {
    log.error(
      { subscription: id, other: other.id, workspace: workspaceId },
      'A workspace has bought two subscriptions; the second one is canceled.',
    );
    await payments.cancel(id, 'now');
    return;
  }
  if (other) await unit(({ query }) => applySubscription(query, other, clock.now()));
  else
    log.error(
      { subscription: id, lost: providerId, workspace: workspaceId },
      'The payment provider has lost a subscription; a new purchase replaces it.',
    );
  // A paid subscription must not be dropped: after an error the provider sends the event again.
  if ((await apply(subscription, other ? null : providerId)) === 'other')
    throw new Error('The subscription of the workspace has changed meanwhile.');
}
