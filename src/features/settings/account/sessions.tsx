import { Badge, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Session, sessionQueries, useEndSession } from '../../../shared/data/sessions.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { BusyButton } from '../../../shared/ui/busy-button.tsx';
import { day } from '../../../shared/ui/date-time.ts';
import { NotLoaded } from '../../../shared/ui/page/not-loaded.tsx';
import { timeAgo } from '../../../shared/ui/time-ago.ts';
import { Section } from '../section.tsx';
import classes from '../settings.module.css';

/** The devices on which the user is signed in, of which others can be signed out. */
export function Sessions() {
  const sessions = useQuery(sessionQueries.list(useRequest()));
  const end = useEndSession();
  const { data, dataUpdatedAt } = sessions;
  const others = data?.sessions.filter(({ is_current }) => !is_current) ?? [];
  const button = (label: string, id?: string) => (
    <BusyButton
      size="xs"
      aria-label={id === undefined ? undefined : `End ${label}`}
      isBusy={end.isPending && end.variables === id}
      isIdle={end.isPending}
      onClick={() => end.mutate(id)}
    >
      {id === undefined ? label : 'End'}
    </BusyButton>
  );
  return (
    <Section title="Sessions" action={others.length > 1 ? button('End all others') : false}>
      {data ? (
        <ul className={classes.list}>
          {data.sessions.map((session) => (
            <li key={session.id} className={classes.row}>
              <div className={classes.session}>
                <Group gap="xs">
                  {deviceText(session)}
                  {session.is_current && <Badge variant="light">This device</Badge>}
                </Group>
                <Text size="sm" c="dimmed">
                  Signed in {day(session.created_at)}, used {timeAgo(Date.parse(session.used_at), dataUpdatedAt)}
                </Text>
              </div>
              {!session.is_current && button(deviceText(session), session.id)}
            </li>
          ))}
        </ul>
      ) : (
        <NotLoaded query={sessions} title="The sessions could not be loaded">
          <Skeleton height={60} />
        </NotLoaded>
      )}
    </Section>
  );
}

/** `Firefox on Windows`, as far as the browser has named itself. */
function deviceText({ browser, system }: Session): string {
  if (!browser) return system ? `A program on ${system}` : 'A program';
  return system ? `${browser} on ${system}` : browser;
}
