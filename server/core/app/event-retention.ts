import { deleteOldEvents } from '../events/event-repository.ts';
import { numberAllEvents } from './consume-events.ts';
import type { Deps } from './deps.ts';

/** How long events are retained, in milliseconds. */
const keptFor = 30 * 24 * 60 * 60 * 1000;

/** Deletes old events in short steps, whether or not every consumer has read them. */
export async function removeOldEvents(
  { database, unit, clock }: Pick<Deps, 'database' | 'unit' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  // They are found by position, which an event gets when it is first needed.
  await numberAllEvents(unit, signal);
  const before = new Date(clock.now().getTime() - keptFor);
  do signal.throwIfAborted();
  while (await deleteOldEvents(database.query, before));
}
