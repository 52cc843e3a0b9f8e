import type { Environment } from '@quartermaster/contract/access.ts';
import type { BilledPlan } from '@quartermaster/contract/subscription.ts';
import { checkEvent, checkLimits, type FailureMode } from '@quartermaster/contract/webhook-events.ts';
import type { Query } from '../../core/database/database.ts';
import type { Receiver } from '../../core/egress/send-signed.ts';

/** How often in a row a webhook has failed, and until when it is not called because of that. */
interface CheckHealth {
  failed_checks: number;
  checks_paused_until: Date | null;
}

/** A webhook that is asked before saves, with its workspace's subscription. */
export interface StoredCheck extends Receiver, BilledPlan {
  id: number;
  project_id: number;
  instance_id: number;
  env: Environment;
  before_saves: FailureMode;
}

/** The webhooks that an instance asks before saves, oldest first. */
export const listChecks = (query: Query, instanceId: number): Promise<StoredCheck[]> =>
  query<StoredCheck>(
    `select w.id, w.instance_id, i.project_id, i.env, w.before_saves, w.url, w.secret, w.previous_secret, w.previous_until,
        coalesce(s.plan, 'free') as plan, coalesce(s.status, 'active') as status,
        s.next_billing_date_at as "nextBillingDateAt", s.ends_as as "endsAs"
      from webhooks w join instances i on i.id = w.instance_id join projects p on p.id = i.project_id
      left join subscriptions s on s.workspace_id = p.workspace_id
      where w.instance_id = $1 and w.is_active and w.before_saves is not null order by w.id`,
    [instanceId],
    'checks-list',
  );

/** Reads how a webhook has answered lately; undefined if it was deleted. */
export async function readHealth(query: Query, webhookId: number): Promise<CheckHealth | undefined> {
  const text = 'select failed_checks, checks_paused_until from webhooks where id = $1';
  const [health] = await query<CheckHealth>(text, [webhookId], 'check-health');
  return health;
}

/** A call before a save, as the log has it. */
export interface CheckCall {
  messageId: string;
  body: string;
  at: Date;
  milliseconds: number;
  status: number | null;
  /** Why it has failed; null if it has not. */
  failure: string | null;
  answer: string | null;
}

/** Stores a call in the log of its webhook, and counts failures. */
export async function recordCheck(
  query: Query,
  webhookId: number,
  { messageId, body, at, milliseconds, status, failure, answer }: CheckCall,
): Promise<void> {
  const pausedUntil = new Date(at.getTime() + milliseconds + checkLimits.pauseSeconds * 1000);
  await query(
    `with noted as (
        update webhooks set last_attempt_at = $2::timestamptz, last_status = $3::int, last_error = $4::text,
          failed_checks = case when $4::text is null then 0 else failed_checks + 1 end,
          checks_paused_until = case when $4::text is not null and failed_checks + 1 >= ${checkLimits.failures} then $5::timestamptz end
        where id = $1 returning id
      ),
      logged as (
        insert into webhook_deliveries (webhook_id, message_id, event, body, state, reason, attempts, created_at)
        select id, $6, '${checkEvent}', $7, case when $4::text is null then 'delivered' else 'failed' end,
          case when $4::text is not null then 'asked-once' end, 1, $2::timestamptz
        from noted returning id
      )
      insert into webhook_attempts (delivery_id, at, milliseconds, status, error, answer)
      select id, $2::timestamptz, $8::int, $3::int, $4::text, $9::text from logged`,
    [
      ...[webhookId, at.toISOString(), status, failure, pausedUntil.toISOString()],
      ...[messageId, body, milliseconds, answer],
    ],
    'check-record',
  );
}
