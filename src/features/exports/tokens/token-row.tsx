import { Badge, Button, Group, Text } from '@mantine/core';
import { type ProjectToken, projectTokens } from '@quartermaster/contract/endpoints/project-tokens.ts';
import { Can } from '../../../shared/access/can.tsx';
import { authorName } from '../../../shared/ui/author-name.ts';
import { dateTime } from '../../../shared/ui/date-time.ts';
import { ManagedRow } from '../../../shared/ui/entries/managed-list.tsx';
import { EnvBadge } from '../../../shared/ui/env-badge.tsx';
import classes from './tokens.module.css';

/** A token: what it opens, whose it is, when it was used, and the button that revokes it. */
export function TokenRow({ token, onRevoke }: { token: ProjectToken; onRevoke: () => void }) {
  const { name, scopes, environments, by, created_at, expires_at: expiry, last_used_at: lastUse } = token;
  const isExpired = expiry !== null && Date.parse(expiry) <= Date.now();
  const parts = [
    `Made by ${authorName(by, 'within')} on ${dateTime(created_at)}`,
    expiry === null ? 'does not expire' : `${isExpired ? 'expired' : 'expires'} ${dateTime(expiry)}`,
    lastUse === null ? 'not used yet' : `last used ${dateTime(lastUse)}`,
  ];
  return (
    <ManagedRow
      actions={
        <Can do={projectTokens.revoke}>
          <Button variant="default" size="compact-sm" aria-label={`Revoke ${name}`} onClick={onRevoke}>
            Revoke
          </Button>
        </Can>
      }
    >
      <Group gap="xs">
        <Text size="sm" fw={500} truncate="end" title={name} className={classes.name ?? ''}>
          {name}
        </Text>
        {environments.map((env) => (
          <EnvBadge key={env} env={env} />
        ))}
        {isExpired && <State text="expired" />}
        {!token.is_member && <State text="its maker is not a member any more" />}
      </Group>
      <Text size="xs" className={classes.scopes ?? ''}>
        {scopes.join(', ')}
      </Text>
      <Text size="xs" c="dimmed">
        {parts.join('; ')}
      </Text>
    </ManagedRow>
  );
}

const State = ({ text }: { text: string }) => (
  <Badge variant="light" color="red" tt="none" radius="sm" miw="max-content">
    {text}
  </Badge>
);
