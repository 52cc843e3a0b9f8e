import type { Release } from '@quartermaster/contract/endpoints/releases.ts';
import { releasePath } from '@quartermaster/contract/paths.ts';
import { zoneOffset } from '@quartermaster/contract/time-zone.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useInstanceId } from '../../../../shared/access/active-instance.ts';
import { releaseQueries } from '../../../../shared/data/sync/releases.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import { useServices } from '../../../../shared/services/services.ts';
import { useNarrow } from '../../../../shared/ui/hooks/use-narrow.ts';
import { lazyPart } from '../../../../shared/ui/lazy/lazy-part.tsx';
import { ErrorState } from '../../../../shared/ui/page/error-state.tsx';
import classes from './calendar.module.css';
import { CalendarTools } from './calendar-tools.tsx';
import { periodOf, type Span, spanTitle, weeksOf } from './days.ts';
import { ReleaseAgenda } from './release-agenda.tsx';
import { dayOf, ReleaseCalendar } from './release-calendar.tsx';
import type { ReleaseLinks } from './release-chip.tsx';
import type { CalendarAddress } from './use-calendar-address.ts';

/** A release next to the calendar; only needed once one is opened. */
const ReleasePanel = lazyPart(() => import('./release-panel.tsx').then((m) => m.ReleasePanel));

/** A month or a week of releases, with the open one next to it; on a phone a list by day, whose links lead to their pages. */
export function PlannedDays({ span, address }: { span: Span; address: CalendarAddress }) {
  const { day, today, zone, release: opened, addressOf, show } = address;
  const instanceId = useInstanceId();
  const isNarrow = useNarrow(useServices().root);
  const offsetAt = zoneOffset(zone);
  const weeks = useMemo(() => weeksOf(span, day), [span, day]);
  const query = useQuery(releaseQueries.period(useRequest(), instanceId, periodOf(weeks, offsetAt)));
  const byDay = useMemo(() => {
    const days = new Set(weeks.flat());
    const all = query.data?.filter((release) => days.has(dayOf(release, offsetAt, today))) ?? [];
    return Map.groupBy(all, (release) => dayOf(release, offsetAt, today));
  }, [query.data, weeks, offsetAt, today]);
  const visible = [...byDay.values()].flat();
  const links: ReleaseLinks = {
    addressOf: ({ id }) => (isNarrow ? releasePath(id, instanceId) : addressOf({ release: id })),
    open: isNarrow ? undefined : ({ id }: Release) => show({ release: id }),
    opened,
  };
  const isEmpty = query.isSuccess && !query.isPlaceholderData && visible.length === 0;
  const failure = !query.data && query.error;
  return (
    <>
      <CalendarTools address={address} releases={visible} isEmpty={isEmpty} />
      {failure ? (
        <ErrorState error={failure} title="The releases could not be loaded" retry={() => void query.refetch()} />
      ) : (
        <div className={classes.main}>
          {isNarrow ? (
            <ReleaseAgenda
              label={`Releases, ${spanTitle(span, day)}`}
              days={weeks.flat()}
              {...{ byDay, offsetAt, today, links }}
            />
          ) : (
            <ReleaseCalendar
              {...{ span, weeks, byDay, offsetAt, day, today, links }}
              onDay={(next) => show({ day: next })}
              weekOf={(next) => addressOf({ view: 'week', day: next })}
            />
          )}
          {opened !== null && !isNarrow && (
            <ReleasePanel id={opened} zone={zone} onClose={() => show({ release: null })} />
          )}
        </div>
      )}
    </>
  );
}
