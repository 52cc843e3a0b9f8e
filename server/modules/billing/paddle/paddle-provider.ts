import type {
  Environment,
  Paddle,
  Subscription,
  SubscriptionCollection,
  SubscriptionStatus,
} from '@paddle/paddle-node-sdk';
import { extraProjects } from '@quartermaster/contract/billing.ts';
import type { Clock } from '../../../core/base/clock.ts';
import type { PaddleSettings } from '../../../core/environment/read-paddle.ts';
import type {
  BoughtSubscription,
  PaidItems,
  PaymentProvider,
  ProviderSubscription,
} from '../../../core/payments/payment-provider.ts';
import { readWebhookEvent } from '../../../core/payments/webhook-event.ts';
import { isSignedWebhook } from '../../../core/payments/webhook-signature.ts';
import { isMissing, withTimeout } from './paddle-errors.ts';
import { previewOf, subscriptionOf } from './read-subscription.ts';

const frames = { production: 'https://buy.paddle.com', sandbox: 'https://sandbox-buy.paddle.com' };

/** With the amounts of the next payments, which are only included on request. */
const withAmounts: { include: ('next_transaction' | 'recurring_transaction_details')[] } = {
  include: ['next_transaction', 'recurring_transaction_details'],
};

type CallPaddle = <T>(call: (subscriptions: Paddle['subscriptions']) => Promise<T>) => Promise<T>;

/** The subscriptions that are not canceled, newest first; pages are fetched as needed. */
async function* pagesOf(callPaddle: CallPaddle, priceId: string[]): AsyncGenerator<Subscription[]> {
  const status: SubscriptionStatus[] = ['active', 'trialing', 'past_due', 'paused'];
  let list: SubscriptionCollection | undefined;
  do {
    yield await callPaddle((subscriptions) => {
      list ??= subscriptions.list({ status, priceId, orderBy: 'id[DESC]', perPage: 100 });
      return list.next();
    });
  } while (list?.hasMore);
}

/** Paddle Billing, through its library. */
export function createPaddleProvider(settings: PaddleSettings, clock: Clock, timeout = 10_000): PaymentProvider {
  const { apiKey, webhookSecret, clientToken, environment, apiUrl, scriptUrl, prices } = settings;
  let client: Promise<Paddle> | undefined;

  /** The library is loaded with the first call. */
  const open = async (): Promise<Paddle> => {
    const { Paddle, LogLevel } = await import('@paddle/paddle-node-sdk');
    // A value that is not an environment's name is used as the address of the API.
    return new Paddle(apiKey, { environment: (apiUrl ?? environment) as Environment, logLevel: LogLevel.none });
  };
  const callPaddle: CallPaddle = (call) =>
    withTimeout(timeout, async () => {
      client ??= open();
      return call((await client).subscriptions);
    });

  const itemsOf = (items: PaidItems) => {
    const extra = extraProjects(items);
    return {
      items: [
        { priceId: prices[items.plan], quantity: items.members },
        ...(extra > 0 ? [{ priceId: prices.project, quantity: extra }] : []),
      ],
      prorationBillingMode: 'prorated_next_billing_period' as const,
    };
  };

  const find = async (id: string): Promise<ProviderSubscription | undefined> =>
    subscriptionOf(await callPaddle((subscriptions) => subscriptions.get(id, withAmounts)), prices);

  const read = async (id: string): Promise<ProviderSubscription> => {
    const found = await find(id);
    if (!found) throw new Error(`Paddle has changed the subscription ${id}, but none of its prices is known.`);
    return found;
  };

  return {
    checkout: {
      script_url: scriptUrl,
      client_token: clientToken,
      environment,
      prices: { starter: prices.starter, teams: prices.teams },
    },
    checkoutFrames: [frames[environment]],
    preview: async (id, items) =>
      previewOf(await callPaddle((subscriptions) => subscriptions.previewUpdate(id, itemsOf(items)))),
    change: async (id, items) => {
      await callPaddle((subscriptions) => subscriptions.update(id, itemsOf(items)));
      return read(id);
    },
    cancel: async (id, when) => {
      const effectiveFrom = when === 'now' ? 'immediately' : 'next_billing_period';
      await callPaddle((subscriptions) => subscriptions.cancel(id, { effectiveFrom }));
      return read(id);
    },
    restore: async (id) => {
      await callPaddle((subscriptions) => subscriptions.update(id, { scheduledChange: null }));
      return read(id);
    },
    paymentTransaction: async (id) =>
      (await callPaddle((subscriptions) => subscriptions.getPaymentMethodChangeTransaction(id))).id,
    find: (id) =>
      find(id).catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      }),
    listBought: async (since) => {
      const bought: BoughtSubscription[] = [];
      for await (const page of pagesOf(callPaddle, Object.values(prices))) {
        const recent = page.filter(({ createdAt }) => Date.parse(createdAt) >= since.getTime());
        for (const subscription of recent) {
          const found = subscriptionOf(subscription, prices);
          if (found) bought.push({ id: found.id, workspaceId: found.workspaceId, proof: found.proof });
        }
        if (recent.length < page.length) break;
      }
      return bought;
    },
    readWebhook: (body, signature) =>
      isSignedWebhook(webhookSecret, body, signature, clock.now()) ? readWebhookEvent(body) : undefined,
  };
}
