import { plans } from '@quartermaster/contract/access.ts';
import { storedAnswer } from '@quartermaster/contract/shapes/webhooks.ts';
import { currentPlan } from '@quartermaster/contract/subscription.ts';
import { checkEvent, checkLimits } from '@quartermaster/contract/webhook-events.ts';
import type { Deps } from '../../core/app/deps.ts';
import { newMessageId, sendSigned } from '../../core/egress/send-signed.ts';
import type { Place } from '../model/instance-pair.ts';
import { type AskedBatch, type AskedItem, checkBatches } from './check-message.ts';
import { listChecks, readHealth, recordCheck, type StoredCheck } from './check-repository.ts';
import { readAnswer, type Said, type SaidRefusal } from './read-answer.ts';

/** What asking before a save needs. */
export type AskDeps = Pick<Deps, 'database' | 'egress' | 'checkTurns' | 'secrets' | 'clock' | 'log'>;

/** Asks about items that are about to be written; returns the refusals of each, in their order. Never call it in a transaction. */
export type Ask = (items: readonly AskedItem[]) => Promise<readonly (readonly SaidRefusal[])[]>;

/** Finds the webhooks that an instance asks before saves; undefined if it asks none. */
export async function findAsk(
  deps: AskDeps,
  { id: instanceId, hasChecks }: Pick<Place, 'id' | 'hasChecks'>,
): Promise<Ask | undefined> {
  if (hasChecks === false) return undefined;
  const checks = (await listChecks(deps.database.query, instanceId)).filter(
    (check) => plans[currentPlan(check, deps.clock.now()).plan].webhooks,
  );
  if (checks.length === 0) return undefined;
  return async (items) => {
    const refusals: SaidRefusal[][] = [];
    for await (const batch of checkBatches(items)) {
      const answers = await Promise.all(checks.map((check) => askOne(deps, check, batch)));
      refusals.push(...batch.items.map((_, index) => answers.flatMap((answer) => answer[index] ?? [])));
    }
    return refusals;
  };
}

/** What a webhook says about each item of a batch; if it fails, what its users have chosen for that. */
async function askOne(deps: AskDeps, check: StoredCheck, batch: AskedBatch): Promise<readonly SaidRefusal[][]> {
  const said = await deps.checkTurns(check.id, () => call(deps, check, batch));
  if ('refusals' in said) return said.refusals;
  if (check.before_saves === 'open') return batch.items.map(() => []);
  // The path of an address is often a secret.
  const { host } = new URL(check.url);
  const failure = said.failure.replace(/\.$/, '');
  return batch.items.map(() => [{ field_id: 'fields', reason: `could not be checked by ${host}: ${failure}` }]);
}

/** Calls a webhook, unless it is paused, and stores the call. */
async function call(deps: AskDeps, check: StoredCheck, { items, sent, logged }: AskedBatch): Promise<Said> {
  if (sent === undefined)
    return { failure: `The item is larger than ${checkLimits.itemBytes / 1024 / 1024} MiB as it would be sent.` };
  const health = await readHealth(deps.database.query, check.id);
  const now = deps.clock.now();
  if (health?.checks_paused_until && health.checks_paused_until > now)
    return { failure: `It is paused, as ${health.failed_checks} calls in a row have failed.` };
  const messageId = newMessageId();
  const result = await sendSigned(deps, check, {
    ...{ webhookId: check.id, messageId, body: bodyOf(check, now, sent) },
    ...{ timeout: checkLimits.seconds * 1000, longest: checkLimits.answerBytes },
  });
  const said = readAnswer(result, items);
  await recordCheck(deps.database.query, check.id, {
    ...{ ...result, messageId, body: bodyOf(check, now, logged) },
    failure: 'failure' in said ? said.failure : null,
    answer: result.answer?.slice(0, storedAnswer).toWellFormed() ?? null,
  });
  return said;
}

/** The body of a message; `items` is JSON. */
function bodyOf({ project_id, instance_id, env }: StoredCheck, at: Date, items: string): string {
  const data = JSON.stringify({ project_id, instance_id, env }).slice(0, -1);
  return `{"type":"${checkEvent}","timestamp":"${at.toISOString()}","data":${data},"items":${items}}}`;
}
