import { addDays } from 'date-fns/addDays';
import { isValid } from 'date-fns/isValid';
import { parse } from 'date-fns/parse';
import type { Period } from '../../data/period.ts';
import { day as dayText, isoDay } from '../../ui/date-time.ts';

/** The first and the last day of a list by time, both included, as `2026-11-05`. */
export interface Days {
  first: string;
  last: string;
}

const startOf = (day: string): Date => parse(day, 'yyyy-MM-dd', new Date(0));
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && isValid(startOf(text));

/** Parses days in an address, `2026-11-01..2026-11-05`; `null` for anything else. */
export function parseDays(text: string | null): Days | null {
  const [first = '', last = ''] = text?.split('..') ?? [];
  return isDay(first) && isDay(last) && first <= last ? { first, last } : null;
}

/** The form of days in an address. */
export const formatDays = ({ first, last }: Days): string => `${first}..${last}`;

/** The moments between which days are, in the user's time zone: a day of a clock change has 23 or 25 hours. */
export const periodOf = (days: Days | null): Period =>
  days ? { from: startOf(days.first).toISOString(), to: addDays(startOf(days.last), 1).toISOString() } : {};

/** Ranges of days that are often wanted, up to a day. */
export function usualDays(today: Date): { label: string; days: Days }[] {
  const last = (label: string, first: number, to = 0) => ({
    label,
    days: { first: isoDay(addDays(today, -first)), last: isoDay(addDays(today, -to)) },
  });
  return [last('Today', 0), last('Yesterday', 1, 1), last('Last 7 days', 6), last('Last 30 days', 29)];
}

const format = (day: string): string => dayText(startOf(day));

/** Days as people read them: `05 Nov, 2026` or `05 Nov, 2026 – 07 Nov, 2026`. */
export const daysText = ({ first, last }: Days): string =>
  first === last ? format(first) : `${format(first)} – ${format(last)}`;
