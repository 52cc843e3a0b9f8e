import { randomUUID } from 'node:crypto';
import { storedAnswer } from '@quartermaster/contract/shapes/webhooks.ts';
import { retryHours } from '@quartermaster/contract/webhook-events.ts';
import type { Deps } from '../../core/app/deps.ts';
import { defineJob } from '../../core/app/module.ts';
import { AddressRefused, CallTimeout } from '../../core/egress/call-out.ts';
import {
  type AttemptOutcome,
  findNext,
  type NextDelivery,
  recordAttempt,
  type StoredAttempt,
} from './deliveries-repository.ts';
import { claimWebhook, releaseWebhook, type Sender } from './repository.ts';
import { signedHeaders } from './signature.ts';

type Needs = Pick<Deps, 'database' | 'clock' | 'secrets' | 'egress' | 'jobs' | 'log'>;

/** Sends the messages of a webhook that are due, one after the other. */
export const sendWebhooksJob = defineJob<{ webhook_id: number }>({
  name: 'send-webhooks',
  concurrency: 4,
  groupOf: ({ webhook_id }) => String(webhook_id),
  run: (deps, { webhook_id }, signal) => sendDue(deps, webhook_id, signal),
});

/** Messages that are sent in one job; the webhooks of others come before the next ones. */
const mostAtOnce = 20;

/** Milliseconds that a receiver has to answer. */
const attemptTimeout = 15_000;

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Milliseconds from a failed attempt to the next one; the last one repeats. Later messages wait as long, so none is longer. */
const delays = [10 * second, minute, 5 * minute, 15 * minute, 30 * minute, hour];

/**
 * Sends the due messages of a webhook in their order, unless another server does. Stops at one that fails: it holds back the
 * later ones until its next attempt.
 */
export async function sendDue(deps: Needs, webhookId: number, signal: AbortSignal): Promise<void> {
  const { database, clock, jobs } = deps;
  const claim = randomUUID();
  let sent = 0;
  try {
    for (; sent < mostAtOnce; sent++) {
      signal.throwIfAborted();
      const sender = await claimWebhook(database.query, webhookId, claim);
      if (!sender) return;
      const next = await findNext(database.query, webhookId, clock.now());
      if (!next) break;
      await send(deps, { ...next, webhookId, sender }, signal);
    }
  } finally {
    await releaseWebhook(database.query, webhookId, claim);
  }
  // Left for later, or added while this job had the claim.
  if (await findNext(database.query, webhookId, clock.now()))
    await jobs.send(sendWebhooksJob, { webhook_id: webhookId });
}

interface Outgoing extends NextDelivery {
  webhookId: number;
  sender: Sender;
}

async function send(deps: Needs, delivery: Outgoing, signal: AbortSignal): Promise<void> {
  const at = deps.clock.now();
  const began = performance.now();
  const result = await call(deps, delivery, at, signal);
  // The next start sends it again: the receiver may have got it, or not.
  signal.throwIfAborted();
  const attempt = { at, milliseconds: Math.round(performance.now() - began), ...result };
  await recordAttempt(deps.database.query, delivery.id, attempt, outcomeOf(delivery, attempt, deps.clock.now()));
}

type Result = Pick<StoredAttempt, 'status' | 'error' | 'answer'>;

async function call(deps: Needs, delivery: Outgoing, at: Date, signal: AbortSignal): Promise<Result> {
  const { message_id: id, body, sender } = delivery;
  const secrets = secretsOf(deps, delivery, at);
  if (secrets.length === 0)
    return failed('The secret cannot be read, as the secret key of the server has changed. Make a new secret.');
  try {
    const { status, body: answer } = await deps.egress.call(sender.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Quartermaster-Webhooks',
        ...signedHeaders({ id, at, body }, secrets),
      },
      body,
      timeout: attemptTimeout,
      longest: 4 * storedAnswer,
      signal,
    });
    // PostgreSQL does not store the character 0.
    return { status, error: null, answer: answer.toString().replaceAll('\0', '').slice(0, storedAnswer) };
  } catch (error) {
    return failed(reasonOf(error));
  }
}

const failed = (error: string): Result => ({ status: null, error, answer: null });

function secretsOf({ secrets, log }: Needs, { sender, webhookId }: Outgoing, at: Date): string[] {
  const { secret, previous_secret: previous, previous_until: until } = sender;
  const signing = previous !== null && until !== null && until > at ? [secret, previous] : [secret];
  return signing.flatMap((encrypted) => {
    try {
      return secrets.decrypt(encrypted);
    } catch {
      log.warn({ webhook: webhookId }, 'The secret of a webhook cannot be read, as the secret key has changed.');
      return [];
    }
  });
}

/** Whether the status of an answer says that the receiver has taken the message. */
export const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

function outcomeOf(
  { is_by_hand, attempts, created_at }: NextDelivery,
  { status }: StoredAttempt,
  now: Date,
): AttemptOutcome {
  if (isSuccess(status)) return { state: 'delivered', reason: null, nextAttemptAt: null };
  if (is_by_hand) return { state: 'failed', reason: 'by-hand', nextAttemptAt: null };
  const end = created_at.getTime() + retryHours * hour;
  if (now.getTime() >= end) return { state: 'failed', reason: 'expired', nextAttemptAt: null };
  const delay = delays[attempts] ?? delays.at(-1) ?? hour;
  // So that the receivers of many webhooks that were down are not called at the same moment.
  const jittered = delay * (1 + Math.random() / 10);
  return { state: 'waiting', reason: null, nextAttemptAt: new Date(Math.min(now.getTime() + jittered, end)) };
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'Nothing accepts connections at this address.',
  ECONNRESET: 'The receiver has closed the connection without an answer.',
  EHOSTUNREACH: 'The address cannot be reached.',
  EAI_AGAIN: 'The name of the address could not be looked up.',
  ENETUNREACH: 'The address cannot be reached.',
  ENOTFOUND: 'The name of the address is not known.',
  ETIMEDOUT: 'The address cannot be reached.',
};

/** Why there was no answer, without details of the server's network. */
function reasonOf(error: unknown): string {
  if (error instanceof AddressRefused) return error.message;
  if (error instanceof CallTimeout) return `There was no answer within ${attemptTimeout / second} seconds.`;
  const { code } = Object(error) as { code?: unknown };
  const known = typeof code === 'string' ? reasons[code] : undefined;
  if (known !== undefined) return known;
  return typeof code === 'string' && /CERT|TLS|SSL|VERIFY|SIGNED/.test(code)
    ? 'The certificate of the receiver is not valid, or it does not speak TLS.'
    : 'The connection has failed.';
}
