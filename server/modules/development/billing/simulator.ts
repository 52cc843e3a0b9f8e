import { randomUUID } from 'node:crypto';
import { plans } from '@quartermaster/contract/access.ts';
import { monthlyPrice } from '@quartermaster/contract/billing.ts';
import type { RunUnit } from '../../../core/app/unit.ts';
import type { Clock } from '../../../core/base/clock.ts';
import { AppError } from '../../../core/base/errors.ts';
import type { Database, Query } from '../../../core/database/database.ts';
import type { PaidItems, PaymentProvider, ProviderSubscription } from '../../../core/payments/payment-provider.ts';
import { readWebhookEvent } from '../../../core/payments/webhook-event.ts';
import { isSignedWebhook, signWebhook } from '../../../core/payments/webhook-signature.ts';
import {
  nextPayment,
  paid,
  previewItems,
  type SimulatedSubscription,
  settled,
  startSubscription,
  withItems,
  withTax,
} from './simulated-subscription.ts';
import { simulatedPrices, webhookOf } from './simulated-webhook.ts';
import {
  findSimulated,
  listChanged,
  listDue,
  listSimulated,
  lockSettings,
  moveBillingDate,
  type SimulatorSettings,
  saveSimulated,
  writeSettings,
} from './simulator-repository.ts';

/** A completed checkout. */
type Purchase = Pick<SimulatedSubscription, 'workspaceId' | 'proof' | 'plan' | 'members'>;

/** The actions of the simulator's page, in addition to those of every payment provider. */
export interface BillingSimulator extends PaymentProvider {
  buy: (purchase: Purchase) => Promise<string>;
  /** Makes an overdue payment, as after a change of the payment method. */
  pay: (id: string) => Promise<void>;
  /** Moves the clock of a workspace forward; payments that become due are made. */
  advance: (workspaceId: number, seconds: number) => Promise<void>;
  /** Makes the payments and ends that are due in all workspaces. */
  settleDue: () => Promise<void>;
  set: (workspaceId: number, settings: Partial<Omit<SimulatorSettings, 'aheadSeconds'>>) => Promise<void>;
  /** Sends the last webhook of a workspace twice more. */
  repeatWebhook: (workspaceId: number) => Promise<void>;
  look: (workspaceId: number) => Promise<{ settings: SimulatorSettings; subscriptions: SimulatedSubscription[] }>;
}

/** True if the payment provider is the simulator. */
export const isSimulator = (payments: PaymentProvider): payments is BillingSimulator => 'settleDue' in payments;

interface Parts {
  database: Database;
  unit: RunUnit;
  clock: Clock;
  secret: string;
  publicUrl: string;
  /** Delivers a webhook to this server. */
  deliver: (body: string, signature: string) => Promise<void>;
}

type Step = (subscription: SimulatedSubscription, now: Date) => SimulatedSubscription;

/** The state of the simulator, whose every change is one transaction and sends webhooks afterwards. */
function createSimulation({ database, unit, clock, secret, deliver }: Omit<Parts, 'publicUrl'>) {
  const timesOf = ({ aheadSeconds }: SimulatorSettings) => ({
    now: new Date(clock.now().getTime() + aheadSeconds * 1000),
    inServerTime: (time: string) => new Date(Date.parse(time) - aheadSeconds * 1000),
  });

  const send = async (bodies: readonly string[]) => {
    for (const body of bodies) await deliver(body, signWebhook(secret, body, clock.now()));
  };

  /** Changes the simulator's state of a workspace; webhooks are sent after the commit, without waiting for them. */
  const change = async <T>(
    workspaceId: number,
    work: (query: Query, settings: SimulatorSettings, notify: (now: SimulatedSubscription) => void) => Promise<T>,
  ): Promise<T> => {
    const bodies: string[] = [];
    const result = await unit(async ({ query }) => {
      const settings = await lockSettings(query, workspaceId);
      const value = await work(query, settings, (subscription) => {
        const isNew = subscription.charges.length === 1 && subscription.changedAt === subscription.charges[0]?.at;
        const type = isNew ? 'created' : subscription.status === 'active' ? 'updated' : subscription.status;
        const times = timesOf(settings);
        const body = webhookOf(`subscription.${type}`, subscription, (time) => times.inServerTime(time).toISOString());
        if (settings.losesNextWebhook) settings.losesNextWebhook = false;
        else {
          settings.lastWebhook = body;
          bodies.push(body);
        }
      });
      await writeSettings(query, workspaceId, settings);
      return value;
    });
    void send(bodies);
    return result;
  };

  const store = async (query: Query, before: SimulatedSubscription | undefined, after: SimulatedSubscription) => {
    const earliest = before ? Date.parse(before.changedAt) + 1 : 0;
    const stored = { ...after, changedAt: new Date(Math.max(clock.now().getTime(), earliest)).toISOString() };
    await saveSimulated(query, stored);
    return stored;
  };

  /** Settles a subscription, changes it, and sends a webhook if anything is different. */
  const step = async (id: string, take: Step = (current) => current): Promise<ProviderSubscription> => {
    const known = await findSimulated(database.query, id);
    if (!known) throw new AppError('billing_state');
    return change(known.workspaceId, async (query, settings, notify) => {
      const times = timesOf(settings);
      const before = (await findSimulated(query, id)) ?? known;
      const after = take(settled(before, times.now, settings.failsPayments), times.now);
      const stored = after === before ? before : await store(query, before, after);
      if (stored !== before) notify(stored);
      return viewOf(stored, times.inServerTime);
    });
  };

  return { timesOf, send, change, store, step };
}

