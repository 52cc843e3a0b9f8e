import type { Deps } from '../../core/app/deps.ts';
import { defineJob } from '../../core/app/module.ts';
import { deleteOldDeliveries } from './deliveries-repository.ts';

/** Milliseconds for which a message is kept in the log. */
const keptFor = 30 * 24 * 60 * 60 * 1000;

/** The most messages that are kept in the log of a webhook; those that wait are kept in any case. */
export const keptDeliveries = 1000;

/** Deletes old messages of the logs in short steps. */
export const webhookUpkeepJob = defineJob({
  name: 'keep-webhooks',
  everySeconds: 60 * 60,
  run: (deps, _data, signal) => removeOldDeliveries(deps, signal),
});

/** One run of {@link webhookUpkeepJob}. */
export async function removeOldDeliveries(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(clock.now().getTime() - keptFor);
  do signal.throwIfAborted();
  while (await deleteOldDeliveries(database.query, before, keptDeliveries));
}
