import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { Webhook, WebhookAttempt, WebhookDelivery, webhooks } from '@quartermaster/contract/endpoints/webhooks.ts';
import { webhookRule } from '@quartermaster/contract/rules/webhooks.ts';
import { mostWebhooks } from '@quartermaster/contract/shapes/webhooks.ts';
import {
  checkEvent,
  type FailureMode,
  previousSecretHours,
  testEvent,
  type WebhookEvent,
} from '@quartermaster/contract/webhook-events.ts';
import type { Deps } from '../../core/app/deps.ts';
import type { Unit } from '../../core/app/unit.ts';
import { AppError } from '../../core/base/errors.ts';
import { cutPage, type PageRequest, toPageQuery } from '../../core/base/newest-first.ts';
import { AddressRefused } from '../../core/egress/call-out.ts';
import { isSuccess } from '../../core/egress/send-signed.ts';
import { newSecret } from '../../core/egress/signature.ts';
import { addConsumer } from '../../core/events/event-repository.ts';
import { checkRule } from '../../core/http/check-rule.ts';
import type { InstanceCaller } from '../../core/session/access.ts';
import { writeLog } from '../access-log/repository.ts';
import { describeInstance } from '../builds/channels-repository.ts';
import {
  countByHand,
  type DeliveryRow,
  findDelivery,
  giveUpWaiting,
  insertDeliveries,
  listAttempts,
  listDeliveries,
  resendDelivery,
  type StoredAttempt,
} from './deliveries-repository.ts';
import { consumerName, messageBody } from './record-service.ts';
import {
  countWebhooks,
  deleteWebhook,
  findPlace,
  insertWebhook,
  listWebhooks,
  lockInstance,
  lockWebhook,
  replaceSecret,
  storeHasChecks,
  type WebhookRow,
  writeWebhook,
} from './repository.ts';
import { sendWebhooksJob } from './send-service.ts';

type Needs = Pick<Deps, 'database' | 'unit' | 'clock' | 'secrets' | 'egress'>;

/** Messages of a webhook that may wait after they were sent by hand. */
const mostByHand = 10;

const noSuchWebhook = () => new AppError('not_found', { message: 'This webhook does not exist any more.' });
const noSuchDelivery = () =>
  new AppError('not_found', { message: 'This message is not in the log any more. The log keeps 30 days.' });

/** The webhooks of an instance with their state. */
export async function readWebhooks(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  instanceId: number,
): Promise<Output<typeof webhooks.list>> {
  const now = clock.now();
  return { webhooks: (await listWebhooks(database.query, instanceId)).map((row) => toWebhook(row, now)) };
}

const toWebhook = (
  {
    previous_until,
    created_at,
    checks_paused_until: until,
    failing_since,
    last_attempt_at: at,
    last_status: status,
    last_error: error,
    ...row
  }: WebhookRow,
  now: Date,
): Webhook => ({
  ...row,
  created_at: created_at.toISOString(),
  checks_paused_until: until && until > now ? until.toISOString() : null,
  previous_secret_until: previous_until?.toISOString() ?? null,
  failing_since: failing_since?.toISOString() ?? null,
  last_attempt: at && { at: at.toISOString(), is_success: isSuccess(status) && error === null, status, error },
});

interface Settings {
  url: string;
  events: readonly WebhookEvent[];
  before_saves?: FailureMode | null;
}

