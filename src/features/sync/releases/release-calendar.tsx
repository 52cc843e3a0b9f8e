import { DatePicker } from '@mantine/dates';
import type { Release } from '@quartermaster/contract/endpoints/releases.ts';
import { parseISO } from 'date-fns/parseISO';
import { useMemo, useState } from 'react';
import { count } from '../../../shared/ui/count.ts';
import { isoDay, spokenDay } from '../../../shared/ui/date-time.ts';
import { CalendarStyles, calendarLook } from '../../../shared/ui/dates/calendar.tsx';
import { dayOf } from './planned-day.ts';
import classes from './releases.module.css';

interface ReleaseCalendarProps {
  planned: readonly Release[];
  /** The chosen day, such as `2026-10-30`. */
  day: string | null;
  onDay: (day: string | null) => void;
}

/**
 * A month with a mark on each day on which something is published, in the viewer's time zone: the month of the next
 * release, until another one is chosen.
 */
export function ReleaseCalendar({ planned, day, onDay }: ReleaseCalendarProps) {
  const [month, setMonth] = useState<string>();
  const byDay = useMemo(() => Map.groupBy(planned, dayOf), [planned]);
  const countOn = (date: string) => byDay.get(date)?.length ?? 0;
  return (
    <div>
      <CalendarStyles />
      <DatePicker
        {...calendarLook}
        aria-label="Days with planned releases"
        allowDeselect
        value={day}
        onChange={onDay}
        date={month ?? (planned[0] ? dayOf(planned[0]) : isoDay(new Date()))}
        onDateChange={setMonth}
        highlightToday
        getDayAriaLabel={(date) =>
          `${spokenDay(parseISO(date))}${countOn(date) > 0 ? `, ${count(countOn(date), 'release')}` : ''}`
        }
        renderDay={(date) => (
          <span className={countOn(date) > 0 ? `${classes.day} ${classes.mark}` : classes.day}>
            {Number(date.slice(8))}
          </span>
        )}
      />
    </div>
  );
}
