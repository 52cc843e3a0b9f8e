import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { count } from '../ui/count.ts';

/** The time until a moment in whole days, or in hours if it is less than a day: `3 days`; `null` once it has passed. */
export function timeLeft(until: string, now: number): string | null {
  const left = Date.parse(until) - now;
  if (left <= 0) return null;
  if (left >= millisecondsInDay) return count(Math.floor(left / millisecondsInDay), 'day');
  if (left >= millisecondsInHour) return count(Math.floor(left / millisecondsInHour), 'hour');
  return 'less than an hour';
}
