import { consumeEvents, type EventConsumer } from '../../core/app/consume-events.ts';
import type { Deps } from '../../core/app/deps.ts';
import { defineJob } from '../../core/app/module.ts';
import { insertActivity, type NewActivity } from '../../core/events/activity-repository.ts';
import type { EventDetails, StoredEvent } from '../../core/events/event.ts';
import { hasPendingEvents } from '../../core/events/event-repository.ts';

/** The name under which the position of activity in the events is stored. */
export const consumerName = 'activity';

/** Writes an entry for each event. It starts with all stored events, so that the activity of the last month is there after an upgrade. */
const consumer: EventConsumer = {
  name: consumerName,
  fromStart: true,
  handle: ({ query }, events) => insertActivity(query, events.flatMap(entryOf)),
};

/** Readers bring activity up to date themselves, so this only keeps little left for them to do. */
export const activityJob = defineJob({
  name: 'activity',
  everySeconds: 60,
  isNeeded: ({ database }) => hasPendingEvents(database.query, consumerName),
  run: ({ unit }, _data, signal) => consumeEvents(unit, consumer, signal),
});

/** The most batches of events that a reader waits for. */
const batchesAtOnce = 4;

/**
 * Adds what was done until now, so that people see their own last change. An error does not prevent reading the entries
 * that there are.
 */
export async function catchUp({ unit, log }: Pick<Deps, 'unit' | 'log'>): Promise<void> {
  try {
    await consumeEvents(unit, consumer, new AbortController().signal, { batches: batchesAtOnce, waits: true });
  } catch (error) {
    log.error({ err: error }, 'Activity could not be brought up to date.');
  }
}

function entryOf(event: StoredEvent): NewActivity[] {
  const { instanceId, accountId, actor, origin, at, position: _, ...details } = event;
  const what = describe(details);
  return what ? [{ ...what, instance_id: instanceId, project_id: null, accountId, actor, origin, at }] : [];
}

type What = Pick<NewActivity, 'kind' | 'template_id' | 'change_set_id' | 'details'>;

/**
 * Undefined for a change set that has changed nothing, a channel that has followed an export, and a refused release, which
 * has changed nothing either.
 */
function describe(event: EventDetails): What | undefined {
  switch (event.kind) {
    case 'items.changed': {
      const { template_id, action, count, ids } = event;
      const [id] = ids?.length === 1 ? ids : [];
      return { kind: 'items', template_id, details: { action, count, ...(id !== undefined && { id }) } };
    }
    case 'template.changed':
      return { kind: 'template', template_id: event.template_id, details: { action: event.action } };
    case 'release.refused':
    case 'comment.created':
      return undefined;
    case 'menu.changed':
      return { kind: 'menu', details: {} };
    case 'export.completed':
      return { kind: 'export', details: { report_id: event.report_id } };
    case 'channel.changed': {
      // Of one that follows exports, the export is an entry.
      if (!event.by_hand) return undefined;
      const { kind: _, by_hand: _by, ...details } = event;
      return { kind: 'channel', details };
    }
    case 'change_set.applied': {
      const { kind: _, ...details } = event;
      const { change_set_id, added, updated, removed, templates, has_menu } = event;
      if (added + updated + removed + templates === 0 && !has_menu) return undefined;
      return { kind: 'change-set', change_set_id, details };
    }
  }
}
