import type { StoredEvent } from '../events/event.ts';
import { addConsumer, lockConsumer, moveConsumer, numberEvents, readEvents } from '../events/event-repository.ts';
import type { RunUnit, Unit } from './unit.ts';

/** What handles events. */
export interface EventConsumer {
  /** Its position is stored under this name. */
  name: string;
  /**
   * Handles a batch in the unit that also stores its position: if it throws, the batch is handled again later. It sends a
   * job for slow work.
   */
  handle: (unit: Unit, events: readonly StoredEvent[]) => Promise<void>;
}

/** The most events that a consumer gets at a time. */
const batchSize = 500;

/**
 * Handles the events since the last call of any server, in the order of their positions and in batches; returns when none
 * are left, or another server is handling some. A new consumer starts with the events after its first call.
 */
export async function consumeEvents(unit: RunUnit, consumer: EventConsumer, signal: AbortSignal): Promise<void> {
  await numberAllEvents(unit, signal);
  await unit(({ query }) => addConsumer(query, consumer.name));
  do signal.throwIfAborted();
  while (await consumeBatch(unit, consumer));
}

/** Assigns positions to all committed events, in short transactions. */
export async function numberAllEvents(unit: RunUnit, signal: AbortSignal): Promise<void> {
  do signal.throwIfAborted();
  while (!(await unit(({ query }) => numberEvents(query))));
}

/** Returns false if there is nothing to handle. */
const consumeBatch = (unit: RunUnit, { name, handle }: EventConsumer): Promise<boolean> =>
  unit(async (inside) => {
    const position = await lockConsumer(inside.query, name);
    if (position === undefined) return false;
    const events = await readEvents(inside.query, position, batchSize);
    const last = events.at(-1);
    if (!last) return false;
    await handle(inside, events);
    await moveConsumer(inside.query, name, last.position);
    return true;
  });
