import type { WebhookDelivery } from '@quartermaster/contract/endpoints/webhooks.ts';
import { mostAttempts } from '@quartermaster/contract/shapes/webhooks.ts';
import { checkEvent } from '@quartermaster/contract/webhook-events.ts';
import type { Query } from '../../core/database/database.ts';

/** A message of the log. */
export type DeliveryRow = Omit<WebhookDelivery, 'created_at' | 'next_attempt_at'> & {
  created_at: Date;
  next_attempt_at: Date | null;
};

const columns = 'd.id, d.message_id, d.event, d.state, d.reason, d.attempts, d.created_at, d.next_attempt_at';

/** Newest first. */
export const listDeliveries = (
  query: Query,
  { webhookId, before, limit }: { webhookId: number; before: number; limit: number },
): Promise<DeliveryRow[]> =>
  query<DeliveryRow>(
    `select ${columns} from webhook_deliveries d where d.webhook_id = $1 and d.id < $2 order by d.id desc limit $3`,
    [webhookId, before, limit],
    'webhook-deliveries',
  );

export async function findDelivery(
  query: Query,
  webhookId: number,
  id: number,
): Promise<(DeliveryRow & { body: string }) | undefined> {
  const [found] = await query<DeliveryRow & { body: string }>(
    `select ${columns}, d.body from webhook_deliveries d where d.webhook_id = $1 and d.id = $2`,
    [webhookId, id],
  );
  return found;
}

/** An attempt as it is stored. */
export interface StoredAttempt {
  at: Date;
  milliseconds: number;
  status: number | null;
  error: string | null;
  answer: string | null;
}

/** Newest first. */
export const listAttempts = (query: Query, deliveryId: number): Promise<StoredAttempt[]> =>
  query<StoredAttempt>(
    `select at, milliseconds, status, error, answer from webhook_attempts where delivery_id = $1 order by id desc limit ${mostAttempts}`,
    [deliveryId],
    'webhook-attempts',
  );

/** A message to be stored. */
export interface NewDelivery {
  webhook_id: number;
  event: string;
  /** That of its event; null for a test. */
  position: number | null;
  body: string;
  /** False if too many are waiting: it is only logged. */
  is_sent: boolean;
  is_by_hand: boolean;
}

/** Stores messages in this order; returns their ids. A message for an event that has one is left out. */
export const insertDeliveries = async (
  query: Query,
  deliveries: readonly NewDelivery[],
  now: Date,
): Promise<number[]> =>
  (
    await query<{ id: number }>(
      `insert into webhook_deliveries (webhook_id, message_id, event, position, body, state, reason, is_by_hand, created_at, next_attempt_at)
        select e.webhook_id, 'msg_' || replace(gen_random_uuid()::text, '-', ''), e.event, e.position, e.body,
          case when e.is_sent then 'waiting' else 'failed' end, case when e.is_sent then null else 'queue-full' end, e.is_by_hand,
          $2::timestamptz, case when e.is_sent then $2::timestamptz end
        from rows from (jsonb_to_recordset($1::jsonb) as (webhook_id int, event text, position bigint, body text, is_sent boolean, is_by_hand boolean))
          with ordinality as e (webhook_id, event, position, body, is_sent, is_by_hand, place)
        join webhooks w on w.id = e.webhook_id order by e.place on conflict do nothing returning id`,
      [JSON.stringify(deliveries), now.toISOString()],
      'webhook-deliveries-insert',
    )
  ).map(({ id }) => id);

/** Number of messages of a webhook that wait after they were sent by hand. */
export async function countByHand(query: Query, webhookId: number): Promise<number> {
  const [row] = await query<{ count: number }>(
    `select count(*)::int as count from webhook_deliveries where webhook_id = $1 and state = 'waiting' and is_by_hand`,
    [webhookId],
  );
  return row?.count ?? 0;
}