/** Creates a webhook; returns its secret, which is not returned again. */
export async function createWebhook(
  deps: Needs,
  caller: InstanceCaller,
  typed: Settings,
): Promise<{ id: number; secret: string }> {
  const { instanceId } = caller;
  const { url, events, before_saves: beforeSaves } = await checkSettings(deps, { ...typed, is_active: true });
  const secret = newSecret();
  const encrypted = deps.secrets.encrypt(secret);
  return deps.unit(async (unit) => {
    const { query } = unit;
    await lockInstance(query, instanceId);
    if ((await countWebhooks(query, instanceId)) >= mostWebhooks) {
      const message = `An instance has at most ${mostWebhooks} webhooks. Delete one that is not used any more.`;
      throw new AppError('invalid', { message });
    }
    // The first one: without this, events until the next run of the job would be passed over.
    await addConsumer(query, consumerName);
    const settings = { instanceId, url, events, beforeSaves };
    const id = await insertWebhook(query, { ...settings, secret: encrypted, at: deps.clock.now() });
    await storeHasChecks(query, instanceId);
    await log(deps, unit, caller, 'webhook_created', url);
    return { id, secret };
  });
}

/** Changes a webhook. The messages of one that is turned off are given up. */
export async function changeWebhook(
  deps: Needs,
  caller: InstanceCaller,
  id: number,
  typed: Settings & { is_active: boolean },
): Promise<void> {
  const { instanceId } = caller;
  const current = await requireWebhook(deps.database.query, instanceId, id);
  const { url, events, ...checked } = await checkSettings(deps, { before_saves: current.before_saves, ...typed });
  const { before_saves: beforeSaves, is_active: isActive } = checked;
  await deps.unit(async (unit) => {
    const { query } = unit;
    await lockInstance(query, instanceId);
    if (!(await lockWebhook(query, instanceId, id))) throw noSuchWebhook();
    await writeWebhook(query, id, { url, events, beforeSaves, isActive });
    await storeHasChecks(query, instanceId);
    if (!isActive) await giveUpWaiting(query, id);
    await log(deps, unit, caller, 'webhook_changed', url);
  });
}

async function checkSettings({ egress }: Needs, typed: Settings & { is_active: boolean }) {
  const checked = await checkRule(webhookRule, { ...typed, events: [...new Set(typed.events)] });
  await egress.check(checked.url).catch((error: unknown) => {
    if (error instanceof AddressRefused) throw new AppError('invalid', { fields: { url: error.message } });
    throw error;
  });
  return checked;
}

/** Deletes a webhook with its log. */
export async function removeWebhook(deps: Needs, caller: InstanceCaller, id: number): Promise<void> {
  await deps.unit(async (unit) => {
    await lockInstance(unit.query, caller.instanceId);
    const found = await lockWebhook(unit.query, caller.instanceId, id);
    if (!found) throw noSuchWebhook();
    await deleteWebhook(unit.query, id);
    await storeHasChecks(unit.query, caller.instanceId);
    await log(deps, unit, caller, 'webhook_deleted', found.url);
  });
}

/** Makes a new secret and returns it. The previous one goes on signing for a day, if wanted. */
export async function rotateSecret(
  deps: Needs,
  caller: InstanceCaller,
  id: number,
  keepsPrevious: boolean,
): Promise<{ secret: string }> {
  const secret = newSecret();
  await deps.unit(async (unit) => {
    const found = await lockWebhook(unit.query, caller.instanceId, id);
    if (!found) throw noSuchWebhook();
    const until = new Date(deps.clock.now().getTime() + previousSecretHours * 60 * 60 * 1000);
    const previousUntil = keepsPrevious ? until : null;
    await replaceSecret(unit.query, id, { secret: deps.secrets.encrypt(secret), previousUntil });
    await log(deps, unit, caller, 'webhook_secret_rotated', found.url);
  });
  return { secret };
}

/** Sends a test message, which is tried once. */
export const sendTest = (deps: Needs, { instanceId }: InstanceCaller, id: number): Promise<{ delivery_id: number }> =>
  deps.unit(async (unit) => {
    const { query } = unit;
    await lockForSending(unit, instanceId, id);
    const context = await findPlace(query, id);
    if (!context) throw noSuchWebhook();
    const now = deps.clock.now();
    const body = messageBody(testEvent, { at: now, context, details: {} });
    const test = { webhook_id: id, event: testEvent, position: null, body, is_sent: true, is_by_hand: true };
    const [made] = await insertDeliveries(query, [test], now);
    if (made === undefined) throw noSuchWebhook();
    await unit.send(sendWebhooksJob, { webhook_id: id });
    return { delivery_id: made };
  });

