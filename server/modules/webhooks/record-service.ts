import { plans } from '@quartermaster/contract/access.ts';
import { currentPlan } from '@quartermaster/contract/subscription.ts';
import { type WebhookEvent, webhookEventNames } from '@quartermaster/contract/webhook-events.ts';
import { consumeEvents, type EventConsumer } from '../../core/app/consume-events.ts';
import type { Deps } from '../../core/app/deps.ts';
import { defineJob } from '../../core/app/module.ts';
import type { Clock } from '../../core/base/clock.ts';
import type { EventDetails, StoredEvent } from '../../core/events/event.ts';
import { hasPendingEvents } from '../../core/events/event-repository.ts';
import { insertDeliveries, type NewDelivery } from './deliveries-repository.ts';
import { type CalledWebhook, listCalled, listDue, type WebhookPlace } from './repository.ts';
import { sendWebhooksJob } from './send-service.ts';

/** The name under which the position of webhooks in the events is stored. */
export const consumerName = 'webhooks';

/** The most messages of a webhook that wait; further ones are only logged. */
export const mostWaiting = 1000;

type Needs = Pick<Deps, 'database' | 'unit' | 'clock'>;

/** Stores messages for new events, and starts the jobs that send those that are due. */
export const webhooksJob = defineJob({
  name: 'webhooks',
  everySeconds: 10,
  isNeeded: async ({ database: { query }, clock }) =>
    (await hasPendingEvents(query, consumerName)) || (await listDue(query, clock.now())).length > 0,
  run: async (deps, _data, signal) => {
    await recordEvents(deps, signal);
    for (const id of await listDue(deps.database.query, deps.clock.now()))
      await deps.jobs.send(sendWebhooksJob, { webhook_id: id });
  },
});

/** Stores a message for each event and each webhook that wants it, in the order of the events. */
export async function recordEvents({ database, unit, clock }: Needs, signal: AbortSignal): Promise<void> {
  if (await hasPendingEvents(database.query, consumerName)) await consumeEvents(unit, consumer(clock), signal);
}

const consumer = (clock: Clock): EventConsumer => ({
  name: consumerName,
  handle: async ({ query }, events) => {
    const offered = events.flatMap(offeredOf);
    if (offered.length === 0) return;
    const instanceIds = [...new Set(offered.map(({ event }) => event.instanceId))];
    const now = clock.now();
    const called = (await listCalled(query, instanceIds)).filter(
      (webhook) => plans[currentPlan(webhook, now).plan].webhooks,
    );
    await insertDeliveries(query, deliveriesOf(offered, called), now);
  },
});

/** An event that webhooks are sent for, and its name in a message. */
interface Offered {
  event: StoredEvent;
  name: WebhookEvent;
}

/** The names of the events of saves: those stored also stand for deletions. */
const names: Partial<Record<StoredEvent['kind'], WebhookEvent>> = {
  'items.changed': 'item.saved',
  'template.changed': 'template.saved',
};

function offeredOf(event: StoredEvent): Offered[] {
  const name = names[event.kind] ?? webhookEventNames.find((one) => one === event.kind);
  return name ? [{ event, name }] : [];
}

function deliveriesOf(offered: readonly Offered[], called: readonly CalledWebhook[]): NewDelivery[] {
  const waiting = new Map(called.map(({ id, waiting }) => [id, waiting]));
  return offered.flatMap(({ event, name }) =>
    called.flatMap((webhook): NewDelivery[] => {
      const isWanted = webhook.instance_id === event.instanceId && webhook.events.includes(name);
      if (!isWanted || event.at < webhook.since) return [];
      const before = waiting.get(webhook.id) ?? 0;
      waiting.set(webhook.id, before + 1);
      const body = bodyOf({ event, name }, webhook);
      const { position } = event;
      return [
        { webhook_id: webhook.id, event: name, position, body, is_sent: before < mostWaiting, is_by_hand: false },
      ];
    }),
  );
}

function bodyOf({ event, name }: Offered, context: WebhookPlace): string {
  const {
    kind: _kind,
    instanceId: _,
    accountId: _account,
    actor: _actor,
    position: _position,
    at,
    origin,
    ...details
  } = event;
  return messageBody(name, { at, context, details: { origin, ...(details satisfies Partial<EventDetails>) } });
}

/** The body of a message. */
export const messageBody = (
  type: string,
  { at, context: { project_id, instance_id, env }, details }: { at: Date; context: WebhookPlace; details: object },
): string => JSON.stringify({ type, timestamp: at.toISOString(), data: { project_id, instance_id, env, ...details } });
