import { Badge } from '@mantine/core';
import type { Webhook } from '@quartermaster/contract/endpoints/webhooks.ts';
import { dateTime } from '../../../shared/ui/date-time.ts';

/** The state of a webhook: whether it is on, and how its last messages went. */
export function WebhookStatus({ webhook }: { webhook: Webhook }) {
  const { color, text } = statusOf(webhook);
  return (
    <Badge variant="light" color={color} tt="none" radius="sm" miw="max-content">
      {text}
    </Badge>
  );
}

function statusOf({ is_active, checks_paused_until: until, failing_since: since, last_attempt: last }: Webhook) {
  if (!is_active) return { color: 'gray', text: 'off' };
  if (until !== null) return { color: 'red', text: `not asked before saves until ${dateTime(until)}` };
  if (since !== null) return { color: 'red', text: `failing since ${dateTime(since)}` };
  if (last === null) return { color: 'gray', text: 'nothing sent yet' };
  return last.is_success ? { color: 'green', text: 'working' } : { color: 'red', text: 'last message failed' };
}
