import { VisuallyHidden } from '@mantine/core';
import type { Release } from '@quartermaster/contract/endpoints/releases.ts';
import type { OffsetAt } from '@quartermaster/contract/time-zone.ts';
import { useMemo, useRef } from 'react';
import { timeOf } from '../../../../shared/data/sync/releases.ts';
import { count } from '../../../../shared/ui/count.ts';
import { useNow } from '../../../../shared/ui/hooks/use-now.ts';
import { PlainLink } from '../../../../shared/ui/plain-link.tsx';
import { clockTime, localDay } from '../time/clock.ts';
import { longName, shortDay, shortName, spokenName } from '../time/day-names.ts';
import classes from './calendar.module.css';
import { dayNumber, type Span, spanTitle } from './days.ts';
import { ReleaseChip, type ReleaseLinks } from './release-chip.tsx';
import { useDayKeys } from './use-day-keys.ts';
import { fitting, useWeekHeight } from './use-fitting-chips.ts';

interface ReleaseCalendarProps {
  span: Span;
  weeks: readonly string[][];
  /** By their days. */
  byDay: ReadonlyMap<string, readonly Release[]>;
  offsetAt: OffsetAt;
  /** The chosen day. */
  day: string;
  today: string;
  onDay: (day: string) => void;
  /** The week of a day, where all of its releases are visible. */
  weekOf: (day: string) => string;
  links: ReleaseLinks;
}

/** The day of a release; one that waits without a time is shown today. */
export const dayOf = (release: Release, offsetAt: OffsetAt, today: string): string => {
  const at = timeOf(release);
  return at === '' ? today : localDay(Date.parse(at), offsetAt);
};

const none: readonly Release[] = [];

/** A month or a week of releases as a grid of days, which fills the page. */
export function ReleaseCalendar({ span, weeks, byDay, day, onDay, links, ...cell }: ReleaseCalendarProps) {
  const grid = useRef<HTMLDivElement>(null);
  const height = useWeekHeight(grid, `${weeks.length} ${weeks[0]?.[0]}`);
  const visible = useMemo(() => new Set(weeks.flat()), [weeks]);
  const onEnter = (opened: string) => {
    const [first, ...others] = byDay.get(opened) ?? none;
    if (!first) return;
    if (others.length === 0 && links.open) links.open(first);
    else grid.current?.querySelector<HTMLElement>(`[data-day="${opened}"] a`)?.focus();
  };
  const { active, onKeyDown, onDayFocus } = useDayKeys({
    grid,
    span,
    day,
    isVisible: (other) => visible.has(other) && (span === 'week' || other.slice(0, 7) === day.slice(0, 7)),
    onDay,
    onEnter,
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: the rows share the height of the page, which those of a table do not
    <div
      ref={grid}
      role="grid"
      aria-label={`Releases, ${spanTitle(span, day)}`}
      className={classes.calendar}
      data-span={span}
      onKeyDown={onKeyDown}
    >
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: its days have the focus */}
      <div role="row" className={classes.heads}>
        {span === 'week' && <span aria-hidden />}
        {weeks[0]?.map((head) => (
          // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: it names a column
          <div key={head} role="columnheader" aria-label={longName(head)} className={classes.head}>
            {shortName(head)}
          </div>
        ))}
      </div>
      {weeks.map((week) => (
        // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: its days have the focus
        <div key={week[0]} role="row" className={classes.week}>
          {span === 'week' && <Hours />}
          {week.map((one) => (
            <Day
              key={one}
              {...cell}
              links={links}
              day={one}
              isFirst={one === weeks[0]?.[0]}
              isOutside={span === 'month' && one.slice(0, 7) !== day.slice(0, 7)}
              releases={byDay.get(one) ?? none}
              height={span === 'week' ? null : height}
              isActive={one === active}
              onFocus={onDayFocus}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

/** The row of the first hour: before it are the day's number, and what has no time. */
const firstHour = 3;
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** The hour of a release on its day; -1 for one that waits without a time. */
function hourOf(release: Release, offsetAt: OffsetAt): number {
  const at = timeOf(release);
  return at === '' ? -1 : Number(clockTime(Date.parse(at), offsetAt).slice(0, 2));
}

/** The hours at the start of a week. */
const Hours = () => (
  <span className={classes.hours} aria-hidden>
    {hours.map((hour) => (
      <span key={hour} style={{ gridRow: hour + firstHour }}>
        {`${hour}`.padStart(2, '0')}:00
      </span>
    ))}
  </span>
);

/** The current time of today, as a line. */
function NowLine({ offsetAt }: { offsetAt: OffsetAt }) {
  const [hour = 0, minute = 0] = clockTime(useNow(), offsetAt).split(':').map(Number);
  const style = { gridRow: hour + firstHour, insetBlockStart: `${(minute / 60) * 100}%` };
  return <span className={classes.now} style={style} data-now aria-hidden />;
}

interface DayProps extends Pick<ReleaseCalendarProps, 'offsetAt' | 'today' | 'weekOf' | 'links' | 'day'> {
  isFirst: boolean;
  isOutside: boolean;
  releases: readonly Release[];
  /** In pixels; null if it scrolls. */
  height: number | null;
  isActive: boolean;
  onFocus: (day: string) => void;
}

function Day({ day, today, isFirst, isOutside, releases, height, isActive, onFocus, ...more }: DayProps) {
  const { offsetAt, weekOf, links } = more;
  const visible = height === null ? releases.length : fitting(releases.length, height);
  const tabIndex = isActive ? 0 : -1;
  const hidden = releases.length - visible;
  const chip = (release: Release) => (
    <ReleaseChip
      key={release.id}
      {...links}
      release={release}
      offsetAt={offsetAt}
      isTall={height === null}
      tabIndex={tabIndex}
    />
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a cell of the grid above
    <div
      role="gridcell"
      aria-current={day === today ? 'date' : undefined}
      className={classes.day}
      data-day={day}
      data-outside={isOutside || undefined}
      tabIndex={tabIndex}
      onFocus={() => onFocus(day)}
    >
      <span className={classes.number} data-today={day === today || undefined}>
        <span aria-hidden>{dayNumber(day, isFirst)}</span>
        <VisuallyHidden>
          {spokenName(day)}
          {releases.length > 0 && `, ${count(releases.length, 'release')}`}
        </VisuallyHidden>
      </span>
      {height === null
        ? [...Map.groupBy(releases, (release) => hourOf(release, offsetAt))].map(([hour, ofHour]) => (
            <span key={hour} className={classes.slot} style={{ gridRow: hour + firstHour }}>
              {ofHour.map(chip)}
            </span>
          ))
        : releases.slice(0, visible).map(chip)}
      {height === null && day === today && <NowLine offsetAt={offsetAt} />}
      {hidden > 0 && (
        <PlainLink
          to={weekOf(day)}
          className={classes.more}
          tabIndex={tabIndex}
          aria-label={`${count(hidden, 'more release')} on ${shortDay(day)}`}
        >
          {hidden} more
        </PlainLink>
      )}
    </div>
  );
}
