import { Type } from 'typebox';
import { webAddressLength } from '../rules/web-address.ts';
import { type WebhookEvent, webhookEventNames } from '../webhook-events.ts';
import { Done, Exact, Id, InstanceParams, Moment, NewestFirst, Nothing, Nullable, nextPage } from './common.ts';

/** The most webhooks of an instance. */
export const mostWebhooks = 10;

/** The most attempts that are listed of a delivery: the newest ones. */
export const mostAttempts = 50;

/** Characters of a receiver's answer that are stored. */
export const storedAnswer = 500;

const EventName = Type.Union(
  webhookEventNames.map((name) => Type.Literal(name)) as [ReturnType<typeof Type.Literal<WebhookEvent>>],
);

const Status = Nullable(Type.Integer({ description: 'The HTTP status of the answer; null without one' }));
const Failure = Nullable(Type.String({ description: 'Why there was no answer, or none that could be used' }));

/** Whether it is asked before items are saved. */
const BeforeSaves = Nullable(
  Type.Union([
    Type.Literal('open', { description: 'Asked; saves go through if it fails' }),
    Type.Literal('closed', { description: 'Asked; saves are refused if it fails' }),
  ]),
);

/** An address that is called after events of an instance. */
export const Webhook = Exact({
  id: Id,
  url: Type.String(),
  events: Type.Array(EventName, { maxItems: webhookEventNames.length }),
  is_active: Type.Boolean(),
  before_saves: BeforeSaves,
  /** Null unless it has failed so often that it is not asked before saves. */
  checks_paused_until: Nullable(Moment),
  created_at: Moment,
  /** Null unless it signs with the previous secret, too. */
  previous_secret_until: Nullable(Moment),
  waiting: Type.Integer({ minimum: 0, description: 'Number of messages that have not been delivered yet' }),
  failing_since: Nullable(Type.String({ format: 'date-time', description: 'While the next message is being retried' })),
  last_attempt: Nullable(Exact({ at: Moment, is_success: Type.Boolean(), status: Status, error: Failure })),
});

/** What happens to a message: it waits for its first or next attempt, was delivered, or is not sent any more. */
const DeliveryState = Type.Union([Type.Literal('waiting'), Type.Literal('delivered'), Type.Literal('failed')]);

/** Why a message is not sent any more. */
const FailureReason = Type.Union([
  Type.Literal('expired', { description: 'It was retried for 24 hours' }),
  Type.Literal('by-hand', { description: 'A test, or one that was sent again: it is tried once' }),
  Type.Literal('turned-off', { description: 'The webhook was turned off' }),
  Type.Literal('queue-full', { description: 'Too many messages were waiting' }),
  Type.Literal('asked-once', { description: 'A save has waited for it: it is asked once' }),
]);

/** A message to a webhook, without its attempts. */
export const Delivery = Exact({
  id: Id,
  message_id: Type.String({ description: 'In the header webhook-id; the same in each attempt' }),
  event: Type.String({ description: 'An event, check.requested, or webhook.test' }),
  state: DeliveryState,
  reason: Nullable(FailureReason),
  attempts: Type.Integer({ minimum: 0 }),
  created_at: Moment,
  next_attempt_at: Nullable(Moment),
});

/** An attempt to send a message. */
export const Attempt = Exact({
  at: Moment,
  milliseconds: Type.Integer({ minimum: 0 }),
  status: Status,
  error: Failure,
  answer: Nullable(Type.String({ description: `The first ${storedAnswer} characters of the answer` })),
});

/** Shown once: only its encrypted form is stored, for signing. */
const Secret = Type.String({ description: 'whsec_ and a key in base64; it is not shown again' });

const WebhookParams = Exact({ instanceId: Id, webhookId: Id });
const DeliveryParams = Exact({ instanceId: Id, webhookId: Id, deliveryId: Id });

const settings = {
  url: Type.String({ maxLength: 2 * webAddressLength }),
  events: Type.Array(EventName, { maxItems: webhookEventNames.length }),
  before_saves: Type.Optional(BeforeSaves),
};

/** Shapes of the calls for webhooks. */
export const webhookShapes = {
  list: {
    params: InstanceParams,
    response: Exact({ webhooks: Type.Array(Webhook, { maxItems: mostWebhooks, description: 'Oldest first' }) }),
  },
  create: { params: InstanceParams, body: Exact(settings), response: Exact({ id: Id, secret: Secret }) },
  update: { params: WebhookParams, body: Exact({ ...settings, is_active: Type.Boolean() }), response: Done },
  delete: { params: WebhookParams, response: Done },
  rotateSecret: {
    params: WebhookParams,
    body: Exact({
      keeps_previous: Type.Boolean({ description: 'True if the previous secret also signs for 24 more hours' }),
    }),
    response: Exact({ secret: Secret }),
  },
  test: { params: WebhookParams, body: Type.Optional(Nothing), response: Exact({ delivery_id: Id }) },
  deliveries: {
    params: WebhookParams,
    query: Exact(NewestFirst),
    response: Exact({ deliveries: Type.Array(Delivery, { maxItems: 100 }), ...nextPage }),
  },
  delivery: {
    params: DeliveryParams,
    response: Exact({
      delivery: Delivery,
      body: Type.String({ description: 'As it is sent and signed; of check.requested without labels and values' }),
      attempts: Type.Array(Attempt, { maxItems: mostAttempts, description: 'Newest first' }),
    }),
  },
  resend: { params: DeliveryParams, body: Type.Optional(Nothing), response: Done },
} as const;
