import type { Environment } from '@quartermaster/contract/access.ts';
import type { BilledPlan } from '@quartermaster/contract/subscription.ts';
import type { FailureMode, WebhookEvent } from '@quartermaster/contract/webhook-events.ts';
import type { Query } from '../../core/database/database.ts';
import { textArray } from '../../core/database/pg-array.ts';
import type { Receiver } from '../../core/egress/send-signed.ts';

/** A webhook in a list, with the state of its messages. */
export interface WebhookRow {
  id: number;
  url: string;
  events: WebhookEvent[];
  is_active: boolean;
  before_saves: FailureMode | null;
  checks_paused_until: Date | null;
  created_at: Date;
  previous_until: Date | null;
  waiting: number;
  failing_since: Date | null;
  last_attempt_at: Date | null;
  last_status: number | null;
  last_error: string | null;
}

/** Oldest first. */
export const listWebhooks = (query: Query, instanceId: number): Promise<WebhookRow[]> =>
  query<WebhookRow>(
    `select w.id, w.url, w.events, w.is_active, w.before_saves, w.checks_paused_until, w.created_at, w.previous_until, w.last_attempt_at, w.last_status, w.last_error,
        (select count(*)::int from webhook_deliveries d where d.webhook_id = w.id and d.state = 'waiting') as waiting,
        (select min(a.at) from webhook_attempts a where a.delivery_id = (
          select d.id from webhook_deliveries d where d.webhook_id = w.id and d.state = 'waiting' and not d.is_by_hand order by d.id limit 1
        )) as failing_since
      from webhooks w where w.instance_id = $1 order by w.id`,
    [instanceId],
    'webhooks-list',
  );

/** Locks an instance until the end of the transaction: its webhooks are counted, and are changed one after the other. */
export const lockInstance = (query: Query, instanceId: number): Promise<unknown> =>
  query('select 1 from instances where id = $1 for no key update', [instanceId]);

/** The number of webhooks of a locked instance. */
export async function countWebhooks(query: Query, instanceId: number): Promise<number> {
  const [row] = await query<{ count: number }>('select count(*)::int as count from webhooks where instance_id = $1', [
    instanceId,
  ]);
  return row?.count ?? 0;
}

/** What is set by its users. */
export interface WebhookSettings {
  url: string;
  events: readonly WebhookEvent[];
  beforeSaves: FailureMode | null;
}

/** Creates a webhook; returns its id. `secret` is encrypted. */
export async function insertWebhook(
  query: Query,
  {
    instanceId,
    url,
    events,
    beforeSaves,
    secret,
    at,
  }: WebhookSettings & { instanceId: number; secret: string; at: Date },
): Promise<number> {
  const [made] = await query<{ id: number }>(
    `insert into webhooks (instance_id, url, events, secret, created_at, before_saves) values ($1, $2, $3::text::text[], $4, $5, $6) returning id`,
    [instanceId, url, textArray(events), secret, at, beforeSaves],
  );
  if (!made) throw new Error('The webhook was not created.');
  return made.id;
}

/** A webhook that is locked until the end of the transaction. */
interface LockedWebhook {
  url: string;
  is_active: boolean;
  before_saves: FailureMode | null;
}

/** Locks a webhook; undefined if the instance does not have it. */
export async function lockWebhook(query: Query, instanceId: number, id: number): Promise<LockedWebhook | undefined> {
  const [found] = await query<LockedWebhook>(
    'select url, is_active, before_saves from webhooks where instance_id = $1 and id = $2 for update',
    [instanceId, id],
  );
  return found;
}

/**
 * Stores the settings of a locked webhook. One that is turned on is not called for events from before; as its receiver may be
 * another one, or mended, it is asked again.
 */
export const writeWebhook = (
  query: Query,
  id: number,
  { url, events, beforeSaves, isActive }: WebhookSettings & { isActive: boolean },
): Promise<unknown> =>
  query(
    `update webhooks set url = $2, events = $3::text::text[], is_active = $4, since = case when is_active then since else now() end,
        before_saves = $5, failed_checks = 0, checks_paused_until = null
      where id = $1`,
    [id, url, textArray(events), isActive, beforeSaves],
  );

