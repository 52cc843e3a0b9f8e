import { momentOf, type OffsetAt } from '@quartermaster/contract/time-zone.ts';
import { addDays as addDaysTo } from 'date-fns/addDays';
import { addMonths } from 'date-fns/addMonths';
import { addWeeks } from 'date-fns/addWeeks';
import { lastDayOfMonth } from 'date-fns/lastDayOfMonth';
import { isoDay } from '../../../../shared/ui/date-time.ts';
import { dayOfMonth, monthOf, shortDay, startOfDay } from '../time/day-names.ts';

/** How the releases are shown. */
export const calendarViews = ['month', 'week', 'list'] as const;
export type CalendarView = (typeof calendarViews)[number];

/** What a calendar shows. */
export type Span = Exclude<CalendarView, 'list'>;

/** A day that is some days later. */
export const addDays = (day: string, days: number): string => isoDay(addDaysTo(startOfDay(day), days));

const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;
const lastOfMonth = (day: string): string => isoDay(lastDayOfMonth(startOfDay(day)));

/** The days since Monday. */
export const daysSinceMonday = (day: string): number => (startOfDay(day).getDay() + 6) % 7;

const monday = (day: string): string => addDays(day, -daysSinceMonday(day));

/** The weeks that a calendar shows: the week of a day, or all of its month. */
export function weeksOf(span: Span, day: string): string[][] {
  const weeks: string[][] = [];
  const last = span === 'week' ? day : lastOfMonth(day);
  for (let start = monday(span === 'week' ? day : firstOfMonth(day)); start <= last; start = addDays(start, 7))
    weeks.push([0, 1, 2, 3, 4, 5, 6].map((index) => addDays(start, index)));
  return weeks;
}

/** The same day of another month, or its last day if that is shorter; or the same weekday of another week. */
export const inOther = (span: Span, day: string, by: number): string =>
  isoDay(span === 'week' ? addWeeks(startOfDay(day), by) : addMonths(startOfDay(day), by));

/** The moments between which days lie in a time zone, the end not included. */
export const periodOf = (weeks: readonly string[][], offsetAt: OffsetAt) => {
  const start = (day: string) => new Date(momentOf(`${day} 00:00:00`, offsetAt)).toISOString();
  return { from: start(weeks[0]?.[0] ?? ''), to: start(addDays(weeks.at(-1)?.[6] ?? '', 1)) };
};

/** The number of a day; the first one of a month, and of the calendar, with its month. */
export const dayNumber = (day: string, isFirst: boolean): string =>
  isFirst || day === firstOfMonth(day) ? shortDay(day) : dayOfMonth(day);

/** `November 2026`, or `2 – 8 Nov 2026`. */
export function spanTitle(span: Span, day: string): string {
  if (span === 'month') return monthOf(day);
  const [first, last] = [monday(day), addDays(monday(day), 6)];
  const start = first.slice(0, 7) === last.slice(0, 7) ? dayOfMonth(first) : shortDay(first);
  return `${start} – ${shortDay(last)} ${last.slice(0, 4)}`;
}

/** True for a date that exists. */
export function isDay(text: string | null): text is string {
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const date = startOfDay(text);
  return !Number.isNaN(date.getTime()) && isoDay(date) === text;
}
