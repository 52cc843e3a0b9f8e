import type { Deps } from '../../core/app/deps.ts';
import { defineJob } from '../../core/app/module.ts';
import { forgetEvents, listUnheard, markHeard, settleEndedTrials } from './repository.ts';
import { follow } from './webhook-service.ts';

const hour = 60 * 60 * 1000;

/** Webhooks are repeated for some days at most. */
const eventDays = 30;

/** Asks the payment provider for subscriptions that it has not told of for long: its webhooks may have been lost. */
export const reconcileJob = defineJob({
  name: 'billing-reconcile',
  everySeconds: 60 * 60,
  run: (deps, _data, signal) => reconcile(deps, signal),
});

type Needs = Parameters<typeof follow>[0] & Pick<Deps, 'database' | 'payments' | 'clock' | 'log'>;

/** Stores what the payment provider holds of each subscription that was not heard of for a day, or should have ended an hour ago. */
export async function reconcile(deps: Needs, signal: AbortSignal): Promise<void> {
  const { database, payments, clock, log } = deps;
  const { query } = database;
  const now = clock.now();
  await settleEndedTrials(query, now);
  await forgetEvents(query, new Date(now.getTime() - eventDays * 24 * hour));
  const failures: unknown[] = [];
  const since = { heard: new Date(now.getTime() - 24 * hour), ended: new Date(now.getTime() - hour) };
  for (const { workspaceId, providerId } of await listUnheard(query, since)) {
    signal.throwIfAborted();
    try {
      const subscription = await payments.find(providerId);
      if (subscription) await follow(deps, subscription);
      else
        log.error(
          { subscription: providerId, workspace: workspaceId },
          'The payment provider has lost a subscription.',
        );
      await markHeard(query, workspaceId, now);
    } catch (error) {
      // That of one must not keep the others from being asked for.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