/** Stores whether a locked instance has a webhook to ask before saves, which is read with the access of each call. */
export const storeHasChecks = (query: Query, instanceId: number): Promise<unknown> =>
  query(
    `update instances i set has_checks = f.has_checks
      from (select exists (select from webhooks where instance_id = $1 and is_active and before_saves is not null) as has_checks) f
      where i.id = $1 and i.has_checks <> f.has_checks`,
    [instanceId],
  );

export const deleteWebhook = (query: Query, id: number): Promise<unknown> =>
  query('delete from webhooks where id = $1', [id]);

/** Stores a new secret. The previous one signs until a time; null: not any more. */
export const replaceSecret = (
  query: Query,
  id: number,
  { secret, previousUntil }: { secret: string; previousUntil: Date | null },
): Promise<unknown> =>
  query(
    `update webhooks set secret = $2, previous_secret = case when $3::timestamptz is null then null else secret end, previous_until = $3 where id = $1`,
    [id, secret, previousUntil],
  );

/** Where a webhook is, as its messages say. */
export interface WebhookPlace {
  instance_id: number;
  project_id: number;
  env: Environment;
}

/** Where a webhook is, and whether it is asked before saves. */
export async function findPlace(
  query: Query,
  id: number,
): Promise<(WebhookPlace & Pick<LockedWebhook, 'before_saves'>) | undefined> {
  const [found] = await query<WebhookPlace & Pick<LockedWebhook, 'before_saves'>>(
    'select w.instance_id, i.project_id, i.env, w.before_saves from webhooks w join instances i on i.id = w.instance_id where w.id = $1',
    [id],
  );
  return found;
}

/** A webhook that may be called after an event, with its workspace's subscription. */
export interface CalledWebhook extends WebhookPlace, BilledPlan {
  id: number;
  events: WebhookEvent[];
  since: Date;
  waiting: number;
}

/** The webhooks of instances that are turned on. */
export const listCalled = (query: Query, instanceIds: readonly number[]): Promise<CalledWebhook[]> =>
  query<CalledWebhook>(
    `select w.id, w.instance_id, w.events, w.since, i.project_id, i.env, coalesce(s.plan, 'free') as plan, coalesce(s.status, 'active') as status,
        s.next_billing_date_at as "nextBillingDateAt", s.ends_as as "endsAs",
        (select count(*)::int from webhook_deliveries d where d.webhook_id = w.id and d.state = 'waiting') as waiting
      from webhooks w join instances i on i.id = w.instance_id join projects p on p.id = i.project_id and p.status = 'Active'
      left join subscriptions s on s.workspace_id = p.workspace_id
      where w.instance_id = any($1::text::int[]) and w.is_active order by w.id`,
    [`{${instanceIds.join()}}`],
    'webhooks-called',
  );

/** Seconds for which one server may send the messages of a webhook; longer than an attempt takes. */
const claimSeconds = 60;

/** Claims a webhook, or extends an own claim; undefined if another server has claimed it, or it does not exist any more. */
export async function claimWebhook(query: Query, id: number, claim: string): Promise<Receiver | undefined> {
  const [claimed] = await query<Receiver>(
    `update webhooks set claimed_by = $2, claimed_until = clock_timestamp() + interval '${claimSeconds} seconds'
      where id = $1 and (claimed_by = $2 or claimed_until is null or claimed_until < clock_timestamp())
      returning url, secret, previous_secret, previous_until`,
    [id, claim],
    'webhook-claim',
  );
  return claimed;
}

export const releaseWebhook = (query: Query, id: number, claim: string): Promise<unknown> =>
  query('update webhooks set claimed_by = null, claimed_until = null where id = $1 and claimed_by = $2', [id, claim]);

/** The webhooks with a message that is due, and that no server has claimed. */
export const listDue = async (query: Query, now: Date): Promise<number[]> =>
  (
    await query<{ id: number }>(
      `select w.id from webhooks w cross join lateral (
          select next_attempt_at from webhook_deliveries d where d.webhook_id = w.id and d.state = 'waiting' order by d.is_by_hand desc nulls last, d.id limit 1
        ) d
        where d.next_attempt_at <= $1::timestamptz and (w.claimed_until is null or w.claimed_until < clock_timestamp()) order by w.id`,
      [now.toISOString()],
      'webhooks-due',
    )
  ).map(({ id }) => id);
