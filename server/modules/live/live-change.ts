import type { LiveChange } from '@quartermaster/contract/endpoints/live.ts';
import type { StoredEvent } from '../../core/events/event.ts';

type EventChange = Omit<LiveChange, 'type' | 'instance_id'>;

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
