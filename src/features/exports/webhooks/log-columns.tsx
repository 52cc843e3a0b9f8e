import { Badge } from '@mantine/core';
import type { WebhookDelivery } from '@quartermaster/contract/endpoints/webhooks.ts';
import { retryHours } from '@quartermaster/contract/webhook-events.ts';
import { RowMenu } from '../../../shared/table/row-menu.tsx';
import type { TableColumn } from '../../../shared/table/table-column.ts';
import { dateTime } from '../../../shared/ui/date-time.ts';
import type { MenuAction } from '../../../shared/ui/popup/loaded-action-menu.tsx';

interface ColumnOptions {
  actionsOf: (message: WebhookDelivery) => readonly MenuAction[];
  /** True if there is too little room for all columns before the menus. */
  isNarrow: boolean;
}

/** The columns of the log of a webhook. */
export function logColumns({ actionsOf, isNarrow }: ColumnOptions): TableColumn<WebhookDelivery>[] {
  const at: TableColumn<WebhookDelivery> = {
    id: 'at',
    header: 'Time',
    width: 190,
    pinned: !isNarrow,
    cell: ({ created_at }) => dateTime(created_at),
  };
  const state: TableColumn<WebhookDelivery> = {
    id: 'state',
    header: 'State',
    width: 110,
    pinned: isNarrow,
    cell: ({ state }) => (
      <Badge variant="light" color={colors[state]} tt="none" radius="sm">
        {state}
      </Badge>
    ),
  };
  const event: TableColumn<WebhookDelivery> = {
    id: 'event',
    header: 'Event',
    width: 170,
    cell: (message) => message.event,
  };
  const attempts: TableColumn<WebhookDelivery> = {
    id: 'attempts',
    header: 'Attempts',
    width: 90,
    align: 'right',
    cell: (message) => message.attempts,
  };
  const note: TableColumn<WebhookDelivery> = { id: 'note', header: 'Note', width: 260, grows: 'fully', cell: noteOf };
  const menu: TableColumn<WebhookDelivery> = {
    id: 'actions',
    header: 'Actions',
    width: 80,
    align: 'right',
    cell: (message) => (
      <RowMenu label={`Actions for ${message.event} of ${dateTime(message.created_at)}`} actions={actionsOf(message)} />
    ),
  };
  return isNarrow ? [state, menu, at, event, attempts, note] : [at, event, state, attempts, note, menu];
}

const colors = { waiting: 'indigo', delivered: 'green', failed: 'red' };

const reasons: Record<NonNullable<WebhookDelivery['reason']>, string> = {
  expired: `Given up after ${retryHours} hours`,
  'by-hand': 'Sent by hand, and tried once',
  'turned-off': 'The webhook was turned off',
  'queue-full': 'Too many messages were waiting',
  'asked-once': 'Asked once, before a save',
};

function noteOf({ state, reason, attempts, next_attempt_at: next }: WebhookDelivery): string {
  if (reason !== null) return reasons[reason];
  return state === 'waiting' && attempts > 0 && next !== null ? `Tried again at ${dateTime(next)}` : '';
}
