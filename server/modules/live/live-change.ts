import type { LiveChange } from '@quartermaster/contract/endpoints/live.ts';
import { type LiveTopic, liveTopics } from '@quartermaster/contract/live-topics.ts';
import type { StoredEvent } from '../../core/events/event.ts';

/** The topics of events; changes of all others are reported by triggers, and have no position. */
const eventTopics = ['items', 'template', 'menu', 'content'] as const satisfies readonly LiveTopic[];

/** The topics without a position. */
export const rowTopics: readonly string[] = Object.keys(liveTopics).filter(
  (topic) => !eventTopics.some((one) => one === topic),
);

type EventChange = Omit<LiveChange, 'type' | 'instance_id'> & { topic: (typeof eventTopics)[number] };

/** The message about an event; undefined if a trigger reports its row. */
export function toChange(event: StoredEvent): LiveChange | undefined {
  const change = describe(event);
  return change && { type: 'change', instance_id: event.instanceId, ...change };
}

function describe(event: StoredEvent): EventChange | undefined {
  switch (event.kind) {
    case 'items.changed': {
      const { template_id, action, ids } = event;
      return { topic: 'items', template_id, action, ...(ids && { ids }) };
    }
    case 'template.changed':
      return { topic: 'template', template_id: event.template_id, action: event.action };
    case 'menu.changed':
      return { topic: 'menu' };
    case 'change_set.applied':
      return { topic: 'content' };
    case 'export.completed':
    case 'channel.changed':
    case 'comment.created':
    case 'release.refused':
      return undefined;
  }
}
