import { Button, Skeleton, Text, Title } from '@mantine/core';
import type { Release } from '@quartermaster/contract/endpoints/releases.ts';
import { releasePath } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { releaseQueries } from '../../../shared/data/sync/releases.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { day as dayText } from '../../../shared/ui/date-time.ts';
import { TextLink } from '../../../shared/ui/link-button.tsx';
import { NotLoaded } from '../../../shared/ui/page/not-loaded.tsx';
import { ReleaseCalendar } from '../lazy-parts.ts';
import { dayOf } from './planned-day.ts';
import classes from './releases.module.css';
import { ReleaseTime } from './time/release-time.tsx';

/** What is published next: a calendar, and the releases of all days or of a chosen one. */
export function PlannedReleases() {
  const titleId = useId();
  const planned = useQuery(releaseQueries.planned(useRequest(), useInstanceId()));
  const [day, setDay] = useState<string | null>(null);
  const { data } = planned;
  if (!data)
    return (
      <NotLoaded query={planned} title="The planned releases could not be loaded">
        <Skeleton height={300} />
      </NotLoaded>
    );
  const shown = day === null ? data : data.filter((release) => dayOf(release) === day);
  return (
    <section aria-labelledby={titleId}>
      <Title order={2} size="md" id={titleId} mb={4}>
        Planned
      </Title>
      <div className={classes.plan}>
        <ReleaseCalendar planned={data} day={day} onDay={setDay} />
        <div className={classes.planned}>
          {day !== null && (
            <Button variant="default" size="xs" mb="xs" onClick={() => setDay(null)}>
              Show all days
            </Button>
          )}
          {shown.length === 0 ? (
            <Text c="dimmed" role="status">
              {day === null ? 'Nothing is planned.' : `Nothing is planned on ${dayText(`${day}T00:00:00`)}.`}
            </Text>
          ) : (
            <PlannedList releases={shown} />
          )}
        </div>
      </div>
    </section>
  );
}

function PlannedList({ releases }: { releases: readonly Release[] }) {
  const instanceId = useInstanceId();
  return (
    <ul className={classes.lines} aria-label="Planned releases">
      {releases.map(({ id, name, source, target, publish_at, time_zone }) => (
        <li key={id} className={classes.entry}>
          <TextLink to={releasePath(id, instanceId)}>{name}</TextLink>
          <ReleaseTime publishAt={publish_at} timeZone={time_zone} hasViewerTime />
          <Text component="span" c="dimmed" inherit>
            {source.env} to {target.env}
          </Text>
        </li>
      ))}
    </ul>
  );
}