/** A simulated payment provider for development and tests; nobody is charged. */
export function createBillingSimulator({ publicUrl, ...parts }: Parts): BillingSimulator {
  const { database, clock, secret } = parts;
  const { timesOf, send, change, store, step } = createSimulation(parts);
  return {
    checkout: {
      script_url: `${publicUrl}/dev/billing/paddle.js`,
      client_token: 'simulated',
      environment: 'sandbox',
      prices: { starter: simulatedPrices.starter, teams: simulatedPrices.teams },
    },
    checkoutFrames: ["'self'"],
    preview: async (id, items) => {
      const known = await findSimulated(database.query, id);
      if (!known) throw new AppError('billing_state');
      return change(known.workspaceId, async (query, settings) => {
        const { now } = timesOf(settings);
        const current = settled((await findSimulated(query, id)) ?? known, now, settings.failsPayments);
        refuseUnless(isOpen(current));
        return previewItems(current, items, now);
      });
    },
    change: (id, items) =>
      step(id, (current, now) => {
        refuseUnless(isOpen(current));
        return withItems(current, items, now);
      }),
    cancel: (id, when) =>
      step(id, (current, now) => {
        refuseUnless(current.status !== 'canceled');
        if (when === 'at-billing-date') return { ...current, isEnding: true };
        const until = new Date(Math.min(Date.parse(current.until), now.getTime())).toISOString();
        return { ...current, status: 'canceled', isEnding: false, until };
      }),
    restore: (id) =>
      step(id, (current) => {
        refuseUnless(current.status === 'active' && current.isEnding);
        return { ...current, isEnding: false };
      }),
    paymentTransaction: async (id) => `txn_${id}`,
    find: async (id) => ((await findSimulated(database.query, id)) ? step(id) : undefined),
    listBought: (since) => listChanged(database.query, since),
    readWebhook: (body, signature) =>
      isSignedWebhook(secret, body, signature, clock.now()) ? readWebhookEvent(body) : undefined,

    buy: ({ workspaceId, proof, plan, members }) =>
      change(workspaceId, async (query, settings, notify) => {
        const id = `sub_${randomUUID().replaceAll('-', '')}`;
        const bought = { id, workspaceId, proof, plan, members, projects: plans[plan].projects };
        const { now } = timesOf(settings);
        notify(await store(query, undefined, startSubscription(bought, now)));
        return id;
      }),
    pay: async (id) => {
      await step(id, paid);
    },
    advance: (workspaceId, seconds) =>
      change(workspaceId, async (query, settings, notify) => {
        settings.aheadSeconds += seconds;
        await moveBillingDate(query, workspaceId, seconds);
        const { now } = timesOf(settings);
        for (const before of await listSimulated(query, workspaceId)) {
          if (before.status === 'canceled') continue;
          // All of their dates have moved.
          notify(await store(query, before, settled(before, now, settings.failsPayments)));
        }
      }),
    settleDue: async () => {
      for (const id of await listDue(database.query, clock.now())) await step(id);
    },
    set: (workspaceId, settings) =>
      change(workspaceId, async (_query, current) => {
        Object.assign(current, settings);
      }),
    repeatWebhook: async (workspaceId) => {
      const { lastWebhook } = await change(workspaceId, async (_query, settings) => settings);
      if (lastWebhook) await send([lastWebhook, lastWebhook]);
    },
    look: (workspaceId) =>
      change(workspaceId, async (query, settings) => ({
        settings,
        subscriptions: await listSimulated(query, workspaceId),
      })),
  };
}

const isOpen = ({ status, isEnding }: SimulatedSubscription) => status === 'active' && !isEnding;

function refuseUnless(isPossible: boolean): void {
  if (!isPossible) throw new AppError('billing_state');
}

function viewOf(subscription: SimulatedSubscription, inServerTime: (time: string) => Date): ProviderSubscription {
  const { id, workspaceId, proof, plan, members, projects, status, isEnding, until, changedAt } = subscription;
  const items: PaidItems = { plan, members, projects };
  return {
    ...items,
    id,
    workspaceId,
    proof,
    status,
    isEnding,
    billingDate: inServerTime(until),
    nextPayment: nextPayment(subscription).total,
    recurringPayment: withTax(monthlyPrice(items)).total,
    changedAt: new Date(changedAt),
  };
}
