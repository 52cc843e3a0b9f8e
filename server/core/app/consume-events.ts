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
  /** True if it starts with all stored events, and not with those after its first call. */
  fromStart?: boolean;
}

/** How a call handles events: all by default, and none while another server handles some. */
interface Limits {
  /** The most batches, for a caller that is waiting. */
  batches?: number;
  /** True to wait until another server has handled its batch. */
  waits?: boolean;
}

/** The most events that a consumer gets at a time. */
const batchSize = 500;

/**
 * Handles the events since the last call of any server, in the order of their positions and in batches; returns when none
 * are left, or another server is handling some. A new consumer starts with the events after its first call, unless it
 * wants all.
 */
export async function consumeEvents(
  unit: RunUnit,
  consumer: EventConsumer,
  signal: AbortSignal,
  { batches = Number.POSITIVE_INFINITY, waits = false }: Limits = {},
): Promise<void> {
  await numberAllEvents(unit, signal);
  await unit(({ query }) => addConsumer(query, consumer.name, consumer.fromStart));
  let left = batches;
  do {
    signal.throwIfAborted();
    left -= 1;
  } while ((await consumeBatch(unit, consumer, waits)) && left > 0);
}

/** Assigns positions to all committed events, in short transactions. */
export async function numberAllEvents(unit: RunUnit, signal: AbortSignal): Promise<void> {
  do signal.throwIfAborted();
  while (!(await unit(({ query }) => numberEvents(query))));
}

/** Returns false if there is nothing to handle. */
const consumeBatch = (unit: RunUnit, { name, handle }: EventConsumer, waits: boolean): Promise<boolean> =>
  unit(async (inside) => {
    const position = await lockConsumer(inside.query, name, waits);
    if (position === undefined) return false;
    const events = await readEvents(inside.query, position, batchSize);
    const last = events.at(-1);
    if (!last) return false;
    await handle(inside, events);
    await moveConsumer(inside.query, name, last.position);
    return true;
  });
