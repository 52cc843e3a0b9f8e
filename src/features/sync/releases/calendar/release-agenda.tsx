import type { Release } from '@quartermaster/contract/endpoints/releases.ts';
import type { OffsetAt } from '@quartermaster/contract/time-zone.ts';
import { useLayoutEffect, useRef } from 'react';
import { EnvBadge } from '../../../../shared/ui/env-badge.tsx';
import { shortDay, shortName } from '../time/day-names.ts';
import classes from './calendar.module.css';
import { ReleaseChip, type ReleaseLinks } from './release-chip.tsx';

interface ReleaseAgendaProps {
  label: string;
  days: readonly string[];
  byDay: ReadonlyMap<string, readonly Release[]>;
  offsetAt: OffsetAt;
  today: string;
  links: ReleaseLinks;
}

/** The releases of a month or a week by day, for a phone: from today on, the others are above. */
export function ReleaseAgenda({ label, days, byDay, offsetAt, today, links }: ReleaseAgendaProps) {
  const list = useRef<HTMLElement>(null);
  const next = days.includes(today) ? days.find((day) => day >= today && byDay.has(day)) : undefined;
  useLayoutEffect(() => {
    const first = next && list.current?.querySelector<HTMLElement>(`[data-date="${next}"]`);
    if (list.current && first) list.current.scrollTop = first.offsetTop;
  }, [next]);
  return (
    <section ref={list} className={classes.agenda} aria-label={label}>
      {days.map((day) => {
        const releases = byDay.get(day);
        if (!releases) return null;
        const title = `${shortName(day)}, ${shortDay(day)}${day === today ? ', today' : ''}`;
        return (
          <section key={day} data-date={day} aria-label={title}>
            <h2 className={classes.agendaDay} data-today={day === today || undefined}>
              {title}
            </h2>
            <ul className={classes.entries}>
              {releases.map((release) => (
                <li key={release.id}>
                  <ReleaseChip {...links} release={release} offsetAt={offsetAt} />
                  <EnvBadge env={release.target.env} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </section>
  );
}