/** Lets a message that does not wait be sent once more; returns false if it waits. */
export async function resendDelivery(query: Query, id: number, now: Date): Promise<boolean> {
  const rows = await query(
    `update webhook_deliveries set state = 'waiting', reason = null, is_by_hand = true, next_attempt_at = $2::timestamptz
      where id = $1 and state <> 'waiting' returning 1`,
    [id, now.toISOString()],
  );
  return rows.length > 0;
}

/** Gives up the messages of a webhook that wait, except those sent by hand. */
export const giveUpWaiting = (query: Query, webhookId: number): Promise<unknown> =>
  query(
    `update webhook_deliveries set state = 'failed', reason = 'turned-off', next_attempt_at = null
      where webhook_id = $1 and state = 'waiting' and not is_by_hand`,
    [webhookId],
  );

/** The next message of a webhook. */
export interface NextDelivery {
  id: number;
  message_id: string;
  body: string;
  is_by_hand: boolean;
  attempts: number;
  created_at: Date;
}

/** The next message, if it is due: one sent by hand first, otherwise the oldest one, which holds back all later ones. */
export async function findNext(query: Query, webhookId: number, now: Date): Promise<NextDelivery | undefined> {
  const [next] = await query<NextDelivery & { is_due: boolean }>(
    `select id, message_id, body, is_by_hand, attempts, created_at, next_attempt_at <= $2::timestamptz as is_due
      from webhook_deliveries where webhook_id = $1 and state = 'waiting' order by is_by_hand desc nulls last, id limit 1`,
    [webhookId, now.toISOString()],
    'webhook-next',
  );
  return next?.is_due ? next : undefined;
}

/** What follows an attempt. */
export interface AttemptOutcome {
  state: WebhookDelivery['state'];
  reason: WebhookDelivery['reason'];
  nextAttemptAt: Date | null;
}

/** Stores an attempt and what follows, unless the message was given up or deleted in the meantime. */
export async function recordAttempt(
  query: Query,
  deliveryId: number,
  { at, milliseconds, status, error, answer }: StoredAttempt,
  { state, reason, nextAttemptAt }: AttemptOutcome,
): Promise<void> {
  await query(
    `with moved as (
        update webhook_deliveries set attempts = attempts + 1,
          state = case when state = 'waiting' or $7 = 'delivered' then $7 else state end,
          reason = case when state = 'waiting' or $7 = 'delivered' then $8 else reason end,
          next_attempt_at = case when state = 'waiting' then $9::timestamptz end
        where id = $1 returning id, webhook_id
      ),
      noted as (
        update webhooks set last_attempt_at = $2::timestamptz, last_status = $4::int, last_error = $5::text
          where id in (select webhook_id from moved) returning 1
      )
      insert into webhook_attempts (delivery_id, at, milliseconds, status, error, answer)
      select id, $2::timestamptz, $3::int, $4::int, $5::text, $6::text from moved`,
    [deliveryId, at.toISOString(), milliseconds, status, error, answer, state, reason, nextAttemptAt],
    'webhook-attempt',
  );
}

/** Messages that are deleted in one statement. */
const deletedAtOnce = 1000;

/**
 * Deletes a batch of the messages that do not wait: those from before a time, and those before the newest `count` ones of each
 * webhook, counted apart for events and for what it was asked before saves. Returns false once none are left.
 */
export async function deleteOldDeliveries(query: Query, before: Date, count: number): Promise<boolean> {
  const deleted = await query(
    `delete from webhook_deliveries where id = any(array(
        select d.id from webhooks w cross join (values (true), (false)) kind (is_check)
        left join lateral (select id from webhook_deliveries n where n.webhook_id = w.id and (n.event = '${checkEvent}') = kind.is_check
          order by n.id desc offset $2 limit 1) newest on true
        join webhook_deliveries d on d.webhook_id = w.id and (d.event = '${checkEvent}') = kind.is_check
          and d.state <> 'waiting' and (d.created_at < $1::timestamptz or d.id <= newest.id)
        limit ${deletedAtOnce}
      )) returning 1`,
    [before.toISOString(), count],
  );
  return deleted.length > 0;
}
