import { Badge } from '@mantine/core';
import type { Invitation } from '@quartermaster/contract/endpoints/people/members.ts';
import { count } from '../../../shared/ui/count.ts';
import { dateTime } from '../../../shared/ui/date-time.ts';

const hour = 3_600_000;

/** How long an invitation can still be accepted, in days, or in hours on the last day. */
export function timeLeft(expiresAt: string, now: number): string {
  const hours = Math.max(1, Math.ceil((Date.parse(expiresAt) - now) / hour));
  return hours > 24 ? count(Math.ceil(hours / 24), 'day') : count(hours, 'hour');
}

/** Shows that a person is invited, and for how long, or that the invitation has expired. */
export function InvitationState({ invitation }: { invitation: Invitation }) {
  const { is_expired, expires_at, sent_at, invited_by } = invitation;
  const by = invited_by === null ? '' : ` by ${invited_by}`;
  return (
    <Badge
      variant="light"
      color={is_expired ? 'amber' : 'indigo'}
      radius="sm"
      tt="none"
      title={`Sent ${dateTime(sent_at)}${by}, ${is_expired ? 'expired' : 'expires'} ${dateTime(expires_at)}`}
    >
      {is_expired ? 'Invitation expired' : `Invited, ${timeLeft(expires_at, Date.now())} left`}
    </Badge>
  );
}
