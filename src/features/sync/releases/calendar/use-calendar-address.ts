import { isTimeZone, zoneOffset } from '@quartermaster/contract/time-zone.ts';
import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { localDay } from '../time/clock.ts';
import { readZone, storeZone } from '../time/stored-zone.ts';
import { type CalendarView, calendarViews, isDay } from './days.ts';

/** What the address of the calendar says. */
interface CalendarState {
  view: CalendarView;
  /** The chosen day: its month or week is shown. */
  day: string;
  zone: string;
  /** The release that is open next to the calendar. */
  release: number | null;
}

/** The view, the day, the time zone and the open release of the calendar, in its URL. */
export function useCalendarAddress() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(search);
  const chosenZone = params.get('zone');
  const zone = chosenZone !== null && isTimeZone(chosenZone) ? chosenZone : readZone();
  const today = localDay(Date.now(), zoneOffset(zone));
  const date = params.get('date');
  const release = Number(params.get('release'));
  const position: CalendarState = {
    view: calendarViews.find((view) => view === params.get('view')) ?? 'month',
    day: isDay(date) ? date : today,
    zone,
    release: Number.isSafeInteger(release) && release > 0 ? release : null,
  };
  const addressOf = useCallback(
    ({ view, day, zone: nextZone, release: opened }: Partial<CalendarState>) => {
      const next = new URLSearchParams(search);
      const set = (name: string, value: string | null | undefined) => {
        if (value === null) next.delete(name);
        else if (value !== undefined) next.set(name, value);
      };
      set('view', view === 'month' ? null : view);
      set('date', day);
      set('zone', nextZone);
      set('release', opened === undefined ? undefined : opened === null ? null : String(opened));
      // The page of the list is none of another view.
      if (view !== undefined) for (const name of ['size', 'from', 'last', 'cursor']) next.delete(name);
      return next.size > 0 ? `${pathname}?${next}` : pathname;
    },
    [pathname, search],
  );
  return {
    ...position,
    today,
    addressOf,
    /** Shows something else instead, without another entry in the history of the browser. */
    show: (next: Partial<CalendarState>) => {
      if (next.zone !== undefined) storeZone(next.zone);
      void navigate(addressOf(next), { replace: true });
    },
  };
}

/** The state of the calendar in its URL. */
export type CalendarAddress = ReturnType<typeof useCalendarAddress>;
