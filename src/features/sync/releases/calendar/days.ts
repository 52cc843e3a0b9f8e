import { momentOf, type OffsetAt } from '../../../../shared/field-types/date-time/time-zone.ts';
import { isoDay, spokenDay } from '../../../../shared/ui/date-time.ts';

/** How the releases are shown. */
export const calendarViews = ['month', 'week', 'list'] as const;
export type CalendarView = (typeof calendarViews)[number];

/** What a calendar shows. */
export type Span = Exclude<CalendarView, 'list'>;

// A day is a date without a zone, `2026-11-03`; as a `Date` it is its first moment for the viewer.
const toDate = (day: string): Date => new Date(`${day}T00:00:00`);

const shifted = (day: string, { months = 0, days = 0 }: { months?: number; days?: number }): string => {
  const date = toDate(day);
  return isoDay(new Date(date.getFullYear(), date.getMonth() + months, date.getDate() + days));
};

/** A day that is some days later. */
export const addDays = (day: string, days: number): string => shifted(day, { days });

const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;
const lastOfMonth = (day: string): string => addDays(shifted(firstOfMonth(day), { months: 1 }), -1);

/** The days since Monday. */
export const placeInWeek = (day: string): number => (toDate(day).getDay() + 6) % 7;

const monday = (day: string): string => addDays(day, -placeInWeek(day));

/** The weeks that a calendar shows: the week of a day, or all of its month. */
export function weeksOf(span: Span, day: string): string[][] {
  const weeks: string[][] = [];
  const last = span === 'week' ? day : lastOfMonth(day);
  for (let start = monday(span === 'week' ? day : firstOfMonth(day)); start <= last; start = addDays(start, 7))
    weeks.push([0, 1, 2, 3, 4, 5, 6].map((index) => addDays(start, index)));
  return weeks;
}

/** The same day of another month, or its last day if that is shorter; or the same weekday of another week. */
export function inOther(span: Span, day: string, by: number): string {
  if (span === 'week') return addDays(day, 7 * by);
  const month = shifted(firstOfMonth(day), { months: by });
  const last = lastOfMonth(month);
  return Number(day.slice(8)) > Number(last.slice(8)) ? last : `${month.slice(0, 8)}${day.slice(8)}`;
}

/** The moments between which days lie in a time zone, the end not included. */
export const periodOf = (weeks: readonly string[][], offsetAt: OffsetAt) => {
  const start = (day: string) => new Date(momentOf(`${day} 00:00:00`, offsetAt)).toISOString();
  return { from: start(weeks[0]?.[0] ?? ''), to: start(addDays(weeks.at(-1)?.[6] ?? '', 1)) };
};

const named = (options: Intl.DateTimeFormatOptions) => (day: string) =>
  toDate(day).toLocaleDateString('en-US', options);

const monthName = named({ month: 'short' });
const dateOf = (day: string): string => String(Number(day.slice(8)));

/** `Mon`. */
export const shortName = named({ weekday: 'short' });
/** `Monday`. */
export const longName = named({ weekday: 'long' });
/** `3 Nov`. */
export const shortDay = (day: string): string => `${dateOf(day)} ${monthName(day)}`;
/** The number of a day; the first one of a month, and of the calendar, with its month. */
export const dayNumber = (day: string, isFirst: boolean): string =>
  isFirst || dateOf(day) === '1' ? shortDay(day) : dateOf(day);
/** `Tuesday, 3 November 2026`. */
export const spoken = (day: string): string => `${longName(day)}, ${spokenDay(toDate(day))}`;

/** `November 2026`, or `2 – 8 Nov 2026`. */
export function spanTitle(span: Span, day: string): string {
  if (span === 'month') return named({ month: 'long', year: 'numeric' })(day);
  const [first, last] = [monday(day), addDays(monday(day), 6)];
  const start = first.slice(0, 7) === last.slice(0, 7) ? dateOf(first) : shortDay(first);
  return `${start} – ${shortDay(last)} ${last.slice(0, 4)}`;
}

/** True for a date that exists. */
export function isDay(text: string | null): text is string {
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const date = toDate(text);
  return !Number.isNaN(date.getTime()) && isoDay(date) === text;
}