/** Sends a message of the log once more. */
export const resend = (
  deps: Needs,
  { instanceId }: InstanceCaller,
  { webhookId, deliveryId }: { webhookId: number; deliveryId: number },
): Promise<void> =>
  deps.unit(async (unit) => {
    const { query } = unit;
    await lockForSending(unit, instanceId, webhookId);
    const found = await findDelivery(query, webhookId, deliveryId);
    if (!found) throw noSuchDelivery();
    if (found.event === checkEvent)
      throw new AppError('invalid', { message: 'A check is asked once, before its save. Save again to ask again.' });
    if (!(await resendDelivery(query, deliveryId, deps.clock.now()))) {
      const message = 'This message has not been delivered yet: it is going to be sent.';
      throw new AppError('changed', { message });
    }
    await unit.send(sendWebhooksJob, { webhook_id: webhookId });
  });

async function lockForSending({ query }: Unit, instanceId: number, id: number): Promise<void> {
  if (!(await lockWebhook(query, instanceId, id))) throw noSuchWebhook();
  if ((await countByHand(query, id)) < mostByHand) return;
  const message = `${mostByHand} tests or repeated messages are waiting to be sent. Wait until they are.`;
  throw new AppError('invalid', { message });
}

/** A page of the log of a webhook. */
export async function listDeliveryPage(
  { database: { query } }: Pick<Deps, 'database'>,
  { instanceId, webhookId }: { instanceId: number; webhookId: number },
  pageRequest: PageRequest,
): Promise<Output<typeof webhooks.deliveries>> {
  await requireWebhook(query, instanceId, webhookId);
  const rows = await listDeliveries(query, { webhookId, ...toPageQuery(pageRequest) });
  const { page, next_cursor } = cutPage(rows, pageRequest);
  return { deliveries: page.map(toDelivery), next_cursor };
}

/** A message of the log with its attempts. */
export async function readDelivery(
  { database: { query } }: Pick<Deps, 'database'>,
  { instanceId, webhookId, deliveryId }: { instanceId: number; webhookId: number; deliveryId: number },
): Promise<Output<typeof webhooks.delivery>> {
  await requireWebhook(query, instanceId, webhookId);
  const found = await findDelivery(query, webhookId, deliveryId);
  if (!found) throw noSuchDelivery();
  const { body, ...row } = found;
  return { delivery: toDelivery(row), body, attempts: (await listAttempts(query, deliveryId)).map(toAttempt) };
}

async function requireWebhook(query: Unit['query'], instanceId: number, id: number) {
  const found = await findPlace(query, id);
  if (found?.instance_id !== instanceId) throw noSuchWebhook();
  return found;
}

const toDelivery = ({ created_at, next_attempt_at, ...row }: DeliveryRow): WebhookDelivery => ({
  ...row,
  created_at: created_at.toISOString(),
  next_attempt_at: next_attempt_at?.toISOString() ?? null,
});

const toAttempt = ({ at, ...row }: StoredAttempt): WebhookAttempt => ({ ...row, at: at.toISOString() });

type WebhookAction = 'webhook_created' | 'webhook_changed' | 'webhook_deleted' | 'webhook_secret_rotated';

/** Logs a change with the host only: the path of an address is often a secret. */
async function log(
  { clock }: Needs,
  { query }: Unit,
  { workspaceId, actor, instanceId }: InstanceCaller,
  action: WebhookAction,
  url: string,
): Promise<void> {
  const details = { ...(await describeInstance(query, instanceId)), webhook_host: new URL(url).host };
  await writeLog(query, { workspaceId, actor, now: clock.now() }, [{ action, details }]);
}
