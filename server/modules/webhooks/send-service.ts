import { randomUUID } from 'node:crypto';
import { storedAnswer } from '@quartermaster/contract/shapes/webhooks.ts';
import { retryHours } from '@quartermaster/contract/webhook-events.ts';
import type { Deps } from '../../core/app/deps.ts';
import { defineJob } from '../../core/app/module.ts';
import { isSuccess, type Receiver, sendSigned } from '../../core/egress/send-signed.ts';
import {
  type AttemptOutcome,
  findNext,
  type NextDelivery,
  recordAttempt,
  type StoredAttempt,
} from './deliveries-repository.ts';
import { claimWebhook, releaseWebhook } from './repository.ts';

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

interface Due extends NextDelivery {
  webhookId: number;
  sender: Receiver;
}

async function send(deps: Needs, delivery: Due, signal: AbortSignal): Promise<void> {
  const { webhookId, message_id: messageId, body, sender } = delivery;
  const outgoing = { webhookId, messageId, body, timeout: attemptTimeout, longest: 4 * storedAnswer, signal };
  // If it is aborted, the next start sends it again.
  const { answer, ...result } = await sendSigned(deps, sender, outgoing);
  const attempt = { ...result, answer: answer?.slice(0, storedAnswer) ?? null };
  await recordAttempt(deps.database.query, delivery.id, attempt, outcomeOf(delivery, attempt, deps.clock.now()));
}

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
